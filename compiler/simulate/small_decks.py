"""Of a deck, few cards: what chance hardly ever makes of a whole deck is made of them now and then."""

from __future__ import annotations

from random import Random

RANKS, SUITS = 13, 4
DECK = RANKS * SUITS  # without its jokers


def few(random: Random, decks: int, jokers: int) -> list[int]:
    """Places of cards of few ranks or of ranks in a row, of few suits or all, in decks that lie one behind the other.

    A deck has 52 cards, suit by suit, and its jokers.

    >>> sorted(few(Random(9), 1, 1)), len(few(Random(9), 8, 1))
    ([0, 9, 10, 11, 12, 52], 12)
    """
    many = random.choice((1, 2, 3, 5, 7, 8))
    first = random.choice((random.randrange(RANKS), 1 - many))  # a row that ends with the ace is the highest
    ranks = [(first + n) % RANKS for n in range(many)] if random.random() < 0.5 else random.sample(range(RANKS), many)
    suits = random.sample(range(SUITS), random.choice((1, 2, SUITS)))
    alike = random.random() < 0.5  # all ranks in the same suits, or each in any one of them
    places = [RANKS * suit + rank for rank in ranks for suit in (suits if alike else [random.choice(suits)])]
    places += range(DECK, DECK + jokers) if random.random() < 0.5 else ()
    chosen = [place + (DECK + jokers) * deck for place in places for deck in random.sample(range(decks), min(decks, 2))]
    random.shuffle(chosen)
    return chosen
