"""Mistakes of a first filing: each has one message, which states the cure."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.support.product import load_filing, load_rulebook

FILING = """\
submission: {id: A, licensee: B, effective: 2007-01-01, certifications: [{by: A, role: B, on: 2007-01-01}]}
pits:
  - name: A
    tables: {file: tables.csv}
"""


def faults(folder: Path, texts: dict[str, str | bytes]) -> list[str]:
    for name, text in texts.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    found = load_filing(str(folder), *load_rulebook())[2]
    return [f"{p.code} {Path(p.place.file).name}:{p.place.cell or p.place.line} {p.message} | {p.help}" for p in found]


def test_a_list_of_tables_alone(tmp_path: Path) -> None:
    """It is one fault that there are no pits."""
    assert faults(tmp_path, {"tables.csv": "Table No.,Game\n1,blackjack\n"}) == [
        "E203 tables.csv:1 'pits' is missing: a filing must list tables"
        " | write `pits: [{name: A, tables: {file: tables.csv}}]` into a file filing.yaml next to tables.csv"
    ]


def test_a_list_of_tables_without_headers(tmp_path: Path) -> None:
    assert faults(
        tmp_path, {"filing.yaml": FILING, "tables.csv": "101,blackjack,6\n102,blackjack,8\n103,blackjack,8\n"}
    ) == [
        "E201 tables.csv:1 the first row names no field of a table: '101', 'blackjack', '6'"
        " | begin the file with a row of headers, for example Table no., Game, Decks"
    ]


def test_a_column_that_is_missing_is_missing_once(tmp_path: Path) -> None:
    rows = "".join(f"blackjack,{n}\n" for n in range(1, 100))
    assert faults(tmp_path, {"filing.yaml": FILING, "tables.csv": f"Gmae,Number\n{rows}"}) == [
        "E201 tables.csv:1 unknown column 'Gmae' | did you mean 'game'?",
        "E203 tables.csv:2 no column is called 'game' | add the column 'game'",
    ]
    assert faults(tmp_path, {"tables.csv": "Game,Number\nblackjack,1\n,2\n,3\n"}) == [
        "E203 tables.csv:3 'game' is missing | fill in the column 'game'",
        "E203 tables.csv:4 'game' is missing | fill in the column 'game'",
    ]


def test_what_stands_in_another_place_than_the_table(tmp_path: Path) -> None:
    assert faults(
        tmp_path, {"filing.yaml": FILING, "tables.csv": "Number,Game,Pit,Min,Hours\n1,blackjack,A,5,x\n"}
    ) == [
        "E201 tables.csv:1 unknown column 'Pit'"
        " | leave it out: the tables are those of the pit that refers to this file; give each pit a file of its own",
        "E201 tables.csv:1 unknown column 'Min' | name the wager, as 'minimum of WAGER'",
        "E201 tables.csv:1 unknown column 'Hours' | a column is a field of a table, as Decks, or of an offer, as 'minimum of WAGER'",
    ]


@pytest.mark.parametrize("file", ["tables.csv", "gone.csv"])
def test_a_list_that_could_not_be_read_is_one_fault(file: str, tmp_path: Path) -> None:
    """The reason is stated, and not that it was not read as well."""
    found = faults(
        tmp_path, {"filing.yaml": FILING.replace("tables.csv", file), "tables.csv": 'number,game\n1,"blackjack\n'}
    )
    assert [line.partition(" ")[0] for line in found] == (["E040"] if file == "tables.csv" else ["E040", "E001"])


def test_a_key_that_resembles_no_other(tmp_path: Path) -> None:
    table = "{number: 1, game: blackjack, qqqqq: 4, Deks: 6}"
    text = FILING.replace("{file: tables.csv}", f"[{table}]").replace("name: A\n", "name: A\n    zebra: 3\n")
    assert faults(tmp_path, {"filing.yaml": text}) == [
        "E201 filing.yaml:4 unknown key 'zebra' | the keys here are name, tables",
        "E201 filing.yaml:5 unknown key 'qqqqq' | remove it; `pitboss schema` lists every key",
        "E201 filing.yaml:5 unknown key 'Deks' | did you mean 'decks'?",
    ]


def test_a_misspelled_header_of_a_workbook(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="NOT RUN: openpyxl is an extra")
    book, raw = openpyxl.Workbook(), io.BytesIO()
    book.active.title = "Tables"
    for row in (("Pit", "Table no.", "Gmae"), ("A", 1, "blackjack")):
        book.active.append(row)
    book.save(raw)
    assert "E201 filing.xlsx:Tables!C1 unknown key 'Gmae' | did you mean 'game'?" in faults(
        tmp_path, {"filing.xlsx": raw.getvalue()}
    )
