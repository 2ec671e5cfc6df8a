"""Formats a check as an unsigned in-toto statement for a signing tool; `pitboss verify` compares it with the filing later."""

from __future__ import annotations

import json

from pitboss.checker.findings.result import Result
from pitboss.checker.runs.in_toto_statement import statement
from pitboss.reports.formats import Context


def intoto(result: Result, context: Context) -> str:
    return json.dumps(statement(result), indent=2, ensure_ascii=True) + "\n"
