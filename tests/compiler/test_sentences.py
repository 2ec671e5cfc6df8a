"""The English of the clauses is short: `python -m tests.support.sentences` prints the longest sentences."""

from __future__ import annotations

from statistics import median

import pytest

from tests.support import rule_documents
from tests.support.product import emit_catalog as catalog
from tests.support.sentences import length, sentences

LONGEST, MEDIAN = 60, 16
LAW = """section 1:1-9.1 "Tiles" at tiles
adopted 2001-03-01

(a)       game tiles "Tiles"
          wager tw_pairs required "pairs wager"
          wager tw_lantern optional "lantern wager"
          equipment tw_lamp "lamp with a colored shade"
          option tw_limit optional "limit on the pairs"
          field tw_spin of round one of zero, double_zero, number "spin"
          field tw_won of round flag "the seat has won"
          field tw_count of seat count "number of wins"
          define tw_double means count(first 2 cards, rank: king) "the number of kings in sight"
          define tw_quiet means stake of tw_lantern = $0 and paid of tw_pairs = $0
              "the round is quiet"
"""


def test_no_sentence_is_long_and_most_are_short() -> None:
    every = [*sentences()]
    assert len(every) > 4000
    assert [(clause, sentence) for clause, sentence in every if length(sentence) > LONGEST] == []
    assert median(length(sentence) for _, sentence in every) <= MEDIAN


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        # Conditions on one subject are said together, and alternatives without repeating the verb.
        ("tw_pairs wins when points(cards) >= 4 and points(cards) < 9",
         "If the points of the hand are at least 4 and below 9, the pairs wager wins."),
        ("tw_pairs loses when tw_spin is zero or tw_spin is double_zero",
         "If the spin is zero or double zero, the pairs wager loses."),
        # What became of a wager has a verb.
        ("tw_lantern loses when paid of tw_pairs = $0 and stake of tw_lantern > $0",
         "If the pairs wager was not paid and the lantern wager was made, the lantern wager loses."),
        ("tw_won follows from (count of own hands where tw_spin is zero) > 0",
         "The seat has won if and only if for at least one hand of the seat the spin is zero."),
        # A term stands for its conditions and says them once, as an amount too.
        ("tw_pairs loses when tw_quiet", "If the round is quiet, the pairs wager loses."),
        ("tw_count follows from tw_double + 1", "The number of wins equals the number of kings in sight plus 1."),
        # A long statement is the demand and a sentence for each condition and for each part of an amount.
        ("tw_pairs wins when tw_lamp is offered and tw_spin is zero and points(cards) > points(dealer_cards) and suited(cards)",
         "The pairs wager wins if (1) to (4) hold. (1) A lamp with a colored shade is in use. (2) The spin is zero. "
         "(3) The points of the hand exceed the points of the dealer's hand. (4) The hand is of one suit."),
        ("tw_pairs wins when tw_lamp is offered and points(cards) > points(dealer_cards) or suited(cards) and tw_spin is number",
         "The pairs wager wins if (1) or (2) holds. "
         "(1) A lamp with a colored shade is in use and the points of the hand exceed the points of the dealer's hand. "
         "(2) The hand is of one suit and the spin is number."),
        ("paid of tw_lantern is exactly stake of tw_lantern * (points(cards) - points(dealer_cards)) + stake of tw_pairs",
         "The house pays the sum of (a) and (b) on the lantern wager. "
         "(a) The amount staked of the lantern wager times (the points of the hand minus the points of the dealer's hand). "
         "(b) The amount staked of the pairs wager."),
        ("tw_pairs wins when tw_spin is number and not (tw_lamp is offered and tw_limit is offered)",
         "The pairs wager wins if (1) and (2) hold. (1) The spin is number. "
         "(2) Either no lamp with a colored shade is in use or the limit on the pairs is not offered."),
    ],
)  # fmt: skip
def test_words_of_conditions_and_amounts(clause: str, words: str) -> None:
    book = rule_documents.book(f"{LAW}          {clause} as asked\n", "law.rules")
    assert [v.words for c in catalog(book).clauses if c.id.endswith("/asked") for v in c.versions] == [words]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tw_double", "The number of kings in sight is the number of kings among the first 2 cards."),
        ("tw_quiet", "The round is quiet if the lantern wager was not made and the pairs wager was not paid."),
    ],
)  # fmt: skip
def test_a_term_is_explained_once(name: str, words: str) -> None:
    clauses = catalog(rule_documents.book(LAW, "law.rules")).clauses
    assert [version.words for clause in clauses if clause.name == name for version in clause.versions] == [words]


def test_cards_and_money_of_the_law_have_verbs() -> None:
    every = {sentence for _, sentence in sentences()}
    assert "(2) The hand has 2 cards." in every
    assert "(3) Some of the pai gow poker wager was collected." in every


def test_a_flag_of_an_offer_is_a_sentence() -> None:
    """A condition whose title were a noun would read "unless the imprint on the layout of the limit"."""
    cap = next(
        clause
        for clause, sentence in sentences()
        if sentence.startswith("The amount of the twenty point payout limit must be posted")
    )
    assert [sentence for clause, sentence in sentences() if clause == cap] == [
        "The amount of the twenty point payout limit must be posted at the table.",
        "This does not apply if the layout states the amount of the twenty point payout limit.",
    ]
