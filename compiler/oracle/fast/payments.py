"""What wagers are paid: by the payouts that are filed for a table, by the schedules of the law, and within limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from pitboss.compiler.model import core, query
from pitboss.compiler.model.stated_limits import only_limit
from pitboss.compiler.oracle.fast.active_rules import ActiveReading, ActiveRules, ClauseReadings, to_step
from pitboss.compiler.oracle.fast.closures import ClosureCompiler
from pitboss.compiler.oracle.fast.memoization import Closure, whole_number
from pitboss.compiler.oracle.fast.ranking import Rankings
from pitboss.compiler.oracle.kleene import Truth, every, some
from pitboss.compiler.oracle.values import Facts, Number, as_number, entries
from pitboss.grammar.limit_kinds import LimitKind

MONEY, PAID, SETTLED_AS, STAKE = query.MONEY, "paid", "settled_as", "stake"
Payouts = Mapping[str, tuple[str, Number]]  # row → how it pays, and the figure


class Payments(ActiveRules):
    """The rules of a table, with the amounts that wagers are paid by them."""

    def __init__(
        self, book: core.Rulebook, game: str, table: Facts, day: date, rankings: Rankings | None = None
    ) -> None:
        super().__init__(book, game, table, day, rankings)
        self._ranked_wagers: dict[str, list[str]] = {}
        self._law_schedules: dict[ActiveReading, list[tuple[Payouts, Payouts | None]]] = {}
        self._stated: dict[tuple[ActiveReading, int], Closure] = {}

    # ---- the recorded amounts

    def _amount(self, facts: Facts, name: str, wager: str | None) -> Number | None:
        return as_number(entries(facts, name).get(wager or ""))

    def _staked(self, wager: str | None, facts: Facts) -> Truth:
        stake = self._amount(facts, STAKE, wager)
        return None if stake is None else stake > 0

    def _won(self, wager: str | None, facts: Facts) -> Truth:
        paid = self._amount(facts, PAID, wager)
        return None if paid is None else paid > 0

    # ---- rows of payouts

    def payouts(self, wager: str | None) -> Payouts:
        """Row → (kind, value) of the payouts that are filed for a wager."""
        filed = entries(entries(self.table, "offers"), wager or "").get("payouts")
        return dict(filed) if isinstance(filed, dict) else {}

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

    # ---- the amount owed

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
                expected = (
                    self._stated_payment(rule, facts, schedule) if stated else None if stated is None else expected
                )
        for _, truth, limit in self._payment_bounds(wager, facts, LimitKind.AT_MOST):
            over = every([truth, None if expected is None or limit is None else expected > limit])
            expected = limit if over else None if over is None else expected
        return expected

    def _stated_payment(self, rule: ActiveReading, facts: Facts, schedule: Payouts | None) -> Number | None:
        """The amount that a clause computes from the filed payouts, or from a schedule."""
        amount = only_limit(rule.duty, LimitKind.EXACTLY)
        assert amount is not None
        if schedule is None:
            return self.number(amount, facts)
        offers = entries(self.table, "offers")
        offers = {**offers, rule.wager: {**entries(offers, rule.wager), "payouts": schedule}}
        key = rule, id(schedule)
        if key not in self._stated:
            evaluator = ClosureCompiler(self.book, {**self.table, "offers": offers}, self.footprints)
            self._stated[key] = evaluator.quantity(amount)
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
                amount = to_step(rule.duty, amount)
        return amount

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
            truths = [
                None if least is None or paid is None else paid > least and stepped or self.equal(PAID, paid, least)
            ]
            if high:
                below = (
                    None if most is None or paid is None else paid < most and stepped or self.equal(PAID, paid, most)
                )
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

    def _payment_bounds(
        self, wager: str, facts: Facts, kind: LimitKind
    ) -> Iterator[tuple[ActiveReading, Truth, Number | None]]:
        """(rule, whether it applies, the amount) for each bound of a kind on what the wager is paid."""
        for rule in self.rules_on(core.Requirement, wager):
            amount = only_limit(rule.duty, kind)
            if amount is not None and rule.subject.name == PAID:
                yield rule, self.applies(rule, facts), self.number(amount, facts)
