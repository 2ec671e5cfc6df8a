"""Counts and sums over the rows of a round, and values from the round before at the same table.

Written from docs/semantics.md, Other rows. The facts of a row hold the rows of its round under ROWS (itself among them, by OWN),
and under EARLIER those of the round before; without them every result is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from pitboss.compiler.oracle.kleene import Truth, every, some
from pitboss.compiler.oracle.values import Facts

ROWS, OWN, EARLIER = "rows of the round", "number of the row", "rows of the round before"


def over(
    rows: str, facts: Facts, where: Callable[[Facts], Truth] | None, value: Callable[[Facts], object] | None
) -> object:
    """The count of the rows that meet a condition, or the sum of a quantity over them."""
    if facts.get(ROWS) is None or not _shown(rows, facts):
        return None
    found: object = 0
    for group in _groups(rows, facts):
        met = True if where is None else some(where(row) for row in group)
        more: object
        if value is None:
            more = None if met is None else int(met)
        else:
            more = 0 if met is False else _common(value(row) for row in group)
            more = more if met is not None or more == 0 else None
        found = _added(found, more)
    return found


def _added(total: object, more: object) -> object:
    """Add two values; hands of cards are concatenated."""
    if total == 0 or more is None:
        return more
    if isinstance(total, tuple) and isinstance(more, tuple):
        return total + more
    if isinstance(total, int | Fraction) and isinstance(more, int | Fraction):
        return total + more
    return None


def earlier(seated: bool, facts: Facts, value: Callable[[Facts], object]) -> object:
    """The value that all rows of the round before share; with `seated`, all rows of the same seat."""
    rows = rows_of(facts, EARLIER)
    if seated:
        rows = [row for row in rows if place(row) is not None and place(row) == place(facts)]
    return _common(map(value, rows))


def rows_of(facts: Facts, name: str) -> list[Facts]:
    """The rows under ROWS or EARLIER; none if they are unknown."""
    rows = facts.get(name)
    return rows if isinstance(rows, list) else []


def place(facts: Facts) -> tuple[object, object] | None:
    """The seat of a row with its player; None if it has neither."""
    found = facts.get("seat"), facts.get("player")
    return None if found == (None, None) else found


def _groups(kind: str, facts: Facts) -> Iterator[list[Facts]]:
    """The rows to count or add one by one; if seats are counted, the rows of a seat together."""
    rows, own = [*rows_of(facts, ROWS)], facts[OWN]
    assert isinstance(own, int)
    rows[own] = facts
    mine = [n for n, row in enumerate(rows) if n == own or place(row) is not None and place(row) == place(rows[own])]
    expected = {
        "hands": range(len(rows)), "seats": range(len(rows)), "own hands": mine,
        "own first hand": [n for n in mine if n == mine[0] or _same_hand(rows[n], rows[mine[0]])],
        "other hands": [n for n in range(len(rows)) if n != own and not _same_hand(rows[n], rows[own])],
        "other seats": [n for n in range(len(rows)) if n not in mine],
        "own seats": _with_same_value(rows, mine, "player"),
        "own box": _with_same_value(rows, mine, "seat"),
        "boxes": [n for n, row in enumerate(rows) if not _shares_cards(row, rows)],
    }[kind]  # fmt: skip
    same = _same_hand if kind.endswith(("hands", "hand")) or kind == "boxes" else _same_seat
    left = [*expected]
    while left:
        group = [n for n in left if n == left[0] or same(rows[n], rows[left[0]])]
        yield [rows[n] for n in group]
        left = [n for n in left if n not in group]


def _same_seat(row: Facts, other: Facts) -> bool:
    return place(row) is not None and place(row) == place(other)


def _same_hand(row: Facts, other: Facts) -> bool:
    """Whether two rows of one seat name one hand."""
    return _same_seat(row, other) and row.get("hand") is not None and row.get("hand") == other.get("hand")


def _shown(kind: str, facts: Facts) -> bool:
    """Whether the record identifies the rows: those of one player require `player`, those of one box `seat`."""
    needed = {"own seats": "player", "own box": "seat", "boxes": "seat"}.get(kind)
    rows = rows_of(facts, ROWS)
    alone = len(rows) == 1 or len({place(row) for row in rows}) == 1 and place(facts) is not None
    return needed is None or alone or all(row.get(needed) is not None for row in rows)


def _with_same_value(rows: list[Facts], mine: list[int], name: str) -> list[int]:
    """The rows of this seat, and those of others that have the same value."""
    return [n for n, row in enumerate(rows) if n in mine or row.get(name) == rows[mine[0]].get(name)]


def _shares_cards(row: Facts, rows: list[Facts]) -> bool:
    """Whether a row has the box, and so the cards, of another player whose row comes first."""
    first = next(other for other in rows if other.get("seat") == row.get("seat"))
    return bool(row.get("player") != first.get("player"))


def _common(values: Iterable[object]) -> object:
    found = [*values]
    return found[0] if found and every(value == found[0] for value in found) else None
