"""Lists of tables as spreadsheets save them: human headers, other separators, wager limits and payouts in columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.product import place_faults

PITS = "pits: [{name: A, tables: {file: t.csv}}]\n%%% t.csv\n"


@pytest.fixture
def sheet(file_text: Any) -> Callable[[str], tuple[list[dict[str, Any]], list[str]]]:
    """The tables of a CSV text, and its faults as `code line:column message`."""

    def read(text: str) -> tuple[list[dict[str, Any]], list[str]]:
        filing, faults, source = file_text(PITS + text)
        placed = place_faults(source, faults)
        listed = [f"{p.code} {p.place.line}:{p.place.column} {p.message} | {p.help}" for p in placed]
        return [{"number": t.number, "game": t.game, **t.variants[0]} for t in filing.tables], listed

    return read


PLAIN = "number,game,decks,opening\n201,tiles,6,left\n202,tiles,8,\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace("number,game,decks,opening", "Table No.,GAME,Decks,Opening"),
        PLAIN.replace("number,game,decks,opening", "TABLE NUMBER, Game ,decks,OPENING"),
        PLAIN.replace("number", "Table").replace(",", ";").replace("\n", "\r\n"),
    ],
)
def test_headers_and_separators_are_as_people_write_them(text: str, sheet: Any) -> None:
    assert sheet(text) == sheet(PLAIN)
    assert [(t["number"], t["game"], t["decks"]) for t in sheet(text)[0]] == [("201", "tiles", 6), ("202", "tiles", 8)]


def test_several_values_stand_between_semicolons_under_any_separator(sheet: Any) -> None:
    commas, faults = sheet("number,game,wagers\n1,tiles,tile_wager; pairs\n")
    assert (list(commas[0]["offers"]), faults) == (["tile_wager", "pairs"], [])
    assert sheet('number;game;wagers\n1;tiles;"tile_wager; pairs"\n') == (commas, [])


def test_limits_and_payouts_of_a_wager_have_columns(sheet: Any) -> None:
    header = "Table No.,Game,Wagers,Minimum of pairs,pairs maximum,trio of pairs,Pairs: pair pays,lantern pays,seats of second_box"
    tables, faults = sheet(f'{header}\n1,tiles,tile_wager; pairs,5,"$2,500",30 to 1,3:1,7:1,2\n2,tiles,pairs,,,,,,\n')
    assert faults == []
    pairs = {"payouts": {"trio": ("odds", 30), "pair": ("odds", 3)}, "minimum": 5, "maximum": 2500}
    lantern = {"payouts": {"win": ("odds", 7)}}
    assert tables[0]["offers"] == {"tile_wager": {}, "pairs": pairs, "lantern": lantern, "second_box": {"seats": 2}}
    assert tables[1]["offers"] == {"pairs": {}}


def test_a_header_that_nothing_reads_is_one_fault(sheet: Any) -> None:
    rows = "".join(f"{n},tiles,6,x,5\n" for n in range(1, 841))
    assert sheet(f"Table No.,Game,Deks,Hours,minimum of pears\n{rows}")[1] == [
        "E201 1:16 unknown column 'Deks' | did you mean 'decks'?",
        "E201 1:21 unknown column 'Hours' | a column is a field of a table, as Decks, or of an offer, as 'minimum of WAGER'",
        "E201 1:27 unknown column 'minimum of pears' | name the wager, as 'minimum of WAGER'",
    ]


def test_two_headers_of_one_field_are_a_fault(sheet: Any) -> None:
    assert sheet("Table No.,Number,Game\n1,1,tiles\n")[1] == [
        "E206 1:11 the columns 'Table No.' and 'Number' state the same | "
    ]


def test_dates_and_ratios_as_a_spreadsheet_holds_them(sheet: Any) -> None:
    tables, faults = sheet(
        "Table,Game,Installed,best odds\n1,tiles,7/1/2010,35:1\n2,tiles,40360,03:02:00\n3,tiles,2010-07-01,3 to 2\n"
    )
    assert faults == []
    assert [(t["installed"], float(t["best_odds"])) for t in tables] == [
        ("2010-07-01", 35), ("2010-07-01", 1.5), ("2010-07-01", 1.5),
    ]  # fmt: skip


def test_a_fault_is_placed_in_its_cell(sheet: Any) -> None:
    text = "Table No.,Game,Minimum of pairs,Maximum of pairs,trio of pairs\n1,tiles,50,20,30 to 1\n2,tiles,x,20,6-5-4\n"
    assert [re.match(r"E\d+ \d+:\d+", fault)[0] for fault in sheet(text)[1]] == ["E215 2:9", "E205 3:9", "E205 3:14"]  # type: ignore[index]
