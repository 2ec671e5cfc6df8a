"""Each check finds the fault injected for it, at its place, and nothing else of its kind; and what it finds in the law is recorded."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint import lint_data
from pitboss.compiler.lint.lint_check import LintCheck, lint_checks
from tests.support import rule_documents
from tests.support.product import emit_catalog, lower, problems_of

HERE = Path(__file__).parent
CHECKS = {check.code: check for check in lint_checks()}
EXPECT = re.compile(r"# expect (\d+) (\S+)")


def law(text: str, with_odds: bool) -> LawUnderLint:
    problems = problems_of(rule_documents.resolved(text))
    assert not problems, problems
    resolved = rule_documents.book(text)
    book, views = lower(resolved), emit_catalog(resolved)
    if not with_odds:
        return LawUnderLint(book, views)
    odds = pytest.importorskip("pitboss.compiler.odds.engine").odds
    return LawUnderLint(book, views, tuple(odds(book, date(2006, 1, 1))["rows"]), "2006-01-01")


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_an_injected_fault_is_found_at_its_place(check: LintCheck) -> None:
    text = (HERE / "faults" / f"{check.code}.rules").read_text()
    data = lint_data(law(text, check.needs_odds), [check.code])
    assert data["codes"] == [check.code]
    found = [(finding["code"], finding["line"], finding["provision"]) for finding in data["findings"]]
    assert found == [(check.code, int(line), cite) for line, cite in EXPECT.findall(text)]
    assert all(finding["message"] and finding["hint"] for finding in data["findings"])


def test_every_code_has_a_fault_and_an_explanation() -> None:
    assert sorted(CHECKS) == sorted(path.stem for path in (HERE / "faults").glob("*.rules"))
    for check in CHECKS.values():
        assert all((check.what, check.why, check.example, check.remedy))
