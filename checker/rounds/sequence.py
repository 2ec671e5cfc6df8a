"""The rounds of a table in sequence, for clauses that look beyond their row: one round at a time, behind the one before.

What is needed of a record is said in docs/rounds.md. Where it is not met nothing is known, and a note says where.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pitboss.checker.rounds.law_index import Bench, Court
from pitboss.checker.rounds.record_format import RecordRow
from pitboss.checker.rounds.row_evaluator import ROWS, facts_of
from pitboss.checker.rounds.settlement import TableLaw, complete
from pitboss.checker.runtime.operations import Facts
from pitboss.checker.runtime.other_rows import AROUND, surrounded

Made = tuple[tuple[TableLaw, Facts], ...]  # of one row, for each of the choices filed

APART = "the rows of a round do not follow one another, so that nothing is known of its other rows"
ASIDE = "a row beside the round was set aside, so that nothing is known of its other rows"
BACK = "the round is recorded behind a later one of its table, so that nothing is known of the round before"
HOLE = "rounds are missing before it, so that nothing is known of the round before"


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """What tells the place of a round in the sequence of its table."""

    table: str
    round: str
    moment: str
    sequence: int | None
    shoe: object


def place_of(facts: Facts) -> RoundPlace:
    """By the first row of the round, as recorded."""
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
    rows: list[list[Facts]]  # complete, for each of the choices filed
    holes: int
    bench: Bench | None


@dataclass(slots=True)
class Sequence:
    tables: dict[str, Last] = field(default_factory=dict)
    holes: int = 0  # rows, so far, of which nobody knows whose they are
    beside: bool = False  # whether such a row stands right before the next one

    def put_down(self) -> Sequence:
        """To be taken up elsewhere: without the law, which is compiled there."""
        tables = {}
        for table, last in self.tables.items():
            rows = [[{name: row[name] for name in row if name != AROUND} for row in each] for each in last.rows]
            tables[table] = replace(last, rows=rows, bench=None)
        return Sequence(tables, self.holes, self.beside)

    def taken_up(self, court: Court) -> Sequence:
        tables = {}
        for table, last in self.tables.items():
            bench = court.bench(table, last.first.moment[:10])
            tables[table] = replace(last, bench=bench if isinstance(bench, Bench) else None)
        return Sequence(tables, self.holes, self.beside)

    def standing(self, first: RoundPlace, broken: bool, holes: int) -> tuple[bool, bool, str]:
        """Whether the rows of a round are known, whether the round before it is, and what is to be said."""
        last = self.tables.get(first.table)
        if broken:
            return False, False, ASIDE
        if last is None or last.holes != holes:
            return True, False, ""
        if last.first.round == first.round:
            return False, False, APART
        said = _gap(last.first, first)
        return True, not said, said

    def before(self, first: RoundPlace, bench: Bench) -> list[list[Facts]] | None:
        """The rows of the round before, for each of the choices filed."""
        last = self.tables.get(first.table)
        if last is None or len(last.rows) != len(bench.deals):
            return None
        for row in (row for rows in last.rows for row in rows):
            row.pop(AROUND, None)  # what came before them is no longer asked for
        return last.rows

    def next(self, bench: Bench, rows: list[RecordRow], broken: bool, holes: int) -> tuple[list[Made], str]:
        """The facts of each row of a round with all that follows, and a note where the sequence is broken."""
        first = place_of(rows[0].facts)
        whole, known, note = self.standing(first, broken, holes)
        before = self.before(first, bench) if known else None
        made = [
            settled(deal, facts, rows, whole, before[n] if before else None)
            for n, (deal, facts) in enumerate(zip(bench.deals, bench.facts, strict=True))
        ]
        self.put(Last(first, made, holes, bench) if whole else None, first.table)
        return [tuple(zip(bench.deals, each, strict=True)) for each in zip(*made, strict=True)], note

    def put(self, last: Last | None, table: str) -> None:
        if last is None:
            self.tables.pop(table, None)
        else:
            self.tables[table] = last


def settled(
    deal: TableLaw, table: Facts, rows: list[RecordRow], whole: bool, before: list[Facts] | None
) -> list[Facts]:
    """The facts of the rows of a round: what follows in one of them can hang on another."""
    made = [facts_of(table, row) for row in rows]
    if whole:
        surrounded(made, before)
    while True:
        known = [_known(deal, facts) for facts in made]
        for facts in made:
            complete(deal, facts, ROWS)
        if known == [_known(deal, facts) for facts in made]:
            return made


def _known(deal: TableLaw, facts: Facts) -> int:
    return sum(facts.get(name) is not None for name in deal.derived)


def _gap(last: RoundPlace, here: RoundPlace) -> str:
    if here.moment < last.moment:
        return BACK
    new_shoe = None not in (last.shoe, here.shoe) and last.shoe != here.shoe
    if last.sequence is None or here.sequence is None or new_shoe or here.sequence == last.sequence + 1:
        return ""
    return HOLE if here.sequence > last.sequence else BACK
