"""Sample spaces of dealt cards: each kind of hand once, with the number of hands that it represents.

A space is a list of blocks. In a block of a single large hand the ranks lie along one axis and the suits along another, so that a
function that observes only ranks is evaluated for each set of ranks, and not for each hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import TypeVar, cast

import numpy as np

from pitboss.algebra.arrays import Array, Value
from pitboss.algebra.card_arrays import JOKER, NO_SUIT, CardColumn
from pitboss.compiler.model.core import Expr

SUITS = 4


@dataclass(frozen=True, slots=True)
class CardType:
    """Cards that no condition distinguishes."""

    rank: int
    suit: int
    copies: int  # in one deck


T = TypeVar("T")


class Cache:
    """A cache of values computed from the cards of a block; each kind of value has keys of its own."""

    def __init__(self) -> None:
        self._known: dict[Hashable, object] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, computed when it is first needed."""
        try:
            return cast(T, self._known[key])
        except KeyError:
            self._known[key] = made = make()
            return made


@dataclass(eq=False, slots=True)
class HandBlock:
    """Hands as columns of cards, with the number of hands that each represents."""

    columns: tuple[CardColumn, ...]
    weight: Array
    shape: tuple[int, ...]
    declared: frozenset[Expr] | None = None  # of merged hands: the predicates for which those are equal
    answers: dict[Expr, Value] = field(default_factory=dict)  # the values of those, if known beforehand
    lots: Array = 0  # the block that each hand came from
    cache: Cache = field(default_factory=Cache)

    def total(self, mask: Array) -> int:
        """The number of hands in the mask."""
        shown = np.broadcast_to(np.asarray(mask, bool), self.shape)
        return int(np.where(shown, self.weight, 0).sum())

    def lot(self, mask: Array) -> int:
        """The block that the first hand in the mask came from."""
        shown = np.broadcast_to(np.asarray(mask, bool), self.shape) & (self.weight > 0)
        return int(np.broadcast_to(self.lots, self.shape).reshape(-1)[np.argmax(shown)])


def types(ranks: Sequence[tuple[int, ...]], suits: bool, jokers: int) -> tuple[CardType, ...]:
    """The types of card of a deck: the ranks of each group merged, the suits separate or merged.

    >>> [t.copies for t in types([(1,), (2, 3)], False, 1)]
    [4, 8, 1]
    """
    made = [
        CardType(group[0], suit if suits else NO_SUIT, len(group) * (1 if suits else SUITS))
        for group in ranks
        for suit in (range(SUITS) if suits else (0,))
    ]
    return (*made, *([CardType(JOKER, NO_SUIT, jokers)] if jokers else []))


def sequences(
    kinds: Sequence[CardType], segments: Sequence[int], decks: Sequence[int], ways: Sequence[Sequence[int]] = ()
) -> dict[int, HandBlock]:
    """For each number of decks the cards dealt without replacement, segment by segment; the order within a segment does not matter.

    `ways`: permutations of the suits that change no result. The first segment represents all its images under them.

    >>> blocks = sequences(types([(1,), tuple(range(2, 14))], False, 0), (1, 1), (1, 8))
    >>> {decks: int(block.weight.sum()) for decks, block in blocks.items()}
    {1: 2652, 8: 172640}
    """
    parts = [
        np.array(list(combinations_with_replacement(range(len(kinds)), size)), np.int16).reshape(-1, size)
        for size in segments
    ]
    many = np.ones(len(parts[0]), np.int64)
    if len(ways) > 1:
        first, many = _by_suits(parts[0], kinds, ways)
        parts[0] = parts[0][first]
    picked = [np.empty((1, 0), np.int16)]
    for part in parts:
        before = picked[-1]
        picked.append(np.hstack([np.repeat(before, len(part), axis=0), np.tile(part, (len(before), 1))]))
    chosen = picked[-1]
    ranks, suits = (np.array([getattr(k, name) for k in kinds], np.int8) for name in ("rank", "suit"))
    columns = tuple(CardColumn(ranks[chosen[:, n]], suits[chosen[:, n]]) for n in range(chosen.shape[1]))
    times = np.repeat(many, len(chosen) // len(many))
    seen, orders = _seen(chosen, segments)
    cache = Cache()  # shared: values depend on the cards and not on the number of decks
    return {
        d: HandBlock(columns, _ways(chosen, kinds, d, seen, orders) * times, (len(chosen),), cache=cache) for d in decks
    }


def _by_suits(chosen: Array, kinds: Sequence[CardType], ways: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """The first of each group of rows that a permutation of suits makes equal, and the size of the group.

    >>> _by_suits(np.array([[0, 4], [1, 5], [2, 3]]), types([(1,), (2,)], True, 0), [(0, 1, 2, 3), (1, 0, 2, 3)])
    (array([0, 2]), array([2, 1]))
    """
    place = {(k.rank, k.suit): n for n, k in enumerate(kinds)}
    least = np.full(len(chosen), np.iinfo(np.int64).max)
    for order in ways:
        renamed = np.array([place[k.rank, k.suit if k.suit == NO_SUIT else order[k.suit]] for k in kinds])
        key = np.zeros(len(chosen), np.int64)
        for column in np.sort(renamed[chosen], axis=1).T:
            key = key * len(kinds) + column
        least = np.minimum(least, key)
    _, first, many = np.unique(least, return_index=True, return_counts=True)
    order_of = np.argsort(first)
    return first[order_of], many[order_of]


def _seen(chosen: Array, segments: Sequence[int]) -> tuple[list[Array], Array]:
    """The number of equal cards dealt before each card; and the number of orders in which a choice makes the same segments."""
    seen, orders, start = [], np.ones(len(chosen), np.int64), 0
    for size in segments:
        for n in range(start, start + size):
            equal = [chosen[:, m] == chosen[:, n] for m in range(n)]
            before, here = (sum(some, np.zeros(len(chosen), np.int8)) for some in (equal, equal[start:]))
            seen.append(before)
            orders *= here + 1
        start += size
    return seen, orders


def _ways(chosen: Array, kinds: Sequence[CardType], decks: int, seen: Sequence[Array], orders: Array) -> Array:
    left = np.array([[max(k.copies * decks - before, 0) for before in range(len(seen))] for k in kinds], np.int64)
    ways = np.ones(len(chosen), np.int64)
    for column, before in zip(chosen.T, seen, strict=True):
        ways *= np.take(left, column * len(seen) + before)
    several = orders > 1
    ways[several] //= orders[several]  # ways is the number of orders of each choice: it divides
    return ways


def hands(ranks: int, size: int, jokers: int) -> Iterator[HandBlock]:
    """Hands of one deck; one for each group of hands that differ by a permutation of the suits.

    >>> sum(block.total(True) for block in hands(13, 5, 0))
    2598960
    >>> sum(block.total(True) for block in hands(13, 3, 1))
    23426
    """
    for joker in range(jokers + 1):
        for shape in _shapes(size - joker, SUITS, size - joker):
            if len(shape) <= ranks:
                yield _block(ranks, shape, joker)


def _shapes(left: int, most: int, many: int) -> Iterator[tuple[int, ...]]:
    """The multiplicities of the ranks of a hand: (2, 1, 1) is a pair and two others."""
    if left == 0:
        yield ()
    for first in range(min(left, most), 0, -1):
        for rest in _shapes(left - first, first, many):
            yield (first, *rest)


def _block(ranks: int, shape: tuple[int, ...], joker: int) -> HandBlock:
    picks: list[tuple[int, ...]] = [()]
    for _, many in sorted(Counter(shape).items(), reverse=True):
        picks = [
            (*one, *more)
            for one in picks
            for more in combinations([r for r in range(1, ranks + 1) if r not in one], many)
        ]
    patterns, weight = _patterns(shape)
    high, columns, at = np.array(picks, np.int8), [], 0
    for n, often in enumerate(shape):
        for _ in range(often):
            columns.append(CardColumn(high[:, n : n + 1], patterns[None, :, at]))
            at += 1
    columns += [CardColumn(JOKER, NO_SUIT)] * joker
    return HandBlock(tuple(columns), weight[None], (len(high), len(weight)))


def _patterns(shape: tuple[int, ...]) -> tuple[Array, Array]:
    """The suits of the cards: one pattern for each group that differs by a permutation of the suits, and the size of the group."""
    rows = np.array(
        [sum(one, ()) for one in product(*(list(combinations(range(SUITS), often)) for often in shape))], np.int8
    ).reshape(-1, sum(shape))
    keys = np.full(len(rows), np.iinfo(np.int64).max)
    for order in permutations(range(SUITS)):
        renamed, start = np.array(order, np.int8)[rows], 0
        key = np.zeros(len(rows), np.int64)
        for often in shape:  # the suits of one rank in their order
            part = np.sort(renamed[:, start : start + often], axis=1)
            for n in range(often):
                key = key * SUITS + part[:, n]
            start += often
        keys = np.minimum(keys, key)
    _, first, weight = np.unique(keys, return_index=True, return_counts=True)
    return rows[first], weight.astype(np.int64)
