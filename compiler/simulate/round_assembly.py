"""What a dealer does where rules look beyond a row: the rows of a round are completed together, behind the round that was dealt before.

While the seats are dealt one by one, each sees those before it; what they come to together is reckoned, and settled, when all are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from pitboss.compiler.front.paths import reach, sees_others
from pitboss.compiler.front.wager_columns import SETTLEMENT
from pitboss.compiler.front.walk import within
from pitboss.compiler.model.rulebook import Check, Clause
from pitboss.compiler.oracle.fast.sequence import complete_round
from pitboss.compiler.oracle.fast.settlement import Facts, Settlement
from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS
from pitboss.grammar import tree as t

ALONE = 0.5  # how often only one hand of several is recorded
AROUND = (ROWS, OWN, EARLIER)


class Joined:
    """The rows of a table as its dealer deals them.

    `bounds`: the clauses that tell what can be chosen of a field; `mirrored`: the fields that it is to equal.
    """

    def __init__(
        self, settlement: Settlement, bounds: dict[str, list[tuple[Clause, Check]]], mirrored: dict[str, list[str]]
    ) -> None:
        self.settlement = settlement
        self.earlier: list[Facts] | None = None
        reads: dict[str, list[t.Expr]] = {}
        for _, version, name in settlement.derived:
            reads.setdefault(name, []).extend(expr for check in version.checks for expr in settlement.reads(check))
        means = settlement.sight.means
        told = [
            one for exprs in reads.values() for expr in exprs for one in within(expr) if isinstance(one, t.Comparison)
        ]
        self.hands = {one.right for one in told if one.operator == "=" and one.left == t.Over("own hands")}
        self.any = any(reach(*exprs, means=means) for exprs in reads.values())
        named = {name: self._named(exprs) - {name} for name, exprs in reads.items()}
        self.far = _onwards({name for name, exprs in reads.items() if sees_others(*exprs, means=means)}, named)
        for name, found in bounds.items():
            exprs = [expr for _, check in found for expr in settlement.reads(check)]
            named[name] = named.get(name, set()) | (self._named(exprs) - {name})
        for name, others in mirrored.items():
            named[name] = named.get(name, set()) | {*others}
        fields = settlement.book.fields.values()
        self.of_seat = {f.name for f in fields if "seat" in f.owners and f.name not in SETTLEMENT} - self.far
        self.later = _onwards(self.far, named)  # what cannot be chosen before all seats are there

    def _named(self, exprs: Iterable[t.Expr]) -> set[str]:
        return {view.name for view in self.settlement.sight.views(exprs)}

    def seat(self, rows: list[Facts]) -> Facts:
        """What the next seat sees."""
        if not self.any:
            return {}
        return {"seat": str(len(rows) + 1), ROWS: [*rows, {}], OWN: len(rows), EARLIER: self.earlier}

    def hand(self, rows: list[Facts], random: Random) -> Facts:
        """What a further hand has of the seat that was dealt last, where a rule tells how many it has and mostly not all are there."""
        last = rows[-1]
        own = sum(row.get("seat") == last.get("seat") for row in rows)
        many = [self.settlement.reader(self.settlement.derived[0][0]).value(expr)(last) for expr in self.hands]
        if not any(more is not None and own < more for more in many) or own == 1 and random.random() < ALONE:
            return {}
        return {name: value for name, value in last.items() if name in self.of_seat or name == "seat"}

    def bare(self, rows: list[Facts], gone: Iterable[str] = ()) -> list[Facts]:
        """The rows as they are recorded."""
        without = {*AROUND, *gone}
        return [{name: value for name, value in row.items() if name not in without} for row in rows]

    def finished(self, rows: list[Facts], settle: Callable[[Facts, Facts], Facts], shared: set[str]) -> list[Facts]:
        """All that follows from the seats together, and what is settled by it."""
        made = complete_round(self.settlement, self.bare(rows, self.far), self.earlier)
        common: Facts = {}
        for n, row in enumerate(made):
            made[n] = settle({**row, **common}, common)
            common = common or {name: value for name, value in made[n].items() if name in shared}
        again = complete_round(self.settlement, self.bare(made, self.far), self.earlier)
        chosen = [{n: v for n, v in row.items() if n in self.far and v is not None} for row in made]
        return complete_round(
            self.settlement, [{**c, **row} for c, row in zip(chosen, self.bare(again), strict=True)], self.earlier
        )

    def around(self, rows: list[Facts]) -> list[Facts]:
        """The rows of a round as they are recorded, each with what it hangs on."""
        return complete_round(self.settlement, self.bare(rows), self.earlier) if self.any else rows

    def judged(self, rows: list[Facts]) -> list[dict[str, str]]:
        return [self.settlement.judge(row) for row in self.around(rows)]

    def keep(self, rows: list[Facts]) -> None:
        """The round as it is recorded is the one before the next."""
        if self.any:
            self.earlier = self.bare(self.around(rows))


def _onwards(found: set[str], named: dict[str, set[str]]) -> set[str]:
    """With all that is told by one of them."""
    found = set(found)
    while more := {name for name, read in named.items() if read & found} - found:
        found |= more
    return found
