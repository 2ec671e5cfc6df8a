"""The page of lint: every code with its explanation and its findings, each linked to its provision and to the register."""

from __future__ import annotations

from pitboss.compiler.lint.lint import LintData
from pitboss.compiler.lint.lint_check import lint_checks
from pitboss.reports.site.links import Links
from pitboss.reports.site.page_data import LintView


def lint_page(data: LintData, known: Links) -> LintView:
    """The findings by code; a check that was not run is listed without findings."""
    checks = {check.code: check for check in lint_checks()}
    return {
        "codes": [
            {
                "check": checks[code],
                "findings": [{**f, "href": known.cite(f["provision"])} for f in data["findings"] if f["code"] == code],
            }
            for code in data["codes"]
        ],
        "not_run": [checks[code] for code in data["not_run"]],
        "totals": data["totals"],
    }
