"""Several streak wagers on one hand (19:47-2.22(k)), each in a row of its own that names the same hand."""

from __future__ import annotations

import json
from collections import Counter
from importlib.util import find_spec
from typing import Any

import pytest

from tests.support.product import Raw, audit_rounds, in_first_world, judge_rows
from tests.support.round_verdicts import Floor

BOX = Floor("box.yaml")
WON = {"cards": "10h 9d", "dealer_cards": "10s 8c", "paid.blackjack_wager": 20}
LOST = {"cards": "10h 7d", "dealer_cards": "10s 8c", "collected.blackjack_wager": 20}
Rows = list[dict[str, Any]]


def round_of(number: int, hand: dict[str, Any], areas: dict[int, float], **more: Any) -> Rows:
    """The rows of seat 1 in a round: one for each area with a streak wager. `more`: `paid_2`, `collected_3`, columns of every row."""
    money = {name: amount for name, amount in more.items() if name.partition("_")[2].isdigit()}
    whole = {
        "round": str(number), "table": "3", "moment": f"2007-06-01T20:{number:02}", "sequence": number, "seat": "1", "player": "A",
        "hand": "1", "stake.blackjack_wager": 20, **hand,
        **{name: amount for name, amount in more.items() if name not in money},
    }  # fmt: skip
    return [
        {**whole, "run": str(area), "stake.streak": stake, "settled_as.streak": str(area)}
        | {f"{name.partition('_')[0]}.streak": amount for name, amount in money.items() if name.endswith(f"_{area}")}
        for area, stake in areas.items()
    ]


FIRST = round_of(1, WON, {2: 5, 3: 10}, consecutive_wins=1)
SECOND = round_of(2, WON, {2: 5, 3: 10}, paid_2=15)
GONE = {"stake.blackjack_wager": 0, "paid.blackjack_wager": 0, "cards": None}


def judged(rows: Rows) -> list[Counter[tuple[str, str]]]:
    """The verdicts by round, on which all engines agree."""
    given = [{name: value for name, value in row.items() if value is not None} for row in rows]
    expected = BOX.by_reference(given)
    assert BOX.audited(given) == expected
    assert BOX.simulated(given) == BOX.by_reference(given, over=in_first_world)
    if find_spec("polars") is not None:
        from pitboss.checker.rounds.columnar_evaluator import judge_chunk

        raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(given, 1)]
        assert judge_chunk(BOX.law_index, raws).counts == sum(expected, Counter())
    return expected


@pytest.mark.parametrize(
    ("rows", "breached"),
    [
        ([*FIRST, *SECOND, *round_of(3, WON, {3: 10}, paid_3=70)], set()),
        ([*FIRST, *round_of(2, WON, {2: 5, 3: 10})], {"(d)1/streak-wins"}),  # the second win in a row is that of area 2
        ([*FIRST, *round_of(2, WON, {2: 5, 3: 10}, paid_2=15, paid_3=70)], {f"(d){n}/streak-wins" for n in (1, 2, 3, 4)}),
        ([*FIRST, *SECOND, *round_of(3, WON, {3: 10})], {"(d)2/streak-wins"}),
        ([*FIRST, *round_of(2, LOST, {2: 5, 3: 10}, collected_2=5, collected_3=10)], set()),
        ([*FIRST, *round_of(2, LOST, {2: 5, 3: 10}, collected_2=5)], {"(e)/streak-loses"}),
        ([*FIRST, *round_of(2, WON, {2: 5, 3: 10, 4: 5}, paid_2=15)], {"(k)2/area_added"}),
        ([*FIRST, *SECOND, *round_of(3, WON, {2: 5, 3: 10}, paid_3=70)], {"(k)2/area_added"}),
        # behind the last decision the player may begin again
        ([*FIRST, *SECOND, *round_of(3, WON, {3: 10}, paid_3=70), *round_of(4, WON, {2: 5, 5: 5})], set()),
        # whoever refuses a later hand abandons what is pending
        ([*FIRST, *SECOND, *round_of(3, WON, {3: 10}, collected_3=10, **GONE)], set()),
        ([*FIRST, *SECOND, *round_of(3, WON, {3: 10}, **GONE)], {"(f)/streak-loses"}),
        (round_of(1, WON, {3: 10}, collected_3=10, streak_abandoned="no", **GONE), {"(b)/streak.stake-exactly"}),
    ],
)  # fmt: skip
def test_streaks_on_several_areas(rows: Rows, breached: set[str]) -> None:
    last = judged(rows)[-1]
    assert {
        clause.removeprefix("19:47-2.22") for clause, verdict in last if verdict == "fail" and "-2.22" in clause
    } == breached
    assert not any(verdict == "fail" for clause, verdict in last if "-2.22" not in clause)


def test_two_rows_of_one_hand_are_no_split() -> None:
    """The hand counts once, and a breach of another wager on it is one finding."""
    rows = [{**row, "paid.blackjack_wager": 0, "collected.blackjack_wager": 20} for row in FIRST]
    lot = judge_rows(BOX.law_index, [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)])
    found = audit_rounds("r", BOX.law_index, [lot], lambda aside: None).findings
    assert [finding.clause for finding in found] == ["19:47-2.3(a)2/blackjack_wager-wins"]
