"""Best play where a card of the dealer is shown: each hand of the player beside each card, and how the dealer's hands compare."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import lcm

import numpy as np

from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.deal import Setting
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.law import Law
from pitboss.compiler.odds.settle import Paytable
from pitboss.compiler.odds.showdown import Best, Choice, net_of, of_dealer
from pitboss.compiler.odds.sighted import Sight, sights
from pitboss.compiler.odds.space import Block
from pitboss.grammar import tree as t

_WORSE, _ALIKE, _BETTER = range(3)  # the dealer's hand beside the player's


def comparable(choice: Choice, where: Setting, expressions: Iterable[t.Expr]) -> bool:
    """Whether one card of the dealer is shown, and the dealer's hand counts for nothing but its strength."""
    if len(where.parts) != 2 or where.decks != 1 or where.jokers or any(p.cuts for p in where.parts):
        return False
    player, dealer = where.parts
    asked = [*dict.fromkeys(of_dealer(expressions, dealer.name))]
    rankings = {call.arguments[0].value for call in asked}
    shown = t.Cards("last", 1, dealer.name) in choice.sees
    return (
        shown and dealer.cards == player.cards + 1 and len(rankings) == 1
        and all(c.name == "strength" and c.arguments[1].value == t.Path(dealer.name) for c in asked)
    )  # fmt: skip


def compared(law: Law, case: Case, where: Setting, expressions: Iterable[t.Expr]) -> dict[t.Call, list[Sight]]:
    """For each way of measuring strength, the sights."""
    player, dealer = where.parts
    made = {}
    for call in dict.fromkeys(of_dealer(expressions, dealer.name)):
        ranking = law.book.rankings[str(call.arguments[0].value)]

        def strength(columns: tuple[Column, ...], call: t.Call = call) -> Array:
            block = Block(columns, np.ones(1, np.int64), (len(columns[0].rank),))
            return np.asarray(Asker(law, case, block, {dealer.name: columns}).value(call).of)

        made[call] = list(sights(player.cards, ranking.count, strength))
    return made


def best_by_sight(
    law: Law, choice: Choice, where: Setting, case: Case, tables: dict[str, Paytable], seen: dict[t.Call, list[Sight]]
) -> Best:
    player, dealer = where.parts
    made = Best()
    for number in range(len(next(iter(seen.values())))):
        nets = []
        for many in (Fraction(0), *choice.multiples):
            now = replace(case, stakes={**case.stakes, choice.base: Fraction(1), choice.wager: many})
            asked = _asker(law, now, player.name, dealer.name, next(iter(seen.values()))[number])
            nets.append(net_of(asked, tables, now, made))
            read = [call for call in seen if repr(call) in asked.compared]
        sight = seen[read[0]][number] if read else next(iter(seen.values()))[number]
        _count(made, sight, nets)
    made.counts = {net: many for net, many in sorted(made.counts.items(), reverse=True) if many}
    return made


def _asker(law: Law, case: Case, player: str, dealer: str, sight: Sight) -> Asker:
    columns = tuple(Column(sight.ranks[:, n : n + 1], sight.suits[:, n : n + 1]) for n in range(sight.ranks.shape[1]))
    block = Block(columns, sight.weight[:, None].repeat(3, axis=1), (len(sight.weight), 3))
    return Asker(law, case, block, {player: columns}, against=(dealer, player, np.array([[-1, 0, 1]])))


def _count(made: Best, sight: Sight, nets: list[tuple[Array, int]]) -> None:
    scale = lcm(*(s for _, s in nets))
    worse = sight.total - sight.better - sight.alike
    counts = [np.where(sight.shown, c, 0) for c in (worse, sight.alike, sight.better)]
    full = [np.broadcast_to(net * (scale // s), (len(sight.weight), 3)) for net, s in nets]
    worth = np.stack([sum(net[:, n : n + 1] * counts[n] for n in range(3)) for net in full])
    taken = np.argmax(worth, axis=0)
    weight = sight.weight[:, None]
    made.hands += int((sum(counts) * weight).sum())
    for number, net in enumerate(full):
        for relation in (_WORSE, _ALIKE, _BETTER):
            ways = (np.where(taken == number, counts[relation], 0) * weight).sum(axis=1)
            for value in np.unique(net[:, relation]):
                key = Fraction(int(value), scale)
                made.counts[key] = made.counts.get(key, 0) + int(ways[net[:, relation] == value].sum())
        if number == 0:
            made.folded += int((np.where(taken == 0, sum(counts), 0) * weight).sum())
