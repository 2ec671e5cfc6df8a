"""A check in text ends on one screen, and begins with what is most severe."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.checker.findings.severity import VERDICTS, ranked, severity_of
from pitboss.grammar.clause_kinds import Severity
from tests.support.product import ClauseKind, FormatContext, Result, load_rulebook, render_format
from tests.support.verdicts import result

TROUBLED = str(Path(__file__).parents[2] / "examples/boardwalk-troubled")


@pytest.fixture(scope="module")
def troubled() -> Result:
    return result(TROUBLED)


def text(of: Result, **options: object) -> str:
    return render_format("text", of, FormatContext(**options))  # type: ignore[arg-type]


def test_what_nobody_can_breach_has_no_severity_and_every_severity_a_reason() -> None:
    judged = {clause.kind for clause in load_rulebook()[0].clauses}
    assert {kind for kind in ClauseKind if kind.severity} == judged
    assert all(severity.reason for severity in Severity)


def test_the_order_is_verdict_then_duty_then_tables(troubled: Result) -> None:
    keys = [
        (VERDICTS.index(f.counts_as), [*Severity].index(severity_of(f)), -len(f.tables))
        for f in ranked(troubled.findings)
    ]
    assert keys == sorted(keys) and len(set(keys)) > 15
    assert sorted(f.fingerprint for f in ranked(troubled.findings)) == sorted(f.fingerprint for f in troubled.findings)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_it_fits_one_screen(troubled: Result, width: int) -> None:
    lines = text(troubled, width=width).splitlines()
    assert len(lines) <= 55 and all(len(line) <= width for line in lines[3:-4])
    assert [int(n[1]) for line in lines if (n := re.match(r" {1,2}(\d+) ", line))] == list(range(1, 11))
    assert "tables      86 filed, 86 judged, 0 skipped" in lines and "worst       fail" in lines
    assert any(line.endswith(" --all") for line in lines)


def test_everything_is_every_finding_in_full_in_the_same_order(troubled: Result) -> None:
    everything = text(troubled, everything=True)
    assert text(troubled)[:200] not in everything
    places = [
        everything.index(f"{f.code.partition('/')[2]}: {f.notice}\n") for f in troubled.findings if f.verdict == "fail"
    ]
    assert len(places) == 57
    ordered = [f.code for f in ranked(troubled.findings) if f.verdict == "fail"]
    listed = re.findall(r"^fail \S+(?:, \S+)* (\S+): ", everything, re.M)
    assert listed == [code.partition("/")[2] for code in ordered]
    assert len(re.findall(r"^floor|^needs evidence", everything, re.M)) > 10


def test_few_findings_are_listed_in_full(troubled: Result) -> None:
    few = text(replace(troubled, findings=troubled.findings[:3]))
    assert few.count("\n      rule  ") + few.count("\n      cure  ") >= 3 and "most severe" not in few


def test_tables_without_a_verdict_are_skipped(troubled: Result) -> None:
    at_101 = [v for v in troubled.verdicts if any(t.number == "101" for t in v.tables)]
    none = [replace(v, tables=tuple(t for t in v.tables if t.number != "101")) for v in at_101]
    rest = [v for v in troubled.verdicts if v not in at_101]
    assert "86 filed, 85 judged, 1 skipped" in text(replace(troubled, verdicts=(*rest, *none)))


def test_faults_are_counted(troubled: Result) -> None:
    from tests.support.product import Diagnostic, Place

    fault = Diagnostic("E205", "no such field", Place("a.yaml", 1, 1))
    shown = text(replace(troubled, problems=(fault, fault)))
    assert "faults      2, listed above" in shown and shown.index("E205") < shown.index("faults")
