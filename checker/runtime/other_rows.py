"""Operations on other rows: those of the same round, and of the round before at the same table.

The facts of a row hold the neighboring rows under AROUND; without them every result is unknown.

>>> made = surrounded([{"seat": "1", "bet": 5}, {"seat": "2", "bet": 7}, {"seat": "2", "bet": 8}], None)
>>> [sum_over(t, "other seats", "", "", lambda t: t.get("bet")) for t in made]
[None, 5, 5]
>>> sum_over(made[0], "other hands", "", "", lambda t: t.get("bet")), count_over(made[1], "own hands", "")
(15, 2)
>>> count_over(made[1], "own first hand", ""), sum_over(made[2], "own first hand", "", "", lambda t: t.get("bet"))
(1, 7)
>>> shared = surrounded([{"seat": "1", "player": "a"}, {"seat": "1", "player": "b"}, {"seat": "2", "player": "a"}], None)
>>> [count_over(shared[0], rows, "") for rows in ("own seats", "own box", "boxes")], count_over(made[0], "own seats", "")
([2, 2, 2], None)
>>> later = surrounded([{"seat": "1"}, {"seat": "3"}], made)
>>> [before(t, "bet", "seat", lambda t: t.get("bet")) for t in later]
[5, None]
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.checker.runtime.cards import Cards
from pitboss.checker.runtime.operations import Facts, Truth
from pitboss.grammar.quick_start import TypeVar, dataclass

AROUND = "rows around"
Amount = int | Fraction | Cards  # the values that are added over rows: numbers, or hands of cards
T = TypeVar("T")


@dataclass(slots=True)
class Around:
    """The position of a row among the rows of its round, and the rows of the round before if they are known."""

    rows: list[Facts]
    at: int
    earlier: list[Facts] | None

    def over(self, rows: str) -> list[list[Facts]] | None:
        """The selected rows, with one row for each thing that is counted once; None if the record does not identify them."""
        own = seat_of(self.rows[self.at])
        mine = [row is self.rows[self.at] or own is not None and seat_of(row) == own for row in self.rows]
        match rows:
            case "hands":
                return self._together([True for _ in mine], hand_of)
            case "other hands":
                hand = hand_of(self.rows[self.at])
                meant = [n != self.at and (hand is None or hand_of(row) != hand) for n, row in enumerate(self.rows)]
                return self._together(meant, hand_of)
            case "own hands":
                return self._together(mine, hand_of)
            case "own first hand":
                return self._together(mine, hand_of)[:1]
            case "own seats" | "own box":
                key = "player" if rows == "own seats" else "seat"
                if not all(mine) and any(row.get(key) is None for row in self.rows):
                    return None
                here = self.rows[self.at].get(key)
                return self._together(
                    [one or row.get(key) == here for row, one in zip(self.rows, mine, strict=True)], seat_of
                )
            case "boxes":
                if not all(mine) and any(row.get("seat") is None for row in self.rows):
                    return None
                first: dict[object, object] = {}
                for row in self.rows:
                    first.setdefault(row.get("seat"), row.get("player"))
                return self._together([row.get("player") == first[row.get("seat")] for row in self.rows], hand_of)
            case "other seats":
                return self._together([not one for one in mine], seat_of)
            case "seats":
                return self._together([True for _ in mine], seat_of)
        raise ValueError(f"no rows '{rows}'")

    def _together(self, meant: list[bool], owner: Callable[[Facts], object]) -> list[list[Facts]]:
        """The selected rows, by seat or by hand; a row without one is alone."""
        groups: dict[object, list[Facts]] = {}
        for n, row in enumerate(self.rows):
            if meant[n]:
                groups.setdefault(owner(row) or n, []).append(row)
        return [*groups.values()]


def surrounded(rows: list[Facts], earlier: list[Facts] | None) -> list[Facts]:
    """The rows of a round, each with its neighbors."""
    for n, row in enumerate(rows):
        row[AROUND] = Around(rows, n, earlier)
    return rows


def seat_of(row: Facts) -> tuple[object, object] | None:
    """The owner of a row: a seat and, if players are recorded, the player at it."""
    seat, player = row.get("seat"), row.get("player")
    return None if seat is None and player is None else (seat, player)


def hand_of(row: Facts) -> tuple[object, object] | None:
    """The hand of a row: several rows of a seat that name the same hand are one hand."""
    seat, hand = seat_of(row), row.get("hand")
    return None if seat is None or hand is None else (seat, hand)


def count_over(t: Facts, rows: str, label: str, where: Callable[[Facts], Truth] | None = None) -> int | None:
    """The number of these rows that meet the condition; unknown if the condition is unknown for one of them."""
    around = _around(t)
    groups = around.over(rows) if around else None
    counted = None if groups is None else 0
    for group in groups or ():
        met = True if where is None else _some([where(row) for row in group])
        counted = None if met is None or counted is None else counted + met
    return _noted(t, label, counted, "", rows)


def sum_over(
    t: Facts,
    rows: str,
    label: str,
    unit: str,
    value: Callable[[Facts], Amount | None],
    where: Callable[[Facts], Truth] | None = None,
) -> Amount | None:
    """The sum over the rows that meet the condition; an amount that is 0 in any case needs no condition."""
    around = _around(t)
    groups = around.over(rows) if around else None
    total: Amount | None = None if groups is None else 0
    for group in groups or ():
        met = True if where is None else _some([where(row) for row in group])
        amount = 0 if met is False else _common_value([value(row) for row in group])
        doubtful = met is None and amount != 0
        total = None if doubtful or total is None or amount is None else _added(total, amount)
    return _noted(t, label, total, unit, rows)


def _added(total: Amount, amount: Amount) -> Amount:
    """Add values; hands of cards are concatenated."""
    if total == 0:
        return amount
    if isinstance(total, tuple) or isinstance(amount, tuple):
        return (*_hand(total), *_hand(amount))
    return total + amount


def _hand(amount: Amount) -> Cards:
    return amount if isinstance(amount, tuple) else ()


def before(t: Facts, label: str, scope: str, read: Callable[[Facts], T]) -> T | None:
    """The value in the round before: at the same seat, or of the round."""
    around = _around(t)
    rows = around.earlier or [] if around else []
    own = seat_of(t)
    if scope == "seat":
        rows = [row for row in rows if own is not None and seat_of(row) == own]
    return _noted(
        t, f"{label} before", _common_value([read(row) for row in rows]), "", "own" if scope == "seat" else ""
    )


def _around(t: Facts) -> Around | None:
    around = t.get(AROUND)
    return around if isinstance(around, Around) else None


def _some(truths: list[Truth]) -> Truth:
    return True if True in truths else None if None in truths else False


def _common_value(values: list[T]) -> T | None:
    """The value that all of them share; None if they differ."""
    return values[0] if values and all(value == values[0] for value in values) else None


def _noted(t: Facts, label: str, value: T, unit: str, rows: str) -> T:
    """Record the result if the facts are traced."""
    note = getattr(t, "note", None)
    if note is not None:
        note(label, value, unit, rows.startswith(("own", "other")))
    return value
