"""Counts and totals over the rows of a round, and values from the round before.

The facts of a row hold the rows of its round under ROWS, its own number under OWN, and the rows of the round before under EARLIER.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pitboss.compiler.model.core import Rows
from pitboss.compiler.oracle.fast.memoization import Closure, Facts
from pitboss.compiler.oracle.kleene import Truth, some
from pitboss.compiler.oracle.other_rows import OWN, ROWS, place


def fold(rows: Rows, where: Callable[[Facts], Truth] | None, value: Closure | None, facts: Facts) -> Any:
    """The number of rows where the condition holds, or the total of a value over them; None where it is unknown."""
    if facts.get(ROWS) is None:
        return None
    total: Any = 0
    for group in _groups(rows, facts):
        counted: Truth = True if where is None else some(where(row) for row in group)
        more: Any
        if value is None:
            more = None if counted is None else int(counted)
        else:
            more = 0 if counted is False else _common(value(row) for row in group)
            more = more if counted is not None or more == 0 else None
        # A total of hands of cards is the cards put together, so zero is replaced and not added to.
        total = None if total is None or more is None else more if total == 0 else total + more
    return total


def value_before(rows: list[Facts], value: Closure) -> Any:
    """The value that all of the rows share; None where they differ or there are none."""
    return _common(map(value, rows))


def _groups(rows: Rows, facts: Facts) -> Iterator[list[Facts]]:
    """Hands one by one; the hands of a seat together where seats are counted."""
    all_rows, own = [*facts[ROWS]], facts[OWN]
    all_rows[own] = facts
    seats = [place(row) for row in all_rows]
    mine = [n for n, seat in enumerate(seats) if n == own or seat is not None and seat == seats[own]]
    match rows:
        case Rows.HANDS | Rows.SEATS:
            wanted = [*range(len(all_rows))]
        case Rows.OWN_HANDS:
            wanted = mine
        case Rows.OTHER_HANDS:
            wanted = [n for n in range(len(all_rows)) if n != own]
        case Rows.OTHER_SEATS:
            wanted = [n for n in range(len(all_rows)) if n not in mine]
    seen: set[tuple[Any, Any]] = set()
    for n in wanted:
        seat = seats[n]
        if rows not in (Rows.SEATS, Rows.OTHER_SEATS) or seat is None:
            yield [all_rows[n]]
        elif seat not in seen:
            seen.add(seat)
            yield [all_rows[m] for m in wanted if seats[m] == seat]


def _common(values: Iterable[Any]) -> Any:
    found = [*values]
    return found[0] if found and all(value == found[0] for value in found) else None
