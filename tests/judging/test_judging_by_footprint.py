"""Work grows with what the tables differ in, for the clauses that observe it, and not with the number of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.support.product import (
    CompiledClause,
    CompiledRulebook,
    Filing,
    Judgment,
    assemble,
    judge,
    load_rulebook,
    read,
)

DAY = "2007-01-01"
LIMIT = ("offers", "blackjack_wager", "maximum")


def floor(tables: int) -> Filing:
    """Tables that all differ in one limit."""
    listed = [
        {"number": n, "game": "blackjack", "decks": 6, "options": [],
         "wagers": {"blackjack_wager": {"minimum": 10, "maximum": 1000 + n}, "streak": {"minimum": 5}}}
        for n in range(tables)
    ]  # fmt: skip
    events = [{"id": "e", "kind": "change", "subject": "minimum", "on": DAY, "tables": [str(n) for n in range(tables)]}]
    return filed({"pits": [{"name": "A", "tables": listed}], "events": events})


def filed(data: dict[str, Any]) -> Filing:
    class Document:
        name = "floor.yaml"

    document = Document()
    document.data = data  # type: ignore[attr-defined]
    filing, faults = assemble([document], load_rulebook()[1])  # type: ignore[list-item]
    assert not faults, faults
    return filing


def counted(book: CompiledRulebook, evaluations: Counter[str]) -> CompiledRulebook:
    """The rulebook with clauses that count how often they are evaluated."""

    def counting(clause: CompiledClause, check: Callable[..., Any] | None) -> Callable[..., Any] | None:
        def evaluate(*facts: Any) -> Any:
            evaluations[clause.id] += 1
            assert check is not None
            return check(*facts)

        return check and evaluate

    clauses = tuple(
        replace(
            c,
            check=counting(c, c.check),
            readings=tuple(
                (n, g, counting(c, check) if not i else check, e) for i, (n, g, check, e) in enumerate(c.readings)
            ),
        )  # fmt: skip
        for c in book.clauses
    )
    return replace(book, clauses=clauses)


def judged(tables: int) -> tuple[Counter[str], Judgment]:
    evaluations: Counter[str] = Counter()
    return evaluations, judge(floor(tables), counted(load_rulebook()[0], evaluations), DAY)


def test_only_clauses_that_observe_the_limit_are_evaluated_for_every_table() -> None:
    tables = 40
    evaluations, judgment = judged(tables)
    sees = {clause.id: LIMIT in (clause.footprint or ()) for clause in judgment.clauses}
    assert sum(sees.values()) > 1 and len(sees) > 100
    events = {clause.id for clause in judgment.clauses if clause.scope == "event"}
    for clause, many in evaluations.items():
        assert many == (tables if sees.get(clause) else 1) or clause in events, clause
    verdicts = Counter(v.clause.id for v in judgment.verdicts if not v.unread)
    assert all(many <= (tables if sees[clause] else 1) for clause, many in verdicts.items())
    assert max(Counter(v.unread.fact for v in judgment.verdicts if v.unread).values()) == 1
    assert max(Counter(exempt.clause.id for exempt in judgment.not_applicable).values()) == 1


def test_twice_the_tables_add_evaluations_and_verdicts_for_the_distinct_projections_only() -> None:
    (few, one), (many, other) = judged(40), judged(80)
    growing = {clause for clause in few if few[clause] == 40}
    assert many.total() - few.total() == 40 * len(growing)
    added = Counter(v.clause.id for v in other.verdicts) - Counter(v.clause.id for v in one.verdicts)
    assert set(added) <= growing and len(one.not_applicable) == len(other.not_applicable)
    assert sum(len(v.tables) for v in other.verdicts) == 2 * sum(len(v.tables) for v in one.verdicts)


@pytest.mark.parametrize("name", ["boardwalk-troubled", "lighthouse-troubled"])
def test_every_table_by_itself_has_the_same_verdicts(name: str) -> None:
    book, vocabulary = load_rulebook()
    filing, _ = assemble(read(f"examples/{name}").documents, vocabulary)
    alone = replace(book, clauses=tuple(replace(clause, footprint=None) for clause in book.clauses))
    for day in ("2001-05-01", DAY):
        judged_together = judge(filing, book, day)
        kept = tuple(v for v in judged_together.verdicts if not v.unread)  # found by footprints alone
        assert places(replace(judged_together, verdicts=kept)) == places(judge(filing, alone, day))


def places(judgment: Judgment) -> Counter[tuple[str, str, str, str]]:
    """Verdicts by clause, table, and event, offer or group."""
    found: Counter[tuple[str, str, str, str]] = Counter()
    for v in judgment.verdicts:
        found.update((v.clause.id, v.verdict, v.event.id if v.event else v.name, t.number) for t in v.tables)
    for exempt in judgment.not_applicable:
        found.update((exempt.clause.id, "not applicable", "", t.number) for t in exempt.tables)
    return found


def test_values_that_compare_equal_and_mean_something_else_are_distinguished() -> None:
    """A flag is not a number, and a figure written to other places is another figure."""
    from fractions import Fraction

    from tests.support.product import stated_award as stated
    from tests.support.product import value_key

    fine, coarse = stated(Fraction(1, 20), Fraction(1, 2000)), stated(Fraction(1, 20), Fraction(1, 200))
    assert value_key(True) != value_key(1) and value_key((True,)) != value_key((1,))
    assert fine == coarse and value_key({"a": (fine,)}) != value_key({"a": (coarse,)})
    assert value_key({"a": 1, "b": frozenset({2})}) == value_key({"b": {2}, "a": 1})
