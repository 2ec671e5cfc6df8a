"""Words for cards, and the parts of sets, maps and tables, as the interpreter reads them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.grammar import tree as t

SET = (tuple, list, frozenset)
SAID = t.Comparison | t.Among | t.Offered | t.Not | t.All | t.Any | t.Pattern  # true or false, and no quantity
RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
MINUTES = {"minute": 1, "minutes": 1, "hour": 60, "hours": 60, "day": 1440, "days": 1440}
SUITS = ("clubs", "diamonds", "hearts", "spades")
CARDS = {name: rank for rank, name in enumerate(RANKS, 1)} | {"joker": 0} | {name: name[0] for name in SUITS}
CARD_WORDS = (
    "points",
    "suited",
    "same_color",
    "same_rank",
    "consecutive",
    "size",
    "count",
    "rank",
    "suit",
    "pairs",
    "suits",
    "copies",
    "strays",
    "hard_draw",
    "soft_draw",
    "peak",
    "groups",
)


def key_of(value: Any) -> str:
    """How a value is written as the key of a row: 'any_two', '6', '5/2'."""
    return value if isinstance(value, str) else str(Fraction(value))


def column(table: t.Table | None, number: int) -> dict[str, t.Literal]:
    cells = [(row[0].value, row[number].value) for row in table.body] if table else []
    return {key_of(head.value): value for head, value in cells if head and value}
