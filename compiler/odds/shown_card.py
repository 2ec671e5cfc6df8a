"""Best play if one card of the dealer is shown: compares each hand of the player, with each shown card, with the dealer's hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm, prod

import numpy as np

from pitboss.algebra.arrays import Array
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Expr, Fact
from pitboss.compiler.odds.active_law import ActiveLaw
from pitboss.compiler.odds.best_play import Best, OptionalRaise, net_of, of_dealer
from pitboss.compiler.odds.card_sets import RANKS, columns, kinds
from pitboss.compiler.odds.deal_space import FieldCards, Setting
from pitboss.compiler.odds.equivalence_classes import classes, declared
from pitboss.compiler.odds.evaluate import Case, Evaluator, HandComparison
from pitboss.compiler.odds.hand_comparison import Measure, measure
from pitboss.compiler.odds.payoff import Paytable
from pitboss.compiler.odds.ranking import ranking_of
from pitboss.compiler.odds.sample_space import HandBlock, hands

Met = tuple[
    Array, Array, Array
]  # the number of the dealer's hands that are better, that are equal, and how often that occurs


@dataclass(frozen=True, eq=False, slots=True)
class PlayerHands:
    """The player's hands in their classes, the first of each class, and their comparison with the dealer's hands."""

    lots: list[Array]
    first: tuple[CardColumn, ...]
    weight: Array
    measures: dict[core.Apply, Measure]
    declared: frozenset[Expr]
    met: dict[tuple[core.Apply, bool], list[Met]] = field(default_factory=dict)


def comparable(law: ActiveLaw, choice: OptionalRaise, where: Setting, predicates: Iterable[Expr]) -> bool:
    """Whether one card of the dealer is shown, and only the strength of the dealer's hand matters, compared with the player's."""
    if not where.is_duel:
        return False
    player, dealer = where.parts
    found = [p for p in predicates if [*of_dealer((p,), dealer.name)]]
    counts = {ranking_of(law, call).count for call in of_dealer(found, dealer.name)}
    shown = core.Cards(core.Which.LAST, 1, dealer.name) in choice.sees
    return (
        shown and dealer.cards == player.cards + 1 and len(counts) == 1
        and all(_compares(p, player.name, dealer.name) for p in found)
    )  # fmt: skip


def _compares(e: Expr, player: str, dealer: str) -> bool:
    """Whether the strengths of the two hands are compared by the same measure."""
    match e:
        case core.Compare(
            _, core.Apply("strength", (ranking, mine), named), core.Apply("strength", (other, theirs), more)
        ):
            return (ranking, named) == (other, more) and {mine, theirs} == {Fact(player), Fact(dealer)}
        case _:
            return False


def compared(law: ActiveLaw, case: Case, where: Setting, predicates: Iterable[Expr]) -> PlayerHands:
    """The comparison of the dealer's hands with the player's, for each measure of strength."""
    player, dealer = where.parts
    made: dict[core.Apply, Measure] = {}
    every: list[Measure] = []
    for call in dict.fromkeys(of_dealer(predicates, dealer.name)):

        def strength(hand: tuple[CardColumn, ...], call: core.Apply = call) -> Array:
            block = HandBlock(hand, np.ones(1, np.int64), (len(hand[0].rank),))
            return np.asarray(Evaluator(law, case, block, {dealer.name: hand}).value(call).of)

        made[call] = measure(player.cards, ranking_of(law, call).count, strength, every)
    own = [p for p in predicates if not [*of_dealer((p,), dealer.name)]]
    kind = _classes(law, player, own)
    order = np.argsort(kind, kind="stable")
    lots = np.split(order, np.flatnonzero(np.diff(kind[order])) + 1)
    known = kinds(player.cards)
    first = columns(known.cards[[lot[0] for lot in lots], None])
    return PlayerHands(lots, first, known.weight, made, declared(predicates))


def _classes(law: ActiveLaw, player: FieldCards, own: Collection[Expr]) -> Array:
    """The class of each hand of the player, by the predicates of that hand alone."""
    numbers = [np.zeros(1, np.int64)]
    for block in hands(RANKS, player.cards, 0):  # its ranks and its suits are evaluated apart
        here = np.arange(prod(block.shape)).reshape(block.shape)
        if sides := _sides(law, player, block, own):
            down, across = sides
            here = down[:, None] * (across.max() + 1) + across
        numbers.append(numbers[-1].max() + 1 + here.reshape(-1))
    known = kinds(player.cards)
    _, first, lot = np.unique(np.concatenate(numbers[1:])[known.order], return_index=True, return_inverse=True)
    block = HandBlock(columns(known.cards[first]), np.ones(1, np.int64), (len(first),))
    (kind,) = _sides(law, player, block, own) or (np.arange(len(first)),)
    return kind[lot]


def _sides(law: ActiveLaw, player: FieldCards, block: HandBlock, own: Collection[Expr]) -> tuple[Array, ...]:
    return classes(law, block, {player.name: list(zip(block.columns, player.deals, strict=True))}, own)


def best_with_shown_card(
    law: ActiveLaw, choice: OptionalRaise, where: Setting, case: Case, tables: dict[str, Paytable], seen: PlayerHands
) -> Best:
    """The nets, per unit of the base, of the wagers in `tables` together."""
    player, dealer = (part.name for part in where.parts)
    made, nets = Best(), []
    read: dict[core.Apply, None] = {}
    shape = (len(seen.lots), 3)
    for many in (Fraction(0), *choice.multiples):
        now = replace(case, stakes={**case.stakes, choice.base: Fraction(1), choice.wager: many})
        block = HandBlock(seen.first, np.ones((1, 1), np.int64), shape, seen.declared)
        against = HandComparison(dealer, player, np.array([[-1, 0, 1]]))  # the dealer's hand: worse, equal, better
        evaluator = Evaluator(law, now, block, {player: seen.first}, against=against)
        nets.append(net_of(evaluator, tables, now, made))
        read |= {call: None for call in seen.measures if call in evaluator.compared}
    if len(read) > 1:  # the joint comparison by both measures is not computed
        made.unknown, made.missing = 1, {"by which of several measures hands are strong": None}
    call = next(iter(read or seen.measures))
    scale = lcm(*(s for _, s in nets))
    full = np.stack([np.broadcast_to(net * (scale // s), shape) for net, s in nets])
    ties = bool(np.any(full[..., 0] != full[..., 1]))  # whether it matters that hands are equal
    if (call, ties) not in seen.met:
        seen.met[call, ties] = [_met(seen.measures[call], ties, lot, seen.weight[lot]) for lot in seen.lots]
    for number, met in enumerate(seen.met[call, ties]):
        _count(made, seen.measures[call].total, met, full[:, number].tolist(), scale)
    made.counts = {net: many for net, many in sorted(made.counts.items(), reverse=True) if many}
    return made


def _met(there: Measure, ties: bool, lot: Array, weight: Array) -> Met:
    """The comparison of the dealer's hands with some hands, for every shown card; if ties do not matter, none are counted as equal."""
    better = there.stronger(1)[lot]
    if not ties:
        ways = np.zeros(int(better.max()) + 2, np.int64)
        for many in np.unique(weight).tolist():
            found = np.bincount(better[weight == many].reshape(-1) + 1)
            ways[: len(found)] += found * many
        counts = np.flatnonzero(ways[1:])
        return counts, np.zeros_like(counts), ways[1:][counts]
    free, base = better >= 0, there.total + 1
    key = better[free].astype(np.int64) * base + there.stronger(0)[lot][free]
    pairs, each = np.unique(key, return_inverse=True)
    ways = np.zeros(len(pairs), np.int64)
    np.add.at(ways, each.reshape(-1), np.broadcast_to(weight[:, None], free.shape)[free])
    more, least = np.divmod(pairs, base)
    return more, least - more, ways


def _count(made: Best, total: int, met: Met, nets: list[list[int]], scale: int) -> None:
    """Add some hands with equal payoffs; `nets`: for each choice, the net against a worse, an equal and a better dealer's hand."""
    better, equal, ways = met
    values = [worse * total + (same - worse) * equal + (more - worse) * better for worse, same, more in nets]
    taken = np.argmax(np.stack(values), axis=0)
    for number, net in enumerate(nets):
        chosen = np.where(taken == number, ways, 0)
        hands, parts = int(chosen.sum()) * total, [int(chosen @ part) for part in (equal, better)]
        for value, many in zip(net, (hands - sum(parts), *parts), strict=True):
            key = Fraction(value, scale)
            made.counts[key] = made.counts.get(key, 0) + many
        made.hands += hands
        made.folded += hands if number == 0 else 0
