"""How often a dealer's hand is better, for every hand of the player and every card of the dealer that is shown.

The dealer has one card more than the player, one of them face up, and only the strength of the hands is compared. Dealing them all is
out of reach; but how many hands of the dealer hold none of the player's cards follows from how many hold some of them: those
that hold the card shown, less those that hold one of the player's cards too, and so on by turns of sign. How many hands hold
given cards is known for all cards once it is known for the largest number of them: each hand of d cards that holds k of them is
found d - k times when one more is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np

from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.space import hands

CARDS = 52
_ROWS = 8_000  # hands of the player that are looked at together


@dataclass(frozen=True, slots=True)
class Sight:
    """Some hands of the player: each hand down, each card shown across; how many hands of the dealer are better, or alike."""

    ranks: Array
    suits: Array
    weight: Array
    better: Array
    alike: Array
    shown: Array  # whether the card can be shown: it is not the player's
    total: int


def sights(player: int, ranked: int, strength: Callable[[tuple[Column, ...]], Array]) -> Iterator[Sight]:
    """`strength` tells that of `ranked` cards; the player has `player` cards, the dealer one more."""
    top = _Top(player, ranked, strength)
    for start in range(0, len(top.kinds), _ROWS):
        cards, weight = top.kinds[start : start + _ROWS], top.weight[start : start + _ROWS]
        own = top.own[start : start + _ROWS]
        counts = [np.zeros((len(cards), CARDS), np.int64) for _ in range(2)]
        for size in range(player + 1):
            for part in combinations(range(player), size):
                kind = top.grown[size][_number(cards[:, part])] if size < player else None
                for found, least in zip(counts, (own + 1, own), strict=True):
                    many = top.reach(size, kind, least) if kind is not None else top.last(start, len(cards), least)
                    found += -many if size % 2 else many
        shown = np.ones((len(cards), CARDS), bool)
        np.put_along_axis(shown, cards.astype(np.int64), False, axis=1)
        yield Sight(
            cards // 4 + 1, cards % 4, weight, counts[0], counts[1] - counts[0], shown, comb(CARDS - player - 1, player)
        )


class _Top:
    """Kinds of sets of cards, alike when they differ by names of suits alone, and the strengths of the hands that hold them."""

    def __init__(self, player: int, ranked: int, strength: Callable[[tuple[Column, ...]], Array]) -> None:
        self.player = player
        classes = _classes(ranked, strength)
        self.many = int(classes.max()) + 2
        listed = [_kinds(size) for size in range(player + 1)]
        self.kinds, self.weight = listed[player]
        self.grown = [_grown(size) for size in range(player)]
        self.own = _best(self.kinds, ranked, classes)
        self.above = _with_one_more(self.kinds, ranked, classes, self.own)
        self.ordered = np.sort(self.above, axis=1)
        self.reached = self._reached(listed)

    def _reached(self, listed: list[tuple[Array, Array]]) -> list[Array]:
        """By number of cards less one: of each kind, how many hands hold it and are at least so strong."""
        size = self.player - 1
        kinds, _ = listed[size]
        counts = np.zeros((len(kinds), self.many), np.int32)
        for start in range(0, len(kinds), 500):
            more = self.grown[size][_number(kinds[start : start + 500])]
            rows = self.above[np.maximum(more, 0)]
            fits = (rows >= 0) & (more >= 0)[:, :, None]
            at = np.broadcast_to(np.arange(len(more))[:, None, None], rows.shape)
            keys = (at * self.many + rows)[fits]
            counts[start : start + 500] = np.bincount(keys, minlength=len(more) * self.many).reshape(len(more), -1)
        made = [counts // 2]
        for size in range(self.player - 2, 0, -1):
            more = self.grown[size][_number(listed[size][0])]
            rows = np.zeros((len(more), self.many), np.int64)
            for card in range(CARDS):
                rows += np.where((more[:, card] >= 0)[:, None], made[-1][np.maximum(more[:, card], 0)], 0)
            made.append(rows // (self.player + 1 - size))
        return [np.cumsum(rows[:, ::-1], axis=1)[:, ::-1].astype(np.int32) for rows in reversed(made)]

    def reach(self, size: int, kind: Array, least: Array) -> Array:
        """How many hands hold the part, of `size` cards, and the card shown, and are at least so strong."""
        there = kind >= 0
        if size < self.player - 1:
            found = self.reached[size][np.maximum(kind, 0), least[:, None]]
        else:
            found = _at_least(self.ordered, np.maximum(kind, 0), np.broadcast_to(least[:, None], kind.shape))
        return np.where(there, found, 0)

    def last(self, start: int, rows: int, least: Array) -> Array:
        """The one hand that holds all of the player's cards and the card shown."""
        return (self.above[start : start + rows] >= least[:, None]).astype(np.int64)


def _at_least(ordered: Array, row: Array, least: Array) -> Array:
    """How many entries of an ordered row are at least so large."""
    flat, width = ordered.reshape(-1), ordered.shape[1]
    low, high = np.zeros(row.shape, np.int32), np.full(row.shape, width, np.int32)
    base = row.astype(np.int64) * width
    for _ in range(width.bit_length()):
        middle = (low + high) >> 1
        below = (low < high) & (flat[np.minimum(base + middle, len(flat) - 1)] < least)
        low, high = np.where(below, middle + 1, low), np.where(below | (low >= high), high, middle)
    return width - low


# ---- sets of cards, and their numbers


def _number(cards: Array) -> Array:
    """The number of each set among all sets of its size; its cards stand in order.

    >>> _number(np.array([[0, 1], [0, 2], [1, 2]])).tolist()
    [0, 1, 2]
    """
    made = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        made += _CHOOSE[place + 1][cards[:, place]]
    return made


_CHOOSE = [np.array([comb(card, size) for card in range(CARDS + 1)], np.int64) for size in range(8)]


@cache
def _kinds(size: int) -> tuple[Array, Array]:
    """One set of each kind, its cards in order, and how many sets are of its kind."""
    if size == 0:
        return np.zeros((1, 0), np.int64), np.ones(1, np.int64)
    found = []
    for block in hands(13, size, 0):
        parts = [
            np.broadcast_to((c.rank.astype(np.int64) - 1) * 4 + c.suit, block.shape).reshape(-1) for c in block.columns
        ]
        found.append((np.sort(np.stack(parts, axis=1), axis=1), np.broadcast_to(block.weight, block.shape).reshape(-1)))
    return np.concatenate([cards for cards, _ in found]), np.concatenate([weight for _, weight in found])


def _kind_of(size: int) -> Array:
    """Of every set of cards, by its number: which kind it is of."""
    kinds, _ = _kinds(size)
    made = np.zeros(comb(CARDS, size), np.int32)
    for order in permutations(range(4)):
        renamed = np.sort(kinds // 4 * 4 + np.array(order)[kinds % 4], axis=1)
        made[_number(renamed)] = np.arange(len(kinds))
    return made


@cache
def _grown(size: int) -> Array:
    """Of every set and every card: the kind of the set with the card; -1 where the set has it."""
    sets, kind_of = _sets(size), _kind_of(size + 1)
    made = np.full((len(sets), CARDS), -1, np.int32)
    for card in range(CARDS):
        free = ~(sets == card).any(axis=1)
        both = np.sort(np.column_stack([sets[free], np.full(int(free.sum()), card)]), axis=1)
        made[free, card] = kind_of[_number(both)]
    return made


def _sets(size: int) -> Array:
    listed = np.array(list(combinations(range(CARDS), size)), np.int64).reshape(comb(CARDS, size), size)
    return listed[np.argsort(_number(listed), kind="stable")]


# ---- strengths


def _classes(ranked: int, strength: Callable[[tuple[Column, ...]], Array]) -> Array:
    """The strengths of all sets of `ranked` cards as small numbers, by the number of the set."""
    sets = _sets(ranked)
    told = strength(tuple(Column(sets[:, n] // 4 + 1, sets[:, n] % 4) for n in range(ranked)))
    return np.unique(told, return_inverse=True)[1].reshape(-1).astype(np.int16)


def _best(kinds: Array, ranked: int, classes: Array) -> Array:
    made = np.full(len(kinds), -1, np.int16)
    for part in combinations(range(kinds.shape[1]), ranked):
        made = np.maximum(made, classes[_number(kinds[:, part])])
    return made


def _with_one_more(kinds: Array, ranked: int, classes: Array, own: Array) -> Array:
    """The strength of each kind with every further card; -1 where it has the card."""
    one_less = _sets(ranked - 1)
    table = np.full((len(one_less), CARDS), -1, np.int16)
    for card in range(CARDS):
        free = ~(one_less == card).any(axis=1)
        both = np.sort(np.column_stack([one_less[free], np.full(int(free.sum()), card)]), axis=1)
        table[free, card] = classes[_number(both)]
    made = np.repeat(own[:, None], CARDS, axis=1)
    for part in combinations(range(kinds.shape[1]), ranked - 1):
        made = np.maximum(made, table[_number(kinds[:, part])])
    np.put_along_axis(made, kinds, -1, axis=1)
    return made


__all__: list[Any] = ["Sight", "sights"]
