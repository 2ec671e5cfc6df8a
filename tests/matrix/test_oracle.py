"""The exclusion matrix of every game against the compiled clauses themselves: sound both ways, on every day that changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.support import matrix_oracle
from tests.support.product import (
    FAIL,
    OPEN,
    ClauseEntry,
    Plan,
    SectionEntry,
    load_catalog,
    load_rulebook,
    matrix_data,
    run,
)

CATALOG = load_catalog()
BOOK, VOCABULARY = load_rulebook()
GAMES = [name for name, of in CATALOG.names.items() if of.kind == "game"]


def days(game: str) -> list[str]:
    """Each day on which something that a table of the game must keep starts or ends, and the day before the first of them."""
    found = {
        day
        for section in CATALOG.sections
        for clause in (section.clauses if section.game in (None, game) else ())
        for version in clause.versions
        for day in (version.since, version.until)
        if clause.scope == "table" and (any(version.constraints) or clause.kind == "authority") and day
    }
    assert CATALOG.expires
    return sorted(day for day in found if day < CATALOG.expires)


CASES = [(game, day) for game in GAMES for day in days(game)]


@cache
def matrix(game: str, day: str) -> dict[str, Any]:
    data = matrix_data(CATALOG, game, day)
    assert data is not None
    return data


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_lawful_pair_breaches_no_clause(game: str) -> None:
    wrong = []
    for day in days(game):
        data, plan = matrix(game, day), Plan(BOOK.clauses, day)
        clauses = [c for c in plan.of("table", game) if c.check or c.readings]
        unsure = {o["clause"] for o in data["offers"] if o["authority"] == "open"}
        for pair in data["pairs"]:
            if pair["example"] is None:
                assert pair["status"] in ("barred", "impossible")
                continue
            facts = matrix_oracle.of_example(pair["example"], game)
            assert facts["offers"].keys() & {pair["first"]}
            assert pair["second"] in facts["offers"] or facts["equipment"][pair["second"]]
            found = {c.id: run(c, day, facts) for c in clauses}
            bad = {FAIL} if pair["status"] == "open" else {FAIL, OPEN}
            wrong += [
                (day, pair["first"], pair["second"], c, v) for c, v in found.items() if v in bad and c not in unsure
            ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_an_example_has_only_figures_that_a_filing_can_state(game: str) -> None:
    least = {"count": 1, "money": 0, "percent": 0}
    below = [
        (day, name, value)
        for day in days(game)
        for pair in matrix(game, day)["pairs"]
        for name, value in (pair["example"] or {"fields": {}})["fields"].items()
        if (kind := CATALOG.fields[name.partition(" of ")[0]].type) in least and Fraction(value) < least[kind]
    ]
    assert below == []


def grounds(game: str, day: str) -> Iterator[tuple[dict[str, Any], dict[str, Any], tuple[Any, ...]]]:
    """Each excluded pair and each required offer, with each of its grounds and a table that would breach it."""
    data = matrix(game, day)
    offers = {o["name"] for o in data["offers"]}
    for claim, there in [*((p, True) for p in data["pairs"]), *((n, False) for n in data["requires"])]:
        kind = "offer" if claim["second"] in offers else "equipment"
        for ground in claim["grounds"] if claim["status"] != "conditional" else ():
            yield claim, ground, (("offer", claim["first"], True), (kind, claim["second"], there))


@pytest.mark.parametrize("game", GAMES)
def test_the_clauses_cited_leave_no_lawful_table_and_each_of_them_is_needed(game: str) -> None:
    wrong = []
    for day in days(game):
        ask = matrix_oracle.Oracle(BOOK, VOCABULARY, game, day)
        for claim, ground, steps in grounds(game, day):
            sure = not ground["readings"] and not ground["before"]
            assert sure or claim["status"] in ("open", "barred")
            cited = ask.of(ground["clauses"])
            if cited.lawful(steps, "" if sure else OPEN) is not None:
                wrong.append((day, claim["first"], claim["second"], "may stand together", ground["clauses"]))
            for clause in ground["clauses"] if sure else ():
                if ask.of([c for c in ground["clauses"] if c != clause]).lawful(steps) is None:
                    wrong.append((day, claim["first"], claim["second"], "needs not", clause))
    assert wrong == []


def test_every_excluded_pair_has_a_ground() -> None:
    for game, day in CASES:
        for pair in matrix(game, day)["pairs"]:
            assert bool(pair["grounds"]) == (pair["status"] in ("barred", "impossible", "open", "conditional"))


def test_what_is_open_is_open_and_not_barred() -> None:
    ask = matrix_oracle.Oracle(BOOK, VOCABULARY, "roulette", "2010-01-01")
    steps = (("offer", "roulette_seven_color", True), ("offer", "roulette_eight_color", True))
    assert ask.lawful(steps) is not None
    assert ask.lawful(steps, OPEN) is None


# ---- the oracle can reject


def test_the_oracle_finds_a_table_where_there_is_one() -> None:
    ask = matrix_oracle.Oracle(BOOK, VOCABULARY, "blackjack", "2007-01-01")
    table = ask.lawful((("offer", "twenty_point", True), ("offer", "six_to_five", True)), OPEN)
    assert ("field", "decks", 2) in table
    assert ("equipment", "shuffler", True) in table


def _without(section: SectionEntry, clauses: set[str]) -> SectionEntry:
    """The section, in which these clauses constrain nothing."""
    provisions = tuple(
        replace(provision, clauses=tuple(_idle(c) if c.id in clauses else c for c in provision.clauses))
        for provision in section.provisions
    )
    return replace(section, provisions=provisions)


def _idle(clause: ClauseEntry) -> ClauseEntry:
    return replace(clause, versions=tuple(replace(version, constraints=((),)) for version in clause.versions))


def test_a_bar_that_the_matrix_does_not_know_shows_in_its_example() -> None:
    bar = {"19:47-2.18(a)/multiple_action-bars-streak", "19:47-2.22(l)/streak-bars-multiple_action"}
    less = replace(CATALOG, sections=tuple(_without(section, bar) for section in CATALOG.sections))
    data = matrix_data(less, "blackjack", "2007-01-01")
    pair = next(p for p in data["pairs"] if (p["first"], p["second"]) == ("multiple_action", "streak"))
    facts = matrix_oracle.of_example(pair["example"], "blackjack")
    clauses = Plan(BOOK.clauses, "2007-01-01").of("table", "blackjack")
    assert {c.id for c in clauses if c.check and run(c, "2007-01-01", facts) == FAIL} == bar
