"""Conditions on the record of a round."""

from __future__ import annotations

from datetime import date

import pytest

ACE, TWO, NINE, TEN, KING = 1, 2, 9, 10, 13


@pytest.mark.parametrize("verb", ["wins", "loses", "stays", "returns", "advances"])
def test_results(holds, verb):
    rule = f"streak {verb} when held and splits >= 2"
    assert holds(rule, {"held": True, "splits": 2}) is True
    assert holds(rule, {"held": True, "splits": 1}) is False
    assert holds(rule, {"held": True}) is None
    assert holds(f"{rule} unless cards = 0", {"held": False}) is False


def test_outcomes_and_ranks(holds):
    assert holds('outcome two of streak when splits = 2 "two"', {"splits": 2}) is True
    assert holds('outcome two of streak when splits = 2 "two"', {"splits": 3}) is False
    rule = "ranking order of 3 cards\n            pair has same_rank(first 2 cards)"
    assert holds(rule, {"cards": ((5, "d"), (5, "h"), (6, "h"))}, "order.pair-has") is True
    assert holds(rule, {"cards": ((5, "d"), (6, "h"), (6, "h"))}, "order.pair-has") is False


def test_irregularities(holds):
    rule = 'irregularity slip "a tile slips" leads to replay, void'
    assert holds(rule, {"consequence": "void"}) is True
    assert holds(rule, {"consequence": "laughter"}) is False
    assert holds(rule, {}) is None


def test_rounds_by_date(holds):
    rule = "streak wins when splits = 2 until 2002-01-01\n          streak wins when splits = 3 from 2002-01-01"
    requested = [date(1999, 12, 31), date(2001, 12, 31), date(2002, 1, 1), None]
    assert [holds(rule, {"splits": 2}, day=day) for day in requested] == [None, True, False, False]
    assert [holds(rule, {"splits": 3}, day=day) for day in requested] == [None, False, True, True]


def test_a_stake_is_by_wager(holds):
    rule = "streak loses when stake of streak > stake of ante"
    assert holds(rule, {"stake": {"streak": 2, "ante": 1}}) is True
    assert holds(rule, {"stake": {"streak": 1, "ante": 1}}) is False
    assert holds(rule, {"stake": {"streak": 1}}) is None
    assert holds(rule, {"closed": True, "offers": {}}) is None


# ---- words for cards


def cards(*ranks: int, suits: str = "cdhscdhs"):
    return tuple(zip(ranks, suits, strict=False))


@pytest.mark.parametrize(
    ("call", "hand", "value"),
    [
        ("points(cards)", cards(2, 9, 10), 21),
        ("points(cards)", cards(11, 12, 13), 30),
        ("points(cards)", cards(1, 13), 21),
        ("points(cards)", cards(1, 13, 5), 16),
        ("points(cards)", cards(1, 1, 9), 21),
        ("points(cards)", cards(1, 1), 12),
        ("points(cards)", cards(1, 1, 10), 12),
        ("points(cards)", (), 0),
        ("points(cards)", cards(2), 2),
        ("points(cards)", cards(9, 1, 2), 12),
        ("points(cards)", cards(8, 1, 2), 21),
        ("points(cards, ace: 1)", cards(1, 13), 11),
        ("points(cards, ace: 11)", cards(1, 1), 22),
        ("points(first 2 cards)", cards(4, 5, 6), 9),
        ("points(last 2 cards)", cards(4, 5, 6), 11),
        ("points(first 2 cards)", cards(4, 5), 9),
        ("points(first 2 cards)", cards(4), None),
        ("points(last 2 cards)", cards(4), None),
        ("points(cards)", None, None),
        ("count(cards, rank: 7)", cards(7, 8, 7), 2),
        ("count(cards, rank: king)", cards(13, 12), 1),
        ("count(cards, suit: hearts)", cards(1, 2, 3, 4, 5, 6, 7), 2),
        ("count(cards, rank: 7, suit: clubs)", cards(7, 7), 1),
        ("count(first 2 cards, rank: ace)", cards(1, 2, 1), 1),
        ("count(cards, rank: splits)", cards(7, 7), None),
        ("size(cards)", cards(1, 1, 1), 3),
        ("pairs(cards)", cards(7, 8, 7), 1),
        ("pairs(cards)", cards(7, 8, 7, 8, 9), 2),
        ("pairs(cards)", cards(7, 7, 7, 9, 9), 1),
        ("pairs(cards)", cards(7, 7, 7, 7), 0),
        ("pairs(cards)", ((1, "j"), (1, "h")), 1),
        ("pairs(cards)", ((0, "j"), (0, "j")), 0),
        ("pairs(cards)", None, None),
        ("pairs(first 2 cards)", cards(7, 7, 9, 9), 1),
        ("suits(cards)", cards(1, 2, 3, suits="hdh"), 2),
        ("suits(cards)", cards(1, 2, 3, 4, suits="shdc"), 4),
        ("suits(cards)", ((1, "j"), (1, "h"), (0, "j")), 1),
        ("suits(cards)", (), 0),
        ("suits(cards)", None, None),
        ("rank(cards)", cards(12, 3), 12),
        ("rank(cards)", (), None),
        ("no_such_word(cards)", cards(1), None),
        ("size(cards)", ((4, "h"), None), None),
        ("hard_draw(cards)", cards(10, 6, 5, 1), 21),
        ("soft_draw(cards)", cards(10, 6, 5, 1), 0),
        ("soft_draw(cards)", cards(1, 6, 10, 4), 17),
        ("hard_draw(cards)", cards(1, 6, 9, 4), 16),
        ("soft_draw(cards)", cards(6, 1, 1, 9), 18),
        ("hard_draw(cards)", cards(10, 9), 0),
        ("hard_draw(cards)", cards(10), None),
        ("copies(cards)", cards(4, 4, 5, suits="hhh"), 2),
        ("copies(cards)", cards(4, 4, 5, suits="hsh"), 1),
        ("copies(cards)", ((0, "j"), (0, "j")), 2),
        ("copies(cards, first 2 cards, last 1 cards)", cards(4, 5, suits="hh"), 3),
        ("copies(cards)", (), 0),
        ("copies(cards, upcard)", cards(4), None),
        ("copies(cards)", ((4, "h"), None), None),
        ("strays(first 2 cards, last 1 cards)", cards(4, 5, 6), 1),
        ("strays(first 2 cards, cards)", cards(4, 5, 4, suits="hhh"), 1),
        ("strays(cards, last 1 cards, first 1 cards)", cards(4, 5), 0),
        ("strays(cards, upcard)", cards(4), None),
        ("count(cards, rank: two)", cards(2, 3, 2), 2),
        ("count(cards, rank: ten, suit: spades)", cards(10, 10, suits="sd"), 1),
        ("rank(last 2 cards)", cards(4, 5, 6), 5),
        ("size + 1", cards(4, 5, 6), 4),
        ("points", cards(4, 5, 6), 15),
    ],
)
def test_numbers_read_off_cards(holds, call, hand, value):
    record = {} if hand is None else {"cards": hand}
    some = [0, 7, 39] if value is None else sorted({0, 39, *range(max(value - 1, 0), value + 2)})
    answers = [holds(f"streak wins when {call} = {n}", record) for n in some]
    assert answers == [None if value is None else n == value for n in some]


@pytest.mark.parametrize(
    ("call", "hand", "value"),
    [
        ("suited(cards)", cards(1, 2, 3, suits="hhh"), True),
        ("suited(cards)", cards(1, 2, 3, suits="hhd"), False),
        ("suited(first 2 cards)", cards(1, 2, 3, suits="hhd"), True),
        ("suited(first 3 cards)", cards(1, 2, suits="hh"), None),
        ("same_color(cards)", cards(1, 2, suits="hd"), True),
        ("same_color(cards)", cards(1, 2, suits="cs"), True),
        ("same_color(cards)", cards(1, 2, suits="hs"), False),
        ("same_color(cards)", cards(1, 2, suits="cd"), False),
        ("same_rank(cards)", cards(4, 4), True),
        ("same_rank(cards)", cards(10, 13), False),
        ("same_rank(cards)", None, None),
        ("suit(cards) = hearts", cards(4, 4, suits="hd"), True),
        ("suit(cards) = hearts", cards(4, 4, suits="dh"), False),
        ("rank(cards) = jack", cards(11, 4), True),
        ("jack = rank(cards)", cards(10, 4), False),
        ("consecutive(cards)", cards(5, 3, 4), True),
        ("consecutive(cards)", cards(5, 3, 6), False),
        ("consecutive(cards)", cards(5, 5, 6), False),
        ("consecutive(cards)", cards(1, 2, 3), True),
        ("consecutive(cards)", cards(1, 13, 12), True),
        ("consecutive(cards)", cards(13, 1, 2), False),
        ("consecutive(cards)", None, None),
        ("consecutive and suited", cards(5, 6, suits="hh"), True),
        ("consecutive and suited", cards(5, 6, suits="hd"), False),
        ("2 of a rank", cards(5, 6, 5), True),
        ("2 of a rank", cards(5, 5, 5), True),
        ("2 of a rank", cards(5, 6, 7), False),
        ("3 of a rank", cards(5, 5, 6, 6), False),
        ("2 of a suit", cards(5, 6, 7, suits="hdh"), True),
        ("2 of a suit", cards(5, 5, 5, suits="hds"), False),
        ("2 of a rank", None, None),
        ("2 of a rank", ((5, "h"), (5, "d"), None), None),
    ],
)
def test_conditions_on_cards(holds, call, hand, value):
    assert holds(f"streak wins when {call}", {} if hand is None else {"cards": hand}) is value


def test_other_cards_than_the_hands(holds):
    assert holds("streak wins when points(upcard) >= 10", {"upcard": cards(13), "cards": cards(2)}) is True
    assert (
        holds("streak wins when count(cards, rank: rank(upcard)) = 1", {"upcard": cards(4), "cards": cards(4, 5)})
        is True
    )
    assert holds("streak wins when points(upcard) >= 10", {"cards": cards(13)}) is None
