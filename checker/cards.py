"""Card words for the clauses that judge a round. A card is (rank, suit): rank 1 to 13, suit one of c d h s.

>>> points(((1, "h"), (13, "s")))
21
>>> points(((1, "h"), (13, "s")), ace=1)
11
"""

from __future__ import annotations

from typing import Any

Cards = tuple[tuple[int, str], ...]
EVERY = "every"


def first(t: dict[str, Any], field: str, count: int) -> Cards | None:
    cards = t.get(field)
    return None if cards is None or len(cards) < count else tuple(cards[:count])


def last(t: dict[str, Any], field: str, count: int) -> Cards | None:
    cards = t.get(field)
    return None if cards is None or len(cards) < count else tuple(cards[-count:])


def points(cards: Cards | None, ace: int | None = None) -> int | None:
    if cards is None:
        return None
    total = sum(min(rank, 10) for rank, _ in cards)
    if ace is not None:
        return total + (ace - 1) * sum(rank == 1 for rank, _ in cards)
    return total + 10 if total <= 11 and any(rank == 1 for rank, _ in cards) else total


def count(cards: Cards | None, rank: int | str | None = EVERY, suit: str | None = EVERY) -> int | None:
    """How many are of a rank, of a suit, of both; a rank or suit that is not known makes the count unknown."""
    if cards is None or rank is None or suit is None:
        return None
    return sum(rank in (EVERY, r) and suit in (EVERY, s) for r, s in cards)


def size(cards: Cards | None) -> int | None:
    return None if cards is None else len(cards)


def rank(cards: Cards | None) -> int | None:
    """Of the first of the cards."""
    return cards[0][0] if cards else None


def suit(cards: Cards | None) -> str | None:
    return cards[0][1] if cards else None


def suited(cards: Cards | None) -> bool | None:
    return None if cards is None else len({s for _, s in cards}) <= 1


def same_color(cards: Cards | None) -> bool | None:
    return None if cards is None else len({s in "dh" for _, s in cards}) <= 1


def same_rank(cards: Cards | None) -> bool | None:
    return None if cards is None else len({r for r, _ in cards}) <= 1


def consecutive(cards: Cards | None) -> bool | None:
    """Ranks in a row; the ace stands high or low."""
    if cards is None:
        return None
    ranks = sorted({r for r, _ in cards})
    high = sorted({14 if r == 1 else r for r, _ in cards})
    return len(ranks) == len(cards) and (ranks[-1] - ranks[0] == len(cards) - 1 or high[-1] - high[0] == len(cards) - 1)


def of_a_rank(cards: Cards | None, many: int) -> bool | None:
    if cards is None:
        return None
    ranks = [r for r, _ in cards]
    return any(ranks.count(r) >= many for r in ranks)
