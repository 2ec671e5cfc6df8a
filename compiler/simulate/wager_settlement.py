"""How the wagers of a dealt round end: what each is paid, what is collected of it and what goes back, as the clauses say."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

from pitboss.compiler.front.wager_columns import MONEY
from pitboss.compiler.model.cards import key_of
from pitboss.compiler.oracle.fast.settlement import Facts, Settlement
from pitboss.compiler.simulate.field_constraints import Heeded


class Ending:
    def __init__(self, settlement: Settlement, heeds: Heeded, random: Random) -> None:
        self.settlement, self.heeds, self.random = settlement, heeds, random

    def settle(self, wager: str, facts: Facts) -> None:
        """Pays, collects or gives back, as the clauses on how the wager ends say; a wager of which they say nothing is lost."""
        stake, results = facts["stake"][wager], self.settlement.results(wager, facts)
        verbs = [verb for verb, truth in results if truth is True]
        if not results and wager not in self.heeds.bonuses and self._reached(wager, facts):
            verbs = ["wins"]  # by what it pays for
        for what in MONEY[1:]:
            facts[what][wager] = 0
        facts["settled_as"].pop(wager, None)
        if "wins" in verbs:
            self.pay(wager, facts)
        elif "returns" in verbs:
            facts["returned"][wager] = stake
        elif wager in self.heeds.bonuses and not verbs:
            self._award(wager, facts)
        elif not verbs and wager in self.heeds.lasting:
            return  # it is decided in another round
        elif not verbs or "loses" in verbs:
            bounds = [
                (check.subject.name, self.settlement.here(clause, facts).value(law.values[0]))
                for clause, check, law in self.heeds.laws
                if check.subject.of == wager and check.subject.name in ("collected", "returned") and law.mode == "exactly"
                and self.settlement.conditions(clause, check, facts) is True
            ]  # fmt: skip
            facts["collected"][wager] = stake
            for what, value in bounds:
                facts[what][wager] = value

    def _award(self, bonus: str, facts: Facts) -> None:
        """A bonus that does not come of a result is what the clauses say that is paid, if anything."""
        for clause, check, law in self.heeds.by_wager:
            mine = (check.subject.name, check.subject.of) == ("paid", bonus)
            if mine and self.settlement.conditions(clause, check, facts) is True:
                facts["paid"][bonus] = self.settlement.here(clause, facts).value(law.values[0]) or 0
        if facts["paid"][bonus]:
            self._name_row(bonus, facts, [*self.settlement.payouts(bonus)])
        else:
            facts["stake"][bonus] = 0

    def pay(self, wager: str, facts: Facts) -> None:
        rows = self.settlement.payouts(wager)
        if len(rows) > 1 and not any(self.settlement.saying(wager, row) for row in rows):
            chosen = {key_of(facts[name]) for name in self.settlement.book.parameters if facts.get(name) is not None}
            facts["settled_as"][wager] = self.random.choice([row for row in rows if row in chosen] or [*rows])
        owed = self.settlement.owed(wager, facts, self.settlement.gross(wager, facts) is True)
        facts["paid"][wager] = facts["stake"][wager] if owed is None else Fraction(floor(owed * 100), 100)
        if len(rows) > 1:
            metered = self.settlement.metered(wager, facts) is True
            self._name_row(wager, facts, [row for row, pay in rows.items() if (pay[0] == "meter") is metered])

    def _reached(self, wager: str, facts: Facts) -> bool:
        return any(self.settlement.reached(wager, row, facts) is True for row in self.settlement.payouts(wager))

    def _name_row(self, wager: str, facts: Facts, rows: list[str]) -> None:
        reached = [row for row in rows if self.settlement.reached(wager, row, facts) is True]
        highest = max(reached, key=lambda row: self.settlement.amount(wager, row, facts) or 0, default=None)
        if highest is not None:
            facts["settled_as"][wager] = highest
