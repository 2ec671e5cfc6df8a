"""Five evaluators read the same cards the same way: rows, columns, the interpreter, the fast evaluator and the odds.

Each evaluates every card function, two rankings made for it and all rankings of the law on the same random hands, half of which
have a joker. An implementation that is missing, or that reads a joker, an ace or a suit otherwise than the others, is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests.support.product import (
    CARD_FUNCTIONS,
    ResolvedRulebook,
    core,
    load_core,
    load_round_clauses,
    lower,
    resolved_law,
    row_operations,
)
from tests.support.soak import count

from .test_rankings import DECK, LAW, hand, law

pytest.importorskip("numpy")
pytest.importorskip("polars")

from tests.support import card_evaluators  # noqa: E402
from tests.support.card_evaluators import UNASKED, Answers, Hand, calls, expressions  # noqa: E402

DAY = date(2001, 1, 1)
JOKER = (0, "j")
QUESTIONS = {  # a field, and what its value follows from
    "low_points": "points(cards, ace: 1)",
    "high_points": "points(cards)",
    "cards_held": "size(cards)",
    "counted": "count(cards)",
    "aces": "count(cards, rank: ace)",
    "jokers": "count(cards, rank: joker)",
    "heart_cards": "count(cards, suit: hearts)",
    "royal_spades": "count(first 2 cards, rank: king, suit: spades)",
    "first_is_king": "rank(cards) = king",
    "first_is_joker": "rank(cards) = joker",
    "first_is_heart": "suit(cards) = hearts",
    "paired": "pairs(cards)",
    "suits_held": "suits(cards)",
    "one_suit": "suited(cards)",
    "one_color": "same_color(first 2 cards)",
    "one_rank": "same_rank(last 2 cards)",
    "in_a_row": "consecutive(last 3 cards)",
    "row_of_all": "consecutive(cards)",
    "three_alike": "3 of a rank",
    "three_of_suit": "3 of a suit",
    "top": "peak(cards, low_ace: 4)",
    "grouped": "groups(cards)",
    "most_copies": "copies(first 2 cards, last 2 cards)",
    "strayed": "strays(first 2 cards, last 2 cards)",
    "hard": "hard_draw(cards)",
    "soft": "soft_draw(cards)",
    "hand": "best(fives, first 5 cards)",
    "seven": "best(suits, last 6 cards)",
    "force": "strength(fives, first 5 cards)",
    "flat": "strength(fives, first 5 cards, height: 0)",
}
FLAGS = ("first_is", "one_", "in_a_row", "row_of_all", "three_")
OF_LAW = ("hand", "seven", "force", "flat")  # that the law of test_rankings states
ORDERED = ("force", "flat")  # numbers of which each evaluator has its own, in the same order


def questions_law() -> str:
    """The law of test_rankings with a field for each question."""
    lines = []
    for name, question in QUESTIONS.items():
        if name not in OF_LAW:
            kind = "flag" if name.startswith(FLAGS) else "number"
            lines += [f'field {name} of hand {kind} "{name}"', f"{name} follows from {question}"]
    return LAW + "".join(f"          {line}\n" for line in lines)


def random_hands(sizes: Sequence[int], many: int) -> list[Hand]:
    """Hands of one deck, of few ranks, of few suits or of neither, so that every rank comes up."""
    chance, hands = Random(11), []
    for number in range(many):
        size = sizes[number % len(sizes)]
        ranks = chance.sample(range(1, 14), chance.choice([3, 5, 13]))
        suits = chance.sample("cdhs", chance.choice([1, 2, 4]))
        deck = [card for card in DECK if card[0] in ranks and card[1] in suits]
        deck = deck if len(deck) >= size else [card for card in DECK if card != JOKER]
        cards = chance.sample(deck, size)
        if number % 2:
            cards[chance.randrange(size)] = JOKER
        hands.append(tuple(cards))
    return hands


RARE = ("Ac Ad Ah As *j", "2c 3c 4c 5c *j", "9c Tc Jc Qc Kc", "9c 9d 9h 9s *j")
HANDS = [*map(hand, RARE), *random_hands((5, 5, 6, 4, 3), 200)]


@cache
def questions() -> tuple[ResolvedRulebook, ModuleType, core.Rulebook]:
    """The questions as resolved, as compiled for rounds, and as lowered."""
    book, module = law(questions_law())
    return book, module, lower(book)


def by_columns() -> Answers:
    return card_evaluators.by_columns(questions()[1], HANDS)


def by_interpreter() -> Answers:
    """The reference semantics is slow: some of the hands."""
    few = count(15, soak=len(HANDS))
    answers = card_evaluators.by_interpreter(questions()[0], QUESTIONS, HANDS[:few], DAY)
    return {name: [*values, *[UNASKED] * (len(HANDS) - few)] for name, values in answers.items()}


def by_closures() -> Answers:
    return card_evaluators.by_closures(questions()[2], expressions(questions()[2]), HANDS)


def by_odds() -> Answers:
    return card_evaluators.by_odds(questions()[2], expressions(questions()[2]), HANDS, DAY)


EVALUATORS: dict[str, Callable[[], Answers]] = {
    "columns": by_columns,
    "interpreter": by_interpreter,
    "closures": by_closures,
    "odds": by_odds,
}


def comparable(name: str, answers: list[Any], asked: list[bool]) -> list[Any]:
    """The answers that were asked; of strengths only their order."""
    values = [answer for answer, is_asked in zip(answers, asked, strict=True) if is_asked]
    if name in ORDERED:
        order = sorted({Fraction(value) for value in values if value is not None})
        return [None if value is None else order.index(Fraction(value)) for value in values]
    return values


@cache
def answers_of_rows() -> Answers:
    return card_evaluators.by_rows(questions()[1], HANDS)


def differences(name: str, answers: list[Any], expected: list[Any], hands: list[Hand]) -> list[tuple[Hand, Any, Any]]:
    """The first hands for which an evaluator answers otherwise than rows do."""
    asked = [answer is not UNASKED for answer in answers]
    pairs = zip(comparable(name, expected, asked), comparable(name, answers, asked), strict=True)
    of_hands = zip((cards for cards, is_asked in zip(hands, asked, strict=True) if is_asked), pairs, strict=True)
    return [(cards, *pair) for cards, pair in of_hands if pair[0] != pair[1]][:3]


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_every_evaluator_reads_cards_as_rows_do(evaluator: str) -> None:
    answers, expected = EVALUATORS[evaluator](), answers_of_rows()
    differing = {QUESTIONS[name]: differences(name, answers[name], expected[name], HANDS) for name in QUESTIONS}
    assert {question: found for question, found in differing.items() if found} == {}


@pytest.mark.parametrize("function", CARD_FUNCTIONS)
def test_every_card_function_is_implemented_and_asked_for(function: str) -> None:
    asked = {call.function for expr in expressions(questions()[2]).values() for call in calls(expr)}
    implemented = {**card_evaluators.IMPLEMENTED, "the questions": asked}
    lacking = [name for name, functions in implemented.items() if function not in functions]
    assert lacking == [] or function == "makes"  # which is lowered to `best`


def test_the_answers_differ() -> None:
    for name in QUESTIONS:
        answers = answers_of_rows()[name]
        with_joker = [answer for answer, cards in zip(answers, HANDS, strict=True) if JOKER in cards]
        assert len({*answers} - {None}) > 1 and {*with_joker} - {None}, name
    assert {*answers_of_rows()["hand"]} == {rank.name for rank in questions()[2].rankings["fives"].ranks} | {
        None,
        "none",
    }


def test_a_rank_may_read_other_facts_of_the_row() -> None:
    module = law(LAW.replace("3 of a suit and not 4 of a suit", "3 of a suit and size(dealer_cards) = 2"))[1]
    hands = [hand("2c 5c 9c Kc Jc 3c")] * 4
    dealt: list[Any] = [hand("2d 5d"), hand("2d 5d 6d"), None, hand("2d 5d")]
    (step,) = (step for step in module.STEPS if getattr(step.role, "field", "") == "seven")
    by_row = [
        step.derived({"cards": cards, "dealer_cards": others}, row_operations)
        for cards, others in zip(hands, dealt, strict=True)
    ]
    assert by_row == ["three_of_suit", "none", None, "three_of_suit"]
    assert card_evaluators.by_columns(module, hands, dealer_cards=dealt)["seven"] == by_row


# ---- the rankings of the law


@pytest.mark.parametrize("name", sorted(load_core().rankings))
def test_every_ranking_of_the_law_has_one_meaning(name: str) -> None:
    book, size = load_core(), load_core().rankings[name].count
    hands = random_hands((size, size + 1, max(size, 7)), 48)
    compiled = getattr(load_round_clauses(), f"{name.upper()}_IN_ROUNDS", None)
    reference, asked = {"best": core.RankingRef(name), "strength": core.RankingRef(name)}, {}
    for word, ranking in reference.items():
        asked[word] = core.Apply(word, (ranking, core.Fact("cards")))
    answers = {
        "closures": card_evaluators.by_closures(book, asked, hands),
        "odds": card_evaluators.by_odds(book, asked, hands, DAY),
        "interpreter": card_evaluators.ranked_by_interpreter(resolved_law(), name, hands, count(4, soak=len(hands))),
    }
    expected = answers["closures"]
    if compiled is not None:
        expected = {word: [getattr(row_operations, word)({}, compiled, cards) for cards in hands] for word in asked}
        answers["columns"] = card_evaluators.ranked_in_columns(compiled, hands)
    differing = {
        (evaluator, word): differences("force" if word == "strength" else "", found[word], expected[word], hands)
        for evaluator, found in answers.items() for word in asked
    }  # fmt: skip
    assert {place: found for place, found in differing.items() if found} == {}
