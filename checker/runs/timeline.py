"""A filing over a span of days: when it stops complying, and when it complies again.

Between two days on which a clause version or an approval starts or ends nothing changes, so only those are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from pitboss.checker.filing.model import Approval, FiledTable, Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.result import Locate, Result, result_of
from pitboss.checker.judging.judge import CompiledRulebook, judge
from pitboss.checker.runtime.operations import NOT_APPLICABLE, PASS, ClauseScope
from pitboss.grammar.diagnostics import Diagnostic

ABSENT = "not in force"
_JUDGED = (ClauseScope.TABLE, ClauseScope.LICENSEE, ClauseScope.PIT, ClauseScope.SAME, ClauseScope.EVENT)


@dataclass(frozen=True, slots=True)
class Flip:
    """A finding that appears, disappears or changes its verdict on a day, and the cause."""

    day: str
    before: str  # a verdict, or that the clause was not in force
    after: str
    finding: Finding
    tables: tuple[str, ...]  # of the finding, those where it flips
    result: Result = field(repr=False)  # the one that knows the finding's places
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Interval:
    """Days on which the findings are the same; both ends are part of it."""

    since: str
    until: str
    result: Result
    flips: tuple[Flip, ...]  # on its first day
    not_judged: str = ""  # why nothing was judged: the text does not cover these days


@dataclass(frozen=True, slots=True)
class Timeline:
    name: str
    first: str
    last: str
    rulebook: str
    documents: tuple[tuple[str, str], ...]
    judged: tuple[str, ...] = ()  # the days that were judged; none where the filing cannot be read
    intervals: tuple[Interval, ...] = ()
    approvals: tuple[tuple[str, str, Approval], ...] = ()  # day, what (starts, lapses), which
    previous_problems: tuple[Diagnostic, ...] = ()  # errors of the previous filing: what is in them was not compared


def timeline(
    name: str, filing: Filing, book: CompiledRulebook, vocabulary: Vocabulary, first: str, last: str,
    documents: tuple[tuple[str, str], ...], locate: Locate, progress: Callable[[int, int], None] = lambda done, of: None,
) -> Timeline:  # fmt: skip
    """Judge a filing on every day from `first` to `last` on which its findings could change."""
    days = (first, *boundary_days(filing, book, first, last))
    intervals: list[Interval] = []
    before: _Day | None = None
    for done, day in enumerate(days):
        progress(done, len(days))
        result = result_of(name, filing, judge(filing, book, day), book, vocabulary, day, documents, locate)
        not_judged, today = "" if book.covers(day) else book.not_covered(day), _Day(result, _by_clause(result))
        # Where the text begins or ends, nothing appears and nothing disappears: the days outside are not known.
        flips = tuple(_flips(filing, book, before, today)) if before and not not_judged else ()
        before = None if not_judged else today
        if intervals and not flips and bool(intervals[-1].not_judged) == bool(not_judged):
            continue
        if intervals:
            intervals[-1] = replace(intervals[-1], until=_day_before(day))
        intervals.append(Interval(day, last, result, flips, not_judged))
    progress(len(days), len(days))
    approvals = tuple(_approvals(filing, first, last))
    judged = tuple(day for day in days if book.covers(day))
    return Timeline(name, first, last, book.digest, documents, judged, tuple(intervals), approvals)


def boundary_days(filing: Filing, book: CompiledRulebook, first: str, last: str) -> tuple[str, ...]:
    """Behind the first day: where a version that this filing can meet starts, may start or ends, and so its approvals."""
    games = {table.game for table in filing.tables}
    days: set[str | None] = {book.begins, book.expires}
    for clause in book.clauses:
        elsewhere = (
            clause.scope in (ClauseScope.TABLE, ClauseScope.SAME)
            and clause.game is not None
            and clause.game not in games
        )
        if clause.scope in _JUDGED and not elsewhere:
            days |= {clause.since, clause.until, clause.opened}
    for approval in filing.approvals:
        days |= {approval.since, approval.until}
    return tuple(sorted(day for day in days if day and first < day <= last))


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def _approvals(filing: Filing, first: str, last: str) -> Iterator[tuple[str, str, Approval]]:
    found = [(a.since, "starts", a) for a in filing.approvals] + [(a.until, "lapses", a) for a in filing.approvals]
    yield from sorted(
        ((d, w, a) for d, w, a in found if d and first < d <= last), key=lambda x: (x[0], x[1], x[2].instrument)
    )


# ---- what changes from one day to another


_Tables = tuple[FiledTable, ...]


def _by_clause(result: Result) -> dict[str, list[tuple[str, _Tables]]]:
    """Each verdict of a clause with its tables, *not applicable* included."""
    found: dict[str, list[tuple[str, _Tables]]] = {}
    for v in result.verdicts:
        found.setdefault(v.clause.id, []).append((v.verdict, v.tables))
    for exempt in result.not_applicable:
        found.setdefault(exempt.clause.id, []).append((NOT_APPLICABLE, exempt.tables))
    return found


@dataclass(frozen=True, slots=True)
class _Day:
    result: Result
    verdicts: dict[str, list[tuple[str, _Tables]]]  # by clause

    def breaches(self) -> dict[tuple[object, str], list[Finding]]:
        """Findings by the place where they are written and each table that they reach."""
        found: dict[tuple[object, str], list[Finding]] = {}
        for f in self.result.findings:
            for table in f.tables or ("",):
                found.setdefault((self.result.places.get(f.path, f.path), table), []).append(f)
        return found

    def otherwise(self, f: Finding, tables: Iterable[str]) -> str:
        """The verdict of a finding's clauses at tables where they have no finding."""
        requested = set(tables) - {""}
        verdicts = {
            verdict
            for c in f.clauses for verdict, where in self.verdicts.get(c.id, ())
            if not requested or any(table.number in requested for table in where)
        }  # fmt: skip
        return (
            ABSENT if not verdicts else NOT_APPLICABLE if PASS not in verdicts and NOT_APPLICABLE in verdicts else PASS
        )


def _flips(filing: Filing, book: CompiledRulebook, before: _Day, after: _Day) -> Iterator[Flip]:
    """Place by place and table by table; a breach that goes on under another of its clauses is the same breach."""
    old, new, day = before.breaches(), after.breaches(), after.result.as_of
    come: dict[tuple[str, str, str], tuple[Finding, list[str]]] = {}
    gone: dict[str, tuple[Finding, list[str]]] = {}
    for key in dict.fromkeys((*new, *old)):
        left = list(old.get(key, ()))
        for g in new.get(key, ()):
            ids = {c.id for c in g.clauses}
            same = [f for f in left if ids & {c.id for c in f.clauses}]
            f = min(same, key=lambda f: f.verdict != g.verdict, default=None)
            if f is not None:
                left.remove(f)
            if f is None or f.verdict != g.verdict:
                was = f.verdict if f else before.otherwise(g, key[1:])
                come.setdefault((g.fingerprint, g.verdict, was), (g, []))[1].append(key[1])
        for f in left:
            gone.setdefault(f.fingerprint, (f, []))[1].append(key[1])
    for (_, verdict, was), (g, tables) in come.items():
        where = tuple(t for t in tables if t)
        yield Flip(day, was, verdict, g, where, after.result, tuple(_because(filing, book, g, day)))
    for f, tables in gone.values():
        now, where = after.otherwise(f, tables), tuple(t for t in tables if t)
        yield Flip(day, f.verdict, now, f, where, before.result, tuple(_because(filing, book, f, day)))


def _because(filing: Filing, book: CompiledRulebook, f: Finding, day: str) -> Iterator[str]:
    """The versions of its clauses and the approvals that start or end on the day."""
    ids = {c.id for c in f.clauses}
    for clause in book.clauses:
        if clause.id in ids:
            if clause.since == day:
                yield f"{clause.id} starts"
            if clause.until == day:
                yield f"{clause.id} ends"
            if clause.opened == day and clause.since != day:
                yield f"{clause.id} may have started, and certainly has on {clause.since}"
    provisions = ids | {i.partition("/")[0] for i in ids}
    for approval in filing.approvals:
        if approval.provision in provisions and day in (approval.since, approval.until):
            yield f"approval {approval.instrument} {'starts' if day == approval.since else 'lapses'}"
