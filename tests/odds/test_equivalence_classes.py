"""Merging hands into equivalence classes does not change a figure."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.compiler.model import core
from pitboss.compiler.odds import equivalence_classes
from pitboss.compiler.odds import wager_odds as rows
from pitboss.compiler.odds.active_law import active_law
from pitboss.compiler.odds.card_sets import CARDS, WAYS, grown, kinds, subsets
from pitboss.compiler.odds.evaluate import Case, Evaluator
from pitboss.compiler.odds.sample_space import CardType, sequences
from tests.support import card_game
from tests.support.product import Catalog, compute_odds, row_operations
from tests.support.product import card_runtime as words

TABLE = "pairs pays exactly\n  | hand | pays |\n  | kings | 9 to 1 |\n  | row | 2 to 1 |"
SET = (
    "deal cards 5 from 1 deck\nranking threes of 3 cards\n  kings has count(cards, rank: king) = 2\n  row has suited\n"
    'field set_cards of hand cards "the cards as set"\nfield hand of hand one of kings, row, none "hand"\n'
    'field set_hand of hand one of kings, row, none "hand as set"\n'
    "hand follows from best(threes, cards)\nset_hand follows from best(threes, set_cards)\n"
    "pairs wins when hand is kings or hand is none and set_hand is row and makes(threes, row, cards)\n"
    "pairs pays exactly 1 to 1"
)
RULES = {
    "shoe": (
        "deal cards 2 from decks\ndecks is among 1, 2, 3\n"
        "pairs wins when points(cards) = 12 or same_color(cards) and count(cards, suit: hearts) = 1\npairs pays exactly 2 to 1"
    ),
    "drawn": (
        "deal cards 2, dealer_cards 1 from 1 deck\ndeal cards 1 from 1 deck when points(first 2 cards) mod 10 <= 5 as third\n"
        "pairs wins when points(cards, ace: 1) mod 10 > points(dealer_cards, ace: 1)\npairs pays exactly 1 to 1"
    ),
    "joker": (
        "deal cards 4 from 1 deck with 1 joker\nranking threes of 3 cards\n"
        "  kings has count(cards, rank: king) = 2 and same_rank(rest) with any joker\n"
        "  row has suited or consecutive with joker as ace\n"
        'field hand of hand one of kings, row, none "hand"\nhand follows from best(threes, cards)\n'
        "outcome kings of pairs when hand is kings\noutcome row of pairs when hand is row\npairs pays only highest\n"
        + TABLE
    ),
    "set by the player": SET,
}


@pytest.mark.parametrize("name", RULES)
def test_merged_hands_have_the_odds_of_single_hands(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    merged = card_game.rows(RULES[name])
    monkeypatch.setattr(rows, "merged", lambda law, lots, held, found: lots)
    single = card_game.rows(RULES[name])
    assert merged == single and all("advantage" in row for row in single)


def test_a_ranking_of_cards_that_are_not_dealt_distinguishes_no_hands() -> None:
    law = active_law(card_game.law(SET), "tiles", date(2001, 1, 1))
    found = rows.dependencies_of(law, "pairs")
    whole = rows.spaces(found, _where(law), [1], rows.Shared().spaces)[1]
    (merged,) = rows.blocks_of(law, "pairs", found, _where(law), (None,), rows.Shared())[1]
    assert len(whole) > 1 and merged.total(True) == sum(block.total(True) for block in whole)


def test_five_of_seven_cards_and_the_joker_that_is_any_card() -> None:
    """A space of ranks down and suits across, against a dealer who holds a sample of its hands."""
    rules = (
        "deal cards 7 from 1 deck with 1 joker\nranking fives of 5 cards\n"
        "  twice has suited and count(cards, rank: king) = 2 with any joker\n"
        "  two_kings has count(cards, rank: king) = 2 and suited(rest) with any joker\n  row has suited and consecutive with any joker\n"
        'field hand of hand one of twice, two_kings, row, none "hand"\nhand follows from best(fives, cards)\n'
        "pairs wins when hand is not none\npairs pays exactly 1 to 1"
    )
    law = active_law(card_game.law(rules), "tiles", date(2001, 1, 1))
    block = rows.blocks_of(law, "pairs", rows.dependencies_of(law, "pairs"), _where(law), (None,), rows.Shared())[1]
    (one,) = block
    assert int(one.weight.sum()) == 154_143_080
    ranking = row_operations.a_ranking(5, (
        ("twice", lambda h, ops: words.suited(h["cards"]) and words.count(h["cards"], rank=13) == 2, "any", lambda h, ops: 0),
        ("two_kings", lambda h, ops: words.count(h["cards"], rank=13) == 2 and words.suited(h["rest"]), "any", lambda h, ops: 0),
        ("row", lambda h, ops: words.suited(h["cards"]) and words.consecutive(h["cards"]), "any", lambda h, ops: 0),
    ))  # fmt: skip
    hands = [[(int(c.rank[n]), "cdhsj"[int(c.suit[n])]) for c in one.columns] for n in range(one.shape[0])]
    (requested,) = one.answers
    reported = [str(words.best({}, ranking, hand)) for hand in hands]
    codes = dict(zip(reported, one.answers[requested].of.tolist(), strict=True))
    assert len(hands) > 2 and [codes[name] for name in reported] == one.answers[requested].of.tolist()
    assert len(set(codes.values())) == len(codes) == 3


def _where(law: Any) -> Any:
    return rows.setting(law, rows.dependencies_of(law, "pairs"))


def test_an_undeclared_predicate_is_an_error() -> None:
    law = active_law(
        card_game.law("deal cards 2 from 1 deck\npairs wins when suited(cards)\npairs pays exactly 1 to 1"),
        "tiles",
        date(2001, 1, 1),
    )
    (block,) = rows.blocks_of(law, "pairs", rows.dependencies_of(law, "pairs"), _where(law), (None,), rows.Shared())[1]
    evaluator = Evaluator(law, Case(), block, {"cards": block.columns})
    cards = core.Fact("cards")
    assert evaluator.truth(core.Apply("suited", (cards,))).yes.tolist() == [True, False]
    with pytest.raises(AssertionError, match="undeclared predicate"):
        evaluator.truth(core.Apply("same_rank", (cards,)))


def test_places_with_equal_values_have_one_number() -> None:
    reported = [np.array([1, 1, 2, 2]), np.array([True, False, True, True]), np.array([10**15, 0, 0, 0])]
    assert equivalence_classes.numbered(reported, 4).tolist() == [1, 0, 2, 2]


# ---- permutations of suits


def test_a_first_card_represents_its_permutations_of_suits() -> None:
    cards = [CardType(rank, suit, 1) for rank in (1, 2) for suit in range(4)]
    every = sequences(cards, (2, 1), (2,))[2]
    some = sequences(cards, (2, 1), (2,), tuple(permutations(range(4))))[2]
    assert some.shape[0] * 4 < every.shape[0]

    def kind(block: Any, row: int) -> tuple[Any, ...]:
        drawn = [(int(c.rank[row]), int(c.suit[row])) for c in block.columns]
        ways = ([(rank, order[suit]) for rank, suit in drawn] for order in permutations(range(4)))
        return min((*sorted(way[:2]), way[2]) for way in ways)

    counted = [Counter[Any](), Counter[Any]()]
    for block, counts in zip((every, some), counted, strict=True):
        for row in range(block.shape[0]):
            counts[kind(block, row)] += int(block.weight[row])
    assert +counted[0] == +counted[1]


def test_sets_of_cards_by_kind() -> None:
    def kind(cards: Any) -> tuple[Any, ...]:
        return tuple(sorted(tuple(sorted(int(c) // 4 for c in cards if c % 4 == suit)) for suit in range(4)))

    of = [{kind(cards): n for n, cards in enumerate(kinds(size).cards)} for size in range(4)]
    assert all(len(names) == len(kinds(size).cards) for size, names in enumerate(of))
    assert Counter(kind(c) for c in combinations(range(CARDS), 3)) == {
        name: int(kinds(3).weight[n]) for name, n in of[3].items()
    }
    for n, cards in enumerate(kinds(2).cards):
        for card in range(CARDS):
            assert grown(2)[n, card] == (-1 if card in cards else of[3][kind((*cards, card))])
    kind_of, way = subsets(3, 2)
    for n, cards in enumerate(kinds(3).cards):
        for part, chosen in enumerate(combinations(cards, 2)):
            named = kinds(2).cards[kind_of[part, n]]
            assert sorted(WAYS[way[part, n]][list(chosen)]) == sorted(named)


def test_a_dealer_who_must_qualify_is_not_only_compared() -> None:
    """With a shown card, the dealer's strength is known only relative to the player's: any other question has no answer."""
    rules = (
        card_game.SIGHTED + "pairs returns when stake of play > $0 and strength(twos, dealer_cards) < 9\n"
        "pairs pays exactly 1 to 1\nplay pays exactly 1 to 1"
    )
    assert "too many" in card_game.row(rules)["undetermined"]


# ---- games side by side


def test_worker_processes_do_not_change_the_odds(tmp_path: Path) -> None:
    head = 'section 1:1-{n}.1 "{game}" at {game}\nadopted 2000-01-01\n\n(a)       game {game} "{game}"\n'
    more = (
        'wager {game}_bet required "bet"\n'
        "deal cards {n} from 1 deck\n{game}_bet wins when suited(cards)\n{game}_bet pays exactly 3 to 1\n"
    )
    (tmp_path / "vocabulary.rules").write_text(card_game.VOCABULARY)
    for n, game in ((2, "tiles"), (3, "lamps")):
        stated = "".join(f"          {line}\n" for line in more.format(n=n, game=game).splitlines())
        (tmp_path / f"{game}.rules").write_text(head.format(n=n, game=game) + stated)
    law = Catalog("d")
    games = {"tiles": ["tiles_bet"], "lamps": ["lamps_bet"]}
    side_by_side = dict(compute_odds(law, "2001-01-01", (tmp_path,), games))
    one_by_one = {
        game: rows for one in games for game, rows in compute_odds(law, "2001-01-01", (tmp_path,), {one: games[one]})
    }
    assert side_by_side == one_by_one
    assert {game: row["hands"] for game, (row,) in side_by_side.items()} == {"tiles": 1326, "lamps": 22_100}
