"""A check as an in-toto statement: what was judged, by which rulebook, and with which verdicts, each by its digest.

The predicate is in-toto's own for results of tests; what it does not define is below `pitboss_check`, as in-toto allows.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import FAIL, NEEDS, PASS

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
Json = dict[str, object]


def statement(result: Result) -> Json:
    """Documents are named from the filing on, so that the same filing in another folder has the same statement."""
    tests, verdicts = _tests(result), tables_by_verdict(result)
    whole = result.filing is not None and not result.problems
    outcome = (
        "FAILED"
        if tests["failedTests"] or not whole
        else "WARNED"
        if tests["warnedTests"] or result.previous_problems
        else "PASSED"
    )
    filed_documents = result.filing.documents if result.filing else ()
    return {
        "_type": STATEMENT,
        "subject": _named(result.name, result.documents),
        "predicateType": PREDICATE,
        "predicate": {
            "result": outcome,
            "configuration": [{"name": "rulebook", "digest": {"sha256": result.rulebook}}],
            **tests,
            "pitboss_check": {
                "determination": "preliminary",
                "as_of": result.as_of,
                "previous": [{"name": name, "digest": {"sha256": sha}} for name, sha in result.previous],
                "papers": [{"name": p.name, "digest": {"sha256": p.sha256}} for p in filed_documents],
                "problems": len(result.problems),
                "tables": result.tables,
                "counts": _counts(verdicts),
                "verdicts": {"sha256": verdicts_digest(result.as_of, verdicts)},
                "findings": [
                    {
                        "fingerprint": f.fingerprint,
                        "code": f.code,
                        "verdict": f.verdict,
                        "tables": list(f.tables),
                        "evidence": f.evidence,
                    }
                    for f in result.findings
                ],
                **({"ignored": ignored_data(result.ignores)} if result.ignores else {}),
            },
        },
    }


@dataclass(frozen=True, slots=True, order=True)
class Judged:
    """A verdict of one clause version, and the event, pit, offer or group of tables that it concerns, if any."""

    clause: str
    version: str
    place: str
    verdict: str


def tables_by_verdict(result: Result) -> dict[Judged, set[str]]:
    """Return the tables of each verdict other than *not applicable*; without tables it concerns the licensee.

    This form depends on what was judged and not on which tables were evaluated together.
    """
    found: dict[Judged, set[str]] = {}
    for v in result.verdicts:
        judged = Judged(v.clause.id, v.clause.version, v.event.id if v.event else v.name, v.verdict)
        found.setdefault(judged, set()).update(t.number for t in v.tables)
    return found


def verdicts_digest(day: str, found: Mapping[Judged, set[str]]) -> str:
    """Return the SHA-256 of the day and of one JSON line per verdict, in order.

    >>> verdicts_digest("2007-01-01", {Judged("1-1.1(a)/x", "0f", "", "fail"): {"7", "12"}})[:16]
    'fd228c8e5c637c76'
    """
    digest = hashlib.sha256(day.encode())
    for j in sorted(found):
        line = json.dumps([j.clause, j.version, j.place, j.verdict, sorted(found[j])])
        digest.update(b"\n" + line.encode())
    return digest.hexdigest()


def _counts(found: Mapping[Judged, set[str]]) -> dict[str, int]:
    """Return the number of places by verdict: tables, or the licensee.

    >>> _counts({Judged("1-1.1(a)/x", "", "", "fail"): {"7", "12"}, Judged("1-1.1(b)/y", "", "", "fail"): set()})
    {'fail': 3}
    """
    counts: dict[str, int] = {}
    for judged, tables in found.items():
        counts[judged.verdict] = counts.get(judged.verdict, 0) + (len(tables) or 1)
    return dict(sorted(counts.items()))


def _tests(result: Result) -> dict[str, list[str]]:
    """Clauses by their worst finding; failed are those for which `pitboss check` exits with 1 by default."""
    failed: dict[str, None] = {}
    warned: dict[str, None] = {}
    for f in result.findings:
        bad = f.verdict == FAIL or f.verdict == NEEDS and not f.floor
        (failed if bad else warned).update(dict.fromkeys(c.id for c in f.clauses))
    passed = [clause for clause, counts in result.by_clause if counts.get(PASS)]
    return {
        "passedTests": [clause for clause in passed if clause not in failed and clause not in warned],
        "warnedTests": [clause for clause in warned if clause not in failed],
        "failedTests": list(failed),
    }


def _named(filing: str, documents: tuple[tuple[str, str], ...]) -> list[Json]:
    """
    >>> [d["name"] for d in _named("a/floor", (("a/floor/x.yaml", ""), ("a/y.csv", "")))], _named("a/f.yaml", (("a/f.yaml", "0"),))
    (['x.yaml', '../y.csv'], [{'name': 'f.yaml', 'digest': {'sha256': '0'}}])
    """
    whole = posixpath.normpath(filing)
    names = [posixpath.normpath(name) for name, _ in documents]
    root = posixpath.dirname(whole) if whole in names else whole
    if (
        ", " in filing and names and not any(name.startswith(f"{root}/") for name in names)
    ):  # several paths are one filing
        root = posixpath.commonpath([posixpath.dirname(name) for name in names])
    return [{"name": posixpath.relpath(name, root or "."), "digest": {"sha256": sha}} for name, sha in documents]
