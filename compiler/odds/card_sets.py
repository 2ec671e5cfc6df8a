"""Kinds of sets of cards of one deck: sets that differ only by a permutation of the suits have the same kind.

The cards of a suit are thirteen bits; a set of cards is four such numbers, and its kind is the four numbers sorted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb, prod

import numpy as np

from pitboss.algebra.arrays import Array
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.odds.sample_space import HandBlock, hands

CARDS, RANKS, SUITS = 52, 13, 4
_STEP = 1000  # sets that are processed together
_BITS = np.zeros((CARDS, SUITS), np.int16)  # of each card as a set
_BITS[np.arange(CARDS), np.arange(CARDS) % SUITS] = 1 << np.arange(CARDS) // SUITS
_EXCHANGES = ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))  # these sort four numbers; few numpy calls for any number of sets
_ORDERS = np.array(list(permutations(range(SUITS))))
WAYS = np.array([[card // SUITS * SUITS + order[card % SUITS] for card in range(CARDS)] for order in _ORDERS])
_WAY_OF = np.zeros(SUITS**SUITS, np.int64)  # the number of an order of suits
_WAY_OF[_ORDERS @ SUITS ** np.arange(SUITS)] = np.arange(len(_ORDERS))


@dataclass(frozen=True, eq=False, slots=True)
class Kinds:
    """One set of each kind, its suits sorted; the number of sets of each kind; and the sorted keys of the kinds.

    `order`: the place of each kind in the blocks of `sample_space.hands`.
    """

    cards: Array
    weight: Array
    suits: Array  # the bits of each suit
    keys: Array
    order: Array

    def number(self, suits: Array) -> Array:
        """The number of the kind of each set."""
        return np.searchsorted(self.keys, _key(suits)).astype(np.int32)


@cache
def kinds(size: int) -> Kinds:
    """The kinds of sets of a size.

    >>> [len(kinds(size).cards) for size in range(4)], int(kinds(3).weight.sum())
    ([1, 13, 169, 1755], 22100)
    """
    blocks = list(hands(RANKS, size, 0)) if size else [HandBlock((), np.ones(1, np.int64), (1,))]
    cards = np.concatenate([_cards(block) for block in blocks])
    weight = np.concatenate([_flat(block.weight, block.shape) for block in blocks])
    suits = _suits(cards)
    places = _places(suits)
    cards = np.sort(cards - cards % SUITS + np.take_along_axis(places, cards % SUITS, axis=1), axis=1)
    keys = _key(suits)
    order = np.argsort(keys)
    return Kinds(cards[order], weight[order], _suits(cards[order]), keys[order], order)


def columns(cards: Array) -> tuple[CardColumn, ...]:
    """Sets of cards, along the last axis, as hands."""
    return tuple(CardColumn(card // SUITS + 1, card % SUITS) for card in np.moveaxis(cards.astype(np.int64), -1, 0))


def _flat(part: Array, shape: tuple[int, ...]) -> Array:
    return np.broadcast_to(part, shape).reshape(-1)


def _cards(block: HandBlock) -> Array:
    columns = [_flat((c.rank - 1) * SUITS + c.suit, block.shape) for c in block.columns]
    return np.array(columns, np.int8).reshape(len(columns), prod(block.shape)).T


def _suits(cards: Array) -> Array:
    """The bits of each suit."""
    made = np.zeros((len(cards), SUITS), np.int16)
    for column in cards.T:
        made |= _BITS[column]
    return made


def _places(suits: Array) -> Array:
    """The place of each suit of a set when they are sorted."""
    made = np.zeros(suits.shape, np.int8)
    for one, other in combinations(range(SUITS), 2):
        later = suits[:, one] > suits[:, other]
        made[:, one] += later
        made[:, other] += ~later
    return made


def _key(suits: Array) -> Array:
    """The key of the kind of each set: the sorted bits of its suits as one number."""
    parts = [suits[..., n] for n in range(SUITS)]
    for one, other in _EXCHANGES:
        parts[one], parts[other] = np.minimum(parts[one], parts[other]), np.maximum(parts[one], parts[other])
    made = np.zeros(suits.shape[:-1], np.int64)
    for part in parts:
        made <<= RANKS
        made |= part
    return made


@cache
def grown(size: int) -> Array:
    """For every kind of a size and every card, the kind of the set with the card added; -1 if the set contains it."""
    known, larger = kinds(size), kinds(size + 1)
    found = np.empty((len(known.cards), CARDS), np.int32)
    for start in range(0, len(found), _STEP):
        found[start : start + _STEP] = larger.number(known.suits[start : start + _STEP, None] | _BITS)
    np.put_along_axis(found, known.cards.astype(np.int64), -1, axis=1)
    return found


@cache
def subsets(size: int, some: int) -> tuple[Array, Array]:
    """For every subset of `some` of the cards of every kind of a size: its kind, and the permutation of its suits."""
    kind, way = _all_sets(some)
    cards = kinds(size).cards
    chosen = [number_of(cards[:, part]) for part in combinations(range(size), some)]
    return tuple(np.stack([table[n] for n in chosen]) for table in (kind, way))  # type: ignore[return-value]


@cache
def _all_sets(size: int) -> tuple[Array, Array]:
    """The kind of every set, and the permutation of its suits, by the number of the set."""
    suits = _suits(_sets(size))
    return kinds(size).number(suits), _WAY_OF[_places(suits) @ SUITS ** np.arange(SUITS)].astype(np.int8)


def _sets(size: int) -> Array:
    """All sets, in the order of their numbers.

    >>> _sets(2)[:4].tolist(), number_of(_sets(3))[[0, -1]].tolist()
    ([[0, 1], [0, 2], [1, 2], [0, 3]], [0, 22099])
    """
    made = np.zeros((1, 0), np.int8)
    for n in range(size):
        parts = [(made[: comb(card, n)], card) for card in range(CARDS)]
        made = np.concatenate([np.column_stack([lower, np.full(len(lower), card, np.int8)]) for lower, card in parts])
    return made


def number_of(cards: Array) -> Array:
    """The number of each set among all sets of its size; its cards are sorted."""
    made = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        made += np.array([comb(card, place + 1) for card in range(CARDS)], np.int64)[cards[:, place]]
    return made
