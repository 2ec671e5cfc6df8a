"""Counts and totals over the rows of a round, and values from the round before.

The facts of a row hold the rows of its round under ROWS, its own number under OWN, and the rows of the round before under EARLIER.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import is_

from pitboss.compiler.model.core import Rows
from pitboss.compiler.oracle.fast.memoization import Closure
from pitboss.compiler.oracle.kleene import Truth, some
from pitboss.compiler.oracle.other_rows import OWN, ROWS, place
from pitboss.compiler.oracle.values import NUMBERS, Facts

_BY_SEAT = (Rows.SEATS, Rows.OTHER_SEATS, Rows.OWN_SEATS, Rows.OWN_BOX)  # the rows of a seat count as one
_IDENTIFIED_BY = {Rows.OWN_SEATS: "player", Rows.OWN_BOX: "seat", Rows.BOXES: "seat"}


class RowGroups:
    """How the rows of a round are grouped as seen from one of them; it is found once for the rules that are evaluated in a row."""

    def __init__(self) -> None:
        self._seen: tuple[Facts, list[Facts], object] | None = None  # the row, all rows, the place of the row
        self._groups: dict[Rows, Sequence[list[Facts]] | None] = {}

    def of(self, rows: Rows, facts: Facts, all_rows: list[Facts]) -> Sequence[list[Facts]] | None:
        """The rows of a hand together, or of a seat if seats are counted; None if the record does not identify the rows."""
        if len(all_rows) == 1:
            return () if rows is Rows.OTHER_HANDS or rows is Rows.OTHER_SEATS else ([facts],)
        place = facts.get("seat"), facts.get("player"), facts.get("hand")
        seen = self._seen
        if not (
            seen and seen[0] is facts and len(seen[1]) == len(all_rows) and all(map(is_, seen[1], all_rows))
            and seen[2] == place
        ):  # fmt: skip
            self._seen, self._groups = (facts, [*all_rows], place), {}
        if rows not in self._groups:
            self._groups[rows] = _groups(rows, facts, all_rows) if _identified(rows, facts, all_rows) else None
        return self._groups[rows]


def fold(
    rows: Rows, where: Callable[[Facts], Truth] | None, value: Closure | None, facts: Facts, groups: RowGroups
) -> object:
    """The number of rows that meet the condition, or the total of a value over them; None if unknown."""
    all_rows = facts.get(ROWS)
    grouped = groups.of(rows, facts, all_rows) if isinstance(all_rows, list) else None
    if grouped is None:
        return None
    total: object = 0
    for group in grouped:
        if where is None:
            counted: Truth = True
        else:
            counted = where(group[0]) if len(group) == 1 else some(map(where, group))
        more: object
        if value is None:
            more = None if counted is None else int(counted)
        else:
            more = 0 if counted is False else value(group[0]) if len(group) == 1 else _common(map(value, group))
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


def _groups(rows: Rows, facts: Facts, all_rows: list[Facts]) -> list[list[Facts]]:
    own = facts[OWN]
    assert isinstance(own, int)
    all_rows = [*all_rows]
    all_rows[own] = facts
    places = tuple([(row.get("seat"), row.get("player"), row.get("hand")) for row in all_rows])
    return [[all_rows[n] for n in group] for group in _grouped(rows, own, places)]


@lru_cache(maxsize=1 << 12)
def _grouped(rows: Rows, own: int, places: tuple[tuple[object, object, object], ...]) -> list[list[int]]:
    """The numbers of the rows, of which each has a seat, a player and a hand."""
    every_row = range(len(places))
    seats = [None if seat is None and player is None else (seat, player) for seat, player, _ in places]
    hands = [
        None if seat is None or place[2] is None else (seat, place[2])
        for seat, place in zip(seats, places, strict=True)
    ]
    mine = [n for n in every_row if n == own or seats[n] is not None and seats[n] == seats[own]]
    match rows:
        case Rows.HANDS | Rows.SEATS:
            expected = [*every_row]
        case Rows.OWN_HANDS:
            expected = mine
        case Rows.OWN_FIRST_HAND:
            expected = [n for n in mine if n == mine[0] or hands[n] is not None and hands[n] == hands[mine[0]]]
        case Rows.OTHER_HANDS:
            expected = [n for n in every_row if n != own and (hands[own] is None or hands[n] != hands[own])]
        case Rows.OTHER_SEATS:
            expected = [n for n in every_row if n not in mine]
        case Rows.OWN_SEATS | Rows.OWN_BOX:
            part = 1 if rows is Rows.OWN_SEATS else 0
            expected = [n for n in every_row if n in mine or places[n][part] == places[own][part]]
        case Rows.BOXES:
            first = {seat: player for seat, player, _ in reversed(places)}
            expected = [n for n in every_row if places[n][1] == first[places[n][0]]]
    owners: list[object] = [*seats] if rows in _BY_SEAT else [*hands]
    groups: dict[object, list[int]] = {}
    for n in expected:
        groups.setdefault(n if owners[n] is None else owners[n], []).append(n)
    return [*groups.values()]


def _identified(rows: Rows, facts: Facts, all_rows: list[Facts]) -> bool:
    """Whether the record identifies the rows."""
    name = _IDENTIFIED_BY.get(rows)
    if name is None or all(row.get(name) is not None for row in all_rows):
        return True
    return place(facts) is not None and all(place(row) == place(facts) for row in all_rows)


def _common(values: Iterable[object]) -> object:
    found = [*values]
    if len(found) == 1:
        return found[0]
    return found[0] if found and all(value == found[0] for value in found) else None
