"""Rankings asked of all hands of a block: the best hand of so many of the cards, and how strong it is.

All choices of cards are asked at once: they lie along an axis of their own, before those of the block. What a rank asks is told as terms,
each of which looks along one axis, so that `alike` can see by which of them hands differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from pitboss.compiler.odds import cards as words
from pitboss.compiler.odds.cards import JOKER, NO_SUIT, Array, Column, Hand
from pitboss.compiler.odds.kleene import NOTHING, Value, code
from pitboss.compiler.odds.rank_conditions import Part, parts_of
from pitboss.grammar import tree as t

ACE = Column(1, NO_SUIT)
_RANKS = tuple(Column(rank, NO_SUIT) for rank in range(1, 14))
_SUITS = tuple(Column(1, suit) for suit in range(4))
_CELLS = 8_000_000  # hands that are looked at together


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """Met where everything in `met` is, and nothing that stands in `unless` side by side."""

    met: tuple[Array, ...]
    unless: tuple[tuple[Array, Array], ...] = ()


def ranked(asker: Any, e: t.Call) -> Value:
    """`best(ranking, cards)` or `strength(ranking, cards)`."""
    asker.foreseen(e)
    ranking = asker.law.book.rankings[str(e.arguments[0].value)]
    hand = asker.cards_of(e.arguments[1].value)
    if hand is None or len(hand) < ranking.count:
        return NOTHING
    lots = lots_of(asker.block, hand, ranking.count)
    if e.name == "strength":
        height = next((asker.value(a.value).of for a in e.arguments if a.name == "height"), None)
        made = [np.max(_strength(asker.within(lot, rest), ranking, lot, height), axis=0) for lot, rest in lots]
        return Value(np.maximum.reduce(np.broadcast_arrays(*made)))
    found: Array = code("none")
    for rank in reversed(ranking.ranks):
        has: Array = False
        for lot, rest in lots:
            has = np.logical_or(has, np.any(_has(asker.within(lot, rest), rank, lot), axis=0))
        found = np.where(has, code(rank.name), found)
    return Value(found)


def lots_of(block: Any, hand: Hand, size: int) -> list[tuple[Hand, Hand]]:
    """The choices of so many cards and the cards beside them, put one upon the other; those with a joker apart."""
    key = f"lots {size} {[(_mark(c.rank), _mark(c.suit)) for c in hand]}"
    if key not in block.memo:
        chosen: dict[int, list[tuple[int, ...]]] = {}
        for some in combinations(range(len(hand)), size):
            chosen.setdefault(sum(_is_joker(hand[n]) for n in some), []).append(some)
        most = max(1, _CELLS // prod(block.shape))
        made = []
        for lots in chosen.values():
            for start in range(0, len(lots), most):
                picked = lots[start : start + most]
                others = [[n for n in range(len(hand)) if n not in some] for some in picked]
                made.append((_stacked(hand, picked), _stacked(hand, others)))
        block.memo[key] = [made, hand]  # the cards too, so that their marks stay theirs
    return block.memo[key][0]  # type: ignore[no-any-return]


def _is_joker(card: Column) -> bool:
    return isinstance(card.rank, int) and card.rank == JOKER


def _stacked(hand: Hand, lots: Any) -> Hand:
    def along(name: str, places: list[int]) -> Array:
        values = [getattr(hand[n], name) for n in places]
        if all(isinstance(v, int) and v == values[0] for v in values):
            return values[0]
        return np.stack(np.broadcast_arrays(*values))

    columns = [[some[place] for some in lots] for place in range(len(lots[0]))]
    return tuple(Column(along("rank", places), along("suit", places), along("there", places)) for places in columns)


def _strength(asker: Any, ranking: t.Ranking, hand: Hand, height: Any) -> Array:
    """As checker.cards has it; a hand with a joker is not compared here."""
    odd = words.odd_cards(hand)
    found: Array = odd
    for below, rank in enumerate(reversed(ranking.ranks), 1):
        over: Any = height
        if over is None:
            over = 0 if rank.by is None else asker.value(rank.by).of
        found = np.where(_has(asker, rank, hand), (below * 15**5 + over) * 15**5 + odd, found)
    return found


# ---- one rank


def _has(asker: Any, rank: t.Rank, hand: Hand) -> Array:
    if not any(map(_is_joker, hand)) and any(np.any(np.equal(c.rank, JOKER)) for c in hand):
        return _by_joker(hand, lambda part: _has(asker.within(part), rank, part))
    found: Array = False
    for term in terms(asker, rank, hand):
        has: Array = True
        for met in term.met:
            has = np.logical_and(has, met)
            if not np.any(has):
                break
        else:
            for one, other in term.unless:
                has = np.logical_and(has, np.logical_not(np.logical_and(one, other)))
            found = np.logical_or(found, has)
    return found


def terms(asker: Any, rank: t.Rank, hand: Hand) -> Iterator[Term]:
    """What a rank asks of a hand; any of the terms makes it."""
    held = tuple(c for c in hand if not _is_joker(c))
    for parts in parts_of(asker.law, rank):
        if len(held) == len(hand):
            yield Term(tuple(_part(asker, p, hand) for p in parts))
        elif rank.joker == "ace":
            yield Term(tuple(_part(asker, p, (*held, ACE)) for p in parts))
        elif rank.joker == "any":
            yield from _any_joker(asker, parts, held)


def _any_joker(asker: Any, parts: tuple[Part, ...], held: Hand) -> Iterator[Term]:
    """One of the 52 cards that is not in the hand makes it meet the conditions."""
    beside = tuple(_part(asker, p, held) for p in parts if not p.hand)
    mine = [p for p in parts if p.hand]
    by_rank, by_suit = [p for p in mine if not p.suits], [p for p in mine if p.suits and not p.ranks]
    both = [p for p in mine if p.suits and p.ranks]
    ranks, suits = (
        {card: [_part(asker, p, (*held, card)) for p in some] for card in cards}
        for cards, some in ((_RANKS, by_rank), (_SUITS, by_suit))
    )
    if not both and (not by_rank or any(p.apart for p in by_rank)):
        # The ranks it needs are in no such hand; the rank and the suit can be looked for each by itself.
        rank_found, suit_found = (_any_of(found) for found in (ranks, suits))
        yield Term((*beside, rank_found, suit_found))
        return
    for one, (high, high_held) in _met(ranks, held, "rank").items():
        for other, (low, low_held) in _met(suits, held, "suit").items():
            card = Column(one.rank, other.suit)
            held_too = tuple(zip(high_held, low_held, strict=True))
            yield Term((*beside, high, low, *(_part(asker, p, (*held, card)) for p in both)), held_too)


def _met(found: dict[Column, list[Array]], held: Hand, what: str) -> dict[Column, tuple[Array, list[Array]]]:
    """Of the ranks, or suits, by which all is met somewhere: where it is, and where the hand has such a card too."""
    made = {card: _all_of(met) for card, met in found.items() if all(np.any(m) for m in met)}
    return {
        card: (met, [met & np.equal(getattr(c, what), getattr(card, what)) for c in held]) for card, met in made.items()
    }


def _any_of(found: dict[Column, list[Array]]) -> Array:
    made: Array = False
    for met in found.values():
        made = np.logical_or(made, _all_of(met))
    return made


def _all_of(met: list[Array]) -> Array:
    made: Array = True
    for one in met:
        made = np.logical_and(made, one)
    return made


def _part(asker: Any, part: Part, hand: Hand) -> Array:
    """Each part of a condition is asked once of the same cards."""
    if not part.plain:
        return asker.within(hand).truth(part.expr).yes
    shown = (*(hand if part.hand else ()), *(asker.rest if part.rest else ()))
    key = f"{part.number} {[(_mark(c.rank), _mark(c.suit)) for c in shown]}"
    memo = asker.block.memo
    if key not in memo:
        memo[key] = [(shown, asker.within(hand).truth(part.expr).yes)]  # the cards too, so that their marks stay theirs
    return memo[key][0][1]


def _mark(part: Array) -> str:
    return str(part) if isinstance(part, int) else f"@{id(part)}"


def _by_joker(hand: Hand, ask: Any) -> Array:
    """Of hands some of which hold the joker: asked with it at each place, and without it."""
    plain = tuple(Column(np.where(np.equal(c.rank, JOKER), 1, c.rank), c.suit) for c in hand)
    found = np.asarray(ask(plain))
    for place, column in enumerate(hand):
        here = np.equal(column.rank, JOKER)
        if np.any(here):
            found = np.where(here, ask((*plain[:place], Column(JOKER, NO_SUIT), *plain[place + 1 :])), found)
    return found
