"""Wagers that are placed with sight of cards: what they are worth where the player chooses best.

A hand of the player, one of each kind, stands against every hand of the dealer. Of what the player can stake the choice is taken
that is worth most, on average, over all hands the dealer can have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np

from pitboss.compiler.front.walk import within
from pitboss.compiler.odds.active_law import Law, Said
from pitboss.compiler.odds.card_sets import kinds
from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.deal_space import Setting, held
from pitboss.compiler.odds.equivalence_classes import alike, foreseen, numbered
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.outcome_labels import Way
from pitboss.compiler.odds.payoff import End, Paytable, settle
from pitboss.compiler.odds.sample_space import Block
from pitboss.grammar import tree as t

_CHUNK = 4_000_000  # pairs of hands that are counted together
_MOST = 100_000_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A wager that is a choice: beside which it is made, and in which multiples of it."""

    wager: str
    base: str
    multiples: tuple[Fraction, ...]
    sees: tuple[t.Expr, ...]
    said: Said


@dataclass(frozen=True, eq=False, slots=True)
class Pairs:
    """Pairs of hands that no question tells apart, the first of each lot; how many there are for each hand of the player, lots across."""

    first: tuple[Column, ...]
    ways: Array
    asked: frozenset[t.Expr]


def choices(law: Law) -> Iterator[Choice]:
    for said in law.said.get("sight", ()):
        wager = said.checks[0].subject.name
        base, multiples = _multiples(law, wager)
        if base:
            yield Choice(wager, base, multiples, said.checks[0].predicate.values, said)  # type: ignore[union-attr]


def _multiples(law: Law, wager: str) -> tuple[str, tuple[Fraction, ...]]:
    """`stake of PLAY is between stake of ANTE and 3 * stake of ANTE`: the ends, since between them nothing is better."""
    for said in law.said.get("bound", ()):
        check = said.checks[0]
        values = getattr(check.predicate, "values", ())
        if check.subject == t.Path("stake", wager) and getattr(check.predicate, "mode", "") in ("exactly", "between"):
            found = [_times(v) for v in values]
            bases = {base for base, _ in found}
            if len(bases) == 1 and (base := bases.pop()):
                return base, tuple(dict.fromkeys(many for _, many in found))
    return "", ()


def _times(e: t.Expr) -> tuple[str, Fraction]:
    match e:
        case t.Path("stake", str() as of):
            return of, Fraction(1)
        case t.Arithmetic("*", t.Literal(_, Fraction() as many), t.Path("stake", str() as of)):
            return of, many
    return "", Fraction(0)


def feasible(choice: Choice, where: Setting) -> bool:
    if not where.is_duel:
        return False
    player, dealer = where.parts
    if any(isinstance(e, t.Path | t.Cards) and _is_of(e, dealer.name) for e in choice.sees):
        return False
    return comb(52, player.cards) * comb(52, dealer.cards) // 24 < _MOST


@dataclass(eq=False, slots=True)
class Best:
    """What comes of choosing best."""

    counts: dict[Fraction, int] = field(default_factory=dict)  # of each net
    hands: int = 0
    folded: int = 0
    unknown: int = 0
    missing: dict[str, None] = field(default_factory=dict)
    overlaps: dict[str, None] = field(default_factory=dict)
    ways: dict[Fraction, dict[Way, float]] = field(default_factory=dict)  # of each net: how wagers end in it, how often


def best(law: Law, choice: Choice, where: Setting, case: Case, tables: dict[str, Paytable], met: Pairs) -> Best:
    """The nets, per unit of the base, of the wagers in `tables` together."""
    made, nets = Best(), []
    lots = met.ways.sum(axis=0)
    for many in (Fraction(0), *choice.multiples):
        now = replace(case, stakes={**case.stakes, choice.base: Fraction(1), choice.wager: many})
        block = Block(met.first, lots, lots.shape, met.asked)
        nets.append(net_of(Asker(law, now, block, _dealt(where, met.first)), tables, now, made))
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


def net_of(asked: Asker, tables: dict[str, Paytable], case: Case, made: Best) -> tuple[Array, int]:
    """The net of all the wagers on every pair, in whole numbers of a fraction."""
    parts: list[tuple[Array, Fraction]] = []
    ways: list[tuple[str, list[End]]] = []
    for wager, table in tables.items():
        unit = case.stakes.get(wager, Fraction(0)) if wager in case.stakes else Fraction(1)
        if not unit:
            continue
        settled = settle(asked, wager, table, unit)
        made.unknown += asked.block.total(settled.unknown)
        made.missing |= asked.missing
        made.overlaps |= dict.fromkeys(settled.overlaps)
        parts += [(end.mask, end.net) for end in settled.ends if end.net]
        ways.append((asked.law.book.names[wager].title + (f" ({unit} times)" if unit != 1 else ""), settled.ends))
    _met(made, asked.block, ways)
    scale = lcm(*(net.denominator for _, net in parts)) if parts else 1
    total: Array = np.zeros(1, np.int64)
    for mask, net in parts:
        total = total + np.where(mask, int(net * scale), 0)
    return total, scale


def _met(made: Best, block: Block, ways: list[tuple[str, list[End]]]) -> None:
    """Which ends of the wagers meet on some pair of hands, by the net that they come to."""
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


def pairs(law: Law, case: Case, where: Setting, asked: Collection[t.Expr]) -> Pairs:
    """All pairs of hands without a card in common, those together that no question tells apart."""
    player, dealer = where.parts
    cards = np.array(list(combinations(range(52), dealer.cards)), np.int64)
    theirs = tuple(Column(cards[None, :, n] // 4 + 1, cards[None, :, n] % 4) for n in range(dealer.cards))
    kind, first = _kinds(law, case, dealer.name, theirs, asked)
    order = np.argsort(kind, kind="stable")
    starts = np.searchsorted(kind[order], np.arange(len(first)))
    bits = np.bitwise_or.reduce(np.int64(1) << cards, axis=1)[order][None]
    hands = kinds(player.cards)
    own = np.bitwise_or.reduce(np.int64(1) << hands.cards, axis=1)[:, None]
    step = max(1, _CHUNK // len(cards))
    free = [(own[n : n + step] & bits) == 0 for n in range(0, len(own), step)]
    counts = np.concatenate([np.add.reduceat(some, starts, axis=1, dtype=np.int64) for some in free])
    ours = tuple(Column(card[:, None] // 4 + 1, card[:, None] % 4) for card in hands.cards.T)
    block = Block((*ours, *(Column(c.rank[:, first], c.suit[:, first]) for c in theirs)), counts, counts.shape)
    lot = _lots(law, where, block, asked)
    at, many = np.unique(lot, return_index=True)[1], int(lot.max()) + 1
    keys = np.arange(len(lot))[:, None] * many + lot
    ways = np.zeros(len(lot) * many, np.int64)
    np.add.at(ways, keys.reshape(-1), (counts * hands.weight[:, None]).reshape(-1))
    rows, columns = np.unravel_index(at, lot.shape)
    picked = tuple(
        Column(np.broadcast_to(c.rank, lot.shape)[rows, columns], np.broadcast_to(c.suit, lot.shape)[rows, columns])
        for c in block.columns
    )
    return Pairs(picked, ways.reshape(len(lot), many), foreseen(asked))


def _lots(law: Law, where: Setting, block: Block, asked: Collection[t.Expr]) -> Array:
    """Which pairs are alike: by what is asked of the one hand, of the other, and of both."""
    dealt = held(where, block)
    of_both = [q for q in asked if all([*of_dealer((q,), part.name)] for part in where.parts)]
    of_one = [q for q in asked if q not in of_both]
    sides = alike(law, block, dealt, of_one)
    if not sides:
        return np.arange(block.shape[0] * block.shape[1]).reshape(block.shape)
    down, across = sides
    lot = down[:, None] * (int(across.max()) + 1) + across
    asker = Asker(law, Case(), block, _dealt(where, block.columns))
    for q in of_both:
        answer = asker.truth(q)
        lot = lot * 3 + answer.yes + 2 * answer.no
        if int(lot.max()) > _CHUNK:
            lot = np.unique(lot, return_inverse=True)[1].reshape(block.shape)
    there = np.flatnonzero(np.bincount(lot.reshape(-1)))
    name = np.zeros(int(lot.max()) + 1, np.int64)
    name[there] = np.arange(len(there))
    return name[lot]


def _kinds(
    law: Law, case: Case, name: str, columns: tuple[Column, ...], expressions: Iterable[t.Expr]
) -> tuple[Array, Array]:
    """Which kind each hand of the dealer is of, and the first hand of each kind."""
    block = Block(columns, np.ones((1, 1), np.int64), columns[0].rank.shape)
    asked = Asker(law, case, block, {name: columns})
    told = [np.zeros(block.shape[1], np.int64)]
    for part in dict.fromkeys(p for e in expressions for p in of_dealer((e,), name)):
        value = asked.value(part)
        told.append(np.broadcast_to(np.asarray(value.of, np.int64), block.shape)[0])
    _, first, kind = np.unique(numbered(told, block.shape[1]), return_index=True, return_inverse=True)
    return kind.reshape(-1), first


def of_dealer(expressions: Iterable[t.Expr], name: str) -> Iterator[t.Call]:
    """The questions that are asked of the dealer's cards."""
    for e in expressions:
        for part in within(e):
            if isinstance(part, t.Call) and any(_is_of(a.value, name) for a in part.arguments):
                yield part


def _is_of(e: t.Expr, name: str) -> bool:
    return isinstance(e, t.Path) and e.name == name or isinstance(e, t.Cards) and e.of == name


def _dealt(where: Setting, columns: tuple[Column, ...]) -> dict[str, tuple[Column, ...]]:
    player, dealer = where.parts
    return {player.name: columns[: player.cards], dealer.name: columns[player.cards :]}
