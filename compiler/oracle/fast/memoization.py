"""Memoization of functions of a row by the footprint of what they evaluate."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.compiler.model.footprint import Footprint
from pitboss.compiler.oracle.fast.row_footprints import observers, plain_names

Facts = dict[str, Any]
Closure = Callable[[Facts], Any]  # of a row: a value that any field can have

CAPACITY = 1 << 13  # results that are kept of one function
WORTHWHILE = 4  # hits for each result kept; with fewer, looking up costs more than evaluating


class Memo:
    """A function of a row, evaluated once for all rows with the same observed part."""

    def __init__(self, footprint: Footprint, evaluate: Closure) -> None:
        self.evaluate = evaluate
        self.names = plain_names(footprint)
        self.observers = observers(footprint)
        self.results: dict[Any, Any] = {}
        self.hits = 0

    def __call__(self, facts: Facts) -> Any:
        if self.names is None:
            key = tuple([observe(facts) for observe in self.observers])
        else:
            key = tuple([facts.get(name) for name in self.names])
        found = self.results.get(key, self)
        if found is not self:
            self.hits += 1
            return found
        if len(self.results) >= CAPACITY:
            if self.hits < WORTHWHILE * CAPACITY:
                self.__class__ = Unmemoized
            self.results, self.hits = {}, 0
        found = self.results[key] = whole(self.evaluate(facts))
        return found


class Unmemoized(Memo):
    """A function that reads other rows, or that hardly ever sees the same observed part twice."""

    def __call__(self, facts: Facts) -> Any:
        return whole(self.evaluate(facts))


def memoized(footprint: Footprint, evaluate: Closure) -> Memo:
    """The function with memoization, unless it reads other rows.

    >>> from pitboss.compiler.model.footprint import Footprint
    >>> calls = []
    >>> double = memoized(Footprint(frozenset({("boxes",)})), lambda facts: calls.append(1) or 2 * facts["boxes"])
    >>> double({"boxes": 2, "seat": "1"}), double({"boxes": 2, "seat": "2"}), len(calls)
    (4, 4, 1)
    """
    return (Unmemoized if footprint.beyond_row else Memo)(footprint, evaluate)


def whole(value: Any) -> Any:
    """The value with whole fractions as integers, which are hashed and compared faster."""
    if isinstance(value, tuple):
        return tuple(whole(one) for one in value)
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
