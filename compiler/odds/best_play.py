"""Best play: wagers that are placed after cards are seen, where the player makes the choice with the highest expected value.

One hand of the player from each equivalence class is compared with every hand of the dealer. Among the amounts that the player can
stake, the one with the highest value, on average over all possible hands of the dealer, is chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np

from pitboss.algebra.arrays import Array
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Expr, Fact, Operator, Relation
from pitboss.compiler.odds.active_law import ActiveLaw, limits
from pitboss.compiler.odds.card_sets import columns, kinds, number_of
from pitboss.compiler.odds.deal_space import Setting, held
from pitboss.compiler.odds.equivalence_classes import classes, declared, numbered
from pitboss.compiler.odds.evaluate import Case, Dealt, Evaluator
from pitboss.compiler.odds.payoff import Payoff, Paytable, payoffs
from pitboss.compiler.odds.sample_space import HandBlock

Way = tuple[tuple[str, str], ...]  # of each wager that was made: its title, and how it ended

_CHUNK = 4_000_000  # classes of pairs that are numbered together
_MOST = 100_000_000


@dataclass(frozen=True, slots=True)
class OptionalRaise:
    """A wager that the player can make after seeing cards: with which wager, and in which multiples of its stake."""

    wager: str
    base: str
    multiples: tuple[Fraction, ...]
    sees: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Pairs:
    """The classes of pairs of hands: the first of each, and a matrix with the number of pairs by player's hand (rows)
    and class (columns).
    """

    first: tuple[CardColumn, ...]
    ways: Array
    declared: frozenset[Expr]


def optional_raises(law: ActiveLaw) -> Iterator[OptionalRaise]:
    """The wagers that are placed after cards are seen and whose stake is a multiple of another wager's."""
    for active in law.having(core.Sees):
        wager, duty = active.subject.name, active.duty
        base, multiples = _multiples(law, wager)
        if base and isinstance(duty, core.Sees):
            yield OptionalRaise(wager, base, multiples, duty.cards)


def _multiples(law: ActiveLaw, wager: str) -> tuple[str, tuple[Fraction, ...]]:
    """The ends of `stake of PLAY is between stake of ANTE and 3 * stake of ANTE`; no amount between them is better."""
    for active in law.bounds("stake", wager):
        stated = limits(active.duty)
        if [relation for relation, _ in stated] in ([Relation.EXACTLY], [Relation.AT_LEAST, Relation.AT_MOST]):
            found = [_times(quantity) for _, quantity in stated]
            bases = {base for base, _ in found}
            if len(bases) == 1 and (base := bases.pop()):
                return base, tuple(dict.fromkeys(many for _, many in found))
    return "", ()


def _times(e: Expr) -> tuple[str, Fraction]:
    match e:
        case Fact("stake", str() as of):
            return of, Fraction(1)
        case core.Arith(Operator.TIMES, core.Const(value=Fraction() as many), Fact("stake", str() as of)):
            return of, many
        case _:
            return "", Fraction(0)


def feasible(choice: OptionalRaise, where: Setting) -> bool:
    """Whether all pairs of hands can be enumerated: the player sees none of the dealer's cards, and there are not too many pairs."""
    if not where.is_duel:
        return False
    player, dealer = where.parts
    if any(_is_of(e, dealer.name) for e in choice.sees):
        return False
    return comb(52, player.cards) * comb(52, dealer.cards) // 24 < _MOST


@dataclass(eq=False, slots=True)
class Best:
    """The distribution of nets under best play."""

    counts: dict[Fraction, int] = field(default_factory=dict)  # of each net
    hands: int = 0
    folded: int = 0
    unknown: int = 0
    missing: dict[str, None] = field(default_factory=dict)
    overlaps: dict[str, None] = field(default_factory=dict)
    ways: dict[Fraction, dict[Way, float]] = field(
        default_factory=dict
    )  # of each net: the ends of the wagers, and how often they occur


def best(
    law: ActiveLaw, choice: OptionalRaise, where: Setting, case: Case, tables: dict[str, Paytable], met: Pairs
) -> Best:
    """The nets, per unit of the base, of the wagers in `tables` together."""
    made, nets = Best(), []
    lots = met.ways.sum(axis=0)
    for many in (Fraction(0), *choice.multiples):
        now = replace(case, stakes={**case.stakes, choice.base: Fraction(1), choice.wager: many})
        block = HandBlock(met.first, lots, lots.shape, met.declared)
        nets.append(net_of(Evaluator(law, now, block, _dealt(where, met.first)), tables, now, made))
    scale = lcm(*(s for _, s in nets))
    whole = [np.broadcast_to(net * (scale // s), lots.shape) for net, s in nets]
    taken = np.argmax(np.stack([met.ways @ net for net in whole]), axis=0)
    made.hands = int(lots.sum())
    for number, net in enumerate(whole):
        ways = met.ways[taken == number].sum(axis=0)
        for value in np.unique(net):
            key = Fraction(int(value), scale)
            made.counts[key] = made.counts.get(key, 0) + int(ways[net == value].sum())
        made.folded += int(ways.sum()) if number == 0 else 0
    made.counts = {net: many for net, many in sorted(made.counts.items(), reverse=True) if many}
    return made


def net_of(evaluator: Evaluator, tables: dict[str, Paytable], case: Case, made: Best) -> tuple[Array, int]:
    """The net of all wagers together on every pair: an integer, and the denominator."""
    parts: list[tuple[Array, Fraction]] = []
    ways: list[tuple[str, list[Payoff]]] = []
    for wager, table in tables.items():
        unit = case.stakes.get(wager, Fraction(0)) if wager in case.stakes else Fraction(1)
        if not unit:
            continue
        settled = payoffs(evaluator, wager, table, unit)
        made.unknown += evaluator.block.total(settled.unknown)
        made.missing |= evaluator.missing
        made.overlaps |= dict.fromkeys(settled.overlaps)
        parts += [(end.mask, end.net) for end in settled.ends if end.net]
        ways.append((evaluator.law.book.names[wager].title + (f" ({unit} times)" if unit != 1 else ""), settled.ends))
    _count_ways(made, evaluator.block, ways)
    scale = lcm(*(net.denominator for _, net in parts)) if parts else 1
    total: Array = np.zeros(1, np.int64)
    for mask, net in parts:
        total = total + np.where(mask, int(net * scale), 0)
    return total, scale


def _count_ways(made: Best, block: HandBlock, ways: list[tuple[str, list[Payoff]]]) -> None:
    """Records the combinations of ends of the wagers, and how often each occurs, by net."""
    code: Array = np.zeros(block.shape, np.int32)
    for _, ends in ways:
        code *= len(ends)
        for number, end in enumerate(ends):
            code += np.where(end.mask, np.int32(number), np.int32(0))
    met = np.bincount(code.reshape(-1), np.broadcast_to(block.weight, block.shape).reshape(-1))
    for found in np.flatnonzero(met).tolist():
        often, way, net = float(met[found]), [], Fraction(0)
        for title, ends in reversed(ways):
            found, number = divmod(found, len(ends))
            way.append((title, ends[number].name))
            net += ends[number].net
        known = made.ways.setdefault(net, {})
        known[tuple(reversed(way))] = known.get(tuple(reversed(way)), 0) + often


# ---- the pairs of hands


def pairs(law: ActiveLaw, case: Case, where: Setting, found: Collection[Expr]) -> Pairs:
    """All pairs of hands without a card in common, in the classes that the predicates distinguish."""
    player, dealer = where.parts
    cards = np.array(list(combinations(range(52), dealer.cards)), np.int64)
    theirs = columns(cards[None])
    kind, first = _kinds(law, case, dealer.name, theirs, found)
    hands = kinds(player.cards)
    counts = _disjoint(hands.cards, cards, kind, len(first))
    some = (CardColumn(c.rank[:, first], c.suit[:, first]) for c in theirs)
    block = HandBlock((*columns(hands.cards[:, None]), *some), counts, counts.shape)
    lot = _classes(law, where, block, found)
    at, many = np.unique(lot, return_index=True)[1], int(lot.max()) + 1
    keys = np.arange(len(lot))[:, None] * many + lot
    ways = np.zeros(len(lot) * many, np.int64)
    np.add.at(ways, keys.reshape(-1), (counts * hands.weight[:, None]).reshape(-1))
    place = np.unravel_index(at, lot.shape)
    picked = tuple(
        CardColumn(np.broadcast_to(c.rank, lot.shape)[place], np.broadcast_to(c.suit, lot.shape)[place])
        for c in block.columns
    )
    return Pairs(picked, ways.reshape(len(lot), many), declared(found))


def _disjoint(hands: Array, sets: Array, kind: Array, many: int) -> Array:
    """For each hand, the number of sets of each kind that have none of its cards: by inclusion–exclusion over its cards."""
    made = np.zeros((len(hands), many), np.int64)
    for few in range(hands.shape[1] + 1):
        held = [number_of(sets[:, part]) for part in combinations(range(sets.shape[1]), few)]
        for part in combinations(range(hands.shape[1]), few):
            sought, row = np.unique(number_of(hands[:, part]), return_inverse=True)
            found = np.zeros(len(sought) * many, np.int64)  # by these cards: the sets of each kind that have them
            for some in held:
                place = np.minimum(np.searchsorted(sought, some), len(sought) - 1)
                same = sought[place] == some
                found += np.bincount(place[same] * many + kind[same], minlength=len(found))
            (np.subtract if few % 2 else np.add)(made, found.reshape(-1, many)[row], out=made)
    return made


def _classes(law: ActiveLaw, where: Setting, block: HandBlock, found: Collection[Expr]) -> Array:
    """The class number of each pair: by the predicates of either hand, and of both."""
    dealt = held(where, block)
    of_both = [p for p in found if all([*of_dealer((p,), part.name)] for part in where.parts)]
    of_one = [p for p in found if p not in of_both]
    sides = classes(law, block, dealt, of_one)
    if not sides:
        return np.arange(block.shape[0] * block.shape[1]).reshape(block.shape)
    down, across = sides
    number = down[:, None] * (int(across.max()) + 1) + across
    evaluator = Evaluator(law, Case(), block, _dealt(where, block.columns))
    for predicate in of_both:
        answer = evaluator.truth(predicate)
        number = number * 3 + answer.yes + 2 * answer.no
        if int(number.max()) > _CHUNK:
            number = np.unique(number, return_inverse=True)[1].reshape(block.shape)
    there = np.flatnonzero(np.bincount(number.reshape(-1)))
    dense = np.zeros(int(number.max()) + 1, np.int64)
    dense[there] = np.arange(len(there))
    return dense[number]


def _kinds(
    law: ActiveLaw, case: Case, name: str, columns: tuple[CardColumn, ...], found: Iterable[Expr]
) -> tuple[Array, Array]:
    """The class of each hand of the dealer, and the first hand of each class."""
    block = HandBlock(columns, np.ones((1, 1), np.int64), columns[0].rank.shape)
    evaluator = Evaluator(law, case, block, {name: columns})
    values = [np.zeros(block.shape[1], np.int64)]
    for part in dict.fromkeys(of_dealer(found, name)):
        value = evaluator.value(part)
        values.append(np.broadcast_to(np.asarray(value.of, np.int64), block.shape)[0])
    _, first, kind = np.unique(numbered(values, block.shape[1]), return_index=True, return_inverse=True)
    return kind.reshape(-1), first


def of_dealer(found: Iterable[Expr], name: str) -> Iterator[core.Apply]:
    """The calls that observe the dealer's cards."""
    for node in core.walk(*found):
        if isinstance(node, core.Apply) and any(_is_of(argument, name) for argument in node.args):
            yield node


def _is_of(e: Expr, name: str) -> bool:
    return isinstance(e, Fact) and e.name == name or isinstance(e, core.Cards) and e.of == name


def _dealt(where: Setting, columns: tuple[CardColumn, ...]) -> Dealt:
    player, dealer = where.parts
    return {player.name: columns[: player.cards], dealer.name: columns[player.cards :]}
