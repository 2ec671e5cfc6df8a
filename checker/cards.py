"""Card words for the clauses that judge a round. A card is (rank, suit): rank 1 to 13, suit one of c d h s.

>>> points(((1, "h"), (13, "s")))
21
>>> points(((1, "h"), (13, "s")), ace=1)
11
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

Cards = tuple[tuple[int, str], ...]
EVERY = "every"

# The condition of a rank and what orders its hands read the facts, with the hand as `cards`; a joker is (0, "j").
Rank = tuple[str, Callable[[dict[str, Any]], bool | None], str, Callable[[dict[str, Any]], Any]]
Ranking = tuple[int, tuple[Rank, ...]]
DECK = tuple((rank, suit) for rank in range(1, 14) for suit in "cdhs")


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


def pairs(cards: Cards | None) -> int | None:
    """How many ranks there are two of, no more and no fewer; a joker is of no rank.

    >>> pairs(((4, "h"), (4, "s"), (1, "c"), (1, "h"), (0, "j"))), pairs(((4, "h"), (4, "s"), (4, "c")))
    (2, 0)
    """
    return None if cards is None else sum(_many(cards, rank) == 2 for rank in range(1, 14))


def _many(cards: Cards, rank: int) -> int:
    return sum(r == rank for r, _ in cards)


def suits(cards: Cards | None) -> int | None:
    """How many suits there are; a joker, and the ace that it stands for, is of none.

    >>> suits(((4, "h"), (4, "s"), (1, "h"), (0, "j")))
    2
    """
    return None if cards is None else len({s for _, s in cards} - {"j"})


def suited(cards: Cards | None) -> bool | None:
    return None if cards is None else len({s for _, s in cards}) <= 1


def same_color(cards: Cards | None) -> bool | None:
    return None if cards is None else len({s if s == "j" else s in "dh" for _, s in cards}) <= 1


def same_rank(cards: Cards | None) -> bool | None:
    return None if cards is None else len({r for r, _ in cards}) <= 1


def consecutive(cards: Cards | None) -> bool | None:
    """Ranks in a row; the ace stands high or low."""
    if cards is None:
        return None
    ranks = sorted({r for r, _ in cards})
    high = sorted({14 if r == 1 else r for r, _ in cards})
    return (
        0 not in ranks
        and len(ranks) == len(cards)
        and (ranks[-1] - ranks[0] == len(cards) - 1 or high[-1] - high[0] == len(cards) - 1)
    )


def of_a_rank(cards: Cards | None, many: int) -> bool | None:
    if cards is None:
        return None
    ranks = [r for r, _ in cards]
    return any(ranks.count(r) >= many for r in ranks)


def of_a_suit(cards: Cards | None, many: int) -> bool | None:
    if cards is None:
        return None
    suits = [s for _, s in cards]
    return any(suits.count(s) >= many for s in suits)


# ---- rankings


def peak(cards: Cards | None, low_ace: Any = 5) -> Any:
    """The rank on top of ranks in a row; beside a two the ace is at the bottom, and `low_ace` is the top of that row.

    >>> peak(((1, "h"), (13, "s"), (12, "c"))), peak(((1, "h"), (2, "s"), (3, "c")), low_ace=3)
    (14, 3)
    """
    if cards is None:
        return None
    ranks = {r for r, _ in cards}
    return low_ace if {1, 2} <= ranks else 14 if 1 in ranks else max(ranks, default=0)


def groups(cards: Cards | None) -> int | None:
    """The ranks, those that occur most often before the others, as one number; the ace is 14.

    >>> groups(((4, "h"), (4, "s"), (1, "c"))) < groups(((5, "h"), (5, "s"), (2, "c")))
    True
    """
    if cards is None:
        return None
    high = [14 if r < 2 else r for r, _ in cards]
    return _as_number(sorted(set(high), key=lambda r: (-high.count(r), -r)))


def best(t: dict[str, Any], ranking: Ranking, cards: Cards | None, height: Any = None) -> str | None:
    """The name of the highest rank that cards out of these make, or `none`."""
    found = _strongest(t, ranking, cards, height)
    return found and found[1]


def strength(t: dict[str, Any], ranking: Ranking, cards: Cards | None, height: Any = None) -> Any:
    """A number that is higher the stronger the hand: by its rank, by what orders the rank, by its highest odd card."""
    found = _strongest(t, ranking, cards, height)
    return found and found[0]


def _strongest(t: dict[str, Any], ranking: Ranking, cards: Cards | None, height: Any) -> tuple[Any, str] | None:
    size, ranks = ranking
    if cards is None or len(cards) < size:
        return None
    hands = [(hand, tuple(cards[n] for n in rest)) for hand, rest in _parted(cards, size)]
    found = [_placed({**t, "rest": rest}, ranks, hand, height) for hand, rest in hands]
    known = [place for place in found if place is not None]
    return max(known, key=lambda place: place[0]) if len(known) == len(found) else None


def _parted(cards: Cards, size: int) -> Iterator[tuple[Cards, tuple[int, ...]]]:
    """Every hand that the cards make, with the places of the cards beside it."""
    for places in combinations(range(len(cards)), size):
        yield tuple(cards[n] for n in places), tuple(n for n in range(len(cards)) if n not in places)


def _placed(t: dict[str, Any], ranks: tuple[Rank, ...], hand: Cards, height: Any) -> tuple[Any, str] | None:
    for number, (name, has, joker, by) in enumerate(ranks):
        met = []
        for stands in _standing(hand, joker):
            facts = {**t, "cards": stands}
            truth = has(facts)
            if truth is None:
                return None
            if truth:
                over = by(facts) if height is None else height
                if over is None:
                    return None
                met.append(((len(ranks) - number) * 15**5 + over) * 15**5 + _odd_cards(stands))
        if met:
            return max(met), name
    return _odd_cards(hand), "none"


def _standing(hand: Cards, joker: str) -> Iterator[Cards]:
    """The hand with each card in the joker's place that it may stand for."""
    if (0, "j") not in hand:
        yield hand
        return
    rest = tuple(card for card in hand if card != (0, "j"))
    if joker == "ace":
        yield (*rest, (1, "j"))
    elif joker == "any":
        yield from ((*rest, card) for card in DECK if card not in rest)


def _odd_cards(hand: Cards) -> int:
    """Hands compared card by card from the top: the highest card that the other lacks decides."""
    return _as_number(sorted((14 if r < 2 else r for r, _ in hand), reverse=True))


def _as_number(ranks: list[int]) -> int:
    total = 0
    for index in range(5):
        total = total * 15 + (ranks[index] if index < len(ranks) else 0)
    return total
