"""A filing over a span of days as JSON: schema `pitboss.timeline/1`, the same bytes for the same input."""

from __future__ import annotations

import json
from collections import Counter

from pitboss.checker.runs.timeline import Interval, Timeline
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.flip_json import flip_data
from pitboss.reports.timeline_changes import flips
from pitboss.reports.view_data import FlipData


def timeline_json(timeline: Timeline, problems: tuple[Diagnostic, ...] = ()) -> str:
    by_day: dict[str, list[FlipData]] = {}
    for flip in flips(timeline):
        by_day.setdefault(flip["day"], []).append(flip)
    made = {
        "schema": "pitboss.timeline/1",
        "determination": "preliminary",
        "filing": timeline.name,
        "from": timeline.first,
        "to": timeline.last,
        "rulebook": timeline.rulebook,
        "documents": [{"name": name, "sha256": digest} for name, digest in timeline.documents],
        "judged": list(timeline.judged),
        "problems": [_problem(p) for p in problems],
        **(
            {"previous_problems": [_problem(p) for p in timeline.previous_problems]}
            if timeline.previous_problems
            else {}
        ),
        "intervals": [_interval(i, by_day.get(i.since, [])) for i in timeline.intervals],
        "approvals": [
            {
                "day": day,
                "what": what,
                "instrument": a.instrument,
                "provision": a.provision,
                "tables": a.tables and list(a.tables),
            }
            for day, what, a in timeline.approvals
        ],
    }
    return json.dumps(made, indent=2, ensure_ascii=True) + "\n"


def _problem(p: Diagnostic) -> dict[str, str]:
    return {"code": p.code, "message": p.message, "place": str(p.place), "help": p.help}


def _interval(interval: Interval, turned: list[FlipData]) -> dict[str, object]:
    found = interval.result.findings
    counts = Counter(f.counts_as for f in found)
    return {
        "from": interval.since,
        "to": interval.until,
        "expired": bool(interval.not_judged),
        "counts": dict(sorted(counts.items())),
        "findings": [
            {"fingerprint": f.fingerprint, "code": f.code, "verdict": f.verdict, "tables": list(f.tables)}
            for f in found
        ],
        "flips": [flip_data(flip) for flip in turned],
    }
