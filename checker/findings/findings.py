"""Converts verdicts to findings: one finding for each breach, with the facts it rests on and what would cure it.

This code runs only for verdicts other than a pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile

from pitboss.checker.filing.model import Approval, FiledTable, Filing, Path
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.approvals import approval_of
from pitboss.checker.findings.explanation import expectation, headline, reality, reasons, remedy, violation
from pitboss.checker.findings.folding import NotJudged, fault_behind
from pitboss.checker.findings.tracing import (
    Read,
    Watched,
    at,
    entries_off,
    part_of,
    reads_of,
    stands,
    subject_of,
    watch,
    written,
)
from pitboss.checker.findings.verified_cures import Cures
from pitboss.checker.judging.judge import ClauseVerdict, Judgment
from pitboss.checker.runtime.cures import Cure
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    OPEN,
    PASS,
    ClauseScope,
    CompiledClause,
    FactPath,
    Verdict,
)
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.quick_start import dataclass, replace, sha256

Key = tuple[str, str, str, str]

FLOOR = "floor"  # a verdict of its own: the evidence can be found only on the floor
MOST_TABLES = 4  # that a notice of violation names
UNDECIDED = "unread"
MOST_VALUES = 4  # that one finding shows of a figure
LONGEST_FORMULA = 60  # letters of a formula that it repeats


@dataclass(frozen=True, slots=True)
class Share:
    """The part of one clause in a finding. Its names survive edits elsewhere, because runs are compared by them."""

    clause: str
    scope: str
    beside: str  # the event, the pit, or the offer that nothing authorizes
    tables: tuple[str, ...]
    points: tuple[str, ...]  # entries of a payout table or a map that differ
    evidence: str

    def where(self) -> tuple[Key, ...]:
        """Keys that are stable from run to run: clause, scope, place, and one table."""
        return tuple((self.clause, self.scope, self.beside, t) for t in self.tables if self.scope != "pit") or (
            (self.clause, self.scope, self.beside, ""),
        )


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    verdict: Verdict
    clauses: tuple[CompiledClause, ...]
    tables: tuple[str, ...]
    words: str
    expected: str
    actual: str
    why: tuple[str, ...]
    cure: str
    path: Path
    related: tuple[tuple[str, Path], ...]
    reads: tuple[Read, ...]
    fingerprint: str
    evidence: str
    floor: bool = False
    approval: Approval | None = None
    shares: tuple[Share, ...] = ()
    violation: str = ""  # with {cites}, {expected} and {actual}
    steps: Cure = ()  # of which each alone cures it

    @property
    def notice(self) -> str:
        """What is wrong, where, and which provision it breaches, as in a notice of violation; else the clause in words."""
        if not self.violation:
            return self.words
        cites, several = " and ".join(self.provisions), len(self.provisions) > 1
        range_ = re.fullmatch(r"between (\S+) and (\S+)", self.expected)
        expected = f"{range_[1]} to {range_[2]}" if range_ else self.expected.removeprefix("exactly ")
        expected = expected.removesuffix(", for which the table has rows")
        if computed := re.fullmatch(r"(at least |no more than |)(.+), which is (.+)", expected):
            bound, formula, figure = computed.groups()
            expected = f"{bound}{figure}" + (f" ({formula})" if len(formula) <= LONGEST_FORMULA else "")
        allows = (
            range_
            or expected.startswith(("no more than ", "not "))
            or " or " in expected
            and self.clauses[0].kind != ClauseKind.NOTICE
        )
        expected = expected.removeprefix("one of ")
        verb = ("allow" if allows else "require") + ("" if several else "s")
        text = self.violation.format(
            cites=cites, expected=f"{cites} {verb} {expected}", actual=self.actual, requires="require it" if several else "requires it",
            prohibits="prohibit this" if several else "prohibits this", leaves="leave" if several else "leaves",
        )  # fmt: skip
        return at_tables(self.tables) + text

    @property
    def law(self) -> str:
        """The clause in words; empty if the notice repeats it."""
        return "" if self.words.removesuffix(".").casefold() in self.notice.casefold() else self.words

    @property
    def provisions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c.cite for c in self.clauses))

    @property
    def counts_as(self) -> str:
        """Its verdict; missing evidence that only the floor can give counts as a verdict of its own."""
        return FLOOR if self.floor and self.verdict == NEEDS else self.verdict


def at_tables(tables: tuple[str, ...]) -> str:
    """The beginning of a notice of violation.

    >>> at_tables(("7",)), at_tables(("7", "8", "9", "10", "11")), at_tables(())
    ('Table 7: ', 'Tables 7, 8, 9, 10 and 1 more: ', '')
    """
    if not tables:
        return ""
    more = f" and {len(tables) - MOST_TABLES} more" if len(tables) > MOST_TABLES else ""
    return f"{'Table' if len(tables) == 1 else 'Tables'} {', '.join(tables[:MOST_TABLES])}{more}: "


def findings(
    filing: Filing, judgment: Judgment, vocabulary: Vocabulary, day: str, folded: dict[Path, NotJudged] | None = None
) -> tuple[Finding, ...]:
    """Every verdict other than a pass, merged if it is one breach written in one place.

    A verdict that needs evidence only because of a fault of form is not a finding: `folded` counts it at the path of the fault.
    """
    merged: dict[tuple[object, ...], _Merged] = {}
    cures = Cures(judgment.clauses, day)
    folded = {} if folded is None else folded
    by_number = {table.number: table for table in filing.tables}
    approval_cites = frozenset(clause.cite for clause in judgment.clauses if clause.kind == ClauseKind.APPROVAL)
    for verdict in _by_group(v for v in judgment.verdicts if v.verdict != PASS):
        for each in _apart(verdict) if verdict.outliers else (verdict,):
            for finding, key in _findings_of(filing, each, vocabulary, day, approval_cites, cures):
                first = by_number.get(finding.tables[0]) if finding.tables else None
                fault = fault_behind(finding.reads, filing, first) if finding.verdict == NEEDS else None
                if fault is None:
                    if key in merged:
                        merged[key].add(finding)
                    else:
                        merged[key] = _Merged(finding)
                else:
                    count = folded.setdefault(fault, NotJudged())
                    count.clauses.add(finding.code)
                    count.tables.update(finding.tables)
    return tuple([same.one_figure() if key[:1] == (UNDECIDED,) else same.finding() for key, same in merged.items()])


def _by_group(verdicts: Iterable[ClauseVerdict]) -> Iterator[ClauseVerdict]:
    """Each verdict once for each set of tables with equal facts, in the order of the filing.

    A finding states facts that the clause does not observe, such as contradictory attestations, and where they are filed.
    """
    for _, some in groupby(verdicts, key=lambda v: (v.event.id, v.clause.id) if v.event else v.clause.scope):
        apart = [(v, group) for v in some for group in v.groups or (None,)]
        for v, group in sorted(apart, key=lambda one: one[1].number if one[1] else -1):
            if group is None or len(v.groups) == 1:
                yield v
            else:
                yield replace(v, tables=group.tables, facts=group.facts, groups=(group,))


def _apart(v: ClauseVerdict) -> Iterator[ClauseVerdict]:
    """A finding on tables that differ from the others states their own facts, not those of the first table."""
    outliers = frozenset(v.outliers)
    usual = tuple(t for t in v.tables if t not in outliers)
    value = at(usual[0].variants[0], v.clause.subject) if usual else None
    kinds: dict[int, list[FiledTable]] = {}
    for table in v.outliers:
        kinds.setdefault(id(table.variants), []).append(table)
    for some in kinds.values():
        variants = some[0].variants
        facts = next((f for f in variants if at(f, v.clause.subject) != value), variants[0])
        yield replace(v, tables=(*usual, *some), outliers=tuple(some), facts=facts)


def _findings_of(
    filing: Filing, v: ClauseVerdict, vocabulary: Vocabulary, day: str, approval_cites: frozenset[str], cures: Cures
) -> Iterator[tuple[Finding, tuple[object, ...]]]:
    """One finding for each place where the fact is written."""
    clause, facts = v.clause, watch(v)
    place = subject_of(v, facts)
    value = stands(v, place)
    expected = expectation(v, place, facts, vocabulary)
    for path, tables in _by_place(filing, v, place).items():
        first = tables[0] if tables else None
        reads, actual = reads_of(v, facts, filing, first, vocabulary), reality(v, place, value, vocabulary)
        approval, short = (
            approval_of(filing, clause, tables, place, value, day, approval_cites)
            if v.verdict == FAIL or clause.kind == ClauseKind.APPROVAL
            else (None, "")
        )
        why = (*reasons(v, reads, facts, place, filing, first, day, vocabulary), *((short,) if short else ()))
        related = _related(filing, v, place, first)
        cure = cures.verified(v, remedy(v, place, expected, reads, vocabulary, facts.notes))
        numbers = tuple(t.number for t in tables)
        made = Finding(
            clause.id, APPROVED if approval and v.verdict == FAIL else v.verdict, (clause,), numbers, headline(v, vocabulary),
            expected, actual, why, str(cure), path, related, reads,
            _fingerprint(v, first, place, path), _digest(reads), clause.floor, approval,
            (Share(clause.id, clause.scope, _place_beyond_table(v), numbers, _points(v, facts), _digest(reads, expected, actual)),),
            violation(v, reads, place, actual, vocabulary, filing, first, day), cure.steps,
        )  # fmt: skip
        yield made, _one_breach(v, made, place)


def _by_place(filing: Filing, v: ClauseVerdict, place: FactPath) -> dict[Path, list[FiledTable]]:
    if v.event:
        return {(*v.event.path, "notice"): list(v.tables)}
    found: dict[Path, list[FiledTable]] = {}
    for table in v.outliers or v.tables:
        found.setdefault(written(v, filing, table, place), []).append(table)
    return found or {written(v, filing, None, place): []}


def _related(
    filing: Filing, v: ClauseVerdict, place: FactPath, table: FiledTable | None
) -> tuple[tuple[str, Path], ...]:
    found = []
    if v.clause.kind == ClauseKind.BARS and v.verdict == FAIL:
        found.append(("the other", filing.written(table, v.clause.other)))
    if v.clause.kind == ClauseKind.REQUIRES and v.verdict == FAIL and place == v.clause.other:
        found.append(("required by", filing.written(table, v.clause.subject)))
    usual = next((t for t in v.tables if t not in v.outliers), None) if v.outliers else None
    if usual:
        found.append(("as at the others", filing.written(usual, place)))
    return tuple(found)


def _one_breach(v: ClauseVerdict, made: Finding, place: FactPath) -> tuple[object, ...]:
    """Merge findings with the same key: a bar stated from both sides, a bound stated twice, facts not filed, a figure on which
    no clause decides.
    """
    clause = v.clause
    missing = tuple(r.fact for r in made.reads if r.basis == "missing")
    if v.unread:
        return UNDECIDED, clause.id, place
    if made.verdict == NEEDS and clause.floor:
        return "floor", clause.id
    if made.verdict == NEEDS and missing and not v.outliers:
        return "needs", missing, made.path
    if clause.kind == ClauseKind.BARS:
        places = frozenset((made.path, *(path for _, path in made.related)))
        return "bars", frozenset((clause.subject, clause.other)), made.verdict, places
    if clause.kind == ClauseKind.BOUND and made.verdict == FAIL:
        return "bound", made.expected, made.actual, made.path
    return clause.id, made.verdict, made.path, v.event.id if v.event else v.name, place


class _Merged:
    """Findings of one breach, merged as they are made: a floor of thousands of tables makes thousands of one."""

    __slots__ = ("first", "several", "clauses", "reads", "tables", "why", "shares", "values", "approval")

    def __init__(self, first: Finding) -> None:
        self.first, self.several = first, False

    def add(self, f: Finding) -> None:
        first = self.first
        if not self.several:
            self.several = True
            self.clauses = {clause.id: clause for clause in first.clauses}
            self.reads = {read.fact: read for read in first.reads}
            self.tables, self.why, self.shares = (
                dict.fromkeys(first.tables),
                dict.fromkeys(first.why),
                dict.fromkeys(first.shares),
            )
            self.values, self.approval = {first.actual: None}, first.approval
        self.clauses |= {clause.id: clause for clause in f.clauses}
        self.reads |= {read.fact: read for read in f.reads}
        self.tables |= dict.fromkeys(f.tables)
        self.why |= dict.fromkeys(f.why[1:])
        self.shares |= dict.fromkeys(f.shares)
        self.values[f.actual] = None
        self.approval = self.approval or f.approval

    def finding(self) -> Finding:
        if not self.several:
            return self.first
        first, reads = self.first, tuple(self.reads.values())
        return replace(
            first, verdict=APPROVED if self.approval and first.verdict == FAIL else first.verdict, clauses=tuple(self.clauses.values()),
            tables=tuple(self.tables), why=tuple(self.why), reads=reads, evidence=_digest(reads), approval=self.approval,
            shares=tuple(self.shares),
        )  # fmt: skip

    def one_figure(self) -> Finding:
        """One field on which no clause decides, with the values that tables file of it."""
        values = tuple(self.values) if self.several else (self.first.actual,)
        shown = "; ".join(values[:MOST_VALUES]) + ("; and others" if values[MOST_VALUES:] else "")
        return replace(self.finding(), actual=shown, evidence=_hash(*values))


def as_one(same: Iterable[Finding]) -> Finding:
    """The findings of one breach as one."""
    first, *others = same
    merged = _Merged(first)
    for f in others:
        merged.add(f)
    return merged.finding()


def distinct(found: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, each with its own fingerprint."""
    seen: dict[str, int] = {}
    for f in found:
        n = seen[f.fingerprint] = seen.get(f.fingerprint, 0) + 1
        yield f if n == 1 else replace(f, fingerprint=_hash(f.fingerprint, str(n)))


def _place_beyond_table(v: ClauseVerdict) -> str:
    """The place at which a clause is judged, besides a table. The keys of tables that must agree are values, and no names."""
    return v.event.id if v.event else "" if v.clause.scope == ClauseScope.SAME else v.name


def _points(v: ClauseVerdict, facts: Watched) -> tuple[str, ...]:
    """The entries of a payout table that differ, so that another wrong entry is a different finding."""
    if v.clause.kind == ClauseKind.PAYOUT:
        return tuple(sorted({".".join(path) for path, _, _ in facts.notes}))
    return (
        tuple(sorted(entries_off(v)))
        if v.clause.kind in (ClauseKind.BOUND, ClauseKind.DERIVED) and v.verdict in (FAIL, OPEN) and not v.event
        else ()
    )


def _fingerprint(v: ClauseVerdict, table: FiledTable | None, place: FactPath, path: Path) -> str:
    """A digest of clause and named place; it does not depend on lines, values, or the order of a list."""
    own = table is not None and path[: len(table.path)] == table.path
    part = (part_of(v, place),) if part_of(v, place) else ()
    if v.event:
        where: tuple[str, ...] = ("events", v.event.id)
    elif own or path[1:2] == ("attestations",):
        where = (table.number if table else "", *place, *part)
    else:
        names = takewhile(lambda step: isinstance(step, str), path[1:])
        where = (*map(str, names), _place_beyond_table(v), *place)
    return _hash(v.clause.id, *where)


def _digest(reads: tuple[Read, ...], *more: str) -> str:
    return _hash(*(f"{'.'.join(r.fact)}={r.value}" for r in reads), *more)


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode())[:16]
