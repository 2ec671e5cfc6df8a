"""Best play where a card of the dealer is shown: each hand of the player beside each card, and how the dealer's hands compare."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

import numpy as np

from pitboss.compiler.odds.active_law import Law
from pitboss.compiler.odds.best_play import Best, Choice, net_of, of_dealer
from pitboss.compiler.odds.card_sets import kinds
from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.deal_space import Setting
from pitboss.compiler.odds.equivalence_classes import alike, foreseen
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.hand_comparison import Sight, sight
from pitboss.compiler.odds.payoff import Paytable
from pitboss.compiler.odds.sample_space import Block
from pitboss.grammar import tree as t

Met = tuple[Array, Array, Array]  # how many of the dealer's hands are better, how many alike, and how often that is met


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """The player's hands: which of them the conditions do not tell apart, the first of each lot; and the dealer's beside each."""

    lots: list[Array]
    first: tuple[Column, ...]
    weight: Array
    sights: dict[t.Call, Sight]
    asked: frozenset[t.Expr]
    met: dict[tuple[t.Call, bool], list[Met]] = field(default_factory=dict)


def comparable(choice: Choice, where: Setting, questions: Iterable[t.Expr]) -> bool:
    """Whether one card of the dealer is shown, and the dealer's hand counts for nothing but its strength beside the player's."""
    if not where.is_duel:
        return False
    player, dealer = where.parts
    asked = [q for q in questions if [*of_dealer((q,), dealer.name)]]
    rankings = {call.arguments[0].value for call in of_dealer(asked, dealer.name)}
    shown = t.Cards("last", 1, dealer.name) in choice.sees
    return (
        shown and dealer.cards == player.cards + 1 and len(rankings) == 1
        and all(_compares(q, player.name, dealer.name) for q in asked)
    )  # fmt: skip


def _compares(e: t.Expr, player: str, dealer: str) -> bool:
    """Whether the strength of the one is set beside that of the other, measured alike."""
    sides = [
        s
        for s in (getattr(e, "left", None), getattr(e, "right", None))
        if isinstance(s, t.Call) and s.name == "strength"
    ]
    hands = {side.arguments[1].value for side in sides}
    return len({(s.arguments[0], *s.arguments[2:]) for s in sides}) == 1 and hands == {t.Path(player), t.Path(dealer)}


def compared(law: Law, case: Case, where: Setting, questions: Iterable[t.Expr]) -> Seen:
    """For each way of measuring strength, how the dealer's hands compare."""
    player, dealer = where.parts
    made: dict[t.Call, Sight] = {}
    for call in dict.fromkeys(of_dealer(questions, dealer.name)):
        ranking = law.book.rankings[str(call.arguments[0].value)]

        def strength(columns: tuple[Column, ...], call: t.Call = call) -> Array:
            block = Block(columns, np.ones(1, np.int64), (len(columns[0].rank),))
            return np.asarray(Asker(law, case, block, {dealer.name: columns}).value(call).of)

        made[call] = sight(player.cards, ranking.count, strength, [*made.values()])
    hands = kinds(player.cards)
    columns = tuple(Column(cards // 4 + 1, cards % 4) for cards in hands.cards.T)
    block = Block(columns, hands.weight, (len(hands.cards),))
    asked = [q for q in questions if not [*of_dealer((q,), dealer.name)]]
    (kind,) = alike(law, block, {player.name: list(zip(columns, player.came, strict=True))}, asked) or (_each(block),)
    order = np.argsort(kind, kind="stable")
    lots = np.split(order, np.flatnonzero(np.diff(kind[order])) + 1)
    first = np.array([lot[0] for lot in lots])
    return Seen(
        lots,
        tuple(Column(c.rank[first, None], c.suit[first, None]) for c in columns),
        hands.weight,
        made,
        foreseen(questions),
    )


def _each(block: Block) -> Array:
    return np.arange(block.shape[0])


def best_by_sight(
    law: Law, choice: Choice, where: Setting, case: Case, tables: dict[str, Paytable], seen: Seen
) -> Best:
    player, dealer = (part.name for part in where.parts)
    made, nets = Best(), []
    read: dict[t.Call, None] = {}
    shape = (len(seen.lots), 3)
    for many in (Fraction(0), *choice.multiples):
        now = replace(case, stakes={**case.stakes, choice.base: Fraction(1), choice.wager: many})
        block = Block(seen.first, np.ones((1, 1), np.int64), shape, seen.asked)
        beside = (dealer, player, np.array([[-1, 0, 1]]))  # the dealer's hand: worse, alike, better
        asked = Asker(law, now, block, {player: seen.first}, against=beside)
        nets.append(net_of(asked, tables, now, made))
        read |= {call: None for call in seen.sights if repr(call) in asked.compared}
    if len(read) > 1:  # how the hands compare by both measures at once is not counted
        made.unknown, made.missing = 1, {"by which of several measures hands are strong": None}
    call = next(iter(read or seen.sights))
    scale = lcm(*(s for _, s in nets))
    full = np.stack([np.broadcast_to(net * (scale // s), shape) for net, s in nets])
    ties = bool(np.any(full[..., 0] != full[..., 1]))  # whether it matters that hands are alike
    if (call, ties) not in seen.met:
        seen.met[call, ties] = [_met(seen.sights[call], ties, lot, seen.weight[lot]) for lot in seen.lots]
    for number, met in enumerate(seen.met[call, ties]):
        _count(made, seen.sights[call].total, met, full[:, number].tolist(), scale)
    made.counts = {net: many for net, many in sorted(made.counts.items(), reverse=True) if many}
    return made


def _met(there: Sight, ties: bool, lot: Array, weight: Array) -> Met:
    """Of some hands beside every card shown; where ties do not matter, no hands are told to be alike."""
    better = there.stronger(1)[lot]
    if not ties:
        ways = np.zeros(int(better.max()) + 2, np.int64)
        for many in np.unique(weight).tolist():
            found = np.bincount(better[weight == many].reshape(-1) + 1)
            ways[: len(found)] += found * many
        told = np.flatnonzero(ways[1:])
        return told, np.zeros_like(told), ways[1:][told]
    free, base = better >= 0, there.total + 1
    key = better[free].astype(np.int64) * base + there.stronger(0)[lot][free]
    told, each = np.unique(key, return_inverse=True)
    ways = np.zeros(len(told), np.int64)
    np.add.at(ways, each.reshape(-1), np.broadcast_to(weight[:, None], free.shape)[free])
    more, least = np.divmod(told, base)
    return more, least - more, ways


def _count(made: Best, total: int, met: Met, nets: list[list[int]], scale: int) -> None:
    """Some hands that are paid alike: of each choice what the dealer's hand being worse, alike and better comes to."""
    better, alike_, ways = met
    worth = [worse * total + (same - worse) * alike_ + (more - worse) * better for worse, same, more in nets]
    taken = np.argmax(np.stack(worth), axis=0)
    for number, net in enumerate(nets):
        chosen = np.where(taken == number, ways, 0)
        hands, parts = int(chosen.sum()) * total, [int(chosen @ part) for part in (alike_, better)]
        for value, many in zip(net, (hands - sum(parts), *parts), strict=True):
            key = Fraction(value, scale)
            made.counts[key] = made.counts.get(key, 0) + many
        made.hands += hands
        made.folded += hands if number == 0 else 0
