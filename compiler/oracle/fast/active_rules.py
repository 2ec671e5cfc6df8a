"""The rules of a game in force at a table: when each applies to a row, what follows from it, and what it demands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, TypeVar

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, Scope, SubjectKind
from pitboss.compiler.model.stated_limits import only_limit
from pitboss.compiler.oracle.fast.bits import Members
from pitboss.compiler.oracle.fast.closures import ClosureCompiler, Condition, is_offered
from pitboss.compiler.oracle.fast.exclusions import Excluded, not_all_true, single_conditions
from pitboss.compiler.oracle.fast.memoization import Closure, Memo, memoized, whole, whole_number
from pitboss.compiler.oracle.fast.ranking import Rankings
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.oracle.kleene import Truth, every
from pitboss.compiler.oracle.other_rows import ROWS
from pitboss.compiler.oracle.values import Facts, Number, as_number
from pitboss.grammar.limit_kinds import LimitKind

_FIRST_READING_ONLY = (core.Rounding, core.PaysEach, core.PaysGross, core.Shares)
_OFFERS = (SubjectKind.WAGER, SubjectKind.OPTION, SubjectKind.VARIATION)
CENT = Fraction(1, 100)
R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class ActiveReading:
    """One reading of a clause in force. Rules are compared by identity, even if two clauses have equal duties."""

    clause: core.Clause
    duty: core.Duty

    @property
    def subject(self) -> core.Subject:
        return self.duty.subject

    @property
    def wager(self) -> str:
        """The wager of a rule on a wager, or on an amount of one."""
        return self.subject.of or self.subject.name


@dataclass(frozen=True, slots=True, eq=False)
class ClauseReadings:
    """A clause in force, in one reading. `doubtful`: it counts before a start that is only
    inferred.
    """

    clause: core.Clause
    rules: tuple[ActiveReading, ...]
    doubtful: bool

    @property
    def first(self) -> ActiveReading:
        return self.rules[0]


class Derivation(NamedTuple):
    """A clause from which a field of a row follows."""

    rules: tuple[ActiveReading, ...]
    field: str

    @property
    def first(self) -> ActiveReading:
        return self.rules[0]


class PerRule(dict[ActiveReading, R]):
    """By rule: what is made of it when it is first used."""

    def __init__(self, make: Callable[[ActiveReading], R]) -> None:
        self.make = make

    def __missing__(self, rule: ActiveReading) -> R:
        made = self[rule] = self.make(rule)
        return made


class ActiveRules:
    """The clauses of a game in force on a day at a table with the filed facts `table`.

    `rankings`: the hands that were ranked at other tables of the rulebook. `world`: the reading of each clause that counts, or its last.
    """

    def __init__(
        self, book: core.Rulebook, game: str, table: Facts, day: date, rankings: Rankings | None = None, world: int = 0
    ) -> None:
        self.book, self.game, self.table, self.day, self.world = book, game, table, day, world
        self.number_of_worlds = 1
        self.derived_by_reading: set[str] = set()  # the fields with derivations whose readings compete
        self.footprints = RowFootprints(book)
        self.round_fields = self.footprints.round_fields
        self.evaluator = ClosureCompiler(book, table, self.footprints, rankings)
        self._conditions = PerRule[Condition](self._condition_closure)
        self._values = PerRule[Closure](self._value_closure)
        self._demands = PerRule[Condition](self._demand_closure)
        self._allowed: dict[ActiveReading, Memo[tuple[object, ...]]] = {}
        inherited = query.borrowed(book, game)
        active = (self._in_force(c) for c in book.clauses if c.game in (None, game) or c.id in inherited)
        self._prepare([clause for clause in active if clause is not None])
        self.follow = {one.field for one in self.derived}  # also those that are not derived at this table
        # Fields of the round as a whole, which one of its rows can state.
        self.stated_once = [
            f.name for f in book.fields.values()
            if "round" in f.owners and not {"seat", "hand"} & {*f.owners} and f.name not in {"irregularity", "consequence", *self.follow}
        ]  # fmt: skip

    def _prepare(self, clauses: list[ClauseReadings]) -> None:
        """Prepare what evaluates the clauses."""
        self.clauses = clauses
        self.derived = [
            Derivation(c.rules, c.first.subject.name)
            for c in clauses if isinstance(c.first.duty, core.Derives) and c.clause.scope is Scope.ROUND
        ]  # fmt: skip
        self._every_derivation = (1 << len(self.derived)) - 1
        # By number of a derivation: its field, the fields that can exclude it by themselves, and what follows.
        self._following = [(one.field, self._excluded_by_field(one), self._follows(one)) for one in self.derived]
        self._derived_from: dict[str, int] = {}  # by field: the derivations that read it, as bits
        self.members = Members()
        # A derived field may be its own input: it is removed and derived anew.
        for number, (rules, own) in enumerate(self.derived):
            exprs = [expr for rule in rules for expr in self.reads(rule)]
            beyond = [ROWS] if self.beyond_row(*exprs) else []
            for name in {own, *self.footprints.names(*exprs), *beyond}:
                self._derived_from[name] = self._derived_from.get(name, 0) | 1 << number
        self._of_wager: dict[tuple[type[core.DutyBase], str | None], list[ActiveReading]] = {}
        self._outcome_clauses: dict[tuple[str | None, str], list[ClauseReadings]] = {}
        self._rank_clauses: dict[str, list[ClauseReadings]] = {}
        for active_clause in self.clauses:
            self._index(active_clause)
        self._on_irregularity: dict[object, list[ActiveReading]] = {}
        for rule in (rule for clause in self.clauses for rule in clause.rules):
            if isinstance(rule.duty, core.LeadsTo):
                self._on_irregularity.setdefault(rule.subject.name, []).append(rule)

    def _index(self, active: ClauseReadings) -> None:
        for rule in active.rules:
            if not isinstance(rule.duty, _FIRST_READING_ONLY) or rule is active.first:
                for wager in dict.fromkeys((rule.subject.name, rule.subject.of)):
                    self._of_wager.setdefault((type(rule.duty), wager), []).append(rule)
        subject = active.first.subject
        match active.first.duty:
            case core.ReachesRow():
                self._outcome_clauses.setdefault((subject.of, subject.name), []).append(active)
            case core.HasRank():
                self._rank_clauses.setdefault(subject.name, []).append(active)

    def _in_force(self, clause: core.Clause) -> ClauseReadings | None:
        version, doubtful = query.version_on(self.book, clause, self.day)
        if version is None:
            return None
        self.number_of_worlds = max(self.number_of_worlds, len(version.readings))
        if isinstance(version.duty, core.Derives) and version.is_open:
            self.derived_by_reading.add(version.duty.subject.name)
        active = ClauseReadings(
            clause,
            (ActiveReading(clause, version.readings[min(self.world, len(version.readings) - 1)].duty),),
            doubtful or _stands_alone(version),
        )
        match version.duty:
            case core.Requirement(need=Need.REQUIRES, subject=subject, holds=core.Offered(name=other)):
                if not all(self.book.kind(name) is SubjectKind.WAGER for name in (subject.name, other)):
                    return None
                if query.stated_of_stakes(self.book, clause, other):
                    return None
            case core.PayoutTable():
                pass
            case _:  # whatever the duty: rows are judged by the clauses on rounds
                return active if clause.scope is Scope.ROUND else None
        return active if any(self._filed_applies(rule) is not False for rule in active.rules) else None

    def _filed_applies(self, rule: ActiveReading) -> Truth:
        """Whether a rule on filed facts applies at the table."""
        clause, subject = rule.clause, rule.subject
        here = clause.scope is not Scope.TABLE or clause.game in (None, self.table.get("game"))
        offers = [name for name in (subject.name, subject.of) if name and self.book.kind(name) in _OFFERS]
        conditions = (self.evaluator.condition(expr)(self.table) for expr in rule.duty.applies)
        return every([here, *(is_offered(self.table, name) for name in offers), *conditions])

    def rules_on(self, kind: type[core.DutyBase], wager: str) -> list[ActiveReading]:
        """The rules on a wager whose duty is of a kind, in the law's order."""
        return self._of_wager.get((kind, wager), [])

    # ---- derived facts

    def complete(self, facts: Facts, changed: Iterable[str] | None = None, among: int | None = None) -> Facts:
        """The facts with everything that follows, repeated until nothing more does; nothing follows if readings disagree.

        `changed`: of facts that were complete before, the fields that changed. `among`: the derivations to use, as bits.
        """
        among = self._every_derivation if among is None else among
        waiting = among if changed is None else among & self._derivations_from(changed)
        made = facts
        while waiting:
            again = 0  # derivations from what follows now, unless they come later anyway
            for number in self.members[waiting]:
                name, excluded, follows = self._following[number]
                if made.get(name) is not None:
                    continue
                for path, by_value in excluded:
                    value = made.get(path)
                    out = by_value.get(value)
                    if by_value.learn(value, made) if out is None else out:
                        break
                else:
                    value = follows(made)
                    if value is not None:
                        made = {**made} if made is facts else made
                        made[name] = value
                        again |= self._derived_from.get(name, 0) & ((2 << number) - 1 | ~waiting)
            waiting = again & among
        return made

    def _derivations_from(self, names: Iterable[str]) -> int:
        """The derivations that depend on any of the fields, as bits."""
        found, derived_from = 0, self._derived_from
        for name in names:
            if name in derived_from:
                found |= derived_from[name]
        return found

    def _excluded_by_field(self, derivation: Derivation) -> list[tuple[str, Excluded]]:
        """The fields of a row of which a value can by itself exclude that anything follows, with what it excludes."""
        tests: dict[str, list[Condition]] = {}
        for rule in derivation.rules:
            for (name, *of), expr in single_conditions(self.book, self.footprints, rule.duty.applies):
                if not of:
                    tests.setdefault(name, []).append(self.evaluator.condition(expr))
        return [(name, Excluded({0: [not_all_true(found)]})) for name, found in tests.items()]

    def _follows(self, derivation: Derivation) -> Closure:
        """The function of a row that returns what follows from a clause; None if nothing does."""
        applies, value = self._conditions[derivation.first], self._values[derivation.first]
        if self.evaluator.is_constant(applies, True):
            return value
        return lambda facts: value(facts) if applies(facts) is True else None

    def derive(self, rule: ActiveReading, facts: Facts) -> object:
        """The value of the subject; None if the rule does not apply."""
        return self._values[rule](facts) if self._conditions[rule](facts) is True else None

    def _value_closure(self, rule: ActiveReading) -> Closure:
        if not isinstance(rule.duty, core.Derives):
            return lambda facts: None
        value = self.evaluator.quantity(rule.duty.value)
        return lambda facts: found if isinstance(found := value(facts), int) else whole(found)

    # ---- the demand of a rule

    def value(self, expr: core.Expr, facts: Facts) -> object:
        """The value of an expression in a row."""
        return self.evaluator.quantity(expr)(facts)

    def number(self, expr: core.Expr, facts: Facts) -> Number | None:
        """The numeric value of an expression in a row."""
        return as_number(self.value(expr, facts))

    def condition(self, rule: ActiveReading) -> Condition:
        """The function of a row that returns whether the conditions of a rule hold."""
        return self._conditions[rule]

    def applies(self, rule: ActiveReading, facts: Facts) -> Truth:
        """Whether the conditions of a rule hold."""
        return self._conditions[rule](facts)

    def _condition_closure(self, rule: ActiveReading) -> Condition:
        duty = rule.duty
        holds = self.evaluator.all_of(duty.applies)
        if not isinstance(duty, core.ReachesRow):
            return holds
        first = [
            (node.of, node.count)
            for node in core.walk(*duty.applies) if isinstance(node, core.Cards) and node.which is core.Which.FIRST
        ]  # fmt: skip
        if not first:
            return holds

        def applies(facts: Facts) -> Truth:
            hands = [(facts.get(hand), count) for hand, count in first]
            settled_with_fewer = any(isinstance(hand, tuple | list) and len(hand) < count for hand, count in hands)
            return False if settled_with_fewer else holds(facts)

        return applies

    def holds(self, rule: ActiveReading, facts: Facts) -> Truth:
        """Whether a requirement's demand on its subject holds; exact amounts of money are compared to the cent."""
        return self._demands[rule](facts)

    def _demand_closure(self, rule: ActiveReading) -> Condition:
        duty, amount = rule.duty, only_limit(rule.duty, LimitKind.EXACTLY)
        assert isinstance(duty, core.Requirement)
        holds = self.evaluator.holds(duty)
        if amount is None or not self._is_money(rule.subject.name):
            return holds
        subject = query.fact_of(self.book, rule.subject)
        filed, expected = self.evaluator.quantity(subject), self.evaluator.quantity(amount)

        def holds_to_the_cent(facts: Facts) -> Truth:
            found = holds(facts)
            return self.equal(rule.subject.name, filed(facts), expected(facts)) is True if found is False else found

        return holds_to_the_cent

    def equal(self, field: str, recorded: object, expected: object) -> Truth:
        """Whether two values of a field are equal; for money, either of the two nearest cents is accepted."""
        if recorded is None or expected is None:
            return None
        if recorded == expected:
            return True
        a, b = as_number(recorded), as_number(expected)
        return a is not None and b is not None and self._is_money(field) and -CENT < a - b < CENT

    def _is_money(self, field: str) -> bool:
        return field in self.round_fields and self.book.fields[field].type.kind == "money"

    def rounded(self, rule: ActiveReading, facts: Facts) -> Number | None:
        """The rounded amount of a rule on rounding."""
        assert isinstance(rule.duty, core.Rounding) and rule.duty.amount is not None
        amount = self.number(rule.duty.amount, facts)
        return None if amount is None else to_step(rule.duty, amount)

    def beyond_row(self, *exprs: core.Expr) -> bool:
        """Whether any of the expressions reads other rows."""
        return self.footprints.beyond_row(*exprs)

    def allowed(
        self, rule: ActiveReading, facts: Facts, evaluate: Callable[[Facts], tuple[object, ...]]
    ) -> tuple[object, ...]:
        """`evaluate`, which returns the values that the rule allows, memoized by the footprint of the rule."""
        memo = self._allowed.get(rule)
        if memo is None:
            values: Callable[[Facts], tuple[object, ...]] = lambda row: tuple(map(whole, evaluate(row)))  # noqa: E731
            memo = self._allowed[rule] = memoized(self.footprints.of(*self.reads(rule)), values)
        return memo(facts)

    def reads(self, rule: ActiveReading) -> list[core.Expr]:
        """Everything that a rule reads: its subject, its conditions and its demand."""
        subject = rule.subject
        own = [self.field_of(subject)] if subject.name in self.book.fields else []
        by = rule.duty.by if isinstance(rule.duty, core.PayoutTable) else None
        return [*own, *core.expressions(rule.duty), *([core.Fact(by)] if by else [])]

    def field_of(self, subject: core.Subject) -> core.Fact:
        """The subject of a rule on a field, at its path in the facts."""
        if subject.of not in self.book.names:
            return core.Fact(subject.name)
        source = core.Source.ENTRY if subject.name in self.round_fields else core.Source.OFFER
        return core.Fact(subject.name, subject.of, source)


def to_step(rounding: core.Rounding, amount: Number) -> Number:
    step = rounding.step.value
    assert isinstance(step, Fraction)
    rounds = ceil if rounding.direction is core.Direction.UP else floor
    return whole_number(rounds(Fraction(amount) / step) * step)


def _stands_alone(version: core.Version) -> bool:
    """Whether the only reading is named: it stands for a text that is not available, so that no breach is certain."""
    return len(version.readings) == 1 and version.readings[0].name is not None
