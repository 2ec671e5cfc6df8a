"""A check as JSON: schema `pitboss.check/1`, the same bytes for the same input."""

from __future__ import annotations

import json as _json

from pitboss.checker.filing.model import Path
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.result import Result, versions_of
from pitboss.grammar.diagnostics import Diagnostic, Place


def json(result: Result, context: object = None) -> str:
    """The whole result, regardless of presentation options."""
    return _json.dumps(_result(result), indent=2, ensure_ascii=True) + "\n"


def _result(result: Result) -> dict[str, object]:
    versions = versions_of(result)
    return {
        "schema": "pitboss.check/1",
        "determination": "preliminary",
        "filing": result.name,
        "as_of": result.as_of,
        "rulebook": result.rulebook,
        "documents": [{"name": name, "sha256": digest} for name, digest in result.documents],
        **_against(result),
        "tables": result.tables,
        "judged": _scope_of_run(result),
        "counts": dict(result.counts),
        "problems": [_problem(p) for p in result.problems],
        **({"previous_problems": [_problem(p) for p in result.previous_problems]} if result.previous_problems else {}),
        "filed_approvals": result.filed_approvals(),
        "findings": [_finding(f, result) for f in result.findings],
        "clauses": [{"clause": c, "version": versions.get(c, ""), **counts} for c, counts in result.by_clause],
        **({"ignored": ignored_data(result.ignores)} if result.ignores else {}),
        **({"odds": result.floor_odds} if result.floor_odds is not None else {}),
    }


def _scope_of_run(result: Result) -> dict[str, object]:
    """The data with which a later run distinguishes a cured finding from one that is no longer filed."""
    games: dict[str, list[str]] = {}
    for table in result.filing.tables if result.filing else ():
        games.setdefault(table.game, []).append(table.number)
    events = [event.id for event in result.filing.events] if result.filing else []
    return {"tables": games, "pits": list(result.filing.pits) if result.filing else [], "events": events}


def _against(result: Result) -> dict[str, object]:
    a = result.against
    return {
        "baseline": {
            "filing": a.filing, "as_of": a.as_of, "rulebook": a.rulebook, "sha256": a.sha256,
            "cured": a.cured, "not_comparable": a.not_comparable,
        }
    } if a else {}  # fmt: skip


def _parts(f: Finding, result: Result) -> list[dict[str, object]]:
    """One part for each clause and set of tables with the same facts; `first_seen` is carried over from report to report."""
    made: list[dict[str, object]] = []
    for share in f.shares:
        given = {"clause": share.clause, "scope": share.scope, "beside": share.beside}
        rest = {"points": list(share.points), "evidence": share.evidence}
        days: dict[str, list[str]] = {}
        for key in share.where():
            seen = result.against.first_seen.get(key, result.as_of) if result.against else ""
            days.setdefault(seen, []).extend([key[-1]] if key[-1] else share.tables)
        for day, tables in days.items():
            made.append({**given, "tables": tables, **rest, **({"first_seen": day} if day else {})})
    return made


def _comparison(f: Finding, result: Result) -> dict[str, object]:
    if not result.against:
        return {}
    return {"baseline": result.standing(f), "first_seen": result.since(f)}


def _finding(f: Finding, result: Result) -> dict[str, object]:
    return {
        "code": f.code,
        "verdict": f.verdict,
        **_comparison(f, result),
        "provisions": list(f.provisions),
        "notice": f.notice,
        "clauses": [
            {"id": c.id, "rule": c.words, "source": c.source, "since": c.since, "basis": c.basis, "per": list(c.per)}
            for c in f.clauses
        ],
        "place": _place(f.path, result),
        "related": [{"what": what, **_place(path, result)} for what, path in f.related],
        "tables": list(f.tables),
        "expected": f.expected,
        "actual": f.actual,
        "facts": [
            {
                "fact": ".".join(r.fact),
                "name": r.name,
                "value": r.value,
                "basis": r.basis,
                "place": _place(r.path, result),
            }
            for r in f.reads
        ],
        "why": list(f.why),
        "cure": f.cure,
        "floor": f.floor,
        "approval": f.approval.instrument if f.approval else None,
        "fingerprint": f.fingerprint,
        "evidence": f.evidence,
        "parts": _parts(f, result),
    }


def _place(path: Path, result: Result) -> dict[str, object]:
    place = result.places.get(path)
    return _where(place) if place else {}


def _where(place: Place) -> dict[str, object]:
    cell = {"cell": place.cell} if place.sheet else {}
    return {"file": place.file, "line": place.line, "column": place.column, **cell}


def _problem(p: Diagnostic) -> dict[str, object]:
    return {"code": p.code, "message": p.message, **_where(p.place), "help": p.help}
