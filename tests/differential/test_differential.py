"""The generated code and its oracle give the same answer on the same random facts."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

import pytest

from tests.support.differential.compare import compare
from tests.support.differential.compiled_evaluator import BOOK, GENERATED
from tests.support.differential.random_facts import judged, without_beginning
from tests.support.every import by_section
from tests.support.product import ResolvedRulebook, load_rulebook, resolved_law
from tests.support.soak import count

EACH = count(2, soak=400)  # the least number of cases with each verdict that a clause can reach
SECTIONS = [*by_section((clause.id for clause in load_rulebook()[0].clauses), str)]


@cache
def book() -> ResolvedRulebook:
    """Return the rulebook that GENERATED judges."""
    return without_beginning(resolved_law())


def test_the_period_of_the_chapter_is_the_same() -> None:
    compiled = load_rulebook()[0]
    chapter = resolved_law().section(resolved_law().expiry_cite)
    assert chapter and chapter.adopted and resolved_law().expires
    days = [edge + timedelta(n) for edge in (chapter.adopted, resolved_law().expires) for n in (-1, 0, 1)]
    assert [resolved_law().covers(day) for day in days] == [False, True, True, True, False, False]
    assert [compiled.covers(day.isoformat()) for day in days] == [resolved_law().covers(day) for day in days]
    before = days[0]
    assert not book().covers(date.max) and book().covers(before) and BOOK.covers(before.isoformat())


@pytest.mark.parametrize("section", SECTIONS)
def test_the_generated_code_answers_as_the_interpreter_does(section: str) -> None:
    clauses = [clause for clause in book().clauses if clause.section == section and judged(clause)]
    compared = [compare(book(), clause, GENERATED, EACH) for clause in clauses]
    assert [line for one in compared for line in one.differences] == []
    assert [line for one in compared for line in one.short] == []
    assert sum(one.drawn for one in compared) >= 4 * len(clauses)


def test_every_clause_is_in_one_of_the_sections() -> None:
    assert {clause.section for clause in book().clauses if judged(clause)} <= {*SECTIONS}
