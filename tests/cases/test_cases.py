"""Every clause that a filing can breach has, with its rules, a case that passes and one that fails, one value apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.every import by_section, every
from tests.support.product import CompiledClause, filing_terms, load_core, load_rulebook
from tests.support.rule_cases import (
    VALUES,
    cases,
    cases_of,
    check_case,
    citation_cases,
    field_citations,
    of_the_whole_round,
    scope_cases,
)

BREACHABLE = ("table", "licensee", "pit", "same", "event")


CASES = by_section(cases(), lambda case: case.clause)


@pytest.mark.parametrize("section", CASES)
def test_cases_of_the_section(section: str, tmp_path: Path) -> None:
    every(CASES[section], lambda case: check_case(case, tmp_path), lambda case: f"{case.clause}@{case.day}")


def test_clauses_cite_what_they_rest_on() -> None:
    clauses = {clause.id: clause for clause in load_core().clauses}
    assert citation_cases()
    lacking = [(case, case.lacks(clauses[id])) for id, some in citation_cases().items() for case in some]
    assert [(case, what) for case, what in lacking if what] == []


def test_fields_cite_what_they_rest_on() -> None:
    fields = filing_terms(load_core()).fields
    assert field_citations()
    assert [name for name, cited in field_citations().items() if not cited <= {*fields[name].elsewhere}] == []


def test_fields_are_of_the_round_or_of_a_seat() -> None:
    fields = load_core().fields
    assert {*scope_cases().values()} == {True, False}
    assert [name for name, of_round in scope_cases().items() if of_the_whole_round(fields[name]) != of_round] == []


NEVER_FAILS = {  # clauses, or versions of them, that no filing can make fail, and why
    "19:47-2.2(a)/decks-at-least": "a count starts at 1: less is a fault of form",
    "19:47-2.10(a)/double_down_card-among": "its readings disagree on every breach, so that each is open",
    "19:47-5.2(b)/former_zero_rule": "its readings disagree on every value, so that each is open",
    "19:47-5.2(b)/roulette_zero_loss-uniform": "its readings disagree on every breach, so that each is open",
    "19:47-5.2(d)/no_wheel_used_as_single": "its readings disagree on every breach, so that each is open",
    "19:47-1.6(d)/craps_laid_limit.craps_laid_winnings-at-least": "its readings disagree on every breach, so that each is open",
}


def breachable() -> list[CompiledClause]:
    runs = [c for c in load_rulebook()[0].clauses if c.scope in BREACHABLE and (c.check is not None or c.readings)]
    names = {id(c): {c.id, f"{c.id}@{c.since}"} for c in runs}
    assert set().union(*names.values()) >= NEVER_FAILS.keys()
    return [c for c in runs if not names[id(c)] & NEVER_FAILS.keys()]


def test_every_version_has_a_case() -> None:
    assert [f"{clause.id}@{clause.since}" for clause in breachable() if not has_case(clause)] == []


def has_case(clause: CompiledClause) -> bool:
    days = [case.day for case in cases_of().get(clause.id, ())]
    if clause.kind == "authority":  # fails on a day outside its dates
        return bool(days)
    days = [day for text in days for day in VALUES.sub(r"\1 \2", text).split()]
    return any((clause.since or "") <= day and (clause.until is None or day < clause.until) for day in days)
