"""Assembles rounds in which rules read beyond a row: the rows are completed together, after the round that was dealt before.

While the seats are dealt one by one, each sees those before it; facts that depend on all of them are derived and settled once all are
dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from pitboss.compiler.model import core, query
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.fast.sequence import complete_round
from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS, place
from pitboss.compiler.oracle.values import Facts
from pitboss.compiler.simulate.field_constraints import dependents

ONE_HAND_ONLY = 0.5  # how often only one hand of several is recorded
TOGETHER = 0.1  # probability that a player joins the box of another, or takes a further seat
CONTEXT = (ROWS, OWN, EARLIER)
_OWN_HANDS = core.Fold(core.Rows.OWN_HANDS)


class RoundAssembly:
    """The rows of a table as its dealer deals them.

    `law`: all clauses of the game, also those that judge no dealt row: they state how hands and players share a seat, a box or a round.
    `on_field`: by field the rules on its possible choices; `equal_to`: by field the others that are equal to it.
    """

    def __init__(
        self,
        settlement: Settlement,
        law: Settlement,
        on_field: dict[str, list[ActiveReading]],
        equal_to: dict[str, list[str]],
    ) -> None:
        self.settlement = settlement
        self.earlier: list[Facts] | None = None
        self._dealt: list[Facts] = []  # the rows that were finished last
        footprints = settlement.footprints
        reads, law_reads = _reads(settlement), _reads(law)
        self.hands = [
            node.right
            for exprs in law_reads.values() for node in core.walk(*exprs)
            if isinstance(node, core.Compare) and node.relation is core.Relation.EQUAL and node.left == _OWN_HANDS
        ]  # fmt: skip
        self.of_player = {name: self._rows_counted(exprs) for name, exprs in law_reads.items()}
        self.needed = any(law.beyond_row(*exprs) for exprs in law_reads.values())
        depends_on = {name: {*footprints.names(*exprs)} - {name} for name, exprs in reads.items()}
        of_others = {name for name, exprs in reads.items() if footprints.of(*exprs).other_rows}
        self.of_round = dependents(of_others, depends_on)  # what is derived from the rows together
        for name, rules_on_field in on_field.items():
            exprs = [expr for rule in rules_on_field for expr in settlement.reads(rule)]
            depends_on[name] = depends_on.get(name, set()) | (footprints.names(*exprs) - {name})
        for name, others in equal_to.items():
            depends_on[name] = depends_on.get(name, set()) | {*others}
        fields = settlement.book.fields.values()
        self.of_seat = {f.name for f in fields if "seat" in f.owners and f.name not in query.SETTLEMENT} - self.of_round
        self.later = dependents(self.of_round, depends_on)  # facts that cannot be chosen before all seats are dealt

    def seat(self, rows: list[Facts]) -> Facts:
        """The part of the round that the next seat sees."""
        if not self.needed:
            return {}
        number = str(len(rows) + 1)
        player = {"player": number} if any(self.of_player.values()) else {}
        return {"seat": number, **player, ROWS: [*rows, {}], OWN: len(rows), EARLIER: self.earlier}

    def next_hand(self, rows: list[Facts], random: Random) -> Facts:
        """The facts that a further hand shares with the seat dealt last; {} if no rule states that it has more, or not
        all are recorded.
        """
        last = rows[-1]
        recorded = sum(place(row) == place(last) for row in rows)
        stated = [self.settlement.number(expr, last) for expr in self.hands]
        more = any(count is not None and recorded < count for count in stated)
        if not more or recorded == 1 and random.random() < ONE_HAND_ONLY:
            return {}
        return {name: value for name, value in last.items() if name in self.of_seat or name in ("seat", "player")}

    def next_player(self, rows: list[Facts], hands: Iterable[str], target: Iterable[str], random: Random) -> Facts:
        """The facts that the next row shares with the last one: its player, or its box and its cards; {} if neither.

        `target`: the fields that a target is about.
        """
        aimed = {kind for name in target for kind in self.of_player.get(name, ())}
        known = {kind for kinds in self.of_player.values() for kind in kinds}
        last = rows[-1]
        if core.Rows.OWN_BOX in known and (core.Rows.OWN_BOX in aimed or random.random() < TOGETHER):
            return {"seat": last["seat"], **{name: last[name] for name in hands if name in last}}
        if core.Rows.OWN_SEATS in known and (core.Rows.OWN_SEATS in aimed or random.random() < TOGETHER):
            return {"player": last["player"]}
        return {}

    def _rows_counted(self, exprs: Iterable[core.Expr]) -> set[core.Rows]:
        """The rows that it counts over, among those that depend on the player."""
        book = self.settlement.book
        folds = (node for node in query.through_terms(book, *exprs) if isinstance(node, core.Fold))
        return {fold.rows for fold in folds} & {core.Rows.OWN_BOX, core.Rows.OWN_SEATS}

    def bare(self, rows: list[Facts], without: Iterable[str] = ()) -> list[Facts]:
        """The rows as they are recorded, without some fields."""
        removed = {*CONTEXT, *without}
        return [{name: value for name, value in row.items() if name not in removed} for row in rows]

    def finished(
        self, rows: list[Facts], settle: Callable[[Facts, Facts, Iterable[str]], Facts], shared: set[str]
    ) -> list[Facts]:
        """The rows with everything that follows from the seats together, and settled by it."""
        gone = (*self.of_round, *CONTEXT)
        made = complete_round(self.settlement, self.bare(rows, self.of_round), self.earlier, gone)
        common: Facts = {}
        for n, row in enumerate(made):
            made[n] = settle({**row, **common}, common, common)
            common = common or {name: value for name, value in made[n].items() if name in shared}
        again = complete_round(self.settlement, self.bare(made, self.of_round), self.earlier, self.of_round)
        chosen = [{n: v for n, v in row.items() if n in self.of_round and v is not None} for row in made]
        both = [{**c, **row} for c, row in zip(chosen, self.bare(again), strict=True)]
        return complete_round(self.settlement, both, self.earlier, self.of_round)

    def dealt(self, made: list[Facts]) -> list[Facts]:
        """The rows of a finished round as they are recorded."""
        self._dealt = self.bare(made)
        return self._dealt

    def in_context(self, rows: list[Facts]) -> list[Facts]:
        """The rows of a round as they are recorded, each with the other rows that it depends on."""
        return complete_round(self.settlement, self.bare(rows), self.earlier) if self.needed else rows

    def judged(self, rows: list[Facts], settlement: Settlement) -> list[dict[str, str]]:
        """The verdicts of a settlement on each row of a round."""
        rows = self.bare(rows)
        return [*map(settlement.judge, complete_round(settlement, rows, self.earlier) if self.needed else rows)]

    def keep(self, rows: list[Facts]) -> None:
        """Remember the round, as recorded, as the round before the next."""
        if self.needed:
            self.earlier = rows if rows is self._dealt else self.bare(self.in_context(rows))


def _reads(settlement: Settlement) -> dict[str, list[core.Expr]]:
    """By derived field: what its derivations read."""
    found: dict[str, list[core.Expr]] = {}
    for rules, name in settlement.derived:
        found.setdefault(name, []).extend(expr for rule in rules for expr in settlement.reads(rule))
    return found
