"""Rounds at tables with values in use at once: a row is judged by the payouts of its stake and of the part that it names,
otherwise by those that suit it best.

The row engine, the columnar one and the reference give the same verdicts.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import LawIndex, Raw, judge_rows, load_law, lots
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


def tie(paid: int, part: str = "") -> dict[str, Any]:
    cards = {"punto_banker_cards": "9h Kd", "punto_player_cards": "9s Kc"}
    money = {"stake": {"punto_tie": 10}, "paid": {"punto_tie": paid}}
    return {"table": "by both", **cards, **money} | ({"part": part} if part else {})


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
    "the percentage of its part": (banker(5) | {"part": "seats 8 to 14"}, ""),
    "the percentage of the other part": (banker(5) | {"part": "seats 1 to 7"}, "fail"),
    "the payout of its part": (tie(90, "right"), ""),
    "the payout of the other part": (tie(90, "left"), "open"),
    "the payout of some part": (tie(90), ""),
    "both of its parts": (tie(80, "left; seats 1 to 7"), ""),
}
CLAUSES = ("19:47-11.14(d)/one_dollar_payouts", PAYS, VIGORISH, "19:47-3.3(b)/punto_tie-pays")


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


def test_a_part_that_the_table_does_not_have_is_an_error_of_the_row() -> None:
    wrong = {
        "wrong name": banker(4) | {"part": "seats 1 to 6"},
        "two of one field": tie(80, "left; right"),
        "of no part": flush(1, 3),
    }
    wrong["of no part"] |= {"table": "whole", "part": "left"}
    for row in wrong.values():
        (aside,) = judge_rows(law_index(), raws(row)).aside
        assert "has no part that is" in aside.reason
        if find_spec("polars"):
            from pitboss.checker.rounds.columnar_evaluator import judge_chunk

            assert judge_chunk(law_index(), raws(row)).aside == [aside]


def test_a_csv_record_states_parts_as_json_does(tmp_path: Path) -> None:
    rows = [{**raws(row)[0].data, "round": f"{n}"} for n, (row, _) in enumerate(ROWS.values())]
    flat = [
        {k: v for k, v in row.items() if not isinstance(v, dict)}
        | {f"{k}.{wager}": amount for k, of in row.items() if isinstance(of, dict) for wager, amount in of.items()}
        for row in rows
    ]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    with (tmp_path / "rounds.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(flat)
    (found,) = lots(law_index(), str(tmp_path / "rounds.csv"))
    expected = judge_rows(law_index(), [Raw("", row, "", "") for row in rows])
    assert (found.counts, found.aside) == (expected.counts, [])
