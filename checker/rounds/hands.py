"""The distinct hands of a column, as an array of cards: their parts, the columns of cards that card functions take, and their
strengths in a ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, lcm
from typing import TypeGuard

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pitboss.algebra import array_operations
from pitboss.algebra.array_operations import quantity
from pitboss.algebra.arrays import Array, numbered
from pitboss.algebra.card_arrays import JOKER, CardColumn, Hand
from pitboss.algebra.ranked_arrays import RANKS, ArrayRank, strengths
from pitboss.checker.rounds.cells import CARD_WORDS
from pitboss.checker.runtime.cards import Cards, HandRanking, HasRank, Height, OrderOfRank

Matrix = NDArray[np.int8]
Integers = NDArray[np.int64]
CARDS = (
    *CARD_WORDS,
)  # a card is its place in this list, where a joker is the first; -1 where a hand has no further card
PLACE = {card: n for n, card in enumerate(CARDS)}
WORDS = pl.Enum([*CARD_WORDS.values()])
NONE = -1
RANK = np.array([*(rank for rank, _ in CARDS), NONE], np.int8)
SUIT = np.array([*("cdhsj".index(suit) for _, suit in CARDS), NONE], np.int8)
SUIT_BIT = np.array([*(0 if suit == "j" else 1 << "cdhs".index(suit) for _, suit in CARDS), 0], np.int8)
_STEP = 1 << 17  # hands that are ranked together
_TOGETHER = 10  # cards of which the places fit in 64 bits together


def from_texts(texts: pl.Series) -> Matrix:
    """Hands as a record writes them."""
    words = texts.str.split(" ")
    sizes = words.list.len().to_numpy() if len(texts) else np.zeros(0, np.int64)
    return _filled(sizes, words.explode().cast(WORDS).to_physical().to_numpy() if len(texts) else sizes)


def is_hand(value: object) -> TypeGuard[Cards]:
    """Whether a value is cards, and not a set; as no cards, an empty set is equal to itself too."""
    return isinstance(value, tuple) and (not value or isinstance(value[0], tuple))


def from_cards(hands: Sequence[Cards]) -> Matrix:
    sizes, cards = [len(hand) for hand in hands], [PLACE[card] for hand in hands for card in hand]
    return _filled(np.array(sizes, np.int64), np.array(cards, np.int64))


def _filled(sizes: NDArray[np.int64], cards: NDArray[np.int64]) -> Matrix:
    width = int(sizes.max()) if len(sizes) else 0
    made = np.full((len(sizes), width), NONE, np.int8)
    made[np.arange(width) < sizes[:, None]] = cards
    return made


def to_cards(hands: Matrix) -> list[Cards]:
    return [tuple([CARDS[card] for card in hand if card >= 0]) for hand in hands.tolist()]


def first(hands: Matrix, many: int) -> tuple[Matrix, NDArray[np.intp]]:
    """The distinct hands of the first cards of each, and for each its place among them; -1 for a hand with fewer cards."""
    return _parts(hands, many, lambda sizes: np.zeros_like(sizes))


def last(hands: Matrix, many: int) -> tuple[Matrix, NDArray[np.intp]]:
    """The distinct hands of the last cards of each, as in `first`."""
    return _parts(hands, many, lambda sizes: sizes - many)


def _parts(hands: Matrix, many: int, start: Callable[[Integers], Integers]) -> tuple[Matrix, NDArray[np.intp]]:
    sizes = np.count_nonzero(hands >= 0, axis=1)
    enough = np.flatnonzero(sizes >= many)
    part = np.take_along_axis(hands[enough], start(sizes[enough])[:, None] + np.arange(many), axis=1)
    number = np.zeros(len(part), np.int64)
    for n in range(many):
        if n and n % _TOGETHER == 0:
            number = numbered(number)[1]
        number = number * (len(CARDS) + 1) + part[:, n]
    different, places = numbered(number)
    at = np.empty(len(different), np.intp)
    at[places] = np.arange(len(places))  # any hand of each
    made = np.full(len(hands), -1, np.intp)
    made[enough] = places
    return part[at], made


def columns(hands: Matrix) -> Hand:
    """The hands as card functions take them."""
    made = []
    for cards in np.ascontiguousarray(hands.T):
        there = cards >= 0
        made.append(CardColumn(RANK[cards], SUIT[cards], True if there.all() else there))
    return tuple(made)


# ---- rankings


@dataclass(frozen=True, eq=False, slots=True)
class Choices:
    """The choices of so many cards from hands of one size: those that differ, each with the other cards, and which of them each
    choice from each hand is."""

    lots: Matrix
    rests: Matrix
    places: NDArray[np.intp]


Chosen = dict[tuple[int, bool, bool, int, int], Choices]  # what several rankings of the same hands share


def ranked(hands: Matrix, ranking: HandRanking, height: Height, shared: Chosen) -> tuple[Integers, int, Integers]:
    """The strength of each hand in whole numbers over a denominator, and the number of its rank from the bottom, 0 for none.

    The strength of a hand with too few cards is negative.
    """
    made, number, per = np.full(len(hands), -1, np.int64), np.zeros(len(hands), np.int64), 1
    sizes = np.count_nonzero(hands >= 0, axis=1)
    of_rest = any(len(rank) == 5 for rank in ranking.ranks)
    for size in np.unique(sizes[sizes >= ranking.size]).tolist():
        of_size = np.flatnonzero(sizes == size)
        for start in range(0, len(of_size), _STEP):
            rows = of_size[start : start + _STEP]
            key = ranking.size, ranking.symmetric, of_rest, size, start
            if key not in shared:
                shared[key] = _choices(hands[rows, :size], *key[:3])
            some = shared[key]
            orders, own, numbers = _of_each(some.lots, some.rests, ranking, height)
            made, per, orders = made * (lcm(per, own) // per), lcm(per, own), orders * (lcm(per, own) // own)
            found = orders[some.places]
            best = found.argmax(axis=0), np.arange(len(rows))
            made[rows], number[rows] = found[best], numbers[some.places[best]]
    return made, per, number


def _choices(hands: Matrix, many: int, symmetric: bool, of_rest: bool) -> Choices:
    """The choices of so many cards; of those that look the same to a symmetric ranking, one. `of_rest`: whether it observes the others."""
    hands = np.sort(hands, axis=1) if symmetric else hands
    chosen = [*combinations(range(hands.shape[1]), many)]
    beside = [[n for n in range(hands.shape[1]) if n not in some] for some in chosen]
    lots, rests = (np.concatenate([hands[:, part] for part in parts]) for parts in (chosen, beside))
    look = np.arange(len(lots))
    if symmetric:
        twice = np.tile(
            (hands[:, 1:] == hands[:, :-1]).any(axis=1), len(chosen)
        )  # of these, a joker may be a card that others have
        seen = _looks(lots, rests if of_rest else rests[:, :0])
        look = np.where(twice, look + (int(seen.max(initial=0)) + 1), seen) if twice.any() else seen
    different, places = numbered(look)
    at = np.empty(len(different), np.intp)
    at[places] = np.arange(len(places))
    return Choices(lots[at], rests[at], places.reshape(len(chosen), len(hands)))


def _looks(lots: Matrix, rests: Matrix) -> Integers:
    """A number for all that a symmetric ranking observes: the ranks, in order; whether all suits are one; the ranks of the other cards."""
    suits = np.bitwise_or.reduce(SUIT_BIT[lots], axis=1)
    number = _multiset(lots) * 2 + (np.bitwise_count(suits) == 1)
    return np.asarray(number * comb(RANKS + rests.shape[1], rests.shape[1]) + _multiset(rests), np.int64)


def _multiset(cards: Matrix) -> Integers:
    """The number of the ranks of cards in order among all combinations with repetition."""
    made = np.zeros(len(cards), np.int64)
    for n, column in enumerate(cards.T):
        made += np.array([comb(max(rank, 0) + n, n + 1) for rank in RANK.tolist()], np.int64)[column]
    return made


def _of_each(lots: Matrix, rests: Matrix, ranking: HandRanking, height: Height) -> tuple[Integers, int, Integers]:
    """As `ranked`, of hands with as many cards as the ranking ranks."""
    ranks = [_on_arrays(*rank) for rank in ranking.ranks]
    orders, numbers, per = np.zeros(len(lots), np.int64), np.zeros(len(lots), np.int64), 1
    jokers = (RANK[lots] == JOKER) @ (1 << np.arange(lots.shape[1]))  # where they are
    for where in np.unique(jokers).tolist():
        rows = np.flatnonzero(jokers == where)
        hand = tuple(
            CardColumn(JOKER) if where >> n & 1 else card for n, card in enumerate(columns(lots[rows]))
        )  # fmt: skip
        found, own, number = strengths(ranks, columns(rests[rows]), hand, height)
        orders, per, found = orders * (lcm(per, own) // per), lcm(per, own), found * (lcm(per, own) // own)
        orders[rows], numbers[rows] = found, number
    return orders, per, numbers


def _on_arrays(name: str, has: HasRank, joker: str, by: OrderOfRank, of_rest: HasRank | None = None) -> ArrayRank:
    """A rank of compiled rules, whose functions compute on arrays."""

    def evaluated(function: HasRank | OrderOfRank) -> Callable[[Hand, Hand], Array]:
        return lambda hand, rest: quantity(function({"cards": hand, "rest": rest}, array_operations)).of

    return ArrayRank(joker, (tuple(evaluated(part) for part in (has, of_rest) if part is not None),), evaluated(by))
