"""Formats a check as a GitLab Code Quality report: a list of issues, each with a fingerprint of its own."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TypedDict

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.reports.formats import Context
from pitboss.reports.sanitize import safe

_SEVERITIES = {FAIL: "critical", NEEDS: "major", OPEN: "minor", FLOOR: "info", APPROVED: "info"}


class _LineRange(TypedDict):
    """The lines of an issue."""

    begin: int


class _Location(TypedDict):
    """The place of an issue."""

    path: str
    lines: _LineRange


class _Issue(TypedDict):
    """An issue of a Code Quality report."""

    type: str
    check_name: str
    description: str
    categories: list[str]
    severity: str
    fingerprint: str
    location: _Location


def gitlab(result: Result, context: Context) -> str:
    issues = [_fault(p, "blocker", result) for p in result.problems]
    issues += [_fault(p, "minor", result) for p in result.previous_problems] + [
        _issue(f, result) for f in result.findings
    ]
    seen: Counter[str] = Counter()
    for issue in issues:  # of two issues with one fingerprint GitLab would show only one
        known = issue["fingerprint"]
        seen[known] += 1
        if seen[known] > 1:
            issue["fingerprint"] = _hash(known, str(seen[known]))
    return json.dumps(issues, indent=1, ensure_ascii=True) + "\n"


def _issue(f: Finding, result: Result) -> _Issue:
    stated = " ".join(filter(None, (f.notice, f.law)))
    text = f"{f.verdict} {', '.join(f.provisions)}: {stated} Expected: {f.expected}. Filed: {f.actual}."
    if f.approval:
        text += f" Approved: {f.approval.instrument}, until {f.approval.until or 'withdrawn'}."
    severity = _SEVERITIES[f.counts_as]
    if rule := result.ignored.get(f.fingerprint):
        severity, text = "info", f"{text} Ignored until {rule.until}: {rule.reason}."
    return _entry(text, f.code, f.fingerprint, severity, result.places.get(f.path), result)


def _fault(p: Diagnostic, severity: str, result: Result) -> _Issue:
    text = f"{p.message} ({p.help})" if p.help else p.message
    return _entry(text, p.code, _hash(p.code, p.place.file, p.message), severity, p.place, result)


def _entry(text: str, check: str, fingerprint: str, severity: str, place: Place | None, result: Result) -> _Issue:
    """An error in an option of the command line has no place in a file, so it is reported in the text of the filing."""
    placed = place is not None and not place.file.startswith("--")
    return {
        "type": "issue",
        "check_name": check,
        "description": safe(f"{place.cell}: {text}" if place and place.sheet else text),
        "categories": ["Compatibility"],
        "severity": severity,
        "fingerprint": fingerprint,
        "location": {
            "path": safe(place.file if place and placed else result.name),
            "lines": {"begin": place.line if place and placed else 1},
        },
    }


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:16]
