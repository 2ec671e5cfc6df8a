"""Evaluates rankings on all hands of a block: the best hand of so many of the cards, and its strength.

All choices of cards are evaluated at once: they lie along an axis of their own, before those of the block. The condition of a rank is
given as terms, each of which varies along one axis, so that `equivalence_classes` can see which of them distinguish hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Protocol, TypeVar

import numpy as np

from pitboss.algebra.arrays import UNKNOWN_VALUE, Array, Truth, Value
from pitboss.algebra.card_arrays import CardColumn, Hand
from pitboss.algebra.ranked_arrays import RANKS, ArrayRank, by_joker, has, is_joker, strengths, terms
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Expr
from pitboss.compiler.model.functions import FUNCTIONS, Domain
from pitboss.compiler.odds.active_law import ActiveLaw, RankCondition
from pitboss.compiler.odds.constants import code
from pitboss.compiler.odds.dependencies import Dependencies, dependencies
from pitboss.compiler.odds.sample_space import HandBlock

T = TypeVar("T")

_CELLS = 8_000_000  # hands that are evaluated together
_REST = "rest"  # the cards outside the ranked hand


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
        ranks = [_on_arrays(evaluator, rank) for rank in ranking.ranks]
        made = [by_joker(lot, partial(_strength, ranks, rest, height)) for lot, rest in lots]
        return Value(np.maximum.reduce(np.broadcast_arrays(*(np.max(each, axis=0) for each in made))))
    found: Array = code("none")
    for rank in reversed(ranking.ranks):
        found = np.where(_makes(evaluator, rank, hand, lots), code(rank.name), found)
    return Value(found)


def _strength(ranks: list[ArrayRank], rest: Hand, height: Array, hand: Hand) -> Array:
    found, per, _ = strengths(ranks, rest, hand, height)
    return found if per == 1 else found * Fraction(1, per)


def _makes(evaluator: HandEvaluator, rank: core.Rank, hand: Hand, lots: list[tuple[Hand, Hand]]) -> Array:
    """The hands of which some choice has the rank."""

    def makes() -> Array:
        asked, found = _on_arrays(evaluator, rank), np.False_
        for lot, rest in lots:
            found = np.logical_or(found, np.any(by_joker(lot, partial(has, asked, rest)), axis=0))
        return found

    return _of_rank(evaluator, "makes", rank, hand, makes)


def conditions(evaluator: HandEvaluator, rank: core.Rank, hand: Hand, lots: list[tuple[Hand, Hand]]) -> list[Array]:
    """Every condition of the rank on the choices of cards, each of which varies along one axis."""

    def made() -> list[Array]:
        asked = _on_arrays(evaluator, rank)
        found = [term for lot, rest in lots for term in terms(asked, rest, lot)]
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
            chosen.setdefault(sum(is_joker(hand[n]) for n in some), []).append(some)
        made = []
        for jokers, lots in chosen.items():
            most = max(1, _CELLS // prod(block.shape) // (RANKS if jokers else 1))
            for start in range(0, len(lots), most):
                picked = lots[start : start + most]
                others = [tuple(n for n in range(len(hand)) if n not in some) for some in picked]
                made.append((_stacked(hand, picked), _stacked(hand, others)))
        return made, hand  # the cards must stay alive, because `_mark` identifies their arrays

    return block.cache.get(("choices", size, _marks(hand)), choices)[0]


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


# ---- the conditions of a rank


def _on_arrays(evaluator: HandEvaluator, rank: core.Rank) -> ArrayRank:
    by = rank.by
    alternatives = (tuple(partial(_part, evaluator, part) for part in parts) for parts in parts_of(evaluator.law, rank))
    return ArrayRank(
        rank.joker or "",
        tuple(alternatives),
        lambda hand, rest: 0 if by is None else evaluator.within(hand, rest).value(by).of,
    )


def _part(evaluator: HandEvaluator, part: RankCondition, hand: Hand, rest: Hand) -> Array:
    """The truth of a part; memoized by the cards that it observes."""
    shown = (*(hand if part.hand else ()), *(rest if part.rest else ()))

    def made() -> tuple[Array, Hand]:
        return evaluator.within(hand, rest).truth(part.expr).yes, shown  # the cards are kept alive, as above

    return (evaluator.block.cache.get(("part", part.number, _marks(shown)), made) if part.cards_only else made())[0]


def _marks(hand: Hand) -> tuple[int, ...]:
    """A key for the cards of a hand that is valid while they exist."""
    return tuple([id(part) for c in hand for part in (c.rank, c.suit)])


def parts_of(law: ActiveLaw, rank: core.Rank) -> tuple[tuple[RankCondition, ...], ...]:
    """The alternatives of a rank. A condition on ranks `or` suits becomes two, so that each varies along one axis."""
    if id(rank) not in law.rank_parts:
        law.rank_parts[id(rank)] = tuple(product(*(_alternatives(law, e) for e in _conditions(law, rank.has))))
    return law.rank_parts[id(rank)]


def _alternatives(law: ActiveLaw, e: Expr) -> tuple[RankCondition, ...]:
    found = dependencies(law, (), (e,))
    if isinstance(e, core.AnyOf) and found.some_rank and found.suits:
        return tuple(_part_of(law, item, dependencies(law, (), (item,))) for item in e.items)
    return (_part_of(law, e, found),)


def _part_of(law: ActiveLaw, e: Expr, found: Dependencies) -> RankCondition:
    inside = [node for one in found.expressions for node in core.walk(one)]
    calls = [
        node for node in inside if isinstance(node, core.Apply) and FUNCTIONS[node.function].domain is Domain.CARDS
    ]
    return RankCondition(
        law.part_numbers.setdefault(e, len(law.part_numbers)), e, not all(map(_looks_at_rest, calls)),
        any(_is_rest(node) for node in inside), not found.facts and not found.clauses,
    )  # fmt: skip


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
