"""Cards drawn from decks: by chance, of few cards now and then, or towards what is wished for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any

from pitboss.compiler.oracle.fast.settlement import Facts
from pitboss.compiler.simulate.small_decks import DECK, RANKS, few
from pitboss.compiler.simulate.targets import Ask

DRAWS = 40  # how often a hand that is wished for is tried
MANY = 500  # cards that are looked at for one that is wished for
NAMED = 0.7  # how often a card is one of those that are wished for


def shuffled(random: Random, values: Iterable[Any]) -> list[Any]:
    made = [*values]
    random.shuffle(made)
    return made


class Spent(Exception):
    """No card is left in the deck."""


class Drawing:
    """Draws for one table; `few` is set anew for each seat: None, cards that are yet to be picked; empty, whole decks."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.few: list[int] | None = None  # the cards that the hands of a seat come of first

    def card(self, decks: int, jokers: int, drawn: set[int], ask: Ask | None = None) -> tuple[int, str]:
        size = DECK + jokers
        if len(drawn) >= decks * size:
            raise Spent
        if self.few is None:
            self.few = few(self.random, decks, jokers)
        named = ask.cards if ask and self.random.random() < NAMED else ()
        for tried in count():
            number = self.few.pop() if self.few and not named else self.random.randrange(decks * size)
            if number not in drawn:
                place = number % size
                card = (0, "j") if place >= DECK else (place % RANKS + 1, "cdhs"[place // RANKS])
                if not named or card in named or tried > MANY:  # else there may be none of them left
                    drawn.add(number)
                    return card
        raise AssertionError

    def hand(self, had: Any, many: int, decks: tuple[int, int], drawn: set[int], ask: Ask | None, facts: Facts) -> Any:
        """A hand with cards more: what is wished for, where a few draws bring it; now of whole decks, now of few cards."""
        for tried in range(DRAWS if ask else 1):
            out = set(drawn)
            if ask and not ask.cards and many > 1:
                self.few = None if tried % 2 else []
            cards = (*had, *(self.card(*decks, out, ask) for _ in range(many)))
            if not ask or len(cards) < ask.many or ask.holds({**facts, ask.name: cards}):
                break
        drawn |= out
        return cards
