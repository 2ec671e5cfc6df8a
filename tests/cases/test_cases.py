"""Every clause that a filing can breach has, beside its rules, a case that passes and one that fails, one value apart.

A case in `rulespecs/**/*.cases.yaml`:

    - clause: 19:47-2.22(j)/streak-pays
      as of: 2007-01-01
      filing: |
        pits: [{name: A, tables: [{number: 1, ..., decks: [[6|5]], ...}]}]
      fails at: 1:60

The value before the bar passes, the one behind it fails; the finding stands at that line and column of the failing text.
Where a day decides, it is the day that has two values: `as of: [[2006-06-05|2006-06-04]]`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.findings.result import Result, check
from pitboss.checker.read import read
from pitboss.checker.runtime.operations import Clause
from pitboss.commands.check import locator
from pitboss.rulebook import load_rulebook

ROOT = Path(__file__).parents[2]
FRAME = "submission: {id: case, licensee: Case, certifications: [{by: A. Person, role: counsel, on: 1990-01-01}]}\n"
VALUES = re.compile(r"\[\[([^|\]]*)\|([^\]]*)\]\]")
BREACHABLE = ("table", "licensee", "pit", "same", "event")


@dataclass(frozen=True)
class Case:
    clause: str
    day: str
    filing: str
    at: str
    source: str


def cases() -> list[Case]:
    found = []
    for path in sorted((ROOT / "rulespecs").rglob("*.cases.yaml")):
        for item in YAML(typ="safe").load(path.read_text("utf-8")):
            found.append(Case(item["clause"], str(item["as of"]), item["filing"], str(item["fails at"]), path.name))
    return found


def judged(case: Case, side: int, folder: Path) -> Result:
    file = folder / "filing.yaml"
    file.write_text(VALUES.sub(lambda m: m[side], case.filing) + FRAME, "utf-8")
    book, vocabulary = load_rulebook()
    source = read(file)
    filing, faults = assemble(source.documents, vocabulary)
    assert not source.problems and not faults, (source.problems, faults)
    return check("case", filing, book, vocabulary, VALUES.sub(lambda m: m[side], case.day), (), locator(source))


def told(result: Result, clause: str) -> list[str]:
    return [
        f"{f.verdict} {result.places[f.path].line}:{result.places[f.path].column}"
        for f in result.findings if any(c.id == clause for c in f.clauses)
    ]  # fmt: skip


@pytest.mark.parametrize("case", cases(), ids=lambda c: f"{c.clause}@{c.day}")
def test_case(case: Case, tmp_path: Path) -> None:
    assert len(VALUES.findall(case.filing + case.day)) == 1, "one value decides"
    lawful = judged(case, 1, tmp_path)
    assert dict(lawful.by_clause).get(case.clause, {}).get("pass"), f"passes nowhere: {told(lawful, case.clause)}"
    assert "fail" not in dict(lawful.by_clause)[case.clause]
    found = told(judged(case, 2, tmp_path), case.clause)
    if os.environ.get("REWRITE") and f"fail {case.at}" not in found and len(found) == 1:
        rewrite(case, found[0].removeprefix("fail "))
    else:
        assert f"fail {case.at}" in found


def rewrite(case: Case, at: str) -> None:
    """`REWRITE=1 pytest tests/cases` writes the places anew; read the diff."""
    path = next((ROOT / "rulespecs").rglob(case.source))
    filing = "".join(f"    {line}" for line in case.filing.splitlines(keepends=True))
    path.write_text(
        path.read_text("utf-8").replace(f"{filing}  fails at: {case.at}\n", f"{filing}  fails at: {at}\n"), "utf-8"
    )


NEVER_FAILS = {  # clauses that no filing can make fail, and why
    "19:47-2.2(a)/decks-at-least": "a count starts at 1: less is a fault of form",
    "19:47-2.10(a)/double_down_card-among": "its readings disagree on every breach, so that each is open",
    "19:47-20.9(c)/tcp_dealers_stack-among": "what is not one of the choices is a fault of form",
    "19:47-1.6(d)/craps_laid_limit.craps_laid_winnings-at-least": "its readings disagree on every breach, so that each is open",
}


def breachable() -> list[Clause]:
    runs = [c for c in load_rulebook()[0].clauses if c.scope in BREACHABLE and (c.check is not None or c.readings)]
    assert {c.id for c in runs} >= NEVER_FAILS.keys()
    return [c for c in runs if c.id not in NEVER_FAILS]


@pytest.mark.parametrize("clause", breachable(), ids=lambda c: f"{c.id}@{c.since}")
def test_every_version_has_a_case(clause: Clause) -> None:
    days = [case.day for case in cases_of().get(clause.id, ())]
    if clause.kind == "authority":  # fails on a day outside its dates
        assert days
        return
    days = [day for text in days for day in VALUES.sub(r"\1 \2", text).split()]
    assert any((clause.since or "") <= day and (clause.until is None or day < clause.until) for day in days)


def cases_of(known: dict[str, list[Case]] = {}) -> dict[str, list[Case]]:  # noqa: B006 - read once
    if not known:
        for case in cases():
            known.setdefault(case.clause, []).append(case)
    return known
