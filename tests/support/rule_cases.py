"""The cases in `rulespecs/**/*.cases.yaml`: read, judged, and compared with the place that each states.

    - clause: 19:47-2.22(j)/streak-pays
      as of: 2007-01-01
      filing: |
        pits: [{name: A, tables: [{number: 1, ..., decks: [[6|5]], ...}]}]
      fails at: 1:60

The value before the bar passes, the one behind it fails; the finding is at that line and column of the failing text.
Where the readings of the clause disagree on it, the case states `opens at`.
Where a day decides, the day has two values: `as of: [[2006-06-05|2006-06-04]]`. Where the value before the bar meets a condition
under which the clause does not apply, the case states `first: not applicable`: the clause neither passes nor fails on it. With
`first: needs evidence` the filing with the value before the bar does not show a fact that the verdict depends on. `first: no breach`
states only that it neither fails nor is open: where readers of the law and the rules agree on what is a breach, and not on whether the
provision demands anything of the other value, or on what has to be shown. What nothing can breach has a filing without a bar, and
`passes: yes`.

`rests on: [PROVISION, ...]` instead of a filing states what a clause, or each of `fields: [FIELD, ...]`, must cite.

`- of the round: [FIELD, ...]` and `- of a seat: [...]` state, as a reader of the text found, which facts a round has as a whole, and
which can differ from seat to seat: a breach of the one is listed once for a round, and what one row states of it holds for all.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.checker.read.case_text import data_of
from pitboss.compiler.model.clause_examples import VALUES as VALUES
from tests.support.product import (
    RULES,
    ClauseKind,
    CompiledRulebook,
    Filing,
    Result,
    SourceDocuments,
    assemble,
    check,
    core,
    judge,
    load_rulebook,
    locator,
    read,
)
from tests.support.soak import count

FRAME = "submission: {id: case, licensee: Case, certifications: [{by: A. Person, role: counsel, on: 1990-01-01}]}\n"
RESTS = "rests on"
OF_ROUND, OF_SEAT = "of the round", "of a seat"


@dataclass(frozen=True)
class Case:
    clause: str
    day: str
    filing: str
    verdict: str
    at: str
    source: str
    first: str = "pass"  # the verdict on the value before the bar


@cache
def items_of(path: Path) -> list[dict[str, Any]]:
    """The cases of a file as written, on filings and on rounds."""
    return list(as_yaml(path.read_text("utf-8")))


def as_yaml(text: str) -> Any:
    """The data of a text, read as filings are."""
    return data_of(text)


@cache
def case_files() -> list[Path]:
    """Every file of cases."""
    return sorted(RULES.rglob("*.cases.yaml"))


def as_stated(first: str, verdicts: set[str]) -> bool:
    """Whether the verdicts on the value before the bar are those that a case states."""
    if first == "no breach":
        return not verdicts & {"fail", "open"}
    if first == "not applicable":
        return verdicts <= {first}
    return first in verdicts and not verdicts & ({"fail"} if first == "pass" else {"pass", "fail", "open"})


def first_of(item: dict[str, Any]) -> str:
    """The verdict that a case states of the value before the bar."""
    assert item.get("first", "not applicable") in ("not applicable", "needs evidence", "no breach"), item
    return str(item.get("first", "pass"))


@dataclass(frozen=True)
class CitationCase:
    """What a clause rests on besides its own provision, as a reader of the text found it; on a day, or whenever it is in force."""

    clause: str
    day: str | None
    rests_on: tuple[str, ...]

    def lacks(self, clause: core.Clause) -> set[str]:
        """What a version does not cite, as printed or as read."""
        on = [v for v in clause.versions if self.day is None or v.in_force(date.fromisoformat(self.day))]
        cited = [{text for one in v.citations for text in (one.printed, one.reading)} for v in on]
        return {*self.rests_on} - set[str | None].intersection(*cited) if cited else {*self.rests_on}


@cache
def citation_cases() -> dict[str, list[CitationCase]]:
    found: dict[str, list[CitationCase]] = {}
    for item in (item for path in case_files() for item in items_of(path) if RESTS in item and "clause" in item):
        case = CitationCase(item["clause"], str(item["as of"]) if "as of" in item else None, tuple(item[RESTS]))
        found.setdefault(case.clause, []).append(case)
    return found


@cache
def field_citations() -> dict[str, set[str]]:
    """By field of filings: what its declaration has to cite, as a reader of the text found it."""
    items = [item for path in case_files() for item in items_of(path) if RESTS in item]
    return {field: set(item[RESTS]) for item in items for field in item.get("fields", ())}


def of_the_whole_round(field: core.Field) -> bool:
    """Whether a field belongs to no seat and no hand."""
    return {*field.owners} & {"round", "seat", "hand"} == {"round"}


@cache
def scope_cases() -> dict[str, bool]:
    """By field of a record: whether readers of the text found it to be of the round as a whole."""
    items = [item for path in case_files() for item in items_of(path)]
    return {field: key == OF_ROUND for item in items for key in (OF_ROUND, OF_SEAT) for field in item.get(key, ())}


@cache
def cases() -> list[Case]:
    """Return every case on filings of the rulebook."""
    found = []
    for path in case_files():
        for item in items_of(path):
            if {
                "round",
                RESTS,
                OF_ROUND,
                OF_SEAT,
            } & item.keys():  # tests.support.round_cases, citation_cases, scope_cases
                continue
            verdict = "pass" if "passes" in item else "open" if "opens at" in item else "fail"
            at = "" if verdict == "pass" else str(item["opens at" if verdict == "open" else "fails at"])
            found.append(
                Case(item["clause"], str(item["as of"]), item["filing"], verdict, at, path.name, first_of(item))
            )
    return found


def without_beginning(book: CompiledRulebook) -> CompiledRulebook:
    """Return the rulebook without the first day of its chapter, before which nothing is judged: clauses start on that day."""
    return replace(book, begins=None)


def read_case(case: Case, side: int, folder: Path) -> tuple[SourceDocuments, Filing, str]:
    """The documents, the filing and the day of a case, with the value before the bar (1) or the one behind it (2)."""
    file = folder / "filing.yaml"
    file.write_text(VALUES.sub(lambda m: m[side], case.filing) + FRAME, "utf-8")
    source = read(file)
    filing, faults = assemble(source.documents, load_rulebook()[1])
    assert not source.problems and not faults, (source.problems, faults)
    return source, filing, VALUES.sub(lambda m: m[side], case.day)


def judged(case: Case, side: int, folder: Path) -> Result:
    source, filing, day = read_case(case, side, folder)
    return check("case", filing, book_of(case.clause), load_rulebook()[1], day, (), locator(source))


def verdicts_of(case: Case, side: int, folder: Path) -> set[str]:
    """The verdicts of the case's clause; less work than `judged`, which also locates and explains what is found."""
    _, filing, day = read_case(case, side, folder)
    judgment = judge(filing, book_of(case.clause), day)
    return {str(v.verdict) for v in judgment.verdicts if v.clause.id == case.clause}


@cache
def book_of(clause: str) -> CompiledRulebook:
    """The rulebook by which a case of a clause is judged: that clause alone, since its verdict depends on no other clause.

    All clauses judge an authority, which is open for a filed figure on which none of them decides, and what bars, which is
    one finding with what bars in return. `make soak` judges every case by all clauses.
    """
    book = without_beginning(load_rulebook()[0])
    own = tuple(version for version in book.clauses if version.id == clause)
    whole = count(0, soak=1) or own[0].kind in (ClauseKind.AUTHORITY, ClauseKind.BARS)
    return book if whole else replace(book, clauses=own)


def reported(result: Result, clause: str) -> list[str]:
    return [
        f"{f.verdict} {result.places[f.path].line}:{result.places[f.path].column}"
        for f in result.findings if any(c.id == clause for c in f.clauses)
    ]  # fmt: skip


def check_case(case: Case, folder: Path) -> None:
    """Assert that the one value passes and the other fails, or is open, at the place that the case states."""
    assert len(VALUES.findall(case.filing + case.day)) == (case.verdict != "pass"), "one value decides"
    lawful = verdicts_of(case, 1, folder)
    assert as_stated(case.first, lawful), lawful
    if case.verdict == "pass":
        assert "open" not in lawful, lawful
        return
    found = reported(judged(case, 2, folder), case.clause)
    if os.environ.get("REWRITE") and f"{case.verdict} {case.at}" not in found and len(found) == 1:
        rewrite(case, found[0].removeprefix(f"{case.verdict} "))
    else:
        assert f"{case.verdict} {case.at}" in found


def rewrite(case: Case, at: str) -> None:
    """`REWRITE=1 pytest tests/cases` writes the places anew; read the diff."""
    path = next(RULES.rglob(case.source))
    filing = "".join(f"    {line}" for line in case.filing.splitlines(keepends=True))
    key = "opens at" if case.verdict == "open" else "fails at"
    path.write_text(
        path.read_text("utf-8").replace(f"{filing}  {key}: {case.at}\n", f"{filing}  {key}: {at}\n"), "utf-8"
    )


def cases_of(known: dict[str, list[Case]] = {}) -> dict[str, list[Case]]:  # noqa: B006 - read once
    if not known:
        for case in cases():
            known.setdefault(case.clause, []).append(case)
    return known
