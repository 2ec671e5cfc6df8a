"""Counts and sums over the rows of a round, and values of the round before at the same table.

Written from docs/semantics.md, Other rows. The facts of a row hold the rows of its round under ROWS (itself among them, by OWN),
and under EARLIER those of the round before; without them nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.compiler.oracle.kleene import Truth, every, some

Facts = dict[str, Any]
ROWS, OWN, EARLIER = "rows of the round", "number of the row", "rows of the round before"


def over(
    rows: str, facts: Facts, where: Callable[[Facts], Truth] | None, value: Callable[[Facts], Any] | None
) -> Any:
    """The count of the rows that meet a condition, or the sum of a quantity over them."""
    if facts.get(ROWS) is None:
        return None
    found: Any = 0
    for group in _groups(rows, facts):
        met = True if where is None else some(where(row) for row in group)
        if value is None:
            more = None if met is None else int(met)
        else:
            more = 0 if met is False else _common(value(row) for row in group)
            more = more if met is not None or more == 0 else None
        # Hands of cards are put together.
        found = None if found is None or more is None else more if found == 0 else found + more
    return found


def earlier(seated: bool, facts: Facts, value: Callable[[Facts], Any]) -> Any:
    """The value that all rows of the round before have in common; where `seated`, those of the same seat."""
    rows = facts.get(EARLIER) or []
    if seated:
        rows = [row for row in rows if place(row) is not None and place(row) == place(facts)]
    return _common(map(value, rows))


def place(facts: Facts) -> tuple[Any, Any] | None:
    """The seat of a row with its player; None where it has neither."""
    found = facts.get("seat"), facts.get("player")
    return None if found == (None, None) else found


def _groups(kind: str, facts: Facts) -> Iterator[list[Facts]]:
    """The rows of which something is asked, one by one; where seats are, the rows of a seat together."""
    rows, own = [*facts[ROWS]], facts[OWN]
    rows[own] = facts
    mine = [n for n, row in enumerate(rows) if n == own or place(row) is not None and place(row) == place(rows[own])]
    wanted = {
        "hands": range(len(rows)), "seats": range(len(rows)), "own hands": mine,
        "other hands": [n for n in range(len(rows)) if n != own],
        "other seats": [n for n in range(len(rows)) if n not in mine],
    }[kind]  # fmt: skip
    seen: list[Any] = []
    for n in wanted:
        if not kind.endswith("seats"):
            yield [rows[n]]
        elif place(rows[n]) is None or place(rows[n]) not in seen:
            seen.append(place(rows[n]))
            yield [rows[m] for m in wanted if m == n or place(rows[n]) is not None and place(rows[m]) == place(rows[n])]


def _common(values: Any) -> Any:
    found = [*values]
    return found[0] if found and every(value == found[0] for value in found) else None
