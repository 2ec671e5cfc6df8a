"""Nothing is requested that the filing decides already, and what it states is enough to breach."""

from __future__ import annotations

import pytest

from tests.findings.conftest import Check
from tests.support.findings_text import lines, requested
from tests.support.verdicts import judged

A = (
    "five aces: 500 to 1, royal flush: {} to 1, straight flush: 50 to 1, four-of-a-kind: 25 to 1, "
    "full house: 5 to 1, flush: 4 to 1, three-of-a-kind: 3 to 1, straight: 2 to 1"
)
SEVEN = """pits: [{{name: A, tables: [{{number: 1, game: pai_gow_poker, wagers: [pgp_wager,
  {{wager: pgp_seven_card, {}payouts: {{{}}}}}], options: []}}]}}]
"""
SELECTED = "19:47-11.18(c)"


def verdicts(found: object, about: str) -> list[str]:
    return [j.verdict for j in judged(found) if about in j.clause]  # type: ignore[arg-type]


@pytest.mark.parametrize("royal", [250, 300])
def test_payouts_that_meet_one_table_need_no_selection(check: Check, royal: int) -> None:
    found = check(SEVEN.format("", A.format(royal)))
    assert verdicts(found, SELECTED) == ["pass"]
    assert requested(found, SELECTED) == []


def test_a_selection_that_is_filed_binds(check: Check) -> None:
    found = check(SEVEN.format("selection: Table A, ", A.format(200)))
    assert lines(found, SELECTED) == ["fail 19:47-11.18(c)/pgp_seven_card-pays 2:91"]
    found = check(SEVEN.format("selection: Table C, ", A.format(300)))
    assert lines(found, SELECTED) == ["fail 19:47-11.18(c)/pgp_seven_card-pays 2:38"]


def test_until_late_2005_it_is_open_whether_table_b_may_be_selected(check: Check) -> None:
    b = A.format(200).replace(
        "straight flush: 50", "straight flush without joker: 50 to 1, straight flush with joker: 30"
    )
    assert verdicts(check(SEVEN.format("", b), "2005-06-01"), SELECTED) == ["open"]
    assert verdicts(check(SEVEN.format("", b), "2006-06-01"), SELECTED) == ["pass"]
    assert verdicts(check(SEVEN.format("", A.format(250)), "2005-06-01"), SELECTED) == ["pass"]


TWO = """pits: [{{name: A, tables: [
  {{number: 1, game: blackjack, decks: 6, wagers: [blackjack_wager, insurance, {{wager: same_suit, {}}}], options: []}},
  {{number: 2, game: blackjack, decks: {}, wagers: [blackjack_wager, insurance, {{wager: same_suit, {}}}], options: []}}]}}]
"""
SAME = "19:47-2.17(e)2/same_suit.payouts-same"


def test_two_options_at_equal_deck_counts_are_a_breach_whether_or_not_their_odds_are_filed(check: Check) -> None:
    found = check(TWO.format("selection: option 1", 6, "selection: option 2"))
    assert lines(found, SAME) == [f"fail {SAME} 3:109"]
    assert next(f for f in found.findings if f.code == SAME).actual == "option 2"
    assert verdicts(check(TWO.format("selection: option 1", 6, "selection: option 1")), SAME) == ["pass"] * 2
    assert verdicts(check(TWO.format("selection: option 1", 8, "selection: option 2")), SAME) == ["pass"] * 2
    odds = "payouts: {king and queen: 5 to 1, any two cards: 3 to 1}"
    assert verdicts(check(TWO.format("selection: option 1", 6, odds)), SAME) == ["needs evidence"] * 2


LIMITS = """pits: [{{name: A, tables: [{{number: 1, game: blackjack, decks: 6, options: [],
  wagers: [{{wager: blackjack_wager, maximum: 500}}, insurance, {{wager: {}, maximum: {}}}]}}]}}]
"""


@pytest.mark.parametrize("wager", ["over_under", "same_suit"])
def test_a_maximum_within_that_of_the_blackjack_wager_decides_without_a_minimum(check: Check, wager: str) -> None:
    limit = f"19:47-2.17(g)1/{wager}.maximum-at-most"
    found = check(LIMITS.format(wager, 500))
    assert verdicts(found, limit) == ["pass"] and requested(found, limit) == []
    assert requested(check(LIMITS.format(wager, 501)), limit) == [f"offers.{wager}.minimum"]
