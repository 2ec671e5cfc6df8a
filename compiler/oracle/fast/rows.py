"""Counts and totals over the rows of a round, and values from the round before.

The facts of a row hold the rows of its round under ROWS, its own number under OWN, and the rows of the round before under EARLIER.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pitboss.compiler.model.core import Rows
from pitboss.compiler.oracle.fast.memoization import Closure
from pitboss.compiler.oracle.kleene import Truth, some
from pitboss.compiler.oracle.other_rows import OWN, ROWS, place, rows_of
from pitboss.compiler.oracle.values import NUMBERS, Facts

_BY_SEAT = (Rows.SEATS, Rows.OTHER_SEATS, Rows.OWN_SEATS, Rows.OWN_BOX)  # the rows of a seat count as one
_IDENTIFIED_BY = {Rows.OWN_SEATS: "player", Rows.OWN_BOX: "seat", Rows.BOXES: "seat"}


def fold(rows: Rows, where: Callable[[Facts], Truth] | None, value: Closure | None, facts: Facts) -> object:
    """The number of rows that meet the condition, or the total of a value over them; None if unknown."""
    if facts.get(ROWS) is None or not _identified(rows, facts):
        return None
    total: object = 0
    for group in _groups(rows, facts):
        counted: Truth = True if where is None else some(where(row) for row in group)
        more: object
        if value is None:
            more = None if counted is None else int(counted)
        else:
            more = 0 if counted is False else _common(value(row) for row in group)
            more = more if counted is not None or more == 0 else None
        total = _sum(total, more)
    return total


def _sum(total: object, more: object) -> object:
    """A total of hands is the concatenated cards, so the initial zero is replaced instead of added to."""
    if total is None or more is None:
        return None
    if total == 0:
        return more
    if isinstance(total, NUMBERS) and isinstance(more, NUMBERS):
        return total + more
    assert isinstance(total, tuple) and isinstance(more, tuple)
    return total + more


def value_before(rows: list[Facts], value: Closure) -> object:
    """The value that all of the rows share; None if they differ or there are none."""
    return _common(map(value, rows))


def _groups(rows: Rows, facts: Facts) -> Iterator[list[Facts]]:
    """The rows of a hand together; the rows of a seat if seats are counted."""
    all_rows, own = [*rows_of(facts, ROWS)], facts[OWN]
    assert isinstance(own, int)
    all_rows[own] = facts
    seats = [place(row) for row in all_rows]
    mine = [n for n, seat in enumerate(seats) if n == own or seat is not None and seat == seats[own]]
    match rows:
        case Rows.HANDS | Rows.SEATS:
            expected = [*range(len(all_rows))]
        case Rows.OWN_HANDS:
            expected = mine
        case Rows.OTHER_HANDS:
            hand = hand_of(all_rows[own])
            expected = [n for n, row in enumerate(all_rows) if n != own and (hand is None or hand_of(row) != hand)]
        case Rows.OTHER_SEATS:
            expected = [n for n in range(len(all_rows)) if n not in mine]
        case Rows.OWN_SEATS | Rows.OWN_BOX:
            name = _IDENTIFIED_BY[rows]
            expected = [n for n, row in enumerate(all_rows) if n in mine or row.get(name) == facts.get(name)]
        case Rows.BOXES:
            first = {row.get("seat"): row.get("player") for row in reversed(all_rows)}
            expected = [n for n, row in enumerate(all_rows) if row.get("player") == first[row.get("seat")]]
    owners: list[object] = [*seats] if rows in _BY_SEAT else [hand_of(row) for row in all_rows]
    groups: dict[object, list[Facts]] = {}
    for n in expected:
        groups.setdefault(n if owners[n] is None else owners[n], []).append(all_rows[n])
    yield from groups.values()


def hand_of(row: Facts) -> tuple[object, object] | None:
    """The hand that a row names, with its seat; rows that name the same hand are one hand."""
    return None if place(row) is None or row.get("hand") is None else (place(row), row["hand"])


def _identified(rows: Rows, facts: Facts) -> bool:
    """Whether the record identifies the rows."""
    all_rows, name = rows_of(facts, ROWS), _IDENTIFIED_BY.get(rows)
    if name is None or all(row.get(name) is not None for row in all_rows):
        return True
    return len(all_rows) == 1 or place(facts) is not None and all(place(row) == place(facts) for row in all_rows)


def _common(values: Iterable[object]) -> object:
    found = [*values]
    return found[0] if found and all(value == found[0] for value in found) else None
