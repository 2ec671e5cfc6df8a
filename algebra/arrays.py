"""Values and truths of many hands at once: numpy arrays, each with a mask of the hands for which it is known.

>>> low = compare("<", Value(np.array([3, 9])), Value(5))
>>> low.yes.tolist(), all_of([low, UNKNOWN]).no.tolist()
([True, False], [False, True])
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

Array = Any  # a numpy array, or a scalar that stands for one: numpy mixes the two freely
CLOSE = 1 << 16  # of numbers in such a range, each can have a place of its own
_RELATIONS: dict[str, Callable[[Array, Array], Array]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "exactly": operator.eq,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A quantity for every hand, with a mask of the hands for which it is known. Names are represented by numbers."""

    of: Array
    known: Array = True


@dataclass(frozen=True, slots=True)
class Truth:
    """A condition for every hand: true, false, or neither if unknown."""

    yes: Array
    no: Array

    @property
    def unknown(self) -> Array:
        return np.logical_not(np.logical_or(self.yes, self.no))


UNKNOWN = Truth(False, False)
UNKNOWN_VALUE = Value(0, False)


def truth(yes: Array, known: Array = True) -> Truth:
    """The truth of an array, where it is known."""
    return Truth(_both(yes, known), _both(np.logical_not(yes), known))


def opposite(a: Truth) -> Truth:
    """The negation."""
    return Truth(a.no, a.yes)


def all_of(truths: Iterable[Truth]) -> Truth:
    """The conjunction; true for no operands."""
    yes: Array = True
    no: Array = False
    for one in truths:
        yes, no = _both(yes, one.yes), one.no if no is False else np.logical_or(no, one.no)
    return Truth(yes, no)


def _both(a: Array, b: Array) -> Array:
    """Where both hold; without an operation on arrays if one of them holds everywhere."""
    return b if a is True else a if b is True else np.logical_and(a, b)


def any_of(truths: Iterable[Truth]) -> Truth:
    """The disjunction; false for no operands."""
    return opposite(all_of(opposite(one) for one in truths))


def compare(relation: str, a: Value, b: Value) -> Truth:
    """Whether the relation holds, hand by hand. Fractions are cross-multiplied, because arrays hold integers."""
    left, right = a.of, b.of
    if isinstance(left, Fraction) and not isinstance(right, Fraction):
        left, right = left.numerator, right * left.denominator
    elif isinstance(right, Fraction) and not isinstance(left, Fraction):
        left, right = left * right.denominator, right.numerator
    return truth(_RELATIONS[relation](left, right), _both(a.known, b.known))


def arithmetic(sign: str, a: Value, b: Value) -> Value:
    """The result, hand by hand; unknown if the divisor is zero or depends on the cards: no rule divides by those."""
    left, right = a.of, b.of
    known = _both(a.known, b.known)
    if isinstance(left, Fraction) and isinstance(right, np.ndarray):
        right = right.astype(object)
    elif isinstance(right, Fraction) and isinstance(left, np.ndarray):
        left = left.astype(object)
    match sign:
        case "+":
            return Value(left + right, known)
        case "-":
            return Value(left - right, known)
        case "*":
            return Value(left * right, known)
        case "mod":
            return Value(left % right, known)
        case "greater" | "lesser":
            if not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray):
                return Value((max if sign == "greater" else min)(left, right), known)
            return Value((np.maximum if sign == "greater" else np.minimum)(left, right), known)
        case "/":
            if isinstance(left, np.ndarray) or isinstance(right, np.ndarray) or not right:
                return UNKNOWN_VALUE
            return Value(whole(Fraction(left) / right), known)
    raise ValueError(f"no operator {sign}")


def whole(number: Fraction) -> Fraction | int:
    """The number as an integer if it is one, because arrays hold integers."""
    return int(number) if number.denominator == 1 else number


def distinct(values: Array) -> tuple[list[Fraction | int], Array]:
    """The different values in ascending order, and for each place the number of its value.

    Fractions are first distinguished by identity, because many hands share few objects and comparing fractions is slow.

    >>> distinct(np.array([Fraction(1, 2), 0, Fraction(2, 4)], object))
    ([0, Fraction(1, 2)], array([1, 0, 1]))
    """
    if values.dtype != object:
        found, number = np.unique(values, return_inverse=True)
        return found.tolist(), number.reshape(-1)
    every = values.tolist()
    ids = np.fromiter(map(id, every), np.int64, len(every))
    _, first, lot = np.unique(ids, return_index=True, return_inverse=True)
    objects = [every[n] for n in first]
    ordered = sorted(set(objects))
    return ordered, np.array([ordered.index(value) for value in objects], np.int64)[lot]


def numbered(values: Array) -> tuple[Array, Array]:
    """The different whole numbers in order, and the place of each value among them; without sorting if they lie close together."""
    least = int(values.min()) if len(values) else 0
    span = int(values.max()) - least + 1 if len(values) else 0
    if span > max(len(values), CLOSE):
        different, places = np.unique(values, return_inverse=True)
        return different, places
    there = np.zeros(span, np.bool_)
    there[values - least] = True
    return np.flatnonzero(there) + least, (np.cumsum(there) - 1)[values - least]
