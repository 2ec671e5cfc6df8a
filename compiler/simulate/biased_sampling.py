"""Draws cards from decks: at random, sometimes from a small deck, or biased towards a target."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import TypeVar

from pitboss.compiler.oracle.values import Facts
from pitboss.compiler.simulate.small_decks import DECK, RANKS, small_deck
from pitboss.compiler.simulate.targets import FieldTarget

DRAWS = 40  # how often a hand with a target is drawn
MOST_TRIED = 500  # cards that are drawn in search of one that a target names
NAMED = 0.7  # how often a card is one of those that a target names
V = TypeVar("V")
Card = tuple[int, str]


def shuffled(random: Random, values: Iterable[V]) -> list[V]:
    """The values in random order."""
    made = [*values]
    random.shuffle(made)
    return made


class DeckExhausted(Exception):
    """No card is left in the deck."""


class CardSampler:
    """Draws cards for one table.

    `small_deck` is reset for each seat: an empty list stands for whole decks, None for a small deck that is not yet chosen.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.small_deck: list[int] | None = None

    def card(self, decks: int, jokers: int, drawn: set[int], target: FieldTarget | None = None) -> Card:
        """One card that is not drawn yet, which is added to `drawn`."""
        size = DECK + jokers
        if len(drawn) >= decks * size:
            raise DeckExhausted
        if self.small_deck is None:
            self.small_deck = small_deck(self.random, decks, jokers)
        named = target.cards if target and self.random.random() < NAMED else ()
        for tried in count():
            number = self.small_deck.pop() if self.small_deck and not named else self.random.randrange(decks * size)
            if number not in drawn:
                place = number % size
                card = (0, "j") if place >= DECK else (place % RANKS + 1, "cdhs"[place // RANKS])
                if not named or card in named or tried > MOST_TRIED:  # none of the named cards may be left
                    drawn.add(number)
                    return card
        raise AssertionError

    def hand(
        self,
        held: tuple[Card, ...],
        more: int,
        decks: tuple[int, int],
        drawn: set[int],
        target: FieldTarget | None,
        facts: Facts,
    ) -> tuple[Card, ...]:
        """The hand with more cards; with a target, the first of a few draws that meets it. `decks`: their number, and jokers in each."""
        for tried in range(DRAWS if target else 1):
            out = set(drawn)
            if target and not target.cards and more > 1:
                self.small_deck = None if tried % 2 else []
            cards = (*held, *(self.card(*decks, out, target) for _ in range(more)))
            if not target or len(cards) < target.size or target.holds({**facts, target.field: cards}):
                break
        drawn |= out
        return cards

    def pairs(self, target: FieldTarget | None) -> list[tuple[Card, Card]]:
        """Pairs of cards that no rule deals."""
        return [(self.card(1, 0, set(), target), self.card(1, 0, set(), target)) for _ in range(DRAWS)]
