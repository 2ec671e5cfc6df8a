"""Judges how a round must settle at a table: the demand of each clause of the core on one row, a seat or a hand of a seat.

It follows docs/semantics.md, Settled rounds, with memoization, so that a dealer can try many rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import NamedTuple, TypeVar

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, Scope, SubjectKind
from pitboss.compiler.oracle.fast.closures import ClosureCompiler, Condition, is_offered
from pitboss.compiler.oracle.fast.field_bounds import BoundKind, bound_of
from pitboss.compiler.oracle.fast.memoization import Closure, Memo, memoized, whole, whole_number
from pitboss.compiler.oracle.fast.ranking import Rankings
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.oracle.kleene import FAIL, NEEDS, NOT, NOT_APPLICABLE, OPEN, PASS, Truth, every, some, verdict
from pitboss.compiler.oracle.other_rows import ROWS
from pitboss.compiler.oracle.values import Facts, Number, as_number, entries

CENT = Fraction(1, 100)
NOT_EVALUATED = "not evaluated"
Payouts = Mapping[str, tuple[str, Number]]  # row → how it pays, and the figure
MONEY, PAID, SETTLED_AS, STAKE = query.MONEY, "paid", "settled_as", "stake"
Judge = Callable[[Facts], str | None]
R = TypeVar("R")
_FIRST_READING_ONLY = (core.Rounding, core.PaysEach, core.PaysGross, core.Shares)
_OFFERS = (SubjectKind.WAGER, SubjectKind.OPTION, SubjectKind.VARIATION)


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
    """A clause in force, with a rule for each reading. `doubtful`: it counts before a start that is only inferred."""

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


class Settlement:
    """The clauses of a game in force on a day at a table with the filed facts `table`.

    `rankings`: the hands that were ranked at other tables of the rulebook.
    """

    def __init__(
        self, book: core.Rulebook, game: str, table: Facts, day: date, rankings: Rankings | None = None
    ) -> None:
        self.book, self.game, self.table, self.day = book, game, table, day
        self.footprints = RowFootprints(book)
        self.round_fields = self.footprints.round_fields
        self.evaluator = ClosureCompiler(book, table, self.footprints, rankings)
        self._conditions = PerRule[Condition](self._condition_closure)
        self._values = PerRule[Closure](self._value_closure)
        self._demands = PerRule[Condition](self._demand_closure)
        self._allowed: dict[ActiveReading, Memo[tuple[object, ...]]] = {}
        self._judges = PerRule[Judge](self._judge_closure)
        inherited = query.borrowed(book, game)
        active = (self._in_force(c) for c in book.clauses if c.game in (None, game) or c.id in inherited)
        self.clauses = [clause for clause in active if clause is not None]
        self.derived = [
            Derivation(c.rules, c.first.subject.name)
            for c in self.clauses if isinstance(c.first.duty, core.Derives) and c.clause.scope is Scope.ROUND
        ]  # fmt: skip
        derives = (c for c in book.clauses if isinstance(c.versions[0].duty, core.Derives) and c.scope is Scope.ROUND)
        derived_anywhere = {c.subject.name for c in derives}
        # Fields of the round as a whole, on which its rows have to agree.
        self.stated_once = [
            f.name for f in book.fields.values()
            if "round" in f.owners and not {"seat", "hand"} & {*f.owners}
            and f.name != "consequence" and f.name not in derived_anywhere
        ]  # fmt: skip
        self._all_derivations = range(len(self.derived))
        self._following = [(derivation.field, self._follows(derivation)) for derivation in self.derived]
        self._derived_from: dict[str, list[int]] = {ROWS: []}
        # A derived field may be its own input: it is removed and derived anew.
        for number, (rules, own) in enumerate(self.derived):
            exprs = [expr for rule in rules for expr in self.reads(rule)]
            beyond = [ROWS] if self.beyond_row(*exprs) else []
            for name in {own, *self.footprints.names(*exprs), *beyond}:
                self._derived_from.setdefault(name, []).append(number)
        self._of_wager: dict[tuple[type[core.DutyBase], str | None], list[ActiveReading]] = {}
        self._outcome_clauses: dict[tuple[str | None, str], list[ClauseReadings]] = {}
        self._rank_clauses: dict[str, list[ClauseReadings]] = {}
        for active_clause in self.clauses:
            self._index(active_clause)
        self._on_irregularity: dict[object, list[ActiveReading]] = {}
        for rule in (rule for clause in self.clauses for rule in clause.rules):
            if isinstance(rule.duty, core.LeadsTo):
                self._on_irregularity.setdefault(rule.subject.name, []).append(rule)
        # By number of the clause: its name, the wager without which it judges all rows the same, and what judges a row.
        self._judges_of_clauses: dict[int, tuple[str, str | None, Judge]] = {}
        self._constant_verdicts: dict[str, str] = {}
        self._idle: list[str | None] = [NOT_EVALUATED] * len(self.clauses)  # the verdict if its wager was not made
        self._ranked_wagers: dict[str, list[str]] = {}
        self._clauses_reading: dict[str, list[int]] = {}
        self._clauses_beyond_row: list[int] = []
        self._law_schedules: dict[ActiveReading, list[tuple[Payouts, Payouts | None]]] = {}
        self._stated: dict[tuple[ActiveReading, int], Closure] = {}
        for number, clause in enumerate(self.clauses):
            exprs = [expr for rule in clause.rules for expr in self._verdict_reads(rule)]
            if self.beyond_row(*exprs):
                self._clauses_beyond_row.append(number)
            for name in self.footprints.names(*exprs):
                self._clauses_reading.setdefault(name, []).append(number)

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
        active = ClauseReadings(
            clause,
            tuple(ActiveReading(clause, reading.duty) for reading in version.readings),
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
            case _:
                return active if clause.scope is Scope.ROUND else None
        return active if any(self._filed_applies(rule) is not False for rule in active.rules) else None

    def _filed_applies(self, rule: ActiveReading) -> Truth:
        """Whether a rule on filed facts applies at the table."""
        clause, subject = rule.clause, rule.subject
        here = clause.scope is not Scope.TABLE or clause.game in (None, self.table.get("game"))
        offers = [name for name in (subject.name, subject.of) if name and self.book.kind(name) in _OFFERS]
        conditions = (self.evaluator.condition(expr)(self.table) for expr in rule.duty.applies)
        return every([here, *(is_offered(self.table, name) for name in offers), *conditions])

    # ---- derived facts

    def complete(self, facts: Facts, changed: Iterable[str] | None = None, among: set[int] | None = None) -> Facts:
        """The facts with everything that follows, repeated until nothing more does; nothing follows if readings disagree.

        `changed`: of facts that were complete before, the fields that changed. `among`: the derivations to use.
        """
        if changed is None:
            waiting: Sequence[int] = self._all_derivations if among is None else sorted(among)
        else:
            waiting = self._derivations_from(changed, among)
        made = facts
        while waiting:
            again: set[int] = set()  # derivations from what follows now, unless they come later anyway
            for number in waiting:
                name, follows = self._following[number]
                if made.get(name) is None and (value := follows(made)) is not None:
                    made = {**made} if made is facts else made
                    made[name] = value
                    dependents = self._derived_from.get(name, ())
                    again.update([other for other in dependents if other <= number or other not in waiting])
            waiting = sorted(again if among is None else again & among) if again else ()
        return made

    def _derivations_from(self, names: Iterable[str], among: set[int] | None) -> list[int]:
        """The derivations that depend on any of the fields, among some if they are given."""
        found = {number for name in names for number in self._derived_from.get(name, ())}
        return sorted(found if among is None else found & among)

    def _follows(self, derivation: Derivation) -> Closure:
        """The function of a row that returns what follows from a clause, None if nothing does or its readings disagree."""
        conditions = [self._conditions[rule] for rule in derivation.rules]
        values = [self._values[rule] for rule in derivation.rules]
        if len(values) == 1:
            applies, value = conditions[0], values[0]
            if self.evaluator.is_constant(applies, True):
                return value
            return lambda facts: value(facts) if applies(facts) is True else None

        def follows(facts: Facts) -> object:
            found = [self.derive(rule, facts) for rule in derivation.rules]
            return found[0] if all(value == found[0] for value in found) else None

        return follows

    def derive(self, rule: ActiveReading, facts: Facts) -> object:
        """The value of the subject; None if the rule does not apply."""
        return self._values[rule](facts) if self._conditions[rule](facts) is True else None

    def derived_value(self, rule: ActiveReading, facts: Facts) -> object:
        """The value of the subject if the rule applies."""
        return self._values[rule](facts)

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
        duty, bound = rule.duty, bound_of(rule.duty)
        assert isinstance(duty, core.Requirement)
        holds = self.evaluator.holds(duty)
        if bound is None or not bound.plain(BoundKind.EXACTLY) or not self._is_money(rule.subject.name):
            return holds
        filed, expected = self.evaluator.quantity(_field(duty.holds)), self.evaluator.quantity(bound.operands[0])

        def holds_to_the_cent(facts: Facts) -> Truth:
            found = holds(facts)
            return self.equal(rule.subject.name, filed(facts), expected(facts)) is True if found is False else found

        return holds_to_the_cent

    def equal(self, field: str, recorded: object, expected: object) -> Truth:
        """Whether two values of a field are equal; for money, either of the two nearest cents is accepted."""
        if recorded is None or expected is None:
            return None
        a, b = as_number(recorded), as_number(expected)
        near = a is not None and b is not None and self._is_money(field) and -CENT < a - b < CENT
        return near or recorded == expected

    def _is_money(self, field: str) -> bool:
        return field in self.round_fields and self.book.fields[field].type.kind == "money"

    def rounded(self, rule: ActiveReading, facts: Facts) -> Number | None:
        """The rounded amount of a rule on rounding."""
        assert isinstance(rule.duty, core.Rounding) and rule.duty.amount is not None
        amount = self.number(rule.duty.amount, facts)
        return None if amount is None else _to_step(rule.duty, amount)

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

    # ---- verdicts

    def judge(
        self, row: Facts, before: tuple[Facts, dict[str, str]] | None = None, complete: bool = False
    ) -> dict[str, str]:
        """Clause → verdict, for every clause that the row can breach.

        `before` is a complete row with its verdicts; only the clauses that read a difference from it are evaluated.
        `complete`: everything that follows from the row is in it.
        """
        nothing = {"consequence": "none"} if row.get("irregularity") == "none" else {}
        if before is not None and row.get("irregularity") != "none":
            before = None  # the irregularity may be contradicted now or have been before, which affects every clause
        if not self._judges_of_clauses:
            self._make_judges()
        if before is None:
            verdicts, judges = dict(self._constant_verdicts), self._judges_of_clauses
            facts = self.complete({**nothing, **row}, nothing.keys() - row.keys() if complete else None)
        else:
            old, verdicts = before[0], dict(before[1])
            new = {**nothing, **row}
            different = [name for name in {**old, **new} if new.get(name) is not old.get(name)]
            facts = self.complete(new, [*different, ROWS])
            changed = {name for name in {**old, **facts} if facts.get(name) is not old.get(name)}
            reading = {number for name in changed for number in self._clauses_reading.get(name, ())}
            reading.update(self._clauses_beyond_row)
            judges = {number: self._judges_of_clauses[number] for number in sorted(reading) if number in self._judges_of_clauses}
        if self.contradicts_irregularity(facts):
            facts = {**facts, "consequence": "none"}
        money = [entries(facts, amount) for amount in MONEY]
        idle = {wager for wager, stake in money[0].items() if stake == 0 and all(one.get(wager) == 0 for one in money)}
        for number, (clause, wager, judge) in judges.items():
            if wager in idle:
                found = self._idle[number]
                if found is NOT_EVALUATED:
                    found = self._idle[number] = judge(facts)
            else:
                found = judge(facts)
            if found is None:
                verdicts.pop(clause, None)
            else:
                verdicts[clause] = found
        return verdicts

    def _make_judges(self) -> None:
        """Prepare what judges each clause. A clause that never applies at the table has one verdict on all rows."""
        for number, clause in enumerate(self.clauses):
            judge = self._clause_judge(clause)
            if judge is not None:
                self._constant_verdicts[clause.clause.id] = NOT_APPLICABLE
                if judge is not _applies_never:
                    self._judges_of_clauses[number] = clause.clause.id, _only_wager(clause), judge

    def contradicts_irregularity(self, facts: Facts) -> bool:
        """Whether a row states an irregularity and the conditions of every clause on it are false."""
        rules = self._on_irregularity.get(facts.get("irregularity"), ())
        return bool(rules) and all(self.applies(rule, facts) is False for rule in rules)

    def _clause_judge(self, clause: ClauseReadings) -> Judge | None:
        """The function that judges a row by all readings of a clause; None if no row can breach it."""
        judges = [self._judges[rule] for rule in clause.rules]
        if _judges_nothing in judges:
            return None
        if len(judges) == 1 and not clause.doubtful or all(judge is _applies_never for judge in judges):
            return judges[0]

        def of_readings(facts: Facts) -> str | None:
            readings = [judge(facts) for judge in judges]
            return None if None in readings else _of_readings([one for one in readings if one], clause.doubtful)

        return of_readings

    def can_breach(self, rule: ActiveReading) -> bool:
        """Whether any row of the table can breach the rule."""
        return self._judges[rule] not in (_judges_nothing, _applies_never)

    def judge_rule(self, rule: ActiveReading, facts: Facts) -> str | None:
        """The verdict on a row by one reading of a clause; None if it judges nothing about the row."""
        return self._judges[rule](facts)

    def _verdict_reads(self, rule: ActiveReading) -> Iterator[core.Expr]:
        """Everything that the verdict of a rule depends on."""
        subject = rule.subject
        yield from self.reads(rule)
        match rule.duty:
            case core.Requirement(need=Need.REQUIRES, holds=core.Offered(name=other)):
                yield from (entry(STAKE, subject.name), entry(STAKE, other))
            case core.Requirement() | core.Derives() if subject.of:
                yield entry(STAKE, subject.of)
                if query.states_payment(rule.duty):
                    for other_rule in self.rules_on(core.PayoutTable, subject.of):
                        yield from self._verdict_reads(other_rule)
            case core.LeadsTo():
                yield from (core.Fact("irregularity"), core.Fact("consequence"))
                for other_rule in self._on_irregularity[subject.name]:
                    yield from other_rule.duty.applies
            case core.ReachesRow() | core.HasRank():
                for wager in self._wagers_with(rule):
                    yield from (entry(amount, wager) for amount in (STAKE, PAID, SETTLED_AS))
            case core.Ends():
                yield from (entry(amount, subject.name) for amount in MONEY)
                for other_rule in self.rules_on(core.Ends, subject.name):
                    yield from other_rule.duty.applies
            case core.PayoutTable() | core.Shares() | core.HighestOnly():
                yield from (entry(amount, rule.wager) for amount in (STAKE, PAID, SETTLED_AS))
                for kind in (core.Rounding, core.Shares, core.PaysGross, core.Requirement, core.Derives):
                    for other_rule in self.rules_on(kind, rule.wager):
                        yield from self.reads(other_rule)
                for row in self.payouts(rule.wager):
                    for clause in self.row_clauses(rule.wager, row):
                        yield from (expr for row_rule in clause.rules for expr in row_rule.duty.applies)

    def _judge_closure(self, rule: ActiveReading) -> Judge:
        """The function that judges a row by one reading. A demand is evaluated only where the rule can apply."""
        subject = rule.subject
        match rule.duty:
            case core.Ends(end=end):
                return partial(self._judge_end, rule, end)
            case core.Derives():
                return self._judge_of_derivation(rule, query.counts_rows(rule.duty.value))
            case core.Requirement(need=Need.REQUIRES, holds=core.Offered(name=other)):
                return lambda facts: verdict(self._staked(subject.name, facts), self._staked(other, facts))
            case core.Requirement(need=Need.BOUND):
                return self._judge_of_bound(rule)
            case core.LeadsTo(consequences=consequences):
                return partial(self._judge_consequence, rule, [value.value for value in consequences])
            case core.ReachesRow() | core.HasRank():
                return self._judge_of_row(rule, self._wagers_with(rule))
            case core.Rounding(amount=amount) if amount is not None:
                return lambda facts: verdict(
                    self.applies(rule, facts), self.equal_to_rounded(rule, facts.get(subject.name), facts)
                )
            case core.PayoutTable():
                return self._memoized(rule, partial(self._judge_payout, rule))
            case core.Shares():
                return self._memoized(rule, partial(self._judge_share, rule))
            case core.HighestOnly():
                return self._memoized(rule, partial(self._judge_highest, rule))
        return _judges_nothing

    def _memoized(self, rule: ActiveReading, judge: Judge) -> Judge:
        """The function, evaluated once for all rows with the same amounts and cards."""
        return memoized(self.footprints.of(*self._verdict_reads(rule)), judge)

    def _judge_of_bound(self, rule: ActiveReading) -> Judge:
        wager, applies = rule.subject.of, self._conditions[rule]
        if self.evaluator.is_constant(applies, False):
            return _applies_never
        holds, states_payment = self._demands[rule], query.states_payment(rule.duty)
        pays = self.rules_on(core.PayoutTable, rule.wager)

        def judge(facts: Facts) -> str:
            truth = applies(facts)
            if truth is False or wager is not None and self._not_offered(wager, facts):
                return NOT_APPLICABLE
            held = holds(facts)
            if held is True:
                return PASS
            if truth is None or held is None:
                return NEEDS
            departs = states_payment and pays and not any(self._breaches_figures(other, facts) for other in pays)
            return OPEN if departs else FAIL

        return judge

    def _judge_of_derivation(self, rule: ActiveReading, counts_rows: bool) -> Judge:
        name, applies, value = rule.subject.name, self._conditions[rule], self._values[rule]
        if self.evaluator.is_constant(applies, False):
            return _applies_never

        def judge(facts: Facts) -> str:
            truth = applies(facts)
            if truth is False:
                return NOT_APPLICABLE
            recorded, expected = facts.get(name), value(facts)
            equal = self.equal(name, recorded, expected)
            if equal is False and counts_rows and not _is_fewer(recorded, expected):
                equal = None
            return verdict(truth, equal)

        return judge

    def _judge_of_row(self, rule: ActiveReading, wagers: list[str]) -> Judge:
        row, applies = rule.subject.name, self._conditions[rule]
        if not wagers:
            return _applies_never

        def judge(facts: Facts) -> str:
            settled = some(self._settled_as(wager, row, facts) for wager in wagers)
            return NOT_APPLICABLE if settled is False else verdict(settled, applies(facts))

        return judge

    def _judge_consequence(self, rule: ActiveReading, allowed: list[core.ConstValue], facts: Facts) -> str:
        irregularity, became = facts.get("irregularity"), facts.get("consequence")
        named = None if irregularity is None else irregularity == rule.subject.name
        if named is False:
            return NOT_APPLICABLE
        if named and self.contradicts_irregularity(facts):
            return NEEDS
        return verdict(every([named, self.applies(rule, facts)]), None if became is None else became in allowed)

    def equal_to_rounded(self, rule: ActiveReading, recorded: object, facts: Facts) -> Truth:
        """Whether a recorded amount is the rounded one of a rule."""
        expected = self.rounded(rule, facts)
        return None if recorded is None or expected is None else recorded == expected

    def _not_offered(self, wager: str | None, facts: Facts) -> bool:
        """Whether a bound on an amount of a wager does not apply, because the wager is neither offered nor staked."""
        known = wager is not None and wager in self.book.names
        return known and is_offered(facts, str(wager)) is False and self._staked(wager, facts) is False

    # ---- how wagers end

    def _amount(self, facts: Facts, name: str, wager: str | None) -> Number | None:
        return as_number(entries(facts, name).get(wager or ""))

    def _staked(self, wager: str | None, facts: Facts) -> Truth:
        stake = self._amount(facts, STAKE, wager)
        return None if stake is None else stake > 0

    def _won(self, wager: str | None, facts: Facts) -> Truth:
        paid = self._amount(facts, PAID, wager)
        return None if paid is None else paid > 0

    def results(self, wager: str, facts: Facts) -> list[tuple[core.Clause, core.End, Truth]]:
        """(clause, end, whether its conditions hold) for each reading of each clause on how the wager ends."""
        return [
            (rule.clause, rule.duty.end, self.applies(rule, facts))
            for rule in self.rules_on(core.Ends, wager) if isinstance(rule.duty, core.Ends)
        ]  # fmt: skip

    def _judge_end(self, rule: ActiveReading, end: core.End, facts: Facts) -> str:
        wager = rule.subject.name
        stake, paid, collected, returned = (self._amount(facts, amount, wager) for amount in MONEY)
        if stake is None or paid is None or collected is None or returned is None:
            return NEEDS
        if stake <= 0:
            return NOT_APPLICABLE
        applies = judged = self.applies(rule, facts)
        ended: bool
        match end:
            case core.End.WINS:
                ended = paid > 0 and collected == 0
            case core.End.LOSES:
                ended = collected == stake and paid == 0 and returned == 0
            case core.End.RETURNS:
                ended = returned == stake and paid == 0 and collected == 0
            case core.End.STAYS | core.End.ADVANCES:
                ended = paid == collected == returned == 0
        holds = ended
        if end is core.End.WINS and applies is not True:
            if applies is False and True in self._ends_as(core.End.LOSES, wager, facts):
                return NOT_APPLICABLE
            judged = some([applies, every(NOT[truth] for truth in self._ends_as(end, wager, facts))])
            holds = paid == 0
            if applies is None and ended != holds:
                return verdict(judged, None)
        found = verdict(judged, holds)
        if found == FAIL and applies is True and self._ends_otherwise(rule, end, facts):
            return OPEN
        return found

    def _ends_as(self, end: core.End, wager: str, facts: Facts) -> Iterator[Truth]:
        """For each clause on this end of a wager, whether its conditions hold."""
        for rule in self.rules_on(core.Ends, wager):
            if isinstance(rule.duty, core.Ends) and rule.duty.end is end:
                yield self.applies(rule, facts)

    def _ends_otherwise(self, rule: ActiveReading, end: core.End, facts: Facts) -> bool:
        """Whether another clause certainly states another end."""
        results = self.results(rule.subject.name, facts)
        return any(truth is True for of, other, truth in results if other is not end and of is not rule.clause)

    # ---- the amount owed

    def payouts(self, wager: str | None) -> Payouts:
        """Row → (kind, value) of the payouts that are filed for a wager."""
        filed = entries(entries(self.table, "offers"), wager or "").get("payouts")
        return dict(filed) if isinstance(filed, dict) else {}

    def _wagers_with(self, rule: ActiveReading) -> list[str]:
        """The wagers whose row or rank is the subject of a rule."""
        return [rule.subject.of] if rule.subject.of else self._wagers_by_rank(rule.subject.name)

    def _wagers_by_rank(self, rank: str) -> list[str]:
        """The wagers that pay for a rank without a clause of their own on when it is reached."""
        if rank not in self._ranked_wagers:
            paying = dict.fromkeys(c.first.wager for c in self.clauses if isinstance(c.first.duty, core.PayoutTable))
            self._ranked_wagers[rank] = [
                wager for wager in paying if rank in self.payouts(wager) and (wager, rank) not in self._outcome_clauses
            ]  # fmt: skip
        return self._ranked_wagers[rank]

    def row_clauses(self, wager: str, row: str) -> list[ClauseReadings]:
        """The clauses on when a row of a wager is reached: its own, else those on the rank of that name."""
        return self._outcome_clauses.get((wager, row)) or self._rank_clauses.get(row, [])

    def reached(self, wager: str, row: str, facts: Facts) -> Truth:
        """Whether a row of a wager is reached; if no clause states when, whether the record settles it as that row."""
        clauses = self.row_clauses(wager, row)
        if not clauses:
            settled = entries(facts, SETTLED_AS).get(wager)
            return None if settled is None else settled == row
        return every(self.applies(rule, facts) for clause in clauses for rule in clause.rules)

    def _settled_as(self, wager: str, row: str, facts: Facts) -> Truth:
        settled = entries(facts, SETTLED_AS).get(wager)
        if settled is not None and settled != row:
            return False
        return every([self._staked(wager, facts), self._won(wager, facts), None if settled is None else True])

    def rules_on(self, kind: type[core.DutyBase], wager: str) -> list[ActiveReading]:
        """The rules on a wager whose duty is of a kind, in the law's order."""
        return self._of_wager.get((kind, wager), [])

    def row_amount(
        self, wager: str, row: str, facts: Facts, gross: bool = False, schedule: Payouts | None = None
    ) -> Number | None:
        """The payout of a row in addition to the stake; if the wager pays gross, an amount of money includes the stake."""
        kind, figure = (schedule or self.payouts(wager))[row]
        stake = self._amount(facts, STAKE, wager)
        if kind == core.ValueKind.ODDS:
            return None if stake is None else whole_number(figure * stake)
        if kind == core.ValueKind.METER:
            meter = self._meter(wager, facts)
            if meter is None:
                return None
            figure = figure * meter
        if gross:
            return None if stake is None else whole_number(figure - stake)
        return whole_number(figure)

    def _meter(self, wager: str, facts: Facts) -> Number | None:
        """The meter of which a payout is a share."""
        shares = [rule.duty for rule in self.rules_on(core.Shares, wager) if isinstance(rule.duty, core.Shares)]
        return self.number(shares[0].amount, facts) if shares else None

    def payout(
        self, wager: str, facts: Facts, gross: bool = False, schedule: Payouts | None = None
    ) -> tuple[bool, Number | None]:
        """Whether payouts are filed, and the amount of them or of a schedule: a share of the meter, else the highest row reached."""
        filed = self.payouts(wager) if schedule is None else schedule
        if not filed:
            return False, None
        if self.rules_on(core.PaysEach, wager):
            return any(query.states_payment(rule.duty) for rule in self.rules_on(core.Requirement, wager)), None
        metered, alone = self.reaches_meter(wager, facts, schedule), len(filed) == 1
        rows = [row for row, (kind, _) in filed.items() if (kind == core.ValueKind.METER) == metered]
        truths = {row: True if alone else self.reached(wager, row, facts) for row in rows}
        amounts = [(truths[row], self.row_amount(wager, row, facts, gross, schedule)) for row in rows]
        most = max((a for truth, a in amounts if truth is True and a is not None), default=None)
        if most is not None and any(h is not False and (a is None or h is None and a > most) for h, a in amounts):
            most = None
        return True, None if metered is None else self._rounded_payout(wager, most, facts)

    def reaches_meter(self, wager: str, facts: Facts, schedule: Payouts | None = None) -> Truth:
        """Whether the wager reached a share of the meter."""
        filed = self.payouts(wager) if schedule is None else schedule
        meters = [row for row, (kind, _) in filed.items() if kind == core.ValueKind.METER]
        return some(len(filed) == 1 or self.reached(wager, row, facts) for row in meters)

    def expected_payment(self, wager: str, facts: Facts, gross: bool, schedule: Payouts | None = None) -> Number | None:
        """The amount of the filed payouts, or of a schedule, within the limits on what is paid."""
        _, expected = self.payout(wager, facts, gross, schedule)
        for rule in self.rules_on(core.Requirement, wager):
            if query.states_payment(rule.duty):
                stated = self.applies(rule, facts)
                expected = self._stated_payment(rule, facts, schedule) if stated else None if stated is None else expected
        for _, truth, limit in self._payment_bounds(wager, facts, BoundKind.AT_MOST):
            over = every([truth, None if expected is None or limit is None else expected > limit])
            expected = limit if over else None if over is None else expected
        return expected

    def _stated_payment(self, rule: ActiveReading, facts: Facts, schedule: Payouts | None) -> Number | None:
        """The amount that a clause computes from the filed payouts, or from a schedule."""
        bound = bound_of(rule.duty)
        assert bound is not None
        if schedule is None:
            return self.number(bound.operands[0], facts)
        offers = entries(self.table, "offers")
        offers = {**offers, rule.wager: {**entries(offers, rule.wager), "payouts": schedule}}
        key = rule, id(schedule)
        if key not in self._stated:
            evaluator = ClosureCompiler(self.book, {**self.table, "offers": offers}, self.footprints)
            self._stated[key] = evaluator.quantity(bound.operands[0])
        return as_number(self._stated[key]({**facts, "offers": offers}))

    def gross(self, wager: str, facts: Facts) -> Truth:
        """Whether the payment of the wager includes the stake."""
        return some(self.applies(rule, facts) for rule in self.rules_on(core.PaysGross, wager))

    def _paid_as_expected(self, wager: str, facts: Facts) -> Truth:
        """Whether the paid amount is the expected one; if gross or net is unknown, whether both agree on it."""
        gross, paid = self.gross(wager, facts), self._amount(facts, PAID, wager)
        ways = [False, True] if gross is None else [gross]
        found = {self.equal(PAID, paid, self.expected_payment(wager, facts, way)) for way in ways}
        return found.pop() if len(found) == 1 else None

    def _staked_and_won(self, wager: str, facts: Facts) -> Truth:
        return every([self._staked(wager, facts), self._won(wager, facts)])

    def _rounded_payout(self, wager: str, amount: Number | None, facts: Facts) -> Number | None:
        for rule in self.rules_on(core.Rounding, wager):
            if amount is not None and self.applies(rule, facts) is True:
                assert isinstance(rule.duty, core.Rounding)
                amount = _to_step(rule.duty, amount)
        return amount

    def _judge_payout(self, rule: ActiveReading, facts: Facts) -> str | None:
        wager = rule.wager
        if not self.payout(wager, facts)[0]:
            return None
        otherwise = [
            NOT[truth] for other, truth, _ in self._payment_bounds(wager, facts, BoundKind.EXACTLY)
            if not query.states_payment(other.duty)
        ]  # fmt: skip
        judged = every([self._staked_and_won(wager, facts), *otherwise])
        if judged is False:
            return NOT_APPLICABLE
        as_filed, breached = self._paid_as_expected(wager, facts), self._breaches_figures(rule, facts)
        if self.rules_on(core.Shares, wager):  # the clause on the meter covers a share that is not the filed one
            judged = every([judged, some([NOT[self.reaches_meter(wager, facts)], as_filed if breached else False])])
        found = verdict(judged, False if breached else as_filed)
        return OPEN if found == FAIL and not breached else found

    def _breaches_figures(self, rule: ActiveReading, facts: Facts) -> bool:
        """Whether the paid amount is certainly none that the figures of a clause allow."""
        return self.applies(rule, facts) is True and self._paid_within_law(rule, facts) is False

    def _paid_within_law(self, rule: ActiveReading, facts: Facts) -> Truth:
        """Whether the paid amount lies within one of the schedules that the law allows; None if unknown."""
        wager, gross = rule.wager, self.gross(rule.wager, facts)
        paid = self._amount(facts, PAID, wager)
        stepped = paid is not None and self._rounded_payout(wager, paid, facts) == paid

        def within(low: Payouts, high: Payouts | None, way: bool) -> Truth:
            least = self.expected_payment(wager, facts, way, low)
            most = self.expected_payment(wager, facts, way, high) if high else None
            truths = [None if least is None or paid is None else paid > least and stepped or self.equal(PAID, paid, least)]
            if high:
                below = None if most is None or paid is None else paid < most and stepped or self.equal(PAID, paid, most)
                truths.append(below)
            return every(truths)

        schedules = self._schedules(rule)
        if not schedules:
            return None
        ways = [False, True] if gross is None else [gross]
        found = {some(within(low, high, way) for low, high in schedules) for way in ways}
        return found.pop() if len(found) == 1 else None

    def _schedules(self, rule: ActiveReading) -> list[tuple[Payouts, Payouts | None]]:
        """The least and the most that the law allows for each row, for each table that the licensee may use."""
        if rule not in self._law_schedules:
            self._law_schedules[rule] = list(
                self._schedules_of(rule.duty, entries(entries(self.table, "offers"), rule.wager))
            )
        return self._law_schedules[rule]

    def _schedules_of(self, duty: core.Duty, offer: Facts) -> Iterator[tuple[Payouts, Payouts | None]]:
        assert isinstance(duty, core.PayoutTable)
        payouts = offer["payouts"]
        filed: Payouts = payouts if isinstance(payouts, dict) else {}
        if duty.limits:
            limits = [query.payout(limit) for limit in duty.limits if isinstance(limit, core.Const)]
            bounds = [dict.fromkeys(filed, limit) for limit in limits]
            yield bounds[0], None if duty.mode is core.PayMode.AT_LEAST else bounds[-1]
            return
        key = self.table.get(duty.by) if duty.by else None
        table = next((s.table for s in duty.schedules if s.value.value == key), None) if duty.by else duty.table
        if table is None:
            return
        heads = {query.key(head): n for n, head in enumerate(table.heads) if n and head} if duty.mode.whole else {"": 1}
        columns = {name: query.payouts(table, n) for name, n in heads.items()}

        def meets(rows: Payouts) -> bool:
            comparable = all(row in filed and filed[row][0] == kind for row, (kind, _) in rows.items())
            if duty.mode.exact:
                return (
                    comparable and filed.keys() == rows.keys() and all(filed[r][1] == v for r, (_, v) in rows.items())
                )
            return comparable and all(filed[row][1] >= value for row, (_, value) in rows.items())

        chosen = [rows for name, rows in columns.items() if name == offer.get("selection")]
        for rows in chosen or [rows for rows in columns.values() if meets(rows)] or columns.values():
            yield rows, rows if duty.mode.exact else None

    def _judge_share(self, rule: ActiveReading, facts: Facts) -> str | None:
        wager, applies = rule.subject.name, self.applies(rule, facts)
        if not self.payout(wager, facts)[0]:
            return None
        judged = every([applies, self._staked_and_won(wager, facts), self.reaches_meter(wager, facts)])
        return verdict(judged, self._paid_as_expected(wager, facts))

    def _payment_bounds(
        self, wager: str, facts: Facts, kind: BoundKind
    ) -> Iterator[tuple[ActiveReading, Truth, Number | None]]:
        """(rule, whether it applies, the amount) for each bound of a kind on what the wager is paid."""
        for rule in self.rules_on(core.Requirement, wager):
            bound = bound_of(rule.duty)
            if bound is not None and bound.plain(kind) and rule.subject.name == PAID:
                yield rule, self.applies(rule, facts), self.number(bound.operands[0], facts)

    def _judge_highest(self, rule: ActiveReading, facts: Facts) -> str | None:
        wager, applies = rule.subject.name, self.applies(rule, facts)
        filed, expected = self.payout(wager, facts)
        if not filed:
            return None
        settled = entries(facts, SETTLED_AS).get(wager)
        judged = every([applies, self._staked_and_won(wager, facts), settled is not None])
        known = isinstance(settled, str) and settled in self.payouts(wager)
        named = self.row_amount(wager, str(settled), facts) if known else None
        return verdict(judged, None if named is None or expected is None else named == expected)


def _judges_nothing(facts: Facts) -> None:
    """The verdict of a rule that only affects the demands of others."""


def _applies_never(facts: Facts) -> str:
    return NOT_APPLICABLE


def entry(name: str, wager: str) -> core.Fact:
    """The entry for a wager of a field that has one for each wager.

    >>> str(entry("stake", "streak"))
    'stake of streak'
    """
    return core.Fact(name, wager, core.Source.ENTRY)


def _field(holds: core.Expr) -> core.Expr:
    """The field that a condition of the form `field is exactly ...` compares."""
    assert isinstance(holds, core.Compare)
    return holds.left


def _to_step(rounding: core.Rounding, amount: Number) -> Number:
    step = rounding.step.value
    assert isinstance(step, Fraction)
    rounds = ceil if rounding.direction is core.Direction.UP else floor
    return whole_number(rounds(Fraction(amount) / step) * step)


def _only_wager(clause: ClauseReadings) -> str | None:
    """The wager without a stake on which every reading of the clause judges all rows the same."""
    found = {_judged_wager(rule) for rule in clause.rules}
    return found.pop() if len(found) == 1 else None


def _judged_wager(rule: ActiveReading) -> str | None:
    match rule.duty:
        case core.Ends() | core.Requirement(need=Need.REQUIRES) | core.HighestOnly() | core.Shares():
            return rule.subject.name
        case core.PayoutTable():
            return rule.wager
        case core.ReachesRow():
            return rule.subject.of
    return None


def _is_fewer(recorded: object, rows: object) -> bool:
    told, found = as_number(recorded), as_number(rows)
    return told is not None and found is not None and not isinstance(told, bool) and told < found


def _stands_alone(version: core.Version) -> bool:
    """Whether the only reading is named: it stands for a text that is not available, so that no breach is certain."""
    return len(version.readings) == 1 and version.readings[0].name is not None


def _of_readings(readings: list[str], doubtful: bool) -> str:
    """One verdict from those of the readings; a breach that depends on the reading, or on a doubtful start, is open."""
    if all(reading == FAIL for reading in readings):
        return OPEN if doubtful else FAIL
    if OPEN in readings or FAIL in readings and (PASS in readings or NOT_APPLICABLE in readings):
        return OPEN
    if NEEDS in readings:
        return NEEDS
    return NOT_APPLICABLE if all(reading == NOT_APPLICABLE for reading in readings) else PASS
