"""What the rows of a round share: what one of them states holds for all. An irregularity is of the row that names it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import Raw, judge_rows
from tests.support.round_verdicts import Floor

CARDS = Floor("cards.yaml")
VOID = "round_void_and_all_cards_reshuffled"
WON = {
    "round": "1", "table": "1", "moment": "2007-02-01T20:00", "punto_banker_cards": "9h Kd", "punto_player_cards": "2h 5d",
    "stake.punto_banker": 10, "returned.punto_banker": 10,
}  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "verdicts"),
    [
        ({"irregularity": "shoe_ran_out"}, {"irregularity": "excess_card"}, {"needs evidence": 2}),
        ({"irregularity": "shoe_ran_out", "consequence": VOID}, {}, {"pass": 1, "needs evidence": 1}),
        (
            {"irregularity": "shoe_ran_out", "consequence": VOID},
            {"irregularity": "excess_card", "consequence": VOID},
            {"pass": 2},
        ),
        ({}, {}, {"fail": 2}),  # returned although it won, without an irregularity
    ],
)
def test_an_irregularity_is_of_the_row_that_names_it(
    first: dict[str, Any], second: dict[str, Any], verdicts: dict[str, int]
) -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    rows = [{**WON, "seat": "1", **first}, {**WON, "seat": "2", **second}]
    (expected,) = CARDS.by_reference(rows)
    raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
    for found in (*CARDS.audited(rows), *CARDS.simulated(rows), judge_chunk(CARDS.law_index, raws).counts):
        assert found == expected
    assert banker_wins(expected) == verdicts


HANDS = {"punto_banker_cards", "punto_player_cards"}
BARE = {name: value for name, value in WON.items() if name not in HANDS}


@pytest.mark.parametrize(
    ("rows", "verdicts"),
    [
        ([WON, BARE], {"fail": 2}),
        ([BARE, BARE, WON], {"fail": 3}),
        ([{**BARE, "punto_banker_cards": "9h Kd"}, {**BARE, "punto_player_cards": "2h 5d"}], {"fail": 2}),
        ([WON, {**WON, "punto_player_cards": "9h 5d"}, BARE], {"needs evidence": 3}),
        (
            [WON, {**BARE, "collected.punto_banker": 20_000_000_000}],
            {"fail": 2},
        ),  # a row that does not fit into columns
        (
            [{**WON, "collected.punto_banker": 20_000_000_000}, BARE, {**BARE, "round": "2"}],
            {"fail": 2, "needs evidence": 1},
        ),
        (
            [BARE, {**WON, "round": "2"}, {**BARE, "round": "2"}, {**BARE, "round": "3"}],
            {"fail": 2, "needs evidence": 2},
        ),
    ],
    ids=["the first", "the last", "one hand each", "two differ", "unfit", "the first unfit", "of another round"],
)
def test_what_one_row_states_of_the_round_holds_for_all(rows: list[dict[str, Any]], verdicts: dict[str, int]) -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    rows = [{**row, "seat": str(n)} for n, row in enumerate(rows, 1)]
    raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
    expected = sum(CARDS.by_reference(rows), Counter[tuple[str, str]]())
    assert banker_wins(expected) == verdicts
    in_rows, in_columns = judge_rows(CARDS.law_index, raws), judge_chunk(CARDS.law_index, raws)
    assert in_rows.counts == in_columns.counts == expected == sum(CARDS.simulated(rows), Counter[tuple[str, str]]())
    assert in_rows.missing == in_columns.missing and in_rows.notes == in_columns.notes
    assert in_rows.findings == in_columns.findings


def test_rows_that_another_process_judges_are_left_to_it() -> None:
    """Also where one of them, and one that cannot be read, do not fit into columns."""
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import State, judge_chunk

    foreign = {**WON, "table": "2", "seat": "1", "collected.punto_banker": 20_000_000_000}
    unread = {**WON, "table": None, "seat": "1"}
    rows = [unread, {**WON, "seat": "1"}, foreign, {**foreign, "round": "2", "punto_player_cards": "2h 6d"}]
    raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
    for only in ({"1"}, {"3"}):
        mine = lambda table, only=only: table in only  # noqa: E731
        in_rows = judge_rows(CARDS.law_index, raws, None, mine)
        in_columns = judge_chunk(CARDS.law_index, raws, State(only=mine))
        assert in_columns == in_rows and (in_columns.rows, in_columns.aside, in_columns.notes) == (
            len(only & {"1"}),
            [],
            [],
        )


MIDNIGHT = """section 1:1-1.2 "Rows of tiles" at near
adopted 2000-01-01
amended 2005-07-01

(a)       game near "Rows"
          wager streak "Streak"
          field alpha of round count "alpha"
          field beta of round count "beta"
          field gamma of round flag "gamma"
          alpha follows from beta + 1 when gamma from 2005-07-01
          alpha is at most 9
          streak wins when gamma
"""
NEAR = """submission: {id: ROWS, effective: 2000-01-01}
pits: [{name: A, tables: [{number: 1, game: near, wagers: [{wager: streak, payouts: {any: 3 to 1}}]}]}]
"""


def test_a_round_at_midnight_shares_what_both_laws_let_it_share(tmp_path: Path) -> None:
    """What the law of one row derives is not stated by a row under another law."""
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    (tmp_path / "words.rules").write_text((Path(__file__).parent / "words.rules").read_text())
    (tmp_path / "near.rules").write_text(MIDNIGHT)
    (tmp_path / "near.yaml").write_text(NEAR)
    law_index = Floor(str(tmp_path / "near.yaml"), (str(tmp_path),)).law_index
    row = {"round": "1", "table": "1", "stake.streak": 5, "paid.streak": 15}
    rows = [
        {**row, "moment": "2005-06-30T23:58", "seat": "1", "alpha": 1, "beta": 2, "gamma": "yes"},
        {**row, "moment": "2005-07-01T00:01", "seat": "2"},
    ]
    raws = [Raw(f"r.jsonl:{n}", one, "", json.dumps(one)) for n, one in enumerate(rows, 1)]
    for lot in (judge_rows(law_index, raws), judge_chunk(law_index, raws)):
        found = {clause.partition("/")[2]: verdict for clause, verdict in lot.counts if verdict != "not applicable"}
        assert found["streak-wins"] == "pass" and "fail" not in found.values() and lot.findings == []


@pytest.mark.parametrize("first", ["2007-01-31T23:59", "2007-01-30T23:59"])
def test_the_last_days_of_a_month_fit_into_columns(first: str) -> None:
    pl = pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import typed_columns

    frame = pl.DataFrame({"round": ["1", "2"], "table": ["1", "1"], "moment": [first, "2007-02-30T00:00"]})
    assert typed_columns(CARDS.law_index, frame)[1].tolist() == [False, True]


def banker_wins(found: Counter[tuple[str, str]]) -> Counter[str]:
    return Counter({verdict: n for (clause, verdict), n in found.items() if clause.endswith("punto_banker-wins")})
