"""A check as an in-toto statement: what was judged, by which rulebook, and with which verdicts, each by its digest.

The predicate is in-toto's own for results of tests; what it has no word for stands below `pitboss_check`, as in-toto allows.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
from typing import Any

from pitboss.checker.findings.result import Result

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
Json = dict[str, Any]


def statement(result: Result) -> Json:
    """Documents are named from the filing on, so that the same filing in another folder has the same statement."""
    tests = _tests(result)
    whole = result.filing is not None and not result.problems
    outcome = "FAILED" if tests["failedTests"] or not whole else "WARNED" if tests["warnedTests"] else "PASSED"
    papers = result.filing.documents if result.filing else ()
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
                "papers": [{"name": str(p["path"]), "digest": {"sha256": str(p["sha256"])}} for p in papers],
                "problems": len(result.problems),
                "tables": result.tables,
                "counts": dict(result.counts),
                "verdicts": {"sha256": verdicts_digest(result)},
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
            },
        },
    }


def verdicts_digest(result: Result) -> str:
    """Over every verdict, passes too, by clause, version and place, and over the findings with what they rest on."""
    places: dict[tuple[str, str, str], list[tuple[str, ...]]] = {}
    for v in result.verdicts:
        here = (v.event.id if v.event else v.name, *sorted(t.number for t in v.tables))
        places.setdefault((v.clause.id, v.clause.version, v.verdict), []).append(here)
    told = ((f.fingerprint, f.verdict, f.evidence, f.expected, f.actual, *sorted(f.tables)) for f in result.findings)
    made = hashlib.sha256(result.as_of.encode())
    for row in (*((*key, sorted(places[key])) for key in sorted(places)), *sorted(told)):
        made.update(b"\n" + json.dumps(row).encode())  # one after another: there may be a million verdicts
    return made.hexdigest()


def _tests(result: Result) -> dict[str, list[str]]:
    """Clauses by the worst that is told of them; failed is what `pitboss check` by itself exits with 1 for."""
    failed: dict[str, None] = {}
    warned: dict[str, None] = {}
    for f in result.findings:
        bad = f.verdict == "fail" or f.verdict == "needs evidence" and not f.floor
        (failed if bad else warned).update(dict.fromkeys(c.id for c in f.clauses))
    passed = [clause for clause, counts in result.by_clause if counts.get("pass")]
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
    root = posixpath.dirname(whole) if any(posixpath.normpath(name) == whole for name, _ in documents) else whole
    return [{"name": posixpath.relpath(name, root or "."), "digest": {"sha256": sha}} for name, sha in documents]
