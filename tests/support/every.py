"""One test of many like things: thousands of parametrized tests cost more than what they test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

One = TypeVar("One")


def every(items: Iterable[One], check: Callable[[One], None], name: Callable[[One], str] = str) -> None:
    """Check each item, and fail with all that do not pass, each by its name."""
    failed = dict[str, str]()
    for item in items:
        try:
            check(item)
        except AssertionError as problem:
            failed[name(item)] = str(problem)
    assert not failed, "\n\n".join(f"{one}: {problem}" for one, problem in failed.items())


def by_section(items: Iterable[One], clause: Callable[[One], str]) -> Mapping[str, list[One]]:
    """Section → its items, which are each about a clause."""
    found: dict[str, list[One]] = {}
    for item in items:
        found.setdefault(clause(item).partition("(")[0].partition("/")[0], []).append(item)
    return found
