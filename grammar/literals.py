"""Parses values as the law writes them: figures, money, percentages and odds, exactly.

>>> literal("5 1/2 to 1", NOWHERE)
Literal(kind='odds_to', value=Fraction(11, 2), text='5 1/2 to 1')
>>> literal("3:2", NOWHERE) is None
True
"""

from __future__ import annotations

import re
from fractions import Fraction

from pitboss.grammar.diagnostics import Place
from pitboss.grammar.terms import NOWHERE, Literal

__all__ = ["NOWHERE", "canonical", "literal", "number"]

_FIGURES = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_KINDS = (  # tried in order on a cell's text; the grammar's terminals name the same kinds
    ("meter", re.compile(rf"(?P<n>{_FIGURES})% of meter")),
    ("odds", re.compile(rf"(?P<n>{_FIGURES}(?: \d+/\d+)?) (?P<form>to|for) (?P<d>\d+)")),
    ("percent", re.compile(rf"(?P<n>{_FIGURES}(?: \d+/\d+)?)%")),
    ("money", re.compile(rf"\$(?P<n>{_FIGURES})")),
    ("number", re.compile(rf"(?P<n>{_FIGURES}(?: \d+/\d+|/\d+)?)")),
    ("name", re.compile(r"(?P<name>[a-zA-Z][\w ']*(?:-[\w ']+)*)", re.ASCII)),
)


def number(text: str) -> Fraction:
    """
    >>> number("5 1/2"), number("1,000"), number("2.5")
    (Fraction(11, 2), Fraction(1000, 1), Fraction(5, 2))
    """
    return sum((Fraction(part) for part in text.replace(",", "").split()), Fraction(0))


def canonical(words: str) -> str:
    """
    >>> canonical("King and queen")
    'king_and_queen'
    """
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def literal(text: str, place: Place) -> Literal | None:
    """A value as the law writes it, or None if the text is not a value."""
    text = " ".join(text.split())
    for kind, pattern in _KINDS:
        match = pattern.fullmatch(text)
        if not match:
            continue
        if kind == "name":
            return Literal("name", canonical(text), text, place)
        try:
            value = number(match["n"])
            if kind == "odds":
                return Literal(f"odds_{match['form']}", value / Fraction(match["d"]), text, place)
        except (ValueError, ZeroDivisionError):
            return None
        if kind in ("percent", "meter"):
            value /= 100
        return Literal(kind, value, text, place)
    return None
