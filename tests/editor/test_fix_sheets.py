"""`pitboss fix` in spreadsheets: a cure sets the cells that it is about and leaves the rest of a CSV file or a workbook as it is."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.styles import Font
from ruamel.yaml import YAML

from tests.editor.test_fix import FILING, choices, fixed, written
from tests.support.broken_filings import FilingFile, broken
from tests.support.product import (
    CheckedTexts,
    assemble,
    check_texts,
    cures,
    edited,
    edits,
    filing_workbook,
    load_rulebook,
    main,
    text_edits,
    with_cells,
)
from tests.support.soak import examples

CSV = """\
number,game,decks,options\r
101,blackjack,8,"surrender; six_to_five"\r
102,blackjack,8,resplit;multiple_action\r
"""
WITH_CSV = """\
submission: {id: 7, licensee: L, effective: 2007-06-01, certifications: [{by: A, role: manager, on: 2007-05-01}]}
defaults: {blackjack: {wagers: [blackjack_wager, {wager: insurance, pays: 2 to 1}]}}
pits:
- {name: A, tables: {file: east.csv}}
"""


def test_a_cell_of_a_table_list_is_changed_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "filing.yaml").write_text(WITH_CSV)
    (tmp_path / "east.csv").write_bytes(CSV.encode())
    found = choices(fixed(tmp_path, capsys)[1])
    number = found["101"].index("set the decks of cards in use to 2; withdraw surrender") + 1
    withdraw = next(n for n, cure in enumerate(found["102"], 1) if "withdraw multiple action" in cure)
    out = fixed(tmp_path, capsys, f"--choose=101={number}", f"--choose=102={withdraw}", "--write")[1]
    assert out.endswith("changed 1 file\n")
    first = CSV.replace('101,blackjack,8,"surrender; six_to_five"', '101,blackjack,2,"six_to_five"')
    assert (tmp_path / "east.csv").read_bytes() == first.replace("resplit;multiple_action", "resplit").encode()
    assert (tmp_path / "filing.yaml").read_text() == WITH_CSV


COLUMNS = """\
Table no.;Game;Decks;Wagers;Options;5 of streak;4 of streak;3 of streak;2 of streak;maximum of streak\r
101;blackjack;8;streak;;35 to 1;17 to 1;7 to 1;3 to 1;$50\r
102;blackjack;8;"blackjack_wager; streak; insurance";multiple_action;40 to 1;17 to 1;7 to 1;3 to 1;\r
103;blackjack;8;;;;;;;\r
"""


def test_an_offer_with_columns_of_its_own_is_paid_and_withdrawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "filing.yaml").write_text(WITH_CSV)
    (tmp_path / "east.csv").write_bytes(COLUMNS.encode())
    out = fixed(tmp_path, capsys)[1]
    assert "safe  pay at least 37 to 1, table 101\n" in out
    withdraw = choices(out)["102"].index("withdraw streak wager") + 1
    fixed(tmp_path, capsys, f"--choose=102={withdraw}", "--write")
    whole = COLUMNS.replace("35 to 1", "37 to 1").replace("; streak; insurance", "; insurance")
    whole = whole.replace("multiple_action;40 to 1;17 to 1;7 to 1;3 to 1;", "multiple_action;;;;;")
    assert (tmp_path / "east.csv").read_bytes() == whole.encode()


def cells(raw: bytes) -> dict[str, tuple[Any, ...]]:
    """Each cell with its value and format."""
    sheets = load_workbook(BytesIO(raw)).worksheets
    every = (cell for sheet in sheets for row in sheet.iter_rows() for cell in row)
    return {
        f"{c.parent.title}!{c.coordinate}": (c.value, c.data_type, c.number_format, c.font.bold, c.fill.fgColor.rgb)
        for c in every
    }


def lists(raw: bytes) -> list[tuple[str, str, str]]:
    """The drop-downs, and the states of the sheets."""
    sheets = load_workbook(BytesIO(raw)).worksheets
    return [
        (s.title + s.sheet_state, str(v.sqref), v.formula1) for s in sheets for v in s.data_validations.dataValidation
    ]


@pytest.fixture(scope="module")
def made() -> bytes:
    book = load_workbook(BytesIO(filing_workbook(YAML(typ="safe").load(FILING), load_rulebook()[1])))
    book["Tables"]["F3"].font = Font(bold=True)
    book["Tables"]["Z9"] = None
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.fixture
def workbook(made: bytes, tmp_path: Path) -> Path:
    (tmp_path / "filing.xlsx").write_bytes(made)
    return tmp_path / "filing.xlsx"


def test_a_cell_of_a_workbook_is_changed_and_nothing_else(workbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = workbook.read_bytes()
    code, out = fixed(workbook, capsys)
    assert code == 1 and "-Paytables!E5: 35 to 1\n+Paytables!E5: 37 to 1\n" in out and workbook.read_bytes() == before
    assert choices(out)["101"][1] == "set the players to a box of box sharing to 3"
    out = fixed(workbook, capsys, "--choose=101=2", "--choose=102=1", "--write")[1]
    assert "chosen  set the number of splits allowed to 1; withdraw multiple action blackjack, table 102" in out
    after, old = cells(workbook.read_bytes()), cells(before)
    assert {at: (old[at][0], new[0]) for at, new in after.items() if new != old[at]} == {
        "Paytables!E5": ("35 to 1", "37 to 1"),
        "Options!G2": (4, 3),
        "Tables!F3": ("resplit; multiple_action", "resplit"),
        "Tables!I3": (5, 1),  # by 2.11(c)1: whether (e) allows more is not known without the player boxes
    }
    assert after["Tables!F3"][1:] == old["Tables!F3"][1:] and after["Tables!F3"][3]
    assert after.keys() == old.keys() and lists(workbook.read_bytes()) == lists(before) != []
    assert "choose" not in fixed(workbook, capsys)[1]


@pytest.mark.parametrize("shared", [False, True], ids=["a row for each table", "one row for both tables"])
def test_an_offer_with_a_row_of_its_own_is_withdrawn(
    workbook: Path, shared: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its row becomes empty, or no longer names the table; the cell of the table no longer lists it."""
    book = load_workbook(workbook)
    book["Tables"]["F3"] = "multiple_action"
    if shared:
        book["Wagers"]["A2"] = "101; 102"
        for cell in book["Wagers"][4]:
            cell.value = None
    book.save(workbook)
    before = workbook.read_bytes()
    ways = choices(fixed(workbook, capsys)[1])["102"]
    number = next(
        n for n, way in enumerate(ways, 1) if "withdraw streak wager" in way and "withdraw multiple" not in way
    )
    fixed(workbook, capsys, f"--choose=102={number}", "--write")
    after, old = cells(workbook.read_bytes()), cells(before)
    changed = {at: (old[at][0], new[0]) for at, new in after.items() if new[0] != old[at][0]}
    row = {"Wagers!A4": ("102", None), "Wagers!B4": ("streak", None), "Wagers!E4": ("long run", None)}
    assert changed == {
        "Paytables!E5": ("35 to 1", "37 to 1"),
        "Tables!E3": ("blackjack_wager; streak; insurance", "blackjack_wager; insurance"),
        "Tables!I3": (5, 1),
        **({"Wagers!A2": ("101; 102", "101")} if shared else row),
    }
    assert {at: cell[2:] for at, cell in after.items()} == {at: cell[2:] for at, cell in old.items()}
    assert lists(workbook.read_bytes()) == lists(before)


def test_a_step_in_cells_is_the_step_in_the_data(tmp_path: Path) -> None:
    """Every withdrawal has a form in cells. The workbook with it states the data with it, and no other cell differs."""
    book, vocabulary = load_rulebook()
    path = tmp_path / "filing.xlsx"

    def check(unsaved: Mapping[str, bytes]) -> CheckedTexts:
        return check_texts(str(path), unsaved, book, vocabulary, None)

    @examples(2)
    @given(broken("blackjack"), st.randoms(use_true_random=False))
    def holds(drawn: tuple[str, dict[str, Any]], random: Random) -> None:
        text = written(drawn[1], drawn[0], "block")
        path.write_bytes(raw := filing_workbook(YAML(typ="safe").load(text), vocabulary))
        before, old = check({}), cells(raw)
        assert before.filing is not None
        asked = {repr(step): step for f in before.result.findings for step in f.steps}
        steps = [step for step in asked.values() if isinstance(step, cures.Withdraw | cures.Pay)]
        for step in random.sample(steps, min(3, len(steps))):
            made = edits(before.filing, before.filing.tables, (step,), [str(path)], vocabulary)
            found = text_edits(before.source.documents, made) if made else None
            assert found is not None or not made or isinstance(step, cures.Pay), step
            if found:
                new = with_cells(raw, {sheet.partition("!")[2]: some for sheet, some in found.items()})
                data = edited([document.data for document in before.source.documents], made)
                wanted = assemble([FilingFile(str(path), data[0])], vocabulary)[0]
                filing = check({str(path): new}).filing
                assert filing is not None and [t.variants for t in filing.tables] == [
                    t.variants for t in wanted.tables
                ], step
                differing = {at for at, cell in cells(new).items() if cell != old[at]}
                assert len(differing) <= sum(map(len, found.values()))

    holds()


def test_an_empty_cell_below_a_header_is_filled(workbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two tables share a default, and only one of them needs the change: it gets an entry of its own."""
    book = load_workbook(workbook)
    tables, defaults = book["Tables"], book["Defaults"]
    header = {cell.value: cell.column for cell in tables[1]}
    for row, values in enumerate((("Game", "Decks"), ("blackjack", 8)), start=1):
        for column, value in enumerate(values, start=1):
            defaults.cell(row, column, value)
    tables.cell(2, header["Decks"]).value = tables.cell(3, header["Decks"]).value = None
    tables.cell(3, header["Options"], "resplit; six_to_five")
    book.save(workbook)
    assert choices(fixed(workbook, capsys)[1])["102"][0] == "set the decks of cards in use to 2"
    fixed(workbook, capsys, "--choose=102=1", "--write")
    after = load_workbook(workbook)
    assert [after["Tables"].cell(row, header["Decks"]).value for row in (2, 3)] == [None, 2]
    assert after["Defaults"].cell(2, 2).value == 8


def test_a_workbook_with_parts_that_would_be_lost_is_left_to_people(
    workbook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import zipfile

    with zipfile.ZipFile(workbook, "a") as archive:
        archive.writestr("xl/charts/chart1.xml", "<c/>")
    before = workbook.read_bytes()
    code, out = fixed(workbook, capsys, "--write")
    assert code == 1 and "safe" not in out and workbook.read_bytes() == before
    assert main(["fix", str(workbook), "--choose", "101=1"]) == 2
    assert "has no form for this edit; make it by hand" in capsys.readouterr().err


def test_without_the_solver_the_extra_is_named(
    workbook: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pysat.solvers", "pysat.examples.rc2"):
        monkeypatch.setitem(sys.modules, module, None)
    assert main(["fix", str(workbook)]) == 2
    assert capsys.readouterr().err.endswith("this needs pysat, which is not installed: pip install 'pitboss[reason]'\n")


def test_the_overview_and_the_alternatives_name_the_cell(workbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(workbook)]) == 1
    assert "Paytables!E5]" in capsys.readouterr().out.replace("\n    ", "")
    assert main(["fix", "--alternatives", str(workbook)]) == 1
    assert f"    {workbook}:Paytables!E5: payouts.5: 35 to 1 → 37 to 1\n" in capsys.readouterr().out
