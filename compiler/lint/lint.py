"""Runs the checks on a law: the findings as `pitboss.lint/1`, with the entries of the register that explain them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypedDict

from pitboss.compiler.catalog.coverage import inside
from pitboss.compiler.catalog.register_data import registered
from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_check import LintCheck, lint_checks
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model.catalog_entries import AnomalyEntry
from pitboss.compiler.model.citations import is_below, label_order, law_order

_LABEL = re.compile(r"\([a-z]+\)\d*[ivx]*")


class LintFindingData(TypedDict):
    """A finding: `explained` has the codes of the entries of the register that explain it."""

    code: str
    title: str
    provision: str
    clause: str
    file: str
    line: int
    since: str | None
    until: str | None
    message: str
    hint: str
    explained: list[str]


class LintTotals(TypedDict):
    """The findings by code, and how much of the register they find."""

    findings: int
    explained: int
    new: int
    by_code: dict[str, int]
    register_entries: int
    register_found: int


class LintData(TypedDict):
    """The document `pitboss.lint/1`."""

    schema: str
    rulebook: str
    subchapter: str | None
    codes: list[str]
    not_run: list[str]
    odds_day: str
    findings: list[LintFindingData]
    totals: LintTotals


def lint_data(law: LawUnderLint, select: Iterable[str] = (), subchapter: str | None = None) -> LintData:
    """The findings of all checks, or of the selected ones, in the law's order. A check that needs odds is not run without them."""
    wanted = set(select)
    checks = [check for check in lint_checks() if not wanted or check.code in wanted]
    able = [check for check in checks if not check.needs_odds or law.rows is not None]
    register = registered(law.catalog)
    found = [
        _data(check, finding, register)
        for check in able
        for finding in dict.fromkeys(check.find(law))
        if inside(finding.provision, subchapter)
    ]
    found.sort(key=_order)
    entries = {a.code for a in registered(law.catalog, subchapter)}
    named = {code for finding in found for code in finding["explained"]} & entries
    by_code = Counter(finding["code"] for finding in found)
    explained = sum(bool(finding["explained"]) for finding in found)
    return {
        "schema": "pitboss.lint/1", "rulebook": law.catalog.digest, "subchapter": subchapter,
        "codes": [check.code for check in able], "not_run": [check.code for check in checks if check not in able],
        "odds_day": law.odds_day, "findings": found,
        "totals": {
            "findings": len(found), "explained": explained, "new": len(found) - explained,
            "by_code": {check.code: by_code[check.code] for check in able},
            "register_entries": len(entries), "register_found": len(named),
        },
    }  # fmt: skip


def _data(check: LintCheck, finding: LintFinding, register: list[AnomalyEntry]) -> LintFindingData:
    return {
        "code": check.code, "title": check.title, "provision": finding.provision, "clause": finding.clause,
        "file": finding.place.file, "line": finding.place.line,
        "since": finding.since.isoformat() if finding.since else None,
        "until": finding.until.isoformat() if finding.until else None,
        "message": finding.message, "hint": finding.hint, "explained": list(_explaining(check, finding, register)),
    }  # fmt: skip


def _explaining(check: LintCheck, finding: LintFinding, register: list[AnomalyEntry]) -> Iterator[str]:
    """The entries of a kind that the check finds, at a provision that the finding is about."""
    for anomaly in register:
        if anomaly.kind not in check.kinds or not _quotes(anomaly, finding):
            continue
        own = _touches(anomaly.cite, finding.provision)
        named = not finding.clause or not anomaly.clauses or finding.clause in anomaly.clauses
        if (
            own
            and named
            or _names_label(anomaly, finding.provision)
            or any(_touches(anomaly.cite, cite) for cite in finding.about)
        ):
            yield anomaly.code


def _quotes(anomaly: AnomalyEntry, finding: LintFinding) -> bool:
    """Whether an entry quotes what the finding is about; one about a whole section need not quote anything."""
    printed = anomaly.printed.casefold()
    unquoted = not printed and not finding.clause
    return not finding.printed or unquoted or any(words.casefold() in printed for words in finding.printed)


def _names_label(anomaly: AnomalyEntry, provision: str) -> bool:
    """Whether an entry quotes the label of a provision of its section, such as `(a)2` in `(a)2, (a)3`."""
    section, bracket, label = provision.partition("(")
    quoted = _LABEL.findall(anomaly.printed) if anomaly.cite.partition("(")[0] == section else []
    return bracket + label in quoted


def _touches(cite: str, provision: str) -> bool:
    """Whether an entry at `cite` is about the provision: one is the other, or contains it.

    >>> _touches("1:1-2.3(a)", "1:1-2.3(a)4"), _touches("1:1-2.3", "1:1-2.3(b)"), _touches("1:1-2.3(a)", "1:1-2.3(b)")
    (True, True, False)
    """
    section, bracket, label = cite.partition("(")
    other, other_bracket, other_label = provision.partition("(")
    mine, theirs = bracket + label, other_bracket + other_label
    return section == other and (not mine or mine == theirs or is_below(theirs, mine) or is_below(mine, theirs))


def _order(finding: LintFindingData) -> tuple[object, ...]:
    section, bracket, label = finding["provision"].partition("(")
    return (
        law_order(section), label_order(bracket + label) if bracket else (), finding["code"], finding["clause"],
        finding["line"], finding["since"] or "", finding["message"],
    )  # fmt: skip
