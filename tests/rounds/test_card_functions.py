"""A card function has one row in the function table and one implementation in the checker, and both engines get it from there."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss.checker.runtime.cards import CARD_FUNCTIONS
from pitboss.compiler.oracle.cards import word
from tests.support import card_game
from tests.support.product import FUNCTIONS, odds, row_operations

TABLE = {name for name, function in FUNCTIONS.items() if function.params[0] == "cards"}


def test_the_checker_implements_the_functions_of_the_table() -> None:
    assert set(CARD_FUNCTIONS) == TABLE


@pytest.mark.parametrize("name", sorted(TABLE))
def test_both_engines_have_the_function(name: str) -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds import column_operations

    assert getattr(row_operations, name) is CARD_FUNCTIONS[name]
    assert callable(getattr(column_operations, name))


def test_colors_are_counted_alike_by_every_evaluator() -> None:
    hands = [((4, "h"), (4, "d")), ((4, "h"), (4, "s")), ((1, "c"), (0, "j")), ((0, "j"),), ()]
    assert [CARD_FUNCTIONS["colors"](hand) for hand in hands] == [word("colors", hand, {}) for hand in hands] == [1, 2, 1, 0, 0]
    book = card_game.law("deal cards 2 from 1 deck\npairs wins when colors(cards) = 1\npairs pays exactly 1 to 1")
    assert odds(book, date(2001, 1, 1))["rows"][0]["hit"] == "25/51"
