"""Mutates lawful rounds: changes the subject of a chosen clause until the clause fails, and records every breach.

The fast evaluator of the oracle decides which clauses fail. The code that audits rounds is not used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import floor
from random import Random
from typing import assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need
from pitboss.compiler.model.stated_limits import limits_of
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.fast.payments import PAID, SETTLED_AS, STAKE
from pitboss.compiler.oracle.kleene import FAIL, OPEN, PASS
from pitboss.compiler.oracle.values import Facts, as_number, entries
from pitboss.compiler.simulate.biased_sampling import shuffled
from pitboss.compiler.simulate.dealer import NO_TARGET, Dealer, hand_of
from pitboss.compiler.simulate.field_constraints import AMOUNTS, AWARDS, operands_of, required_offer
from pitboss.compiler.simulate.targets import Target
from pitboss.grammar.limit_kinds import LimitKind

Breaches = dict[str, str]  # clause → verdict
CARDS_FIRST = 0.5  # probability of changing the cards instead of a fact derived from them
INEXACT = 0.5  # probability of collecting a lost stake inexactly instead of not at all
MOST_ROUNDS = 10  # rounds to deal until a wager that takes several rounds can end
INAPPLICABLE_TRIED = 2  # clauses without a breach so far that are tried on each row although they do not apply to it
ONE_MORE = {LimitKind.AT_MOST: 1, LimitKind.AT_LEAST: -1, LimitKind.EXACTLY: 1}  # the step past a bound


def breachable(rule: ActiveReading) -> bool:
    """Whether a row can breach the rule; other rules only affect the demands of further clauses."""
    match rule.duty:
        case core.Rounding(amount=amount):
            return amount is not None
        case core.PaysEach() | core.PaysGross() | core.Defined() | core.Derives() | core.Independent() | core.HasRank():
            return False
        case (
            core.Requirement()
            | core.PayoutTable()
            | core.FilingDuty()
            | core.Ends()
            | core.ReachesRow()
            | core.LeadsTo()
            | core.HighestOnly()
            | core.Shares()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return True
    assert_never(rule.duty)


class Mutator:
    """Injects mistakes into rounds of a dealer.

    `injected`: the number of breaches of each clause so far, at this table and others; the least frequent clause comes first.
    `tables`: the number of tables at which each clause can apply; clauses with few tables come before others.
    """

    def __init__(self, dealer: Dealer, injected: Counter[str], tables: Counter[str] | None = None) -> None:
        self.dealer, self.injected = dealer, injected
        self.random: Random = dealer.random
        self.rules = {clause.clause.id: clause.first for clause in dealer.settlement.clauses}
        self.possible = [
            clause for clause, rule in self.rules.items() if breachable(rule) and dealer.targets.possible(rule)
        ]  # fmt: skip
        self.tried: Counter[str] = Counter()
        self.tables = Counter() if tables is None else tables
        self.tables.update(self.possible)
        self.pending: tuple[str, Target] | None = None  # the clause to breach next, and the round to deal for it
        self.rounds_left = 0  # the round by which the target must have occurred

    def target(self, mistakes: float) -> Target:
        """The target of the next round. With the probability `mistakes` a clause is chosen that was rarely breached."""
        if self.pending is None and self.random.random() < mistakes:
            self.random.shuffle(self.possible)
            self.choose(min(self.possible, key=self._frequency))
        if (
            self.pending is None or self.rounds_left == MOST_ROUNDS
        ):  # a target over several rounds starts without a history
            return NO_TARGET
        return self.pending[1]

    def _frequency(self, clause: str) -> tuple[int, int]:
        return self.injected[clause] + self.tried[clause], self.tables[clause]

    def choose(self, clause: str) -> None:
        """Make this the clause to breach next."""
        self.tried[clause] += 1
        self.pending = clause, self.dealer.targets.of(self.rules[clause])
        self.rounds_left = MOST_ROUNDS if self.pending[1].several_rounds else 1

    def mutate(self, rows: list[Facts]) -> tuple[list[Facts], list[Breaches]] | None:
        """The round with the pending mistake; None if none is pending, or if the target can still come about."""
        if self.pending is None:
            return None
        self.rounds_left -= 1
        (clause, _), last = self.pending, self.rounds_left <= 0
        made = self.inject(rows, clause, not last)
        self.pending = None if made or last else self.pending
        return made

    def inject(
        self, rows: list[Facts], first: str | None = None, only: bool = False
    ) -> tuple[list[Facts], list[Breaches]] | None:
        """The rows of a round with a mistake in one of them, and every breach of each; None if no change breaches any.

        A mistake in a shared fact of the round is made in all of its rows. `first`: the clause that is tried before
        others, or alone if `only` is set.
        """
        settlement = self.dealer.settlement
        rows = self.dealer.assembly.in_context(rows)
        for place in shuffled(self.random, range(len(rows))):
            lawful = rows[place]
            verdicts = settlement.judge(lawful)
            if first is None or verdicts.get(first) == PASS:
                break
        complete = settlement.latest  # with what only clauses read that apply to no dealt row
        applicable = [
            clause for clause, verdict in verdicts.items()
            if verdict == PASS or isinstance(self.rules[clause].duty, core.LeadsTo)
        ]  # fmt: skip
        applicable = shuffled(self.random, applicable)
        others = [clause for clause in verdicts if clause not in applicable and not self.injected[clause]]
        others = shuffled(self.random, others)
        others = [*islice((clause for clause in others if self._can_apply(clause, lawful)), INAPPLICABLE_TRIED)]
        if first and first not in (*applicable, *others) and self._can_apply(first, lawful):
            others.append(first)
        candidates = [clause for clause in (*applicable, *others) if not only or clause == first]
        for clause in sorted(candidates, key=lambda clause: -1 if clause == first else self.injected[clause]):
            for changed in self.changes(self.rules[clause], lawful):
                found = settlement.judge(changed, complete)
                if found.get(clause) == FAIL:
                    return self._in_all_rows(rows, place, changed)
        return None

    def _can_apply(self, clause: str, facts: Facts) -> bool:
        """Whether a clause that does not apply to a row can be made to apply."""
        rule = self.rules[clause]
        match rule.duty:
            case core.ReachesRow():
                return any(self._stake(wager, facts) for wager in self._wagers_with(rule))
            case core.Requirement(need=Need.BOUND) | core.Rounding():
                return self.dealer.constraints.changes_to_apply(rule, facts) is not None
        return False

    def _wagers_with(self, rule: ActiveReading) -> list[str]:
        """The wagers that can be settled as an outcome."""
        row, of = rule.subject.name, rule.subject.of
        return [w for w in ([of] if of else self.dealer.offers) if row in self.dealer.settlement.payouts(w)]

    def _stake(self, wager: str, facts: Facts) -> object:
        """The stake of a wager; for a bonus that was not paid, the stake of the wager by which it is computed."""
        return entries(facts, STAKE).get(wager) or entries(facts, STAKE).get(
            self.dealer.constraints.bonuses.get(wager, wager)
        )

    def _in_all_rows(self, rows: list[Facts], place: int, changed: Facts) -> tuple[list[Facts], list[Breaches]]:
        assembly, made = self.dealer.assembly, self.spread(rows, place, changed)
        if assembly.needed:  # other rows may depend on the record of one of them
            made = assembly.bare(made)
            verdicts = assembly.judged(made, self.dealer.settlement)
        else:
            judge = self.dealer.settlement.judge
            verdicts = [{} if row is old else judge(row) for row, old in zip(made, rows, strict=True)]
        breaches = [{clause: v for clause, v in one.items() if v in (FAIL, OPEN)} for one in verdicts]
        self.injected.update({clause for one in breaches for clause in one})
        return made, breaches

    def spread(self, rows: list[Facts], place: int, changed: Facts) -> list[Facts]:
        """The round with a changed row; its other rows share what the round shares."""
        shared = self.dealer.constraints.shared
        common = {name: v for name, v in changed.items() if name in shared and v is not rows[place].get(name)}
        return [changed if n == place else {**row, **common} if common else row for n, row in enumerate(rows)]

    # ---- changes to a row

    def changes(self, rule: ActiveReading, facts: Facts) -> Iterator[Facts]:
        """Changed copies of a lawful row, each of which may breach the rule."""
        subject, duty = rule.subject, rule.duty
        bounds = isinstance(duty, core.Requirement) and duty.need is Need.BOUND
        can_be_changed = bounds or isinstance(duty, core.LeadsTo | core.Rounding)
        if can_be_changed and (more := self.dealer.constraints.changes_to_apply(rule, facts)):
            facts = {**facts, **more}
            yield facts
        match duty:
            case core.Ends():
                yield from self._ended_differently(subject.name, facts)
            case core.PayoutTable() | core.Shares():
                yield from self._paid_differently(rule.wager, facts)
            case core.Requirement(need=Need.REQUIRES):
                yield self._with(facts, STAKE, str(required_offer(duty)), 0)
            case core.HighestOnly():
                yield from self._settled_differently(subject.name, facts)
            case core.ReachesRow() | core.HasRank():
                for wager in self._wagers_with(rule):
                    yield from self._settled_differently(wager, facts, [subject.name])
            case core.LeadsTo():
                yield from self._other_consequence(subject.name, facts)
            case core.Requirement() | core.Derives():
                yield from self._dealt_differently(operands_of(duty), facts)
                yield from self._derived_differently(subject.name, facts)
                yield from self._just_past(rule, facts)
                yield from self._valued_differently(subject, facts)
            case core.Rounding(amount=amount, step=step):
                value, one = as_number(facts.get(subject.name)), as_number(step.value)
                if amount is not None and value is not None and one is not None:
                    yield {**facts, subject.name: value + one}  # one step too much
            case (
                core.FilingDuty()
                | core.Independent()
                | core.PaysEach()
                | core.PaysGross()
                | core.ChanceDuty()
                | core.DeclaredDuty()
            ):
                pass  # no row breaches them
            case _:
                assert_never(duty)
                if subject.name in self.dealer.book.fields:
                    yield from self._valued_differently(subject, facts)

    def _with(self, facts: Facts, amount: str, wager: str, value: object) -> Facts:
        return {**facts, amount: {**entries(facts, amount), wager: value}}

    def _ended_differently(self, wager: str, facts: Facts) -> Iterator[Facts]:
        """Lost instead of won, won instead of lost, returned instead of either; too much collected, or a part returned."""
        stake = entries(facts, STAKE).get(wager)
        collected = as_number(entries(facts, "collected").get(wager))
        if collected and collected == stake and self.random.random() < INEXACT:
            half = Fraction(collected) / 2
            for amounts in shuffled(self.random, [(collected + 1, 0), (half, half), (half, 0), (collected, half)]):
                yield self._with(self._with(facts, "collected", wager, amounts[0]), "returned", wager, amounts[1])
        for amount in shuffled(self.random, ("collected", "returned", PAID)):
            if entries(facts, amount).get(wager):
                continue
            changed = facts
            for one in AWARDS:
                changed = self._with(changed, one, wager, stake if one == amount else 0)
            settled = {name: row for name, row in entries(changed, SETTLED_AS).items() if name != wager}
            yield {**changed, SETTLED_AS: settled}

    def _paid_differently(self, wager: str, facts: Facts) -> Iterator[Facts]:
        paid, stake = as_number(entries(facts, PAID).get(wager)), as_number(entries(facts, STAKE).get(wager))
        if paid and stake is not None:
            for amount in shuffled(self.random, [paid + stake, paid + 1, paid - 1, paid * 2]):
                if amount > 0:
                    yield self._with(facts, PAID, wager, amount)

    def _settled_differently(self, wager: str, facts: Facts, among: Iterable[str] = ()) -> Iterator[Facts]:
        payouts = self.dealer.settlement.payouts(wager)
        rows = among or [row for row in payouts if row != entries(facts, SETTLED_AS).get(wager)]
        for row in shuffled(self.random, rows):
            staked = self._with(facts, STAKE, wager, self._stake(wager, facts))
            paid = self.dealer.settlement.row_amount(wager, row, staked)
            if not entries(staked, STAKE)[wager]:
                continue
            paid = AMOUNTS[-1] if paid is None else paid  # the share of a meter may be unknown
            won = staked if entries(facts, PAID).get(wager) else self._with(staked, "collected", wager, 0)
            yield self._with(self._with(won, SETTLED_AS, wager, row), PAID, wager, paid)

    def _other_consequence(self, name: str, facts: Facts) -> Iterator[Facts]:
        """An irregularity with the consequence of another one."""
        duties = [rule.duty for rule in self.dealer.constraints.irregularities]
        leads = (duty.consequences for duty in duties if isinstance(duty, core.LeadsTo))
        consequences = dict.fromkeys(str(value.value) for values in leads for value in values)
        for other in shuffled(self.random, consequences):
            yield {**facts, "irregularity": name, "consequence": other}

    def _dealt_differently(self, operands: tuple[core.Expr, ...], facts: Facts) -> Iterator[Facts]:
        """A card too few or too many, or another one, in a hand that the rule reads."""
        hands = self._hands_read(operands, facts)
        if hands and self.random.random() < CARDS_FIRST:
            name = self.random.choice(hands)
            hand, another = hand_of(facts, name), (self.random.randint(1, 13), self.random.choice("cdhs"))
            yield {**facts, name: self.random.choice([(*hand, another), hand[:-1] or hand, (*hand[:-1], another)])}

    def _derived_differently(self, name: str, facts: Facts) -> Iterator[Facts]:
        """For a bound on a value derived from cards: a card of another row, and the derived field left open."""
        firsts = [derivation.first.duty for derivation in self.dealer.settlement.derived if derivation.field == name]
        hands = [*dict.fromkeys(self._hands_read((value for duty in firsts for value in operands_of(duty)), facts))]
        if hands and self.random.random() < CARDS_FIRST:
            hand, other = self.random.choice(hands), self.random.choice(hands)
            changed = (*hand_of(facts, hand)[:-1], hand_of(facts, other)[0])
            yield {**{recorded: value for recorded, value in facts.items() if recorded != name}, hand: changed}

    def _hands_read(self, exprs: Iterable[core.Expr], facts: Facts) -> list[str]:
        """The hands of the row that expressions read, as often as they do."""
        return [fact.name for fact in query.facts(*exprs) if self._is_hand(fact.name) and facts.get(fact.name)]

    def _is_hand(self, name: str) -> bool:
        return name in self.dealer.book.fields and self.dealer.book.fields[name].type.kind == "cards"

    def _valued_differently(self, subject: core.Subject, facts: Facts) -> Iterator[Facts]:
        field = self.dealer.book.fields[subject.name]
        value = entries(facts, subject.name).get(subject.of) if subject.of else facts.get(subject.name)
        for other in shuffled(self.random, _other_values(field.type, value)):
            yield self._set(facts, subject, other)

    def _set(self, facts: Facts, subject: core.Subject, value: object) -> Facts:
        if subject.of:
            return self._with(facts, subject.name, subject.of, value)
        return {**facts, subject.name: value}

    def _just_past(self, rule: ActiveReading, facts: Facts) -> Iterator[Facts]:
        """Values that a limit does not allow: just past it, or one that it names."""
        subject = rule.subject
        kind = self.dealer.book.fields[subject.name].type
        countable = (kind.items[0].kind if kind.items else kind.kind) in ("count", "money")
        for limit in limits_of(rule.duty):
            step = ONE_MORE.get(limit.kind) if countable else None
            for operand in limit.operands:
                value = self.dealer.settlement.value(operand, facts)
                if limit.kind is not LimitKind.NOT_AMONG:
                    beyond = value + step if step and isinstance(value, int | Fraction) else None
                    value = None if beyond is None else Fraction(floor(beyond * 100), 100)
                if isinstance(value, str) or isinstance(value, int | Fraction) and value >= 0:
                    yield self._set(facts, subject, (value,) if kind.items else value)


def _other_values(kind: core.Type, value: object) -> Iterator[object]:
    """Values of a type other than the one recorded."""
    known = Fraction(as_number(value) or 0)
    match kind.kind:
        case "one_of":
            yield from (v.value for v in kind.values if v.value != value)
        case "flag":
            yield not value
        case "money":
            near = [known + 1, known - 1, known * 2, known + Fraction(1, 100), Fraction(0), Fraction(1, 2)]
            amounts: list[int | Fraction] = [*near, *AMOUNTS, 10**6]
            yield from (a for a in amounts if a >= 0 and a != known)
        case "count" | "number":
            near = [known + 1, known - 1, known + 2, known + 7, Fraction(0), Fraction(100)]
            yield from (n for n in near if n >= 0 and n != known)
        case "percent":
            yield from (p for p in (known + Fraction(1, 100), known * 2, known / 2) if value != p <= 1)
        case "set_of":
            yield from ((one,) for one in _other_values(kind.items[0], None) if (one,) != value)
