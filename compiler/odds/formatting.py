"""Formats figures and names for rows."""

from __future__ import annotations

from fractions import Fraction

from pitboss.compiler.odds.active_law import ActiveLaw


def decimal(number: Fraction, places: int = 10) -> str:
    """The number as a decimal, rounded to so many places.

    >>> decimal(Fraction(1, 19)), decimal(Fraction(-1, 8), 4)
    ('0.0526315789', '-0.1250')
    """
    scaled = round(abs(number) * 10**places)
    return f"{'-' if number < 0 else ''}{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def title(law: ActiveLaw, name: str) -> str:
    """The title of a fact, `maximum of streak` by its field; any other text unchanged."""
    known = law.book.fields.get(name.partition(" of ")[0])
    return known.title if known else name
