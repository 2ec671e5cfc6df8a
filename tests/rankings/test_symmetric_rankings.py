"""A ranking that is marked `symmetric` evaluates equivalent hands once; each result equals that of the hand by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.support.product import Corpus, card_runtime, load_round_clauses, lower, parse, resolve, row_operations
from tests.support.product import emit_rounds as rounds

Hand = tuple[tuple[int, str], ...]
DECK = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"] + [(0, "j")]
RANKINGS = {
    name: made for name, made in vars(load_round_clauses()).items() if isinstance(made, card_runtime.HandRanking)
}
SYMMETRIC = sorted(name for name, made in RANKINGS.items() if made.symmetric)
VOCABULARY = """vocabulary "cards"

scope licensee "the licensee"
scope table of licensee "a table"
scope round of table "a round"
scope seat of round "a player's place"
scope hand of seat "a hand"

field game of table game "game"
field cards of hand cards "the hand"
"""
LAW = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01

(a)       game tiles "Tiles"
          field kind of hand name "kind"
          ranking tiles of 3 cards "tiles"
            {rank}
          kind follows from best(tiles, cards)
"""


def hands(seed: str, size: int, many: int) -> Iterator[Hand]:
    """Hands of few ranks, of few suits, or of neither, so that every rank comes up; now and then of several decks."""
    chance = random.Random(seed)
    for _ in range(many):
        ranks = chance.sample(range(1, 14), chance.choice([3, 5, 13]))
        suits = chance.sample("cdhs", chance.choice([1, 2, 4]))
        deck = [card for card in DECK if card[0] in (0, *ranks) and card[1] in ("j", *suits)]
        deck += [card for card in DECK if card not in deck] if len(deck) < size else []
        yield tuple(chance.sample(deck, size) if chance.random() < 0.9 else chance.choices(DECK, k=size))


def differing(symmetric_ranking: card_runtime.HandRanking, seed: str, many: int = 60) -> list[Hand]:
    """The hands whose shared result differs from the result of the hand by itself."""
    by_itself = row_operations.a_ranking(symmetric_ranking.size, symmetric_ranking.ranks)
    found = []
    for beside in (0, 2):
        for hand in hands(f"{seed} {beside}", symmetric_ranking.size + beside, many // (1 + 2 * beside)):
            for height in (None, 0):
                reported = [
                    [word({}, each, hand, height) for word in (card_runtime.best, card_runtime.strength)]
                    for each in (symmetric_ranking, by_itself)
                ]
                if reported[0] != reported[1]:
                    found.append(hand)
    return found


@pytest.mark.parametrize("name", SYMMETRIC)
def test_hands_that_look_the_same_have_the_same_strength(name: str) -> None:
    assert differing(RANKINGS[name], name) == []
    assert RANKINGS[name].hands, "nothing was remembered"


def test_most_of_the_law_is_evaluated_once() -> None:
    assert {RANKINGS[name].size for name in SYMMETRIC} >= {2, 3, 4, 5}
    assert [name for name, made in RANKINGS.items() if not made.symmetric] == ["PGP_SEVENS_IN_ROUNDS"]  # of a suit each


def test_a_ranking_that_looks_at_suits_would_show() -> None:
    """Were it marked all the same."""
    seen = RANKINGS["PGP_SEVENS_IN_ROUNDS"]
    small = row_operations.a_ranking(
        3, (("two", lambda t, ops: sum(suit == "h" for _, suit in t["cards"]) == 2, "", lambda t, ops: 0),), True
    )
    assert differing(small, "two hearts") and not differing(seen, "sevens", 3)


def test_hands_of_several_decks_look_the_same_and_are_not() -> None:
    """A joker can be the fourth nine, and not the fifth: so hands with a duplicate card are evaluated by themselves."""
    five = row_operations.a_ranking(
        5, (("five", lambda t, ops: ops.of_a_rank(t["cards"], 5), "any", lambda t, ops: 0),), True
    )
    of_one_deck = ((9, "c"), (9, "d"), (9, "h"), (9, "s"), (0, "j"))
    of_several = ((9, "c"), (9, "d"), (9, "d"), (9, "s"), (0, "j"))
    assert [card_runtime.best({}, five, hand) for hand in (of_one_deck, of_several, of_one_deck)] == [
        "none",
        "five",
        "none",
    ]


@pytest.mark.parametrize(
    ("rank", "symmetric"),
    [
        ("top has suited and consecutive with any joker by peak(cards, low_ace: 5)", True),
        ("top has 2 of a rank by groups(cards)", True),
        ("top has count(cards, rank: king) = 2 and count(rest, rank: ace) = 0", True),
        ("top has 2 of a suit", False),
        ("top has suits(cards) = 2", False),
        ("top has count(cards, suit: hearts) = 2", False),
        ("top has 2 of a rank and suited(rest)", False),  # of the other cards only the ranks are observed
        ("top has same_color", False),
    ],
)
def test_only_what_is_blind_to_suits_is_marked(rank: str, symmetric: bool) -> None:
    trees = [parse(text, name).tree for text, name in ((VOCABULARY, "v"), (LAW.format(rank=rank), "s"))]
    made = resolve(Corpus((trees[0],), (trees[1],), "0", ()))  # type: ignore[arg-type]
    assert made.problems == ()
    assert ("symmetric=True" in rounds(lower(made.rulebook))) is symmetric
