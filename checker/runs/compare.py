"""Compares two runs: which findings are new, changed, persisting, cured, or not comparable.

Findings are compared by clause and by the name of the place, not by lines or by the order in which findings were merged.

>>> def run(day, *findings, tables=("1", "2")):
...     return Report("f", day, "d", "", True, {"c": "v"}, {t: "tiles" for t in tables}, frozenset(), frozenset(), findings)
>>> def fail(*tables):
...     share = Share("c", "table", "", tables, (), "e")
...     return ReportedFinding("c", FAIL, False, ("9.1",), tables, "f:1:1", "rule", "notice", "1", "2", "p", ((share, "2006-01-01"),))
>>> found = compare(run("2006-01-01", fail("1", "2")), run("2007-01-01", fail("1"), tables=("1",)))
>>> [(c.state, c.tables, c.first_seen, c.why) for c in found.changes]
[('persisting', ('1',), '2006-01-01', ''), ('not comparable', ('2',), '2006-01-01', 'the table is not in the new filing')]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.checker.findings.findings import FLOOR, Key, Share
from pitboss.checker.findings.result import Result, versions_of
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN, Verdict

NEW, CHANGED, PERSISTING, CURED, NOT_COMPARABLE = STATES = ("new", "changed", "persisting", "cured", "not comparable")
VERDICTS = (FAIL, OPEN, NEEDS, APPROVED)


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding, as a report contains it."""

    code: str
    verdict: Verdict
    floor: bool
    provisions: tuple[str, ...]
    tables: tuple[str, ...]
    place: str
    words: str
    notice: str
    expected: str
    actual: str
    fingerprint: str
    shares: tuple[tuple[Share, str], ...]  # each with the day on which it was first seen

    @property
    def counts_as(self) -> str:
        """As --fail-on calls it."""
        return FLOOR if self.floor and self.verdict == NEEDS else self.verdict


@dataclass(frozen=True, slots=True)
class Report:
    name: str
    as_of: str
    rulebook: str
    sha256: str  # of the report's own bytes, where it was read from a file
    whole: bool  # all of the filing could be read
    judged: Mapping[str, str]  # clause → digest of its version
    tables: Mapping[str, str]  # number → game
    pits: frozenset[str]
    events: frozenset[str]
    findings: tuple[ReportedFinding, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A finding, at the tables at which it has this state."""

    state: str
    finding: ReportedFinding  # of the new run; of the old run if the new one does not have it
    before: ReportedFinding | None
    after: ReportedFinding | None
    tables: tuple[str, ...]
    points: tuple[str, ...]
    first_seen: str
    why: str
    worse: bool

    @property
    def counts_as_new(self) -> bool:
        """Whether it is new, worse than reported, or found now and not comparable."""
        return self.state == NEW or self.worse or self.state == NOT_COMPARABLE and self.before is None


@dataclass(frozen=True, slots=True)
class Comparison:
    old: Report
    new: Report
    notes: tuple[str, ...]
    changes: tuple[Change, ...]
    first_seen: Mapping[Key, str]  # of all findings of the new run


def report_of(result: Result) -> Report:
    """The report of a run that was just made."""
    reported = tuple(
        ReportedFinding(
            f.code, f.verdict, f.floor, f.provisions, f.tables,
            str(result.places.get(f.path, "")), f.clauses[0].words, f.notice, f.expected, f.actual, f.fingerprint,
            tuple((share, result.as_of) for share in f.shares),
        )
        for f in result.findings
    )  # fmt: skip
    filing = result.filing
    return Report(
        result.name, result.as_of, result.rulebook, "", not result.problems and filing is not None, versions_of(result),
        {t.number: t.game for t in filing.tables} if filing else {}, frozenset(filing.pits if filing else ()),
        frozenset(e.id for e in filing.events) if filing else frozenset(), reported,
    )  # fmt: skip


def compare(old: Report, new: Report) -> Comparison:
    before, after = _atoms(old), _atoms(new)
    found: dict[tuple[object, ...], tuple[Change, dict[str, None], dict[str, None]]] = {}
    seen: dict[Key, str] = {}
    for key in dict.fromkeys((*after, *before)):
        was, now = before.get(key), after.get(key)
        first = min(atom.first_seen for atom in (was, now) if atom)
        if now:
            seen[key] = first
        for state, points, why, worse in _fates(key, was, now, old, new):
            for one, other in _pairs(was, now, points):
                finding = other or one
                assert finding is not None
                change = Change(state, finding, one, other, (), (), first, why, worse)
                same = (state, id(one), id(other), first, why, worse)
                _, tables, entries = found.setdefault(same, (change, {}, {}))
                # A clause on a pit or an event has no table of its own: the change names those of its finding.
                tables.update(dict.fromkeys([key[-1]] if key[-1] else finding.tables))
                entries.update(dict.fromkeys(sorted(points)))
    changes = [
        Change(c.state, c.finding, c.before, c.after, tuple(tables), tuple(points), c.first_seen, c.why, c.worse)
        for c, tables, points in found.values()
    ]
    order = {id(finding): n for n, finding in enumerate((*new.findings, *old.findings))}
    changes.sort(key=lambda c: (STATES.index(c.state), order[id(c.finding)]))
    return Comparison(old, new, tuple(_notes(old, new)), tuple(changes), seen)


def standing(found: Comparison) -> dict[str, str]:
    """Fingerprint of each finding of the new run → new, changed or persisting; the worst of the states at its tables."""
    states: dict[str, str] = {finding.fingerprint: PERSISTING for finding in found.new.findings}
    for c in found.changes:
        if c.after is not None and c.state != CURED:
            state = NEW if c.counts_as_new else CHANGED if c.state == NOT_COMPARABLE else c.state
            print_ = c.after.fingerprint
            states[print_] = min(states[print_], state, key=STATES.index)
    return states


# ---- one clause at one place


@dataclass(frozen=True, slots=True)
class _Atom:
    """The findings of one clause at one place: usually one, several if several values are filed."""

    findings: tuple[ReportedFinding, ...]
    points: tuple[frozenset[str], ...]  # of each
    evidence: frozenset[str]
    first_seen: str

    @property
    def verdict(self) -> str:
        return min((t.verdict for t in self.findings), key=VERDICTS.index)


def _atoms(report: Report) -> dict[Key, _Atom]:
    found: dict[Key, list[tuple[ReportedFinding, Share, str]]] = {}
    for finding in report.findings:
        for share, first in finding.shares:
            for key in share.where():
                found.setdefault(key, []).append((finding, share, first))
    return {
        key: _Atom(
            tuple(t for t, _, _ in parts), tuple(frozenset(s.points) for _, s, _ in parts),
            frozenset(s.evidence for _, s, _ in parts), min(first for _, _, first in parts),
        )
        for key, parts in found.items()
    }  # fmt: skip


def _pairs(
    was: _Atom | None, now: _Atom | None, points: frozenset[str]
) -> Iterator[tuple[ReportedFinding | None, ReportedFinding | None]]:
    """The findings of both runs about these points, in pairs; the last one of the shorter list is repeated."""
    sides = [
        [t for t, p in zip(a.findings, a.points, strict=True) if not points or points & p] if a else []
        for a in (was, now)
    ]
    for n in range(max(map(len, sides))):
        one, other = (side[min(n, len(side) - 1)] if side else None for side in sides)
        yield one, other


def _fates(
    key: Key, was: _Atom | None, now: _Atom | None, old: Report, new: Report
) -> Iterator[tuple[str, frozenset[str], str, bool]]:
    """State, points, reason, and whether it is worse than before."""
    nowhere: frozenset[str] = frozenset()
    if was is None or now is None:
        lack = _lack(key, old, new, "old" if was is None else "new")
        yield NOT_COMPARABLE if lack else NEW if was is None else CURED, nowhere, lack, False
        return
    worse = VERDICTS.index(now.verdict) < VERDICTS.index(was.verdict)
    before, after = nowhere.union(*was.points), nowhere.union(*now.points)
    if old.judged.get(key[0]) != new.judged.get(key[0]):
        yield NOT_COMPARABLE, nowhere, "the clause is another version", worse
    elif was.verdict != now.verdict:
        yield CHANGED, nowhere, f"was {was.verdict}", worse
    elif before and after and before != after:
        fates = (
            (NEW, after - before, "other entries of it were wrong already"),
            (CURED, before - after, "other entries of it are wrong"),
            (CHANGED, before & after, "other entries of it were or are wrong as well"),
        )
        for state, points, why in fates:
            if points:
                yield state, points, why, False
    elif was.evidence != now.evidence:
        yield CHANGED, nowhere, "on other facts", False
    else:
        yield PERSISTING, nowhere, "", False


def _lack(key: Key, old: Report, new: Report, side: str) -> str:
    """Why the run without the finding did not judge it; empty if it did."""
    clause, scope, place, table = key
    without, with_it = (old, new) if side == "old" else (new, old)
    if table and table not in without.tables:
        return f"the table is not in the {side} filing"
    if table and without.tables[table] != with_it.tables.get(table):
        return f"the table has another game in the {side} filing"
    if scope == "pit" and place not in without.pits:
        return f"the pit is not in the {side} filing"
    if scope == "event" and place not in without.events:
        return f"the event is not in the {side} filing"
    if clause not in without.judged:
        return f"the clause is not judged in the {side} run"
    if without.judged[clause] != with_it.judged.get(clause):
        return "the clause is another version"
    return "" if without.whole else f"the {side} filing could not be read as a whole"


def _notes(old: Report, new: Report) -> Iterator[str]:
    if old.as_of != new.as_of:
        yield f"the old run is as of {old.as_of or 'no day'}, the new one as of {new.as_of or 'no day'}"
    if old.rulebook != new.rulebook:
        yield f"the old run is by rulebook {old.rulebook[:12]}, the new one by {new.rulebook[:12]}"
    for side, report in (("old", old), ("new", new)):
        if not report.whole:
            yield f"the {side} filing could not be read as a whole: a finding that it lacks is not cured"
