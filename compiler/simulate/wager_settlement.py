"""Settles the wagers of a dealt round as the clauses state: what each is paid, and what is collected and returned."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

from pitboss.compiler.model import core
from pitboss.compiler.model.core import ValueKind
from pitboss.compiler.oracle.fast.closures import row_key
from pitboss.compiler.oracle.fast.payments import PAID, SETTLED_AS, STAKE
from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.oracle.values import Facts, entries
from pitboss.compiler.simulate.field_constraints import AWARDS, FieldConstraints


class WagerSettlement:
    """Settles the wagers of rows, as a dealer does."""

    def __init__(self, settlement: Settlement, constraints: FieldConstraints, random: Random) -> None:
        self.settlement, self.constraints, self.random = settlement, constraints, random

    def settle(self, wager: str, facts: Facts) -> None:
        """Pay, collect or return, as the clauses on the end of the wager state; a wager without such a clause is lost."""
        stake, results = entries(facts, STAKE)[wager], self.settlement.results(wager, facts)
        ends = [end for _, end, truth in results if truth is True]
        is_bonus = wager in self.constraints.bonuses
        if not results and not is_bonus and self._reaches_row(wager, facts):
            ends = [core.End.WINS]  # by what it pays for
        for amount in AWARDS:
            entries(facts, amount)[wager] = 0
        entries(facts, SETTLED_AS).pop(wager, None)
        if core.End.WINS in ends:
            self.pay(wager, facts)
        elif core.End.RETURNS in ends:
            entries(facts, "returned")[wager] = stake
        elif is_bonus and not ends:
            self._award(wager, facts)
        elif not ends and wager in self.constraints.lasting:
            return  # it is decided in another round
        elif not ends or core.End.LOSES in ends:
            exact = [
                (rule.subject.name, self.settlement.value(limit.operands[0], facts))
                for rule, (limit, *_) in self.constraints.exact_awards.get(wager, ())
                if self.settlement.applies(rule, facts) is True
            ]  # fmt: skip
            entries(facts, "collected")[wager] = stake
            for amount, value in exact:
                if value is not None:  # else it depends on hands that are dealt later
                    entries(facts, amount)[wager] = value

    def _award(self, bonus: str, facts: Facts) -> None:
        """Pay a bonus that does not depend on a result as the clauses state, if any does."""
        for rule, (limit, *_) in self.constraints.awards:
            mine = (rule.subject.name, rule.subject.of) == (PAID, bonus)
            if mine and self.settlement.applies(rule, facts) is True:
                entries(facts, PAID)[bonus] = self.settlement.value(limit.operands[0], facts) or 0
        if entries(facts, PAID)[bonus]:
            self._name_row(bonus, facts, [*self.settlement.payouts(bonus)])
        else:
            entries(facts, STAKE)[bonus] = 0

    def pay(self, wager: str, facts: Facts) -> None:
        """Pay the expected amount, to the cent, and record the row of the payouts that was reached."""
        rows = self.settlement.payouts(wager)
        if len(rows) > 1 and not any(self.settlement.row_clauses(wager, row) for row in rows):
            parameters = (facts.get(name) for name in self.settlement.book.parameters)
            chosen = {row_key(value) for value in parameters if value is not None}
            entries(facts, SETTLED_AS)[wager] = self.random.choice([row for row in rows if row in chosen] or [*rows])
        expected = self.settlement.expected_payment(wager, facts, self.settlement.gross(wager, facts) is True)
        paid = entries(facts, STAKE)[wager] if expected is None else Fraction(floor(expected * 100), 100)
        entries(facts, PAID)[wager] = paid
        if len(rows) > 1:
            metered = self.settlement.reaches_meter(wager, facts) is True
            candidates = [row for row, (kind, _) in rows.items() if (kind == ValueKind.METER) is metered]
            self._name_row(wager, facts, candidates)

    def _reaches_row(self, wager: str, facts: Facts) -> bool:
        return any(self.settlement.reached(wager, row, facts) is True for row in self.settlement.payouts(wager))

    def _name_row(self, wager: str, facts: Facts, rows: list[str]) -> None:
        reached = [row for row in rows if self.settlement.reached(wager, row, facts) is True]
        highest = max(reached, key=lambda row: self.settlement.row_amount(wager, row, facts) or 0, default=None)
        if highest is not None:
            entries(facts, SETTLED_AS)[wager] = highest
