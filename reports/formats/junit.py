"""Formats a check as JUnit XML: a suite for each section, and a case for each provision at each table to which it applies.

A failed provision is a failure; missing evidence that the filing can supply, an error. A provision is skipped, with the reason, if
it is open, can only be seen on the floor, or was reported by an earlier run. An approved one passes, and the suite's output names the
instrument. The suite's properties count cases that do not apply: at thousands of tables they would be most of the file.

The time of a suite is the day whose law counts, so that equal filings give equal bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import FAIL, NEEDS, NOT_APPLICABLE, OPEN
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.formats import Context
from pitboss.reports.provision_cases import provision_cases
from pitboss.reports.remarks import remarks
from pitboss.reports.sanitize import safe

_ELEMENTS = {
    FAIL: "failure",
    NEEDS: "error",
    OPEN: "skipped",
    FLOOR: "skipped",
    "known": "skipped",
    "ignored": "skipped",
}


def junit(result: Result, context: Context) -> str:
    cases, idle = provision_cases(result), Counter[str]()
    for exempt in result.not_applicable:
        idle[exempt.clause.cite.partition("(")[0]] += exempt.places
    sections: dict[str, list[str]] = {}
    totals: dict[str, list[int]] = {}
    approved: dict[str, list[str]] = {}
    for (cite, table), (verdict, found) in cases.items():
        section = cite.partition("(")[0]
        name = f"{cite} {f'at table {_line(table)}' if table else 'for the licensee'}"
        sections.setdefault(section, []).append(_case(section, name, verdict, found, result))
        total = totals.setdefault(section, [0, 0, 0])
        for n, element in enumerate(("failure", "error", "skipped")):
            total[n] += _ELEMENTS.get(verdict) == element
        instruments = dict.fromkeys(_line(f.approval.instrument) for f in found if f.approval)
        if instruments:
            approved.setdefault(section, []).append(f"{name}: approved, {', '.join(instruments)}")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    if result.problems:
        faults = [_fault(n, p) for n, p in enumerate(result.problems, start=1)]
        lines += _suite(0, "filing", faults, [0, len(faults), 0], result, 0, [])
    if result.previous_problems:
        limits = [_limit(n, p) for n, p in enumerate(result.previous_problems, start=1)]
        lines += _suite(int(bool(result.problems)), "previous filing", limits, [0, 0, len(limits)], result, 0, [])
    for n, section in enumerate(sections, start=bool(result.problems) + bool(result.previous_problems)):
        parts = approved.get(section, [])
        lines += _suite(n, section, sections[section], totals[section], result, idle.get(section, 0), parts)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _case(section: str, name: str, verdict: str, found: list[Finding], result: Result) -> str:
    start = f'<testcase classname="{_line(section)}" name="{name}" time="0"'
    element = _ELEMENTS.get(verdict)
    if element is None:
        return f"{start}/>"
    parts = [f for f in found if result.state(f) == verdict]
    words = _line(parts[0].notice)
    if element == "skipped":
        why = {FLOOR: "to be seen on the floor", "known": f"{parts[0].verdict}, not new"}.get(verdict, verdict)
        if rule := result.ignored.get(parts[0].fingerprint):
            why = _line(f"{parts[0].verdict}, ignored until {rule.until}: {rule.reason}")
        return f'{start}><skipped message="{why}: {words}"/></testcase>'
    text = "\n\n".join("\n".join(_finding(f, result)) for f in parts)
    return f'{start}><{element} type="{verdict}" message="{words}">{text}</{element}></testcase>'


def _finding(f: Finding, result: Result) -> Iterator[str]:
    place = result.places.get(f.path)
    if place:
        yield _line(f"--> {place}")
    rows = [("notice", f.notice), ("law", f.law), ("expected", f.expected), ("actual", f.actual)]
    rows += [*(("why", w) for w in f.why), ("cure", f.cure)]
    rows += [("rule", c.source) for c in f.clauses] + [("clause", c.id) for c in f.clauses]
    for key, value in rows:
        if value:
            yield f"{key:>8}  {_line(value)}"


def _fault(n: int, p: Diagnostic) -> str:
    """Numbered, because several places may have the same finding."""
    start = f'<testcase classname="filing" name="{_line(p.code)} no. {n}" time="0">'
    text = "\n".join(_line(line) for line in (f"--> {p.place}", p.help) if line)
    return f'{start}<error type="{_line(p.code)}" message="{_line(p.message)}">{text}</error></testcase>'


def _limit(n: int, p: Diagnostic) -> str:
    start = f'<testcase classname="previous filing" name="{_line(p.code)} no. {n}" time="0">'
    return f'{start}<skipped message="{_line(p.message)} ({_line(str(p.place))})"/></testcase>'


def _suite(
    n: int, name: str, cases: list[str], totals: list[int], result: Result, idle: int, out: list[str]
) -> Iterator[str]:
    """Host and time are required attributes; they do not come from the machine."""
    failures, errors, skipped = totals
    yield (
        f'<testsuite id="{n}" package="pitboss" name="{_line(name)}" tests="{len(cases)}" failures="{failures}"'
        f' errors="{errors}" skipped="{skipped}" time="0" hostname="localhost"'
        f' timestamp="{result.as_of or "1970-01-01"}T00:00:00">'
    )
    yield "<properties>"
    rows = (
        ("filing", result.name),
        ("as of", result.as_of),
        ("rulebook", result.rulebook),
        (NOT_APPLICABLE.value, str(idle)),
        *(("remark", remark) for remark in remarks(result.filed_approvals(), len(result.previous_problems))),
    )
    for key, value in (*rows, ("determination", "preliminary")):
        yield f'<property name="{key}" value="{_line(value)}"/>'
    yield "</properties>"
    yield from cases
    yield f"<system-out>{chr(10).join(out)}</system-out>"
    yield "<system-err/>"
    yield "</testsuite>"


def _line(text: str) -> str:
    """Text that XML may contain, in elements and attributes: unprintable characters are escaped."""
    return escape(safe(text))
