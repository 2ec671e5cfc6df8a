"""A filing over a span of days as JSON: schema `pitboss.timeline/1`, the same bytes for the same input."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from pitboss.checker.runs.timeline import Interval, Timeline
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.timeline_changes import flips


def timeline_json(told: Timeline, problems: tuple[Diagnostic, ...] = ()) -> str:
    by_day: dict[str, list[dict[str, Any]]] = {}
    for flip in flips(told):
        by_day.setdefault(flip["day"], []).append(flip)
    made = {
        "schema": "pitboss.timeline/1",
        "determination": "preliminary",
        "filing": told.name,
        "from": told.first,
        "to": told.last,
        "rulebook": told.rulebook,
        "documents": [{"name": name, "sha256": digest} for name, digest in told.documents],
        "judged": list(told.judged),
        "problems": [{"code": p.code, "message": p.message, "place": str(p.place), "help": p.help} for p in problems],
        "intervals": [_interval(i, by_day.get(i.since, [])) for i in told.intervals],
        "approvals": [
            {
                "day": day,
                "what": what,
                "instrument": a.instrument,
                "provision": a.provision,
                "tables": a.tables and list(a.tables),
            }
            for day, what, a in told.approvals
        ],
    }
    return json.dumps(made, indent=2, ensure_ascii=True) + "\n"


def _interval(interval: Interval, turned: list[dict[str, Any]]) -> dict[str, Any]:
    told = interval.result.findings
    counts = Counter(f.counts_as for f in told)
    return {
        "from": interval.since,
        "to": interval.until,
        "expired": bool(interval.not_judged),
        "counts": dict(sorted(counts.items())),
        "findings": [
            {"fingerprint": f.fingerprint, "code": f.code, "verdict": f.verdict, "tables": list(f.tables)} for f in told
        ],
        "flips": turned,
    }
