"""Conditions: three values."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest


def offers(*names: str, closed: bool = True, **fields: Any) -> dict[str, Any]:
    """Facts of a table that offers these, with the fields of `streak`."""
    return {"offers": {name: fields if name == "streak" else {} for name in names}, "closed": closed}


@pytest.mark.parametrize(
    ("a", "b", "both", "either"),
    [
        (True, True, True, True),
        (True, False, False, True),
        (True, None, None, True),
        (False, True, False, True),
        (False, False, False, False),
        (False, None, False, None),
        (None, True, None, True),
        (None, False, False, None),
        (None, None, None, None),
    ],
)
def test_and_or(applies, a, b, both, either):
    facts = {
        key: value for key, value in (("lit", a), ("decks", {True: 1, False: 2, None: None}[b])) if value is not None
    }
    assert applies("lit and decks = 1", facts) is both
    assert applies("lit or decks = 1", facts) is either


@pytest.mark.parametrize(("truth", "negated"), [(True, False), (False, True), (None, None)])
def test_not(applies, truth, negated):
    assert applies("not lit", {} if truth is None else {"lit": truth}) is negated


@pytest.mark.parametrize(
    ("sign", "on"),
    [("=", (5,)), ("!=", (4, 6)), ("<", (4,)), ("<=", (4, 5)), (">", (6,)), (">=", (5, 6))],
)
def test_comparisons(applies, sign, on):
    assert {n: applies(f"decks {sign} 5", {"decks": n}) for n in (4, 5, 6)} == {n: n in on for n in (4, 5, 6)}
    assert applies(f"decks {sign} 5") is None
    assert applies(f"5 {sign} decks") is None
    assert applies(f"decks {sign} boxes", {"decks": 2}) is applies(f"decks {sign} 2", {"decks": 2})


@pytest.mark.parametrize(
    ("quantity", "value"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", None),
        ("10 - 3 - 2", 5),
        ("12 / 8", Fraction(3, 2)),
        ("8 / 4 / 2", 1),
        ("greater of 3, 8", 8),
        ("lesser of 3, 8", 3),
        ("3 to 1", 3),
        ("4 for 1", 3),
        ("5 1/2 to 1", Fraction(11, 2)),
        ("$2.50", Fraction(5, 2)),
        ("4%", Fraction(1, 25)),
        ("1,200", 1200),
    ],
)
def test_quantities(applies, quantity, value):
    value = 20 if value is None else value
    assert applies(f"decks = {quantity}", {"decks": value}) is True
    assert applies(f"decks = {quantity}", {"decks": value + 1}) is False


@pytest.mark.parametrize("quantity", ["boxes + decks", "decks * 2", "7 - decks", "2 / decks", "greater of 1, decks"])
def test_a_quantity_with_an_unknown_part_is_unknown(applies, quantity):
    assert applies(f"cap > {quantity}", {"cap": 10}) is None
    assert applies(f"cap > {quantity}", {"cap": 10, "decks": 1}) is True


def test_nothing_is_divided_by_zero(applies):
    assert applies("cap > 2 / decks", {"cap": 10, "decks": 0}) is None


def test_names_are_text(applies):
    assert applies("shape = oval", {"shape": "oval"}) is True
    assert applies("shape != oval", {"shape": "oval"}) is False
    assert applies("shape = round", {"shape": "oval"}) is False
    assert applies("variation = fast", {"variation": "fast"}) is True
    assert applies("shape is oval", {"shape": "oval"}) is True
    assert applies("shape is not oval", {"shape": "oval"}) is False
    assert applies("shape is oval", {}) is None
    assert applies("shape is not oval", {}) is None


def test_a_name_that_the_field_next_to_it_lists_is_text_though_a_field_is_called_so(applies):
    assert applies("shape = lit", {"shape": "lit", "lit": False}) is True
    assert applies("lit = shape", {"shape": "lit", "lit": False}) is True
    assert applies("shape = twin", {"shape": "oval", "twin": "oval"}) is True
    assert applies("shape = twin", {"shape": "oval", "twin": "round"}) is False


def test_among(applies):
    assert applies("decks is among 1, 2", {"decks": 2}) is True
    assert applies("decks is among 1, 2", {"decks": 3}) is False
    assert applies("decks is not among 1, 2", {"decks": 3}) is True
    assert applies("decks is not among 1, 2", {"decks": 2}) is False
    assert applies("decks is among 1, 2") is None
    assert applies("decks is not among 1, 2") is None
    assert applies("shape is among round, oval", {"shape": "oval"}) is True


def test_a_name_and_a_set_are_equal_when_it_is_a_member(applies):
    assert applies("marks = red", {"marks": ("red", "blue")}) is True
    assert applies("marks is red", {"marks": ("red", "blue")}) is True
    assert applies("marks is red", {"marks": ("blue",)}) is False
    assert applies("marks is not red", {"marks": ("blue",)}) is True
    assert applies("red = marks", {"marks": ("red",)}) is True
    assert applies("marks != red", {"marks": ("red",)}) is False
    assert applies("marks is among red, blue", {"marks": ("blue", "green")}) is True
    assert applies("marks is red") is None


def test_a_comparison_holds_of_a_set_or_map_when_it_holds_of_every_element(applies):
    assert applies("chips < $10", {"chips": (5, 9)}) is True
    assert applies("chips < $10", {"chips": (5, 10)}) is False
    assert applies("chips <= $10", {"chips": (5, 10)}) is True
    assert applies("$10 > chips", {"chips": (5, 9)}) is True
    assert applies("$10 > chips", {"chips": (5, 10)}) is False
    assert applies("chips is among $5, $10", {"chips": (5, 10)}) is True
    assert applies("chips is among $5, $10", {"chips": (5, 25)}) is False
    assert applies("floors >= $5", {"floors": {"a": 5, "b": 6}}) is True
    assert applies("floors >= $5", {"floors": {"a": 5, "b": 4}}) is False
    assert applies("floors >= $5") is None


def test_equipment_is_a_map_of_what_is_there(applies):
    for condition in ("shuffler", "shuffler is offered", "equipment = shuffler", "equipment is shuffler"):
        assert applies(condition, {"equipment": {"shuffler": True}}) is True
        assert applies(condition, {"equipment": {"shuffler": False}}) is False
        assert applies(condition, {"equipment": {"lamp": True}, "closed": True}) is None
        assert applies(condition) is None
    assert applies("equipment != shuffler", {"equipment": {"shuffler": True}}) is False
    assert applies("shuffler is not offered", {"equipment": {"shuffler": True}}) is False
    assert applies("shuffler is not offered", {"equipment": {}, "closed": True}) is None


def test_flags(applies):
    assert applies("lit", {"lit": True}) is True
    assert applies("lit", {"lit": False}) is False
    assert applies("lit") is None
    assert applies("decks", {"decks": 1}) is None  # no flag
    assert applies("live of streak", offers("streak", live=True)) is True
    assert applies("live of streak", offers("streak", live=False)) is False
    assert applies("live of streak", offers("streak")) is None


def test_offered(applies):
    for condition in ("streak is offered", "streak"):
        assert applies(condition, offers("streak")) is True
        assert applies(condition, offers("streak", closed=False)) is True
        assert applies(condition, offers("ante")) is False
        assert applies(condition, offers("ante", closed=False)) is None
        assert applies(condition) is None
    assert applies("streak is not offered", offers("streak")) is False
    assert applies("streak is not offered", offers("ante")) is True
    assert applies("streak is not offered", offers("ante", closed=False)) is None


@pytest.mark.parametrize("scope", ["licensee", "pit"])
def test_offered_elsewhere(applies, scope):
    here, key = offers("streak"), f"{scope}_offers"
    assert applies(f"streak of {scope} is offered", here | {key: {"streak": True}}) is True
    assert applies(f"streak of {scope} is offered", here | {key: {"streak": False}}) is False
    assert applies(f"streak of {scope} is not offered", here | {key: {"streak": False}}) is True
    assert applies(f"streak of {scope} is offered", here | {key: {}}) is None
    assert applies(f"streak of {scope} is offered", here) is None


@pytest.mark.parametrize(
    "condition",
    [
        "maximum of streak = $5",
        "maximum of streak != $5",
        "$5 = maximum of streak",
        "maximum of streak is among 5, 6",
        "maximum of streak is not among 7, 8",
        "live of streak",
        "payout(streak, two) = 3",
        "maximum of streak + 0 = $5",
        "best(cap, maximum of streak) = 1",
        "$5 = greater of 1, maximum of streak",
    ],
)
def test_a_field_of_an_offer_that_is_not_offered_makes_it_false_and_of_one_that_may_be_unknown(applies, condition):
    assert applies(condition, offers("ante")) is False
    assert applies(condition, offers("ante", closed=False)) is None
    assert applies(condition, offers("streak")) is None
    assert applies(f"not ({condition})", offers("ante")) is True


def test_both_sides_of_a_comparison_are_looked_at(applies):
    facts = {"offers": {"ante": {"maximum": 5}}, "closed": True}
    assert applies("maximum of ante > maximum of streak", facts) is False
    assert applies("cap > maximum of streak", facts) is False  # though the other side is unknown


def test_fields_of_offers(applies):
    assert applies("maximum of streak = $5", offers("streak", maximum=5)) is True
    assert applies("maximum of streak = $5", offers("streak", maximum=6)) is False
    assert applies("maximum of streak = $5", offers("streak") | {"maximum": 5}) is None


def test_payout(applies):
    filed = offers("streak", payouts={"two": ("odds", 3), "4": ("odds", Fraction(5, 2))})
    assert applies("payout(streak, two) = 3", filed) is True
    assert applies("payout(streak, two) = 4", filed) is False
    assert applies("payout(streak, 4) = 2.5", filed) is True
    assert applies("payout(streak, three) = 3", filed) is None


def test_a_defined_term_means_its_condition(applies):
    define = '          define small means decks < 3 or lit "a small table"\n          define plain "said in words"'
    assert applies("small", {"decks": 2}, define) is True
    assert applies("not small", {"decks": 3, "lit": False}, define) is True
    assert applies("small", {"decks": 3}, define) is None
    assert applies("plain", {}, define) is None


def test_a_definition_is_that_of_the_day(judge):
    rule = """(b)       boxes is exactly 1 when small
          define small means decks < 3 "small" until 2002-01-01
          define small means decks < 9 "small" from 2002-01-01"""
    requested = [
        judge(rule, {"boxes": 2, "decks": 5}, day, "boxes-exactly") for day in (date(2001, 12, 31), date(2002, 1, 1))
    ]
    assert requested == ["not applicable", "fail"]
