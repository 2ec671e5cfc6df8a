"""Reads a workbook (XLSX) as sheets of rows: under a header row, each row is one mapping; an empty cell states nothing.

A workbook is a compressed archive from anywhere: its size, ratio and dimensions are bounded before openpyxl sees it. Formulas are not
evaluated, external links and macros are not followed. A cell that cannot be read, as a formula without a stored value, is a fault and
holds `UNREADABLE`; all other cells are read. A hidden sheet has its name and no rows.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial
from io import BytesIO

from pitboss.checker.read.decoding import UNFIT, quoted, unfit
from pitboss.checker.read.document import Data, Loaded, Steps
from pitboss.checker.read.limits import Limits
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import TYPE_CHECKING, NamedTuple, regex

if TYPE_CHECKING:
    from typing import Any

_MOST_BYTES = 16 << 20  # of all parts together, as they are decompressed
_MOST_RATIO = 200  # of decompressed to compressed; a workbook of thousands of equal rows has 40
_MOST_PARTS = 2_000
_MOST_CELLS = 500_000  # of a sheet, empty cells between others included
_REFERENCE = regex(rb"""\sr=["']([A-Z]*)([0-9]+)["']""")
_MERGED = regex(rb"""<mergeCell\s[^>]*?ref=["']([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})["']""")
UNREADABLE = "~"  # as a filing writes what is unknown
_NEEDED = "reading a workbook needs openpyxl"


class _SheetRows(NamedTuple):
    rows: list[Data]
    numbers: list[int]  # of each row, in the sheet
    columns: dict[str, int]  # of each header, from 1


class _RefusedWorkbook(Exception):
    """The workbook is not read; the message is for its owner."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code, self.help = code, help


def load(raw: bytes, file: str, limits: Limits) -> Loaded:
    """The rows of each sheet, by the name of the sheet."""
    problems: list[Diagnostic] = []  # because of which nothing is read
    unread: list[Diagnostic] = []  # of single cells
    try:
        merged = _bounded(raw)
        formulas, values = _open(raw, data_only=False), _open(raw, data_only=True)
        sheets = {
            sheet.title: _sheet(
                sheet, values[sheet.title], file, limits, problems, unread, merged.get(_part_of(sheet), [])
            )
            for sheet in formulas.worksheets
            if sheet.sheet_state == "visible"
        }
        hidden = [sheet.title for sheet in formulas.worksheets if sheet.sheet_state != "visible"]
    except _RefusedWorkbook as refused:
        return Loaded(problems=(Diagnostic(refused.code, str(refused), Place(file, 1, 1), help=refused.help),))
    except Warning:  # openpyxl warns of what it leaves out, and the caller of the library made warnings errors
        raise
    except Exception as error:  # openpyxl raises whatever a broken part leads to
        message = f"this is not a workbook that can be read: {quoted(f'{type(error).__name__}: {error}')}"
        return Loaded(problems=(Diagnostic("E060", message, Place(file, 1, 1), help="save it again as .xlsx"),))
    if problems:
        return Loaded(problems=tuple([*problems, *unread][: limits.problems]))
    data: dict[str, Data] = {name: sheet.rows for name, sheet in sheets.items() if sheet.columns}
    return Loaded({**data, **dict.fromkeys(hidden)}, partial(_look, file, sheets), tuple(unread[: limits.problems]))


_Merged = dict[str, list[tuple[int, int, int]]]  # part of a sheet → column, first and last row of each merged cell


def _bounded(raw: bytes) -> _Merged:
    """The cells that are merged downward. Refuses an archive that would grow without bound, in bytes, entities or cells."""
    merged: _Merged = {}
    try:
        archive = zipfile.ZipFile(BytesIO(raw))
        parts = archive.infolist()
        total = sum(part.file_size for part in parts)
        if total > _MOST_BYTES or len(parts) > _MOST_PARTS or total > max(1 << 20, _MOST_RATIO * len(raw)):
            message = f"the workbook decompresses to {total:,} bytes in {len(parts):,} parts"
            help = f"a workbook may have {_MOST_BYTES:,} bytes, and {_MOST_RATIO} times its compressed size"
            raise _RefusedWorkbook("E061", message, help)
        for part in parts:
            text = archive.read(part) if part.filename.endswith((".xml", ".rels")) else b""
            if b"<!DOCTYPE" in text or b"<!ENTITY" in text or text[:2] in (b"\xff\xfe", b"\xfe\xff"):
                raise _RefusedWorkbook(
                    "E060", "the workbook declares entities or another encoding, as none that a program saves does"
                )
            if "worksheets/" in part.filename:
                _bounded_sheet(text)
                cells = (found.groups() for found in _MERGED.finditer(text))
                merged[part.filename.rpartition("/")[2]] = [
                    (_column(a), int(b), int(d)) for a, b, _, d in cells if int(b) < int(d)
                ]
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, RuntimeError, OSError, zlib.error) as error:
        raise _RefusedWorkbook(
            "E060", f"this is not a workbook: {quoted(str(error))}", "save it again as .xlsx"
        ) from None
    return merged


def _part_of(sheet: object) -> str:
    """The file name of the part of a sheet."""
    return str(getattr(sheet, "_worksheet_path", "")).rpartition("/")[2]


def _bounded_sheet(text: bytes) -> None:
    rows = columns = 0
    for found in _REFERENCE.finditer(text):
        if len(found[1]) > 3 or len(found[2]) > 7:
            raise _RefusedWorkbook("E061", f"a sheet has the cell {quoted(found[0].decode('ascii', 'replace'))}")
        rows, columns = max(rows, int(found[2])), max(columns, _column(found[1]))
    rows += text.count(b"<row")
    if rows * max(columns, 1) > _MOST_CELLS:
        help = f"delete the empty rows and columns; {_MOST_CELLS:,} cells are the most"
        raise _RefusedWorkbook("E061", f"a sheet extends over {rows:,} rows and {columns:,} columns", help)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _open(raw: bytes, data_only: bool) -> Any:
    try:
        from openpyxl import load_workbook  # type: ignore[import-untyped]
    except ImportError:
        raise _RefusedWorkbook("E002", _NEEDED, "pip install 'pitboss[xlsx]'") from None
    return load_workbook(BytesIO(raw), read_only=True, data_only=data_only, keep_links=False)


def _sheet(
    formulas: Any, values: Any, file: str, limits: Limits, problems: list[Diagnostic], unread: list[Diagnostic],
    merged: list[tuple[int, int, int]],
) -> _SheetRows:  # fmt: skip
    """The rows of a sheet that hold a value. A cell that is merged downward holds for each of its rows."""
    found, named, above = _SheetRows([], [], {}), set[int](), dict[tuple[int, int], str | int | Decimal | bool]()

    def wrong(code: str, message: str, row: int, column: int, help: str = "") -> None:
        (unread if code == "E062" else problems).append(
            Diagnostic(code, message, Place(file, row, column, sheet=formulas.title), help=help)
        )

    for sheet in (formulas, values):
        sheet.reset_dimensions()  # as the file states them, they need not be true
    for number, (written, stored) in enumerate(zip(formulas.iter_rows(), values.iter_rows(), strict=True), start=1):
        cells: dict[int, str | int | Decimal | bool] = {}
        for column, (cell, result) in enumerate(zip(written, stored, strict=False), start=1):
            value = result.value
            if value is None and cell.data_type == "f":
                wrong(
                    "E062",
                    "this formula has no stored value",
                    number,
                    column,
                    "save the file in a spreadsheet, or type the value",
                )
                cells[column] = UNREADABLE
            elif result.data_type == "e":
                wrong(
                    "E062",
                    f"this cell holds the error {quoted(str(value))}",
                    number,
                    column,
                    "correct the formula, or type the value",
                )
                cells[column] = UNREADABLE
            elif (made := cell_value(value, str(cell.number_format))) is not None and made != "":
                if isinstance(made, str) and (len(made) > limits.scalar or UNFIT.search(made)):
                    bad = UNFIT.search(made)
                    wrong(
                        "E011" if bad else "E053",
                        unfit(bad[0]) if bad else f"this text has {len(made):,} characters",
                        number,
                        column,
                    )
                cells[column] = made
        if not cells:
            continue
        for column, first, last in merged:
            if number == first and column in cells:
                above[column, first] = cells[column]
            elif first < number <= last and (column, first) in above:
                cells.setdefault(column, above[column, first])
        if not found.columns:
            _header(cells, found.columns, wrong, number)
            named.update(cells)
            continue
        for column in sorted(cells.keys() - named):
            wrong(
                "E062",
                "this column has no name in the header",
                number,
                column,
                "name it in the first row, or delete the cell",
            )
        found.rows.append({name: cells[column] for name, column in found.columns.items() if column in cells})
        found.numbers.append(number)
        if len(problems) + len(unread) >= limits.problems and problems:
            break
    return found


def _header(
    cells: Mapping[int, str | int | Decimal | bool],
    columns: dict[str, int],
    wrong: Callable[[str, str, int, int], None],
    number: int,
) -> None:
    for column, value in cells.items():
        name = str(value).strip()
        if name in columns:
            wrong("E042", f"the column name {quoted(name)} is written twice", number, column)
        columns.setdefault(name, column)


def cell_value(value: object, number_format: str) -> str | int | Decimal | bool | None:
    """The value of a cell as text or number; what a spreadsheet shows as a percentage or an amount stays one.

    >>> cell_value(0.055, "0.0%"), cell_value(2500.0, "General"), cell_value(time(3, 2), "h:mm")
    ('5.5%', 2500, '03:02')
    >>> cell_value(datetime(2010, 7, 1), "m/d/yyyy")
    '2010-07-01'
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, datetime) and value.year > 1901:
        return value.strftime("%Y-%m-%d" if value.time() == time() else "%Y-%m-%d %H:%M")
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, datetime):  # 35:1 is kept as 35 hours and 1 minute: day 1 and 11 hours
        value = value - datetime(1899, 12, 30 if value.year < 1900 else 31)
    if isinstance(value, time):
        value = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second)
    if isinstance(value, timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(str(value))
    if not number.is_finite() or abs(number.adjusted()) > 30:
        return str(value)
    if "%" in number_format:
        hundredfold, places = (number * 100).normalize(), len(re.match(r"[^.%]*\.?(0*)", number_format)[1])  # type: ignore[index]
        shown = f"{hundredfold:f}"
        return f"{hundredfold:.{places}f}%" if len(shown.partition(".")[2]) < places else f"{shown}%"
    return int(number) if number == number.to_integral_value() else number


def _look(
    file: str, sheets: Mapping[str, _SheetRows], paths: list[Steps], key: bool, written: bool
) -> dict[Steps, Place | None]:
    """Places of cells by (sheet, row, header). A key has the place of its header; what is absent, of its row or sheet."""
    if written:
        return dict.fromkeys(paths)
    return {path: _place(file, sheets, path, key) for path in paths}


def _place(file: str, sheets: Mapping[str, _SheetRows], path: Steps, key: bool) -> Place:
    sheet = sheets.get(str(path[0])) if path else None
    if sheet is None:
        return Place(file, 1, 1, sheet=next(iter(sheets), ""))
    row = path[1] if len(path) > 1 and isinstance(path[1], int) and path[1] < len(sheet.numbers) else None
    column = sheet.columns.get(str(path[2]), 1) if len(path) > 2 else 1
    return Place(file, 1 if row is None or key and len(path) > 2 else sheet.numbers[row], column, sheet=str(path[0]))
