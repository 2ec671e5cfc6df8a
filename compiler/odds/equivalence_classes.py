"""Hands that no question tells apart, put together: what is asked is answered once for all of them.

Each question that the rules put to the cards is asked once, of all places along the axes of a block. Where two places have the same answers
to all of them, everything that the rules make of the answers is the same too: whatever is read, chosen, paid or filed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import product
from typing import Any

import numpy as np

from pitboss.compiler.front.walk import within
from pitboss.compiler.odds.active_law import WORDS, Law, Said
from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.kleene import Value
from pitboss.compiler.odds.ranking import lots_of, terms
from pitboss.compiler.odds.sample_space import Block
from pitboss.grammar import tree as t

Dealt = dict[str, list[tuple[Column, Said]]]  # the cards of each field, with the deal that gave them
_TRUTHS = t.Comparison | t.Among | t.Pattern
_MOST = 2**62


def merged(law: Law, lots: list[Block], held: Callable[[Block], Dealt], asked: Collection[t.Expr]) -> list[Block]:
    """A single block instead of several, in which everything that is asked is answered; as they are, where that cannot be."""
    small = []
    for block in lots:
        dealt = held(block)
        kinds = alike(law, block, dealt, asked)
        if not kinds:
            return lots
        small.append(_smaller(block, kinds, foreseen(asked))[0])
        if any(d.checks[0].conditions for cards in dealt.values() for _, d in cards):
            return lots if len(lots) > 1 else small  # who has which cards hangs on more than on them
    return [_joined(law, small, held, asked)]


def alike(law: Law, block: Block, dealt: Dealt, asked: Collection[t.Expr]) -> tuple[Array, ...]:
    """Along each axis, the number of the kind of each place; nothing where a question looks along several axes or beyond the cards."""
    key = ("alike", frozenset(asked))
    if key not in block.memo:
        told = [side for e in asked for side in _sides(law, block, dealt, e)]
        sides = [[column for axis, column in filter(None, told) if axis == n] for n in range(len(block.shape))]
        apart = all(side is not None for side in told)
        block.memo[key] = [numbered(side, size) for side, size in zip(sides, block.shape, strict=True)] if apart else []
    return tuple(block.memo[key])


def _sides(law: Law, block: Block, dealt: Dealt, e: t.Expr) -> list[tuple[int, Array] | None]:
    """The answers to a question, each with the axis that it lies along; kept, since several wagers ask it."""
    if ("sides", e) not in block.memo:
        made: dict[int, Any] = {}  # by the array: ranks share what they ask
        for answer in _answers(law, block, dealt, e):
            if answer is None:
                made[0] = (answer, [None])
            elif id(answer) not in made:
                made[id(answer)] = (answer, _along(np.asarray(answer), block.shape))
        block.memo["sides", e] = [side for _, sides in made.values() for side in sides]
    return block.memo["sides", e]


def _along(answer: Array, shape: tuple[int, ...]) -> list[tuple[int, Array] | None]:
    sizes = answer.shape[-len(shape) :] if answer.ndim >= len(shape) else ()
    axes = [n for n, size in enumerate(sizes) if size > 1]
    if len(axes) > 1:
        return [None]
    return [(axes[0], column) for column in _columns(answer, len(shape), axes[0])] if axes else []


def questions(law: Law, asked: Iterable[t.Expr]) -> dict[t.Expr, None]:
    """The smallest parts that are put to the cards alone."""
    return dict.fromkeys(q for e in asked for q in _questions(law, e))


def foreseen(asked: Iterable[t.Expr]) -> frozenset[t.Expr]:
    """All that is put to cards in questions; what else is asked of hands that are put together would be answered of the first alone."""
    inside = [p for e in asked for p in within(e)]
    bare = {t.Call(p.name, ()) for p in inside if isinstance(p, t.Path) and p.name in WORDS}
    return frozenset(p for p in inside if isinstance(p, t.Call | t.Pattern)) | bare


def _questions(law: Law, e: t.Expr) -> Iterator[t.Expr]:
    match e:
        case t.Call("payout"):
            return
        case t.Call() | t.Pattern() | t.Path():
            yield from (e,) if not isinstance(e, t.Path) or e.name in WORDS else ()
        case t.Comparison(_, t.Call("strength"), t.Call("strength")) if _of_cards(law, e):
            yield e
        case t.Comparison() | t.Among() | t.Arithmetic() | t.Extreme() if _of_cards(law, e) and _asks(e):
            yield e
        case t.Not(item):
            yield from _questions(law, item)
        case t.All(items) | t.Any(items):
            for item in items:
                yield from _questions(law, item)
        case t.Comparison(_, left, right) | t.Arithmetic(_, left, right) | t.Extreme(_, left, right):
            yield from _questions(law, left)
            yield from _questions(law, right)
        case t.Among(path):
            yield from _questions(law, path)


def _asks(e: t.Expr) -> bool:
    """Whether cards are looked at, and no hand of them is chosen: rankings are asked rank by rank."""
    asked = [p for p in within(e) if isinstance(p, t.Call | t.Pattern)]
    return bool(asked) and not any(isinstance(p, t.Call) and p.name in ("best", "strength") for p in asked)


def _of_cards(law: Law, e: t.Expr) -> bool:
    """Whether cards are all that is looked at."""
    for part in within(e):
        match part:
            case t.Offered() | t.Call("payout"):
                return False
            case t.Path(name) if name in law.book.rankings:
                continue
            case t.Path(name) if name in law.book.fields:
                if law.book.fields[name].type.kind != "cards" or not _of_the_deal(law, name):
                    return False
            case t.Path(name) if name in law.meanings or name in law.book.names:
                return False
    return True


def _of_the_deal(law: Law, hand: str) -> bool:
    """Whether the same cards are the hand, however the text is read."""
    if hand in law.dealt or hand not in law.derived:
        return True
    said = law.derived[hand][0]
    values = getattr(said.checks[0].predicate, "values", ())
    return not said.readings and all(_of_cards(law, v) for v in values)


# ---- the answers


def _answers(law: Law, block: Block, dealt: Dealt, e: t.Expr) -> Iterator[Array | None]:
    """Of a question; of cards that some hands get alone, with them and without."""
    if not _of_cards(law, e):
        yield None
        return
    some = {d.clause.id: None for cards in dealt.values() for _, d in cards if d.checks[0].conditions}
    for absent in product((False, True), repeat=len(some)):
        gone = {name for name, is_gone in zip(some, absent, strict=True) if is_gone}
        asker = Asker(
            law, Case(), block, {n: tuple(c for c, d in cards if d.clause.id not in gone) for n, cards in dealt.items()}
        )
        if gone and not _touched(e, dealt, gone):
            continue
        if isinstance(e, t.Call) and e.name in ("best", "strength") and len(block.shape) > 1:
            yield from _of_ranking(asker, e)
        else:
            answer = _answer(asker, e)
            yield answer.of
            yield answer.known


def _answer(asker: Asker, e: t.Expr) -> Value:
    if isinstance(e, _TRUTHS):
        told = asker.truth(e)
        return Value(told.yes, np.logical_not(told.unknown))
    return asker.value(e)


def _touched(e: t.Expr, dealt: Dealt, gone: set[str]) -> bool:
    """Whether the question is put to a hand that a card is gone of."""
    hands = {name for name, cards in dealt.items() if any(d.clause.id in gone for _, d in cards)}
    named = {p.name for p in within(e) if isinstance(p, t.Path)} & dealt.keys()
    return bool(named & hands) or not named


def _of_ranking(asker: Asker, e: t.Call) -> Iterator[Array | None]:
    """What the ranks ask, one by one."""
    ranking = asker.law.book.rankings[str(e.arguments[0].value)]
    hand = asker.cards_of(e.arguments[1].value)
    varies = any(a.name == "height" and not isinstance(a.value, t.Literal) for a in e.arguments)
    if hand is None or len(hand) < ranking.count or varies:
        yield None
        return
    if e.name == "strength":
        yield asker.value(e).of
        return
    for lot, rest in lots_of(asker.block, hand, ranking.count):
        within_lot = asker.within(lot, rest)
        for rank in ranking.ranks:
            for term in terms(within_lot, rank, lot):
                yield from term.met
                for pair in term.unless:
                    yield from pair


# ---- numbers of kinds


def _columns(answer: Array, axes: int, axis: int) -> list[Array]:
    """One array along the axis for each choice of cards; of truths eight in one, and none where all are the same."""
    lots = answer.reshape(-1, answer.shape[axis - axes])
    if lots.dtype != bool:
        return [*lots]
    bits = lots.view(np.uint8) if lots.any() and not lots.all() else lots[:0]
    return [
        reduce(np.bitwise_or, (lot << n for n, lot in enumerate(bits[start : start + 8])))
        for start in range(0, len(bits), 8)
    ]


def numbered(told: list[Array], size: int) -> Array:
    """The number of the kind of each place.

    >>> numbered([np.array([5, 5, 7, 5]), np.array([0, 1, 0, 0])], 4).tolist()
    [0, 1, 2, 0]
    """
    kind, many = np.zeros(size, np.int64), 1
    for column in map(_plain, told):
        low, high = int(column.min()), int(column.max())
        if low == high:
            continue
        if high - low > size:
            column = np.unique(column, return_inverse=True)[1].reshape(-1)
            low, high = 0, int(column.max())
        if many * (high - low + 1) >= _MOST:
            kind = np.unique(kind, return_inverse=True)[1].reshape(-1)
            many = int(kind.max()) + 1
        kind, many = kind * (high - low + 1) + (column - low), many * (high - low + 1)
    return np.unique(kind, return_inverse=True)[1].reshape(-1)


def _plain(column: Array) -> Array:
    """Truths and fractions as whole numbers that are as different."""
    if column.dtype == object:
        return np.unique([str(v) for v in column], return_inverse=True)[1].reshape(-1)
    return column.astype(np.int64)


def _smaller(block: Block, kinds: tuple[Array, ...], asked: frozenset[t.Expr]) -> tuple[Block, list[Array]]:
    """One place of each kind, the first that can be dealt, in the order of these."""
    weight, firsts = block.weight, []
    for axis, kind in enumerate(kinds):
        never = weight == 0 if weight.ndim == 1 else np.zeros(len(kind), bool)
        order = np.lexsort((never, kind))  # stable: of a kind the first comes first
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
    columns = tuple(Column(_picked(c.rank, firsts), _picked(c.suit, firsts)) for c in block.columns)
    return replace(block, columns=columns, weight=weight, shape=weight.shape, asked=asked, memo={}), firsts


def _picked(part: Array, firsts: list[Array]) -> Array:
    if isinstance(part, int):
        return part
    for axis, first in enumerate(firsts):
        part = np.take(part, first, axis) if part.shape[axis] > 1 else part
    return part


# ---- one block, with the answers


def _joined(law: Law, lots: list[Block], held: Callable[[Block], Dealt], asked: Collection[t.Expr]) -> Block:
    """The hands of all blocks in a row, those of a block together that have the same answers; which block each is of stays known."""
    flat = _in_a_row([np.full(block.shape, n) for n, block in enumerate(lots)], lots)
    told = {e: _told(law, lots, held, e) for e in asked}
    kind = numbered([flat, *(part for answer in told.values() for part in (answer.of, answer.known))], len(flat))
    columns = tuple(
        Column(*(_in_a_row([getattr(b.columns[n], name) for b in lots], lots) for name in ("rank", "suit")))
        for n in range(len(lots[0].columns))
    )
    whole = Block(columns, _in_a_row([b.weight for b in lots], lots), flat.shape)
    made, (first,) = _smaller(whole, (kind,), foreseen(asked))
    answers = {e: Value(answer.of[first], answer.known[first]) for e, answer in told.items()}
    return replace(made, lots=flat[first], answers={e: answer for e, answer in answers.items() if answer.known.all()})


def _told(law: Law, lots: list[Block], held: Callable[[Block], Dealt], e: t.Expr) -> Value:
    askers = [
        Asker(law, Case(), b, {name: tuple(c for c, _ in cards) for name, cards in held(b).items()}) for b in lots
    ]
    told = [_answer(asker, e) for asker in askers]
    return Value(_in_a_row([v.of for v in told], lots), _in_a_row([v.known for v in told], lots))


def _in_a_row(parts: list[Array], blocks: list[Block]) -> Array:
    return np.concatenate([np.broadcast_to(part, b.shape).reshape(-1) for part, b in zip(parts, blocks, strict=True)])
