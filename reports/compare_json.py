"""The comparison of two runs as JSON: schema `pitboss.compare/1`, the same bytes for the same input."""

from __future__ import annotations

import json

from pitboss.checker.runs.compare import STATES, Change, Comparison, Report, ReportedFinding


def compare_json(found: Comparison) -> str:
    made = {
        "schema": "pitboss.compare/1",
        "determination": "preliminary",
        "old": _head(found.old),
        "new": _head(found.new),
        "notes": list(found.notes),
        "counts": {state: sum(c.state == state for c in found.changes) for state in STATES},
        "changes": [_change(c) for c in found.changes],
    }
    return json.dumps(made, indent=2, ensure_ascii=True) + "\n"


def _head(report: Report) -> dict[str, object]:
    return {
        "filing": report.name,
        "as_of": report.as_of,
        "rulebook": report.rulebook,
        "sha256": report.sha256,
        "read_whole": report.whole,
    }


def _change(c: Change) -> dict[str, object]:
    return {
        "state": c.state,
        "code": c.finding.code,
        "provisions": list(c.finding.provisions),
        "rule": c.finding.words,
        "notice": c.finding.notice,
        "tables": list(c.tables),
        "entries": list(c.points),
        "first_seen": c.first_seen,
        "because": c.why,
        "worse": c.worse,
        "counts_as_new": c.counts_as_new,
        "old": _side(c.before),
        "new": _side(c.after),
    }


def _side(finding: ReportedFinding | None) -> dict[str, object] | None:
    if finding is None:
        return None
    return {
        "verdict": finding.verdict,
        "floor": finding.floor,
        "place": finding.place,
        "expected": finding.expected,
        "actual": finding.actual,
        "fingerprint": finding.fingerprint,
    }
