"""Figures and names as rows print them."""

from __future__ import annotations

from fractions import Fraction

from pitboss.compiler.odds.active_law import Law


def decimal(number: Fraction, places: int = 10) -> str:
    """
    >>> decimal(Fraction(1, 19)), decimal(Fraction(-1, 8), 4)
    ('0.0526315789', '-0.1250')
    """
    scaled = round(abs(number) * 10**places)
    return f"{'-' if number < 0 else ''}{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def words(law: Law, name: str) -> str:
    known = law.book.fields.get(name.partition(" of ")[0])
    return known.title if known else name
