"""An irregularity on which the rows of a round disagree is unknown: no engine judges the round as one without an irregularity."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.support.product import Raw
from tests.support.round_verdicts import Floor

CARDS = Floor("cards.yaml")
VOID = "round_void_and_all_cards_reshuffled"
WON = {
    "round": "1", "table": "1", "moment": "2007-02-01T20:00", "punto_banker_cards": "9h Kd", "punto_player_cards": "2h 5d",
    "stake.punto_banker": 10, "returned.punto_banker": 10,
}  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "known"),
    [
        ({"irregularity": "shoe_ran_out"}, {"irregularity": "excess_card"}, False),
        ({"irregularity": "shoe_ran_out", "consequence": VOID}, {}, False),  # of the second row only
        ({}, {}, True),
    ],
)
def test_an_irregularity_is_of_the_round(first: dict[str, Any], second: dict[str, Any], known: bool) -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    rows = [{**WON, "seat": "1", **first}, {**WON, "seat": "2", **second}]
    (expected,) = CARDS.by_reference(rows)
    raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
    for found in (*CARDS.audited(rows), *CARDS.simulated(rows), judge_chunk(CARDS.law_index, raws).counts):
        assert found == expected
    wrong: Counter[str] = Counter(
        {verdict: n for (clause, verdict), n in expected.items() if clause.endswith("punto_banker-wins")}
    )
    assert wrong["fail"] == (2 if known else 0)  # returned although it won, without an irregularity
