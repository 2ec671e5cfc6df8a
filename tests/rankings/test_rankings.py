"""Rankings: both evaluators rank every hand the same way, and as a player would."""

from __future__ import annotations

import random
from datetime import date
from functools import cache
from itertools import combinations
from types import ModuleType

import pytest

from tests.support.product import Corpus, ResolvedRulebook, TableLaw, interpreter, lower, parse, resolve, row_operations
from tests.support.product import compiled_files as files
from tests.support.product import complete_row as complete

VOCABULARY = """vocabulary "cards"

scope licensee "the licensee"
scope table of licensee "a table"
scope round of table "a round"
scope seat of round "a player's place"
scope hand of seat "a hand"

field game of table game "game"
field cards of hand cards "the hand"
field dealer_cards of round cards "the dealer's hand"
"""
LAW = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01

(a)       game tiles "Tiles"
          field total of round number "total"
          field third of round number "third card"
          field hand of hand name "hand"
          field force of hand number "strength"
          field flat of hand number "strength without heights"
          field seven of hand name "seven cards"
          field against of hand one of higher, lower, draw "against the dealer"
          ranking fives of 5 cards "hands of five"
            five_aces has 5 of a rank with joker as ace
            straight_flush has suited and consecutive with any joker by peak(cards, low_ace: 15)
            four has 4 of a rank with joker as ace by groups(cards)
            flush has suited with any joker
            straight has consecutive with any joker by peak(cards, low_ace: 5)
            full has 3 of a rank and pairs(cards) = 1 with joker as ace by groups(cards)
            two_pairs has pairs(cards) = 2 and suits(cards) < 4 with joker as ace by groups(cards)
            natural_pair has 2 of a rank by groups(cards)
            pair has 2 of a rank with joker as ace by groups(cards)
          ranking suits of 5 cards "suits"
            three_of_suit has 3 of a suit and not 4 of a suit
          total follows from points(cards, ace: 1) mod 10
          third follows by total when size(cards) = 7
            | total | third |
            | 3     | 1     |
            | 4     | 0     |
          hand follows from best(fives, first 5 cards)
          force follows from strength(fives, first 5 cards)
          flat follows from strength(fives, first 5 cards, height: 0)
          seven follows from best(suits, last 6 cards)
          against follows from higher when strength(fives, cards) > strength(fives, dealer_cards) as higher
          against follows from lower when strength(fives, cards) < strength(fives, dealer_cards) as lower
          against follows from draw when strength(fives, cards) = strength(fives, dealer_cards) as draw
"""
DECK = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"] + [(0, "j")]
DAY = date(2001, 1, 1)


@cache
def law(text: str = LAW) -> tuple[ResolvedRulebook, ModuleType]:
    trees = [parse(text, name).tree for text, name in ((VOCABULARY, "v"), (text, "s"))]
    made = resolve(Corpus((trees[0],), (trees[1],), "0", ()))  # type: ignore[arg-type]
    assert made.problems == ()
    module = ModuleType("law")
    compiled = files(lower(made.rulebook))
    for name in ("s1_1_1_1.py", "rounds.py"):
        exec(compiled[name], vars(module))
    return made.rulebook, module


def derived(module: ModuleType, facts: dict[str, object]) -> dict[str, object]:
    """The facts of a row with what the generated code derives from them."""
    found = complete(TableLaw(tuple(module.STEPS)), dict(facts), row_operations)
    return {name: value for name, value in found.items() if value is not None}


def hand(text: str) -> tuple[tuple[int, str], ...]:
    ranks = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13, "*": 0}
    return tuple((ranks.get(card[0]) if card[0] in ranks else int(card[0]), card[1]) for card in text.split())  # type: ignore[misc]


def stated(cards: str, field: str, dealer: str = "") -> object:
    facts = {"game": "tiles", "cards": hand(cards), **({"dealer_cards": hand(dealer)} if dealer else {})}
    book, module = law()
    reported = [derived(module, facts).get(field), interpreter.completed(book, facts, DAY).get(field)]
    if field not in ("force", "flat"):
        assert reported[0] == reported[1]
    return reported[0]


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac Ad Ah As *j", "five_aces"),
        ("Ac Ad Ah Ks *j", "four"),
        ("9c 9d 9h 9s *j", "four"),
        ("2c 3c 4c 5c *j", "straight_flush"),
        ("9c Tc Jc Qc Kc", "straight_flush"),
        ("Kc Ac 2c 3c 4c", "flush"),
        ("Kc 7c 2c 3c *j", "flush"),
        ("Ts Jc Qc Kc *j", "straight"),
        ("9s Tc Qc Kc *j", "straight"),
        ("9c 9d 9h As *j", "full"),
        ("9s 9c 3c 3d *j", "two_pairs"),
        ("9s 9h 3c 3d 7d", "natural_pair"),  # of four suits
        ("9s 9c 3c 2d 7d", "natural_pair"),
        ("As 9c 3c 7d *j", "pair"),
        ("Qs 9c 3c 2d 7d", "none"),
    ],
)  # fmt: skip
def test_a_hand_has_its_rank(cards: str, name: str) -> None:
    assert stated(cards, "hand") == name


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("4c 4d Ah 3s 2d", "5c 5d 2h 3s 4d"),  # the pair before the card outside it
        ("Ac 2d 3h 4s 5d", "2c 3d 4h 5s 6d"),  # a low ace
        ("9c Tc Jc Qc Kc", "Ac 2c 3c 4c 5c"),  # where the ranking has it on top
        ("Kc Qd 9h 7s 2d", "Kc Qd 9h 7s 3d"),
        ("2c 3d 4h 5s 6d", "2c 3c 7c 9c Jc"),
    ],
)
def test_one_hand_is_stronger(low: str, high: str) -> None:
    assert stated(low, "against", high) == "lower" and stated(high, "against", low) == "higher"
    assert stated(low, "against", low) == "draw"


def test_without_heights_the_kicker_decides() -> None:
    low, high = "4c 4d Ah 3s 2d", "5c 5d 2h 3s 4d"
    assert stated(low, "force") < stated(high, "force") and stated(low, "flat") > stated(high, "flat")  # type: ignore[operator]


def test_of_fewer_cards_nothing_is_known() -> None:
    assert stated("Ac 2d 3h 4s", "hand") is None and stated("Ac 2d 3h 4s", "total") == 0


def test_what_is_recorded_stays() -> None:
    book, module = law()
    facts = {"game": "tiles", "cards": hand("Ac 2d"), "total": 7}
    assert derived(module, facts)["total"] == interpreter.completed(book, facts, DAY)["total"] == 7
    step = next(step for step in module.STEPS if step.id.endswith("total-follows"))
    assert [step.holds({**facts, "total": total}, row_operations) for total in (7, 3)] == [False, True]


def test_both_evaluators_agree_on_random_hands() -> None:
    book, module = law()
    draw, rows = random.Random(7), []
    for _ in range(60):
        cards = tuple(draw.sample(DECK, 7))
        facts = {"game": "tiles", "cards": cards}
        one, two = derived(module, facts), interpreter.completed(book, facts, DAY)
        assert {k: one[k] for k in one if k not in ("force", "flat")} == {
            k: two[k] for k in two if k not in ("force", "flat")
        }
        rows.append((one, two))
    for (a, b), (c, d) in combinations(rows, 2):
        for field in ("force", "flat"):
            assert (a[field] < c[field], a[field] == c[field]) == (b[field] < d[field], b[field] == d[field])


ON_FIVES = {"fives-ranked", "hand-follows", "force-follows", "flat-follows", "higher", "lower", "draw"}


@pytest.mark.parametrize(
    ("was", "now", "changed"),
    [
        ("two_pairs has pairs(cards) = 2 and", "two_pairs has pairs(cards) = 1 and", {*ON_FIVES, "fives.two_pairs-has"}),
        ("straight has consecutive with any joker by", "straight has consecutive by", {*ON_FIVES, "fives.straight-has"}),
        ("by peak(cards, low_ace: 15)", "by peak(cards, low_ace: 14)", {*ON_FIVES, "fives.straight_flush-has"}),
        ("3 of a suit and not 4 of a suit", "3 of a suit", {"suits-ranked", "seven-follows", "suits.three_of_suit-has"}),
    ],
)  # fmt: skip
def test_what_hangs_on_a_ranking_is_another_version_when_the_ranking_is(was: str, now: str, changed: set[str]) -> None:
    assert was in LAW
    before, after = versions(LAW), versions(LAW.replace(was, now))
    assert {name for name in before if before[name] != after[name]} == changed


def versions(text: str) -> dict[str, str]:
    _, module = law(text)
    return {c.id.partition("/")[2]: c.version for c in module.CLAUSES_S1_1_1_1}
