"""Records of rounds → findings: rows in lots, each lot judged, and what the lots found put together in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from pitboss.checker.rounds.agreement import agreeing, note_on
from pitboss.checker.rounds.evidence import unknown_in
from pitboss.checker.rounds.law_index import Bench, Court
from pitboss.checker.rounds.record_format import RecordRow, UnreadableRow
from pitboss.checker.rounds.round_findings import RoundFinding, findings_of
from pitboss.checker.rounds.row_evaluator import each, judge_row, staked_in
from pitboss.checker.rounds.row_files import Raw, files_of, name_of, rows_of, whole_rounds
from pitboss.checker.rounds.sequence import Made, Sequence
from pitboss.checker.runtime.operations import NEEDS, NOT_APPLICABLE, CompiledClause

# Of a table, or of a row of which nobody knows whose it is: whether it is ours. None: all of them are.
Only = Callable[[str | None], bool] | None

MOST = 100_000  # findings that are kept; beyond, they are counted
MOST_REASONS = 1_000  # why rows are set aside, told one by one; a reason has in it what was written
REST = "for other reasons"


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that could not be judged, and why."""

    place: str
    reason: str
    text: str


@dataclass(slots=True)
class Occurrences:
    """Where something is for the first time, and how often it is."""

    first: str
    count: int = 0


@dataclass(slots=True)
class Lot:
    """What some rows that follow one another came to."""

    rows: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)  # (clause, verdict) → rows
    missing: Counter[tuple[str, str]] = field(default_factory=Counter)  # (clause, what it lacks) → rows
    findings: list[RoundFinding] = field(default_factory=list)
    aside: list[Aside] = field(default_factory=list)
    rounds: int = 0
    ends: dict[str, tuple[str, str]] = field(default_factory=dict)  # of each table the first round and the last
    notes: list[tuple[str, str]] = field(default_factory=list)  # where rows are not in sequence, what that means


@dataclass(frozen=True, slots=True)
class Audit:
    name: str
    rulebook: str
    rows: int
    rounds: int
    aside: int
    reasons: tuple[tuple[str, int, str], ...]  # why, how many rows, where the first
    notes: tuple[tuple[str, int, str], ...]  # what is not in sequence, how many rounds, where the first
    counts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]  # clause → verdict → rows
    missing: dict[str, tuple[tuple[str, int], ...]]  # clause that needs evidence → what it lacks → rows, most first
    findings: tuple[RoundFinding, ...]
    beyond: int  # findings that were counted and not kept
    clauses: dict[str, CompiledClause]

    @property
    def never_judged(self) -> tuple[str, ...]:
        """The clauses that need evidence in every row to which they may apply."""
        return tuple(c for c, each in self.counts if {verdict for verdict, _ in each} - {NOT_APPLICABLE} == {NEEDS})


def judge_rows(court: Court, raws: Iterable[Raw], sequence: Sequence | None = None, only: Only = None) -> Lot:
    """Rows that follow one another, one round at a time; of several judges each has tables that `only` it judges."""
    lot, sequence = Lot(), sequence or Sequence()
    run: list[RecordRow] = []
    beside = sequence.beside  # whether a row stands before the run that cannot be read
    for raw in raws:
        row = readable(court, raw, alone := Lot())
        here = None if row is None else key_of(row)
        if run and here != key_of(run[0]):
            judge_round(court, run, lot, sequence, beside or row is None)
            run, beside = [], False
        if row is None:
            sequence.holes, beside = sequence.holes + 1, True
            lot.aside += alone.aside if only is None or only(None) else []
        elif only is None or only(row.table):
            run.append(row)
        else:
            beside = False
    if run:
        judge_round(court, run, lot, sequence, beside)
    sequence.beside = beside and not run
    return lot


def key_of(row: RecordRow) -> tuple[str, str]:
    return row.table, row.round


def judge_round(court: Court, run: list[RecordRow], lot: Lot, sequence: Sequence, broken: bool) -> None:
    """The rows of one round, together where the law of the first of them looks beyond a row."""
    run, apart = agreeing(run, court.whole)
    lot.notes += [(run[0].place, note_on(name)) for name in apart]
    bench = court.bench(run[0].table, run[0].day)
    if isinstance(bench, Bench) and bench.reach:
        made, note = sequence.next(bench, run, broken, sequence.holes)
        lot.notes += [(run[0].place, note)] if note else []
        for row, facts in zip(run, made, strict=True):
            judge_one(court, bench, row, facts, lot)
        return
    sequence.put(None, run[0].table)
    for row in run:
        judge_alone(court, row, lot)


def judge_alone(court: Court, row: RecordRow, lot: Lot) -> None:
    bench = court.bench(row.table, row.day)
    if isinstance(bench, str):
        lot.aside.append(Aside(row.place, bench, row.text))
    else:
        judge_one(court, bench, row, tuple(each(bench, row)), lot)


def judge_one(court: Court, bench: Bench, row: RecordRow, made: Made, lot: Lot) -> None:
    lot.rows += 1
    passed(lot, row.table, row.round)
    said, choice = judge_row(bench, made, staked_in(row))
    lot.counts.update(said)
    evidence, facts = bench.evidence[choice], made[choice][1]
    for clause in (clause for clause, verdict in said if verdict == NEEDS):
        names = evidence.missing(clause, unknown_in(facts, evidence.fields(clause)))
        lot.missing.update((clause, name) for name in names)
    lot.findings += findings_of(court, bench, row, made, said)


def readable(court: Court, raw: Raw, lot: Lot) -> RecordRow | None:
    if not raw.reason:
        try:
            return replace(court.form.read(raw.data, raw.place), text=raw.text)
        except UnreadableRow as fault:
            lot.aside.append(Aside(raw.place, str(fault), raw.text))
            return None
    lot.aside.append(Aside(raw.place, raw.reason, raw.text))
    return None


def passed(lot: Lot, table: str, number: str) -> None:
    """The rows of a round follow one another at its table."""
    first, last = lot.ends.get(table, (number, None))
    lot.rounds += last != number
    lot.ends[table] = (first, number)


def lots(court: Court, path: str) -> Iterator[Lot]:
    """The plain engine."""
    sequence = Sequence()
    for file in files_of(path):
        for chunk in whole_rounds(court.form, rows_of(file, name_of(file, path))):
            yield judge_rows(court, chunk, sequence)


def merged(lots: Iterable[Lot]) -> Lot:
    """What several judges found, each at its own tables, in the same rows."""
    made = Lot()
    for lot in lots:
        made.rows, made.rounds = made.rows + lot.rows, made.rounds + lot.rounds
        made.counts += lot.counts
        made.missing += lot.missing
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
    court: Court,
    found: Iterable[Lot],
    aside: Callable[[Aside], object],
    say: Callable[[str], object] = lambda words: None,
) -> Audit:
    """All lots in order as one; what only a round decides is told once a round."""
    rows = rounds = beyond = put = 0
    counts: Counter[tuple[str, str]] = Counter()
    missing: Counter[tuple[str, str]] = Counter()
    kept: list[RoundFinding] = []
    reasons: dict[str, Occurrences] = {}
    last: dict[str, str] = {}
    notes: dict[str, Occurrences] = {}
    told: set[tuple[str, ...]] = set()
    for lot in found:
        rows += lot.rows
        rounds += lot.rounds - sum(last.get(table) == first for table, (first, _) in lot.ends.items())
        last |= {table: end for table, (_, end) in lot.ends.items()}
        counts += lot.counts
        missing += lot.missing
        for finding in lot.findings:
            if (finding.table, finding.round) not in {key[:2] for key in told}:
                told = set()
            if finding.repeats or finding.once in told:
                counts[finding.clause, finding.verdict] -= 1
                continue
            told.add(finding.once)
            if len(kept) < MOST:
                kept.append(finding)
            else:
                beyond += 1
        for one in lot.aside:
            put += 1
            why = one.reason if one.reason in reasons or len(reasons) < MOST_REASONS else REST
            reasons.setdefault(why, Occurrences(one.place)).count += 1
            aside(one)
        for place, note in lot.notes:
            notes.setdefault(note, Occurrences(place)).count += 1
        say(f"{rounds:,} rounds, {len(kept) + beyond:,} findings, {put:,} rows set aside")
    by_clause: dict[str, dict[str, int]] = {}
    for (clause, verdict), many in sorted(counts.items()):
        if many:
            by_clause.setdefault(clause, {})[verdict] = many
    lacks: dict[str, list[tuple[str, int]]] = {}
    for (clause, name), many in sorted(missing.items(), key=lambda one: (-one[1], one[0])):
        lacks.setdefault(clause, []).append((name, many))
    clauses = {c.id: c for c in court.book.clauses if c.id in by_clause}
    return Audit(
        name, court.book.digest, rows, rounds, put,
        _by_number(reasons), _by_number(notes),
        tuple((clause, tuple(each.items())) for clause, each in by_clause.items()),
        {clause: tuple(lacks[clause]) for clause in by_clause if clause in lacks}, tuple(kept), beyond, clauses,
    )  # fmt: skip


def _by_number(found: dict[str, Occurrences]) -> tuple[tuple[str, int, str], ...]:
    most = sorted(found.items(), key=lambda one: (-one[1].count, one[0]))
    return tuple((what, each.count, each.first) for what, each in most)
