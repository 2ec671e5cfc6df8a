"""Plain words of a clause: an internal name is replaced by its title."""

from __future__ import annotations

import pytest

from tests.support import rule_documents
from tests.support.product import emit_catalog as catalog

LAW = """section 1:1-9.1 "Tiles" at tiles
adopted 2001-03-01

(a)       game tiles "Tiles"
          wager tw_pairs required "pairs wager"
          wager tw_lantern optional "lantern wager"
          define left "the side where the dealer stands"
          field covers of tw_pairs set of name "wagers under the limit"
          field worth of round number "worth"
          field made of hand one of pair, none "what the cards make"
          ranking tw_hands of 2 cards "hands of tiles"
            pair has 2 of a rank
          ranking tw_plain of 2 cards
            pair has pairs(cards) = 1 and suits(cards) = 2
"""


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("covers of tw_pairs is among tw_pairs, tw_lantern", "must be pairs wager or lantern wager."),
        ("covers of tw_pairs is not among tw_lantern", "may not be lantern wager."),
        ("side is among left", "must be left."),  # a value of the field, which a term happens to be called too
        ("made follows from best(tw_hands, cards)", "equals the best hand of the hand (hands of tiles)."),
        ("made follows from best(tw_plain, cards)", "equals the best hand of the hand."),
        (
            "worth follows from strength(tw_hands, cards, height: 0)",
            "equals the strength of the hand (hands of tiles, by rank and kickers alone).",
        ),
        ("chance worth among 1, 2, 3, 4, 5, 6", "is, by chance, 1 to 6, each equally likely."),
        ("chance worth among 2 of 1, 10", "is, by chance, 1 in 2 ways, 10 in 1 way."),
        ("tw_pairs wins when pairs(cards) = 1", "If the number of pairs among the hand is 1, the pairs wager wins."),
        (
            "tw_pairs wins when suits(first 2 cards) = 2",
            "If the number of suits among the first 2 cards is 2, the pairs wager wins.",
        ),
        ("tw_pairs wins unless tw_lantern is offered", "The pairs wager wins, unless the lantern wager is offered."),
        ("paid of tw_pairs is exactly stake of tw_pairs / 2", "The house pays half of the pairs wager."),
        ("paid of tw_pairs is at most $100 when tw_lantern is offered", "the house pays no more than $100 on the pairs wager."),
        (
            "tw_pairs wins when suited(cards) unless tw_lantern is offered",
            "If the hand is of one suit and the lantern wager is not offered, the pairs wager wins.",
        ),
        (
            "tw_pairs loses when count(first 2 cards, rank: queen, suit: hearts) >= 2",
            "If the first 2 cards include at least two queens of hearts, the pairs wager loses.",
        ),
        ("tw_pairs loses when count(first 2 cards, rank: ace) = 0", "If the first 2 cards include no aces, the pairs wager loses."),
    ],
)  # fmt: skip
def test_words(clause: str, words: str) -> None:
    book = rule_documents.book(f"{LAW}          {clause} as asked\n", "law.rules")
    clauses = [clause for clause in catalog(book).clauses if clause.id.endswith("/asked")]
    found = [version.words for clause in clauses for version in clause.versions]
    assert len(found) == 1 and found[0].endswith(words), found
