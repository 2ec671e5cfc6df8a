"""Judges how a round must settle at a table: the demand of each clause of the core on one row, a seat or a hand of a seat.

It follows docs/semantics.md, Settled rounds. What judges a clause is prepared once, so that a dealer can try many rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need
from pitboss.compiler.model.footprint import FactPath
from pitboss.compiler.oracle.fast.active_rules import ActiveReading, ClauseReadings, PerRule
from pitboss.compiler.oracle.fast.closures import Condition, is_offered
from pitboss.compiler.oracle.fast.exclusions import Excluded, Excludes, one_false, single_conditions
from pitboss.compiler.oracle.fast.memoization import memoized
from pitboss.compiler.oracle.fast.payments import MONEY, PAID, SETTLED_AS, STAKE, Payments
from pitboss.compiler.oracle.kleene import FAIL, NEEDS, NOT, NOT_APPLICABLE, OPEN, PASS, Truth, every, some, verdict
from pitboss.compiler.oracle.other_rows import OWN, ROWS
from pitboss.compiler.oracle.values import Facts, as_number, entries
from pitboss.grammar.limit_kinds import LimitKind

NOT_EVALUATED = "not evaluated"
Judge = Callable[[Facts], str | None]


class JudgedRow:
    """What was observed of a row when it was judged, the verdicts on it, and the clauses with two of these verdicts, as bits."""

    def __init__(self) -> None:
        self.observed: list[object] | None = None
        self.verdicts: dict[str, str] = {}
        self.not_applicable = self.breaching = 0

    def copy(self) -> JudgedRow:
        """Another judgment, which starts as this one."""
        made = copy(self)
        made.verdicts = {**self.verdicts}
        return made


class Settlement(Payments):
    """The clauses of a game in force at a table, and their verdicts on rows."""

    def _prepare(self, clauses: list[ClauseReadings]) -> None:
        super()._prepare(clauses)
        self._judges = PerRule[Judge](self._judge_closure)
        # By number of the clause: its name, the wager without which it judges all rows the same, and what judges a row.
        self._judges_of_clauses: dict[int, tuple[str, str | None, Judge]] = {}
        self._ends_of: dict[str, list[tuple[ActiveReading, core.End, Condition]]] = {}
        self._ended: dict[str, list[tuple[ActiveReading, core.End, Truth]]] | None = (
            None  # by wager, while a row is judged
        )
        self._idle: list[str | None] = [NOT_EVALUATED] * len(self.clauses)  # the verdict if its wager was not made
        self._judgments: dict[object, JudgedRow] = {}  # by place in a round: of the row that was judged there last
        self._judgment = JudgedRow()  # of the row that was judged last
        self.latest: Facts = {}  # that row, with everything that follows from it

    def given(self, facts: Facts, reads: Iterable[core.Expr] = ()) -> Settlement:
        """What judges the rows that have these facts: it lacks the clauses that never apply to them, and the derivations of what
        neither another clause nor one of `reads` reads.
        """
        facts = self.complete(facts)
        clauses = [clause for clause in self.clauses if not self._never_judged(clause, facts)]
        inputs: dict[str, set[str]] = {}  # by derived field
        named = {*self.footprints.names(*reads)}
        for clause in clauses:
            names = self.footprints.names(*(expr for rule in clause.rules for expr in self._verdict_reads(rule)))
            derives = isinstance(clause.first.duty, core.Derives)
            (inputs.setdefault(clause.first.subject.name, set()) if derives else named).update(names)
        known = set[str]()
        while named:
            known |= named
            named = {name for field in named for name in inputs.get(field, ())} - known
        made = copy(self)
        made._prepare(
            [c for c in clauses if not isinstance(c.first.duty, core.Derives) or c.first.subject.name in known]
        )
        return made

    def _never_judged(self, clause: ClauseReadings, facts: Facts) -> bool:
        """Whether the clause applies to no row with these facts, whatever else the row states."""
        judge = self._clause_judge(clause)
        return judge is not None and judge(facts) in (NOT_APPLICABLE, None)

    # ---- verdicts

    def judge(self, row: Facts, before: Facts | None = None, complete: bool = False) -> dict[str, str]:
        """Clause → verdict, for every clause that the row can breach.

        Only the clauses are evaluated that observe a difference from the row that was judged last in its place of a round. `before`
        is a complete row, so that only what follows from a difference is derived. `complete`: everything that follows is in the row.
        """
        self._judge(row, before, complete)
        return {**self._judgment.verdicts}

    def breached(self, row: Facts, before: Facts | None = None, complete: bool = False) -> list[str]:
        """The clauses that the row breaches, certainly or in one reading; the arguments are those of `judge`."""
        self._judge(row, before, complete)
        return [self._judges_of_clauses[number][0] for number in self.members[self._judgment.breaching]]

    def _judge(self, row: Facts, before: Facts | None, complete: bool) -> None:
        facts = {"consequence": "none", **row} if row.get("irregularity") == "none" else row
        if before is None:
            facts = self.complete(facts, facts.keys() - row.keys() if complete else None)
        else:
            different = [name for name in {**before, **facts} if facts.get(name) is not before.get(name)]
            facts = self.complete(facts, [*different, ROWS])
        self.latest = facts
        if self.contradicts_irregularity(facts):
            facts = {**facts, "consequence": "none"}
        if not self._judges_of_clauses:
            self._make_judges()
        judgment = self._judgments.get(own := facts.get(OWN, 0))
        if judgment is None:
            judgment = self._judgments[own] = self._judgment.copy()
        self._judgment = judgment
        values = self._observed(facts)
        if judgment.observed is None:
            waiting, judgment.verdicts = self._all_clauses, dict(self._constant_verdicts)
        else:
            waiting = self._clauses_beyond_row
            for value, last, observing in zip(values, judgment.observed, self._clauses_observing, strict=True):
                if value is not last and value != last:
                    waiting |= observing
        excluded = 0
        for place, table in self._excluded:
            value = values[place]
            found = table.get(value)
            excluded |= table.learn(value, facts) if found is None else found
        judgment.observed = None  # until every clause is evaluated
        self._evaluate(waiting & ~excluded, facts)
        excluded &= waiting
        for number in self.members[excluded & ~judgment.not_applicable]:
            judgment.verdicts[self._judges_of_clauses[number][0]] = NOT_APPLICABLE
        judgment.not_applicable |= excluded
        judgment.breaching &= ~excluded
        judgment.observed = values

    def _evaluate(self, waiting: int, facts: Facts) -> None:
        """Evaluate the verdicts of some clauses."""
        money = [entries(facts, amount) for amount in MONEY]
        idle = set[str].intersection(*({wager for wager, part in one.items() if part == 0} for one in money))
        self._ended = {}
        judgment, not_applicable, breaching = self._judgment, 0, 0
        for number in self.members[waiting]:
            clause, wager, judge = self._judges_of_clauses[number]
            if wager in idle:
                found = self._idle[number]
                if found is NOT_EVALUATED:
                    found = self._idle[number] = judge(facts)
            else:
                found = judge(facts)
            if found is None:
                judgment.verdicts.pop(clause, None)
                continue
            judgment.verdicts[clause] = found
            if found is NOT_APPLICABLE:
                not_applicable |= 1 << number
            elif found in (FAIL, OPEN):
                breaching |= 1 << number
        self._ended = None
        judgment.not_applicable = judgment.not_applicable & ~waiting | not_applicable
        judgment.breaching = judgment.breaching & ~waiting | breaching

    def _make_judges(self) -> None:
        """Prepare what judges each clause. A clause that never applies at the table has one verdict on all rows."""
        self._constant_verdicts: dict[str, str] = {}
        self._all_clauses = self._clauses_beyond_row = 0
        observing: dict[FactPath, int] = {}  # by path of a row: the clauses that observe it
        tests: dict[FactPath, dict[int, list[Excludes]]] = {}
        for number, clause in enumerate(self.clauses):
            judge = self._clause_judge(clause)
            if judge is None:
                continue
            self._constant_verdicts[clause.clause.id] = NOT_APPLICABLE
            if judge is _applies_never:
                continue
            self._judges_of_clauses[number] = clause.clause.id, _only_wager(clause), judge
            bit = 1 << number
            self._all_clauses |= bit
            footprint = self.footprints.of(*(expr for rule in clause.rules for expr in self._verdict_reads(rule)))
            self._clauses_beyond_row |= bit if footprint.beyond_row else 0
            for path in {*footprint.facts, *((view.hand,) for view in footprint.views)}:
                part = path if path[0] in query.SETTLEMENT else path[:1]
                observing[part] = observing.get(part, 0) | bit
            exclusions = [self._exclusions(rule) for rule in clause.rules]
            for path in set[FactPath](exclusions[0]).intersection(*exclusions):
                tests.setdefault(path, {})[number] = [excludes[path] for excludes in exclusions]
        paths = sorted(observing, key=lambda path: (len(path), path))
        self._names = [path[0] for path in paths if len(path) == 1]
        self._entries = {
            amount: [of for name, *rest in paths for of in rest if name == amount]
            for amount in sorted(query.SETTLEMENT)
        }
        self._clauses_observing = [observing[path] for path in paths]
        self._excluded = [(paths.index(path), Excluded(of_path)) for path, of_path in tests.items()]

    def _observed(self, facts: Facts) -> list[object]:
        """What the clauses observe of a row. Amounts are copied, since they change while a round is dealt."""
        values = [facts.get(name) for name in self._names]
        for amount, wagers in self._entries.items():
            found = entries(facts, amount)
            values += [found.get(wager) for wager in wagers]
        return [dict(value) if type(value) is dict else value for value in values]

    def _exclusions(self, rule: ActiveReading) -> dict[FactPath, Excludes]:
        """By path of a row: whether its value alone makes the verdict on the rule `not applicable`."""
        wager, tests = rule.wager, dict[FactPath, list[Condition]]()

        def add(path: FactPath, test: Condition) -> None:
            tests.setdefault(path, []).append(test)

        match rule.duty:
            case core.Requirement(need=Need.BOUND) | core.Derives() | core.Rounding():
                for path, expr in single_conditions(self.book, self.footprints, rule.duty.applies):
                    add(path, self.evaluator.condition(expr))
            case core.LeadsTo():
                named = rule.subject.name
                add(("irregularity",), lambda facts: facts.get("irregularity") in (None, named))
            case core.ReachesRow() | core.HasRank():
                wagers = self._wagers_with(rule)
                if len(wagers) == 1:
                    row = rule.subject.name
                    add((PAID, wagers[0]), lambda facts: self._won(wagers[0], facts))
                    add(
                        (SETTLED_AS, wagers[0]),
                        lambda facts: entries(facts, SETTLED_AS).get(wagers[0]) in (None, row),
                    )
            case core.PayoutTable() | core.Shares() | core.HighestOnly():
                if self.payout(wager, self.table)[0]:
                    add((PAID, wager), lambda facts: self._won(wager, facts))
        return {path: one_false(conditions) for path, conditions in tests.items()}

    def contradicts_irregularity(self, facts: Facts) -> bool:
        """Whether a row states an irregularity and the conditions of every clause on it are false."""
        rules = self._on_irregularity.get(facts.get("irregularity"), ())
        return bool(rules) and all(self.applies(rule, facts) is False for rule in rules)

    def _clause_judge(self, clause: ClauseReadings) -> Judge | None:
        """The function that judges a row by all readings of a clause; None if no row can breach it."""
        judge = self._judges[clause.first]
        if judge is _judges_nothing:
            return None
        if not clause.doubtful or judge is _applies_never:
            return judge

        def doubted(facts: Facts) -> str | None:
            verdict = judge(facts)
            return OPEN if verdict == FAIL else verdict

        return doubted

    def can_breach(self, rule: ActiveReading) -> bool:
        """Whether any row of the table can breach the rule."""
        return self._judges[rule] not in (_judges_nothing, _applies_never)

    def judge_of(self, rule: ActiveReading) -> Judge:
        """The function that judges a row by one reading of a clause; it returns None if it judges nothing about the row."""
        return self._judges[rule]

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
            case (
                core.Requirement()
                | core.Derives()
                | core.FilingDuty()
                | core.Independent()
                | core.PaysEach()
                | core.PaysGross()
                | core.Rounding()
                | core.ChanceDuty()
                | core.DeclaredDuty()
            ):
                pass
            case _:
                assert_never(rule.duty)

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
            case (
                core.Requirement()
                | core.FilingDuty()
                | core.Independent()
                | core.PaysEach()
                | core.PaysGross()
                | core.Rounding()
                | core.ChanceDuty()
                | core.DeclaredDuty()
            ):
                return _judges_nothing
        assert_never(rule.duty)

    def _memoized(self, rule: ActiveReading, judge: Judge) -> Judge:
        """The function, evaluated once for all rows with the same amounts and cards."""
        return memoized(self.footprints.of(*self._verdict_reads(rule)), judge)

    # ---- demands, derived facts, consequences and rows

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

    def _wagers_with(self, rule: ActiveReading) -> list[str]:
        """The wagers whose row or rank is the subject of a rule."""
        return [rule.subject.of] if rule.subject.of else self._wagers_by_rank(rule.subject.name)

    def _settled_as(self, wager: str, row: str, facts: Facts) -> Truth:
        settled = entries(facts, SETTLED_AS).get(wager)
        if settled is not None and settled != row:
            return False
        return every([self._staked(wager, facts), self._won(wager, facts), None if settled is None else True])

    # ---- how wagers end

    def results(self, wager: str, facts: Facts) -> list[tuple[ActiveReading, core.End, Truth]]:
        """(rule, end, whether its conditions hold) for each reading of each clause on how the wager ends."""
        return [(rule, end, applies(facts)) for rule, end, applies in self._ends(wager)]

    def _results_judged(self, wager: str, facts: Facts) -> list[tuple[ActiveReading, core.End, Truth]]:
        """The results, found once for all clauses on a wager while a row is judged."""
        if self._ended is None:
            return self.results(wager, facts)
        found = self._ended.get(wager)
        if found is None:
            found = self._ended[wager] = self.results(wager, facts)
        return found

    def _ends(self, wager: str) -> list[tuple[ActiveReading, core.End, Condition]]:
        """The readings of the clauses on how a wager ends, each with its conditions."""
        found = self._ends_of.get(wager)
        if found is None:
            found = self._ends_of[wager] = [
                (rule, rule.duty.end, self._conditions[rule])
                for rule in self.rules_on(core.Ends, wager) if isinstance(rule.duty, core.Ends)
            ]  # fmt: skip
        return found

    def _judge_end(self, rule: ActiveReading, end: core.End, facts: Facts) -> str:
        wager = rule.subject.name
        stake, paid, collected, returned = (self._amount(facts, amount, wager) for amount in MONEY)
        if stake is None or paid is None or collected is None or returned is None:
            return NEEDS
        if stake <= 0:
            return NOT_APPLICABLE
        results = self._results_judged(wager, facts)
        applies = judged = next(truth for other, _, truth in results if other is rule)
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
            if applies is False and any(truth is True for _, other, truth in results if other is core.End.LOSES):
                return NOT_APPLICABLE
            judged = some([applies, every(NOT[truth] for _, other, truth in results if other is end)])
            holds = paid == 0
            if applies is None and ended != holds:
                return verdict(judged, None)
        found = verdict(judged, holds)
        if (
            found == FAIL
            and applies is True
            and any(  # another clause certainly states another end
                truth is True for of, other, truth in results if other is not end and of.clause is not rule.clause
            )
        ):
            return OPEN
        return found

    # ---- what wagers are paid

    def _judge_payout(self, rule: ActiveReading, facts: Facts) -> str | None:
        wager = rule.wager
        if not self.payout(wager, facts)[0]:
            return None
        otherwise = [
            NOT[truth] for other, truth, _ in self._payment_bounds(wager, facts, LimitKind.EXACTLY)
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

    def _judge_share(self, rule: ActiveReading, facts: Facts) -> str | None:
        wager, applies = rule.subject.name, self.applies(rule, facts)
        if not self.payout(wager, facts)[0]:
            return None
        judged = every([applies, self._staked_and_won(wager, facts), self.reaches_meter(wager, facts)])
        return verdict(judged, self._paid_as_expected(wager, facts))

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
