"""How often the dealer's hand is better, given a shown card: compared with dealers that deal every hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pitboss.algebra.arrays import Array
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.odds import hand_comparison
from pitboss.compiler.odds.card_sets import CARDS, kinds
from pitboss.compiler.odds.hand_comparison import Measure, measure

PLAYER, RANKED = 3, 2


def pairs_first(columns: tuple[CardColumn, ...]) -> Array:
    """A pair, two cards of a suit, and what they add up to: sums above 20 are the same."""
    one, other = columns
    return (one.rank == other.rank) * 100 + (one.suit == other.suit) * 50 + np.minimum(one.rank + other.rank, 20)


def suits_first(columns: tuple[CardColumn, ...]) -> Array:
    """The same cards are above the highest pairs; above most others they are not."""
    one, other = columns
    pair, suited = one.rank == other.rank, one.suit == other.suit
    return (
        np.where(pair, 200, np.where(suited, 50, 0))
        + np.minimum(one.rank + other.rank, 20) % 17 * ~pair
        + pair * one.rank
    )


MEASURES: list[Measure] = []
for strength in (pairs_first, suits_first):
    measure(PLAYER, RANKED, strength, MEASURES)


def dealt(strength: Any, mine: tuple[int, ...], shown: int) -> list[int]:
    """How many hands of the dealer are better, and how many better or equal."""

    def of(hands: Array) -> Array:
        reported = [
            strength(tuple(CardColumn(hands[:, n] // 4 + 1, hands[:, n] % 4) for n in some))
            for some in combinations(range(hands.shape[1]), RANKED)
        ]
        return np.max(reported, axis=0)

    rest = [card for card in range(CARDS) if card not in (*mine, shown)]
    his = of(np.array([(shown, *others) for others in combinations(rest, PLAYER)]))
    own = of(np.array([mine]))[0]
    return [int((his > own).sum()), int((his >= own).sum())]


@pytest.mark.parametrize("number", range(0, 1755, 250))
def test_by_two_measures(number: int) -> None:
    mine = tuple(kinds(PLAYER).cards[number].tolist())
    for strength_of, there in zip((pairs_first, suits_first), MEASURES, strict=True):
        for shown in (0, 21, 34, 51):
            reported = [int(there.stronger(by)[number, shown]) for by in (1, 0)]
            assert reported == ([-1, -1] if shown in mine else dealt(strength_of, mine, shown))


@pytest.mark.parametrize("number", [0, 1])
def test_what_one_measure_reported_holds_where_the_same_cards_are_above_by_another(number: int) -> None:
    """Counted alone, either measure gives the same result; and some of its hands are not counted again, whichever comes first."""
    there, other = MEASURES[number], MEASURES[1 - number]
    alone = measure(PLAYER, RANKED, (pairs_first, suits_first)[number], []).stronger(1)
    assert np.array_equal(alone, there.stronger(1))
    injected = replace(other, counted={1: np.full_like(alone, 7)})
    found = replace(there, every=[injected], counted={}).stronger(1)
    reported = (found == 7).all(axis=1)
    assert 0 < reported.sum() < len(found) and np.array_equal(found[~reported], alone[~reported])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_measure_that_is_asked_for_first_serves_the_other(
    order: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    count = hand_comparison._count
    monkeypatch.setattr(hand_comparison, "_count", lambda *given: (counted.append(len(given[2])), count(*given)))
    every: list[Measure] = []
    measures = [measure(PLAYER, RANKED, strength, every) for strength in (pairs_first, suits_first)]
    for number in order:
        assert np.array_equal(measures[number].stronger(1), MEASURES[number].stronger(1))
    assert counted[0] == len(measures[0].own) > counted[1]
