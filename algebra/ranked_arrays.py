"""Rankings on many hands at once. The other cards of each hand are beside it, because a rank may observe them too.

A joker that stands for any card is a card with two axes of its own, before those of the hands: its rank and its suit. What observes
ranks alone is evaluated for 13 cards, what observes suits alone for four, and only the conjunction for all 52.

>>> import numpy as np
>>> from pitboss.algebra.card_arrays import consecutive
>>> straight = ArrayRank("any", ((lambda hand, rest: consecutive(hand),),), lambda hand, rest: 0)
>>> hands = (CardColumn(JOKER), CardColumn(np.array([4, 4]), np.array([0, 0])), CardColumn(np.array([6, 8]), np.array([1, 1])))
>>> has(straight, (), hands).tolist(), strengths([straight], (), hands)[2].tolist()
([True, False], [1, 0])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from pitboss.algebra.arrays import Array, distinct
from pitboss.algebra.card_arrays import DIGIT, DIGITS, JOKER, NO_SUIT, CardColumn, Hand, high_cards

Of = Callable[[Hand, Hand], Array]  # a function of the hands and of the other cards
RANKS, SUITS = 13, 4
BASE = DIGIT**DIGITS  # of strengths: five ranks are one number
ACE = CardColumn(1, NO_SUIT)  # that a joker stands for


@dataclass(frozen=True, eq=False, slots=True)
class ArrayRank:
    """What a joker may stand for; the alternatives of which a hand meets one, each with all its parts; the order of the hands."""

    joker: str
    alternatives: tuple[tuple[Of, ...], ...]
    by: Of


@dataclass(frozen=True, eq=False, slots=True)
class Conjunction:
    """Met if everything in `met` is, and no pair in `unless` is met together."""

    met: tuple[Array, ...]
    unless: tuple[tuple[Array, Array], ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class _Stands:
    """Where an alternative is met if a joker stands for any card: truths of the other cards; of each rank; of each suit; of each card."""

    of_rest: list[Array]
    ranks: Array
    suits: Array
    cards: list[Array]


def is_joker(card: CardColumn) -> bool:
    return isinstance(card.rank, int) and card.rank == JOKER


def has(rank: ArrayRank, rest: Hand, hand: Hand) -> Array:
    """Which hands have the rank; all or none have a joker."""
    found: Array = False
    for term in terms(rank, rest, hand):
        met = _all_of(term.met)
        for one, other in term.unless:
            met = np.logical_and(met, np.logical_not(np.logical_and(one, other)))
        found = np.logical_or(found, met)
    return found


def terms(rank: ArrayRank, rest: Hand, hand: Hand) -> Iterator[Conjunction]:
    """The condition of a rank on hands of which all or none have a joker; a hand has the rank if any of the terms is met.

    Each array in a term varies along one axis of the hands if that is so of what the parts observe.
    """
    stands = _without_joker(rank, hand)
    for parts in rank.alternatives:
        if stands is not None:
            yield Conjunction(tuple(part(stands, rest) for part in parts))
        elif rank.joker == "any":
            yield from _of_any_card(_held(hand), _stands(parts, _held(hand), rest))


def strengths(ranks: Sequence[ArrayRank], rest: Hand, hand: Hand, height: Array = None) -> tuple[Array, int, Array]:
    """The strength of each hand in whole numbers over a denominator, and the number of its rank from the bottom, 0 for none.

    All hands or none have a joker.
    """
    found, per, number = np.asarray(high_cards(hand)), 1, np.zeros((), np.int64)
    for below, rank in enumerate(reversed(ranks), 1):
        stands = _without_joker(rank, hand)
        if stands is not None:
            met = has(rank, rest, hand)
            order, own = _order(rank, below, stands, rest, height)
        elif rank.joker == "any":
            met, order, own = _best_stand(rank, below, _held(hand), rest, height)
        else:
            continue
        found, order, per = found * (lcm(per, own) // per), order * (lcm(per, own) // own), lcm(per, own)
        found, number = np.where(met, order, found), np.where(met, below, number)
    return found, per, number


def _order(rank: ArrayRank, below: int, hand: Hand, rest: Hand, height: Array) -> tuple[Array, int]:
    """The strength of hands of a rank, in whole numbers over a denominator."""
    over, per = np.asarray(rank.by(hand, rest) if height is None else height), 1
    if over.dtype == object:
        values, places = distinct(over.reshape(-1))
        per = lcm(*(Fraction(value).denominator for value in values))
        over = np.array([int(value * per) for value in values], np.int64)[places].reshape(over.shape)
    return (below * BASE * per + over) * BASE + high_cards(hand) * per, per


def _held(hand: Hand) -> Hand:
    return tuple(c for c in hand if not is_joker(c))


def _without_joker(rank: ArrayRank, hand: Hand) -> Hand | None:
    """The hands as they count without a choice; None if they have a joker that may not be an ace alone."""
    held = _held(hand)
    return hand if len(held) == len(hand) else (*held, ACE) if rank.joker == "ace" else None


# ---- a joker that stands for any card which is not in the hand


@lru_cache
def _any_card(axes: int) -> CardColumn:
    """Each of the 52 cards, along two axes before so many."""
    hands = (1,) * axes
    ranks, suits = np.arange(1, RANKS + 1, dtype=np.int8), np.arange(SUITS, dtype=np.int8)
    return CardColumn(ranks.reshape(RANKS, 1, *hands), suits.reshape(1, SUITS, *hands))


def _axes(held: Hand) -> int:
    return max((np.ndim(mark) for c in held for mark in (c.rank, c.suit)), default=0)


def _stands(parts: Sequence[Of], held: Hand, rest: Hand) -> _Stands:
    axes = _axes(held)
    of_rest, cards = list[Array](), list[Array]()
    ranks: Array = np.ones((RANKS, *(1,) * axes), bool)
    suits: Array = np.ones((SUITS, *(1,) * axes), bool)
    for part in parts:
        met = np.asarray(part((*held, _any_card(axes)), rest))
        if met.ndim <= axes:
            of_rest.append(met)
        elif met.shape[1] == 1:
            ranks = np.logical_and(ranks, met[:, 0])
        elif met.shape[0] == 1:
            suits = np.logical_and(suits, met[0])
        else:
            cards.append(met)
    return _Stands(of_rest, ranks, suits, cards)


def _of_any_card(held: Hand, stands: _Stands) -> Iterator[Conjunction]:
    of_rest, cards = tuple(stands.of_rest), stands.cards
    joker = _any_card(_axes(held))
    of_held_ranks = [stands.ranks & np.equal(c.rank, joker.rank[:, 0]) for c in held]
    if not cards and (stands.ranks.all() or not any(map(np.any, of_held_ranks))):
        # Whatever the suit, a card of some sought rank is not in the hand, so the rank and the suit can be sought independently.
        yield Conjunction((*of_rest, stands.ranks.any(axis=0), stands.suits.any(axis=0)))
        return
    of_held_suits = [stands.suits & np.equal(c.suit, joker.suit[0]) for c in held]
    for rank in np.flatnonzero(stands.ranks.any(axis=tuple(range(1, stands.ranks.ndim)))):
        for suit in np.flatnonzero(stands.suits.any(axis=tuple(range(1, stands.suits.ndim)))):
            held_too = tuple((high[rank], low[suit]) for high, low in zip(of_held_ranks, of_held_suits, strict=True))
            of_card = (part[rank, suit] for part in cards)
            yield Conjunction((*of_rest, stands.ranks[rank], stands.suits[suit], *of_card), held_too)


def _best_stand(rank: ArrayRank, below: int, held: Hand, rest: Hand, height: Array) -> tuple[Array, Array, int]:
    """Whether a hand has the rank by any card that the joker may stand for, and the highest strength that it gives."""
    joker = _any_card(_axes(held))
    met: Array = False
    for parts in rank.alternatives:
        stands = _stands(parts, held, rest)
        of_parts = _all_of((*stands.of_rest, stands.ranks[:, None], stands.suits[None], *stands.cards))
        met = np.logical_or(met, of_parts)
    for c in held:
        met = met & ~(np.equal(c.rank, joker.rank) & np.equal(c.suit, joker.suit))
    order, per = _order(rank, below, (*held, joker), rest, height)
    return met.any(axis=(0, 1)), np.where(met, order, -1).max(axis=(0, 1)), per


def _all_of(met: Sequence[Array]) -> Array:
    made: Array = True
    for one in met:
        made = np.logical_and(made, one)
        if not np.any(made):
            break
    return made


def by_joker(hand: Hand, ask: Callable[[Hand], Array]) -> Array:
    """What `ask` answers of hands of which some have the joker: asked with it at each place, and without it."""
    if any(map(is_joker, hand)) or not any(np.any(np.equal(c.rank, JOKER)) for c in hand):
        return ask(hand)
    plain = tuple(CardColumn(np.where(np.equal(c.rank, JOKER), 1, c.rank), c.suit) for c in hand)
    found = np.asarray(ask(plain))
    for place, column in enumerate(hand):
        here = np.equal(column.rank, JOKER)
        if np.any(here):
            found = np.where(here, ask((*plain[:place], CardColumn(JOKER, NO_SUIT), *plain[place + 1 :])), found)
    return found
