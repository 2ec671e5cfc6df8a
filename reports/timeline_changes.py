"""What turns in a filing over a span of days, as plain data: for the reports that tell of it."""

from __future__ import annotations

from typing import Any

from pitboss.checker.runs.timeline import Flip, Timeline


def flips(told: Timeline) -> list[dict[str, Any]]:
    """Every flip in the order of its day, with the clauses it is by and the place where it is written."""
    return [_flip(flip) for interval in told.intervals for flip in interval.flips]


def _flip(flip: Flip) -> dict[str, Any]:
    f = flip.finding
    place = flip.result.places.get(f.path)
    return {
        "day": flip.day,
        "before": flip.before,
        "after": flip.after,
        "code": f.code,
        "provisions": list(f.provisions),
        "clauses": [
            {"id": c.id, "rule": c.words, "source": c.source, "since": c.since, "basis": c.basis} for c in f.clauses
        ],
        "place": {"file": place.file, "line": place.line, "column": place.column} if place else {},
        "tables": list(flip.tables),
        "rule": f.words,
        "expected": f.expected,
        "actual": f.actual,
        "because": list(flip.because),
        "fingerprint": f.fingerprint,
    }
