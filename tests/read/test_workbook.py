"""Workbooks: the values of cells as spreadsheets hold them, places by sheet and cell, and workbooks that are made to do harm."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import read

openpyxl = pytest.importorskip("openpyxl", reason="NOT RUN: no openpyxl here")
SHEET = "xl/worksheets/sheet1.xml"


def book(*rows: list[Any], formats: dict[str, str] | None = None) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Tables"
    for row in rows:
        sheet.append(row)
    for cell, shown in (formats or {}).items():
        sheet[cell].number_format = shown
    raw = io.BytesIO()
    made.save(raw)
    return raw.getvalue()


def changed(raw: bytes, parts: dict[str, Callable[[bytes], bytes]]) -> bytes:
    """The archive with some parts changed, or added."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys([*old.namelist(), *parts]):
            data = old.read(name) if name in old.namelist() else b""
            new.writestr(name, parts[name](data) if name in parts else data)
    return made.getvalue()


def reported(raw: bytes, folder: Path) -> tuple[Any, list[str]]:
    (folder / "f.xlsx").write_bytes(raw)
    source = read(folder / "f.xlsx")
    data = source.documents[0].data if source.documents else None
    return data, [f"{p.code} {str(p.place).removeprefix(str(folder) + '/')} {p.message}" for p in source.problems]


VALUES = [
    # value, number format, as read
    (6.0, "General", 6),
    (2.5, "General", Decimal("2.5")),
    (2500, '"$"#,##0', 2500),
    (0.05, "0%", "5%"),
    (0.05, "0.0%", "5.0%"),
    (0.045, "0%", "4.5%"),
    ("35 to 1", "General", "35 to 1"),
    ("$2,500", "@", "$2,500"),
    (time(3, 2), "h:mm", "03:02"),
    (timedelta(hours=35, minutes=1), "[h]:mm", "35:01"),
    (datetime(2010, 7, 1), "m/d/yyyy", "2010-07-01"),
    (datetime(2010, 7, 1, 14, 20), "m/d/yyyy h:mm", "2010-07-01 14:20"),
    (date(2010, 7, 1), "yyyy-mm-dd", "2010-07-01"),
    (True, "General", True),
    ("  two words ", "General", "two words"),
]


@pytest.mark.parametrize(("value", "shown", "expected"), VALUES)
def test_a_value_is_read_as_the_sheet_shows_it(value: Any, shown: str, expected: Any, tmp_path: Path) -> None:
    data, problems = reported(book(["number", "value"], [7, value], formats={"B2": shown}), tmp_path)
    assert (data, problems) == ({"Tables": [{"number": 7, "value": expected}]}, [])


def test_empty_rows_and_cells_state_nothing(tmp_path: Path) -> None:
    data, problems = reported(book([], ["number", "seats"], [], [7, None], [None, None], [8, 6]), tmp_path)
    assert (data, problems) == ({"Tables": [{"number": 7}, {"number": 8, "seats": 6}]}, [])


def test_a_place_names_sheet_and_cell(tmp_path: Path) -> None:
    (tmp_path / "f.xlsx").write_bytes(book(["number", "seats"], [], [7, None], [8, 6]))
    (document,) = read(tmp_path / "f.xlsx").documents
    found = [
        str(document.place(path))
        for path in (("Tables", 1, "seats"), ("Tables", 0, "seats"), ("Tables", 1), ("Tables",))
    ]
    assert [place.rpartition(":")[2] for place in found] == ["Tables!B4", "Tables!B3", "Tables!A4", "Tables!A1"]
    assert str(document.place(("Tables", 1, "seats"), key=True)).endswith(":Tables!B1")


FAULTS = [
    ("a header twice", book(["a", "a"], [1, 2]), "E042 f.xlsx:Tables!B1 the column name 'a' is written twice"),
    ("no archive", b"PK\x03\x04 nothing", "E060 f.xlsx:1:1 this is not a workbook"),
    ("text", b"number,game\n1,tiles\n", "E060 f.xlsx:1:1 this is not a workbook"),
    ("another archive", changed(book(["a"]), {"[Content_Types].xml": lambda _: b"<a/>"}), "E060 f.xlsx:1:1 this is not a workbook"),
    ("no sheet in it", changed(book(["a"]), {SHEET: lambda _: b""}), "E060 f.xlsx:1:1 this is not a workbook"),
    ("broken XML", changed(book(["a"]), {SHEET: lambda data: data[:-30]}), "E060 f.xlsx:1:1 this is not a workbook"),
    ("a bomb", changed(book(["a"]), {"xl/media/a.bin": lambda _: b"\0" * (64 << 20)}), "E061 f.xlsx:1:1 the workbook decompresses to"),
    ("a bomb in the sheet", changed(book(["a"]), {SHEET: lambda data: data + b" " * (8 << 20)}),
     "E061 f.xlsx:1:1 the workbook decompresses to"),
    ("many parts", changed(book(["a"]), {f"p{n}": bytes for n in range(2_100)}), "E061 f.xlsx:1:1 the workbook decompresses to"),
    ("entities", changed(book(["a"]), {SHEET: lambda data: b'<!DOCTYPE a [<!ENTITY b "c">]>' + data}),
     "E060 f.xlsx:1:1 the workbook declares entities"),
    ("a row far below", changed(book(["a"]), {SHEET: lambda data: data.replace(b'r="1"', b'r="9999999"')}),
     "E061 f.xlsx:1:1 a sheet extends over"),
    ("a row beyond all", changed(book(["a"]), {SHEET: lambda data: data.replace(b'r="1"', b'r="' + b"9" * 30 + b'"')}),
     "E061 f.xlsx:1:1 a sheet has the cell"),
    ("a control character", book(["a"], ["b\x85c"]), "E011 f.xlsx:Tables!A2 the control character"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "stated"), [pytest.param(*case[1:], id=case[0]) for case in FAULTS])
def test_a_workbook_that_cannot_be_read_is_reported(raw: bytes, stated: str, tmp_path: Path) -> None:
    data, problems = reported(raw, tmp_path)
    assert data is None and [problem.startswith(stated) for problem in problems] == [True], problems


CELLS = [
    (
        "a formula without value",
        ["=1+1", 6],
        {"number": "~", "seats": 6},
        "E062 f.xlsx:Tables!A2 this formula has no stored value",
    ),
    ("an error", [7, "#N/A"], {"number": 7, "seats": "~"}, "E062 f.xlsx:Tables!B2 this cell holds the error '#N/A'"),
    (
        "no header",
        [7, 6, "a note"],
        {"number": 7, "seats": 6},
        "E062 f.xlsx:Tables!C2 this column has no name in the header",
    ),
]


@pytest.mark.parametrize(("row", "left", "stated"), [pytest.param(*case[1:], id=case[0]) for case in CELLS])
def test_a_cell_that_cannot_be_read_is_unknown_and_all_others_are_read(
    row: Any, left: Any, stated: str, tmp_path: Path
) -> None:
    data, problems = reported(book(["number", "seats"], row, [8, 6]), tmp_path)
    assert (data, problems) == ({"Tables": [left, {"number": 8, "seats": 6}]}, [stated])


def test_a_cell_that_is_merged_downward_holds_for_each_of_its_rows(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.title = "Tables"
    for row in (["pit", "number"], ["A", 1], [None, 2], [None, 3], ["B", 4]):
        made.active.append(row)
    made.active.merge_cells("A2:A3")
    raw = io.BytesIO()
    made.save(raw)
    data, _ = reported(raw.getvalue(), tmp_path)
    assert data == {
        "Tables": [{"pit": "A", "number": 1}, {"pit": "A", "number": 2}, {"number": 3}, {"pit": "B", "number": 4}]
    }


def test_a_stored_value_stands_for_its_formula(tmp_path: Path) -> None:
    def stored(data: bytes) -> bytes:
        return re.sub(rb"<f>1\+1</f><v ?/?>(</v>)?", b"<f>1+1</f><v>2</v>", data)

    assert reported(changed(book(["number"], ["=1+1"]), {SHEET: stored}), tmp_path) == ({"Tables": [{"number": 2}]}, [])


def test_what_a_sheet_says_of_its_size_is_not_believed(tmp_path: Path) -> None:
    def boasts(data: bytes) -> bytes:
        return re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', data)

    assert reported(changed(book(["number"], [7]), {SHEET: boasts}), tmp_path) == ({"Tables": [{"number": 7}]}, [])


def test_a_hidden_sheet_is_not_part_of_the_filing(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.append(["number"])
    made.create_sheet("Secret").append(["a"])
    made["Secret"].sheet_state = "hidden"
    raw = io.BytesIO()
    made.save(raw)
    assert reported(raw.getvalue(), tmp_path) == ({"Sheet": [], "Secret": None}, [])


def test_without_openpyxl_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    (tmp_path / "f.xlsx").write_bytes(book(["number"], [7]))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (problem,) = read(tmp_path / "f.xlsx").problems
    assert (problem.code, problem.message, problem.help) == (
        "E002", "reading a workbook needs openpyxl", "pip install 'pitboss[xlsx]'",
    )  # fmt: skip


def without_styles(*rows: list[Any]) -> bytes:
    """A workbook of which openpyxl warns that it has no default style."""
    return changed(book(*rows), {"xl/styles.xml": lambda text: re.sub(b"<cellStyles.*</cellStyles>", b"", text)})


def test_warnings_are_those_of_the_caller(tmp_path: Path) -> None:
    """To catch them here would change the filters of the process, which its other threads share."""
    (tmp_path / "f.xlsx").write_bytes(without_styles(["number"], [7]))
    with pytest.warns(UserWarning, match="no default style"):
        source = read(tmp_path / "f.xlsx")
    assert (source.documents[0].data, source.problems) == ({"Tables": [{"number": 7}]}, ())
    with warnings.catch_warnings(), pytest.raises(UserWarning, match="no default style"):
        warnings.simplefilter("error")
        read(tmp_path / "f.xlsx")


def test_the_command_shows_no_warnings(tmp_path: Path) -> None:
    (tmp_path / "f.xlsx").write_bytes(without_styles(["number", "game"], [7, "blackjack"]))
    command = [sys.executable, "-m", "pitboss", "check", tmp_path / "f.xlsx", "--as-of", "2007-01-01"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, "Table 7" in done.stdout, done.stderr) == (2, True, ""), done
