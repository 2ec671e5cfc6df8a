"""A card function has one row in the function table and one implementation in the checker, which both engines use."""

from __future__ import annotations

import pytest

from tests.support.product import FUNCTIONS, card_runtime, row_operations

TABLE = {name for name, function in FUNCTIONS.items() if function.params[0] == "cards"}


def test_the_checker_implements_the_functions_of_the_table() -> None:
    assert set(card_runtime.CARD_FUNCTIONS) == TABLE


@pytest.mark.parametrize("name", sorted(TABLE))
def test_both_engines_have_the_function(name: str) -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds import column_operations

    assert getattr(row_operations, name) is card_runtime.CARD_FUNCTIONS[name]
    assert callable(getattr(column_operations, name))
