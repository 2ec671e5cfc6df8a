"""SARIF as GitHub's code scanning reads it: what there is to act on, and nothing else.

Code scanning takes every result for an alert, whatever its `kind`, and knows no suppressions. So this is the SARIF of the check
without what passed, does not apply, is approved, or can only be seen on the floor; `level` tells the rest apart.
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
