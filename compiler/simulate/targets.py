"""Targets of biased sampling: the requirements on a round for a clause to apply, so that rare hands are dealt as often as others.

A condition that reads one field, or one hand, gives the target values; for a condition that reads more, rounds are dealt until
it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Relation, SubjectKind, ValueKind
from pitboss.compiler.model.dealt_hands import whole_hands
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.fast.bits import bits_of
from pitboss.compiler.oracle.fast.payments import PAID, SETTLED_AS, STAKE
from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.oracle.kleene import Truth
from pitboss.compiler.oracle.values import Facts, entries
from pitboss.compiler.simulate.field_constraints import operands_of

ENOUGH = {
    Relation.EQUAL: 0,
    Relation.AT_LEAST: 0,
    Relation.MORE: 1,
}  # a sufficient margin over the number in the comparison
Cards = frozenset[tuple[int, str]]


class FieldTarget(NamedTuple):
    """A target for one field: a test of a row; for a hand, the named cards and the number of cards that it needs."""

    field: str
    holds: Callable[[Facts], Truth]
    cards: Cards = frozenset()
    size: int = 0


class Target(NamedTuple):
    """A round to be dealt: with `wagers`, and with targets for fields, among all that a clause reads.

    `met`: whether a row meets the target, as far as can be determined.
    """

    wagers: tuple[str, ...] = ()
    fields: Mapping[str, FieldTarget] = MappingProxyType({})
    reads: frozenset[str] = frozenset()
    met: Callable[[Facts], Truth] = lambda facts: True
    several_rounds: bool = False  # the target is reached over several rounds


class Targets:
    """Targets for clauses. `bonuses`: options paid like wagers, and the wager of each; `hands`: the randomly dealt hands."""

    def __init__(
        self, settlement: Settlement, wagers: list[str], bonuses: dict[str, str], hands: set[str], random: Random
    ) -> None:
        self.settlement, self.wagers, self.random = settlement, wagers, random
        self.footprints, self.evaluator = settlement.footprints, settlement.evaluator
        self.bonuses, self.hands = bonuses, hands
        self.source: dict[str, str] = {}  # by derived field: the one hand from which it is derived
        self.derivations: dict[str, set[int]] = {hand: set() for hand in hands}
        self.whole = {name: hand for name, hand in whole_hands(settlement.book).items() if hand in hands}
        self.source |= self.whole
        self.increments: dict[
            str, tuple[core.Expr, ...]
        ] = {}  # by field: the condition under which it grows from round to round
        for number, (rules, name) in enumerate(settlement.derived):
            first = rules[0].duty
            if any(_is_increment(value, name) for value in operands_of(first)):
                self.increments.setdefault(name, first.applies)
            reads = [value for rule in rules for value in operands_of(rule.duty)]
            read = self.footprints.names(*reads, *first.applies)
            if len(read) == 1 and (hand := min(read)) in hands:
                self.source[name] = hand
                self.derivations[hand].add(number)

    def possible(self, rule: ActiveReading) -> bool:
        """Whether the rule can apply at the table: nothing filed excludes it, and its wager is offered."""
        subject, kind = rule.subject, self.settlement.book.kind
        parts = [part for expr in rule.duty.applies for part in _conjuncts(expr)]
        filed = [part for part in parts if not self.footprints.varies(part)]
        names = [n for n in (subject.of, subject.name) if kind(n) in (SubjectKind.WAGER, SubjectKind.OPTION)]
        names += [wager for part in parts for wager in _staked_in(part) if kind(wager) is not None]
        offered = entries(self.settlement.table, "offers")
        holds = self.evaluator.all_of(filed)
        return all(name in offered for name in names) and holds(self.settlement.table) is not False

    def of(self, rule: ActiveReading) -> Target:
        """One of the ways in which the rule can apply."""
        subject, duty = rule.subject, rule.duty
        named = [self.bonuses.get(str(name), name) for name in (subject.of, subject.name) if subject.name != STAKE]
        wager = next((name for name in named if name in self.wagers), None)
        rules = [rule]
        if isinstance(duty, core.PayoutTable | core.HighestOnly | core.Shares) or subject.name in (PAID, SETTLED_AS):
            rules += self._paid(rule.wager, isinstance(duty, core.Shares))
        elif isinstance(duty, core.ReachesRow | core.HasRank):
            rules = []
        return self._target(() if wager is None else (wager,), rules)

    def _paid(self, wager: str, meter: bool) -> list[ActiveReading]:
        """The conditions under which the wager wins, or a row of its payouts is reached."""
        settlement = self.settlement
        rows = [row for row, (kind, _) in settlement.payouts(wager).items() if (kind == ValueKind.METER) == meter]
        ways = [[clause.first for clause in settlement.row_clauses(wager, row)] for row in rows]
        ends = settlement.rules_on(core.Ends, wager)
        wins = [[rule] for rule in ends if isinstance(rule.duty, core.Ends) and rule.duty.end is core.End.WINS]
        found = [way for way in (ways if meter else ways + wins) if way]
        return self.random.choice(found) if found else []

    def _target(self, wagers: tuple[str, ...], rules: list[ActiveReading]) -> Target:
        parts: dict[str, list[core.Expr]] = {}
        reads = [expr for rule in rules for expr in rule.duty.applies]
        counted = self.footprints.names(*reads) & {*self.increments}
        reads += [expr for name in sorted(counted) for expr in self.increments[name]]
        for part in (part for expr in reads for part in self._one_way(expr)):
            field = self._only_field(part)
            if field is None or any(True for _ in query.outermost_folds(part)):
                continue
            name, of = field
            if name in query.MONEY and of:
                if name == STAKE and of in self.wagers and self.evaluator.condition(part)({name: {of: 0}}) is not True:
                    wagers = (*wagers, of)
                name = f"{name} of {of}"
            parts.setdefault(self.source.get(name, name), []).append(part)
        fields = {name: self._field_target(name, of_field) for name, of_field in parts.items()}
        settlement = self.settlement

        def met(facts: Facts) -> Truth:
            return bool(counted) or all(settlement.applies(rule, facts) is not False for rule in rules)

        several_rounds = settlement.beyond_row(*reads) or bool(counted)
        return Target(tuple(dict.fromkeys(wagers)), fields, self.footprints.names(*reads), met, several_rounds)

    def _only_field(self, part: core.Expr) -> tuple[str, str | None] | None:
        """The field, or the hand, that a condition reads; None if it reads several or none."""
        found = self.footprints.of(part)
        read = {(path[0], path[1] if len(path) > 1 else None) for path in found.facts}
        read |= {(view.hand, None) for view in found.views}
        return read.pop() if len(read) == 1 else None

    def _one_way(self, expr: core.Expr) -> Iterator[core.Expr]:
        """The conditions of one of the ways in which a condition can hold."""
        match expr:
            case core.AllOf(items):
                for item in items:
                    yield from self._one_way(item)
            case core.AnyOf(items):
                yield from self._one_way(self.random.choice(items))
            case core.Term(name) if name in self.settlement.book.terms:
                yield from self._one_way(self.settlement.book.terms[name])
            case _:
                yield expr

    def _field_target(self, name: str, parts: list[core.Expr]) -> FieldTarget:
        all_hold = self.evaluator.all_of(parts)
        if not self.footprints.is_cards(name):
            return FieldTarget(name, all_hold)
        settlement, derivations = self.settlement, bits_of(self.derivations.get(name, ()))

        same = [other for other, hand in self.whole.items() if hand == name]

        def holds(facts: Facts) -> Truth:
            facts = {**facts, **dict.fromkeys(same, facts.get(name))}
            return all_hold(settlement.complete(facts, among=derivations) if derivations else facts)

        ranks, suits, sizes = set[int](), set[str](), [0]
        for node in core.walk(*parts):
            match node:
                case core.Compare(relation, core.Apply("size"), core.Const(value=Fraction() as size)) if (
                    relation in ENOUGH
                ):
                    sizes.append(int(size) + ENOUGH[relation])
                case core.Compare(relation, core.Apply(named=named), core.Const(value=value)) if (
                    relation in ENOUGH and value != 0
                ):
                    ranks |= {_number(one.value) for key, one in named if key == "rank" and isinstance(one, core.Const)}
                    suits |= {str(one.value) for key, one in named if key == "suit" and isinstance(one, core.Const)}
                case core.Cards(_, count, of) if of in (name, *same):
                    sizes.append(count)
        cards = [(rank, suit) for rank in ranks or range(1, 14) for suit in suits or "cdhs"] if ranks or suits else []
        return FieldTarget(name, holds, frozenset(cards), max(sizes))


def _conjuncts(expr: core.Expr) -> Iterator[core.Expr]:
    """The conditions that must all hold for a condition to hold."""
    if isinstance(expr, core.AllOf):
        for item in expr.items:
            yield from _conjuncts(item)
    else:
        yield expr


def _is_increment(value: core.Expr, name: str) -> bool:
    """Whether a value is that of the field in the round before, plus an increment."""
    match value:
        case core.Arith(core.Operator.PLUS, core.Earlier(core.Fact(of_field, None)), _):
            return of_field == name
    return False


def _staked_in(part: core.Expr) -> Iterator[str]:
    """The wager that a condition requires to be staked."""
    match part:
        case core.Compare(Relation.MORE, core.Fact("stake", str() as wager), _):
            yield wager


def _number(value: object) -> int:
    assert isinstance(value, Fraction | int)
    return int(value)
