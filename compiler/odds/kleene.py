"""Values and truths over many hands at once: arrays, each with what is known of it.

>>> import numpy as np
>>> low = compare("<", Value(np.array([3, 9])), Value(5))
>>> low.yes.tolist(), both([low, UNKNOWN]).no.tolist()
([True, False], [False, True])
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

Array = Any  # a numpy array, or a number: the two mix freely
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A quantity of every hand; `known` tells of which it is known. Names are numbers here (`code`)."""

    of: Array
    known: Array = True


@dataclass(frozen=True, slots=True)
class Truth:
    yes: Array
    no: Array

    @property
    def unknown(self) -> Array:
        return np.logical_not(np.logical_or(self.yes, self.no))


UNKNOWN = Truth(False, False)
NOTHING = Value(0, False)
_CODES: dict[str, int] = {}


def code(name: str) -> int:
    """The number that stands for a name; far from every number that is counted with."""
    return _CODES.setdefault(name, 10**12 + len(_CODES))


def truth(yes: Array, known: Array = True) -> Truth:
    return Truth(np.logical_and(yes, known), np.logical_and(np.logical_not(yes), known))


def opposite(a: Truth) -> Truth:
    return Truth(a.no, a.yes)


def both(truths: Iterable[Truth]) -> Truth:
    yes: Array = True
    no: Array = False
    for one in truths:
        yes, no = np.logical_and(yes, one.yes), np.logical_or(no, one.no)
    return Truth(yes, no)


def either(truths: Iterable[Truth]) -> Truth:
    return opposite(both(opposite(one) for one in truths))


def compare(sign: str, a: Value, b: Value) -> Truth:
    left, right = a.of, b.of
    if isinstance(left, Fraction) and not isinstance(right, Fraction):
        left, right = left.numerator, right * left.denominator
    elif isinstance(right, Fraction) and not isinstance(left, Fraction):
        left, right = left * right.denominator, right.numerator
    return truth(_SIGNS[sign](left, right), np.logical_and(a.known, b.known))


def whole(number: Fraction) -> Fraction | int:
    """A number as arrays can have it, where it is whole."""
    return int(number) if number.denominator == 1 else number
