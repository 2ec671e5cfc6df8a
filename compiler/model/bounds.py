"""Bounds on one quantity: the values that are still possible, and whether there are any.

>>> bounds(Relation.LESS, Fraction(6)).both(bounds(Relation.AT_LEAST, Fraction(6))).empty()
True
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import assert_never

from pitboss.compiler.model.core import Relation

MOST = 200  # at most so many whole numbers of an interval are tried one by one
Value = Fraction | str


@dataclass(frozen=True, slots=True)
class Bounds:
    """The values that a quantity may still have."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    among: frozenset[Value] | None = None
    never: frozenset[Value] = frozenset()
    whole: bool = False

    def met(self, value: Value) -> bool:
        """Whether the value is within the bounds."""
        if value in self.never or self.among is not None and value not in self.among:
            return False
        if isinstance(value, str):
            return self.low is None and self.high is None
        above = self.low is None or value > self.low or value == self.low and not self.low_open
        return above and (self.high is None or value < self.high or value == self.high and not self.high_open)

    def both(self, other: Bounds) -> Bounds:
        """The values within both."""
        lows = [(b.low, b.low_open) for b in (self, other) if b.low is not None]
        highs = [(b.high, not b.high_open) for b in (self, other) if b.high is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        among = [b.among for b in (self, other) if b.among is not None]
        return Bounds(
            low[0] if low else None, high[0] if high else None, bool(low and low[1]), bool(high and not high[1]),
            frozenset.intersection(*among) if among else None, self.never | other.never, self.whole or other.whole,
        )  # fmt: skip

    def empty(self) -> bool:
        """Whether no value is possible. "No" may be wrong for long intervals; "yes" never is."""
        if self.among is not None:
            return not any(self.met(v) for v in self.among)
        if self.low is None or self.high is None:
            return False
        if self.low > self.high or self.low == self.high and not self.met(self.low):
            return True
        return (
            self.whole
            and self.high - self.low < MOST
            and not any(map(self.met, map(Fraction, range(ceil(self.low), floor(self.high) + 1))))
        )


COUNT = Bounds(low=Fraction(0), whole=True)  # counts, which are whole numbers


def bounds(relation: Relation, value: Value) -> Bounds:
    """The values that a relation to a constant leaves possible; names have no order.

    >>> bounds(Relation.UNEQUAL, "left").met("left")
    False
    """
    match relation:
        case Relation.EQUAL | Relation.EXACTLY:
            return Bounds(among=frozenset((value,)))
        case Relation.UNEQUAL:
            return Bounds(never=frozenset((value,)))
        case Relation.MORE | Relation.AT_LEAST:
            return Bounds() if isinstance(value, str) else Bounds(low=value, low_open=relation is Relation.MORE)
        case Relation.LESS | Relation.AT_MOST:
            return Bounds() if isinstance(value, str) else Bounds(high=value, high_open=relation is Relation.LESS)
    assert_never(relation)
