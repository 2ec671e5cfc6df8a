"""Deals are counted as a dealer would deal them: each kind of hand represents as many hands as there are."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.compiler.odds.sample_space import CardType, hands, sequences


def deck(ranks: int, jokers: int = 0) -> list[tuple[int, int]]:
    return [(rank, suit) for rank in range(1, ranks + 1) for suit in range(4)] + [(0, 4)] * jokers


def kind(cards: tuple[tuple[int, int], ...]) -> tuple[object, ...]:
    """The hand with its suits renamed in every way, the least of them."""
    return min(
        tuple(sorted((r, order[s] if s < 4 else s) for r, s in cards)) for order in permutations(range(4))
    )  # fmt: skip


@pytest.mark.parametrize(("ranks", "size", "jokers"), [(3, 2, 0), (4, 3, 1), (4, 5, 0), (5, 4, 1), (3, 7, 1)])
def test_hands_up_to_the_names_of_suits(ranks: int, size: int, jokers: int) -> None:
    dealt = Counter(kind(cards) for cards in combinations(deck(ranks, jokers), size))
    counted: Counter[tuple[object, ...]] = Counter()
    for block in hands(ranks, size, jokers):
        rank, suit = (
            [np.broadcast_to(np.asarray(getattr(c, name)), block.shape) for c in block.columns]
            for name in ("rank", "suit")
        )
        for at in np.ndindex(*block.shape):
            cards = tuple((int(r[at]), int(s[at])) for r, s in zip(rank, suit, strict=True))
            counted[kind(cards)] += int(block.weight[0, at[1]])
    assert counted == dealt


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("segments", [(1, 1), (2, 1), (2, 2), (3,)])
def test_sequences_of_a_shoe(decks: int, segments: tuple[int, ...]) -> None:
    kinds = [CardType(1, 0, 1), CardType(1, 1, 1), CardType(2, 4, 3)]
    shoe = [n for n, k in enumerate(kinds) for _ in range(k.copies * decks)]
    dealt: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for order in permutations(range(len(shoe)), sum(segments)):
        cards, parts = [shoe[n] for n in order], []
        for size in segments:
            parts.append(tuple(sorted(cards[:size])))
            cards = cards[size:]
        dealt[tuple(parts)] += 1
    (block,) = sequences(kinds, segments, (decks,)).values()
    alike = int(np.prod([np.prod(range(1, size + 1)) for size in segments]))
    counted: Counter[tuple[tuple[int, ...], ...]] = Counter()
    names = {(k.rank, k.suit): n for n, k in enumerate(kinds)}
    for row in range(block.shape[0]):
        cards, parts = [names[int(c.rank[row]), int(c.suit[row])] for c in block.columns], []
        for size in segments:
            parts.append(tuple(sorted(cards[:size])))
            cards = cards[size:]
        if block.weight[row]:
            counted[tuple(parts)] += int(block.weight[row]) * alike
    assert counted == dealt
