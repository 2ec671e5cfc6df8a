"""Comparison of a filed paytable with the law's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

PASS, FAIL, NEEDS = "pass", "fail", "needs evidence"
TABLE = """
            | outcome | odds    |
            | two     | 3 to 1  |
            | 3       | 10 for 1 |"""


@pytest.fixture
def pays(judge):
    def ask(rule: str, payouts: dict[str, Any] | None, facts: dict[str, Any] | None = None, **fields: Any) -> str:
        filed = {name: row if isinstance(row, tuple) else ("odds", row) for name, row in (payouts or {}).items()}
        offer = fields | ({} if payouts is None else {"payouts": filed})
        return judge(f"streak pays {rule}", {"offers": {"streak": offer}} | (facts or {}))

    return ask


@pytest.mark.parametrize(
    ("payouts", "exactly", "at_least"),
    [
        ({"two": 3, "3": 9}, PASS, PASS),
        ({"two": 4, "3": 9}, FAIL, PASS),
        ({"two": 2, "3": 9}, FAIL, FAIL),
        ({"two": 3, "3": 10}, FAIL, PASS),  # ten *for* one is nine to one
        ({"two": 3}, NEEDS, NEEDS),
        ({"two": 2}, FAIL, FAIL),
        ({"two": 3, "3": 9, "four": 1}, FAIL, PASS),
        ({"two": 3, "four": 1}, FAIL, NEEDS),
        ({"two": ("money", 3), "3": 9}, NEEDS, NEEDS),
        ({"two": ("meter", 3), "3": 8}, FAIL, FAIL),
        ({}, NEEDS, NEEDS),
        (None, NEEDS, NEEDS),
    ],
)
def test_a_table(pays, payouts, exactly, at_least):
    assert pays("exactly" + TABLE, payouts) == exactly
    assert pays("at least" + TABLE, payouts) == at_least


def test_a_selection_has_no_effect_where_one_table_is_printed(pays):
    assert pays("exactly" + TABLE, {"two": 3, "3": 9}, selection="three") == PASS


def test_money_and_meter(pays):
    table = """exactly
            | hand | award        |
            | top  | 70% of meter |
            | low  | $50          |"""
    assert pays(table, {"top": ("meter", Fraction(7, 10)), "low": ("money", 50)}) == PASS
    assert pays(table, {"top": ("meter", Fraction(6, 10)), "low": ("money", 50)}) == FAIL
    assert pays(table, {"top": ("odds", Fraction(7, 10)), "low": ("money", 50)}) == NEEDS
    assert pays(table, {"top": ("meter", Fraction(7, 10)), "low": ("odds", 50)}) == NEEDS


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        ("between 5 1/2 to 1 and 6 to 1", (Fraction(11, 2), 6), (5, 7)),
        ("exactly 3 to 1", (3,), (2, 4)),
        ("exactly 4 for 1", (3,), (4,)),
        ("at least 3 to 1", (3, 4), (2,)),
        ("at least greater of 3 to 1, 4 to 1", (4,), (3,)),
        ("at least lesser of 3 to 1, 4 to 1", (3,), (2,)),
    ],
)
def test_without_a_table_every_row_meets_it(pays, rule, good, bad):
    assert pays(rule, {str(n): n for n in good}) == PASS
    assert [pays(rule, {"x": good[0], "y": n}) for n in bad] == [FAIL] * len(bad)
    assert pays(rule, {"x": ("money", good[0])}) == NEEDS
    assert pays(rule, None) == NEEDS


def test_a_sum_of_money(pays):
    assert pays("at least $5 * decks", {"x": ("money", 10)}, {"decks": 2}) == PASS
    assert pays("at least $5 * decks", {"x": ("money", 9)}, {"decks": 2}) == FAIL
    assert pays("at least $5 * decks", {"x": ("odds", 9)}, {"decks": 2}) == NEEDS
    assert pays("at least $5 * decks", {"x": ("money", 9)}) == NEEDS
    assert pays("at least cap", {"x": ("money", 9)}, {"cap": 10}) == FAIL
    assert pays("at least maximum of ante", {"x": ("money", 9)}, {"closed": True}) == FAIL  # ante is not offered
    assert pays("at least maximum of ante", {"x": ("money", 9)}) == NEEDS


BY = """ by decks
            for decks 2
              | outcome | odds   |
              | two     | 3 to 1 |
            for decks 4
              | outcome | odds   |
              | two     | 5 to 1 |"""


def test_by_key(pays):
    assert pays("exactly" + BY, {"two": 3}, {"decks": 2}) == PASS
    assert pays("exactly" + BY, {"two": 3}, {"decks": 4}) == FAIL
    assert pays("exactly" + BY, {"two": 5}, {"decks": 4}) == PASS
    assert pays("at least" + BY, {"two": 4}, {"decks": 2}) == PASS
    assert pays("exactly" + BY, {"two": 3}) == NEEDS
    assert pays("exactly" + BY, {"two": 3}, {"decks": 3}) == FAIL
    assert pays("exactly" + BY, None, {"decks": 2}) == NEEDS


COLUMNS = """
            | outcome | 1      | 2      | house b |
            | two     | 3 to 1 | 4 to 1 | 1 to 1  |
            | three   | 9 to 1 | 8 to 1 |         |"""


@pytest.mark.parametrize(
    ("payouts", "selection", "exactly", "at_least"),
    [
        ({"two": 3, "three": 9}, None, PASS, PASS),
        ({"two": 4, "three": 8}, None, PASS, PASS),
        ({"two": 3, "three": 8}, None, FAIL, PASS),  # no one table: the first row of one, the second of another
        ({"two": 0, "three": 8}, None, FAIL, FAIL),
        ({"two": 1}, None, PASS, PASS),
        ({"two": 2}, None, FAIL, PASS),
        ({"two": 3}, None, NEEDS, PASS),
        ({"two": 3, "three": 9}, 1, PASS, PASS),
        ({"two": 3, "three": 9}, 2, FAIL, FAIL),
        ({"two": 3, "three": 9}, "house_b", FAIL, PASS),
        ({"two": 1}, "house_b", PASS, PASS),
        ({"two": 3, "three": 9}, 3, FAIL, FAIL),
        ({"two": 3, "three": 9}, "outcome", FAIL, FAIL),
        ({"two": 3}, 1, NEEDS, NEEDS),
        (None, 1, NEEDS, NEEDS),
    ],
)
def test_one_whole_table(pays, payouts, selection, exactly, at_least):
    fields = {} if selection is None else {"selection": selection}
    assert pays("one table exactly" + COLUMNS, payouts, **fields) == exactly
    assert pays("one table at least" + COLUMNS, payouts, **fields) == at_least


def test_one_whole_table_by_key(pays):
    rule = """one table exactly by decks
            for decks 2
              | outcome | 1      | 2      |
              | two     | 3 to 1 | 4 to 1 |
            for decks 4
              | outcome | 1      |
              | two     | 5 to 1 |"""
    assert pays(rule, {"two": 4}, {"decks": 2}) == PASS
    assert pays(rule, {"two": 4}, {"decks": 4}) == FAIL
    assert pays(rule, {"two": 5}, {"decks": 4}, selection=2) == FAIL
    assert pays(rule, {"two": 4}, {"decks": 6}) == FAIL
    assert pays(rule, {"two": 4}) == NEEDS
