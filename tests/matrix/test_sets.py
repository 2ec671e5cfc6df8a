"""The maximal sets against the compiled clauses: every combination of the offers of small games, and a sample of the largest."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.support import matrix_oracle, rule_documents
from tests.support.product import (
    FAIL,
    OPEN,
    Plan,
    Solver,
    active_constraints,
    conflicts,
    emit_catalog,
    example_table,
    load_catalog,
    load_rulebook,
    main,
    run,
    satisfying,
    sets_csv,
    sets_data,
)

CATALOG = load_catalog()
BOOK, VOCABULARY = load_rulebook()
SMALL = ("three_card_poker", "texas_holdem_bonus", "punto_banco", "minibaccarat", "chemin_de_fer", "spanish_21")
UNDER = {"every": OPEN, "some": ""}
Captured = pytest.CaptureFixture[str]


@cache
def data(game: str, day: str, decks: int | None = None) -> dict[str, Any]:
    found = sets_data(CATALOG, game, day, decks)
    assert found is not None
    return found


def found_sets(made: dict[str, Any], under: str) -> Iterator[tuple[list[str], list[frozenset[str]]]]:
    for by_decks in made["by_decks"]:
        (reading,) = [r for r in by_decks["readings"] if r["under"] == under]
        yield by_decks["decks"], [frozenset(s["offers"]) for s in reading["sets"]]


class Judge:
    """The compiled clauses on tables that offer exactly some offers."""

    def __init__(self, game: str, day: str) -> None:
        self.oracle = matrix_oracle.Oracle(BOOK, VOCABULARY, game, day)
        self.names = [o["name"] for o in data(game, day)["offers"]]

    def lawful(self, offers: frozenset[str], decks: str, also: str) -> bool:
        steps = [("offer", name, name in offers) for name in self.names]
        steps += [("field", "decks", Fraction(decks.partition(" ")[0]))] if decks else []
        return self.oracle.lawful(tuple(steps), also) is not None


@pytest.mark.parametrize("under", UNDER)
@pytest.mark.parametrize("game", SMALL)
def test_every_combination_of_a_small_game(game: str, under: str) -> None:
    judge = Judge(game, "2010-01-01")
    subsets = [frozenset(s) for n in range(len(judge.names) + 1) for s in combinations(judge.names, n)]
    for decks, sets in found_sets(data(game, "2010-01-01"), under):
        count = decks[0] if decks else ""
        # a subset of a maximal set may lack what it requires; only what no set contains must be unlawful
        assert all(judge.lawful(some, count, UNDER[under]) for some in sets)
        assert not any(
            judge.lawful(some, count, UNDER[under]) for some in subsets if not any(some <= known for known in sets)
        )
        assert not any(a < b for a in sets for b in sets)


@pytest.mark.parametrize("day", ["1999-01-01", "2010-01-01"])
@pytest.mark.parametrize("game", ["blackjack", "roulette", "pai_gow_poker"])
def test_a_table_with_each_maximal_set_breaches_no_clause(game: str, day: str) -> None:
    law, bad = active_constraints(CATALOG, game, day), {"every": {FAIL, OPEN}, "some": {FAIL}}
    clauses = [c for c in Plan(BOOK.clauses, day).of("table", game) if c.check or c.readings]
    for under, problem in (("every", law.certain), ("some", law.firm)):
        with Solver(problem) as solver:
            for decks, sets in found_sets(data(game, day), under):
                for some in sets:
                    given = {name: 2 if name in some else 1 for name in law.offers}
                    if decks:
                        given["decks"] = 1 << law.values["decks"].index(decks[0].partition(" ")[0])
                    example = solver.example(given)
                    facts = matrix_oracle.of_example(example_table(law, example), game)
                    assert {c.id for c in clauses if run(c, day, facts) in bad[under]} == set()


def test_what_no_set_of_blackjack_contains_is_unlawful() -> None:
    judge, random_ = Judge("blackjack", "2010-01-01"), random.Random(13)
    for under, also in UNDER.items():
        for decks, sets in found_sets(data("blackjack", "2010-01-01"), under):
            base, other = random_.choice(sets), random_.choice(judge.names)
            tried = frozenset(n for n in (*base, other) if n == other or random_.random() < 0.8)
            if not any(tried <= known for known in sets):
                assert not judge.lawful(tried, decks[0], also)


@pytest.mark.soak
@pytest.mark.parametrize("under", UNDER)
def test_the_sets_of_blackjack_with_one_deck_by_brute_force(under: str) -> None:
    """The compiled clauses judge every offer and every pair. The largest sets without an unlawful one are counted out; that each of these
    is lawful shows that no larger group of offers excludes more."""
    judge = Judge("blackjack", "2010-01-01")
    deck = ("field", "decks", Fraction(1))
    unlawful: list[frozenset[str]] = []
    for some in (frozenset(s) for size in (1, 2) for s in combinations(judge.names, size)):
        steps = (deck, *(("offer", name, True) for name in sorted(some)))
        if not any(known <= some for known in unlawful) and judge.oracle.lawful(steps, UNDER[under]) is None:
            unlawful.append(some)
    names = sorted({name for some in unlawful for name in some})
    free = frozenset(judge.names).difference(names)
    masks = [sum(1 << names.index(name) for name in some) for some in unlawful]
    lawful = {chosen for chosen in range(1 << len(names)) if not any(chosen & mask == mask for mask in masks)}
    largest = [
        chosen
        for chosen in lawful
        if not any(chosen | bit in lawful for n in range(len(names)) if not chosen & (bit := 1 << n))
    ]
    sets = {free | {name for n, name in enumerate(names) if chosen >> n & 1} for chosen in largest}
    ((_, found),) = found_sets(data("blackjack", "2010-01-01", 1), under)
    assert sets == {*found}
    assert all(judge.lawful(some, "1", UNDER[under]) for some in sets)


def test_an_offer_whose_authority_is_inferred_is_not_lawful_under_every_reading() -> None:
    # pai gow poker had no progressive wager for certain before the day of its note
    for under, there in (("every", False), ("some", True)):
        ((_, sets),) = found_sets(data("pai_gow_poker", "1999-01-01"), under)
        assert any("pgp_progressive" in some for some in sets) == there


def test_the_clauses_cited_exclude_the_offer_and_each_of_them_is_needed() -> None:
    ask = matrix_oracle.Oracle(BOOK, VOCABULARY, "blackjack", "2010-01-01")
    made, random_ = data("blackjack", "2010-01-01", 6), random.Random(13)
    (reading,) = [r for r in made["by_decks"][0]["readings"] if r["under"] == "some"]
    claims = [(s, other, g) for s in reading["sets"] for other in s["excluded"] for g in other["grounds"]]
    for some, other, ground in random_.sample(claims, 12):
        steps = tuple(("offer", name, True) for name in (*some["offers"], other["offer"]))
        steps = (*steps, ("field", "decks", Fraction(6)))
        assert ask.of(ground).lawful(steps) is None
        for clause in ground:
            assert ask.of([c for c in ground if c != clause]).lawful(steps) is not None


@pytest.mark.parametrize("day", ["1999-01-01", "2010-01-01"])
def test_both_solvers_agree(day: str) -> None:
    """The search behind the matrix needs no library; the proven solver answers the same problems."""
    random_ = random.Random(13)
    law = active_constraints(CATALOG, "blackjack", day)
    for problem in (law.firm, law.strict):
        with Solver(problem) as solver:
            for _ in range(60):
                given = {name: random_.choice((1, 2, 2)) for name in random_.sample(list(law.offers), 4)}
                assert solver.lawful(given) == (satisfying(problem, given) is not None)
                assert solver.conflicts(given) == conflicts(problem, given)


def test_sets_of_a_law_of_our_own() -> None:
    law = emit_catalog(rule_documents.book((Path(__file__).parent / "law.rules").read_text(), "law.rules"))
    made = sets_data(law, "tiles", "2006-01-01")
    assert made is not None
    assert sets_data(law, "lamp", "2006-01-01") is None
    sets = [some for _, sets in found_sets(made, "every") for some in sets]
    for some in sets:  # echo requires runs; gates excludes kites, runs and trios
        assert "echo" not in some or "runs" in some
        assert "gates" not in some or not some & {"kites", "runs", "trios", "echo"}
    assert {"gates", "pairs"} <= next(some for some in sets if "gates" in some)


# ---- the command


def reported(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(["law", "sets", *arguments])
    return code, *capsys.readouterr()


def test_text_json_and_csv_report_the_same_sets(capsys: Captured) -> None:
    made = data("roulette", "2010-01-01")
    assert json.loads(reported(capsys, "roulette", "--as-of", "2010-01-01", "--format", "json")[1]) == made
    assert reported(capsys, "roulette", "--as-of", "2010-01-01", "--format", "csv")[1] == sets_csv(made)
    code, out, _ = reported(capsys, "roulette", "--as-of", "2010-01-01")
    assert code == 0
    assert out.startswith("Roulette on 2010-01-01: ")
    assert "        not dozen wager: 19:47-5.1(g)\n" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("roulete",), "did you mean roulette?"),
        (("roulette", "--as-of", "yesterday"), "'yesterday' is not a date"),
        (("roulette", "--decks", "0"), "0 decks are no number of decks"),
    ],
)
def test_arguments_that_are_wrong(arguments: tuple[str, ...], error: str, capsys: Captured) -> None:
    code, out, message = reported(capsys, *arguments)
    assert (code, out) == (2, "")
    assert error in message


def test_without_the_solver_the_extra_is_named(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    code, out, error = reported(capsys, "roulette")
    assert (code, out, error) == (
        2,
        "",
        "pitboss: this needs pysat, which is not installed: pip install 'pitboss[reason]'\n",
    )
