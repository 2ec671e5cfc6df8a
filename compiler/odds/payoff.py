"""Payoffs: the end of a wager on every hand of a block, and the least that it pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from pitboss.algebra.arrays import Array, Truth, Value, any_of, compare, distinct, truth, whole
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Const, End, Expr, Fact, Relation, ValueKind
from pitboss.compiler.model.query import key
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw, limits
from pitboss.compiler.odds.constants import code
from pitboss.compiler.odds.dependencies import dependencies
from pitboss.compiler.odds.evaluate import Evaluator, example


@dataclass(frozen=True, slots=True)
class PaytableRow:
    """A row of a paytable; `kind`: odds, money, or a share of a meter."""

    name: str
    kind: ValueKind
    value: Fraction


@dataclass(frozen=True, slots=True)
class Paytable:
    """One table, or one figure, that the law allows a licensee to pay by."""

    name: str
    rows: tuple[PaytableRow, ...]
    head: str = ""  # the field whose values head the rows, if one does
    least: bool = False  # whether the licensee may pay more
    clause: ActiveClause | None = None
    schedule: str = ""  # `decks 6`: the value for which the table is printed

    @property
    def pays_amounts(self) -> bool:
        """Whether any row pays an amount of money or a share of a meter."""
        return any(row.kind is not ValueKind.ODDS for row in self.rows)


@dataclass(frozen=True, slots=True)
class Payoff:
    """One end of a wager: the hands with it, and its net after a charge; a share of the meter is paid in addition."""

    name: str
    mask: Array
    net: Fraction
    meter: Fraction = Fraction(0)
    charge: Fraction = Fraction(0)


@dataclass(eq=False, slots=True)
class Payoffs:
    """Every payoff of a wager, and every error and gap."""

    ends: list[Payoff] = field(default_factory=list)
    excluded: Array = False  # hands on which the wager cannot be made
    unknown: Array = False
    overlaps: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    by_default: Array = False  # lost because no clause states another end


_ENDS = (End.WINS, End.LOSES, End.RETURNS, End.STAYS)


# ---- the clauses on a wager


def clauses_of(law: ActiveLaw, wager: str) -> list[ActiveClause]:
    """The clauses that decide the end of a wager, except those on what it pays."""
    charges = law.charges(wager)
    derived = [active for charge in charges for active in law.derived.get(charge.subject.name, ())]
    return [
        *(active for end in _ENDS for active in law.results(wager, end)), *law.outcomes(wager), *charges, *derived,
        *_exactly(law, wager, "collected"), *_barred(law, wager), *_gross(law, wager),
    ]  # fmt: skip


def _gross(law: ActiveLaw, wager: str) -> list[ActiveClause]:
    """The hands on which the whole payment is an amount of money that includes the stake; otherwise the stake is returned too."""
    return law.about(wager, core.PaysGross)


def pays_each(law: ActiveLaw, wager: str) -> bool:
    """Whether the wager pays for each of several results."""
    return bool(law.about(wager, core.PaysEach))


def _barred(law: ActiveLaw, wager: str) -> list[ActiveClause]:
    """The hands on which the stake must be nothing."""
    return [c for c in _exactly(law, wager, "stake") if isinstance(q := _amount(c.duty), Const) and q.value == 0]


def _exactly(law: ActiveLaw, wager: str, name: str) -> list[ActiveClause]:
    return [active for active in law.bounds(name, wager) if _limited(active.duty, Relation.EXACTLY)]


def floors(law: ActiveLaw, wager: str) -> list[ActiveClause]:
    """The amount that must be paid, if the law states the amount and not its odds."""
    return [c for c in law.bounds("paid", wager) if _limited(c.duty, Relation.EXACTLY, Relation.AT_LEAST)]


def _limited(duty: core.Duty, *relations: Relation) -> bool:
    """Whether the duty sets one limit of such a kind, and not by a table."""
    match limits(duty):
        case ((relation, quantity),):
            return relation in relations and not isinstance(quantity, core.Lookup)
        case _:
            return False


def _amount(duty: core.Duty) -> Expr | None:
    """The quantity of the first limit."""
    return next((quantity for _, quantity in limits(duty)), None)


def conditions_of(law: ActiveLaw, wager: str) -> list[Expr]:
    """Every condition of a wager that `payoffs` can evaluate."""
    heads = [Fact(table.head) for table in paytables(law, wager) if table.head]
    clauses = [*clauses_of(law, wager), *law.payouts(wager), *floors(law, wager)]
    return dependencies(law, clauses, [*ranks_paid(law, wager), *heads]).conditions


# ---- the end of the wager


def payoffs(evaluator: Evaluator, wager: str, table: Paytable | None, unit: Fraction) -> Payoffs:
    """The end of the wager on every hand, for a stake of one unit, paid by the table."""
    law, made = evaluator.law, Payoffs()
    out = any_of(_applies(evaluator, active) for active in _barred(law, wager))
    made.excluded = out.yes
    wins, loses, returns, stays = (_ending(evaluator, wager, end) for end in _ENDS)
    returns = any_of([returns, stays])  # what stays has neither won nor lost
    open_ = np.logical_not(made.excluded)
    made.unknown = np.logical_and(open_, _unsettled(wins, loses, returns))
    if not law.results(wager, End.WINS) and table is not None:  # it wins if a row states so
        wins = any_of(row_reached(evaluator, wager, row.name, table.head) for row in table.rows)
        made.unknown = np.logical_and(open_, wins.unknown)
    win, back = (
        np.logical_and(open_, wins.yes),
        np.logical_and(open_, np.logical_and(returns.yes, np.logical_not(wins.yes))),
    )
    lost = np.logical_and(open_, np.logical_not(np.logical_or(win, back)))
    for one, other, names in (
        (wins, loses, "wins and loses"),
        (wins, returns, "wins and is returned"),
        (loses, returns, "loses and is returned"),
    ):
        twice = np.logical_and(open_, np.logical_and(one.yes, other.yes))
        if _any(evaluator, twice):
            made.overlaps.append(f"{names}: {example(evaluator.block, evaluator.dealt, twice)}")
    if law.results(wager, End.LOSES):
        made.by_default = np.logical_and(lost, np.logical_not(loses.yes))
    charge = _charge(evaluator, wager)
    for end in (
        *_paid(evaluator, wager, table, win, unit, made),
        Payoff("returned", back, Fraction(0)),
        *_lost(evaluator, wager, lost, unit),
    ):
        made.ends += _charged(end, charge)
    return made


def _ending(evaluator: Evaluator, wager: str, end: End) -> Truth:
    """The hands on which the wager ends this way; a reading can have another end than its clause."""
    found = []
    for every in _ENDS:
        for active in evaluator.law.results(wager, every):
            duty = evaluator.read(active)
            if isinstance(duty, core.Ends) and duty.end is end:
                found.append(evaluator.applies(duty))
    return any_of(found)


def _applies(evaluator: Evaluator, active: ActiveClause) -> Truth:
    return evaluator.applies(evaluator.read(active))


def _unsettled(wins: Truth, loses: Truth, returns: Truth) -> Array:
    """The hands for which it is unknown whether the wager wins, or, if it does not win, whether it is returned."""
    return np.logical_or(
        wins.unknown, np.logical_and(wins.no, np.logical_and(returns.unknown, np.logical_not(loses.yes)))
    )


def _any(evaluator: Evaluator, mask: Array) -> bool:
    return bool(np.any(mask)) and evaluator.block.total(mask) > 0


# ---- the payment


def _paid(
    evaluator: Evaluator, wager: str, table: Paytable | None, win: Array, unit: Fraction, made: Payoffs
) -> Iterator[Payoff]:
    law = evaluator.law
    if pays_each(law, wager) or table is None:
        yield from _by_amount(evaluator, wager, win, made)
        return
    gross = any_of(_applies(evaluator, active) for active in _gross(law, wager))
    made.unknown = np.logical_or(made.unknown, np.logical_and(win, gross.unknown) if table.pays_amounts else False)
    retained = unit if np.all(gross.yes) else Fraction(0)
    if table.rows and not table.rows[0].name:
        yield _payoff("win", win, table.rows[0], unit, retained)
        return
    highest = bool(law.about(wager, core.HighestOnly))
    rows = [(row, np.logical_and(win, row_reached(evaluator, wager, row.name, table.head).yes)) for row in table.rows]
    if highest:
        rows.sort(key=lambda pair: (pair[0].kind is not ValueKind.METER, -pair[0].value))
    left = win
    for row, mask in rows:
        again = np.logical_and(mask, np.logical_not(left))
        if not highest and _any(evaluator, again):
            made.overlaps.append(f"{row.name} and another row: {example(evaluator.block, evaluator.dealt, again)}")
        yield _payoff(row.name, np.logical_and(mask, left), row, unit, retained)
        left = np.logical_and(left, np.logical_not(mask))
    if _any(evaluator, left):
        made.gaps.append(f"wins and has no row: {example(evaluator.block, evaluator.dealt, left)}")
        yield Payoff("wins, no row", left, Fraction(0))


def _payoff(name: str, mask: Array, row: PaytableRow, unit: Fraction, retained: Fraction) -> Payoff:
    """`retained`: the part of the stake that an amount of money includes."""
    if row.kind is ValueKind.METER:
        return Payoff(name, mask, -retained, row.value)
    return Payoff(name, mask, row.value * unit if row.kind is ValueKind.ODDS else row.value - retained)


def _by_amount(evaluator: Evaluator, wager: str, win: Array, made: Payoffs) -> Iterator[Payoff]:
    paid: list[tuple[Array, Value]] = []
    for active in floors(evaluator.law, wager):
        duty = evaluator.read(active)
        if (amount := _amount(duty)) is not None:
            where, value = evaluator.applies(duty), evaluator.value(amount)
            paid.append((np.logical_and(np.logical_and(win, where.yes), value.known), value))
    left = win
    for mask, value in paid:
        here = np.logical_and(mask, left)
        for number, paid_here in _amounts(evaluator, value.of, here):
            yield Payoff(f"paid {number}", paid_here, number)
        left = np.logical_and(left, np.logical_not(here))
    if _any(evaluator, left):
        made.unknown = np.logical_or(made.unknown, left)
        evaluator.missing["what a win pays"] = None


def _lost(evaluator: Evaluator, wager: str, lost: Array, unit: Fraction) -> Iterator[Payoff]:
    law = evaluator.law
    for active in _exactly(law, wager, "collected"):
        duty = evaluator.read(active)
        amount = _amount(duty)
        assert amount is not None
        part = evaluator.value(amount)
        here = np.logical_and(lost, evaluator.applies(duty).yes)
        if np.all(part.known) and np.ndim(part.of) == 0 and Fraction(part.of) != unit and np.any(here):
            yield Payoff("partly lost", here, -Fraction(part.of))
            lost = np.logical_and(lost, np.logical_not(here))
    yield Payoff("lost", lost, -unit if law.book.kind(wager) is core.SubjectKind.WAGER else Fraction(0))


def _charge(evaluator: Evaluator, wager: str) -> list[tuple[Array, Fraction]]:
    found = []
    for active in evaluator.law.charges(wager):
        name = active.subject.name
        value = evaluator.fact(Fact(name))
        evaluator.missing.pop(name, None)  # if no charge follows, there is none
        found += [(mask, amount) for amount, mask in _amounts(evaluator, value.of, value.known) if amount]
    return found


def _amounts(evaluator: Evaluator, values: Array, mask: Array) -> Iterator[tuple[Fraction, Array]]:
    """The amounts of the hands in the mask, in ascending order, each with its hands."""
    full, shown = (np.broadcast_to(np.asarray(part), evaluator.block.shape) for part in (values, mask))
    numbers, which = distinct(full[shown])
    for n, number in enumerate(numbers):
        here = np.zeros(full.shape, bool)
        here[shown] = which == n
        yield Fraction(number), here


def _charged(end: Payoff, charge: list[tuple[Array, Fraction]]) -> Iterator[Payoff]:
    left = end.mask
    for mask, amount in charge:
        here = np.logical_and(left, mask)
        if np.any(here):
            yield Payoff(f"{end.name}, charged", here, end.net - amount, end.meter, amount)
            left = np.logical_and(left, np.logical_not(mask))
    yield Payoff(end.name, left, end.net, end.meter)


# ---- the rows of paytables


def row_reached(evaluator: Evaluator, wager: str, row: str, head: str) -> Truth:
    """The hands that reach a row of the wager's paytable: by its own clauses, by the field that heads it, or by the rank of the hand."""
    law = evaluator.law
    if outcomes := [active for active in law.outcomes(wager) if active.subject.name == row]:
        return any_of(_applies(evaluator, active) for active in outcomes)
    if head:
        return compare(Relation.EQUAL, evaluator.fact(Fact(head)), Value(whole(Fraction(row))))
    best = _best(law, row)
    return compare(Relation.EQUAL, evaluator.value(best), Value(code(row))) if best else truth(False, False)


def ranks_paid(law: ActiveLaw, wager: str) -> list[Expr]:
    """The rankings that determine the rows of the wager's tables for which no clause of their own exists."""
    outcomes = {active.subject.name for active in law.outcomes(wager)}
    plain = [row.name for table in paytables(law, wager) for row in table.rows if not table.head]
    calls = [_best(law, name) for name in plain if name and name not in outcomes]
    return list(dict.fromkeys(call for call in calls if call is not None))


def _best(law: ActiveLaw, row: str) -> core.Apply | None:
    """The best rank of the hand, in the ranking that has the row as a rank."""
    for ranking in law.rankings():
        if ranking.title is not None and any(rank.name == row for rank in ranking.ranks):
            return core.Apply("best", (core.RankingRef(ranking.name), Fact("cards")))
    return None


def has_rows(law: ActiveLaw, wager: str) -> bool:
    """Whether the law has a table, or a figure, for what it pays."""
    return any(table.rows for table in paytables(law, wager))


def paytables(law: ActiveLaw, wager: str) -> Iterator[Paytable]:
    """Every table that the law has for a wager; a table with schedules gives one for each schedule."""
    for active in law.payouts(wager):
        for duty in active.duties:
            if isinstance(duty, core.PayoutTable):
                yield from _tables(law, active, duty)


def _tables(law: ActiveLaw, active: ActiveClause, duty: core.PayoutTable) -> Iterator[Paytable]:
    alias = active.clause.name.partition("-pays")[0]
    least = duty.mode in (core.PayMode.AT_LEAST, core.PayMode.ONE_TABLE_AT_LEAST)
    name = "" if alias == (duty.subject.of or duty.subject.name) else alias
    if duty.limits:
        (lowest, *_) = duty.limits
        assert isinstance(lowest, Const)
        between = duty.mode is core.PayMode.BETWEEN
        yield Paytable(name, (_row("", lowest),), "", least or between, active)
        return
    schedules = [(f"{duty.by} {key(s.value)}", s.table) for s in duty.schedules] if duty.by else [("", duty.table)]
    for label, table in schedules:
        if table is None:
            continue
        head = key(table.heads[0]) if table.heads[0] else ""
        head = head if head in law.book.fields or head in law.book.parameters else ""
        for column, title in enumerate(table.heads[1:], start=1):
            rows = tuple(_row(key(name), value) for name, value in table.column(column))
            titled = (title.text if title else "") if len(table.heads) > 2 else name
            yield Paytable(titled, rows, head, least, active, label)


def _row(name: str, value: Const) -> PaytableRow:
    assert isinstance(value.value, Fraction)
    return PaytableRow(name, value.kind, value.value)
