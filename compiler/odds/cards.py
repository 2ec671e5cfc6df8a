"""Card words over many hands at once. A hand is a tuple of columns: the first card of every hand, the second, ...

>>> import numpy as np
>>> hands = (Column(np.array([1, 5])), Column(np.array([13, 5])))
>>> points(hands).tolist(), of_a("rank", 2, hands).tolist(), consecutive(hands).tolist()
([21, 10], [False, True], [True, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = Any
JOKER, NO_SUIT = 0, 4  # a joker's rank; its suit, and that of an ace it stands for


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """One card of every hand; `there` tells which hands have it, where not all do."""

    rank: Array
    suit: Array = NO_SUIT
    there: Array = True


Hand = tuple[Column, ...]


def points(hand: Hand, ace: int | None = None) -> Array:
    total = sum(np.where(c.there, np.minimum(c.rank, 10), 0) for c in hand)
    aces = sum(np.where(c.there, c.rank == 1, 0) for c in hand)
    if ace is not None:
        return total + (ace - 1) * aces
    return total + np.where((total <= 11) & (aces > 0), 10, 0)


def count(hand: Hand, rank: Array = None, suit: Array = None) -> Array:
    found: Array = np.int8(0)
    for c in hand:
        right = np.logical_and(rank is None or c.rank == rank, suit is None or c.suit == suit)
        found = np.add(found, right if c.there is True else np.logical_and(right, c.there), dtype=np.int8)
    return found.astype(np.int64)


def size(hand: Hand) -> Array:
    return sum(np.where(c.there, 1, 0) for c in hand)


def pairs(hand: Hand) -> Array:
    """How many ranks there are two of."""
    paired: Array = 0
    for column in hand:
        alike = count(hand, rank=column.rank)
        paired = paired + np.logical_and(np.logical_and(alike == 2, column.there), np.not_equal(column.rank, JOKER))
    return paired // 2


def suits(hand: Hand) -> Array:
    return sum(np.minimum(count(hand, suit=suit), 1) for suit in range(NO_SUIT))


def same(what: str, hand: Hand) -> Array:
    """Whether all cards are alike in suit, rank or color."""
    marks = [_color(c) if what == "color" else getattr(c, what) for c in hand]
    found: Array = True
    for mark, column in zip(marks[1:], hand[1:], strict=True):
        found = np.logical_and(found, np.logical_or(mark == marks[0], np.logical_not(column.there)))
    return found


def _color(c: Column) -> Array:
    return np.where(np.equal(c.suit, NO_SUIT), 2, np.logical_or(np.equal(c.suit, 1), np.equal(c.suit, 2)))


def consecutive(hand: Hand) -> Array:
    bits: Array = 0
    for column in hand:
        bits = bits | (1 << np.asarray(column.rank, np.int64))
    rows = [
        sum(1 << (rank if rank < 14 else 1) for rank in range(low, low + len(hand))) for low in range(1, 16 - len(hand))
    ]
    found: Array = False
    for row in rows:
        found = found | (bits == row)
    return found


def of_a(what: str, many: int, hand: Hand) -> Array:
    """Whether some rank, or suit, occurs so often."""
    found: Array = False
    for n, column in enumerate(hand[: len(hand) - many + 1]):
        mark = getattr(column, what)
        alike = sum((np.equal(getattr(c, what), mark).astype(np.int8) for c in hand[n:]), 0)
        found = np.logical_or(found, alike >= many)
    return found


def peak(hand: Hand, low_ace: int = 5) -> Array:
    ranks = [np.asarray(c.rank) for c in hand]
    ace, two = (np.logical_or.reduce(np.broadcast_arrays(*(r == n for r in ranks))) for n in (1, 2))
    return np.where(ace & two, low_ace, np.maximum.reduce(np.broadcast_arrays(*map(_high, ranks))))


def groups(hand: Hand) -> Array:
    ranks = np.stack(np.broadcast_arrays(*(_high(c.rank) for c in hand)))
    often = (ranks[:, None] == ranks[None]).sum(axis=0)
    order = -np.sort(-(often * 16 + ranks), axis=0)
    new = np.ones(order.shape, bool)
    new[1:] = order[1:] != order[:-1]
    place = np.cumsum(new, axis=0) - 1
    return (np.where(new, order % 16, 0) * 15 ** np.maximum(4 - place, 0)).sum(axis=0)


def odd_cards(hand: Hand) -> Array:
    ranks = -np.sort(-np.stack(np.broadcast_arrays(*(_high(c.rank) for c in hand))), axis=0)
    return sum(ranks[n] * 15 ** (4 - n) for n in range(min(5, len(hand))))


def _high(rank: Array) -> Array:
    rank = np.asarray(rank)
    return np.where(rank < 2, 14, rank).astype(np.int64)
