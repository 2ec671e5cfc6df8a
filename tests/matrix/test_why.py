"""`pitboss law why`: questions as people write them, and answers that the checker confirms."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from pitboss.advice.verify_proof import verified
from pitboss.compiler.exclusion.proof import ProofStep, ProvenAnswer, Reply, answers
from pitboss.compiler.exclusion.question import Question, read_question
from tests.support.product import Catalog, load_catalog, load_rulebook, main, matrix_data
from tests.support.soak import count

Captured = pytest.CaptureFixture[str]
EXCLUDED = {"barred": Reply.NO, "impossible": Reply.NO, "open": Reply.OPEN, "allowed": Reply.YES, "required": Reply.YES}


@cache
def book() -> Catalog:
    return load_catalog()


@pytest.mark.parametrize(
    "asked",
    [
        "may blackjack offer the streak wager with 6 decks on 2007-01-01",
        "May Blackjack offer streak with 6 decks on 2007-01-01?",
        "  may  blackjack offer STREAK wager, and 6 decks on 2007-01-01. ",
    ],
)
def test_a_question_is_read_however_it_is_written(asked: str) -> None:
    assert read_question(book(), asked) == Question("blackjack", ("streak",), (("decks", 6),), "2007-01-01", False)


def test_every_name_that_pitboss_prints_is_read() -> None:
    offers = [
        (name, of) for name, of in book().names.items() if of.game and of.kind in ("wager", "option", "variation")
    ]
    for name, of in offers:
        read = read_question(book(), f"may {book().names[of.game or ''].title} offer {of.title} since 2008-01-01")
        assert isinstance(read, Question), (read, of.title)
        assert [book().names[offer].title for offer in read.offers] == [of.title], name


def test_every_name_that_is_read_is_answered() -> None:
    """Also names that no clause of the day looks at, as most equipment: a lawful table has them all the same."""
    replies = dict.fromkeys(Reply, 0)
    for game in [name for name, of in book().names.items() if of.kind == "game"]:
        offers = [name for name, of in book().names.items() if of.kind != "game" and of.game in (None, game)]
        for name in offers:
            read = read_question(book(), f"may {game} offer {name} on 2007-01-01")
            assert isinstance(read, Question) and name in read.offers, read
            (answer,) = answers(book(), read)
            replies[answer.reply] += 1
            assert answer.reply is not Reply.YES or answer.example[name] == "yes", name
    assert all(replies.values())


@pytest.mark.parametrize("name", ["continuous_shuffler", "cutting card"])
def test_equipment_that_no_clause_combines_is_part_of_the_table(capsys: Captured, name: str) -> None:
    assert main(["law", "why", f"may blackjack offer streak with {name} on 2007-01-01"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("yes, on 2007-01-01: Blackjack, streak wager with ")
    title = book().names[name.replace(" ", "_")].title
    assert title in " ".join(out.partition("for example a table with")[2].split())


def test_every_count_is_read_as_the_rules_spell_it() -> None:
    for name in (name for name, of in book().fields.items() if of.type == "count"):
        read = read_question(book(), f"may blackjack offer streak with 3 {name} on 2007-01-01")
        assert read == Question("blackjack", ("streak",), ((name, 3),), "2007-01-01", False)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            "may blackjack offer streak with 0 boxes on 2007-01-01",
            "no filing of a table can state what was asked: 0 boxes",
        ),
        ("may blackjack offer streak with 3 cards_drawn on 2007-01-01", "can state what was asked: 3 cards_drawn"),
        ("what may blackjack offer", "write: may GAME offer NAME"),
        ("may blackjak offer streak on 2007-01-01", "no game called 'blackjak'; did you mean 'blackjack'?"),
        ("may blackjack offer streek on 2007-01-01", "nothing called 'streek'; did you mean 'streak wager'?"),
        ("may blackjack offer streak on 2007-13-01", "'2007-13-01' is not a date"),
        ("may blackjack offer 6 decks on 2007-01-01", "names no wager or option"),
        ("may blackjack offer streak with 2 decks and 4 decks on 2007-01-01", "states the number of decks twice"),
        ("may blackjack offer streak on 2020-01-01", "the text expired on 2011-06-09"),
    ],
)
def test_a_question_that_cannot_be_read_is_explained(capsys: Captured, asked: str, message: str) -> None:
    assert main(["law", "why", asked]) == 2
    out, error = capsys.readouterr()
    assert not out and message in error


def test_a_proof_is_a_chain_of_clauses_with_dates(capsys: Captured) -> None:
    assert main(["law", "why", "may blackjack offer streak with multiple action since 2000-01-01"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "no, from 2000-01-01 until 2001-01-16: Blackjack, streak wager with multiple action blackjack\n"
    )
    assert "  1. 19:47-2.22(a)/streak-authorised, since 2001-01-16\n" in out
    assert "  1. 19:47-2.18(a)/multiple_action-bars-streak, since 2001-01-16\n" in out
    assert out.count("the checker confirms it") == 2


def test_answers_are_those_of_the_matrix_and_the_checker_confirms_them() -> None:
    """The matrix is tested with an independent one; here every proof is judged table by table."""
    day = "2007-01-01"
    data = matrix_data(book(), "blackjack", day)
    assert data is not None
    status = {frozenset((pair["first"], pair["second"])): pair["status"] for pair in data["pairs"]}
    names = [offer["name"] for offer in data["offers"]]
    pairs = [*combinations(names, 2)]
    for pair in pairs[:: max(1, len(pairs) // count(40, len(pairs)))]:
        question = Question("blackjack", pair, (), day, False)
        (answer,) = answers(book(), question)
        if status[frozenset(pair)] in EXCLUDED:
            assert answer.reply is EXCLUDED[status[frozenset(pair)]], pair
        assert isinstance(verified(book(), *load_rulebook(), question, answer), int), (pair, answer)


def test_a_wrong_proof_is_not_confirmed() -> None:
    question = Question("blackjack", ("streak", "insurance"), (), "2007-01-01", False)
    wrong = ProofStep("19:47-2.22(l)/streak-bars-multiple_action", "2001-01-16", None, "")
    denied = ProvenAnswer("2007-01-01", None, Reply.NO, (wrong,), 0, {})
    assert "breaches none of the clauses" in str(verified(book(), *load_rulebook(), question, denied))
    barred = Question("blackjack", ("streak", "multiple_action"), (), "2007-01-01", False)
    granted = ProvenAnswer("2007-01-01", None, Reply.YES, (), 0, {"streak": "yes", "multiple_action": "yes"})
    assert "is breached" in str(verified(book(), *load_rulebook(), barred, granted))
