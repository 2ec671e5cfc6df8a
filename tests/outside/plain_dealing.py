"""What the outside dealers have in common: cards, the shape of a round, and mistakes with money."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import cycle, islice
from typing import Any, NamedTuple

Row = dict[str, Any]  # one row of a record, as in docs/rounds.md
Round = list[Row]
Spoil = Callable[[Round], bool]
Where = Callable[[Row], bool]


class Mistake(NamedTuple):
    """A way to spoil a lawful round, and the provision that the round then breaches.

    `spoil` makes the mistake in the round; False if this round has no place for it. `also` has the provisions that say
    the same, or that the same mistake breaches too.
    """

    name: str
    provision: str
    spoil: Spoil
    verdict: str = "fail"
    also: tuple[str, ...] = ()


def pack(decks: int) -> list[str]:
    return [rank + suit for suit in "cdhs" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")] * decks


def rank_of(card: str) -> str:
    return card[:-1]


def in_turn(tables: Iterable[Iterator[Round]], count: int) -> Iterator[Round]:
    """`count` rounds, one of each table in turn."""
    return (next(table) for table in islice(cycle(list(tables)), count))


def heading(game: str, table: str, day: str, number: int) -> Row:
    """What each row of the round says of it; the rounds of a table are 40 seconds apart."""
    moment = datetime.fromisoformat(day) + timedelta(seconds=40 * number)
    return {"round": f"{table}-{number}", "table": table, "game": game, "moment": moment.isoformat()}


def pay(row: Row, wager: str, how: str, amount: Decimal | int) -> None:
    """A wager is settled one way: paid, collected or returned. What the row said of it before is struck out."""
    for column in ("paid", "collected", "returned"):
        row.setdefault(column, {}).pop(wager, None)
    row[how][wager] = str(amount)


def settled(row: Row, wager: str, how: str) -> bool:
    return wager in row[how]


def anywhere(row: Row) -> bool:
    return True


def money(wager: str, was: str, becomes: str, times: Decimal | str | int = 1, where: Where = anywhere) -> Spoil:
    """The first such wager that was rightly settled one way is settled another way, at a multiple of its stake."""

    def wrong(row: Row) -> None:
        pay(row, wager, becomes, row["stake"][wager] * Decimal(times))

    return first(lambda row: settled(row, wager, was) and where(row), wrong)


def first(where: Where, change: Callable[[Row], object]) -> Spoil:
    """The first row that is so is changed."""

    def spoil(rows: Round) -> bool:
        row = next(filter(where, rows), None)
        if row is not None:
            change(row)
        return row is not None

    return spoil


def wrong_ways(
    wager: str, wins: str = "", loses: str = "", void: str = "", where: Where = anywhere, what: str = ""
) -> Iterator[Mistake]:
    """What won, lost or was void, settled as another of these; the provisions are those by which the wager ends so."""
    for was, becomes, provision in (
        ("paid", "collected", wins),
        ("paid", "returned", wins),
        ("collected", "paid", loses),
        ("collected", "returned", loses),
        ("returned", "collected", void),
        ("returned", "paid", void),
    ):
        if provision:
            spoil = money(wager, was, becomes, where=where)
            yield Mistake(f"{wager} {becomes}, not {was}{what and ' '}{what}", provision, spoil)


def noted(field: str, value: object, where: Where = anywhere, whole: bool = True) -> Spoil:
    """A recorded fact is another one: in all rows if it is of the whole round, or in the first that is so."""

    def spoil(rows: Round) -> bool:
        wrong = [row for row in rows if field in row and where(row)]
        for row in wrong if whole else wrong[:1]:
            row[field] = value
        return bool(wrong)

    return spoil
