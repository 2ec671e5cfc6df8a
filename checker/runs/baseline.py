"""Reads the report of an earlier run, as `pitboss check --format json` writes it.

>>> read_report(b'{"schema": "pitboss.timeline/1"}', "old.json")
'old.json is not a report of a check: its schema is pitboss.timeline/1, not pitboss.check/1'
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from pitboss.checker.findings.findings import Share
from pitboss.checker.findings.result import Against, Result
from pitboss.checker.runs.compare import VERDICTS, Report, ReportedFinding, compare, report_of, standing
from pitboss.checker.runs.json_parts import Unfit, fitting, loaded, taken, texts_at
from pitboss.checker.runtime.operations import Verdict

_SCHEMA = "pitboss.check/1"


def read_report(raw: bytes, name: str) -> Report | str:
    """The report, or what is wrong with it."""
    try:
        data = loaded(raw)
        schema = fitting(data, dict, "it").get("schema")
        if schema != _SCHEMA:
            raise Unfit(
                f"its schema is {schema}, not {_SCHEMA}"
                if isinstance(schema, str)
                else f"it names no schema, not {_SCHEMA}"
            )
    except Unfit as fault:
        return f"{name} is not a report of a check: {fault}"
    try:
        return _report(data, hashlib.sha256(raw).hexdigest())
    except Unfit as fault:
        return f"{name} is not a report that can be compared: {fault}; write it again with pitboss check --format json"


def against(result: Result, old: Report) -> Result:
    """The result with the standing of each finding against an earlier run."""
    found = compare(old, report_of(result))
    cured = {id(c.finding) for c in found.changes if c.state == "cured"}
    lost = {id(c.finding) for c in found.changes if c.state == "not comparable" and c.after is None}
    held = Against(old.name, old.as_of, old.rulebook, old.sha256, len(cured), len(lost), found.first_seen)
    return replace(result, baseline=standing(found), against=held)


def _report(data: object, sha256: str) -> Report:
    judged = taken(data, "judged", dict)
    games = taken(judged, "tables", dict, "judged.")
    rows = taken(data, "clauses", list)
    versions = {
        taken(row, "clause", str, f"clauses[{n}]."): taken(row, "version", str, f"clauses[{n}].")
        for n, row in enumerate(rows)
    }
    as_of = taken(data, "as_of", str)
    return Report(
        taken(data, "filing", str), as_of, taken(data, "rulebook", str), sha256, not taken(data, "problems", list),
        versions, {number: game for game in games for number in texts_at(games, game, "judged.tables.")},
        frozenset(texts_at(judged, "pits", "judged.")), frozenset(texts_at(judged, "events", "judged.")),
        tuple(_finding(f, as_of, f"findings[{n}].") for n, f in enumerate(taken(data, "findings", list))),
    )  # fmt: skip


def _finding(data: object, as_of: str, at: str) -> ReportedFinding:
    clauses, place = taken(data, "clauses", list, at), taken(data, "place", dict, at)
    verdict = taken(data, "verdict", str, at)
    if verdict not in VERDICTS:
        raise Unfit(f"{at}verdict is none of {', '.join(VERDICTS)}")
    parts = taken(data, "parts", list, at)
    notice = (
        taken(data, "notice", str, at) if "notice" in fitting(data, dict, at) else ""
    )  # reports of older versions have none
    return ReportedFinding(
        taken(data, "code", str, at), Verdict(verdict), taken(data, "floor", bool, at), texts_at(data, "provisions", at),
        texts_at(data, "tables", at), ":".join(str(place[key]) for key in ("file", "line", "column") if key in place),
        taken(clauses[0], "rule", str, f"{at}clauses[0].") if clauses else "", notice, taken(data, "expected", str, at),
        taken(data, "actual", str, at), taken(data, "fingerprint", str, at),
        tuple(_share(part, as_of, f"{at}parts[{n}].") for n, part in enumerate(parts)),
    )  # fmt: skip


def _share(data: object, as_of: str, at: str) -> tuple[Share, str]:
    clause, scope, beside, evidence = (taken(data, key, str, at) for key in ("clause", "scope", "beside", "evidence"))
    first = taken(data, "first_seen", str, at) if "first_seen" in fitting(data, dict, at) else as_of
    return Share(clause, scope, beside, texts_at(data, "tables", at), texts_at(data, "points", at), evidence), first
