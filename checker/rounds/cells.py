"""Converts one cell of a record to a typed value, written as in a filing, or as text because the file has only text.

>>> a_cell("Ah 10d Jk", ("cards",)), a_cell("3", ("count",)), a_cell("14; 15", ("set_of", ("count",)))
(((1, 'h'), (10, 'd'), (0, 'j')), 3, (14, 15))
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from pitboss.checker.filing.scalar_values import NUMBER_TEXT, exact, shown, tidy
from pitboss.checker.filing.typed_values import Misfit, typed, typed_choice
from pitboss.checker.filing.vocabulary import Type
from pitboss.checker.runtime.cards import Cards
from pitboss.checker.runtime.operations import Scalar, Value

Cell = Value | Cards  # the value that a record states in one field
RANKS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}
JOKER = (0, "j")
CARD = re.compile(r"(A|[2-9]|10|J|Q|K)([cdhs])")
CARD_WORDS = {JOKER: "Jk"} | {(rank, suit): f"{name}{suit}" for name, rank in RANKS.items() for suit in "cdhs"}


def a_cell(value: object, of: Type) -> Cell:
    """The value, None for an empty cell; raises Misfit."""
    if _is_blank(value):
        return None
    if of[0] == "cards":
        if not isinstance(value, str):
            raise Misfit(f"{shown(value)} is not cards", 'write them as "Ah 10d Jk"')
        return cards(value)
    if of[0] == "set_of":
        parts = value.split(";") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple):
            parts = [parts]
        found = {_one(part, of[1]) for part in parts if not _is_blank(part)}  # type: ignore[arg-type]
        return tuple(sorted(found, key=lambda item: (isinstance(item, str), item)))
    return _one(value, of)


def _is_blank(value: object) -> bool:
    return value is None or isinstance(value, str) and not value.strip()


def _one(value: object, of: Type) -> Scalar:
    """A value other than cards or a set."""
    if of[0] == "count":
        return a_whole(value)
    written = value.strip() if isinstance(value, str) else value
    found = _choice(written, of) if of[0] == "one_of" and isinstance(written, str) else typed(written, of)
    if not isinstance(found, int | Fraction | str):
        raise Misfit(f"{shown(value)} is not one value")
    return found


@lru_cache(maxsize=1 << 12)
def _choice(text: str, of: Type) -> object:
    return typed_choice(text, of[1])  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 16)
def cards(text: str) -> Cards:
    """Cards in dealt order: rank and suit, `Jk` for a joker."""
    found = []
    for word in text.split():
        card = CARD.fullmatch(word)
        if not card and word != "Jk":
            raise Misfit(f"{shown(word)} is not a card", 'write cards as "Ah 10d Jk"')
        found.append((RANKS[card[1]], card[2]) if card else JOKER)
    return tuple(found)


def a_whole(value: object) -> int:
    """In a round a count may be zero."""
    number = exact(value.strip() if isinstance(value, str) else value, NUMBER_TEXT)
    if number is None or number < 0 or number.denominator != 1:
        raise Misfit(f"{shown(value)} is not a whole number")
    return int(tidy(number))


def written(value: object, of: Type | None = None) -> str | int | None:
    """The inverse of `a_cell`: a value as a record writes it."""
    if isinstance(value, tuple) and of and of[0] == "cards":
        return " ".join(CARD_WORDS[card] for card in value)
    if isinstance(value, tuple):
        return "; ".join(str(written(item, of[1] if of else None)) for item in value)  # type: ignore[arg-type]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, Fraction):
        return value if value is None or isinstance(value, int) else str(value)
    if of and of[0] in ("percent", "one_of") and value < 1:
        return f"{tidy(value * 100)}%"
    return f"{float(value):.2f}" if of and of[0] == "money" else str(value)
