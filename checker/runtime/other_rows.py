"""What a clause on a round asks of other rows: of those of its round, and of the round before at the same table.

The facts of a row hold the rows around it under AROUND; without them nothing is known.

>>> made = surrounded([{"seat": "1", "bet": 5}, {"seat": "2", "bet": 7}, {"seat": "2", "bet": 8}], None)
>>> [sum_over(t, "other seats", "", "", lambda t: t.get("bet")) for t in made]
[None, 5, 5]
>>> sum_over(made[0], "other hands", "", "", lambda t: t.get("bet")), count_over(made[1], "own hands", "")
(15, 2)
>>> later = surrounded([{"seat": "1"}, {"seat": "3"}], made)
>>> [before(t, "bet", "seat", lambda t: t.get("bet")) for t in later]
[5, None]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

AROUND = "rows around"
RowFacts = dict[str, Any]
Asked = Callable[[RowFacts], Any]


@dataclass(slots=True)
class Around:
    """Where a row stands: among the rows of its round, behind those of the round before, where that is known."""

    rows: list[RowFacts]
    at: int
    earlier: list[RowFacts] | None

    def over(self, rows: str) -> Iterator[list[RowFacts]]:
        """The rows that are meant, those of what is counted once together."""
        own = seat_of(self.rows[self.at])
        mine = [row is self.rows[self.at] or own is not None and seat_of(row) == own for row in self.rows]
        match rows:
            case "hands":
                yield from ([row] for row in self.rows)
            case "other hands":
                yield from ([row] for n, row in enumerate(self.rows) if n != self.at)
            case "own hands":
                yield from ([row] for row, one in zip(self.rows, mine, strict=True) if one)
            case _:
                seats: dict[Any, list[RowFacts]] = {}
                for n, row in enumerate(self.rows):
                    if rows == "seats" or not mine[n]:
                        seats.setdefault(seat_of(row) or n, []).append(row)
                yield from seats.values()


def surrounded(rows: list[RowFacts], earlier: list[RowFacts] | None) -> list[RowFacts]:
    """The rows of a round, each with those around it."""
    for n, row in enumerate(rows):
        row[AROUND] = Around(rows, n, earlier)
    return rows


def seat_of(row: RowFacts) -> tuple[Any, Any] | None:
    """Whose row it is: a seat and, where players are recorded, the player at it."""
    seat, player = row.get("seat"), row.get("player")
    return None if seat is None and player is None else (seat, player)


def count_over(t: RowFacts, rows: str, label: str, where: Asked | None = None) -> Any:
    """How many of these rows meet the condition; unknown while it is of one of them."""
    around = t.get(AROUND)
    counted = None if around is None else 0
    for group in around.over(rows) if around else ():
        met = True if where is None else _some([where(row) for row in group])
        counted = None if met is None or counted is None else counted + met
    return _noted(t, label, counted, "", rows)


def sum_over(t: RowFacts, rows: str, label: str, unit: str, value: Asked, where: Asked | None = None) -> Any:
    """What the rows that meet the condition come to together; what is 0 in any case needs no condition."""
    around = t.get(AROUND)
    total: Any = None if around is None else 0
    for group in around.over(rows) if around else ():
        met = True if where is None else _some([where(row) for row in group])
        amount = 0 if met is False else _alike([value(row) for row in group])
        doubtful = total is None or amount is None or (met is None and amount != 0)
        total = None if doubtful else amount if total == 0 else total + amount  # hands of cards are put together
    return _noted(t, label, total, unit, rows)


def before(t: RowFacts, label: str, scope: str, read: Asked) -> Any:
    """What it was in the round before: at the same seat, or of the round."""
    around = t.get(AROUND)
    rows = around.earlier or () if around else ()
    own = seat_of(t)
    if scope == "seat":
        rows = [row for row in rows if own is not None and seat_of(row) == own]
    return _noted(t, f"{label} before", _alike([read(row) for row in rows]), "", "own" if scope == "seat" else "")


def _some(truths: list[Any]) -> Any:
    return True if True in truths else None if None in truths else False


def _alike(values: list[Any]) -> Any:
    """The one value that all of them are."""
    return values[0] if values and all(value == values[0] for value in values) else None


def _noted(t: RowFacts, label: str, value: Any, unit: str, rows: str) -> Any:
    """Facts that remember what was read are told what it came to."""
    note = getattr(t, "note", None)
    if note is not None:
        note(label, value, unit, rows.startswith(("own", "other")))
    return value
