"""A check as JSON: schema `pitboss.check/1`, the same bytes for the same input."""

from __future__ import annotations

import json as _json
from typing import Any

from pitboss.checker.findings import Finding
from pitboss.checker.model import Path
from pitboss.checker.result import Result
from pitboss.grammar.diagnostics import Diagnostic, Place


def json(result: Result) -> str:
    return _json.dumps(_result(result), indent=2, ensure_ascii=True) + "\n"


def _result(result: Result) -> dict[str, Any]:
    return {
        "schema": "pitboss.check/1",
        "determination": "preliminary",
        "filing": result.name,
        "as_of": result.as_of,
        "rulebook": result.rulebook,
        "documents": [{"name": name, "sha256": digest} for name, digest in result.documents],
        "tables": result.tables,
        "counts": dict(result.counts),
        "problems": [_problem(p) for p in result.problems],
        "findings": [_finding(f, result) for f in result.findings],
        "clauses": [{"clause": clause, **counts} for clause, counts in result.by_clause],
    }


def _finding(f: Finding, result: Result) -> dict[str, Any]:
    return {
        "code": f.code,
        "verdict": f.verdict,
        "provisions": list(dict.fromkeys(c.id.partition("/")[0] for c in f.clauses)),
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
    }


def _place(path: Path, result: Result) -> dict[str, Any]:
    place = result.places.get(path)
    return _where(place) if place else {}


def _where(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}


def _problem(p: Diagnostic) -> dict[str, Any]:
    return {"code": p.code, "message": p.message, **_where(p.place), "help": p.help}
