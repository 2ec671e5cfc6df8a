"""Formats a share as a percentage that is rounded once, from the exact fraction."""

from __future__ import annotations

from fractions import Fraction

_DIGITS = 3  # significant digits of a small share


def percent(share: Fraction, signed: bool = False, places: int = 4) -> str:
    """At least this many decimal places, and more if a small share would otherwise read as zero.

    >>> percent(Fraction(1, 18)), percent(Fraction(1, 154143080)), percent(Fraction(-1, 2), True), percent(Fraction(0), True)
    ('5.5556%', '0.000000649%', '-50.0000%', '0.0000%')
    """
    size = abs(share) * 100
    while 0 < size * 10**places < 10 ** (_DIGITS - 1):
        places += 1
    whole, rest = divmod(round(size * 10**places), 10**places)
    sign = "-" if share < 0 else "+" if signed and share else ""
    return f"{sign}{whole:,}.{rest:0{places}}%"
