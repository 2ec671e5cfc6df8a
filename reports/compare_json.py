"""Two runs held against one another as JSON: schema `pitboss.compare/1`, the same bytes for the same input."""

from __future__ import annotations

import json

from pitboss.checker.runs.compare import STATES, Change, Comparison, Report, Told


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
        "code": c.told.code,
        "provisions": list(c.told.provisions),
        "rule": c.told.words,
        "tables": list(c.tables),
        "entries": list(c.points),
        "first_seen": c.first_seen,
        "because": c.why,
        "worse": c.worse,
        "counts_as_new": c.counts_as_new,
        "old": _side(c.before),
        "new": _side(c.after),
    }


def _side(told: Told | None) -> dict[str, object] | None:
    if told is None:
        return None
    return {
        "verdict": told.verdict,
        "floor": told.floor,
        "place": told.place,
        "expected": told.expected,
        "actual": told.actual,
        "fingerprint": told.fingerprint,
    }
