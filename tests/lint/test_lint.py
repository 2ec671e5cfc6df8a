"""Each check finds the fault injected for it, at its place, and nothing else of its kind; and what it finds in the law is recorded."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from tests.lint import codes_table
from tests.support import rule_documents
from tests.support.product import (
    LawUnderLint,
    LintCheck,
    emit_catalog,
    lint_checks,
    lint_data,
    load_catalog,
    load_core,
    lower,
    problems_of,
)
from tests.support.verdicts import command

HERE = Path(__file__).parent
CHECKS = {check.code: check for check in lint_checks()}
DAY = date(2011, 6, 8)
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


def test_the_page_lists_every_code() -> None:
    text = codes_table.PAGE.read_text("utf-8")
    assert codes_table.with_table(text) == text, "run `make lint-docs`"


def test_the_law_has_no_unexplained_defect_that_odds_show() -> None:
    """The wagers for which exact odds show a defect; the golden set holds what the other checks find."""
    engine = pytest.importorskip("pitboss.compiler.odds.engine")
    book, views = load_core(), load_catalog()
    rows = [
        *engine.odds(book, DAY, ("blackjack",), ("over_under", "sevens"))["rows"],
        *engine.odds(book, DAY, ("roulette",), ("roulette_red", "roulette_straight"))["rows"],
    ]
    data = lint_data(LawUnderLint(book, views, tuple(rows), DAY.isoformat()), ["L303", "L304", "L406"])
    found = [(finding["code"], finding["provision"], finding["explained"]) for finding in data["findings"]]
    assert found == [
        ("L406", "19:47-2.17(b)1", ["ODD-2.17-c-other-side"]),
        ("L406", "19:47-5.1(e)11", ["ODD-5.2-b-other-half-not-stated"]),
    ]


def test_the_command_explains_selects_and_fails_only_if_asked() -> None:
    code, out = command("law", "lint", "--explain", "l201")
    assert (code, out.splitlines()[0]) == (0, "L201  one-sided-exclusion")
    rules = [f"--rules=tests/madeup/{folder}" for folder in ("words", "rules")]
    for fail_on, expected in (("never", 0), ("new", 1), ("any", 1)):
        code, out = command("law", "lint", *rules, "--fail-on", fail_on, "--format", "json")
        data = json.loads(out)
        assert code == expected
        found = [(f["code"], f["provision"], f["line"]) for f in data["findings"]]
        assert found == [("L407", "1:1-9.1(a)", 7), ("L201", "1:1-9.1(d)", 25)]
        assert data["not_run"] == [check.code for check in CHECKS.values() if check.needs_odds]
    assert command("law", "lint", "--select", "L999") == (2, "")


def test_sarif_suppresses_what_the_register_explains() -> None:
    run = json.loads(command("law", "lint", "--select", "L301", "--format", "sarif")[1])["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["L301"]
    assert [r["suppressions"][0]["justification"] for r in run["results"]][:1] == ["ODD-2.24-f-b-idle"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] > 1
