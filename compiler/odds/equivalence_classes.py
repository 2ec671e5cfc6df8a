"""Equivalence classes of hands: hands that no predicate of the rules distinguishes are merged, and evaluated once.

The rules observe cards only through predicates: the smallest expressions that depend on cards alone. Each predicate is
evaluated at all places along the axes of a block. If all predicates have the same values at two places, everything that the
rules derive from them is also the same, for all readings, choices, payouts and filed facts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import product

import numpy as np

from pitboss.algebra.arrays import Array, Truth, Value
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Expr
from pitboss.compiler.model.functions import FUNCTIONS, Domain
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw
from pitboss.compiler.odds.evaluate import Case, Evaluator
from pitboss.compiler.odds.ranking import choices_of_cards, conditions, ranking_of
from pitboss.compiler.odds.sample_space import Cache, HandBlock

DealtBy = dict[str, list[tuple[CardColumn, ActiveClause]]]  # the cards of each field, with the deal that gave each
_MOST = 2**62
_SPARSE = 8  # numbers of classes for each place


# ---- predicates


def predicates(law: ActiveLaw, conditions: Iterable[Expr]) -> dict[Expr, None]:
    """The smallest parts of the conditions that depend on cards alone."""
    return dict.fromkeys(p for e in conditions for p in _predicates(law, e))


def declared(found: Iterable[Expr]) -> frozenset[Expr]:
    """The calls in predicates. On merged hands only these may be evaluated: the value of another call would be that of the first hand."""
    return frozenset(node for node in core.walk(*found) if isinstance(node, core.Apply))


def _predicates(law: ActiveLaw, e: Expr) -> Iterator[Expr]:
    match e:
        case core.Apply(function):
            yield from (e,) if FUNCTIONS[function].domain is Domain.CARDS else ()
        case core.Compare(_, core.Apply("strength"), core.Apply("strength")) if _of_cards(law, e):
            yield e
        case core.Compare() | core.Member() | core.Arith() if _of_cards(law, e) and _calls_no_ranking(e):
            yield e
        case core.Compare() | core.Member() | core.Arith() | core.Not() | core.AllOf() | core.AnyOf() | core.Fold():
            for part in core.children(e):
                yield from _predicates(law, part)


def _calls_no_ranking(e: Expr) -> bool:
    """Whether it calls card functions and no ranking: rankings are evaluated rank by rank."""
    calls = [FUNCTIONS[node.function] for node in core.walk(e) if isinstance(node, core.Apply)]
    return bool(calls) and not any("ranking" in function.params for function in calls)


def _of_cards(law: ActiveLaw, e: Expr) -> bool:
    """Whether the expression depends on cards alone."""
    for node in core.walk(e):
        match node:
            case core.Offered() | core.Term():
                return False
            case core.Apply(function) if FUNCTIONS[function].domain is Domain.FILING:
                return False
            case core.Fact(name=name) | core.Cards(of=name) if name in law.book.fields:
                if law.book.fields[name].type.kind != "cards" or not _always_dealt(law, name):
                    return False
    return True


def _always_dealt(law: ActiveLaw, hand: str) -> bool:
    """Whether the hand consists of the same cards in every reading."""
    if hand in law.dealt or hand not in law.derived:
        return True
    active = law.derived[hand][0]
    return not active.readings and isinstance(active.duty, core.Derives) and _of_cards(law, active.duty.value)


# ---- the classes


def merged(
    law: ActiveLaw, lots: list[HandBlock], held: Callable[[HandBlock], DealtBy], found: Collection[Expr]
) -> list[HandBlock]:
    """One block of merged hands with the values of all predicates, instead of several; the unchanged blocks if merging is impossible."""
    small = []
    for block in lots:
        dealt = held(block)
        kinds = classes(law, block, dealt, found)
        if not kinds:
            return lots
        small.append(_smaller(block, kinds, declared(found))[0])
        if any(deal.duty.applies for cards in dealt.values() for _, deal in cards):
            return lots if len(lots) > 1 else small  # the assignment of cards depends on more than the predicates
    return [_joined(law, small, held, found)]


def classes(law: ActiveLaw, block: HandBlock, dealt: DealtBy, found: Collection[Expr]) -> tuple[Array, ...]:
    """The class number of each place, for each axis; empty if a predicate varies along several axes or depends on more than cards."""
    return block.cache.get(("classes", frozenset(found)), lambda: _classes(law, block, dealt, found))


def _classes(law: ActiveLaw, block: HandBlock, dealt: DealtBy, found: Collection[Expr]) -> tuple[Array, ...]:
    sides = {id(side): side for e in found for side in _sides(law, block, dealt, e)}.values()  # predicates share some
    if None in sides:
        return ()
    columns = [[column for axis, column in filter(None, sides) if axis == n] for n in range(len(block.shape))]
    return tuple(numbered(side, size) for side, size in zip(columns, block.shape, strict=True))


_Sides = list[tuple[int, Array] | None]  # columns, each with its axis; None: it varies along several


def _sides(law: ActiveLaw, block: HandBlock, dealt: DealtBy, e: Expr) -> _Sides:
    """The values of a predicate along the axes; cached, because several wagers have the predicate, and several predicates an array."""

    def of_array(answer: Array) -> _Sides:
        make = lambda: (_along(np.asarray(answer), block.shape), answer)  # noqa: E731  # the array is kept alive
        return block.cache.get(("along", id(answer)), make)[0]

    def sides() -> _Sides:
        answers = {id(answer): answer for answer in _answers(law, block, dealt, e)}.values()
        return [side for answer in answers for side in ([None] if answer is None else of_array(answer))]

    return block.cache.get(("sides", e), sides)


def _along(answer: Array, shape: tuple[int, ...]) -> _Sides:
    sizes = answer.shape[-len(shape) :] if answer.ndim >= len(shape) else ()
    axes = [n for n, size in enumerate(sizes) if size > 1]
    if len(axes) > 1:
        return [None]
    return [(axes[0], column) for column in _columns(answer, len(shape), axes[0])] if axes else []


# ---- the values of a predicate


def _answers(law: ActiveLaw, block: HandBlock, dealt: DealtBy, e: Expr) -> Iterator[Array | None]:
    """The values of a predicate; if only some hands get a card, its values with and without that card."""
    if not _of_cards(law, e):
        yield None
        return
    some = {deal.clause.id: None for cards in dealt.values() for _, deal in cards if deal.duty.applies}
    for absent in product((False, True), repeat=len(some)):
        gone = {name for name, is_gone in zip(some, absent, strict=True) if is_gone}
        hands = {n: tuple(c for c, deal in cards if deal.clause.id not in gone) for n, cards in dealt.items()}
        evaluator = Evaluator(law, Case(), block, hands)
        if gone and not _touched(e, dealt, gone):
            continue
        if isinstance(e, core.Apply) and "ranking" in FUNCTIONS[e.function].params and len(block.shape) > 1:
            yield from _of_ranking(evaluator, e)
        else:
            answer = _answer(evaluator, e)
            yield answer.of
            yield answer.known


def _answer(evaluator: Evaluator, e: Expr) -> Value:
    found = evaluator.evaluate(e)
    return Value(found.yes, np.logical_not(found.unknown)) if isinstance(found, Truth) else found


def _touched(e: Expr, dealt: DealtBy, gone: set[str]) -> bool:
    """Whether the expression observes a hand that lacks a card."""
    hands = {name for name, cards in dealt.items() if any(deal.clause.id in gone for _, deal in cards)}
    nodes = core.walk(e)
    named = {n.of if isinstance(n, core.Cards) else n.name for n in nodes if isinstance(n, core.Fact | core.Cards)}
    named &= dealt.keys()
    return bool(named & hands) or not named


def _of_ranking(evaluator: Evaluator, e: core.Apply) -> Iterator[Array | None]:
    """The conditions of the ranks, one by one."""
    ranking = ranking_of(evaluator.law, e)
    hand = evaluator.cards_of(e.args[1])
    varies = any(name == "height" and not isinstance(value, core.Const) for name, value in e.named)
    if hand is None or len(hand) < ranking.count:
        return  # its value is unknown for every hand
    if varies:
        yield None
        return
    if e.function == "strength":
        yield evaluator.value(e).of
        return
    lots = choices_of_cards(evaluator.block, hand, ranking.count)
    for rank in ranking.ranks:
        yield from conditions(evaluator, rank, hand, lots)


# ---- the numbers of classes


def _columns(answer: Array, axes: int, axis: int) -> list[Array]:
    """One array along the axis for each choice of cards; eight truths are packed into one, and constant ones left out."""
    lots = answer.reshape(-1, answer.shape[axis - axes])
    if lots.dtype != bool:
        return [*lots]
    bits = lots.view(np.uint8) if lots.any() and not lots.all() else lots[:0]
    return [
        reduce(np.bitwise_or, (lot << n for n, lot in enumerate(bits[start : start + 8])))
        for start in range(0, len(bits), 8)
    ]


def numbered(values: list[Array], size: int) -> Array:
    """The class number of each place, by the values at the place.

    >>> numbered([np.array([5, 5, 7, 5]), np.array([0, 1, 0, 0])], 4).tolist()
    [0, 1, 2, 0]
    """
    kind, many = np.zeros(size, np.int64), 1
    for column in map(_plain, values):
        low, high = int(column.min()), int(column.max())
        if low == high:
            continue
        if high - low > size:
            column = np.unique(column, return_inverse=True)[1].reshape(-1)
            low, high = 0, int(column.max())
        if many * (high - low + 1) >= _MOST:
            kind = _without_gaps(kind, many)
            many = int(kind.max()) + 1
        kind, many = kind * (high - low + 1) + (column - low), many * (high - low + 1)
    return _without_gaps(kind, many)


def _without_gaps(kind: Array, many: int) -> Array:
    """The numbers, which are below `many`, numbered in order. They are sorted only if they are few of many."""
    if many > _SPARSE * len(kind):
        return np.unique(kind, return_inverse=True)[1].reshape(-1)
    there = np.zeros(many, bool)
    there[kind] = True
    return (np.cumsum(there) - 1)[kind]


def _plain(column: Array) -> Array:
    """Truths and fractions as integers with the same equality."""
    if column.dtype == object:
        return np.unique([str(v) for v in column], return_inverse=True)[1].reshape(-1)
    return column.astype(np.int64)


def _smaller(
    block: HandBlock, kinds: tuple[Array, ...], predicates_of: frozenset[Expr]
) -> tuple[HandBlock, list[Array]]:
    """The first place of each class that can be dealt, in the order of the classes."""
    weight, firsts = block.weight, []
    for axis, kind in enumerate(kinds):
        never = weight == 0 if weight.ndim == 1 else np.zeros(len(kind), bool)
        rank = kind * 2 + never
        order = np.argsort(
            rank.astype(np.min_scalar_type(int(rank.max()))), kind="stable"
        )  # short numbers are sorted faster
        start = np.flatnonzero(np.diff(kind[order], prepend=-1))
        if weight.shape[axis] == len(kind):
            weight = np.add.reduceat(np.take(weight, order, axis), start, axis)
        else:
            many = np.diff(start, append=len(kind))
            weight = weight * np.expand_dims(many, [n for n in range(weight.ndim) if n != axis])
        first = order[start]
        order = np.lexsort((first, never[first]))
        weight, first = np.take(weight, order, axis), first[order]
        firsts.append(first)
    columns = tuple(CardColumn(_picked(c.rank, firsts), _picked(c.suit, firsts)) for c in block.columns)
    return replace(
        block, columns=columns, weight=weight, shape=weight.shape, declared=predicates_of, cache=Cache()
    ), firsts


def _picked(part: Array, firsts: list[Array]) -> Array:
    if isinstance(part, int):
        return part
    for axis, first in enumerate(firsts):
        part = np.take(part, first, axis) if part.shape[axis] > 1 else part
    return part


# ---- one block, with the values


def _joined(
    law: ActiveLaw, lots: list[HandBlock], held: Callable[[HandBlock], DealtBy], found: Collection[Expr]
) -> HandBlock:
    """The hands of all blocks in one row, merged if they have equal values within a block; the block of each hand stays known."""
    jokers: dict[
        tuple[bool, ...], list[HandBlock]
    ] = {}  # by the cards that are jokers; other cards can lie in one column
    for n, block in enumerate(lots):
        where = tuple(isinstance(c.rank, int) for c in block.columns)
        jokers.setdefault(where, []).append(replace(block, lots=np.full(block.shape, n)))
    rows = [_row(blocks) for blocks in jokers.values()]
    values = {e: _values(law, rows, held, e) for e in found}
    whole = _row(rows)
    kind = numbered(
        [whole.lots, *(part for answer in values.values() for part in (answer.of, answer.known))], len(whole.lots)
    )
    made, (first,) = _smaller(whole, (kind,), declared(found))
    answers = {e: Value(answer.of[first], answer.known[first]) for e, answer in values.items()}
    return replace(
        made, lots=whole.lots[first], answers={e: answer for e, answer in answers.items() if answer.known.all()}
    )


def _row(lots: list[HandBlock]) -> HandBlock:
    """The hands of several blocks in one row."""

    def along(parts: list[Array]) -> Array:
        return parts[0] if all(isinstance(part, int) for part in parts) else _in_a_row(parts, lots)

    columns = tuple(
        CardColumn(along([c.rank for c in cards]), along([c.suit for c in cards]))
        for cards in zip(*(block.columns for block in lots), strict=True)
    )
    weight = _in_a_row([block.weight for block in lots], lots)
    return HandBlock(columns, weight, weight.shape, lots=_in_a_row([block.lots for block in lots], lots))


def _values(law: ActiveLaw, lots: list[HandBlock], held: Callable[[HandBlock], DealtBy], e: Expr) -> Value:
    evaluators = [
        Evaluator(law, Case(), b, {name: tuple(c for c, _ in cards) for name, cards in held(b).items()}) for b in lots
    ]
    values = [_answer(evaluator, e) for evaluator in evaluators]
    return Value(_in_a_row([v.of for v in values], lots), _in_a_row([v.known for v in values], lots))


def _in_a_row(parts: list[Array], blocks: list[HandBlock]) -> Array:
    return np.concatenate([np.broadcast_to(part, b.shape).reshape(-1) for part, b in zip(parts, blocks, strict=True)])
