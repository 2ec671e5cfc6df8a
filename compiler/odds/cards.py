"""Card functions on many hands at once. A hand is a tuple of columns: the first card of every hand, the second, ...

`IMPLEMENTATIONS` has one function for each row of the function table that observes only cards. It takes the hand, then the other
arguments of the call.

>>> import numpy as np
>>> hands = (CardColumn(np.array([1, 5])), CardColumn(np.array([13, 5])))
>>> points(hands).tolist(), of_a_rank(hands, 2).tolist(), consecutive(hands).tolist()
([21, 10], [False, True], [True, False])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from pitboss.compiler.odds.hand_values import Array

JOKER, NO_SUIT = 0, 4  # a joker's rank; its suit, and that of an ace it stands for


@dataclass(frozen=True, eq=False, slots=True)
class CardColumn:
    """One card of every hand; `there`: which hands have it, None if unknown."""

    rank: Array
    suit: Array = NO_SUIT
    there: Array = True


Hand = tuple[CardColumn, ...]


def points(hand: Hand, ace: int | None = None) -> Array:
    """The points; an ace counts 11 if the total does not exceed 21, or `ace` if that is given."""
    total = sum(np.where(c.there, np.minimum(c.rank, 10), 0) for c in hand)
    aces = sum(np.where(c.there, c.rank == 1, 0) for c in hand)
    if ace is not None:
        return total + (ace - 1) * aces
    return total + np.where((total <= 11) & (aces > 0), 10, 0)


def count(hand: Hand, rank: Array = None, suit: Array = None) -> Array:
    """The number of cards; with a rank or a suit, of those cards."""
    return _count(hand, rank, suit).astype(np.int64)


def _count(hand: Hand, rank: Array = None, suit: Array = None) -> Array:
    """As `count`, in one byte."""
    found: Array = np.int8(0)
    for c in hand:
        right = c.there
        for mark, sought in ((c.rank, rank), (c.suit, suit)):
            if sought is not None:
                here = np.equal(mark, sought)
                right = here if right is True else np.logical_and(right, here)
        found = found + np.asarray(right, bool).view(np.int8)
    return found


def size(hand: Hand) -> Array:
    """The number of cards."""
    return sum(np.where(c.there, 1, 0) for c in hand)


def pairs(hand: Hand) -> Array:
    """The number of ranks that occur twice."""
    paired: Array = np.int8(0)
    for column in hand:
        of_same_rank = _count(hand, rank=column.rank)
        paired = paired + ((of_same_rank == 2) & column.there & np.not_equal(column.rank, JOKER))
    return paired.astype(np.int64) // 2


def suits(hand: Hand) -> Array:
    """The number of different suits."""
    return sum((np.minimum(_count(hand, suit=suit), 1) for suit in range(NO_SUIT)), np.int64(0))


def rank(hand: Hand) -> Array:
    """The rank of the first card."""
    return hand[0].rank


def suit(hand: Hand) -> Array:
    """The suit of the first card."""
    return hand[0].suit


def suited(hand: Hand) -> Array:
    """Whether all cards have one suit."""
    return _same([c.suit for c in hand], hand)


def same_rank(hand: Hand) -> Array:
    """Whether all cards have one rank."""
    return _same([c.rank for c in hand], hand)


def same_color(hand: Hand) -> Array:
    """Whether all cards have one color."""
    return _same([_color(c) for c in hand], hand)


def _same(marks: list[Array], hand: Hand) -> Array:
    found: Array = True
    for mark, column in zip(marks[1:], hand[1:], strict=True):
        found = np.logical_and(found, np.logical_or(mark == marks[0], np.logical_not(column.there)))
    return found


def _color(c: CardColumn) -> Array:
    return np.where(np.equal(c.suit, NO_SUIT), 2, np.logical_or(np.equal(c.suit, 1), np.equal(c.suit, 2)))


def consecutive(hand: Hand) -> Array:
    """Whether the ranks are in sequence; an ace is low or high."""
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


def of_a_rank(hand: Hand, many: int) -> Array:
    """Whether some rank occurs at least as often."""
    return _occurs([c.rank for c in hand], many)


def of_a_suit(hand: Hand, many: int) -> Array:
    """Whether some suit occurs at least as often."""
    return _occurs([c.suit for c in hand], many)


def _occurs(marks: list[Array], many: int) -> Array:
    found: Array = False
    for n, mark in enumerate(marks[: len(marks) - many + 1]):
        equal = sum((np.equal(other, mark).astype(np.int8) for other in marks[n:]), 0)
        found = np.logical_or(found, equal >= many)
    return found


def peak(hand: Hand, low_ace: int = 5) -> Array:
    """The highest rank, without jokers; an ace with a two counts as `low_ace`."""
    ranks = [np.asarray(c.rank) for c in hand]
    ace, two = (np.logical_or.reduce(np.broadcast_arrays(*(r == n for r in ranks))) for n in (1, 2))
    high = [np.where(rank == 1, 14, rank) for rank in ranks]
    return np.where(ace & two, low_ace, np.maximum.reduce(np.broadcast_arrays(*high)))


def groups(hand: Hand) -> Array:
    """The ranks as one number, the most frequent first and then the higher first, as in `checker.runtime.cards`."""
    ranks = np.stack(np.broadcast_arrays(*(_high(c.rank) for c in hand)))
    often = (ranks[:, None] == ranks[None]).sum(axis=0)
    order = -np.sort(-(often * 16 + ranks), axis=0)
    new = np.ones(order.shape, bool)
    new[1:] = order[1:] != order[:-1]
    place = np.cumsum(new, axis=0) - 1
    return (np.where(new & (place < 5), order % 16, 0) * 15 ** np.maximum(4 - place, 0)).sum(axis=0)


def high_cards(hand: Hand) -> Array:
    """The five highest ranks as one number, which compares hands of the same rank."""
    ranks = -np.sort(-np.stack(np.broadcast_arrays(*(_high(c.rank) for c in hand))), axis=0)
    return sum(ranks[n] * 15 ** (4 - n) for n in range(min(5, len(hand))))


def _high(rank: Array) -> Array:
    rank = np.asarray(rank)
    return np.where(rank < 2, 14, rank).astype(np.int64)


IMPLEMENTATIONS: Final[dict[str, Callable[..., Array]]] = {
    function.__name__: function
    for function in (
        points, count, size, rank, suit, pairs, suits, suited, same_color, same_rank, consecutive, of_a_rank, of_a_suit,
        peak, groups,
    )
}  # fmt: skip
