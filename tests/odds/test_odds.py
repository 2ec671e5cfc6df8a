"""Odds of made-up wagers, each against a dealer who deals every hand."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest

from tests.support import card_game
from tests.support.product import card_runtime as words
from tests.support.product import row_operations

DECK = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]
TWO = "deal cards 2 from 1 deck\n"


def brute(size: int, wins: object, decks: int = 1) -> tuple[int, int]:
    dealt = [*combinations(DECK * decks, size)]
    return sum(bool(wins(hand)) for hand in dealt), len(dealt)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("condition", "wins"),
    [
        ("points(cards) = 20", lambda h: words.points(h) == 20),
        ("points(cards, ace: 1) mod 10 >= 8", lambda h: words.points(h, ace=1) % 10 >= 8),
        ("suited(cards) and count(cards, rank: king) = 1", lambda h: words.suited(h) and words.count(h, rank=13) == 1),
        ("same_rank(cards) or consecutive", lambda h: words.same_rank(h) or words.consecutive(h)),
        ("count(cards, suit: hearts) = 2", lambda h: words.count(h, suit="h") == 2),
        ("same_color(cards) and not suited", lambda h: words.same_color(h) and not words.suited(h)),
        ("2 of a rank", lambda h: words.of_a_rank(h, 2)),
        ("2 of a suit and peak(cards) = 14", lambda h: words.of_a_suit(h, 2) and words.peak(h) == 14),
        ("pairs(cards) = 1 and suits(cards) = 2", lambda h: words.pairs(h) == 1 and words.suits(h) == 2),
        ("suits(cards) < 2", lambda h: words.suits(h) < 2),
        ("groups(cards) > 700,000", lambda h: words.groups(h) > 700_000),
    ],
)
def test_two_cards(condition: str, wins: object) -> None:
    found = card_game.row(f"{TWO}pairs wins when {condition}\npairs pays exactly 3 to 1")
    won, hands = brute(2, wins)
    assert (card_game.counts(found).get("win", 0), found["hands"]) == (won, hands) and won
    assert Fraction(found["advantage"]) == 1 - 4 * Fraction(won, hands)


def test_the_order_counts_where_the_rule_requires_it() -> None:
    found = card_game.row(
        f"{TWO}pairs wins when count(first 1 cards, rank: 7) = 1 or suit(cards) = spades\npairs pays exactly 1 to 1"
    )
    won = sum(a[0] == 7 or a[1] == "s" for a, b in permutations(DECK, 2))
    assert Fraction(found["hit"]) == Fraction(won, 52 * 51)


def test_cards_that_nothing_looks_at_are_not_dealt() -> None:
    further = "deal cards 1 from 1 deck when points(cards) < 17 as third\ndeal cards 1 from 1 deck when points(cards) < 17 as fourth\n"
    requested = "pairs wins when same_rank(first 2 cards)\npairs pays exactly 1 to 1"
    found = card_game.row(f"{TWO}{further}{requested}")
    assert found["hands"] == card_game.row(f"{TWO}{requested}")["hands"]
    assert Fraction(found["hit"]) == Fraction(3, 51)
    assert found["rests_on"] == []


def test_a_shoe_has_more_decks() -> None:
    rules = "deal cards 2 from decks\ndecks is among 1, 2\npairs wins when same_rank(cards) and suited(cards)\npairs pays at least 9 to 1"
    one, two = card_game.rows(rules)
    assert "undetermined" in one and one["decks"] == 1  # a deck has no two equal cards
    assert card_game.counts(two)["win"] == brute(2, lambda h: h[0] == h[1], 2)[0] and two["least"]


def test_only_lawful_numbers_of_decks_are_counted() -> None:
    rules = "deal cards 2 from decks\ndecks is among 2, 4\npairs wins when same_rank(cards)\npairs pays exactly 9 to 1"
    found = {row["decks"]: Fraction(row["hit"]) for row in card_game.rows(rules)}
    assert found == {decks: Fraction(4 * decks - 1, 52 * decks - 1) for decks in (2, 4)}


def test_a_ranking_with_a_joker_as_the_scalar_evaluator_has_it() -> None:
    """Hands of three, so that every one of them can be dealt."""
    rules = (
        "deal cards 3 from 1 deck with 1 joker\n"
        'field hand of hand one of alike, row_of_suit, row, suit, two, none "hand"\n'
        "ranking threes of 3 cards\n"
        "  alike has 3 of a rank with joker as ace\n"
        "  row_of_suit has suited and consecutive with any joker\n"
        "  row has consecutive with any joker\n"
        "  suit has suited\n"
        "  two has pairs(cards) = 1 with joker as ace\n"
        "hand follows from best(threes, cards)\n"
        "pairs wins when hand is not none\n"
        "pairs pays only highest\n"
        + "".join(
            f"outcome {name} of pairs when hand is {name}\n" for name in ("alike", "row_of_suit", "row", "suit", "two")
        )
        + "pairs pays exactly\n  | hand | pays |\n  | alike | 9 to 1 |\n  | row_of_suit | 8 to 1 |\n  | row | 7 to 1 |\n"
        "  | suit | 6 to 1 |\n  | two | 1 to 1 |"
    )
    ranking = row_operations.a_ranking(3, (
        ("alike", lambda t, ops: words.of_a_rank(t["cards"], 3), "ace", lambda t, ops: 0),
        ("row_of_suit", lambda t, ops: words.suited(t["cards"]) and words.consecutive(t["cards"]), "any", lambda t, ops: 0),
        ("row", lambda t, ops: words.consecutive(t["cards"]), "any", lambda t, ops: 0),
        ("suit", lambda t, ops: words.suited(t["cards"]), "", lambda t, ops: 0),
        ("two", lambda t, ops: words.pairs(t["cards"]) == 1, "ace", lambda t, ops: 0),
    ))  # fmt: skip
    dealt = Counter(words.best({}, ranking, hand) for hand in combinations([*DECK, (0, "j")], 3))
    found = card_game.counts(card_game.row(rules))
    assert found == {("lost" if name == "none" else str(name)): many for name, many in dealt.items()}


def test_a_joker_is_any_card_of_a_rank_and_a_suit() -> None:
    found = card_game.row(
        'deal cards 2 from 1 deck with 1 joker\nfield hand of hand one of king_of_spades, none "hand"\n'
        "ranking twos of 2 cards\n  king_of_spades has count(cards, rank: king, suit: spades) = 1 with any joker\n"
        "hand follows from best(twos, cards)\npairs wins when hand is king_of_spades\npairs pays exactly 1 to 1"
    )
    won = sum((13, "s") in hand or (0, "j") in hand for hand in combinations([*DECK, (0, "j")], 2))
    assert (card_game.counts(found)["win"], found["hands"]) == (won, 53 * 52 // 2)


def test_a_ranking_of_five_of_seven_cards() -> None:
    """Against counts that follow from choosing: five aces, and four of a rank."""
    rules = (
        "deal cards 7 from 1 deck with 1 joker\n"
        "ranking fives of 5 cards\n"
        "  five_aces has 5 of a rank with joker as ace\n"
        "  four has 4 of a rank\n"
        'field hand of hand one of five_aces, four, none "hand"\n'
        "hand follows from best(fives, cards)\n"
        "outcome five_aces of pairs when hand is five_aces\noutcome four of pairs when hand is four\n"
        "pairs pays exactly\n  | hand | pays |\n  | five_aces | 9 to 1 |\n  | four | 8 to 1 |"
    )
    found = card_game.row(rules)
    assert found["hands"] == 154_143_080
    # Five of the cards can be four of a rank and another only when the joker is not needed.
    four = 13 * comb(48, 3)  # without the joker
    four += 12 * comb(48, 2)  # with it; with four aces it is five of them
    assert card_game.counts(found)["five_aces"] == comb(48, 2) and card_game.counts(found)["four"] == four


def test_rows_without_a_clause_are_the_ranks_of_the_hand() -> None:
    found = card_game.row(
        f'{TWO}ranking twos of 2 cards "hands of two"\n  pair has 2 of a rank\n  suit has suited\n'
        "pairs wins when 2 of a rank or suited(cards)\n"
        "pairs pays exactly\n  | hand | pays |\n  | pair | 5 to 1 |\n  | suit | 2 to 1 |"
    )
    alike, (suited, hands) = brute(2, words.same_rank)[0], brute(2, words.suited)
    assert card_game.counts(found) == {"pair": alike, "suit": suited, "lost": hands - alike - suited}


def test_a_count_of_the_rank_of_another_card() -> None:
    found = card_game.row(
        "deal cards 2, dealer_cards 1 from 1 deck\n"
        "pairs wins when count(cards, rank: rank(dealer_cards)) = 1\npairs pays exactly 1 to 1"
    )
    hands = [(mine, his) for his in DECK for mine in combinations(DECK, 2) if his not in mine]
    won = sum(sum(card[0] == his[0] for card in mine) == 1 for mine, his in hands)
    assert (card_game.counts(found)["win"], found["hands"]) == (won, len(hands))


def test_the_number_of_cards_of_a_hand_that_may_draw() -> None:
    found = card_game.row(
        "deal cards 1 from 1 deck\ndeal cards 1 from 1 deck when points(cards, ace: 1) <= 5 as second\n"
        "pairs wins when size(cards) = 2\npairs pays exactly 1 to 1"
    )
    assert Fraction(found["hit"]) == Fraction(sum(rank <= 5 for rank, _ in DECK), 52)


def test_a_choice_has_the_values_that_its_bound_names() -> None:
    rules = (
        f'{TWO}field lamps of table count "lamps"\nlamps is among 1, 2\n'
        "pairs wins when count(cards, rank: king) = lamps\npairs pays exactly 1 to 1"
    )
    found = {row["option"]["lamps"]: card_game.counts(row)["win"] for row in card_game.rows(rules)}
    assert found == {str(many): brute(2, lambda h, many=many: words.count(h, rank=13) == many)[0] for many in (1, 2)}


def test_the_last_card_of_a_hand_that_may_draw() -> None:
    found = card_game.row(
        "deal cards 1 from 1 deck\ndeal cards 1 from 1 deck when points(cards, ace: 1) <= 5 as second\n"
        "pairs wins when count(last 1 cards, rank: king) = 1\npairs pays exactly 1 to 1"
    )
    won = sum((second if first[0] <= 5 else first)[0] == 13 for first, second in permutations(DECK, 2))
    assert Fraction(found["hit"]) == Fraction(won, 52 * 51)


def test_a_sum_of_suits_is_of_these_suits() -> None:
    condition = "count(cards, suit: hearts) + 2 * count(cards, suit: spades) + count(cards, rank: king)"
    found = card_game.row(f"{TWO}pairs wins when {condition} = 3\npairs pays exactly 1 to 1")
    expected_value = {card: {"h": 1, "s": 2}.get(card[1], 0) + (card[0] == 13) for card in DECK}
    assert card_game.counts(found)["win"] == brute(2, lambda h: sum(expected_value[card] for card in h) == 3)[0]


def test_another_player_has_a_hand_like_any_other() -> None:
    found = card_game.row(
        f'{TWO}field envied of hand count "hands that are envied"\nfield torn of round flag "a card is torn"\n'
        "envied follows from count of other seats where 2 of a rank\n"
        "pairs wins when envied = 1 and not torn\npairs pays exactly 1 to 1"
    )
    assert Fraction(found["hit"]) == Fraction(*brute(2, words.same_rank))
    assert found["assumes"] == [
        "one other player; each further player adds the same on average", "it is false that a card is torn",
    ]  # fmt: skip


def test_hands_that_cannot_be_counted_state_why() -> None:
    found = card_game.row(
        "deal cards 9 from 8 decks\npairs wins when suited(cards) and consecutive\npairs pays exactly 1 to 1"
    )
    assert found["undetermined"] == "there are too many hands to count"


def spins(count: int, values: str) -> str:
    """The rules of a wager on so many independent spins."""
    fields = "".join(f'field spin{n} of round count "spin {n}"\nchance spin{n} among {values}\n' for n in range(count))
    wins = " and ".join(f"spin{n} = 1" for n in range(count))
    return f"{fields}pairs wins when {wins}\npairs loses otherwise\npairs pays exactly 1 to 1"


def test_chances_are_multiplied_within_a_bound() -> None:
    """The bound is on space, before it is taken: the combinations of 13 spins of 60 would fill any memory."""
    sixty = ", ".join(map(str, range(1, 61)))
    assert card_game.row(spins(2, "1, 2, 3"))["hit"] == "1/9"
    tracemalloc.start()
    found = card_game.row(spins(13, sixty))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found["undetermined"] == (
        "there are 12,960,000 combinations of spin 0, spin 1, spin 2, spin 3, with 51,840,000 values;"
        " at most 4,000,000 are counted"
    )
    assert most < 100_000_000


def test_ways_that_64_bits_cannot_count_are_not_counted() -> None:
    found = card_game.row(spins(3, "3,000,000,000 of 1, 2"))
    assert found["undetermined"] == (
        f"there are {3_000_000_001**3:,} ways to spin 0, spin 1, spin 2; at most 9,223,372,036,854,775,807 are counted"
    )
    assert Fraction(card_game.row(spins(2, "3 of 1, 2"))["hit"]) == Fraction(9, 16)


@pytest.mark.parametrize(
    ("rules", "combinations"),
    [
        (
            "".join(f'field way{n} of table one of x, y, z, w "way {n}"\n' for n in range(13))
            + TWO
            + f"pairs wins when 2 of a rank and ({' or '.join(f'way{n} = x' for n in range(13))})",
            f"{4**13:,} combinations of way 0, way 1,",
        ),
        (
            "decks is at most 1,000,000,000\ndeal cards 2 from decks\npairs wins when 2 of a rank",
            "1,000,000,000 combinations of decks;",
        ),
    ],
)
def test_what_is_chosen_is_combined_within_a_bound(rules: str, combinations: str) -> None:
    found = card_game.row(f"{rules}\npairs pays exactly 1 to 1")
    assert found["undetermined"].startswith(f"there are {combinations}")
    assert found["undetermined"].endswith("; at most 2,000 are counted")


# ---- draws, chances, charges


def test_a_card_that_depends_on_the_cards() -> None:
    rules = (
        "deal cards 1, dealer_cards 1 from 1 deck\n"
        "deal cards 1 from 1 deck when points(first 1 cards, ace: 1) <= 5 as second\n"
        "pairs wins when points(cards, ace: 1) > points(dealer_cards, ace: 1)\n"
        "pairs returns when points(cards, ace: 1) = points(dealer_cards, ace: 1)\n"
        "pairs loses when points(cards, ace: 1) < points(dealer_cards, ace: 1)\n"
        "pairs pays exactly 1 to 1"
    )

    def points(card: tuple[int, str]) -> int:
        return min(card[0], 10)

    whole: Counter[str] = Counter()
    kinds = Counter(points(c) for c in DECK)
    for a, b, c in product(kinds, repeat=3):
        left = Counter(kinds)
        ways = left[a]
        left[a] -= 1
        ways *= left[b]
        left[b] -= 1
        ways *= left[c]
        total = a + (c if a <= 5 else 0)
        whole["win" if total > b else "returned" if total == b else "lost"] += ways
    found = card_game.row(rules)
    assert {name: Fraction(many, found["hands"]) for name, many in card_game.counts(found).items()} == {
        name: Fraction(many, sum(whole.values())) for name, many in whole.items()
    }


def test_chances_in_turn() -> None:
    rules = (
        'field pocket of round one of zero, number "pocket"\nfield number of round count "number"\n'
        'field taken of seat money "taken"\n'
        "chance number among 1, 2, 3 when pocket is number\nchance pocket among 1 of zero, 3 of number\n"
        "pairs wins when pocket is number and number = 2\npairs pays exactly 2 to 1\n"
        "taken charges pairs\ntaken follows from 25% * stake of pairs when pocket is number and number = 2\n"
    )
    found = card_game.row(rules)
    assert Fraction(found["hit"]) == Fraction(1, 4)
    assert Fraction(found["advantage"]) == 1 - Fraction(1, 4) * (3 - Fraction(1, 4))


def test_a_chance_that_makes_no_difference_is_not_counted() -> None:
    found = card_game.row(
        'field pocket of round one of zero, number "pocket"\nfield number of round count "number"\n'
        "chance number among 1, 2, 3\nchance pocket among 1 of zero, 3 of number\n"
        "pairs wins when number = 2 and (pocket is zero or pocket is number)\npairs pays exactly 2 to 1"
    )
    assert card_game.counts(found) == {"win": 1, "lost": 2}


def test_what_is_unknown_of_the_stake_matters_where_amounts_are_paid() -> None:
    rules = (
        f'{TWO}field gone of seat one of kept, given "what becomes of the stake"\n'
        "pairs pays gross when gone is kept\npairs wins when suited(cards)\n"
    )
    hit, hands = brute(2, words.suited)
    found = card_game.row(f"{rules}pairs pays exactly 2 to 1")
    assert Fraction(found["advantage"]) == 1 - 3 * Fraction(hit, hands)
    assert found["decimal"] == f"{1 - 3 * hit / hands:.10f}"
    table = "outcome suit of pairs when suited(cards)\npairs pays exactly\n  | hand | pays |\n  | suit | $10 |"
    assert "undetermined" in card_game.row(rules + table)


def test_a_charge_by_what_the_paytable_pays() -> None:
    found = card_game.row(
        f'{TWO}field taken of seat money "taken"\npairs wins when 2 of a rank\n'
        "outcome two of pairs when 2 of a rank\npairs pays exactly\n  | hand | pays |\n  | two | 5 to 1 |\n"
        "taken charges pairs\ntaken follows from 10% * stake of pairs * payout(pairs, two) when 2 of a rank"
    )
    hit = Fraction(*brute(2, words.same_rank))
    assert Fraction(found["advantage"]) == 1 - hit * (1 + 5 - Fraction(5, 10))


def test_a_stake_that_is_lost_in_part_and_one_that_cannot_be_made() -> None:
    rules = "deal cards 1 from 1 deck\npairs wins when count(cards, rank: king) = 1\npairs pays exactly 1 to 1\n"
    half = card_game.row(
        f"{rules}pairs loses when count(cards, rank: king) = 0\n"
        "collected of pairs is exactly 50% * stake of pairs when count(cards, rank: ace) = 1"
    )
    none = card_game.row(f"{rules}stake of pairs is exactly $0 when count(cards, rank: ace) = 1")
    ends = Counter("won" if rank == 13 else "ace" if rank == 1 else "lost" for rank, _ in DECK)
    assert Fraction(half["advantage"]) == Fraction(ends["lost"] - ends["won"] + Fraction(ends["ace"], 2), 52)
    assert card_game.counts(none) == {"win": ends["won"], "lost": ends["lost"]}


# ---- choices and readings


def test_each_reading_has_its_figure_and_what_makes_no_difference_is_not_reported() -> None:
    rules = (
        "deal cards 1 from 1 deck\n"
        'field side of table one of left, right "side"\n'
        "pairs wins when count(cards, rank: king) = 1 and (side is left or side is right)\n"
        '  reading narrow "a king"\n  reading wide "a king or a queen"\n'
        "    pairs wins when count(cards, rank: king) = 1 or count(cards, rank: queen) = 1\n"
        "pairs pays exactly 11 to 1"
    )
    narrow, wide = card_game.rows(rules)
    assert [r["readings"] for r in (narrow, wide)] == [{"narrow or wide": "narrow"}, {"narrow or wide": "wide"}]
    assert [Fraction(r["advantage"]) for r in (narrow, wide)] == [Fraction(1, 13), Fraction(-11, 13)]
    assert narrow["option"] == {}


def test_a_table_by_which_a_choice_decides() -> None:
    rules = (
        f'{TWO}field side of table one of left, right "side"\nfield aim of hand number "points aimed at"\n'
        "aim follows by side\n  | side | aim |\n  | left | 20 |\n  | right | 13 |\n"
        "pairs wins when points(cards) = aim\npairs pays exactly 1 to 1"
    )
    found = {row["option"]["side"]: card_game.counts(row)["win"] for row in card_game.rows(rules)}
    assert found == {
        side: brute(2, lambda h, aim=aim: words.points(h) == aim)[0] for side, aim in (("left", 20), ("right", 13))
    }


def test_a_stake_has_the_paytable_that_is_not_excluded_for_it() -> None:
    rules = (
        f'{TWO}field stakes of wager set of money "amounts that can be staked"\nstakes of pairs is among $1, $5\n'
        'field payout_stakes of wager set of money "stakes for which the payouts are filed"\n'
        "pairs wins when suited(cards)\noutcome suited_two of pairs when suited(cards)\n"
        "pairs pays exactly unless payout_stakes of pairs > $1 as low\n  | hand | pays |\n  | suited_two | 2 to 1 |\n"
        "pairs pays exactly unless not (payout_stakes of pairs > $1 and payout_stakes of pairs <= $5) as high\n"
        "  | hand | pays |\n  | suited_two | 3 to 1 |"
    )
    hit = Fraction(*brute(2, words.suited))
    found = {row["stake"]: Fraction(row["advantage"]) for row in card_game.rows(rules)}
    assert found == {"$1": 1 - 3 * hit, "$5": 1 - 4 * hit}


def test_best_play_with_cards_in_view() -> None:
    rules = (
        'wager play optional "play"\ndeal cards 1, dealer_cards 1 from 1 deck\nplay sees cards\n'
        "stake of play is between stake of pairs and 2 * stake of pairs when stake of play > $0\n"
        "ranking ones of 1 cards\n  none_such has points(cards) > 99\n"
        "pairs wins when stake of play > $0 and strength(ones, cards) > strength(ones, dealer_cards)\n"
        "play wins when stake of play > $0 and strength(ones, cards) > strength(ones, dealer_cards)\n"
        "pairs returns when stake of play > $0 and strength(ones, cards) = strength(ones, dealer_cards)\n"
        "play returns when stake of play > $0 and strength(ones, cards) = strength(ones, dealer_cards)\n"
        "pairs pays exactly 1 to 1\nplay pays exactly 1 to 1"
    )
    found = card_game.row(rules)
    expected_value = Fraction(0)
    folded = 0
    high = {rank: 14 if rank == 1 else rank for rank, _ in DECK}
    for mine in DECK:
        nets = []
        for many in (0, 1, 2):
            each = [
                -1 if not many else (1 + many) * ((high[mine[0]] > high[his[0]]) - (high[mine[0]] < high[his[0]]))
                for his in DECK if his != mine
            ]  # fmt: skip
            nets.append(Fraction(sum(each), 51))
        expected_value += max(nets) / 52
        folded += max(nets) == nets[0]
    assert Fraction(found["advantage"]) == -expected_value and Fraction(found["folded"]) == Fraction(folded, 52)
    assert found["hands"] == 52 * 51


# ---- further figures


def test_a_hand_that_wins_and_loses_is_shown() -> None:
    found = card_game.row(
        f"{TWO}pairs wins when suited(cards)\npairs loses when same_color(cards)\npairs pays exactly 1 to 1"
    )
    (overlap,) = found["overlaps"]
    assert overlap.startswith("wins and loses: cards ")


def test_two_rows_that_meet_and_a_win_without_a_row_are_shown() -> None:
    table = "pairs pays exactly\n  | hand | pays |\n  | kings | 2 to 1 |\n  | suit | 1 to 1 |"
    rules = (
        f"{TWO}pairs wins when suited(cards) or 2 of a rank\n"
        "outcome kings of pairs when count(cards, rank: king) >= 1 and suited(cards)\noutcome suit of pairs when suited(cards)\n"
    )
    found = card_game.row(rules + table)
    assert found["overlaps"][0].startswith("suit and another row: cards ")
    assert found["gaps"][0].startswith("wins and has no row: cards ")
    assert "overlaps" not in card_game.row(f"{rules}pairs pays only highest\n{table}")


def test_what_cannot_be_counted_is_listed_with_the_reason() -> None:
    found = card_game.rows(
        'wager lantern "lantern"\nwager other "other"\nfield told of seat one of won, lost "what came of it"\n'
        "lantern wins when told is won\nother wins when points(cards) = 9\nother pays exactly 1 to 1\n"
        "deal cards 1 from 1 deck"
    )
    assert {row["wager"]: row.get("undetermined") for row in found} == {
        "pairs": "no available rule states when it wins",
        "lantern": "not available, or chosen by the players: what came of it",
        "other": None,
    }


def test_counts_add_up() -> None:
    for found in card_game.rows(f"{TWO}pairs wins when suited(cards)\npairs pays exactly 1 to 1"):
        assert sum(o["count"] for o in found["outcomes"]) == found["hands"]
        assert sum(Fraction(o["probability"]) for o in found["outcomes"]) == 1


@cache
def with_two_of_three() -> list[tuple[tuple[int, int], int, dict[tuple[int, str], list[int]]]]:
    """Of each kind of two cards, the ranks and how many there are.

    By the shown card: the number of three-card hands that are worse, equal and better.
    """
    high = [(rank if rank > 1 else 14) for rank, _ in DECK]
    force = np.array([[(a == b) * 10_000 + max(a, b) * 100 + min(a, b) for b in high] for a in high])
    theirs = np.array([*combinations(range(52), 3)])
    best = np.max([force[theirs[:, one], theirs[:, two]] for one, two in ((0, 1), (0, 2), (1, 2))], axis=0)
    kinds = Counter(
        (a[0], b[0], a[1] == b[1]) for a, b in combinations(DECK, 2)
    )  # the ranks, and whether the suits are equal
    found = []
    for (one, two, alike), many in kinds.items():
        mine = [DECK.index((one, "c")), DECK.index((two, "c" if alike else "d"))]
        left = ~np.isin(theirs, mine).any(axis=1)
        than = (best[left] >= force[mine[0], mine[1]]).astype(int) + (best[left] > force[mine[0], mine[1]])
        met = np.zeros((52, 3), int)
        for card in range(3):
            np.add.at(met, (theirs[left, card], than), 1)
        found.append(((one, two), many, {DECK[n]: met[n].tolist() for n in range(52) if n not in mine}))
    return found


@pytest.mark.parametrize(("sign", "ties"), [(">=", 1), (">", -1), (">", 0)])
def test_best_play_given_a_card_of_the_dealer(sign: str, ties: int) -> None:
    """Two cards against the best two of three, one of them shown; equal hands win, lose, or decide nothing."""
    rules = card_game.SIGHTED.replace(">=", sign) + "pairs pays exactly 1 to 1\nplay pays exactly 1 to 1\n"
    if not ties:
        rules += (
            "pairs, play returns when stake of play > $0 and strength(twos, cards) = strength(twos, dealer_cards)\n"
        )
    found = card_game.row(rules)
    expected_value, hands = Fraction(0), 52 * 51 // 2 * 50 * 1176
    for _, many, met in with_two_of_three():
        for worse, same, better in met.values():
            net = worse + ties * same - better
            expected_value += many * max(-1176, 2 * net, 4 * net)
    assert Fraction(found["advantage"]) == -expected_value / hands and found["hands"] == hands


@pytest.mark.parametrize(
    ("condition", "paid"),
    [
        ("2 of a rank", lambda a, b: a == b),
        ("points(cards, ace: worth) = 11", lambda a, b: min(a, 10) + min(b, 10) == 11),
    ],
)
def test_a_bonus_on_the_raised_stake_is_part_of_best_play(condition: str, paid: Callable[[int, int], bool]) -> None:
    rules = (
        f'{card_game.SIGHTED}pairs pays exactly 1 to 1\nplay pays exactly 1 to 1\noption extra "extra"\n'
        'field worth of hand count "points of an ace"\nworth follows from 1\n'
        f"extra wins when stake of play > $0 and {condition}\n"
        "extra pays exactly 3 to 1"
    )
    alone, whole = card_game.rows(rules)
    assert {outcome["net"]: outcome["title"] for outcome in alone["outcomes"]} == {
        "4": "pairs and play (3 times) win", "2": "pairs and play win", "-1": "folded, pairs loses",
        "-2": "pairs and play lose", "-4": "pairs and play (3 times) lose",
    }  # fmt: skip
    for found, rate in ((alone, 0), (whole, 3)):
        expected_value, hands = 0, 52 * 51 // 2 * 50 * 1176
        for (one, two), many, met in with_two_of_three():
            for worse, same, better in met.values():
                net, bonus = worse + same - better, rate * 1176 * paid(one, two)
                expected_value += many * max(-1176, 2 * net + bonus, 4 * net + bonus)
        assert Fraction(found["advantage"]) == Fraction(-expected_value, hands) and found["hands"] == hands
