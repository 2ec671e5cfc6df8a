"""Memoization of functions of a row by the footprint of what they evaluate."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Generic, TypeVar

from pitboss.compiler.model.footprint import Footprint
from pitboss.compiler.oracle.fast.row_footprints import observers, plain_names
from pitboss.compiler.oracle.values import Facts, Number

Closure = Callable[[Facts], object]  # of a row: a value that any field can have
R = TypeVar("R")

CAPACITY = 1 << 13  # results that are cached for one function
WORTHWHILE = 4  # hits per cached result; with fewer, the lookup costs more than the evaluation


class Memo(Generic[R]):
    """A function of a row, evaluated once for all rows with the same observed part."""

    def __init__(self, footprint: Footprint, evaluate: Callable[[Facts], R]) -> None:
        self.evaluate = evaluate
        self.names = plain_names(footprint)
        self.observers = observers(footprint)
        self.results: dict[tuple[object, ...], R] = {}
        self.hits = 0

    def __call__(self, facts: Facts) -> R:
        if self.names is None:
            key = tuple([observe(facts) for observe in self.observers])
        else:
            key = tuple([facts.get(name) for name in self.names])
        try:
            found = self.results[key]
        except KeyError:
            return self._evaluated(key, facts)
        self.hits += 1
        return found

    def _evaluated(self, key: tuple[object, ...], facts: Facts) -> R:
        if len(self.results) >= CAPACITY:
            if self.hits < WORTHWHILE * CAPACITY:
                self.__class__ = Unmemoized
            self.results, self.hits = {}, 0
        found = self.results[key] = self.evaluate(facts)
        return found


class Unmemoized(Memo[R]):
    """A function that reads other rows, or that rarely sees the same observed part twice."""

    def __call__(self, facts: Facts) -> R:
        return self.evaluate(facts)


def memoized(footprint: Footprint, evaluate: Callable[[Facts], R]) -> Memo[R]:
    """The function with memoization, unless it reads other rows.

    >>> from pitboss.compiler.model.footprint import Footprint
    >>> calls = []
    >>> double = memoized(Footprint(frozenset({("boxes",)})), lambda facts: (calls.append(1), facts["boxes"]))
    >>> double({"boxes": 2, "seat": "1"}), double({"boxes": 2, "seat": "2"}), len(calls)
    ((None, 2), (None, 2), 1)
    """
    return (Unmemoized if footprint.beyond_row else Memo)(footprint, evaluate)


def whole(value: object) -> object:
    """The value with a whole fraction converted to an integer, which is faster to hash and compare."""
    return whole_number(value) if isinstance(value, Fraction) else value


def whole_number(value: Number) -> Number:
    return value.numerator if value.denominator == 1 else value
