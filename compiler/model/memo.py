"""Remembers what was computed for an object, by its identity: comparing two rulebooks takes longer than most questions about one.

>>> asked = []
>>> length = once_for_each(lambda book: asked.append(book) or len(book))
>>> book = ["a", "b"]
>>> length(book), length(book), len(asked)
(2, 2, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
P = TypeVar("P")
R = TypeVar("R")

_KEPT = 4  # a compilation has a few rulebooks: as written, with precedence, and as odds read it


def once_for_each(work: Callable[[T], R]) -> Callable[[T], R]:
    """The function, evaluated once for each of the last few objects. The objects, and what is found, must not change."""
    known: list[tuple[T, R]] = []

    @wraps(work)
    def remembered(of: T) -> R:
        for one, found in known:
            if one is of:
                return found
        found = work(of)
        known.insert(0, (of, found))
        del known[_KEPT:]
        return found

    return remembered


def once_for_each_part(work: Callable[[T, P], R]) -> Callable[[T, P], R]:
    """The function, evaluated once for each part of each of the last few objects."""

    @once_for_each
    def of_whole(whole: T) -> dict[int, tuple[P, R]]:
        return {}

    @wraps(work)
    def remembered(whole: T, part: P) -> R:
        known = of_whole(whole)
        if (found := known.get(id(part))) is None:
            known[id(part)] = found = part, work(whole, part)  # a part that is kept keeps its identity
        return found[1]

    return remembered
