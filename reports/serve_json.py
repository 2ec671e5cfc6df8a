"""Formats a check for the page of `pitboss serve`: the report `pitboss.check/1`, and how the page arranges its findings."""

from __future__ import annotations

from json import dumps

from pitboss.checker.findings.result import Result
from pitboss.checker.findings.severity import heading_of, ranked
from pitboss.reports.check_summary import counted


def serve_json(result: Result, report: str) -> str:
    """The report, which is JSON already, with, for each finding in order of severity, its position in the report, group and state."""
    position = {id(finding): n for n, finding in enumerate(result.findings)}
    order = [
        {"finding": position[id(f)], "group": heading_of(f), "state": result.state(f), "law": f.law}
        for f in ranked(result.findings)
    ]
    return f'{{"check": {report}, "order": {dumps(order)}, "summary": {dumps(counted(result).strip())}}}'
