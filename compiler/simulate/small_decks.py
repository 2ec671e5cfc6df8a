"""Small decks: hands that rarely come from a whole deck often come from a few of its cards."""

from __future__ import annotations

from random import Random

RANKS, SUITS = 13, 4
DECK = RANKS * SUITS  # without its jokers


def small_deck(random: Random, decks: int, jokers: int) -> list[int]:
    """Numbers of cards of few ranks, or of consecutive ranks, in few suits or all; decks are numbered one after the other.

    A deck has 52 cards, suit by suit, and then its jokers.

    >>> sorted(small_deck(Random(9), 1, 1)), len(small_deck(Random(9), 8, 1))
    ([0, 9, 10, 11, 12, 52], 12)
    """
    count = random.choice((1, 2, 3, 5, 7, 8))
    first = random.choice((random.randrange(RANKS), 1 - count))  # a sequence that ends with the ace is the highest
    ranks = [(first + n) % RANKS for n in range(count)] if random.random() < 0.5 else random.sample(range(RANKS), count)
    suits = random.sample(range(SUITS), random.choice((1, 2, SUITS)))
    same_suits = random.random() < 0.5  # all ranks in the same suits, or each in any one of them
    numbers = [RANKS * suit + rank for rank in ranks for suit in (suits if same_suits else [random.choice(suits)])]
    numbers += range(DECK, DECK + jokers) if random.random() < 0.5 else ()
    chosen = [n + (DECK + jokers) * deck for n in numbers for deck in random.sample(range(decks), min(decks, 2))]
    random.shuffle(chosen)
    return chosen
