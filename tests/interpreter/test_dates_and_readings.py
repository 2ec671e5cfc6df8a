"""Versions, offers and their authority, readings, and the chapter's expiry."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

PASS, FAIL, NEEDS, OPEN, NOT = "pass", "fail", "needs evidence", "open", "not applicable"
ADOPTED = date(2000, 1, 1)


def days(*texts: str) -> list[date]:
    return [date.fromisoformat(text) for text in texts]


def test_a_version_is_in_force_from_its_first_day_until_the_day_it_ends(judge):
    rule = """(b)       decks is at least 6 until 2002-01-01
          decks is at least 4 from 2002-01-01 until 2003-01-01
          decks is at least 2 from 2004-01-01"""
    requested = days(
        "1999-12-31", "2000-01-01", "2001-12-31", "2002-01-01", "2002-12-31", "2003-01-01", "2003-12-31", "2004-01-01"
    )
    verdicts = [None, FAIL, FAIL, PASS, PASS, None, None, PASS]
    assert [judge(rule, {"decks": 5}, day) for day in requested] == verdicts
    assert [judge(rule, {"decks": 3}, day) for day in requested] == [None, FAIL, FAIL, FAIL, FAIL, None, None, PASS]


def test_before_an_inferred_start_a_fail_is_open(judge):
    rule = 'decks is at least 6 from 2002-01-01 inferred "no date is printed"'
    before, first, start = days("1999-12-31", "2000-01-01", "2002-01-01")
    assert [judge(rule, {"decks": 5}, day) for day in (before, first, start)] == [None, OPEN, FAIL]
    assert [judge(rule, {"decks": 6}, day) for day in (before, first, start)] == [None, PASS, PASS]
    assert [judge(rule, {}, day) for day in (before, first, start)] == [None, NEEDS, NEEDS]
    assert judge(rule, {"decks": 5, "game": "bricks"}, first) == NOT


def test_before_a_start_that_is_printed_nothing_is_applied(judge):
    assert judge("decks is at least 6 from 2002-01-01", {"decks": 5}, date(2001, 12, 31)) is None


def test_what_is_operative_later_is_in_force_from_then(judge):
    rule = "decks is at least 6 from 2002-01-01 operative 2002-03-01"
    assert [judge(rule, {"decks": 5}, day) for day in days("2002-02-28", "2002-03-01")] == [None, FAIL]


def test_before_an_inferred_start_it_is_the_first_version_that_is_applied(judge):
    rule = """(b)       decks is at least 6 from 2002-01-01 inferred "x" until 2003-01-01
          decks is at least 4 from 2004-01-01 inferred "y" """
    requested = days("2001-12-31", "2002-01-01", "2003-01-01", "2003-12-31", "2004-01-01")
    assert [judge(rule, {"decks": 5}, day) for day in requested] == [OPEN, FAIL, None, None, PASS]
    later = """(b)       decks is at least 6 from 2002-01-01 until 2003-01-01
          decks is at least 4 from 2004-01-01 inferred "y" """
    assert judge(later, {"decks": 5}, date(2001, 12, 31)) is None


def test_a_section_whose_adoption_is_not_printed_has_no_day_before_an_inferred_start(judge):
    text = 'section 1:1-1.1 "Tiles" at tiles\n(a)  decks is at least 6 from 2002-01-01 inferred "x"\n'
    assert judge(text, {"decks": 5}, date(2001, 12, 31), "decks-at-least", True) is None


def test_editions_date_their_clauses(judge):
    text = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01
edition old until 2002-01-01
(a)  decks is at least 6
edition new from 2002-01-01
(a)  decks is at least 4
"""
    assert [judge(text, {"decks": 5}, day, "decks-at-least", True) for day in days("2001-12-31", "2002-01-01")] == [
        FAIL,
        PASS,
    ]


def test_from_the_chapters_expiry_on_no_clause_is_judged(judge):
    text = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01
expires 2005-01-01
(a)  wager dare "Dare"
     decks is exactly 6
"""
    last, expiry = days("2004-12-31", "2005-01-01")
    assert [judge(text, {"decks": 5}, day, "decks-exactly", True) for day in (last, expiry)] == [FAIL, None]
    assert [judge(text, {"offers": {"dare": {}}}, day, "dare-authorised", True) for day in (last, expiry)] == [
        PASS,
        None,
    ]


# ---- offers

HERE: dict[str, Any] = {"offers": {"dare": {}}}


@pytest.mark.parametrize("kind", ["wager", "option", "variation"])
def test_an_offer_is_authorized_while_a_version_is_in_force(judge, kind):
    rule = f'{kind} dare "Dare" from 2002-01-01 until 2003-01-01'
    requested = days("1999-12-31", "2001-12-31", "2002-01-01", "2002-12-31", "2003-01-01")
    assert [judge(rule, HERE, day) for day in requested] == [FAIL, FAIL, PASS, PASS, FAIL]
    for day in requested:
        assert judge(rule, {"offers": {"streak": {}}, "closed": True}, day) == NOT
        assert judge(rule, {}, day) == NOT  # unknown whether it is offered
        assert judge(rule, HERE | {"game": "bricks"}, day) == NOT


def test_before_an_inferred_start_an_offer_is_open(judge):
    rule = 'wager dare "Dare" from 2002-01-01 inferred "x"'
    requested = days("1999-12-31", "2000-01-01", "2001-12-31", "2002-01-01")
    assert [judge(rule, HERE, day) for day in requested] == [FAIL, OPEN, OPEN, PASS]


def test_between_two_versions_an_offer_is_not_authorized(judge):
    rule = '(b)       option dare "Dare" until 2002-01-01\n          option dare "Dare" from 2003-01-01'
    assert [judge(rule, HERE, day) for day in days("2001-12-31", "2002-01-01", "2003-01-01")] == [PASS, FAIL, PASS]


def test_an_offer_authorized_on_a_condition(judge):
    rule = 'option dare "Dare" when lit'
    assert judge(rule, HERE | {"lit": True}) == PASS
    assert judge(rule, HERE) == PASS
    assert judge(rule, HERE | {"lit": False}) == NOT


def test_a_required_offer(judge):
    def ask(facts, day=date(2005, 1, 1)):
        return judge('wager dare required "Dare" from 2002-01-01', facts, day, "dare-required")

    assert ask(HERE) == PASS
    assert ask({"offers": {}, "closed": True}) == FAIL
    assert ask({"offers": {}}) == NEEDS
    assert ask({"offers": {}, "closed": True, "game": "bricks"}) == NOT
    assert ask({"offers": {}, "closed": True}, date(2001, 12, 31)) is None


def test_an_offer_that_no_rule_knows_fails_against_the_game(judge):
    def ask(*names, **facts):
        return judge("decks is exactly 6", {"offers": dict.fromkeys(names, {})} | facts, name="tiles-authorised")

    assert ask("streak", "bluff", "fast") == PASS
    assert ask() == PASS
    assert judge("decks is exactly 6", {}, name="tiles-authorised") == PASS
    assert ask("streak", "gambit") == FAIL
    assert ask("shuffler") == FAIL  # equipment is no offer
    assert ask("gambit", game="bricks") == NOT


def test_a_game_is_not_dealt_before_it_is_authorized(judge):
    assert judge("decks is exactly 6", {}, date(1999, 12, 31), "tiles-authorised") == FAIL


# ---- readings


@pytest.mark.parametrize(
    ("decks", "boxes", "verdict"),
    [
        (2, 2, PASS),
        (1, 1, FAIL),
        (2, 1, OPEN),
        (1, 2, OPEN),
        (1, None, NEEDS),
        (2, None, NEEDS),
        (None, None, NEEDS),
        (None, 1, NEEDS),
    ],
)
def test_readings(judge, decks, boxes, verdict):
    rule = """decks is exactly 2
            reading plain "it speaks of decks"
            reading wide "it speaks of boxes"
              boxes is exactly 2"""
    facts = {key: value for key, value in (("decks", decks), ("boxes", boxes)) if value is not None}
    assert judge(rule, facts) == verdict
    assert judge(rule, facts | {"game": "bricks"}) == NOT


THREE = """decks is exactly 2
            reading plain "a"
            reading middle "b"
              boxes is exactly 2
            reading far "c"
              cap is exactly 2 when lit"""


@pytest.mark.parametrize(
    ("decks", "boxes", "cap", "lit", "verdict"),
    [
        (1, 1, 1, True, FAIL),
        (2, 2, 2, True, PASS),
        (2, 1, None, True, OPEN),
        (1, 1, 1, False, OPEN),
        (2, 2, 1, False, PASS),
        (2, None, 1, False, NEEDS),
        (1, 1, None, True, NEEDS),
        (1, None, 1, False, OPEN),
    ],
)
def test_three_readings(judge, decks, boxes, cap, lit, verdict):
    """The third has conditions of its own: it may not apply where the others do."""
    facts = {"decks": decks, "boxes": boxes, "cap": cap, "lit": lit}
    assert judge(THREE, {key: value for key, value in facts.items() if value is not None}) == verdict


def test_a_reading_without_a_rule_of_its_own_keeps_the_conditions(judge):
    rule = 'decks is exactly 2 when lit\n            reading early "x"\n            reading later "y"'
    assert judge(rule, {"decks": 1, "lit": False}) == NOT
    assert judge(rule, {"decks": 1, "lit": True}) == FAIL


def test_a_reading_with_a_rule_of_its_own_does_not(judge):
    rule = """decks is exactly 2 when lit
            reading early "x"
            reading later "y"
              decks is exactly 3"""
    assert judge(rule, {"decks": 1, "lit": False}) == OPEN
    assert judge(rule, {"decks": 3, "lit": False}) == PASS


def test_a_reading_without_duty_never_applies(judge):
    rule = """decks is exactly 2 when lit
            reading bound "a limit"
            reading example "one number of many" without duty"""
    assert judge(rule, {"decks": 2, "lit": True}) == PASS
    assert judge(rule, {"decks": 1, "lit": True}) == OPEN
    assert judge(rule, {"decks": 1, "lit": False}) == NOT
    assert judge(rule, {"lit": True}) == NEEDS


def test_not_applicable_in_all_readings(judge):
    rule = """decks is exactly 2 when lit
            reading early "x"
            reading later "y"
              decks is exactly 3 when lit"""
    assert judge(rule, {"decks": 1, "lit": False}) == NOT
    assert judge(rule, {"decks": 2, "lit": True}) == OPEN


def test_all_readings_fail_before_an_inferred_start(judge):
    rule = (
        'decks is exactly 2 from 2002-01-01 inferred "x"\n            reading early "x"\n            reading later "y"'
    )
    assert judge(rule, {"decks": 1}, date(2001, 1, 1)) == OPEN
    assert judge(rule, {"decks": 1}, date(2002, 1, 1)) == FAIL
