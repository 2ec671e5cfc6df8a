"""Evaluates rankings on all hands of a block: the best hand of so many of the cards, and its strength.

All choices of cards are evaluated at once: they lie along an axis of their own, before those of the block. The condition of a rank is
given as terms, each of which varies along one axis, so that `equivalence_classes` can see which of them distinguish hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Protocol, TypeVar

import numpy as np

from pitboss.compiler.model import core
from pitboss.compiler.model.core import Expr
from pitboss.compiler.model.functions import FUNCTIONS, Domain
from pitboss.compiler.odds.active_law import ActiveLaw, RankCondition
from pitboss.compiler.odds.cards import JOKER, NO_SUIT, CardColumn, Hand, high_cards
from pitboss.compiler.odds.dependencies import dependencies
from pitboss.compiler.odds.hand_values import UNKNOWN_VALUE, Array, Truth, Value, code
from pitboss.compiler.odds.sample_space import HandBlock

T = TypeVar("T")

ACE = CardColumn(1, NO_SUIT)
_RANKS = tuple(CardColumn(rank, NO_SUIT) for rank in range(1, 14))
_SUITS = tuple(CardColumn(1, suit) for suit in range(4))
_CELLS = 8_000_000  # hands that are evaluated together
_REST = "rest"  # the cards outside the ranked hand


@dataclass(frozen=True, eq=False, slots=True)
class Conjunction:
    """Met if everything in `met` is, and no pair in `unless` is met together."""

    met: tuple[Array, ...]
    unless: tuple[tuple[Array, Array], ...] = ()


class HandEvaluator(Protocol):
    """The part of the condition evaluator that a ranking needs; the evaluator in turn evaluates rankings."""

    @property
    def law(self) -> ActiveLaw: ...
    @property
    def block(self) -> HandBlock: ...
    @property
    def rest(self) -> Hand: ...
    def check_declared(self, e: Expr) -> None: ...
    def cards_of(self, e: Expr) -> Hand | None: ...
    def value(self, e: Expr) -> Value: ...
    def truth(self, e: Expr) -> Truth: ...
    def within(self, hand: Hand, rest: Hand = ()) -> HandEvaluator: ...


def ranked(evaluator: HandEvaluator, e: core.Apply) -> Value:
    """The value of `best(ranking, cards)` or `strength(ranking, cards)`."""
    evaluator.check_declared(e)
    ranking, hand = ranking_of(evaluator.law, e), evaluator.cards_of(e.args[1])
    if hand is None or len(hand) < ranking.count:
        return UNKNOWN_VALUE
    lots = choices_of_cards(evaluator.block, hand, ranking.count)
    if e.function == "strength":
        height = next((evaluator.value(value).of for name, value in e.named if name == "height"), None)
        made = [np.max(_strength(evaluator.within(lot, rest), ranking, lot, height), axis=0) for lot, rest in lots]
        return Value(np.maximum.reduce(np.broadcast_arrays(*made)))
    found: Array = code("none")
    for rank in reversed(ranking.ranks):
        found = np.where(_makes(evaluator, rank, hand, lots), code(rank.name), found)
    return Value(found)


def _makes(evaluator: HandEvaluator, rank: core.Rank, hand: Hand, lots: list[tuple[Hand, Hand]]) -> Array:
    """The hands of which some choice has the rank."""

    def makes() -> Array:
        has: Array = False
        for lot, rest in lots:
            has = np.logical_or(has, np.any(_has(evaluator.within(lot, rest), rank, lot), axis=0))
        return has

    return _of_rank(evaluator, "makes", rank, hand, makes)


def conditions(evaluator: HandEvaluator, rank: core.Rank, hand: Hand, lots: list[tuple[Hand, Hand]]) -> list[Array]:
    """Every condition of the rank on the choices of cards, each of which varies along one axis."""

    def made() -> list[Array]:
        found = [term for lot, rest in lots for term in _terms(evaluator.within(lot, rest), rank, lot)]
        return [part for term in found for part in (*term.met, *(one for pair in term.unless for one in pair))]

    return _of_rank(evaluator, "conditions", rank, hand, made)


def _of_rank(evaluator: HandEvaluator, what: str, rank: core.Rank, hand: Hand, make: Callable[[], T]) -> T:
    """What was made of a rank and a hand; cached, because a ranking can be asked for each of its ranks."""
    if not all(part.cards_only for parts in parts_of(evaluator.law, rank) for part in parts):
        return make()
    made = evaluator.block.cache.get((what, id(rank), _marks(hand)), lambda: (make(), hand))  # the cards are kept alive
    return made[0]


def ranking_of(law: ActiveLaw, e: core.Apply) -> core.Ranking:
    """The ranking that a call names in its first argument, with no other rank if the call names one."""
    (ranking, *_) = e.args
    assert isinstance(ranking, core.RankingRef)
    return core.only(law.book.rankings[ranking.name], ranking.rank)


def choices_of_cards(block: HandBlock, hand: Hand, size: int) -> list[tuple[Hand, Hand]]:
    """The choices of so many cards, each with the other cards, stacked along a first axis; those with a joker apart."""

    def choices() -> tuple[list[tuple[Hand, Hand]], Hand]:
        chosen: dict[int, list[tuple[int, ...]]] = {}
        for some in combinations(range(len(hand)), size):
            chosen.setdefault(sum(_is_joker(hand[n]) for n in some), []).append(some)
        most = max(1, _CELLS // prod(block.shape))
        made = []
        for lots in chosen.values():
            for start in range(0, len(lots), most):
                picked = lots[start : start + most]
                others = [tuple(n for n in range(len(hand)) if n not in some) for some in picked]
                made.append((_stacked(hand, picked), _stacked(hand, others)))
        return made, hand  # the cards must stay alive, because `_mark` identifies their arrays

    return block.cache.get(("choices", size, _marks(hand)), choices)[0]


def _is_joker(card: CardColumn) -> bool:
    return isinstance(card.rank, int) and card.rank == JOKER


def _stacked(hand: Hand, lots: list[tuple[int, ...]]) -> Hand:
    def along(values: list[Array]) -> Array:
        if all(isinstance(v, int) and v == values[0] for v in values):
            return values[0]
        return np.stack(np.broadcast_arrays(*values))

    columns = [[hand[some[place]] for some in lots] for place in range(len(lots[0]))]
    return tuple(
        CardColumn(along([c.rank for c in cards]), along([c.suit for c in cards]), along([c.there for c in cards]))
        for cards in columns
    )


def _strength(evaluator: HandEvaluator, ranking: core.Ranking, hand: Hand, height: Array) -> Array:
    """The strength as in `checker.runtime.cards`; a hand with a joker is not compared here."""
    high = high_cards(hand)
    found: Array = high
    for below, rank in enumerate(reversed(ranking.ranks), 1):
        over: Array = height
        if over is None:
            over = 0 if rank.by is None else evaluator.value(rank.by).of
        found = np.where(_has(evaluator, rank, hand), (below * 15**5 + over) * 15**5 + high, found)
    return found


# ---- one rank


def _has(evaluator: HandEvaluator, rank: core.Rank, hand: Hand) -> Array:
    if not any(map(_is_joker, hand)) and any(np.any(np.equal(c.rank, JOKER)) for c in hand):
        return _by_joker(hand, lambda part: _has(evaluator.within(part), rank, part))
    found: Array = False
    for term in _terms(evaluator, rank, hand):
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


def _terms(evaluator: HandEvaluator, rank: core.Rank, hand: Hand) -> Iterator[Conjunction]:
    """The condition of a rank on a hand; the hand has the rank if any of the terms is met."""
    held = tuple(c for c in hand if not _is_joker(c))
    for parts in parts_of(evaluator.law, rank):
        if len(held) == len(hand):
            yield Conjunction(tuple(_part(evaluator, p, hand) for p in parts))
        elif rank.joker == "ace":
            yield Conjunction(tuple(_part(evaluator, p, (*held, ACE)) for p in parts))
        elif rank.joker == "any":
            yield from _any_joker(evaluator, parts, held)


def _any_joker(evaluator: HandEvaluator, parts: tuple[RankCondition, ...], held: Hand) -> Iterator[Conjunction]:
    """Whether one of the 52 cards that is not in the hand makes it meet the conditions."""
    of_rest = tuple(_part(evaluator, p, held) for p in parts if not p.hand)
    mine = [p for p in parts if p.hand]
    by_rank, by_suit = [p for p in mine if not p.suits], [p for p in mine if p.suits and not p.ranks]
    both = [p for p in mine if p.suits and p.ranks]
    ranks, suits = (
        {card: [_part(evaluator, p, (*held, card)) for p in some] for card in cards}
        for cards, some in ((_RANKS, by_rank), (_SUITS, by_suit))
    )
    if not both and (not by_rank or any(p.distinct_ranks for p in by_rank)):
        # The hand has no card of the sought rank, so the rank and the suit can be sought independently.
        rank_found, suit_found = (_any_of(found) for found in (ranks, suits))
        yield Conjunction((*of_rest, rank_found, suit_found))
        return
    for one, (high, high_held) in _met(ranks, held, "rank").items():
        for other, (low, low_held) in _met(suits, held, "suit").items():
            card = CardColumn(one.rank, other.suit)
            held_too = tuple(zip(high_held, low_held, strict=True))
            yield Conjunction((*of_rest, high, low, *(_part(evaluator, p, (*held, card)) for p in both)), held_too)


def _met(found: dict[CardColumn, list[Array]], held: Hand, what: str) -> dict[CardColumn, tuple[Array, list[Array]]]:
    """The ranks, or suits, by which all parts are met for some hand: for which hands, and whether the hand has such a card too."""
    made = {card: _all_of(met) for card, met in found.items() if all(np.any(m) for m in met)}
    return {
        card: (met, [met & np.equal(getattr(c, what), getattr(card, what)) for c in held]) for card, met in made.items()
    }


def _any_of(found: dict[CardColumn, list[Array]]) -> Array:
    made: Array = False
    for met in found.values():
        made = np.logical_or(made, _all_of(met))
    return made


def _all_of(met: list[Array]) -> Array:
    made: Array = True
    for one in met:
        made = np.logical_and(made, one)
    return made


def _part(evaluator: HandEvaluator, part: RankCondition, hand: Hand) -> Array:
    """The truth of a part; memoized by the cards that it observes."""
    if not part.cards_only:
        return evaluator.within(hand).truth(part.expr).yes
    shown = (*(hand if part.hand else ()), *(evaluator.rest if part.rest else ()))
    make = lambda: (evaluator.within(hand).truth(part.expr).yes, shown)  # noqa: E731  # the cards are kept alive, as above
    return evaluator.block.cache.get(("part", part.number, _marks(shown)), make)[0]


def _marks(hand: Hand) -> tuple[int, ...]:
    """A key for the cards of a hand that is valid while they exist."""
    return tuple([id(part) for c in hand for part in (c.rank, c.suit)])


def _by_joker(hand: Hand, ask: Callable[[Hand], Array]) -> Array:
    """For hands of which some hold the joker: evaluated with it at each place, and without it."""
    plain = tuple(CardColumn(np.where(np.equal(c.rank, JOKER), 1, c.rank), c.suit) for c in hand)
    found = np.asarray(ask(plain))
    for place, column in enumerate(hand):
        here = np.equal(column.rank, JOKER)
        if np.any(here):
            found = np.where(here, ask((*plain[:place], CardColumn(JOKER, NO_SUIT), *plain[place + 1 :])), found)
    return found


# ---- the conditions of a rank


def parts_of(law: ActiveLaw, rank: core.Rank) -> tuple[tuple[RankCondition, ...], ...]:
    """The alternatives of a rank. A condition on ranks `or` suits becomes two, so that each varies along one axis."""
    if id(rank) not in law.rank_parts:
        law.rank_parts[id(rank)] = tuple(product(*(_alternatives(law, e) for e in _conditions(law, rank.has))))
    return law.rank_parts[id(rank)]


def _alternatives(law: ActiveLaw, e: Expr) -> tuple[RankCondition, ...]:
    part = _part_of(law, e)
    if isinstance(e, core.AnyOf) and part.ranks and part.suits:
        return tuple(_part_of(law, item) for item in e.items)
    return (part,)


def _part_of(law: ActiveLaw, e: Expr) -> RankCondition:
    found = dependencies(law, (), (e,))
    inside = [node for one in found.expressions for node in core.walk(one)]
    calls = [
        node for node in inside if isinstance(node, core.Apply) and FUNCTIONS[node.function].domain is Domain.CARDS
    ]
    return RankCondition(
        law.part_numbers.setdefault(e, len(law.part_numbers)), e, found.some_rank, found.suits,
        not all(map(_looks_at_rest, calls)), any(_is_rest(node) for node in inside),
        not found.facts and not found.clauses,
        _distinct_ranks(law, e),
    )  # fmt: skip


def _distinct_ranks(law: ActiveLaw, e: Expr) -> bool:
    """Whether only hands with cards of different ranks can meet it."""
    match e:
        case core.Apply(function, (core.Fact("cards"),)):
            return FUNCTIONS[function].distinct_ranks
        case core.Term(name) if name in law.terms:
            return _distinct_ranks(law, law.terms[name])
        case core.AllOf(items):
            return any(_distinct_ranks(law, item) for item in items)
        case core.AnyOf(items):
            return all(_distinct_ranks(law, item) for item in items)
        case _:
            return False


def _looks_at_rest(call: core.Apply) -> bool:
    return all(map(_is_rest, call.args))


def _is_rest(e: Expr) -> bool:
    return isinstance(e, core.Fact) and e.name == _REST or isinstance(e, core.Cards) and e.of == _REST


def _conditions(law: ActiveLaw, e: Expr) -> Iterator[Expr]:
    if isinstance(e, core.Term) and e.name in law.terms:
        yield from _conditions(law, law.terms[e.name])
    elif isinstance(e, core.AllOf):
        for item in e.items:
            yield from _conditions(law, item)
    else:
        yield e
