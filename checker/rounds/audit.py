"""Records of rounds → findings: rows in lots, each lot judged, and what the lots found put together in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from pitboss.checker.rounds.court import Court
from pitboss.checker.rounds.findings import RoundFinding, findings_of
from pitboss.checker.rounds.form import Row, Unreadable
from pitboss.checker.rounds.plain import judge_row
from pitboss.checker.rounds.rows import CHUNK, Raw, files_of, name_of, rows_of
from pitboss.checker.runtime import Clause

MOST = 100_000  # findings that are kept; beyond, they are counted


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that could not be judged, and why."""

    place: str
    reason: str
    text: str


@dataclass(slots=True)
class Lot:
    """What some rows that follow one another came to."""

    rows: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)  # (clause, verdict) → rows
    findings: list[RoundFinding] = field(default_factory=list)
    aside: list[Aside] = field(default_factory=list)
    rounds: int = 0
    ends: tuple[tuple[str, str], tuple[str, str]] | None = None  # table and round of the first row, and of the last


@dataclass(frozen=True, slots=True)
class Audit:
    name: str
    rulebook: str
    rows: int
    rounds: int
    aside: int
    reasons: tuple[tuple[str, int, str], ...]  # why, how many rows, where the first
    counts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]  # clause → verdict → rows
    findings: tuple[RoundFinding, ...]
    beyond: int  # findings that were counted and not kept
    clauses: dict[str, Clause]


def judge_rows(court: Court, raws: Iterable[Raw]) -> Lot:
    """Rows that follow one another, one at a time."""
    lot = Lot()
    for raw in raws:
        judge_one(court, raw, lot)
    return lot


def judge_one(court: Court, raw: Raw, lot: Lot, count: bool = True) -> None:
    row = readable(court, raw, lot)
    if row is None:
        return
    bench = court.bench(row.facts["table"], row.day)
    if isinstance(bench, str):
        lot.aside.append(Aside(raw.place, bench, raw.text))
        return
    if count:
        lot.rows += 1
        passed(lot, row.facts["table"], row.facts["round"])
    said = list(judge_row(bench, row))
    if count:
        lot.counts.update(said)
    lot.findings += findings_of(court, bench, row, said)


def readable(court: Court, raw: Raw, lot: Lot) -> Row | None:
    if not raw.reason:
        try:
            return court.form.read(raw.data, raw.place)
        except Unreadable as fault:
            lot.aside.append(Aside(raw.place, str(fault), raw.text))
            return None
    lot.aside.append(Aside(raw.place, raw.reason, raw.text))
    return None


def passed(lot: Lot, table: str, number: str) -> None:
    """Rows of one round follow one another."""
    here = (table, number)
    if lot.ends is None or lot.ends[1] != here:
        lot.rounds += 1
    lot.ends = (lot.ends[0] if lot.ends else here, here)


def lots(court: Court, path: str) -> Iterator[Lot]:
    """The plain engine."""
    for file in files_of(path):
        rows = rows_of(file, name_of(file, path))
        while chunk := list(islice(rows, CHUNK)):
            yield judge_rows(court, chunk)


def audit(
    name: str,
    court: Court,
    found: Iterable[Lot],
    aside: Callable[[Aside], Any],
    say: Callable[[str], Any] = lambda words: None,
) -> Audit:
    """All lots in order as one; what only a round decides is told once a round."""
    rows = rounds = beyond = put = 0
    counts: Counter[tuple[str, str]] = Counter()
    kept: list[RoundFinding] = []
    reasons: dict[str, list[Any]] = {}
    last: tuple[str, str] | None = None
    told: set[tuple[str, ...]] = set()
    for lot in found:
        rows += lot.rows
        rounds += lot.rounds - (lot.ends is not None and lot.ends[0] == last)
        last = lot.ends[1] if lot.ends else last
        counts += lot.counts
        for finding in lot.findings:
            if (finding.table, finding.round) not in {key[:2] for key in told}:
                told = set()
            if finding.once in told:
                counts[finding.clause, finding.verdict] -= 1
                continue
            told.add(finding.once)
            if len(kept) < MOST:
                kept.append(finding)
            else:
                beyond += 1
        for one in lot.aside:
            put += 1
            reasons.setdefault(one.reason, [0, one.place])[0] += 1
            aside(one)
        say(f"{rounds:,} rounds, {len(kept) + beyond:,} findings, {put:,} rows set aside")
    by_clause: dict[str, dict[str, int]] = {}
    for (clause, verdict), many in sorted(counts.items()):
        if many:
            by_clause.setdefault(clause, {})[verdict] = many
    clauses = {c.id: c for c in court.book.clauses if c.id in by_clause}
    return Audit(
        name, court.book.digest, rows, rounds, put,
        tuple((why, many, first) for why, (many, first) in sorted(reasons.items(), key=lambda r: (-r[1][0], r[0]))),
        tuple((clause, tuple(each.items())) for clause, each in by_clause.items()),
        tuple(kept), beyond, clauses,
    )  # fmt: skip
