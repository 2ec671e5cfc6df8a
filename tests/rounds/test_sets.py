"""Sets in a record: in columns they mean the same as in a row, whatever their elements and their form."""

from __future__ import annotations

import json
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitboss.checker.rounds import row_files as files
from pitboss.checker.rounds import row_operations
from tests.support.product import ABSENT, LawIndex, load_law, lots, rounds_json
from tests.support.product import audit_rounds as audit
from tests.support.soak import examples

pl = pytest.importorskip("polars")
from pitboss.checker.rounds import column_operations  # noqa: E402
from pitboss.checker.rounds.column import Column, NumberColumn, column_of, lifted  # noqa: E402
from pitboss.checker.rounds.columnar_evaluator import lots_in_columns  # noqa: E402

HERE = Path(__file__).parent
FILING = """submission: {id: BAGS, effective: 2000-01-01}
pits: [{name: A, tables: [{number: 1, game: bags, wagers: [{wager: sack, payouts: {win: 1 to 1}}], options: []}]}]
"""
SETS = {"sizes": "count", "bids": "money", "made_in": "word", "called": "word", "parts": "number"}
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "sizes": st.sampled_from([0, 1, 2, 5, 7, 8]),
    "bids": st.sampled_from([0, 1, 2, 2.5, 5, 9, 10, 0.25]),
    "made_in": st.sampled_from(["chips", "cash", "word"]),
    "called": st.sampled_from(["sack", "other", "third"]),
    "parts": st.sampled_from([0.25, 0.5, 1, 1.5, 2, 2.125]),
}


@cache
def bags(beyond: bool) -> LawIndex:
    """The rules of bags.rules, with and without those that read beyond a row."""
    text = (HERE / "bags.rules").read_text()
    lines = [line for line in text.splitlines() if beyond or " before" not in line]
    with tempfile.TemporaryDirectory() as place:
        rules, filing = Path(place, "bags.rules"), Path(place, "filing.yaml")
        rules.write_text("\n".join(lines) + "\n")
        filing.write_text(FILING)
        folders = [str(HERE / "words.rules"), str(rules)]
        law_index, faults = load_law([str(filing)], folders)
        assert faults == "" and bool(law_index.far) is beyond
        return law_index


def reported(law_index: LawIndex, path: Path, engine: Any) -> tuple[str, list[tuple[str, str]]]:
    aside: list[Any] = []
    text = rounds_json(audit("r", law_index, engine, aside.append))
    return text, [(one.place.partition(":")[2], one.reason) for one in aside]


@st.composite
def rows(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rounds of one seat, or of two; a set may be left out, be of one, and have in it what is no part of such a set."""
    made = []
    for number in range(draw(st.integers(1, 6))):
        shared = {"round": str(number), "table": "1", "moment": f"2005-06-01T20:{number:02}", "sequence": number}
        shared |= draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "sizes": st.lists(VALUES["sizes"], max_size=3),
                    "closed": st.sampled_from(["yes", "no"]),
                },
            )
        )
        for seat in range(draw(st.integers(1, 2))):
            sets = {name: st.lists(VALUES[name], max_size=3) for name in ("bids", "made_in", "called", "parts")}
            row = {
                **shared,
                "seat": str(seat),
                "stake": {"sack": draw(st.sampled_from([1, 5, 10]))},
                **draw(st.fixed_dictionaries({}, optional=sets)),
            }
            if draw(st.integers(0, 9)) == 0:
                row[draw(st.sampled_from(["bids", "made_in", "sizes"]))] = ["feathers"]
            row |= {
                key: {"sack": draw(st.sampled_from([0, 1, 5]))} for key in ("paid", "collected") if draw(st.booleans())
            }
            made.append(row)
    return made


def as_text(row: dict[str, Any]) -> dict[str, Any]:
    """As CSV has it, and Parquet may: a set is one cell, a field with one entry per wager has columns."""
    flat = {
        f"{name}.{wager}": amount for name, by in row.items() if isinstance(by, dict) for wager, amount in by.items()
    }
    flat |= {name: "; ".join(map(str, row[name])) for name in SETS if name in row}
    return {**{name: value for name, value in row.items() if not isinstance(value, dict)}, **flat}


@pytest.mark.parametrize("beyond", [False, True])
@pytest.mark.parametrize("lot", [1, 50_000])
def test_columns_agree_with_rows(beyond: bool, lot: int, monkeypatch: pytest.MonkeyPatch) -> None:
    law_index = bags(beyond)
    monkeypatch.setattr(files, "CHUNK", lot)
    seen: set[str] = set()

    @examples(20, suppress_health_check=[HealthCheck.too_slow])
    @given(rows())
    def ask(made: list[dict[str, Any]]) -> None:
        with tempfile.TemporaryDirectory() as place:
            path, table = Path(place, "r.jsonl"), Path(place, "r.parquet")
            path.write_text("".join(json.dumps(row) + "\n" for row in made))
            pl.DataFrame([as_text(row) for row in made], infer_schema_length=None).write_parquet(table)
            plain = reported(law_index, path, lots(law_index, str(path)))
            assert reported(law_index, path, lots_in_columns(law_index, str(path))) == plain
            by_row = reported(law_index, table, lots(law_index, str(table)))
            assert reported(law_index, table, lots_in_columns(law_index, str(table))) == by_row
            seen.update(
                clause["clause"].partition("/")[2]
                for clause in json.loads(plain[0])["clauses"]
                if "fail" in clause["verdicts"]
            )

    ask()
    assert len(seen) >= 10, seen  # not all rows are in order


LAWFUL = {"table": "1", "seat": "1", "stake": {"sack": 5}, "closed": "yes"}


def test_an_empty_set_goes_before_and_behind_a_full_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lot in which a set is empty everywhere, and the next, in which it is not."""
    law_index = bags(True)
    monkeypatch.setattr(files, "CHUNK", 1)
    path = tmp_path / "r.jsonl"
    made = [
        {**LAWFUL, "round": f"{n}", "moment": "2005-06-01T20:00", "bids": bids}
        for n, bids in enumerate([[], [4], [], [9, 2.5]])
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in made))
    plain = reported(law_index, path, lots(law_index, str(path)))
    assert reported(law_index, path, lots_in_columns(law_index, str(path))) == plain
    assert [(f["round"], f["clause"].partition("/")[2]) for f in json.loads(plain[0])["findings"]] == [
        ("3", "bids-at-most")
    ]


@pytest.mark.parametrize("written", ["text", "lists"])
def test_rows_with_sets_are_not_judged_one_by_one(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if Parquet holds the sets as lists; every breach is still reported."""
    law_index = bags(False)
    path = tmp_path / "r.parquet"
    rows = [
        {**LAWFUL, "round": f"{n}", "moment": "2005-06-01T20:00", "sizes": sizes, "made_in": made_in, "bids": [2.5, 5]}
        for n, (sizes, made_in) in enumerate(
            [([2, 7], ["chips"]), ([8], ["cash", "chips"]), ([2, 3], ["word", "cash"])]
        )
    ]
    flat = [as_text(row) for row in rows]
    if written == "lists":
        flat = [
            {**one, **{name: row[name] for name in SETS if name in row}} for one, row in zip(flat, rows, strict=True)
        ]
    pl.DataFrame(flat).write_parquet(path)
    plain = reported(law_index, path, lots(law_index, str(path)))

    def alone(*given: Any) -> None:
        raise AssertionError("judged by itself")

    monkeypatch.setattr("pitboss.checker.rounds.columnar_evaluator.judge_alone", alone)
    assert reported(law_index, path, lots_in_columns(law_index, str(path))) == plain
    found = [(f["round"], f["clause"].partition("/")[2], f["actual"]) for f in json.loads(plain[0])["findings"]]
    assert found == [
        ("1", "sizes-at-most", "8"), ("2", "bids-exactly", "$2.50; $5"), ("2", "made_in-among", "cash; word"),
        ("2", "made_in-not-among", "cash; word"), ("2", "sack-loses", "nothing paid, collected, returned"),
    ]  # fmt: skip


PARTS = st.one_of(
    st.booleans(), st.integers(0, 9), st.fractions(0, 9, max_denominator=8), st.sampled_from(["a", "b c", "F1", ""])
)


@examples(60)
@given(st.lists(st.none() | st.lists(PARTS, max_size=3).map(tuple), max_size=6))
def test_a_column_of_sets_gives_back_what_was_put_in(sets: list[tuple[Any, ...] | None]) -> None:
    """The function is called once for each distinct set, also by kind: 1 and True are two."""
    column, requested = column_of(sets), []
    lifted(lambda value: requested.append(value) or len(repr(value)), column)
    assert sorted(map(repr, requested)) == sorted({repr(value) for value in sets})
    assert column.cells() == sets
    lengths = [len(repr(value)) for value in sets]
    found = lifted(lambda value: len(repr(value)), column, key="long")
    assert found.cells() == lengths if isinstance(found, Column) else {found} == {*lengths}


def test_parts_keep_their_kind() -> None:
    (parts,) = column_of([("16", 16, Fraction(3, 2), True, False)]).cells()
    assert [(type(part), part) for part in parts] == [
        (str, "16"), (int, 16), (Fraction, Fraction(3, 2)), (bool, True), (bool, False),
    ]  # fmt: skip


def test_what_is_not_offered_is_divided_in_columns_too() -> None:
    """A cap on a wager that is not an offer of the table, shared by the wagers in the rows."""
    stakes = column_of([10, 25, 40])
    assert column_operations.over(ABSENT, stakes) is row_operations.over(ABSENT, 10) is ABSENT
    assert column_operations.modulo(ABSENT, stakes) is row_operations.modulo(ABSENT, 10) is ABSENT


def test_a_column_of_nothing_takes_the_kind_of_what_follows() -> None:
    """Amounts stay amounts, and are not taken for truths, as an empty column would be."""
    follows = column_operations.or_else(column_of([None, None, None]), column_of([0, 25, None]))
    assert isinstance(follows, NumberColumn) and follows.cells() == [0, 25, None]
