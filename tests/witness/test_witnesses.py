"""Witnesses: each filing is judged by the checker again, states nothing that it can do without, and is of the rules as they are."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pitboss.compiler.witness import entries
from pitboss.compiler.witness.entries import Example, Unshown, Witness, Witnesses
from pitboss.compiler.witness.lacking import Lacking, impossible
from pitboss.witnesses.generate import generate
from pitboss.witnesses.search import CheckedFiling, standing
from tests.support.product import (
    RULES,
    ClauseScope,
    CompiledRulebook,
    LawUnderLint,
    Reachable,
    Vocabulary,
    core,
    lint_data,
    load_catalog,
    load_core,
    load_round_witnesses,
    load_rulebook,
    load_witnesses,
)
from tests.support.soak import count

ACCOMPANY = {"fail", "open", "needs evidence", "approved"}  # what `also` can state


@cache
def law() -> tuple[Witnesses, CompiledRulebook, Vocabulary]:
    return load_witnesses(), *load_rulebook()


def judged(witness: Witness, data: Any = None) -> CheckedFiling | None:
    """What the checker finds with all clauses of the rulebook, after the filing was written and read."""
    witnesses, book, vocabulary = law()
    written = json.dumps(witnesses.filing(witness) if data is None else data)
    return standing(json.loads(written), book, vocabulary, witness.day)


def sample() -> list[Witness]:
    found = law()[0].found
    return random.Random(13).sample(found, min(len(found), count(40, len(found))))


def test_each_version_of_each_clause_on_filings_has_both_examples_or_a_reason() -> None:
    witnesses, book, _ = law()
    expected = {(c.id, c.since, c.version) for c in book.clauses if c.scope is not ClauseScope.ROUND}
    both: Counter[tuple[str, str | None, str]] = Counter()
    for one in (*witnesses.found, *witnesses.unshown):
        both[one.of.clause, one.of.since, one.of.meaning] += 1
    assert {*both} == expected, "run `python -m pitboss.witnesses.generate`"
    assert {*both.values()} == {2}


def test_the_checker_confirms_every_witness() -> None:
    wrong = []
    for witness in sample():
        found = judged(witness)
        assert found is not None, witness
        also = sorted({(verdict.value, clause) for verdict, clause, _ in found.amiss if clause != witness.of.clause})
        if (found.verdicts.get(witness.of.clause), also) != (witness.verdict, [*witness.also]):
            wrong.append((witness, found))
    assert not wrong
    assert {verdict for one in law()[0].found for verdict, _ in one.also} <= ACCOMPANY


def test_a_filing_that_satisfies_a_clause_passes_it_and_mostly_nothing_else_is_amiss() -> None:
    found = law()[0].found
    assert {one.verdict for one in found if one.example is Example.SATISFIED} == {"pass"}
    assert {one.verdict for one in found if one.example is Example.BREACH} == {"fail", "open"}
    assert sum(one.alone for one in found) > 0.9 * len(found)


def test_a_breach_states_no_fact_that_it_can_do_without() -> None:
    witnesses, book, vocabulary = law()
    for witness in [one for one in sample() if one.example is Example.BREACH and one.alone][: count(4, 10_000)]:
        facts = witnesses.facts(witness)
        for path in facts:
            fewer = {other: value for other, value in facts.items() if other[: len(path)] != path}
            data = entries.filing(fewer, witness.game, witness.day, witnesses.kinds)
            found = standing(data, book, vocabulary, witness.day)
            still = found is not None and found.verdicts.get(witness.of.clause) == witness.verdict
            assert not still or found is None or found.cost(witness.of.clause) > 0, (witness, path)


def test_the_search_finds_the_same_again() -> None:
    witnesses, book, vocabulary = law()
    game = "double_attack_blackjack"
    again = generate(load_core(), book, vocabulary, Witnesses(witnesses.bases, (), ()), (game,))
    numbers = {clause.id for clause in book.clauses if clause.game == game}
    assert again.found == tuple(one for one in witnesses.found if one.of.clause in numbers)
    assert again.unshown == tuple(one for one in witnesses.unshown if one.of.clause in numbers)


@pytest.mark.parametrize(
    "amended", ["another clause breaks it", "another clause breaks it no more", "its table is unlawful"]
)
def test_an_example_that_the_checker_does_not_confirm_is_searched_again(amended: str) -> None:
    """The clauses of the examples are as before; an amendment of others is made up by what the examples state."""
    witnesses, book, vocabulary = law()
    game = "double_attack_blackjack"
    clauses = {clause.id for clause in book.clauses if clause.game == game}
    expected = tuple(one for one in witnesses.found if one.of.clause in clauses)
    changed, bases = next(one for one in expected if one.alone), {**witnesses.bases}
    if amended == "another clause breaks it":
        nothing_offered = dict.fromkeys(path for path in witnesses.facts(changed) if path[0] == "offers")
        stale = replace(changed, changes={**changed.changes, **nothing_offered})
    elif amended == "another clause breaks it no more":
        stale = replace(changed, also=(("fail", "19:47-2.2(a)/decks-at-least"),))
    else:
        stale, place = changed, (game, changed.day)
        bases[place] = {**bases[place], ("decks",): 8}
    before = replace(witnesses, bases=bases, found=tuple(stale if one == changed else one for one in witnesses.found))
    assert generate(load_core(), book, vocabulary, before, (game,)).found == expected


def test_what_is_not_shown_has_its_reason() -> None:
    """An authority that was always in force cannot be breached; a bound below every value of its field cannot either."""
    witnesses, book, _ = law()
    reasons = {(one.of.clause, one.example): one.reason for one in witnesses.unshown}
    assert reasons["19:47-2.2(a)/decks-at-least", Example.BREACH] is Lacking.NO_BREACH
    assert reasons["19:47-5.2(b)/former_zero_rule", Example.SATISFIED] is Lacking.NO_COMPLIANCE
    always = {clause for (clause, _), reason in reasons.items() if reason is Lacking.AUTHORIZED}
    started = {c.id: c.since for c in book.clauses}
    assert always and {started[clause] for clause in always} == {book.begins}
    assert Lacking.NO_FILING not in reasons.values()


def test_what_is_stated_to_be_impossible_is_what_is_proven_and_what_lint_reports() -> None:
    """Both on filings and on rounds; no version that is shown is among it."""
    book, rounds = load_core(), load_round_witnesses()
    reachable = Reachable(book)
    proven = {
        (clause.id, version.since.isoformat() if version.since else None, example): reason
        for clause in book.clauses if clause.scope is not core.Scope.NONE
        for version in clause.versions
        for example, reason in impossible(reachable, version).items()
    }  # fmt: skip
    unshown = (*law()[0].unshown, *rounds.unshown)
    assert {(one.of.clause, one.of.since, one.example): one.reason for one in unshown if one.reason.proven} == proven
    assert not proven.keys() & {(one.of.clause, one.of.since, one.example) for one in (*law()[0].found, *rounds.found)}
    found = lint_data(LawUnderLint(book, load_catalog()), ["L407", "L408"])["findings"]
    reported = {(f"{one['provision']}/{one['clause']}", one["since"], one["code"]) for one in found}
    codes = {Example.BREACH: "L407", Example.SATISFIED: "L408"}
    assert reported == {(clause, since, codes[example]) for clause, since, example in proven}
    assert len(found) == 24 and all(one["explained"] for one in found)


def test_the_file_is_read_as_it_is_written() -> None:
    text = (RULES / entries.NAME).read_text("utf-8")
    assert entries.dumps(entries.loads(text)) == text


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="these are no witnesses: tiles"):
        entries.loads('{"schema": "tiles"}')


def test_reasons_are_of_clauses_without_a_witness() -> None:
    witnesses, *_ = law()
    shown = {(one.of, one.example) for one in witnesses.found}
    assert not shown & {(one.of, one.example) for one in witnesses.unshown}
    assert all(isinstance(one, Unshown) and one.reason for one in witnesses.unshown)
