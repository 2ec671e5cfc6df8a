"""SARIF for GitHub code scanning: only findings to act on.

Code scanning shows every result as an alert, whatever its `kind`, and ignores suppressions. This format is therefore the SARIF of
the check without clauses that pass, do not apply, are approved, or can only be seen on the floor; `level` distinguishes the others.
"""

from __future__ import annotations

import json

from pitboss.checker.findings.result import Result
from pitboss.reports.formats import Context
from pitboss.reports.formats.sarif import sarif

_LEVELS = {"fail": "error", "review": "warning", "open": "note"}


def code_scanning(result: Result, context: Context) -> str:
    made = json.loads(sarif(result, context))
    for run in made["runs"]:
        kept = [r for r in run["results"] if r["kind"] in _LEVELS and "suppressions" not in r]
        kept = [r for r in kept if not (r["kind"] == "review" and r["properties"]["floor"])]
        run["results"] = [r | {"level": _LEVELS[r["kind"]], "kind": "fail"} for r in kept]
    return json.dumps(made, indent=1, ensure_ascii=True) + "\n"
