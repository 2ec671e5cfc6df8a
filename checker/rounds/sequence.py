"""The rounds of a table in sequence, for clauses that read beyond their row: one round at a time, after the one before.

docs/rounds.md states the requirements on a record. If they are not met, the result is unknown, and a note states where.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.record_format import RecordRow
from pitboss.checker.rounds.row_evaluator import ROWS, Made, facts_of
from pitboss.checker.rounds.settlement import TableLaw, complete
from pitboss.checker.rounds.worlds import Worlds
from pitboss.checker.runtime.operations import Facts
from pitboss.checker.runtime.other_rows import AROUND, surrounded

APART = "the rows of a round do not follow one another, so that nothing is known of its other rows"
ASIDE = "a row next to the round was set aside, so its other rows are unknown"
BACK = "the round is recorded behind a later one of its table, so that nothing is known of the round before"
HOLE = "rounds are missing before it, so that nothing is known of the round before"


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """The facts that determine the position of a round in the sequence of its table."""

    table: str
    round: str
    moment: str
    sequence: int | None
    shoe: object


def place_of(facts: Facts) -> RoundPlace:
    """The position, from the first row of the round, as recorded."""
    sequence = facts.get("sequence")
    return RoundPlace(
        str(facts["table"]),
        str(facts["round"]),
        str(facts["moment"]),
        sequence if isinstance(sequence, int) else None,
        facts.get("shoe"),
    )


@dataclass(slots=True)
class Last:
    """The round of a table that was recorded last."""

    first: RoundPlace
    rows: list[list[list[Facts]]]  # completed, for each of the filed choices and each world
    holes: int
    active_law: ActiveTableLaw | None


@dataclass(slots=True)
class Sequence:
    tables: dict[str, Last] = field(default_factory=dict)
    holes: int = 0  # rows so far whose table is unknown
    unread_before: bool = False  # whether such a row directly precedes the next one

    def put_down(self) -> Sequence:
        """A copy for another process: without the law, which is compiled there."""
        tables = {}
        for table, last in self.tables.items():
            rows = [[[_alone(row) for row in made] for made in worlds] for worlds in last.rows]
            tables[table] = replace(last, rows=rows, active_law=None)
        return Sequence(tables, self.holes, self.unread_before)

    def taken_up(self, law_index: LawIndex) -> Sequence:
        tables = {}
        for table, last in self.tables.items():
            active_law = law_index.active_law(table, last.first.moment[:10])
            tables[table] = replace(last, active_law=active_law if isinstance(active_law, ActiveTableLaw) else None)
        return Sequence(tables, self.holes, self.unread_before)

    def standing(self, first: RoundPlace, broken: bool, holes: int) -> tuple[bool, bool, str]:
        """Whether the rows of a round are known, whether the round before it is, and the note to report."""
        last = self.tables.get(first.table)
        if broken:
            return False, False, ASIDE
        if last is None or last.holes != holes:
            return True, False, ""
        if last.first.round == first.round:
            return False, False, APART
        gap = _gap(last.first, first)
        return True, not gap, gap

    def before(self, first: RoundPlace, active_law: ActiveTableLaw) -> list[list[list[Facts]]] | None:
        """The rows of the round before, for each of the filed choices and each world: the same world holds for both rounds."""
        last = self.tables.get(first.table)
        if last is None or last.active_law is None or len(last.rows) != len(active_law.worlds):
            return None
        for row in (row for worlds in last.rows for rows in worlds for row in rows):
            row.pop(AROUND, None)  # the rounds before them are no longer needed
        pairs = zip(last.rows, last.active_law.worlds, active_law.worlds, strict=True)
        return [[rows[world] for world in law.worlds_before(earlier)] for rows, earlier, law in pairs]

    def next(
        self, active_law: ActiveTableLaw, rows: list[RecordRow], broken: bool, holes: int
    ) -> tuple[list[Made], str]:
        """The facts of each row of a round with everything that follows, and a note if the sequence is broken."""
        first = place_of(rows[0].facts)
        whole, known, note = self.standing(first, broken, holes)
        before = self.before(first, active_law) if known else None
        made = [
            settled(law, facts, rows, whole, before[n] if before else None)
            for n, (law, facts) in enumerate(zip(active_law.worlds, active_law.facts, strict=True))
        ]
        self.put(Last(first, made, holes, active_law) if whole else None, first.table)
        return [
            tuple((law, tuple(rows[n] for rows in worlds)) for law, worlds in zip(active_law.worlds, made, strict=True))
            for n in range(len(rows))
        ], note

    def put(self, last: Last | None, table: str) -> None:
        if last is None:
            self.tables.pop(table, None)
        else:
            self.tables[table] = last


def settled(
    law: Worlds, table: Facts, rows: list[RecordRow], whole: bool, before: list[list[Facts]] | None
) -> list[list[Facts]]:
    """The facts of the rows of a round in each world; a fact of one row may follow from another row."""
    return [
        _settled(each, [facts_of(table, row) for row in rows], whole, before[world] if before else None)
        for world, each in enumerate(law.laws)
    ]


def _settled(deal: TableLaw, made: list[Facts], whole: bool, before: list[Facts] | None) -> list[Facts]:
    if whole:
        surrounded(made, before)
    while True:
        known = [_known(deal, facts) for facts in made]
        for facts in made:
            complete(deal, facts, ROWS)
        if len(made) == 1 or known == [_known(deal, facts) for facts in made]:
            return made


def _alone(row: Facts) -> Facts:
    return {name: row[name] for name in row if name != AROUND}


def _known(deal: TableLaw, facts: Facts) -> int:
    return sum(facts.get(name) is not None for name in deal.derived)


def _gap(last: RoundPlace, here: RoundPlace) -> str:
    if here.moment < last.moment:
        return BACK
    new_shoe = None not in (last.shoe, here.shoe) and last.shoe != here.shoe
    if last.sequence is None or here.sequence is None or new_shoe or here.sequence == last.sequence + 1:
        return ""
    return HOLE if here.sequence > last.sequence else BACK
