"""A made-up game whose law a test writes: one rule text and facts go in, a verdict comes out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

import pytest

from tests.support.product import Corpus, ResolvedClause, ResolvedRulebook, interpreter, parse, resolve

VOCABULARY = """vocabulary "what a test says"

scope licensee "the licensee"
scope pit of licensee "a pit"
scope table of pit "a table"

field licence of licensee text "the licence"
field cages of licensee count "cages"
field rails of pit count "rails"
field game of table game "game"
field variation of table variation "variation"
field equipment of table equipment "equipment"
field decks of table count "decks"
field boxes of table count "boxes"
field cap of table money "cap"
field rake of table percent "rake"
field lit of table flag "lit"
field shape of table one of round, oval, lit "shape"
field twin of table one of round, oval "another shape"
field chips of table set of money "chips"
field marks of table set of name "marks"
field floors of table map of name to money "floors"
field payouts of wager payouts "payouts"
field selection of wager name "selected table"
field minimum of wager money "minimum"
field maximum of wager money "maximum"
field stakes of wager set of money "stakes"
field live of wager flag "in use"
field cards of hand cards "the hand"
field upcard of round cards "the upcard"
field held of hand flag "held"
field splits of hand count "splits"
field stake of seat money "stake"
"""

SECTION = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01

(a)       game tiles "Tiles"
          wager streak "Streak"
          wager ante "Ante"
          option bluff "Bluff"
          variation fast "Fast tiles"
          equipment shuffler "Shuffler"
{law}
"""

DAY = date(2005, 6, 1)
Judge = Callable[..., Any]


@cache
def book_of(law: str, whole: bool = False) -> ResolvedRulebook:
    text = law if whole else SECTION.format(law=law)
    parsed = [parse(VOCABULARY, "words.rules"), parse(text, "tiles.rules")]
    assert [p.problems for p in parsed] == [(), ()]
    resolved = resolve(Corpus((parsed[0].tree,), (parsed[1].tree,), "0", ()))
    assert resolved.problems == ()
    return resolved.rulebook


def only(book: ResolvedRulebook, name: str | None) -> ResolvedClause:
    """The clause that a test means: the one it names, or the only one at a label after (a)."""
    found = [c for c in book.clauses if (c.name == name if name else c.label != "(a)")]
    assert len(found) == 1, [c.id for c in found]
    return found[0]


@pytest.fixture
def judge() -> Judge:
    """`judge(rule, facts)`: the verdict on a table of the game, or of what `scope` else the clause is."""

    def ask(
        rule: str, facts: dict[str, Any] | None = None, day: date = DAY, name: str | None = None, whole: bool = False
    ) -> Any:
        book = book_of(rule if whole or rule.startswith("(") else f"(b)1ii    {rule}", whole)
        clause = only(book, name)
        return interpreter.judge_table(book, clause, {"game": "tiles"} | (facts or {}), day)

    return ask


@pytest.fixture
def applies(judge: Judge) -> Judge:
    """`applies(condition, facts)`: True, False or None, determined by whether a rule that always fails applies."""

    def ask(condition: str, facts: dict[str, Any] | None = None, definitions: str = "") -> Any:
        rule = f"(b)1ii    boxes is exactly 1 when {condition}"
        found = judge(f"{rule}\n{definitions}", {"boxes": 2} | (facts or {}), name="boxes-exactly")
        return {"fail": True, "not applicable": False, "needs evidence": None}[found]

    return ask


@pytest.fixture
def judge_same() -> Judge:
    def ask(rule: str, tables: list[dict[str, Any]], day: date = DAY) -> Any:
        book = book_of(f"(b)       {rule}")
        tables = [{"game": "tiles"} | table for table in tables]
        return interpreter.judge_same(book, only(book, None), tables, day)

    return ask


@pytest.fixture
def judge_event() -> Judge:
    def ask(rule: str, event: dict[str, Any], licensee: dict[str, Any] | None = None, day: date = DAY) -> Any:
        book = book_of(f"(b)       {rule}")
        return interpreter.judge_event(book, only(book, None), event, licensee or {}, day)

    return ask


@pytest.fixture
def holds() -> Judge:
    """`holds(rule, record)`: the condition of a clause on a round."""

    def ask(rule: str, facts: dict[str, Any], name: str | None = None, day: date | None = None) -> Any:
        book = book_of(f"(b)       {rule}")
        return interpreter.judge_round(book, only(book, name), facts, day)

    return ask
