"""The verdicts that a clause can come to, read off its structure: what a test of evaluators has to meet."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

from pitboss.grammar import tree as t
from tests.support.product import (
    Check,
    Declared,
    ResolvedClause,
    ResolvedRulebook,
    ResolvedVersion,
    interpreter,
    overriding,
)

OFFERS = ("wager", "option", "variation")
_TRUTHS = (True, False, None)
NEVER = t.Any(())  # the condition of a reading without duty


def reachable(book: ResolvedRulebook, clause: ResolvedClause) -> set[str]:
    """The verdicts that the structure of a clause admits."""
    found: set[str] = set()
    first, doubtful = clause.versions[0], doubtful_days(book, clause)
    if clause.scope == "round":
        predicate = first.checks[0].predicate
        if isinstance(predicate, Declared) and predicate.what == "irregular":
            return {"holds", "does not hold", "not judged"}
        for version in clause.versions:
            found |= {"holds", "does not hold", "not judged"} if _conditional(book, clause, version) else {"holds"}
        return found | ({"not judged"} if _gaps(clause) else set())
    if clause.kind == "authority":
        game = book.names[first.checks[0].subject.name].kind == "game"
        fails = {"fail"} if game or _gaps(clause) else set()
        return {"pass", "not applicable"} | fails | ({"open"} if doubtful else set())
    for version in clause.versions:
        found |= _of_version(book, clause, version)
    if doubtful and "fail" in _of_version(book, clause, first):
        found.add("open")
    return found


def doubtful_days(book: ResolvedRulebook, clause: ResolvedClause) -> tuple[date, date] | None:
    """The days before an inferred start on which the first version is applied."""
    first, section = clause.versions[0], book.section(clause.section)
    adopted = section.adopted if section else None
    if first.basis == "inferred" and first.since and adopted and adopted < first.since:
        return adopted, first.since
    return None


def _conditional(book: ResolvedRulebook, clause: ResolvedClause, version: ResolvedVersion) -> bool:
    return bool(version.checks[0].conditions or overridden(book, clause, version))


def overridden(book: ResolvedRulebook, clause: ResolvedClause, version: ResolvedVersion) -> list[tuple[t.Expr, ...]]:
    """The conditions of clauses that override this version on its first or its last day."""
    last = version.until - timedelta(1) if version.until else date.max
    days = (version.since or date.min, last)
    return [conditions for day in days for conditions in overriding(book, clause, version, day)]


def _gaps(clause: ResolvedClause) -> bool:
    """Whether there is a day on which no version is in force."""
    versions = clause.versions
    dated = versions[0].since is not None or versions[-1].until is not None
    return dated or any(a.until != b.since for a, b in zip(versions, versions[1:], strict=False))


def _of_version(book: ResolvedRulebook, clause: ResolvedClause, version: ResolvedVersion) -> set[str]:
    checks = [check for _, check in interpreter.readings(clause, version)]
    if clause.scope == "same":
        open_ = {"open"} if len(_different(checks)) > 1 else set()
        return {"pass", "fail", "needs evidence", "not applicable"} | open_
    found: set[str] = set()
    for check in checks:
        applies, holds = {True}, set(_TRUTHS)
        law = check.predicate
        own = [book.names[n].kind for n in (check.subject.name, check.subject.of) if n in book.names]
        if clause.game and clause.scope == "table":
            applies |= {False}
        if any(kind in OFFERS for kind in own) and not isinstance(law, t.MustOffer | t.NoticeNode):
            applies |= {False, None}
        if "equipment" in own and isinstance(law, t.ApprovalNode):
            applies |= {False, None}
        if check.conditions:
            applies |= {False, None}
        if isinstance(law, t.NoticeNode):
            applies |= {False}
            found |= set() if law.lead or law.written or law.to else {"open"}
        found |= {interpreter.verdict(a, h) for a in applies for h in holds}
    if _contradict(book, checks):
        found.discard("pass")
    if any(_adds_up(check.predicate) for check in checks):  # figures that are not filed contradict nothing
        found.discard("needs evidence")
    if any(NEVER in check.conditions for check in checks):
        found.discard("fail")
    return found | ({"open"} if len(_different(checks)) > 1 else set())


def _adds_up(law: object) -> bool:
    """Whether a field follows from the sum or product of others, without a function."""
    return isinstance(law, t.Limit) and law.mode == "follows" and isinstance(law.values[0], t.Arithmetic)


def _contradict(book: ResolvedRulebook, checks: list[Check]) -> bool:
    """Whether two readings, under the same conditions, allow one value of a field each and have none in common."""
    limits = [
        (check.subject, check.conditions, {value.value for value in check.predicate.values})
        for check in checks
        if isinstance(check.predicate, t.Limit) and check.predicate.mode == "among"
    ]
    return any(
        a[:2] == b[:2] and not a[2] & b[2] and a[0].name in book.fields and book.fields[a[0].name].type.kind == "one_of"
        for a, b in combinations([limit for limit in limits if len(checks) == len(limits)], 2)
    )


def _different(checks: list[Check]) -> list[Check]:
    """The readings with different meanings; an attestation of a clause counts in all of them."""
    found: list[Check] = []
    for check in checks:
        bare = replace(check, reading=None, ground="")
        if isinstance(bare.predicate, Declared) and bare.predicate.what == "attested":
            bare = replace(bare, predicate=replace(bare.predicate, words=""))
        if bare not in found:
            found.append(bare)
    return found
