"""What a table may still offer, against the compiled clauses on random facts; and as people ask for it."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from tests.support import matrix_oracle
from tests.support.product import (
    FAIL,
    OPEN,
    Answer,
    Plan,
    Solver,
    Standing,
    active_constraints,
    example_table,
    load_catalog,
    load_rulebook,
    main,
    may,
    parse_fact,
    run,
)

CATALOG = load_catalog()
BOOK, VOCABULARY = load_rulebook()
DAY = "2010-01-01"
Captured = pytest.CaptureFixture[str]


def answer(game: str, *facts: str, day: str = DAY) -> Answer:
    known = [parse_fact(CATALOG, game, text) for text in facts]
    assert not [fact for fact in known if isinstance(fact, str)]
    found = may(CATALOG, game, day, known)
    assert found is not None
    return found


def standing(found: Answer) -> dict[str, str]:
    return {p.name: p.standing for p in (*found.offers, *found.equipment)}


def limits(found: Answer) -> dict[str, Any]:
    return {limit.field: limit.choices or [(i.low, i.high) for i in limit.intervals] for limit in found.limits}


@pytest.mark.parametrize(
    ("game", "day"), [("blackjack", DAY), ("blackjack", "1999-01-01"), ("roulette", DAY), ("three_card_poker", DAY)]
)
def test_random_facts_against_the_compiled_clauses(game: str, day: str) -> None:
    random_ = random.Random(13)
    oracle = matrix_oracle.Oracle(BOOK, VOCABULARY, game, day)
    law = active_constraints(CATALOG, game, day)
    clauses = [c for c in Plan(BOOK.clauses, day).of("table", game) if c.check or c.readings]
    with Solver(law.certain) as strict:
        for _ in range(4):
            chosen = {name: random_.choice((True, True, False)) for name in random_.sample(list(law.offers), 3)}
            found = answer(game, *(name if there else f"{name}=no" for name, there in chosen.items()), day=day)
            steps = tuple(("offer", name, there) for name, there in chosen.items())
            if found.lawful == "no":
                assert oracle.lawful(steps) is None
                continue
            given = {name: 2 if there else 1 for name, there in chosen.items()}
            for possible in found.offers:
                rest = tuple(step for step in steps if step[1] != possible.name)
                if possible.standing is Standing.NO and possible.name in law.offers:
                    assert oracle.lawful((*rest, ("offer", possible.name, True))) is None
                    assert possible.grounds
                elif possible.standing is Standing.MUST:
                    assert oracle.lawful((*rest, ("offer", possible.name, False))) is None
                elif possible.standing is Standing.MAY:
                    example = strict.example({**given, possible.name: 2})
                    facts = matrix_oracle.of_example(example_table(law, example), game)
                    assert not [c.id for c in clauses if run(c, day, facts) in (FAIL, OPEN)]


def test_limits_against_the_compiled_clauses() -> None:
    oracle = matrix_oracle.Oracle(BOOK, VOCABULARY, "blackjack", DAY)
    found = answer("blackjack", "six_to_five")
    assert limits(found)["decks"] == [(None, 2)]
    assert limits(found)["dealer_draws"] == ("hits_soft_17",)
    assert oracle.lawful((("offer", "six_to_five", True), ("field", "decks", Fraction(3)))) is None


def test_open_readings_are_told_apart() -> None:
    found = standing(answer("blackjack", "six_to_five"))
    assert found["progressive_blackjack"] is Standing.OPEN  # 2.2(a)3: four decks, by one of its readings
    assert found["match_the_dealer"] is Standing.NO
    assert found["streak"] is Standing.MAY
    assert found["shuffler"] is Standing.MUST


def test_facts_that_no_table_can_have() -> None:
    found = answer("blackjack", "streak", "multiple_action")
    assert (found.lawful, found.offers) == ("no", ())
    assert {g for ground in found.conflict for g in ground} == {
        "19:47-2.18(a)/multiple_action-bars-streak",
        "19:47-2.22(l)/streak-bars-multiple_action",
    }
    assert answer("blackjack", "streak", "streak=no").lawful == "no"
    assert answer("blackjack", "same_suit", "over_under").lawful == "open"


def test_intervals_of_facts_and_of_the_law() -> None:
    assert answer("blackjack", "six_to_five", "decks>=2").lawful == "yes"
    assert answer("blackjack", "six_to_five", "decks>=3").lawful == "no"
    assert answer("blackjack", "match_the_dealer", "decks=6,7").lawful == "yes"
    assert limits(answer("blackjack", "match_the_dealer", "decks=6,7"))["decks"] == [(6, 6)]
    assert limits(answer("blackjack", "decks=11", "splits<=2"))["splits"] == [(None, 2)]


def test_paytables_of_the_lawful_deck_counts() -> None:
    titles = {p.wager: [t.title for t in p.tables] for p in answer("blackjack", "decks=2").paytables}
    assert titles["same_suit"] == ["decks of cards in use: 2"]
    assert "match_the_dealer" not in titles  # six or eight decks


# ---- the command


def reported(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(["law", "may", *arguments])
    return code, *capsys.readouterr()


def test_text_states_clauses_in_words(capsys: Captured) -> None:
    code, out, _ = reported(capsys, "blackjack", "streak", "--as-of", DAY)
    assert code == 0
    assert "  may not have\n    multiple action blackjack\n      19:47-2.18(a): Multiple action blackjack" in out
    assert max(map(len, out.splitlines())) <= 100


def test_tables_of_a_filing_with_equal_facts_share_an_answer(capsys: Captured) -> None:
    code, out, _ = reported(capsys, "examples/boardwalk-troubled", "--as-of", "2007-01-01", "--format", "json")
    made = json.loads(out)
    assert code == 0
    by_table = {number: each for each in made for number in each["tables"]}
    assert by_table["207"] is by_table["208"]
    assert by_table["207"]["lawful"] == "no"  # 2.13(a): four players to a box
    assert by_table["207"]["conflict"] == [["19:47-2.13(a)/shared_boxes.players_per_box-between"]]
    assert by_table["201"]["lawful"] == "yes"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("blakjack",), "did you mean blackjack?"),
        (("blackjack", "streek"), "'streek' is no offer, equipment or field of this game; did you mean streak?"),
        (("blackjack", "decks=six"), "'six' is no number for decks"),
        (("blackjack", "dealer_draws=17"), "dealer_draws is one of stands_on_soft_17, hits_soft_17"),
        (("blackjack", "decks"), "decks needs a value"),
        (("blackjack", "lamp.decks=1"), "'lamp' is no offer of this game"),
        (("blackjack", "!"), "'!' is no fact"),
        (("nowhere.yaml",), "there is no file nowhere.yaml"),
        (("blackjack", "--table", "7"), "--table selects a table of a filing"),
        (("examples/boardwalk", "--table", "7777"), "has no table 7777"),
    ],
)
def test_arguments_that_are_wrong(arguments: tuple[str, ...], error: str, capsys: Captured) -> None:
    code, out, message = reported(capsys, *arguments)
    assert (code, out) == (2, "")
    assert error in message
