"""The distinct hands of a column, as an array of cards, and card functions that look at all hands at once.

They give the same results as those in `checker/runtime/cards.py`, which are called for every other function once for each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeGuard

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pitboss.checker.rounds.cells import CARD_WORDS
from pitboss.checker.runtime.cards import EVERY, Cards

Matrix = NDArray[np.int8]
CARDS = (*CARD_WORDS,)  # a card is its place in this list; -1 where a hand has no further card
PLACE = {card: n for n, card in enumerate(CARDS)}
WORDS = pl.Enum([*CARD_WORDS.values()])
NONE = -1
RANK = np.array([*(rank for rank, _ in CARDS), NONE], np.int64)
VALUE = np.array([*(min(rank, 10) for rank, _ in CARDS), 0], np.int64)
SUIT = np.array([*("cdhsj".index(suit) for _, suit in CARDS), NONE], np.int64)


def from_texts(texts: pl.Series) -> Matrix:
    """Hands as a record writes them."""
    words = texts.str.split(" ")
    sizes = words.list.len().to_numpy() if len(texts) else np.zeros(0, np.int64)
    return _filled(sizes, words.explode().cast(WORDS).to_physical().to_numpy() if len(texts) else sizes)


def is_hand(value: object) -> TypeGuard[Cards]:
    """Whether a value is cards, at least one, and not a set."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple)


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
    if hands.shape[1] < many:
        return hands[:0, :0], np.full(len(hands), -1, np.intp)
    enough = np.ones(len(hands), np.bool_) if not many else hands[:, many - 1] >= 0
    part = hands[enough, :many]
    numbered = np.zeros(len(part), np.int64)
    for n in range(many):  # numbered anew for each card, so that they fit
        numbered = np.unique(numbered * (len(CARDS) + 1) + part[:, n], return_inverse=True)[1]
    _, at, places = np.unique(numbered, return_index=True, return_inverse=True)
    made = np.full(len(hands), -1, np.intp)
    made[enough] = places
    return part[at], made


def size(hands: Matrix) -> NDArray[np.int64]:
    return np.asarray(np.count_nonzero(hands >= 0, axis=1), np.int64)


def points(hands: Matrix, ace: int | None = None) -> NDArray[np.int64]:
    total, aces = VALUE[hands].sum(axis=1), np.count_nonzero(RANK[hands] == 1, axis=1)
    if ace is not None:
        return np.asarray(total + (ace - 1) * aces, np.int64)
    return np.asarray(np.where((total <= 11) & (aces > 0), total + 10, total), np.int64)


def count(hands: Matrix, rank: int | str = EVERY, suit: str = EVERY) -> NDArray[np.int64]:
    counted = hands >= 0
    if rank != EVERY:
        counted &= RANK[hands] == rank
    if suit != EVERY:
        counted &= SUIT[hands] == ("cdhsj".index(suit) if suit in [*"cdhsj"] else -2)
    return np.asarray(np.count_nonzero(counted, axis=1), np.int64)


# The functions of one hand whose result is a number, if their other arguments are plain numbers or words.
OF_HANDS: dict[str, Callable[..., NDArray[np.int64]]] = {"size": size, "points": points, "count": count}


def plain(arguments: Mapping[str, object]) -> dict[str, int | str] | None:
    """The arguments if all are plain numbers or words."""
    made = {name: one for name, one in arguments.items() if isinstance(one, int | str)}
    return made if len(made) == len(arguments) else None
