"""The settlement of a round in one world: a verdict of every clause in force, for one row or for many rows in columns.

docs/semantics.md, Settled rounds, defines what each part of a settlement requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Generic, TypeVar, cast

from pitboss.checker.rounds.steps import (
    BoundRole,
    C,
    DerivesRole,
    EndsRole,
    HasRankRole,
    HighestOnlyRole,
    LeadsToRole,
    Operations,
    PaysEachRole,
    PaysGrossRole,
    PaysRole,
    R,
    ReachesRowRole,
    RequiresWagerRole,
    Role,
    RoundsDueRole,
    RoundsFieldRole,
    RowReach,
    SharesRole,
    Step,
    W,
    WagerEnd,
)
from pitboss.checker.runtime.operations import Facts, Quantity, Rows, Truth, Verdict, offers_of
from pitboss.grammar.limit_kinds import LimitKind

MONEY = ("paid", "collected", "returned")


F = TypeVar("F", bound=Facts)
Readings = tuple[Step[Role], ...]  # of one clause: more than one where they compete


class TableLaw:
    """The law in force at one table on one day, in one world: each clause with one reading, in the law's order."""

    def __init__(self, clauses: tuple[Step[Role], ...]) -> None:
        self.clauses = clauses
        self._steps: dict[tuple[type, str], list[Step[Role]]] = {}
        self.derived: dict[str, list[Step[DerivesRole]]] = {}
        self.reach = max((step.reach for step in clauses), default=RowReach.ROW)
        for step in clauses:
            for wager in {"", step.role.wager}:
                self._steps.setdefault((type(step.role), wager), []).append(step)
        for derivation in self.steps(DerivesRole):
            self.derived.setdefault(derivation.role.field, []).append(derivation)

    def steps(self, role: type[R], wager: str = "") -> list[Step[R]]:
        """The clauses with a role, of one wager or of all."""
        return cast("list[Step[R]]", self._steps.get((role, wager), []))  # they are listed by the class of their role

    def of_wager(self, wager: str) -> list[Step[Role]]:
        """The clauses on one wager."""
        return [step for step in self.clauses if step.role.wager == wager]


def judged(
    law: TableLaw, t: Facts, ops: Operations[C, W], clauses: Iterable[Step[Role]]
) -> Iterator[tuple[str, Verdict | W]]:
    """(clause, its verdict) of every one of these clauses that a round can breach, by the completed facts."""
    settling = Settling(law, excusing(law, t, ops), ops)
    for step in clauses:
        verdict = ops.verdict(False, None) if settling.is_idle(step) else settling.judge(step)
        if verdict is not None:
            yield step.id, ops.doubted(verdict, step.unavailable)


def excusing(deal: TableLaw, t: Facts, ops: Operations[C, W]) -> Facts:
    """The completed facts; an irregularity that they contradict counts as having no consequence."""
    steps = deal.steps(LeadsToRole)
    if not steps or ops.equal(cast("str | C", ops.fact(t, "irregularity")), "none") is True:
        return t
    contradicted = ops.either(*[_contradicted(deal, name, t, ops) for name in {s.role.irregularity for s in steps}])
    made = copy(t)
    made["consequence"] = ops.or_else(ops.given(contradicted, "none"), ops.fact(t, "consequence"))
    return made


def _contradicted(deal: TableLaw, irregularity: str, t: Facts, ops: Operations[C, W]) -> Truth | C:
    """Whether the record states an irregularity although no condition of a clause on it is met."""
    steps = [step for step in deal.steps(LeadsToRole) if step.role.irregularity == irregularity]
    unmet = [ops.no(step.condition(t, ops)) for step in steps]
    return ops.both(ops.equal(cast("str | C", ops.fact(t, "irregularity")), irregularity), *unmet)


def complete(deal: TableLaw, t: F, ops: Operations[C, W]) -> F:
    """The facts with everything that follows from them; recorded facts remain, and are compared."""
    waiting, changed = list(deal.derived), True
    while waiting and changed:
        waiting, changed = once(deal, t, ops, waiting)
    return t


def once(deal: TableLaw, t: Facts, ops: Operations[C, W], waiting: list[str]) -> tuple[list[str], bool]:
    """Derive once: the fields that are not complete yet, and whether anything became known."""
    known = [ops.known_in(ops.fact(t, name)) for name in waiting]
    later = [name for name in waiting if not _follows(t, name, deal.derived[name], ops)]
    return later, known != [ops.known_in(ops.fact(t, name)) for name in waiting]


def _follows(t: Facts, name: str, clauses: list[Step[DerivesRole]], ops: Operations[C, W]) -> bool:
    """Whether the field is complete now: recorded, or the result of some clause."""
    for step in clauses:
        if ops.complete(ops.fact(t, name)):
            return True
        t[name] = ops.or_else(ops.fact(t, name), step.derived(t, ops))
    return ops.complete(ops.fact(t, name))


class Settling(Generic[C, W]):
    """One row, or one lot of rows, judged by the clauses in force."""

    def __init__(self, deal: TableLaw, t: Facts, ops: Operations[C, W]) -> None:
        self.deal, self.t, self.ops = deal, t, ops
        self._conditions: dict[int, Truth | C] = {}
        self._due: dict[tuple[str, bool], Quantity | C] = {}
        self._staked: dict[str, Truth | C] = {}

    def is_idle(self, step: Step[Role]) -> bool:
        """Whether the clause applies only where its wager is staked, and no row stakes it."""
        wager = step.role.wager
        if isinstance(step.role, BoundRole):
            return bool(wager) and self.ops.offered(self.t, wager) is False and self.staked(wager) is False
        return isinstance(step.role, EndsRole) and self.staked(wager) is False

    def judge(self, step: Step[Role]) -> Verdict | W | None:
        """The verdict of one reading; None for a clause that no round can breach by itself."""
        match step.role:
            case BoundRole() as role:
                return self.bound(step, role)
            case DerivesRole() | RoundsFieldRole():
                return self.kept(step)
            case LeadsToRole(irregularity):
                return self.leads_to(step, irregularity)
            case EndsRole(wager, end):
                return self.ends(step, wager, end)
            case ReachesRowRole(wager, row):
                return self.reaches_row(step, wager, row)
            case HasRankRole(row):
                return self.has_rank(step, row)
            case PaysRole(wager):
                return self.pays(step, wager)
            case SharesRole(wager):
                return self.shares(step, wager)
            case HighestOnlyRole(wager):
                return self.highest_only(step, wager)
            case RequiresWagerRole(wager, other):
                return self.ops.verdict(self.staked(wager), self.staked(other))
            case PaysEachRole() | PaysGrossRole() | RoundsDueRole():
                return None  # part of the amount due

    def condition(self, step: Step[Role]) -> Truth | C:
        if id(step) not in self._conditions:
            self._conditions[id(step)] = step.condition(self.t, self.ops)
        return self._conditions[id(step)]

    def staked(self, wager: str) -> Truth | C:
        if wager not in self._staked:
            self._staked[wager] = self.ops.more(self.ops.amount(self.t, "stake", wager), 0)
        return self._staked[wager]

    def entries(self, wager: str) -> tuple[Quantity | C, ...]:
        return tuple(self.ops.amount(self.t, what, wager) for what in MONEY)

    # ---- each role

    def kept(self, step: Step[Role]) -> Verdict | W:
        """Whether the requirement of the clause is met, if the clause applies."""
        assert step.holds is not None
        return self.ops.verdict(self.condition(step), step.holds(self.t, self.ops))

    def leads_to(self, step: Step[Role], irregularity: str) -> Verdict | W:
        """Whether an irregularity had its required consequence; unknown if the record names it and contradicts it."""
        assert step.holds is not None
        ops, contradicted = self.ops, _contradicted(self.deal, irregularity, self.t, self.ops)
        applies = ops.either(self.condition(step), ops.both(contradicted, ops.known(contradicted), None))
        return ops.verdict(applies, step.holds(self.t, ops))

    def bound(self, step: Step[Role], role: BoundRole) -> Verdict | W:
        """A limit on a wager that is not offered applies only where it was made; a departure from filed payouts is open."""
        found, wager = self.ops.verdict(self.condition(step), role.is_met(self.t, self.ops)), role.wager
        if role.by_payouts and (pays := self.deal.steps(PaysRole, wager)):
            found = self.ops.doubted(found, self.ops.both(*map(self.allowed, pays)))
        if wager and self.ops.offered(self.t, wager) is False:
            return self.ops.where(self.staked(wager), found)
        return found

    def ends(self, step: Step[Role], wager: str, end: WagerEnd) -> Verdict | W:
        ops, here = self.ops, self.condition(step)
        results = self.deal.steps(EndsRole, wager)
        others = ops.either(*[self.condition(s) for s in results if s.role.end != end and s.id != step.id])
        paid, collected, returned = self.entries(wager)
        stake = ops.amount(self.t, "stake", wager)
        nothing = {"paid": ops.equal(paid, 0), "collected": ops.equal(collected, 0), "returned": ops.equal(returned, 0)}
        match end:
            case WagerEnd.WINS:
                ended = ops.both(ops.more(paid, 0), nothing["collected"])
                never = ops.both(*[ops.no(self.condition(s)) for s in results if s.role.end == WagerEnd.WINS])
                found = ops.verdict(
                    ops.both(self.staked(wager), ops.either(here, never)), ops.choose(here, ended, nothing["paid"])
                )
                loses = ops.either(*[self.condition(s) for s in results if s.role.end == WagerEnd.LOSES])
                elsewhere = ops.both(ops.no(here), loses)  # the clause by which the wager loses covers the payment
                return ops.where(ops.no(elsewhere), ops.doubted(found, ops.both(here, others)))
            case WagerEnd.LOSES:
                ended = ops.both(ops.equal(collected, stake), nothing["paid"], nothing["returned"])
            case WagerEnd.RETURNS:
                ended = ops.both(ops.equal(returned, stake), nothing["paid"], nothing["collected"])
            case WagerEnd.STAYS | WagerEnd.ADVANCES:
                ended = ops.both(*nothing.values())
        return ops.doubted(ops.verdict(ops.both(self.staked(wager), here), ended), others)

    def pays(self, step: Step[Role], wager: str) -> Verdict | W | None:
        """A won wager is paid what the law allows, and the filed payout of the row that it reached: other than this alone is open."""
        ops = self.ops
        if not self.is_owed(wager):
            return None
        applies = self.won_stake(wager)
        for bound in self.deal.steps(BoundRole, wager):
            # a clause that states the amount itself replaces the payouts
            if bound.role.field == "paid" and bound.role.kind is LimitKind.EXACTLY and not bound.role.by_payouts:
                applies = ops.both(applies, ops.no(self.condition(bound)))
        if applies is False:
            return ops.verdict(applies, None)
        rightly, allowed = self.paid_rightly(wager), self.allowed(step)
        if self.deal.steps(SharesRole, wager):  # the clause on the meter covers a share that is not the filed one
            filed_unlawfully = ops.both(rightly, ops.no(allowed))
            applies = ops.both(applies, ops.either(ops.no(self.metered(wager)), filed_unlawfully))
        return ops.doubted(ops.verdict(applies, ops.both(rightly, allowed)), allowed)

    def allowed(self, step: Step[Role]) -> Truth | C:
        """False where the payment is certainly none that the clause allows, else true."""
        assert isinstance(step.role, PaysRole)
        ops, lawful = self.ops, self.paid_lawfully(step.role)
        breached = ops.both(self.condition(step), ops.no(lawful))
        return ops.either(ops.no(breached), ops.no(ops.known(breached)))

    def paid_lawfully(self, role: PaysRole) -> Truth | C:
        """Whether the payment complies with the figures of the law, in any table that the licensee may use; unknown without figures."""
        ops, wager = self.ops, role.wager
        paid, gross = ops.amount(self.t, "paid", wager), self.pays_gross(wager)
        whole = ops.equal(
            paid, self.rounded(wager, paid)
        )  # no odds come to an amount that is not a multiple of the step

        def at_least(rows: Rows | None, gross: bool) -> Truth | C:
            owed = None if rows is None else self.owed(wager, gross, rows)
            return rows is None or ops.either(ops.both(ops.more(paid, owed), whole), ops.to_cent(paid, owed))

        def at_most(rows: Rows | None, gross: bool) -> Truth | C:
            owed = None if rows is None else self.owed(wager, gross, rows)
            return rows is None or ops.either(ops.both(ops.less(paid, owed), whole), ops.to_cent(paid, owed))

        def kept(gross: bool) -> Truth | C:
            return ops.either(*[ops.both(at_least(low, gross), at_most(high, gross)) for low, high in tables])

        tables = self.lawful_rows(role)
        if not tables:
            return None
        return kept(gross) if isinstance(gross, bool) else ops.choose(gross, kept(True), kept(False))

    def lawful_rows(self, role: PaysRole) -> list[tuple[Rows | None, Rows | None]]:
        """The least and the most of each outcome: of the selected table, else of those that the filed payouts meet, else of all."""
        filed, selection = self.rows(role.wager), offers_of(self.t).get(role.wager, {}).get("selection")
        if role.low or role.high:
            least, most = (None if each is None else dict.fromkeys(filed, each) for each in (role.low, role.high))
            return [(least, most)]
        printed = role.tables.get(self.ops.fact(self.t, role.by) if role.by else None, {})
        chosen = [rows for name, rows in printed.items() if name == selection]
        chosen = chosen or [rows for rows in printed.values() if _meets(filed, rows, role.exact)]
        return [(rows, rows if role.exact else None) for rows in chosen or printed.values()]

    def shares(self, step: Step[Role], wager: str) -> Verdict | W | None:
        """A share of the meter is a share of the amount that the clause names."""
        if not self.is_owed(wager):
            return None
        applies = self.ops.both(self.condition(step), self.won_stake(wager), self.metered(wager))
        return self.ops.verdict(applies, self.paid_rightly(wager))

    def highest_only(self, step: Step[Role], wager: str) -> Verdict | W | None:
        """The row that the wager was settled as is the highest that it reached."""
        ops = self.ops
        if not self.is_owed(wager):
            return None
        settled, due = ops.entry(self.t, "settled_as", wager), self.due(wager)
        named = ops.highest([(ops.equal(settled, row), self.amount(wager, row)) for row in self.rows(wager)])
        applies = ops.both(self.condition(step), self.won_stake(wager), ops.known(settled))
        return ops.verdict(applies, ops.equal(named, due))

    def reaches_row(self, step: Step[Role], wager: str, row: str) -> Verdict | W:
        """A wager that was settled as a row reached that row."""
        return self.ops.verdict(self.settled(wager, row), self.condition(step))

    def has_rank(self, step: Step[Role], row: str) -> Verdict | W:
        """Where any wager was settled as a row that its hand reaches by rank, the hand has that rank."""
        ops = self.ops
        settled = ops.either(*[self.settled(wager, row) for wager in self.paid_by_rank(row)])
        return ops.verdict(settled, self.condition(step))

    # ---- the amount due

    def won_stake(self, wager: str) -> Truth | C:
        return self.ops.both(self.staked(wager), self.ops.more(self.ops.amount(self.t, "paid", wager), 0))

    def settled(self, wager: str, row: str) -> Truth | C:
        """Whether the wager was paid as one that reached the row."""
        return self.ops.both(self.won_stake(wager), self.ops.equal(self.ops.entry(self.t, "settled_as", wager), row))

    def paid_by_rank(self, row: str) -> list[str]:
        """The wagers that reach the row by the rank of the hand."""
        return [wager for wager in self.filed() if row in self.rows(wager) and not self.rows_reached(wager, row)]

    def filed(self) -> list[str]:
        return list(dict.fromkeys(s.role.wager for s in self.deal.steps(PaysRole)))

    def rows(self, wager: str) -> Rows:
        """The filed payouts of a wager."""
        rows = offers_of(self.t).get(wager, {}).get("payouts")
        return rows if isinstance(rows, dict) else {}

    def amount(self, wager: str, row: str, gross: bool = False, rows: Rows | None = None) -> Quantity | C:
        """The payout of a row in addition to the stake, by filed payouts unless others are given; if it pays gross,
        money includes the stake.
        """
        ops, (kind, value) = self.ops, (rows or self.rows(wager))[row]
        stake = ops.amount(self.t, "stake", wager)
        if kind == "odds":
            return ops.times(value, stake)
        if kind == "meter":
            of = [step.quantity(self.t, ops) for step in self.deal.steps(SharesRole, wager) if step.value is not None]
            share = ops.times(value, of[0]) if of else None
            return ops.minus(share, stake) if gross else share
        return ops.minus(value, stake) if gross else value

    def rows_reached(self, wager: str, row: str) -> list[Step[ReachesRowRole]]:
        return [s for s in self.deal.steps(ReachesRowRole, wager) if s.role.row == row]

    def is_owed(self, wager: str) -> bool:
        """Whether the filing determines what the wager is paid."""
        return bool(self.rows(wager)) and bool(self.by_payouts(wager) or not self.deal.steps(PaysEachRole, wager))

    def by_payouts(self, wager: str) -> list[Step[BoundRole]]:
        """The clauses that state what the wager is paid by its payouts."""
        return [step for step in self.deal.steps(BoundRole, wager) if step.role.by_payouts]

    def paid_rightly(self, wager: str) -> Truth | C:
        """Whether the paid amount is owed; if it is unknown whether it includes the stake, the truth on which both cases agree."""
        ops, paid, gross = self.ops, self.ops.amount(self.t, "paid", wager), self.pays_gross(wager)
        if isinstance(gross, bool):
            return ops.to_cent(paid, self.owed(wager, gross))
        return ops.choose(gross, ops.to_cent(paid, self.owed(wager, True)), ops.to_cent(paid, self.owed(wager)))

    def pays_gross(self, wager: str) -> Truth | C:
        return self.ops.either(*[self.condition(step) for step in self.deal.steps(PaysGrossRole, wager)])

    def owed(self, wager: str, gross: bool = False, rows: Rows | None = None) -> Quantity | C:
        """The amount due, by the filed payouts unless others are given, within the limits on what is paid."""
        ops, owed = self.ops, self.due(wager, gross) if rows is None else self._due_by(rows, wager, gross)
        for stated in self.by_payouts(wager):
            t = self.t
            if rows is not None:
                offers = offers_of(t)
                t = copy(t)
                t["offers"] = {**offers, wager: {**offers.get(wager, {}), "payouts": rows}}
            owed = ops.pick(self.condition(stated), stated.role.limit(t, ops), owed)
        for bound in self.deal.steps(BoundRole, wager):
            if bound.role.field == "paid" and bound.role.kind is LimitKind.AT_MOST:
                limit = bound.role.limit(self.t, ops)
                owed = ops.pick(ops.both(self.condition(bound), ops.more(owed, limit)), limit, owed)
        return owed

    def due(self, wager: str, gross: bool = False) -> Quantity | C:
        """The filed payout of the result, rounded: a share of the meter, else the highest row; None if none is filed."""
        if (wager, gross) not in self._due:
            self._due[wager, gross] = self._due_by(self.rows(wager), wager, gross) if self.is_owed(wager) else None
        return self._due[wager, gross]

    def _due_by(self, rows: Rows, wager: str, gross: bool) -> Quantity | C:
        ops, alone = self.ops, len(rows) == 1
        if self.deal.steps(PaysEachRole, wager):
            return None

        def most(metered: bool) -> Quantity | C:
            of = [row for row, (kind, _) in rows.items() if (kind == "meter") is metered]
            if alone and of:
                return self.amount(wager, of[0], gross, rows)
            return ops.highest([(self.reached(wager, row), self.amount(wager, row, gross, rows)) for row in of])

        metered = self.metered(wager, rows)
        amount = most(metered) if isinstance(metered, bool) else ops.pick(metered, most(True), most(False))
        return self.rounded(wager, amount)

    def rounded(self, wager: str, amount: Quantity | C) -> Quantity | C:
        """An amount as the wager rounds what it is paid."""
        for step in self.deal.steps(RoundsDueRole, wager):
            if self.condition(step) is True and step.value is not None:
                amount = self.ops.rounded(amount, step.quantity(self.t, self.ops), step.role.direction)
        return amount

    def metered(self, wager: str, rows: Rows | None = None) -> Truth | C:
        """Whether the wager reached a share of the meter."""
        rows = rows or self.rows(wager)
        meters = [row for row, (kind, _) in rows.items() if kind == "meter"]
        return self.ops.either(*[len(rows) == 1 or self.reached(wager, row) for row in meters])

    def reached(self, wager: str, row: str) -> Truth | C:
        """By the outcome of the wager, else the rank of the hand, else the row that it was settled as."""
        ops = self.ops
        steps: Sequence[Step[Role]] = self.rows_reached(wager, row)
        steps = steps or [s for s in self.deal.steps(HasRankRole) if s.role.row == row]
        if steps:
            return ops.both(*[self.condition(s) for s in steps])
        return ops.equal(ops.entry(self.t, "settled_as", wager), row)


def _meets(filed: Rows, law: Rows, exact: bool) -> bool:
    """Whether filed payouts meet a printed table as a whole."""
    same_kinds = all(row in filed and filed[row][0] == kind for row, (kind, _) in law.items())
    if not same_kinds or exact and filed.keys() != law.keys():
        return False
    return all(filed[row][1] == figure if exact else filed[row][1] >= figure for row, (_, figure) in law.items())
