"""The findings of a filing that change over a span of days, as data for reports."""

from __future__ import annotations

from pitboss.checker.account.common import where
from pitboss.checker.runs.timeline import Flip, Timeline
from pitboss.reports.view_data import FlipData


def flips(timeline: Timeline) -> list[FlipData]:
    """Every flip in the order of its day, with its clauses and its place in the filing."""
    return [_flip(flip) for interval in timeline.intervals for flip in interval.flips]


def _flip(flip: Flip) -> FlipData:
    f = flip.finding
    return {
        "day": flip.day,
        "before": flip.before,
        "after": flip.after,
        "code": f.code,
        "provisions": list(f.provisions),
        "clauses": [
            {"id": c.id, "rule": c.words, "source": c.source, "since": c.since, "basis": c.basis} for c in f.clauses
        ],
        "place": where(flip.result.places.get(f.path)),
        "tables": list(flip.tables),
        "rule": f.words,
        "notice": f.notice,
        "expected": f.expected,
        "actual": f.actual,
        "because": list(flip.because),
        "fingerprint": f.fingerprint,
    }
