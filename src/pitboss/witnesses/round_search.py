"""Finds the smallest records of rounds that breach a clause, or satisfy it, and nothing else.

The simulation deals rounds in which the clause can apply, and changes them; rows, then facts, are dropped while the clause still has
its verdict. Only the audit decides: each step audits the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from types import SimpleNamespace
from typing import Never, TypeVar, cast

from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.audit import judge_rows, key_of
from pitboss.checker.rounds.law_index import LawIndex
from pitboss.checker.rounds.record_format import UnreadableRow
from pitboss.checker.rounds.row_evaluator import ROWS, each
from pitboss.checker.rounds.row_files import Raw
from pitboss.checker.rounds.sequence import Sequence
from pitboss.checker.rounds.settlement import Settling, TableLaw, excusing
from pitboss.checker.rounds.steps import BoundRole, DerivesRole, EndsRole, Operations, Role, Step
from pitboss.checker.runtime.operations import FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS, Truth, Verdict
from pitboss.checker.runtime.operations import Facts as RowFacts
from pitboss.compiler.model import core
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.values import Facts
from pitboss.compiler.simulate.dealer import NO_TARGET, Dealer, NotDealt
from pitboss.compiler.simulate.mutate import MOST_ROUNDS, Mutator, breachable
from pitboss.compiler.simulate.record import as_record
from pitboss.compiler.witness.entries import Example
from pitboss.compiler.witness.lacking import Lacking
from pitboss.compiler.witness.round_entries import Row, placed
from pitboss.grammar.json_types import Json
from pitboss.witnesses.round_tables import DealtTable, RoundTables

Record = list[dict[str, Json]]  # rows by column; each states its round
_DEALT = 12  # rounds that are dealt for a clause at a table
_SEATS = (1, 1, 2, 3)  # of these rounds, in turn
_CHANGED = 10  # changes of a row that are audited
_ENOUGH = 4  # records that are made small until one stands alone
_FIRST = ("round", "seat", "player", "hand")  # columns


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audit finds in a record."""

    findings: frozenset[tuple[str, str]]  # verdict and clause; a breach that another finding reports is not in it
    verdicts: Mapping[tuple[str, str], int]  # clause and verdict: rows


def audited(index: LawIndex, record: Iterable[Row], day: str) -> Audited | None:
    """Audit a record; None if a row is set aside, or the rounds are not in sequence."""
    lot = judge_rows(index, [Raw(f"witness:{n}", placed(row, day)) for n, row in enumerate(record, 1)])
    if lot.aside or lot.notes:
        return None
    return Audited(frozenset((one.verdict, one.clause) for one in lot.findings if not one.repeats), lot.counts)


def applies(index: LawIndex, record: Iterable[Row], day: str, clause: str) -> bool:
    """Whether the clause passes in a row in which it is known to apply, by what is recorded and not only by what follows from it."""
    for recorded, deal, facts, steps in _settled(index, record, day, clause):
        settling = Settling(deal, excusing(deal, facts, ROWS), _APPLIED)
        decided = {settling.judge(step) for step in steps if _shows(settling, step, recorded)}
        if PASS in decided and decided <= {PASS, NOT_APPLICABLE}:
            return True
    return False


def _may_fail(index: LawIndex, record: Iterable[Row], day: str, clause: str) -> bool:
    """Whether the audit can report the clause: a quick look at it alone."""
    for _, deal, facts, steps in _settled(index, record, day, clause):
        settling = Settling(deal, excusing(deal, facts, ROWS), ROWS)
        if any(step.reading or settling.judge(step) in (FAIL, OPEN) for step in steps):
            return True
    return False


def _settled(
    index: LawIndex, record: Iterable[Row], day: str, clause: str
) -> Iterator[tuple[RowFacts, TableLaw, RowFacts, tuple[Step[Role], ...]]]:
    """What each row records, the law of its table, the completed facts, and the readings of the clause."""
    sequence = Sequence()
    rows = [index.form.read(placed(row, day), "") for row in record]
    for _, group in groupby(rows, key_of):
        run = [*group]
        active = index.active_law(run[0].table, run[0].day)
        assert not isinstance(active, str), active
        made = sequence.next(active, run, False, 0)[0] if active.reach else [tuple(each(active, row)) for row in run]
        for row, ((deal, facts), *_) in zip(run, made, strict=True):
            yield row.facts, deal, facts, next((steps for steps in deal.clauses if steps[0].id == clause), ())


def _shows(settling: Settling[Never, Never], step: Step[Role], recorded: RowFacts) -> bool:
    """Whether a pass of a reading shows what it demands."""
    match step.role:
        case EndsRole():
            return settling.condition(step) is True  # a wager that nothing lets win passes when it is not paid
        case DerivesRole(field) | BoundRole("", field):
            return field in recorded
    return True


def _verdict(applying: Truth, holds: Truth) -> Verdict:
    """As the audit decides, but unknown where it is unknown whether the clause applies."""
    return NEEDS if applying is None else ROWS.verdict(applying, holds)


_APPLIED = cast("Operations[Never, Never]", SimpleNamespace(**{**vars(row_operations), "verdict": _verdict}))


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A record that shows a verdict of a clause."""

    table: DealtTable
    verdict: str
    rows: tuple[Row, ...]
    also: tuple[tuple[str, str], ...]

    @property
    def size(self) -> tuple[int, int, int, int, str]:
        """What else the audit finds, the rows, the facts, and the text, by which the smallest is chosen."""
        text = repr(self.rows)
        return len(self.also), len(self.rows), sum(map(len, self.rows)), len(text), text


class RoundSearch:
    """The search in the rounds of one game on one day."""

    def __init__(self, tables: RoundTables) -> None:
        self.tables = tables

    def find(self, clause: str, version: core.Version) -> dict[Example, RoundShown | Lacking]:
        """The smallest record found for each example of a version, or why there is none."""
        tables = self.tables.of(version)
        shown: dict[Example, RoundShown] = {}
        repeated = decided = possible = demands = False
        rows: list[dict[str, Json]] = []
        for table in tables:
            rule = table.mutator.rules.get(clause) if table.mutator else None
            if table.mutator and (rule is None or not table.mutator.dealer.targets.possible(rule)):
                continue
            tried = _Tried(table, clause)
            if table.mutator and rule:
                possible, demands = True, breachable(rule)
                tried.deal(table.mutator, rule)
            if not all(tried.kept.values()):
                rows = rows or [*self.tables.records(version, clause)]
                tried.look(rows)
            for example, found in tried.smallest().items():
                if example not in shown or found.size < shown[example].size:
                    shown[example] = found
            repeated, decided = repeated or tried.repeated, decided or tried.decided
            if len(shown) == len(Example) and not any(one.also for one in shown.values()):
                break
        dealt = any(table.mutator for table in tables)
        why = Lacking.NO_ROUND if possible else Lacking.NO_DEAL if tables and not dealt else Lacking.NO_TABLE
        lacking = {Example.BREACH: why, Example.SATISFIED: Lacking.UNSETTLED if possible and not decided else why}
        if possible:
            lacking[Example.BREACH] = Lacking.ELSEWHERE if repeated else why if demands else Lacking.NO_DEMAND
        return {example: shown.get(example) or lacking[example] for example in Example}


class _Tried:
    """The rounds of one table in which one clause may be shown."""

    def __init__(self, table: DealtTable, clause: str) -> None:
        self.table, self.clause = table, clause
        self.day = table.table.day
        self.repeated = False  # whether a breach was reported under another clause
        self.decided = False  # whether the clause had all its facts
        self.kept: dict[Example, list[RoundShown]] = {example: [] for example in Example}

    def smallest(self) -> dict[Example, RoundShown]:
        """The smallest record of each example."""
        return {example: min(kept, key=lambda one: one.size) for example, kept in self.kept.items() if kept}

    def look(self, rows: Iterable[dict[str, Json]]) -> None:
        """Look at records of one row each."""
        for row in rows:
            self._look([{"round": "1", "seat": "1", **row}])

    def deal(self, mutator: Mutator, rule: ActiveReading) -> None:
        """Deal rounds in which the rule can apply, and change them."""
        for n in range(_DEALT):
            if all(len(kept) >= _ENOUGH or any(not one.also for one in kept) for kept in self.kept.values()):
                break
            self._deal(mutator, rule, n)

    def _deal(self, mutator: Mutator, rule: ActiveReading, number: int) -> None:
        dealer = mutator.dealer
        dealer.random.seed(f"{self.clause} {number}")
        dealer.assembly.earlier, seats = None, dealer.seats
        dealer.seats = min(seats, _SEATS[number % len(_SEATS)])
        target, record = dealer.targets.of(rule), Record()
        several = target.several_rounds and number % 2 == 1 and not all(self.kept.values())
        try:
            for played in range(1, (MOST_ROUNDS if several else 1) + 1):
                rows = dealer.deal(NO_TARGET if several and played == 1 else target)
                lawful = record + _record(dealer, rows, played)
                self._look(lawful)
                if not several or played > 1:
                    for changed in _changed(mutator, rule, rows):
                        self._look(record + _record(dealer, changed, played))
                dealer.assembly.keep(rows)
                record = lawful
                if all(self.kept.values()):
                    break
        except NotDealt:
            pass
        finally:
            dealer.seats = seats

    # ---- one record

    def _look(self, record: Record) -> None:
        """Keep the record, made small, if it is an example."""
        ways = [example for example in Example if self._applies(record, example)]
        found = self._audited(record) if ways else None
        for example in ways if found else ():
            assert found is not None
            wanted, kept = self._wanted(found, example), self.kept[example]
            also = len(found.findings) - (example is Example.BREACH)
            enough = bool(kept) and also >= min(len(one.also) for one in kept)
            if wanted and not enough:
                self._keep(record, example, wanted, found)

    def _keep(self, record: Record, example: Example, wanted: str, found: Audited) -> None:
        small = self._minimized(record, example, wanted, found)
        last = self._audited(small)
        assert last is not None
        further = sorted(last.findings - {(wanted, self.clause)})
        self.kept[example].append(
            RoundShown(self.table, wanted, tuple(_ordered(row) for row in _renumbered(small)), tuple(further))
        )

    def _wanted(self, found: Audited, example: Example) -> str:
        """The verdict by which a record is an example; empty if it is none."""
        counts = found.verdicts
        failing = [v.value for v in (FAIL, OPEN) if counts.get((self.clause, v))]
        self.decided = self.decided or bool(failing) or bool(counts.get((self.clause, PASS)))
        if example is Example.BREACH:
            reported = [verdict for verdict in failing if (verdict, self.clause) in found.findings]
            self.repeated = self.repeated or bool(failing and not reported)
            return reported[0] if reported else ""
        passes = counts.get((self.clause, PASS)) and not failing and not counts.get((self.clause, NEEDS))
        return PASS.value if passes else ""

    def _applies(self, record: Record, example: Example) -> bool:
        """Whether the clause by itself can make the record an example."""
        known = (self.table.index, record, self.day, self.clause)
        try:
            return _may_fail(*known) if example is Example.BREACH else applies(*known)
        except UnreadableRow:
            return False

    def _audited(self, record: Record) -> Audited | None:
        return audited(self.table.index, record, self.day)

    def _minimized(self, record: Record, example: Example, wanted: str, found: Audited) -> Record:
        """The record without any row or fact that can be dropped alone."""
        allowed = found.findings

        def still(smaller: Record) -> bool:
            nonlocal allowed
            seen = self._audited(smaller) if smaller and self._applies(smaller, example) else None
            if seen is None or not seen.findings <= allowed or self._wanted(seen, example) != wanted:
                return False
            allowed = seen.findings
            return True

        for number in dict.fromkeys(row["round"] for row in record):
            others = [row for row in record if row["round"] != number]
            record = others if still(others) else record
        record = _fewest(record, still)
        facts = [(n, column) for n, row in enumerate(record) for column in row if column != "round"]

        def with_facts(some: list[tuple[int, str]]) -> Record:
            chosen = {*some}
            return [{c: v for c, v in row.items() if c == "round" or (n, c) in chosen} for n, row in enumerate(record)]

        small = with_facts(_fewest(facts, lambda some: still(with_facts(some))))
        return _fewest(small, still)  # a row of which no fact counts may be needless


def _changed(mutator: Mutator, rule: ActiveReading, rows: list[Facts]) -> Iterator[list[Facts]]:
    assembly = mutator.dealer.assembly
    rows = assembly.in_context(rows)
    for place, row in enumerate(rows[:2]):
        for changed in islice(mutator.changes(rule, row), _CHANGED):
            made = mutator.spread(rows, place, changed)
            yield assembly.bare(made) if assembly.needed else made


def _record(dealer: Dealer, rows: list[Facts], number: int) -> Record:
    made = Record()
    for seat, facts in enumerate(rows, 1):
        row: dict[str, Json] = {"round": str(number), "seat": str(facts.get("seat", seat))}
        row |= {"player": str(facts["player"])} if "player" in facts else {}
        made.append({**row, **as_record(facts, dealer.book)})
    return made


_T = TypeVar("_T")


def _fewest(items: list[_T], still: Callable[[list[_T]], bool]) -> list[_T]:
    """The items without those that can be dropped: first in large groups, then alone, until none can."""
    size = max(1, len(items) // 2)
    while True:
        place, before = 0, len(items)
        while place < len(items):
            fewer = items[:place] + items[place + size :]
            if still(fewer):
                items = fewer
            else:
                place += size
        if size == 1 and len(items) == before:
            return items
        size = max(1, size // 2)


def _renumbered(record: Record) -> Record:
    """The record with its rounds numbered from one."""
    numbers = {number: str(n) for n, number in enumerate(dict.fromkeys(row["round"] for row in record), 1)}
    return [{**row, "round": numbers[row["round"]]} for row in record]


def _ordered(row: Row) -> Row:
    """The row with its columns in a fixed order."""
    order = (*(column for column in _FIRST if column in row), *sorted(row.keys() - {*_FIRST}))
    return {column: row[column] for column in order}
