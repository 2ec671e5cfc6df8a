"""Audits records of rounds: judges the rows in lots, and merges the findings of the lots in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pitboss.checker.rounds.agreement import agreeing, note_on, shared_by
from pitboss.checker.rounds.evidence import unknown_in
from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.ledger import unexplained_in_worlds
from pitboss.checker.rounds.record_format import RecordRow, UnreadableRow, entries_of
from pitboss.checker.rounds.round_findings import FindingKind, RoundFinding, findings_of
from pitboss.checker.rounds.row_evaluator import ROWS, Made, each, judge_row, stakes_in, unknown_parts
from pitboss.checker.rounds.row_files import Raw, files_of, name_of, rows_of, whole_rounds
from pitboss.checker.rounds.sequence import Sequence
from pitboss.checker.rounds.settlement import MONEY
from pitboss.checker.runtime.operations import FAIL, NEEDS, NOT_APPLICABLE, OPEN, CompiledClause, Verdict

# Whether a table, or a row without a known table, is to be judged here. None: all of them are.
Only = Callable[[str | None], bool] | None

MOST = 100_000  # findings that are listed; further ones are only counted
MOST_REASONS = 1_000  # listed reasons for rows that were set aside; a reason contains the text as written
REST = "for other reasons"


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that could not be judged, and the reason."""

    place: str
    reason: str
    text: str


@dataclass(slots=True)
class Occurrences:
    """The first place of something, and the number of times."""

    first: str
    count: int = 0


@dataclass(slots=True)
class Lot:
    """The results of consecutive rows."""

    rows: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)  # (clause, verdict) → rows
    missing: Counter[tuple[str, str]] = field(default_factory=Counter)  # (clause, missing fact) → rows
    records: Counter[tuple[str, Verdict]] = field(default_factory=Counter)  # (authority of a wager, verdict) → rows
    stakes: bool = False  # whether any row states a stake
    findings: list[RoundFinding] = field(default_factory=list)
    aside: list[Aside] = field(default_factory=list)
    rounds: int = 0
    ends: dict[str, tuple[str, str]] = field(default_factory=dict)  # the first and the last round of each table
    notes: list[tuple[str, str]] = field(default_factory=list)  # the consequence, if rows are not in sequence


class FactsKnown(NamedTuple):
    """In how many rows the clauses had all the facts that decide them: a number of clauses each."""

    in_every_row: int
    in_some_rows: int
    in_no_row: int  # to which they may apply


@dataclass(frozen=True, slots=True)
class Audit:
    name: str
    rulebook: str
    rows: int
    rounds: int
    aside: int
    reasons: tuple[tuple[str, int, str], ...]  # reason, number of rows, place of the first
    notes: tuple[tuple[str, int, str], ...]  # break in the sequence, number of rounds, place of the first
    counts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]  # clause → verdict → rows
    missing: dict[
        str, tuple[tuple[str, int], ...]
    ]  # clause that needs evidence → missing fact → rows, most frequent first
    records: tuple[
        tuple[str, Verdict, int], ...
    ]  # clause that authorizes a wager, verdict, rows with unexplained money on it
    findings: tuple[RoundFinding, ...]
    beyond: int  # findings that were counted and not listed
    clauses: dict[str, CompiledClause]

    @property
    def never_judged(self) -> tuple[str, ...]:
        """The clauses that need evidence in every row to which they may apply."""
        return tuple(c for c, each in self.counts if {verdict for verdict, _ in each} - {NOT_APPLICABLE} == {NEEDS})

    @property
    def lacking(self) -> dict[str, int]:
        """The clauses that lack a fact in some rows, and in how many."""
        return {clause: dict(each)[NEEDS] for clause, each in self.counts if NEEDS in dict(each)}

    @property
    def facts_known(self) -> FactsKnown:
        lacking, never = len(self.lacking), len(self.never_judged)
        return FactsKnown(len(self.counts) - lacking, lacking - never, never)

    @property
    def unjudged(self) -> bool:
        """Whether there was no row, or a clause that no row let be judged: no findings then do not mean that nothing is wrong."""
        return not self.rows or bool(self.never_judged)


def judge_rows(law_index: LawIndex, raws: Iterable[Raw], sequence: Sequence | None = None, only: Only = None) -> Lot:
    """Judge consecutive rows, one round at a time; each of several judges has the tables in its `only`."""
    lot, sequence = Lot(), sequence or Sequence()
    run: list[RecordRow] = []
    unread_before = sequence.unread_before  # whether an unreadable row directly precedes the run
    for raw in raws:
        row = readable(law_index, raw, alone := Lot())
        here = None if row is None else key_of(row)
        lot.stakes |= row is not None and "stake" in row.facts
        if run and here != key_of(run[0]):
            judge_round(law_index, run, lot, sequence, unread_before or row is None)
            run, unread_before = [], False
        if row is None:
            sequence.holes, unread_before = sequence.holes + 1, True
            lot.aside += alone.aside if only is None or only(None) else []
        elif only is None or only(row.table):
            run.append(row)
        else:
            unread_before = False
    if run:
        judge_round(law_index, run, lot, sequence, unread_before)
    sequence.unread_before = unread_before and not run
    return lot


def key_of(row: RecordRow) -> tuple[str, str]:
    return row.table, row.round


def judge_round(law_index: LawIndex, run: list[RecordRow], lot: Lot, sequence: Sequence, broken: bool) -> None:
    """Judge the rows of one round, together if the law of the first of them reads beyond a row."""
    active_law = law_index.active_law(run[0].table, run[0].day)
    run, apart = agreeing(run, shared_by(law_index.active_law(row.table, row.day) for row in run))
    lot.notes += [(run[0].place, note_on(name)) for name in apart]
    if isinstance(active_law, ActiveTableLaw) and active_law.reach:
        made, note = sequence.next(active_law, run, broken, sequence.holes)
        lot.notes += [(run[0].place, note)] if note else []
        for row, facts in zip(run, made, strict=True):
            judge_one(law_index, active_law, row, facts, lot)
        return
    sequence.put(None, run[0].table)
    for row in run:
        judge_alone(law_index, row, lot)


def judge_alone(law_index: LawIndex, row: RecordRow, lot: Lot) -> None:
    active_law = law_index.active_law(row.table, row.day)
    if isinstance(active_law, str):
        lot.aside.append(Aside(row.place, active_law, row.text))
    else:
        judge_one(law_index, active_law, row, each(active_law, row), lot)


def judge_one(law_index: LawIndex, active_law: ActiveTableLaw, row: RecordRow, made: Made, lot: Lot) -> None:
    lot.rows += 1
    passed(lot, row.table, row.round)
    judged = judge_row(active_law, made, stakes_in(row))
    lot.counts.update(judged.verdicts.items())
    evidence, (law, in_worlds) = active_law.evidence[judged.choice], made[judged.choice]
    for clause in (clause for clause, verdict in judged.verdicts.items() if verdict == NEEDS):
        world = judged.in_worlds[clause].index(NEEDS) if clause in judged.in_worlds else 0
        names = evidence.missing(clause, unknown_in(in_worlds[world], evidence.fields(clause)))
        lot.missing.update((clause, name) for name in names)
    moved = {wager for field in MONEY for wager, amount in entries_of(in_worlds[0], field).items() if amount}
    wagers = sorted(moved & law_index.ledger.authorities.keys())
    unexplained = [
        (wager, verdict)
        for wager, verdict in unexplained_in_worlds(law_index.ledger, law, in_worlds, ROWS, wagers, judged.in_worlds)
        if verdict in (FAIL, OPEN, NEEDS)
    ]
    lot.records.update((law_index.ledger.authorities[wager].id, verdict) for wager, verdict in unexplained)
    lot.findings += findings_of(law_index, active_law, row, made[judged.choice], judged, unexplained)


def readable(law_index: LawIndex, raw: Raw, lot: Lot) -> RecordRow | None:
    if not raw.reason:
        try:
            row = replace(law_index.form.read(raw.data, raw.place), text=raw.text)
            active_law = law_index.active_law(row.table, row.day) if "part" in row.facts else ""
            if isinstance(active_law, ActiveTableLaw) and (parts := unknown_parts(active_law, row)):
                raise UnreadableRow(f"table '{row.table}' has no part that is {parts}")
            return row
        except UnreadableRow as fault:
            lot.aside.append(Aside(raw.place, str(fault), raw.text))
            return None
    lot.aside.append(Aside(raw.place, raw.reason, raw.text))
    return None


def passed(lot: Lot, table: str, number: str) -> None:
    """The rows of a round are consecutive at its table."""
    first, last = lot.ends.get(table, (number, None))
    lot.rounds += last != number
    lot.ends[table] = (first, number)


def lots(law_index: LawIndex, path: str) -> Iterator[Lot]:
    """The row engine."""
    sequence = Sequence()
    for file in files_of(path):
        for chunk in whole_rounds(law_index.form, rows_of(file, name_of(file, path))):
            yield judge_rows(law_index, chunk, sequence)


def merged(lots: Iterable[Lot]) -> Lot:
    """Merge the results of several judges, each for its own tables, on the same rows."""
    made = Lot()
    for lot in lots:
        made.rows, made.rounds = made.rows + lot.rows, made.rounds + lot.rounds
        made.counts += lot.counts
        made.missing += lot.missing
        made.records += lot.records
        made.stakes |= lot.stakes
        made.ends |= lot.ends
        made.findings, made.aside, made.notes = (
            made.findings + lot.findings, made.aside + lot.aside, made.notes + lot.notes,
        )  # fmt: skip
    made.findings.sort(key=lambda finding: _number(finding.place))
    made.aside.sort(key=lambda aside: _number(aside.place))
    made.notes.sort(key=lambda note: _number(note[0]))
    return made


def _number(place: str) -> int:
    return int(place.rpartition(":")[2])


def audit(
    name: str,
    law_index: LawIndex,
    found: Iterable[Lot],
    aside: Callable[[Aside], object],
    progress: Callable[[str], object] = lambda words: None,
) -> Audit:
    """Merge all lots in order; a finding that concerns the whole round is reported once per round."""
    rows = rounds = beyond = put = 0
    stakes = False
    records: Counter[tuple[str, Verdict]] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    missing: Counter[tuple[str, str]] = Counter()
    listed: list[RoundFinding] = []
    reasons: dict[str, Occurrences] = {}
    last: dict[str, str] = {}
    notes: dict[str, Occurrences] = {}
    reported: set[tuple[str, ...]] = set()
    for lot in found:
        rows += lot.rows
        rounds += lot.rounds - sum(last.get(table) == first for table, (first, _) in lot.ends.items())
        last |= {table: end for table, (_, end) in lot.ends.items()}
        counts += lot.counts
        missing += lot.missing
        records += lot.records
        stakes |= lot.stakes
        for finding in lot.findings:
            if (finding.table, finding.round) not in {key[:2] for key in reported}:
                reported = set()
            if finding.repeats or finding.once in reported:
                if finding.kind == FindingKind.RECORD:
                    records[finding.clause, Verdict(finding.verdict)] -= 1
                else:
                    counts[finding.clause, finding.verdict] -= 1
                continue
            reported.add(finding.once)
            if len(listed) < MOST:
                listed.append(finding)
            else:
                beyond += 1
        for one in lot.aside:
            put += 1
            why = one.reason if one.reason in reasons or len(reasons) < MOST_REASONS else REST
            reasons.setdefault(why, Occurrences(one.place)).count += 1
            aside(one)
        for place, note in lot.notes:
            notes.setdefault(note, Occurrences(place)).count += 1
        progress(f"{rounds:,} rounds, {len(listed) + beyond:,} findings, {put:,} rows set aside")
    by_clause: dict[str, dict[str, int]] = {}
    for (clause, verdict), many in sorted(counts.items()):
        if many:
            by_clause.setdefault(clause, {})[verdict] = many
    lacks: dict[str, list[tuple[str, int]]] = {}
    for (clause, fact), many in sorted(missing.items(), key=lambda one: (-one[1], one[0])):
        lacks.setdefault(clause, []).append((fact, many))
    if not stakes:  # the record has no stake column: the stakes are missing, and not nothing
        listed = [_without_stakes(f) if f.kind == FindingKind.RECORD else f for f in listed]
        by_verdict, records = records, Counter()
        for (clause, _), many in by_verdict.items():
            records[clause, NEEDS] += many
    unexplained = tuple((clause, verdict, many) for (clause, verdict), many in sorted(records.items()) if many)
    ours = by_clause.keys() | {clause for clause, _, _ in unexplained}
    clauses = {c.id: c for c in law_index.book.clauses if c.id in ours}
    return Audit(
        name, law_index.book.digest, rows, rounds, put,
        _by_number(reasons), _by_number(notes),
        tuple((clause, tuple(each.items())) for clause, each in by_clause.items()),
        {clause: tuple(lacks[clause]) for clause in by_clause if clause in lacks},
        unexplained, tuple(listed), beyond, clauses,
    )  # fmt: skip


def _without_stakes(finding: RoundFinding) -> RoundFinding:
    return replace(finding, verdict=NEEDS, actual=f"{finding.actual}, and no row of the record states a stake")


def _by_number(found: dict[str, Occurrences]) -> tuple[tuple[str, int, str], ...]:
    most = sorted(found.items(), key=lambda one: (-one[1].count, one[0]))
    return tuple((what, each.count, each.first) for what, each in most)
