"""Every dated change has its two days: the day itself, and the one before. Generated from the rulebook, none is written down.

For every version with a first or a last day, the compiled rulebook selects the version of the model on both days. For every
version with a case next to its rules, the failing text of the case fails on the first day. The day before is judged by the
basis of the start: by the older version, not at all, or open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from tests.support import rule_cases, rule_documents
from tests.support.every import by_section, every
from tests.support.product import (
    CompiledClause,
    Plan,
    assemble,
    core,
    judge,
    load_rulebook,
    lower,
    read,
    resolved_law,
    with_precedence,
)
from tests.support.product import ResolvedClause as Modelled
from tests.support.product import compiled_files as files
from tests.support.rule_cases import Case

ROOT = Path(__file__).parents[2]


def before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


@cache
def all_versions() -> dict[str, list[CompiledClause]]:
    versions: dict[str, list[CompiledClause]] = {}
    for clause in load_rulebook()[0].clauses:
        versions.setdefault(clause.id, []).append(clause)
    return versions


def versions(id: str) -> list[CompiledClause]:
    return all_versions().get(id, [])


# ---- what is selected


@cache
def modelled() -> dict[str, Modelled]:
    return {clause.id: clause for clause in resolved_law().clauses}


@cache
def dated() -> dict[str, tuple[core.Version, ...]]:
    """The versions by clause; one is divided where a clause that prevails over it starts or ends."""
    return {clause.id: clause.versions for clause in with_precedence(lower(resolved_law())).clauses}


def may_be_in_force(clause: Modelled, day: str) -> bool:
    """Before the first version, when that starts by inference, and behind the adoption of its section."""
    first, section = clause.versions[0], resolved_law().section(clause.section)
    if first.basis != "inferred" or not first.since or section is None or section.adopted is None:
        return False
    return section.adopted.isoformat() <= day < first.since.isoformat()


def changes() -> list[tuple[str, str]]:
    """(clause, day) of every start and end."""
    return list(dict.fromkeys((c.id, day) for c in load_rulebook()[0].clauses for day in (c.since, c.until) if day))


def test_the_day_and_the_day_before_select_the_version_of_the_model() -> None:
    every(changes(), selects_the_version_of_the_model)


def selects_the_version_of_the_model(change: tuple[str, str]) -> None:
    id, day = change
    for on in (before(day), day):
        plan = Plan(versions(id), on)
        expected = [v for v in dated()[id] if v.in_force(date.fromisoformat(on))]
        assert len(expected) <= 1
        chosen = plan.chosen.get(id)
        if expected:
            assert chosen is not None and id in plan.in_force
            assert (chosen.since, chosen.basis) == (
                expected[0].since and expected[0].since.isoformat(),
                expected[0].basis,
            )
            continue
        assert id not in plan.in_force
        clause = modelled()[id]
        if clause.kind == "authority":
            assert chosen is not None, "an offer without authority is always reported"
        elif may_be_in_force(clause, on):
            assert chosen is not None and chosen.since == str(clause.versions[0].since), (
                "the first version, which may have begun"
            )
        else:
            assert chosen is None


def test_there_are_changes_to_try() -> None:
    assert len(changes()) > 300
    assert {c.basis for c in load_rulebook()[0].clauses} == {"firm", "inferred", "presumed"}
    assert sum(c.until is not None for c in load_rulebook()[0].clauses) > 20


# ---- results of a case


@dataclass(frozen=True)
class Boundary:
    case: Case  # type: ignore[valid-type]
    version: CompiledClause
    older: CompiledClause | None  # whose last day is the day before

    def __str__(self) -> str:
        return f"{self.version.id}@{self.version.since}"


def boundaries() -> Iterator[Boundary]:
    """A version and its own case: one that fails on a day of the version."""
    for case in rule_cases.cases():
        found = versions(case.clause)
        failing = rule_cases.VALUES.sub(lambda m: m[2], case.day)
        for version in found:
            if version.since and version.kind != "authority" and _holds(version, failing):
                yield Boundary(case, version, next((v for v in found if v.until == version.since), None))


def _holds(version: CompiledClause, day: str) -> bool:
    return (version.since or "") <= day and (version.until is None or day < version.until)


def verdicts(case: Case, day: str, folder: Path) -> set[str]:  # type: ignore[valid-type]
    """The result of a case's failing text for its clause on a day; its events and documents have that day too."""
    text = rule_cases.VALUES.sub(lambda m: m[2], case.filing)
    text = re.sub(r"(?<=\bon: )\d{4}-\d\d-\d\d", day, text)
    file = folder / "filing.yaml"
    file.write_text(text + rule_cases.FRAME, "utf-8")
    source = read(file)
    filing, faults = assemble(source.documents, load_rulebook()[1])
    assert not source.problems and not faults, (source.problems, faults)
    judgment = judge(filing, rule_cases.book_of(case.clause), day)
    reported = [v for v in judgment.verdicts if v.clause.id == case.clause]
    known = {v.verdict for v in reported if not (v.clause.kind == "authority" and v.name)}  # no names without authority
    return known | {"not applicable" for exempt in judgment.not_applicable if exempt.clause.id == case.clause}


BOUNDARIES = by_section(boundaries(), lambda boundary: boundary.version.id)


@pytest.mark.parametrize("section", BOUNDARIES)
def test_what_fails_begins_to_fail_on_the_first_day(section: str, tmp_path: Path) -> None:
    every(BOUNDARIES[section], lambda boundary: begins_to_fail(boundary, tmp_path))


def begins_to_fail(boundary: Boundary, tmp_path: Path) -> None:
    case, version = boundary.case, boundary.version
    day = str(version.since)
    assert case.verdict in verdicts(case, day, tmp_path)
    reported = verdicts(case, before(day), tmp_path)
    if boundary.older is not None:
        assert reported == verdicts(case, boundary.older.since or before(day), tmp_path), (
            "as on any day of the older version"
        )
    elif version.opened and version.opened <= before(day):
        assert "open" in reported and "fail" not in reported, "it may have been in force already"
    else:
        assert reported == set(), "nothing was in force"


def authorities() -> Iterator[Boundary]:
    for case in rule_cases.cases():
        for version in versions(case.clause):
            if version.kind == "authority" and version.since:
                yield Boundary(
                    case, version, next((v for v in versions(case.clause) if v.until == version.since), None)
                )


def test_what_is_offered_needs_authority_until_the_first_day(tmp_path: Path) -> None:
    every(authorities(), lambda boundary: needs_authority(boundary, tmp_path))


def needs_authority(boundary: Boundary, tmp_path: Path) -> None:
    case, version = boundary.case, boundary.version
    day = str(version.since)
    assert "fail" not in verdicts(case, day, tmp_path)
    reported = verdicts(case, before(day), tmp_path)
    if boundary.older is None:
        expected = "open" if version.opened and version.opened <= before(day) else "fail"
        assert expected in reported


def test_what_fails_no_longer_fails_by_that_version_behind_its_last_day(tmp_path: Path) -> None:
    every([b for b in boundaries() if b.version.until], lambda boundary: fails_no_longer(boundary, tmp_path))


def fails_no_longer(boundary: Boundary, tmp_path: Path) -> None:
    case, until = boundary.case, str(boundary.version.until)
    assert case.verdict in verdicts(case, before(until), tmp_path)
    newer = next((v for v in versions(case.clause) if v.since == until), None)
    reported = verdicts(case, until, tmp_path)
    assert reported == (verdicts(case, str(newer.since), tmp_path) if newer else set())


# ---- a start by inference opens the time before only where nothing older is known


@pytest.mark.parametrize(
    ("older", "opened"),
    [
        ("", True),
        ("decks is at least 6 from 2002-01-01 until 2004-01-01", False),  # before a firm start nothing was in force
        ("decks is at least 6 from 2002-01-01 until 2003-01-01", False),  # nor in the gap behind it
        ('decks is at least 6 from 2002-01-01 inferred "x" until 2003-01-01', True),  # the first version alone
    ],
)
def test_only_the_first_version_may_have_been_in_force_before(older: str, opened: bool) -> None:
    text = f"""section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01 R.2000 d.1

(a)       game tiles "Tiles"
          {older or "boxes is at most 7"}
          decks is at least 4 from 2004-01-01 inferred "y"
"""
    made = files(lower(rule_documents.book(text)))["s1_1_1_1.py"]
    assert made.count("opened='2000-01-01'") == int(opened)
