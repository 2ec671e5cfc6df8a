"""The result of a check: findings with their places, what was judged, and by which rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from pitboss.checker.filing.model import Filing, Path
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.approvals import met_by
from pitboss.checker.findings.findings import Finding, Key, as_one, distinct, findings
from pitboss.checker.findings.folding import NotJudged
from pitboss.checker.findings.ignore import Ignore, IgnoreUse
from pitboss.checker.findings.odds_data import FloorOdds
from pitboss.checker.judging.judge import ClauseVerdict, CompiledRulebook, Judgment, NotApplicable, judge
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, NOT_APPLICABLE, OPEN, CompiledClause
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import dataclass, field, replace

Locate = Callable[[Iterable[Path]], Mapping[Path, Place]]


@dataclass(frozen=True, slots=True)
class Against:
    """The earlier run that a result was compared with."""

    filing: str
    as_of: str
    rulebook: str
    sha256: str  # of the report itself
    cured: int
    not_comparable: int  # findings of the earlier run whose place was not judged now
    first_seen: Mapping[Key, str] = field(repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    name: str
    as_of: str
    rulebook: str  # digest
    documents: tuple[tuple[str, str], ...]  # name and sha256
    tables: int
    clauses: int  # clauses in force that the filing can be judged by
    counts: Mapping[str, int]  # verdict → clauses × places
    by_clause: tuple[tuple[str, Mapping[str, int]], ...]
    findings: tuple[Finding, ...]
    places: Mapping[Path, Place] = field(repr=False)
    problems: tuple[Diagnostic, ...] = ()
    folded: Mapping[Path, NotJudged] = field(default_factory=dict)  # path of a fault → what is not judged because of it
    verdicts: tuple[ClauseVerdict, ...] = field(default=(), repr=False)  # of every clause where it applies, passes too
    not_applicable: tuple[NotApplicable, ...] = field(default=(), repr=False)  # where clauses do not apply
    judged: tuple[CompiledClause, ...] = field(default=(), repr=False)  # the versions that were judged somewhere
    filing: Filing | None = field(default=None, repr=False)  # none: it could not be judged
    baseline: Mapping[str, str] = field(default_factory=dict)  # fingerprint → new, changed or persisting
    against: Against | None = None
    previous: tuple[tuple[str, str], ...] = ()  # name and sha256 of the previous filing's documents
    previous_problems: tuple[Diagnostic, ...] = ()  # errors of the previous filing: what is in them was not compared
    ignores: tuple[IgnoreUse, ...] = ()  # every rule that ignores findings, also one that has expired
    ignored: Mapping[str, Ignore] = field(
        default_factory=dict
    )  # fingerprint → the rule because of which it does not fail
    floor_odds: FloorOdds | None = field(default=None, repr=False)  # odds of the wagers on the floor, if requested

    def __repr__(self) -> str:
        verdicts = [f.verdict for f in self.findings]
        counts = ", ".join(f"{verdicts.count(each)} {each}" for each in dict.fromkeys(verdicts)) or "none"
        what = f"{self.tables} tables, {len(self.problems)} problems, findings: {counts}"
        return f"<Result of {self.name} as of {self.as_of}: {what}>"

    def standing(self, f: Finding) -> str:
        """The state against the earlier run: new, changed or persisting; without an earlier run everything is new."""
        return self.baseline.get(f.fingerprint, "new")

    def failing(self, verdicts: Iterable[str] = (FAIL, NEEDS)) -> tuple[Finding, ...]:
        """The findings with one of the verdicts, by default those that fail a check; not what an earlier run had or a rule ignores."""
        counted = frozenset(verdicts)
        new = (f for f in self.findings if f.counts_as in counted and self.standing(f) == "new")
        return tuple(f for f in new if f.fingerprint not in self.ignored)

    def state(self, f: Finding) -> str:
        """Its verdict as it counts; `ignored` if a rule ignores it, `known` if it would fail and an earlier run had it."""
        if f.fingerprint in self.ignored:
            return "ignored"
        return "known" if f.verdict in (FAIL, NEEDS) and self.standing(f) != "new" else f.counts_as

    def filed_approvals(self) -> dict[str, int]:
        """The number of instruments that only the filing states and verdicts rest on, of the findings that they approve, and of
        the clauses that are met because of them.
        """
        approved = [f.approval for f in self.findings if f.verdict == APPROVED]
        filed = self.filing.approvals if self.filing else ()
        met = [met_by(approval, self.verdicts, self.as_of) for approval in filed]
        instruments = sum(bool(clauses) or approval in approved for approval, clauses in zip(filed, met, strict=True))
        return {
            "instruments": instruments,
            "findings": len(approved),
            "clauses": len({c for some in met for c in some}),
        }

    def place(self, f: Finding) -> Place | None:
        """Where the finding is written in the filing; None if it is about what is absent."""
        return self.places.get(f.path)

    def since(self, f: Finding) -> str:
        """The day on which the finding first appeared, as far as the runs were compared with one another."""
        seen = self.against.first_seen if self.against else {}
        return min((seen.get(key, self.as_of) for s in f.shares for key in s.where()), default=self.as_of)


def check(
    name: str,
    filing: Filing,
    book: CompiledRulebook,
    vocabulary: Vocabulary,
    day: str,
    documents: tuple[tuple[str, str], ...],
    locate: Locate,
) -> Result:
    """Judge a filing on a day; places are located only for findings."""
    return result_of(name, filing, judge(filing, book, day), book, vocabulary, day, documents, locate)


def result_of(
    name: str,
    filing: Filing,
    judgment: Judgment,
    book: CompiledRulebook,
    vocabulary: Vocabulary,
    day: str,
    documents: tuple[tuple[str, str], ...],
    locate: Locate,
) -> Result:
    """The result of a judgment."""
    folded: dict[Path, NotJudged] = {}
    found = findings(filing, judgment, vocabulary, day, folded)
    requested = {p for f in found for p in (f.path, *(r for _, r in f.related), *(r.path for r in f.reads)) if p}
    requested |= {f.approval.path for f in found if f.approval}
    places = locate(requested) if requested else {}
    counts, by_clause = _counts(judgment)
    return Result(
        name, day, book.digest, documents, len(filing.tables), len(by_clause), counts, by_clause, _by_origin(found, places, filing), places,
        verdicts=judgment.verdicts, not_applicable=judgment.not_applicable, judged=judgment.clauses, filing=filing,
        folded=folded,
    )  # fmt: skip


def versions_of(result: Result) -> dict[str, str]:
    """Clause → which version of it was judged; events may have been judged by several."""
    found: dict[str, set[str]] = {}
    for clause in result.judged:
        found.setdefault(clause.id, set()).add(clause.version)
    return {clause: "+".join(sorted(versions)) for clause, versions in found.items()}


def _by_origin(found: tuple[Finding, ...], places: Mapping[Path, Place], filing: Filing) -> tuple[Finding, ...]:
    """Text that is written once is one breach, although it affects several tables or breaches two provisions in the same words."""
    same: dict[object, list[Finding]] = {}
    for f in found:
        related = tuple((what, places.get(path)) for what, path in f.related)
        key = (
            f.words,
            f.verdict,
            f.expected,
            f.actual,
            f.approval and f.approval.path,
            places.get(f.path, f.path),
            related,
        )
        same.setdefault(key, []).append(f)
    nowhere = Place("", 0, 0)
    order = {table.number: n for n, table in enumerate(filing.tables)}
    merged = [as_one(some) for some in same.values()]
    merged = [replace(f, tables=tuple(sorted(f.tables, key=lambda number: order[number]))) for f in merged]
    merged.sort(key=lambda f: (_RANK[f.verdict], f.floor, places.get(f.path, nowhere), f.code))
    return tuple(distinct(merged))


_RANK = {FAIL: 0, OPEN: 1, NEEDS: 2, APPROVED: 3}


def _counts(judgment: Judgment) -> tuple[dict[str, int], tuple[tuple[str, dict[str, int]], ...]]:
    """The number of places by verdict, over all clauses and for each."""
    total: Counter[str] = Counter()
    each: dict[str, Counter[str]] = {clause.id: Counter() for clause in judgment.clauses}
    places = [(v.clause, v.verdict, len(v.tables) or 1) for v in judgment.verdicts]
    places += [(exempt.clause, NOT_APPLICABLE, exempt.places) for exempt in judgment.not_applicable]
    for clause, verdict, many in places:
        total[verdict] += many
        each[clause.id][verdict] += many
    return dict(sorted(total.items())), tuple((i, dict(sorted(c.items()))) for i, c in each.items())
