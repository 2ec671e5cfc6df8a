"""Amounts due to the cent: shares of a meter, payouts under a limit, roundings, payouts with and without the stake.

The row engine, the columnar one, the simulation and the reference give the same verdicts on each round.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import LawIndex, Raw, in_first_world, judge_rows, load_law
from tests.support.round_verdicts import Floor

FILING = str(Path(__file__).parent / "money.yaml")
DAY = "2009-11-02"

ACES = {"table": "won", "cards": "As Ac As Ac", "stake": {"progressive_blackjack": 1, "blackjack_wager": 10}}
METERED = {**ACES, "meter_reading": "$10,000"}
PAIR = {**ACES, "cards": "As Ad 2c"}
QUEENS = {
    "table": "points",
    "cards": "Qh Qh",
    "dealer_cards": "Ks As",
    "stake": {"twenty_point": 20, "blackjack_wager": 10},
}
NATURAL = {
    "table": "bonus", "cards": "As Kh", "dealer_cards": "9h 9c",
    "bonus_displayed": 20, "bonus_announced": 20, "bonus_presses": 1, "bonus_amount_unknown": "no",
    "stake": {"blackjack_bonus": 1, "blackjack_wager": 10},
}  # fmt: skip
LARGER = {**QUEENS, "stake": {"twenty_point": 30, "blackjack_wager": 10}}
SMALL = {**QUEENS, "stake": {"twenty_point": 5, "blackjack_wager": 10}}
ALIKE = {
    "table": "points",
    "cards": "9h 9d",
    "dealer_cards": "9h 9c",
    "stake": {"match_the_dealer": 10, "blackjack_wager": 10},
    "returned": {"blackjack_wager": 10},
}
ROYAL = {
    "table": "joker", "cards": "Ah Kh Qh Jh 10h 3c 2d", "pgp_meter_when_paid": "$50,000.01", "pgp_taken_off_meter": "6000",
    "stake": {"pgp_progressive": 5, "pgp_wager": 10},
}  # fmt: skip
BONUS = {"table": "joker", "cards": "Ah Kh Qh Jh 10h 3c 2d", "stake": {"pgp_bonus": 300, "pgp_wager": 10}}
HAND = {
    "table": "joker",
    "pgp_high_result": "higher",
    "pgp_low_result": "higher",
    "stake": {"pgp_wager": 11},
    "paid": {"pgp_wager": 11},
}
BANKED = {
    "table": "joker", "pgp_banker": "player", "pgp_seat_role": "player", "stake": {"pgp_wager": 11}, "paid": {"pgp_wager": 11},
}  # fmt: skip
BANKER = {
    "table": "five", "punto_banker_cards": "9h Kd", "punto_player_cards": "2h 3d",
    "stake": {"punto_banker": 13}, "paid": {"punto_banker": 13},
}  # fmt: skip
MINI = {
    "table": "four", "mini_banker_cards": "9h Kd", "mini_player_cards": "2h 3d",
    "stake": {"mini_banker": 13}, "paid": {"mini_banker": 13},
}  # fmt: skip


def seats(many: int, row: dict[str, Any], **reported: Any) -> list[dict[str, Any]]:
    return [{**row, **reported, "seat": str(n)} for n in range(1, many + 1)]


def paid(wager: str, amount: Any, row: str = "") -> dict[str, Any]:
    return {"paid": {wager: amount}, **({"settled_as": {wager: row}} if row else {})}


def pot(amount: Any, row: str = "four_black_or_four_red_aces_in_the_first_four_cards") -> dict[str, Any]:
    return paid("progressive_blackjack", amount, row)


METER, PAYS = "19:47-2.19(h)/progressive_blackjack-shares", "19:47-2.19(c)/progressive_blackjack-pays"
TABLE = "two_aces_in_the_same_suit_in_the_first_two_cards"
ANY_TWO = "any_two_aces_in_the_first_two_cards"
TOP = "queen_of_hearts_pair_and_dealer_blackjack"
MATCH, EACH = "19:47-2.23(a)1/match_the_dealer.paid-exactly", "19:47-2.23(f)/match_the_dealer-pays"
CAP = "19:47-2.24(h)/twenty_point.paid-at-most"


def tenths(reading: Any, share: Any) -> list[dict[str, Any]]:
    """The royal flush next to another, paid at this reading."""
    other = {"cards": "As Ks Qs Js 10s 4c 5d", "pgp_meter_when_paid": reading, "pgp_taken_off_meter": share}
    first = {**ROYAL, **paid("pgp_progressive", 6000, "natural_royal_flush"), "seat": "2"}
    return [{**ROYAL, **other, **paid("pgp_progressive", share, "natural_royal_flush"), "seat": "1"}, first]


PAYS_20, TENTH = "19:47-2.24(f)/twenty_point-pays", "19:47-11.14(g)/pgp_progressive-shares"
OFF = "19:47-11.14(e)/deducted_at_five_dollars"
NOT_OFFERED = {
    "19:47-2.23(a)1/match_the_dealer.paid-exactly": "fail",
    "19:47-2.23(a)/match_the_dealer-authorised": "fail",
}

ROWS = {
    # an equal share of the meter, whoever is paid first; the text gives the remaining cent to nobody
    "all of the meter": (seats(1, METERED, **pot(10000)), {}),
    "a share of two": (seats(2, METERED, **pot(5000)), {}),
    "the whole meter for each of two": (seats(2, METERED, **pot(10000)), {METER: "fail"}),
    "a share of three": (seats(3, METERED, **pot("3333.33")), {}),
    "a share of three, up": (seats(3, METERED, **pot("3333.34")), {}),
    "two cents too much": (seats(3, METERED, **pot("3333.35")), {METER: "fail"}),
    "three, where two are stated": (seats(3, METERED, four_ace_hands=2, **pot(5000)), {"19:47-2.19(h)/four_ace_hands-follows": "fail"}),
    "a share below a fixed amount is that of the highest hand": (
        [{**METERED, "meter_reading": 5000, **pot("1666.67"), "seat": str(n), "cards": cards}
         for n, cards in enumerate(("As As As Ac", "Ac Ac Ac As", "Ad Ad Ad Ah"), 1)], {},
    ),
    "no reading is recorded": (seats(2, ACES, **pot(5000)), {}),
    "a hand of three cards has no four aces": (seats(1, PAIR, **pot(50, ANY_TWO)), {PAYS: "fail"}),
    # the stake in addition to the payment, or in it, as filed
    "beside the stake": ({**PAIR, **pot(25, ANY_TWO)}, {}),
    "in it, where it is returned": ({**PAIR, **pot(24, ANY_TWO)}, {PAYS: "fail"}),
    "in it, where it is kept": ({**PAIR, "table": "paid", **pot(24, ANY_TWO)}, {}),
    "beside it, where it is kept": ({**PAIR, "table": "paid", **pot(25, ANY_TWO)}, {PAYS: "fail"}),
    "the meter, where it is kept": (seats(2, METERED, table="paid", **pot(4999)), {}),
    "not stated, either": ({**PAIR, "table": "unsaid", **pot(24, ANY_TWO)}, {}),
    "not stated, neither": ({**PAIR, "table": "unsaid", **pot(26, ANY_TWO)}, {PAYS: "fail"}),
    "what is displayed, the chip in it": ({**NATURAL, "paid": {"blackjack_bonus": 19, "blackjack_wager": 15}}, {}),
    "what is displayed, beside the chip": (
        {**NATURAL, "paid": {"blackjack_bonus": 20, "blackjack_wager": 15}},
        {"19:47-2.20(f)/bonus_payout-exactly": "fail", "19:47-2.20(g)3/bonus_announced-exactly": "fail"},
    ),
    "less than the least of awards": (
        {**NATURAL, "bonus_displayed": 4, "bonus_announced": 4, "paid": {"blackjack_bonus": 3, "blackjack_wager": 15}},
        {"19:47-2.20(j)/smallest_with_one_dollar": "fail"},
    ),
    # each in proportion to its stake, and no more than the odds
    "the cap divided": (
        [{**QUEENS, **paid("twenty_point", 10000, TOP), "seat": "1"}, {**LARGER, **paid("twenty_point", 15000, TOP), "seat": "2"}], {},
    ),
    "equally, whatever the stakes": (
        [{**QUEENS, **paid("twenty_point", 12500, TOP), "seat": "1"}, {**LARGER, **paid("twenty_point", 12500, TOP), "seat": "2"}],
        {CAP: "fail", PAYS_20: "fail"},
    ),
    "all of the cap for one": (seats(1, LARGER, **paid("twenty_point", 25000, TOP)), {}),
    "all of the cap for each": (seats(2, LARGER, **paid("twenty_point", 25000, TOP)), {CAP: "fail", PAYS_20: "open"}),
    "less than the part of the cap": (seats(2, QUEENS, **paid("twenty_point", 9000, TOP)), {PAYS_20: "fail"}),
    "thirds to the cent": (seats(3, QUEENS, **paid("twenty_point", "8333.33", TOP)), {}),
    "no cent above the cap": (seats(3, QUEENS, **paid("twenty_point", "8333.34", TOP)), {CAP: "fail"}),
    "one cent above a share, and no cent above the cap": (
        [{**row, **paid("twenty_point", "8333.34" if n == 0 else "8333.33", TOP)} for n, row in enumerate(seats(3, QUEENS))], {CAP: "open"},
    ),
    "two cents above a share": (
        [{**row, **paid("twenty_point", "8333.35" if n == 0 else "8333.32", TOP)} for n, row in enumerate(seats(3, QUEENS))],
        {CAP: "fail", PAYS_20: "fail"},
    ),
    "below the cap the odds": (seats(2, SMALL, **paid("twenty_point", 5000, TOP)), {}),
    "below the cap less than the odds": (seats(2, SMALL, **paid("twenty_point", 4000, TOP)), {PAYS_20: "fail"}),
    "a limit of a player": ({**BONUS, **paid("pgp_bonus", 40000, "royal_flush")}, {}),
    "less than the limit": ({**BONUS, **paid("pgp_bonus", 39000, "royal_flush")}, {"19:47-11.16(a)/pgp_bonus-pays": "fail"}),
    # each matching card at its odds
    "one suit and the other": ({**ALIKE, **paid("match_the_dealer", 160)}, {}),
    "one card unpaid": ({**ALIKE, **paid("match_the_dealer", 120)}, {MATCH: "fail", EACH: "fail"}),
    "more than filed": ({**ALIKE, **paid("match_the_dealer", 200)}, {MATCH: "open", EACH: "open"}),
    "less than filed, and as much as the law has": ({**ALIKE, **paid("match_the_dealer", 150)}, {MATCH: "open", EACH: "open"}),
    # whatever is unknown, a payment by something that is not offered is wrong
    "not offered": ({**ALIKE, "table": "won", **paid("match_the_dealer", 160)}, NOT_OFFERED),
    "not offered, one hand unknown": (
        [{**ALIKE, "table": "won", **paid("match_the_dealer", 160), "seat": "1"},
         {**ALIKE, "table": "won", **paid("match_the_dealer", 160), "seat": "2", "cards": None}], NOT_OFFERED,
    ),
    # the filed value of the meter at the time of payment, and the deduction from it
    "a tenth, as filed": ({**ROYAL, **paid("pgp_progressive", 6000, "natural_royal_flush")}, {}),
    "a tenth, as the law has it": (
        {**ROYAL, **paid("pgp_progressive", 5000, "natural_royal_flush")}, {TENTH: "fail", OFF: "fail"},
    ),
    "of what the meter was before": (
        {**ROYAL, "pgp_meter_when_paid": 44000, **paid("pgp_progressive", 6000, "natural_royal_flush")}, {TENTH: "fail"},
    ),
    "two tenths, the meter lower for the second": (tenths("44000.01", 5280), {}),
    "two tenths of one reading": (tenths("50000.01", 6000), {"19:47-11.14(g)/pgp_meter_fell-exactly": "open"}),
    "two tenths, the meter fed meanwhile": (tenths("44010.01", "5281.20"), {"19:47-11.14(g)/pgp_meter_fell-exactly": "open"}),
    # the least multiple, and no other; an amount that is not rounded is the percentage itself
    "vigorish rounded": ({**BANKER, "punto_vigorish_taken": "0.75"}, {}),
    "one step too much": ({**BANKER, "punto_vigorish_taken": 1}, {"19:47-3.3(c)/rounding_of_five_percent": "fail"}),
    "rounded down": ({**BANKER, "punto_vigorish_taken": "0.50"}, {"19:47-3.3(c)/rounding_of_five_percent": "fail"}),
    "not rounded": ({**BANKER, "punto_vigorish_taken": "0.65"}, {"19:47-3.3(c)/rounding_of_five_percent": "open"}),
    "minibaccarat rounded": ({**MINI, "mini_vigorish_collected": "0.55"}, {}),
    "minibaccarat, one step too much": (
        {**MINI, "mini_vigorish_collected": "0.60"}, {"19:47-7.3(c)/mini_vigorish_collected-rounds": "fail"},
    ),
    "pai gow poker rounded": ({**HAND, "pgp_vigorish_taken": "0.75"}, {}),
    "pai gow poker, one step too much": (
        {**HAND, "pgp_vigorish_taken": 1}, {"19:47-11.9(j)/pgp_vigorish_taken-rounds": "fail"},
    ),
    "against the bank": ({**BANKED, "pgp_vigorish_against_bank": "0.75"}, {}),
    "against the bank, as it is": ({**BANKED, "pgp_vigorish_against_bank": "0.55"}, {}),
    "against the bank, one step too much": (
        {**BANKED, "pgp_vigorish_against_bank": 1}, {"19:47-11.10(o)/player_vigorish_rounded": "fail"},
    ),
    "on the surplus": ({**BANKED, "pgp_surplus": 33, "pgp_bank_vigorish": "1.75", "pgp_to_bank": "31.25"}, {}),
    "on the surplus, one step too much": (
        {**BANKED, "pgp_surplus": 33, "pgp_bank_vigorish": 2, "pgp_to_bank": 31}, {"19:47-11.10(l)/bank_vigorish_rounded": "fail"},
    ),
}  # fmt: skip


@cache
def law_index() -> LawIndex:
    made, faults = load_law([FILING], [])
    assert faults == ""
    return made


def rows_of(given: Any) -> list[dict[str, Any]]:
    return given if isinstance(given, list) else [given]


def raws(given: Any, number: str = "1") -> list[Raw]:
    rows = [{"round": number, "moment": f"{DAY}T20:00", **row} for row in rows_of(given)]
    return [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]


def reported(lot: Any) -> dict[str, str]:
    assert lot.aside == []
    return {finding.clause: finding.verdict for finding in lot.findings}


@pytest.mark.parametrize("name", ROWS)
def test_plain(name):
    given, breaches = ROWS[name]
    assert reported(judge_rows(law_index(), raws(given))) == breaches


@pytest.mark.parametrize("name", ROWS)
def test_interpreted(name):
    given, _ = ROWS[name]
    records = [raw.data for raw in raws(given)]
    assert Floor("money.yaml").simulated(records) == Floor("money.yaml").by_reference(records, over=in_first_world)


@pytest.mark.parametrize("name", ROWS)
def test_by_reference(name):
    given, breaches = ROWS[name]
    (found,) = Floor("money.yaml").by_reference([raw.data for raw in raws(given)])
    assert {clause: verdict for clause, verdict in found if verdict in ("fail", "open")} == breaches


def test_columns():
    """All rounds in one chunk: the findings of each, and the counts of the row engine."""
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    all_of_them = [raw for name, (given, _) in ROWS.items() for raw in raws(given, name)]
    lot = judge_chunk(law_index(), all_of_them)
    assert lot.aside == []
    found: dict[str, dict[str, str]] = {name: {} for name in ROWS}
    for finding in lot.findings:
        found[finding.round][finding.clause] = finding.verdict
    for name, (_, breaches) in ROWS.items():
        assert found[name] == breaches, name
    assert lot.counts == judge_rows(law_index(), all_of_them).counts
