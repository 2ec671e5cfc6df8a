"""A term whose meaning an amendment changes: each clause that reads it changes on that day."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support import rule_documents
from tests.support.product import core, interpreter, lower

LAW = """section 1:1-9.1 "Tiles" at tiles
adopted 2001-03-01

(a)       game tiles "Tiles"
          define large means decks >= 6 "large" until 2003-05-06
          define large means decks >= 8 "large" from 2003-05-06
          define large_or_shut means large or boxes = 0 "large or shut"
          boxes is at most 4 when large as own
          boxes is at most 5 unless large_or_shut as through_another from 2002-01-01
          boxes is at most 6 as always
"""
BEFORE, AFTER = (date(2001, 3, 1), date(2003, 5, 6)), (date(2003, 5, 6), None)


def days(clause: core.Clause) -> list[tuple[date | None, date | None]]:
    return [(version.since, version.until) for version in clause.versions]


def test_a_clause_has_a_version_for_each_meaning_that_it_reads() -> None:
    found = {clause.name: days(clause) for clause in lower(rule_documents.book(LAW, "law.rules")).clauses}
    assert found["own"] == [BEFORE, AFTER]
    assert found["through_another"] == [(date(2002, 1, 1), date(2003, 5, 6)), AFTER]
    assert found["always"] == [(date(2001, 3, 1), None)]


@pytest.mark.parametrize("name", ["own", "through_another"])
@pytest.mark.parametrize("day", [date(2002, 5, 6), date(2003, 5, 5), date(2003, 5, 6)])
@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_the_meaning_is_that_of_the_day(name: str, day: date, decks: int) -> None:
    """The oracle reads the definitions as written, the core has their meaning in the conditions."""
    book = rule_documents.book(LAW, "law.rules")
    facts = {"game": "tiles", "decks": decks, "boxes": 9}
    clause = next(c for c in book.clauses if c.name == name)
    large = decks >= (6 if day < date(2003, 5, 6) else 8)
    assert interpreter.judge_table(book, clause, facts, day) == (
        "fail" if large == (name == "own") else "not applicable"
    )
    of_the_day = next(v for c in lower(book).clauses if c.name == name for v in c.versions if v.in_force(day))
    limits = [n.value for n in core.walk(*of_the_day.duty.applies) if isinstance(n, core.Const) and n.value in (6, 8)]
    assert limits == [6 if day < date(2003, 5, 6) else 8]


def test_before_its_first_version_a_term_has_its_first_meaning() -> None:
    book = rule_documents.book(LAW.replace('"large" until', '"large" from 2002-01-01 until'), "law.rules")
    clause = next(c for c in book.clauses if c.name == "own")
    facts = {"game": "tiles", "decks": 7, "boxes": 9}
    first, *_ = (v for c in lower(book).clauses if c.name == "own" for v in c.versions)
    assert first.in_force(date(2001, 6, 1))
    assert [n.value for n in core.walk(*first.duty.applies) if isinstance(n, core.Const)] == [6]
    assert interpreter.judge_table(book, clause, facts, date(2001, 6, 1)) == "fail"
