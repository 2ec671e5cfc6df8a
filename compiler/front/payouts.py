"""Rows of printed payout tables, with names and values as the facts of a filing hold them."""

from __future__ import annotations

from fractions import Fraction

from pitboss.grammar import tree as t


def payout(v: t.Literal) -> tuple[str, Fraction]:
    """A printed payout as facts hold it: odds net of the stake."""
    assert isinstance(v.value, Fraction)
    if v.kind == "odds_for":
        return "odds", v.value - 1
    return ("odds" if v.kind == "odds_to" else v.kind), v.value


def key(cell: t.Cell) -> str:
    """A row's or column's name: a word, or a number as it is printed."""
    assert cell.value is not None
    return str(cell.value.value) if cell.value.kind == "name" else cell.value.text.replace(",", "")


def rows(table: t.Table, column: int = 1) -> dict[str, tuple[str, Fraction]]:
    cells = ((row[0], row[column].value) for row in table.body if row[0].value)
    return {key(head): payout(value) for head, value in cells if value}
