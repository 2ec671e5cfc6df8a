"""An exception names the clause that prevails: its conditions are stated once, by that clause and by the code generated from it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support import rule_documents
from tests.support.product import core, emit_rounds, english, lower, phrases, rewritten, version_digest, with_precedence

WORDS = (Path(__file__).parents[1] / "rounds" / "words.rules").read_text()
LAW = """section 1:1-1.1 "Tiles" at tiles
adopted 2001-03-01

(a)       game tiles "Tiles"
          wager streak "Streak"
          streak wins when points(cards) > 9
(b)       irregularity slip "a tile slips" leads to replay, void
          define undone means consequence is void "the round is void"
          streak returns when undone and paid of streak = 0  from 2004-01-01
(c)       collected of streak is exactly $0 when undone
"""
WINS, VOID, KEPT = (
    "1:1-1.1(a)/streak-wins", "1:1-1.1(b)/streak-returns", "1:1-1.1(c)/streak.collected-exactly",
)  # fmt: skip


@cache
def law() -> core.Rulebook:
    return with_precedence(lower(rule_documents.book(WORDS + LAW, "law.rules")))


def versions(book: core.Rulebook, id: str) -> tuple[core.Version, ...]:
    return next(clause for clause in book.clauses if clause.id == id).versions


def written_out(book: core.Rulebook) -> core.Rulebook:
    """The rulebook with the conditions of the clause that prevails in the place of each exception."""

    def meaning(node: core.Expr) -> core.Expr:
        return book.terms[node.name] if isinstance(node, core.Term) and node.clause else node

    clauses: Any = rewritten(book.clauses, meaning)
    return replace(book, clauses=clauses)


def test_a_clause_names_those_that_prevail_over_it_on_its_days() -> None:
    assert [v.duty.overridden_by for v in versions(law(), WINS)] == [(KEPT,), (VOID, KEPT)]
    assert [v.duty.overridden_by for v in (*versions(law(), VOID), *versions(law(), KEPT))] == [(), ()]


def test_the_conditions_of_an_exception_are_those_of_the_clause() -> None:
    exception = versions(law(), WINS)[-1].duty.applies[1]
    (undone, unpaid) = versions(law(), VOID)[-1].duty.applies[0].items
    assert core.prevailing(exception) == VOID
    assert law().terms[exception.item.name] == core.AllOf((undone, unpaid))


@pytest.mark.parametrize("id", [WINS, VOID, KEPT])
def test_a_name_changes_no_digest(id: str) -> None:
    """Baselines of before an exception had a name count."""
    book = law()
    clause = next(clause for clause in book.clauses if clause.id == id)
    before = written_out(book)
    copied = next(clause for clause in before.clauses if clause.id == id)
    assert (copied != clause) == any(version.duty.overridden_by for version in clause.versions)
    assert [version_digest(book, clause, v, {}) for v in clause.versions] == [
        version_digest(before, copied, v, {}) for v in copied.versions
    ]


def test_the_generated_code_calls_the_clause_that_prevails() -> None:
    text = emit_rounds(law())
    wins = text.partition("def s1_1_a_streak_wins_from_2004_01_01_applies(")[2].partition("\n\n\n")[0]
    assert "ops.no(s1_1_b_streak_returns_applies(t, ops))" in wins
    assert "ops.no(undone_in_rounds(t, ops))" in wins  # the condition of (c) is a term
    assert text.count('ops.entry(t, "paid", "streak"), 0)') == 1


def test_a_term_is_one_function() -> None:
    text = emit_rounds(law())
    assert text.count("\ndef undone_in_rounds(t: Facts, ops: Operations[C, W]) -> Truth | C:\n") == 1
    assert text.count('ops.fact(t, "consequence"), "void"') == 1
    assert (
        text.count("undone_in_rounds(t, ops)") == 3
    )  # in (b), and in (a) as the exception that (c) makes, in two versions
    assert text.count("applies=undone_in_rounds,") == 1  # of (c)


def test_without_the_clause_that_prevails_its_conditions_have_a_function() -> None:
    """The clauses of a part of the law."""
    part = replace(law(), clauses=tuple(clause for clause in law().clauses if clause.id == WINS))
    text = emit_rounds(part)
    assert "exception_1_1_1_1_b__streak_returns_from_2004_01_01_in_rounds(t, ops)" in text
    assert text.count('ops.entry(t, "paid", "streak"), 0)') == 1


def test_the_sentence_cites_the_clauses_that_prevail() -> None:
    first, last = (english.rule(law(), version.duty) for version in versions(law(), WINS))
    condition = "If the points of the tiles of the hand exceed 9, the Streak wins"
    assert (first, last) == (
        f"{condition}, unless 1.1(c) applies.",
        f"{condition}, unless 1.1(b) or 1.1(c) applies.",
    )
    exception = versions(law(), WINS)[-1].duty.applies[1]
    assert phrases.condition(law(), exception) == "1.1(b) does not apply"
    assert phrases.condition(law(), exception.item) == "1.1(b) applies"
