"""Card functions on many hands at once. A hand is a tuple of columns: the first card of every hand, the second, ...

`IMPLEMENTATIONS` has one function for each card function of the function table. It takes the hand, then the other arguments of
the call; columns and exact odds evaluate no others.

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

from pitboss.algebra.arrays import UNKNOWN_VALUE, Array, Value

JOKER, NO_SUIT = 0, 4  # a joker's rank; its suit, and that of an ace it stands for
ACE_BIT, HIGH_ACE_BIT = 1 << 1, 1 << 14  # of the ranks of a hand as bits
DIGIT, DIGITS = 15, 5  # five ranks as one number


@dataclass(frozen=True, eq=False, slots=True)
class CardColumn:
    """One card of every hand; `there`: which hands have it, None if unknown. After a card that a hand lacks it has no other."""

    rank: Array
    suit: Array = NO_SUIT
    there: Array = True


Hand = tuple[CardColumn, ...]


def call(name: str, hand: Hand, *more: Array, **named: Array) -> Value:
    """The value of a card function; unknown for hands with too few cards."""
    least = _LEAST.get(name, 0)
    if len(hand) < least:
        return UNKNOWN_VALUE
    return Value(IMPLEMENTATIONS[name](hand, *more, **named), hand[least - 1].there if least else True)


def points(hand: Hand, ace: int | None = None) -> Array:
    """The points; an ace counts 11 if the total does not exceed 21, or `ace` if that is given."""
    total, aces = _points(hand), sum(np.where(c.there, c.rank == 1, 0) for c in hand)
    if ace is not None:
        return total + (ace - 1) * aces
    return total + np.where((total <= 11) & (aces > 0), 10, 0)


def _points(hand: Hand) -> Array:
    return sum((np.where(c.there, np.minimum(c.rank, 10), np.int16(0)) for c in hand), np.int16(0))


def hard_draw(hand: Hand) -> Array:
    """The highest total, without an ace counted as eleven, at which a card was drawn to two or more cards; 0 if none was."""
    return _draw(hand, False)


def soft_draw(hand: Hand) -> Array:
    """The highest total, with an ace counted as eleven, at which a card was drawn."""
    return _draw(hand, True)


def _draw(hand: Hand, soft: bool) -> Array:
    found: Array = np.int64(0)
    for n in range(2, len(hand)):
        total, aces = _points(hand[:n]), sum(c.rank == 1 for c in hand[:n])
        is_soft = (aces > 0) & (total <= 11)
        drawn = np.logical_and(hand[n].there, is_soft if soft else np.logical_not(is_soft))
        found = np.where(drawn, np.maximum(found, total + 10 * soft), found)
    return found


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
    return sum((np.where(c.there, 1, 0) for c in hand), np.int64(0))


def pairs(hand: Hand) -> Array:
    """The number of ranks that occur twice."""
    paired: Array = np.int8(0)
    for column in hand:
        of_same_rank = _count(hand, rank=column.rank)
        paired = paired + ((of_same_rank == 2) & column.there & np.not_equal(column.rank, JOKER))
    return paired.astype(np.int64) // 2


def copies(*hands: Hand) -> Array:
    """The number of copies of the most frequent card in all these hands together."""
    cards = [card for hand in hands for card in hand]
    found: Array = np.int64(0)
    for card in cards:
        found = np.maximum(found, np.where(card.there, _like(card, cards), 0))
    return found


def strays(dealt: Hand, *hands: Hand) -> Array:
    """The number of cards in these hands that were not dealt; a card that was dealt once may occur once."""
    cards = [card for hand in hands for card in hand]
    found: Array = np.int64(0)
    for n, card in enumerate(cards, 1):
        found = found + np.logical_and(card.there, _like(card, cards[:n]) > _like(card, dealt))
    return found


def _like(card: CardColumn, cards: list[CardColumn] | Hand) -> Array:
    """The number of equal cards."""
    return _count(tuple(cards), card.rank, card.suit)


def suits(hand: Hand) -> Array:
    """The number of different suits."""
    return sum((np.minimum(_count(hand, suit=suit), 1) for suit in range(NO_SUIT)), np.int64(0))


def rank(hand: Hand) -> Array:
    """The rank of the first card."""
    return np.asarray(hand[0].rank, np.int64)


def suit(hand: Hand) -> Array:
    """The suit of the first card."""
    return np.asarray(hand[0].suit, np.int64)


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
    bits: Array = np.int32(0)
    for c in hand:
        bits = bits | np.where(c.there, np.int32(1) << np.asarray(c.rank, np.int32), np.int32(0))
    high = np.where(bits & ACE_BIT, bits ^ (ACE_BIT | HIGH_ACE_BIT), bits)
    of_different_ranks = np.equal(np.bitwise_count(bits), _count(hand))
    return of_different_ranks & (bits > 1 << JOKER) & (bits & (1 << JOKER) == 0) & (_in_a_row(bits) | _in_a_row(high))


def _in_a_row(bits: Array) -> Array:
    """Whether all bits from the lowest to the highest are set: then adding the lowest clears them all."""
    return bits & (bits + (bits & -bits)) == 0


def of_a_rank(hand: Hand, many: Array) -> Array:
    """Whether some rank occurs at least as often."""
    return _occurs([c.rank for c in hand], hand, many)


def of_a_suit(hand: Hand, many: Array) -> Array:
    """Whether some suit occurs at least as often."""
    return _occurs([c.suit for c in hand], hand, many)


def _occurs(marks: list[Array], hand: Hand, many: Array) -> Array:
    found: Array = False
    for n, (mark, card) in enumerate(zip(marks, hand, strict=True)):
        if isinstance(many, int) and many > len(hand) - n:
            break
        equal = sum(
            (
                np.logical_and(c.there, np.equal(other, mark)).view(np.int8)
                for other, c in zip(marks[n:], hand[n:], strict=True)
            ),
            np.int8(0),
        )
        found = np.logical_or(found, np.logical_and(card.there, equal >= many))
    return found


def peak(hand: Hand, low_ace: Array = 5) -> Array:
    """The highest rank, without jokers; an ace with a two counts as `low_ace`."""
    ranks = [np.asarray(c.rank if c.there is True else np.where(c.there, c.rank, JOKER)) for c in hand]
    if not ranks:
        return 0
    ace, two = (np.logical_or.reduce(np.broadcast_arrays(*(r == n for r in ranks))) for n in (1, 2))
    high = [np.where(rank == 1, 14, rank) for rank in ranks]
    return np.where(ace & two, low_ace, np.maximum.reduce(np.broadcast_arrays(*high)).astype(np.int64))


def groups(hand: Hand) -> Array:
    """The ranks as one number, the most frequent first and then the higher first."""
    if not hand:
        return 0
    ranks = _high_ranks(hand)
    often = (ranks[:, None] == ranks[None]).sum(axis=0)
    order = -np.sort(-np.where(ranks > 0, often * 16 + ranks, 0), axis=0)
    new = order > 0
    new[1:] &= order[1:] != order[:-1]
    place = np.cumsum(new, axis=0) - 1
    return (np.where(new & (place < DIGITS), order % 16, 0) * DIGIT ** np.maximum(DIGITS - 1 - place, 0)).sum(axis=0)


def high_cards(hand: Hand) -> Array:
    """The five highest ranks as one number, which compares hands of the same rank."""
    ranks = -np.sort(-_high_ranks(hand), axis=0)
    return sum(ranks[n] * DIGIT ** (DIGITS - 1 - n) for n in range(min(DIGITS, len(hand))))


def _high_ranks(hand: Hand) -> Array:
    """The ranks along a first axis, an ace and a joker as 14; 0 for a card that a hand lacks."""
    ranks = [np.where(np.less(c.rank, 2), 14, c.rank) for c in hand]
    there = [np.where(c.there, rank, 0) for rank, c in zip(ranks, hand, strict=True)]
    return np.stack(np.broadcast_arrays(*there)).astype(np.int64)


_LEAST = {"rank": 1, "suit": 1, "hard_draw": 2, "soft_draw": 2}  # cards without which the value is unknown
IMPLEMENTATIONS: Final[dict[str, Callable[..., Array]]] = {
    function.__name__: function
    for function in (
        points, count, size, rank, suit, pairs, suits, copies, strays, hard_draw, soft_draw, suited, same_color, same_rank,
        consecutive, of_a_rank, of_a_suit, peak, groups,
    )
}  # fmt: skip
