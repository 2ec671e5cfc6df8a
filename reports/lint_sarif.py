"""The findings of lint as SARIF 2.1.0: a rule for each code, a result for each finding; what the register explains is suppressed."""

from __future__ import annotations

import json

from pitboss import __version__
from pitboss.compiler.lint.lint import LintData, LintFindingData
from pitboss.compiler.lint.lint_check import LintCheck, lint_checks
from pitboss.reports.uri import address

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def lint_sarif(data: LintData) -> str:
    """`data` is `pitboss.lint/1`."""
    checks = [check for check in lint_checks() if check.code in data["codes"]]
    driver = {"name": "pitboss-lint", "semanticVersion": __version__, "rules": [_rule(check) for check in checks]}
    run = {"tool": {"driver": driver}, "results": [_result(finding) for finding in data["findings"]]}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(check: LintCheck) -> dict[str, object]:
    return {
        "id": check.code, "name": check.name, "shortDescription": {"text": check.title},
        "fullDescription": {"text": check.what}, "help": {"text": f"{check.why}\n{check.example}\n{check.remedy}"},
        "defaultConfiguration": {"level": "note"},
    }  # fmt: skip


def _result(finding: LintFindingData) -> dict[str, object]:
    known = [{"kind": "external", "justification": code} for code in finding["explained"]]
    return {
        "ruleId": finding["code"], "level": "note", "message": {"text": f"{finding['provision']}: {finding['message']}."},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": address(finding["file"])}, "region": {"startLine": max(finding["line"], 1)},
        }}],
        "suppressions": known,
    }  # fmt: skip
