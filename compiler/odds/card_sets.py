"""Kinds of sets of cards of one deck: sets that differ only by a permutation of the suits have the same kind.

The cards of a suit are thirteen bits; a set of cards is four such numbers, and its kind is the four numbers sorted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np

from pitboss.compiler.odds.hand_values import Array
from pitboss.compiler.odds.sample_space import hands

CARDS, RANKS, SUITS = 52, 13, 4
_STEP = 1000  # sets that are processed together
_ORDERS = np.array(list(permutations(range(SUITS))))
WAYS = np.array([[card // SUITS * SUITS + order[card % SUITS] for card in range(CARDS)] for order in _ORDERS])
_WAY_OF = np.zeros(SUITS**SUITS, np.int64)  # the number of an order of suits
_WAY_OF[_ORDERS @ SUITS ** np.arange(SUITS)] = np.arange(len(_ORDERS))


@dataclass(frozen=True, eq=False, slots=True)
class Kinds:
    """One set of each kind, its suits sorted; the number of sets of each kind; and the sorted keys of the kinds."""

    cards: Array
    weight: Array
    suits: Array  # the bits of each suit
    keys: Array

    def number(self, suits: Array) -> Array:
        """The number of the kind of each set."""
        return np.searchsorted(self.keys, _key(np.sort(suits, axis=-1))).astype(np.int32)


@cache
def kinds(size: int) -> Kinds:
    """The kinds of sets of a size.

    >>> [len(kinds(size).cards) for size in range(4)], int(kinds(3).weight.sum())
    ([1, 13, 169, 1755], 22100)
    """
    suits, weight = [np.zeros((1, SUITS), np.int64)], [np.ones(1, np.int64)]
    if size:
        blocks = list(hands(RANKS, size, 0))
        cards = [np.stack([_card(c, b.shape) for c in b.columns], axis=1) for b in blocks]
        suits, weight = [_suits(some) for some in cards], [_flat(b.weight, b.shape) for b in blocks]
    made = np.sort(np.concatenate(suits), axis=1)
    order = np.argsort(_key(made))
    made = made[order]
    return Kinds(_listed(made, size), np.concatenate(weight)[order], made, _key(made))


def _flat(part: Array, shape: tuple[int, ...]) -> Array:
    return np.broadcast_to(part, shape).reshape(-1)


def _card(column: Array, shape: tuple[int, ...]) -> Array:
    return _flat((column.rank.astype(np.int64) - 1) * SUITS + column.suit, shape)


def _suits(cards: Array) -> Array:
    made = np.zeros((len(cards), SUITS), np.int64)
    for column in cards.T:
        made[np.arange(len(cards)), column % SUITS] |= 1 << column // SUITS
    return made


def _key(suits: Array) -> Array:
    made = suits[..., 0]
    for n in range(1, SUITS):
        made = made << RANKS | suits[..., n]
    return made


def _listed(suits: Array, size: int) -> Array:
    """The cards of each set, in order."""
    there = (suits[:, None, :].astype(np.int16) >> np.arange(RANKS, dtype=np.int16)[None, :, None] & 1).reshape(
        -1, CARDS
    )
    return np.nonzero(there)[1].reshape(len(suits), size)


@cache
def grown(size: int) -> Array:
    """For every kind of a size and every card, the kind of the set with the card added; -1 if the set contains it."""
    suits = kinds(size).suits
    bits = np.zeros((CARDS, SUITS), np.int64)
    bits[np.arange(CARDS), np.arange(CARDS) % SUITS] = 1 << np.arange(CARDS) // SUITS
    found = np.empty((len(suits), CARDS), np.int32)
    for start in range(0, len(suits), _STEP):
        some = suits[start : start + _STEP, None, :]
        there = (some & bits).any(axis=2)
        found[start : start + _STEP] = np.where(there, -1, kinds(size + 1).number(some | bits))
    return found


@cache
def subsets(size: int, some: int) -> tuple[Array, Array]:
    """For every subset of `some` of the cards of every kind of a size: its kind, and the permutation of its suits."""
    kind, way = _all_sets(some)
    cards = kinds(size).cards
    chosen = [_number(cards[:, part]) for part in combinations(range(size), some)]
    return tuple(np.stack([table[n] for n in chosen]) for table in (kind, way))  # type: ignore[return-value]


@cache
def _all_sets(size: int) -> tuple[Array, Array]:
    """The kind of every set, and the permutation of its suits, by the number of the set."""
    suits = _suits(_sets(size))
    order = np.argsort(np.argsort(suits, axis=1, kind="stable"), axis=1, kind="stable")
    return kinds(size).number(suits), _WAY_OF[order @ SUITS ** np.arange(SUITS)].astype(np.int8)


def _sets(size: int) -> Array:
    """All sets, in the order of their numbers.

    >>> _sets(2)[:4].tolist(), _number(_sets(3))[[0, -1]].tolist()
    ([[0, 1], [0, 2], [1, 2], [0, 3]], [0, 22099])
    """
    made = np.zeros((1, 0), np.int64)
    for n in range(size):
        parts = [(made[: comb(card, n)], card) for card in range(CARDS)]
        made = np.concatenate([np.column_stack([lower, np.full(len(lower), card)]) for lower, card in parts])
    return made


def _number(cards: Array) -> Array:
    """The number of each set among all sets of its size; its cards are sorted."""
    made = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        made += np.array([comb(card, place + 1) for card in range(CARDS)], np.int64)[cards[:, place]]
    return made
