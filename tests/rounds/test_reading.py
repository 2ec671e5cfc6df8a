"""Rows that cannot be read are named and set aside; the others are judged all the same."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from pitboss.checker.rounds.cells import a_cell, written
from tests.support.product import Misfit, NoRecords, files_of, load_rulebook, rows_of, typed

LAWFUL = {"round": "7", "table": "1", "moment": "2005-06-01T20:00", "cards": "Kh Ad"}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"cards": "Kh 11d"}, "cards: '11d' is not a card (write cards as \"Ah 10d Jk\")"),
        ({"cards": ["Kh", "Ad"]}, "cards: ['Kh', 'Ad'] is not cards (write them as \"Ah 10d Jk\")"),
        ({"splits": -1}, "splits: -1 is not a whole number"),
        (
            {"stake": {"streak": "ten"}},
            "stake.streak: 'ten' is not an amount of money, to the cent (write it as \"$2,500\" or 2500)",
        ),
        ({"stake": 10}, "stake: an amount or outcome is recorded for each wager, as stake.WAGER"),
        ({"stake": {"strek": 10}}, "unknown column 'stake.strek' (did you mean 'streak'?)"),
        ({"splts": 1}, "unknown column 'splts' (did you mean 'splits'?)"),
        ({"irregularity": "slipp"}, "unknown irregularity 'slipp' (did you mean 'slip'?)"),
        ({"irregularity": "gust of wind"}, "unknown irregularity 'gust of wind'"),
        ({"round": None}, "'round' is missing"),
        (
            {"moment": "yesterday"},
            "moment: 'yesterday' is not a day, or a day and a time (write it as 2024-07-01 or \"2024-07-01 09:30\")",
        ),
        ({"table": "9"}, "table '9' is not in the filing"),
        ({"moment": "2000-06-01"}, "no filing is effective on 2000-06-01"),
    ],
)
def test_a_row_with_an_impossible_statement(judged, row, reason):
    lot = judged({**LAWFUL, **row}, LAWFUL)
    assert [(one.place, one.reason) for one in lot.aside] == [("made.jsonl:1", reason)]
    assert lot.rows == 1


def reasons(path: Path) -> list[tuple[str, str]]:
    return [(raw.place, raw.reason) for raw in rows_of(path, path.name)]


def test_lines_that_are_no_json(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"round": 1}\n\nnot json\n[1]\n{"a": 1, "a": 2}\n\xff\n{"round": 2}')
    assert reasons(path) == [
        ("r.jsonl:1", ""),
        ("r.jsonl:3", "the line is not JSON: Expecting value"),
        ("r.jsonl:4", "the line is not an object"),
        ("r.jsonl:5", "the line is not JSON: a key occurs twice"),
        ("r.jsonl:6", "the line is not text in UTF-8"),
        ("r.jsonl:7", ""),
    ]


def test_half_a_surrogate_pair_is_no_text(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text(r"""{"round\ud83d": 1}
{"round": {"a": ["\udc00"]}}
{"round": "\ud83d\ude00 \\ud83d"}
""")
    half = "the line is not JSON: an escape is one half of a surrogate pair"
    assert reasons(path) == [("r.jsonl:1", half), ("r.jsonl:2", half), ("r.jsonl:3", "")]


def test_lines_that_are_no_csv(tmp_path):
    path = tmp_path / "r.csv"
    path.write_bytes(b'round,table,stake.streak\n1,1,5\n2,1\n3,1,"5\n6"\n4,1,\xff\n5,1,$1\n')
    assert reasons(path) == [
        ("r.csv:2", ""), ("r.csv:3", "2 cells under 3 columns"), ("r.csv:4", ""),
        ("r.csv:6", "the line is not text in UTF-8"), ("r.csv:7", ""),
    ]  # fmt: skip


def test_what_is_no_record_at_all(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(NoRecords):
        files_of(str(tmp_path))
    with pytest.raises(NoRecords):
        files_of(str(tmp_path / "gone.jsonl"))
    (tmp_path / "r.parquet").write_text("x")
    with pytest.raises(NoRecords):
        list(rows_of(tmp_path / "r.parquet", "r.parquet"))


@pytest.mark.parametrize(
    ("value", "of", "found"),
    [
        ("Ah 10d Jk", ("cards",), ((1, "h"), (10, "d"), (0, "j"))),
        ("0", ("count",), 0),
        ("14;15", ("set_of", ("count",)), (14, 15)),
        ("14; 15;", ("set_of", ("count",)), (14, 15)),
        ([15, 14], ("set_of", ("count",)), (14, 15)),
        (" yes ", ("flag",), True),
        ("2", ("one_of", (1, 2)), 2),
        ("", ("count",), None),
        (0.1, ("money",), a_cell("0.10", ("money",))),
    ],
)
def test_cells(value, of, found):
    assert a_cell(value, of) == found


@pytest.mark.parametrize(
    ("value", "of"), [("Ah,10d", ("cards",)), ("1.5", ("count",)), (0.125, ("money",)), ("x", ("flag",))]
)
def test_cells_that_do_not_fit(value, of):
    with pytest.raises(Misfit):
        a_cell(value, of)


def test_cards_are_written_as_they_are_read():
    assert written(a_cell("Ah 10d Jk", ("cards",)), ("cards",)) == "Ah 10d Jk"


def test_csv_agrees_with_json(tmp_path):
    row = {**LAWFUL, "stake.streak": "10", "paid.streak": "15"}
    with (tmp_path / "r.csv").open("w", newline="") as out:
        writer = csv.DictWriter(out, row)
        writer.writeheader()
        writer.writerow(row)
    (tmp_path / "r.jsonl").write_text(json.dumps(row))
    (as_csv,), (as_json,) = (list(rows_of(tmp_path / name, name)) for name in ("r.csv", "r.jsonl"))
    assert as_csv.data == as_json.data


def test_a_listed_number_has_one_type_however_it_is_written():
    """The vocabulary lists what the facts hold; a filing and a record may write it as a number or as text."""
    _, vocabulary = load_rulebook()
    types = [field.type for field in vocabulary.fields.values() if field.type[0] == "one_of"]
    numbers = [(number, of) for of in types for number in of[1] if str(number).isdecimal()]
    assert {number for number, _ in numbers} == {1, 2, 3, 4, 5, 6, 7}
    for number, of in numbers:
        assert typed(number, of) == typed(str(number), of) == a_cell(f" {number} ", of) == number
