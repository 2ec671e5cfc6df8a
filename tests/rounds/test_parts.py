"""Rounds at tables with values in use at once: a row is judged by the payouts of its stake, otherwise by those that suit it best.

The row engine, the columnar one and the reference give the same verdicts.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import LawIndex, Raw, judge_rows, load_law
from tests.support.round_verdicts import Floor

FLUSH = {"table": "by stake", "cards": "2h 4h 6h 8h 10h Qc Kd"}
BANKER = {
    "table": "by seat",
    "punto_banker_cards": "9h Kd",
    "punto_player_cards": "2h 3d",
    "paid": {"punto_banker": 100},
}
PAYS, VIGORISH = "19:47-11.14(d)/five_dollar_payouts", "19:47-3.3(c)/punto_vigorish_taken-follows"


@cache
def law_index() -> LawIndex:
    made, faults = load_law([str(Path(__file__).parent / "stakes.yaml")], [])
    assert faults == ""
    return made


def flush(stake: int, paid: int) -> dict[str, Any]:
    return {**FLUSH, "stake": {"pgp_progressive": stake}, "paid": {"pgp_progressive": paid}}


def banker(taken: int) -> dict[str, Any]:
    return {**BANKER, "stake": {"punto_banker": 100}, "punto_vigorish_taken": taken}


ROWS = {
    "one dollar, and its payout": (flush(1, 3), ""),
    "one dollar, and the payout of five, a departure upward": (flush(1, 15), "open"),
    "five dollars, and their payout": (flush(5, 15), ""),
    "five dollars, and the payout of one": (flush(5, 3), "fail"),
    "four percent": (banker(4), ""),
    "five percent": (banker(5), ""),
    "six percent": (banker(6), "fail"),
}
CLAUSES = ("19:47-11.14(d)/one_dollar_payouts", PAYS, VIGORISH)


def raws(row: dict[str, Any]) -> list[Raw]:
    full = {"round": "1", "moment": "2009-11-02T20:00", **row}
    return [Raw("r.jsonl:1", full, "", json.dumps(full))]


@pytest.mark.parametrize(("row", "verdict"), ROWS.values(), ids=ROWS)
def test_a_row_is_held_to_the_values_of_its_stake_or_part(row: dict[str, Any], verdict: str) -> None:
    lot = judge_rows(law_index(), raws(row))
    assert lot.aside == []
    assert "".join(finding.verdict for finding in lot.findings if finding.clause in CLAUSES) == verdict
    given = [raw.data for raw in raws(row)]
    assert sum(Floor("stakes.yaml").by_reference(given), Counter()) == lot.counts


def test_columns() -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    every = [
        Raw(f"r.jsonl:{n}", {**raws(row)[0].data, "round": str(n)}, "", "") for n, (row, _) in enumerate(ROWS.values())
    ]
    assert judge_chunk(law_index(), every).counts == judge_rows(law_index(), every).counts
