"""Card functions of the reference semantics, on plain values; they share no line with those that generated code calls.

>>> word("points", [(1, "h"), (13, "s")], {}), word("peak", [(1, "h"), (2, "s")], {"low_ace": 2})
(21, 2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product

from pitboss.compiler.oracle.values import Number, as_number

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
SUITS = ("clubs", "diamonds", "hearts", "spades")
CARDS = {name: rank for rank, name in enumerate(RANKS, 1)} | {"joker": 0} | {name: name[0] for name in SUITS}
WORDS = (
    "points", "suited", "same_color", "same_rank", "consecutive", "size", "count", "rank", "suit", "pairs", "suits",
    "copies", "strays", "hard_draw", "soft_draw", "peak", "groups",
)  # fmt: skip

Hand = tuple[tuple[int, str], ...]


def word(name: str, cards: Hand, by: Mapping[str, object], others: Sequence[Hand] = ()) -> Number | str | None:
    """The value of a card function for cards and the `others` given with them; `by` are its named arguments."""
    ranks, suits = [rank for rank, _ in cards], [suit for _, suit in cards]
    match name:
        case "points":
            ace = as_number(by.get("ace"))
            return _total(ranks) if ace is None else _points(ranks, ace)
        case "count":
            return len([1 for r, s in cards if by.get("rank", r) == r and by.get("suit", s) == s])
        case "pairs":
            return [*Counter(rank for rank in ranks if rank).values()].count(2)
        case "suits":
            return sum(suit in suits for suit in "cdhs")
        case "copies":
            return max(Counter(chain(cards, *others)).values(), default=0)
        case "strays":
            return (Counter(chain(*others)) - Counter(cards)).total()
        case "hard_draw" | "soft_draw" if len(cards) > 1:
            totals = [(_total(ranks[:n]), _points(ranks[:n], 1)) for n in range(2, len(cards))]
            return max((high for high, low in totals if (high > low) == (name == "soft_draw")), default=0)
        case "suited" | "same_color" | "same_rank":
            colors = {"d": "red", "h": "red", "c": "black", "s": "black"}
            marks: dict[str, Sequence[object]] = {
                "suited": suits,
                "same_color": [colors.get(s, "none") for s in suits],
                "same_rank": ranks,
            }
            return len(set(marks[name])) <= 1
        case "consecutive":
            rows = [row for row in (ranks, _high(ranks)) if row and 0 not in ranks]
            return any(sorted(row) == [*range(min(row), min(row) + len(row))] for row in rows)
        case "size":
            return len(cards)
        case "rank" | "suit" if cards:
            return ranks[0] if name == "rank" else suits[0]
        case "peak" if cards:
            low_ace = as_number(by.get("low_ace", 5))
            return low_ace if 1 in ranks and 2 in ranks else max(_high([rank for rank in ranks if rank]), default=0)
        case "groups":
            often = Counter(_high(ranks))
            return _number([r for _, r in sorted(((n, r) for r, n in often.items()), reverse=True)])
    return None


def _points(ranks: list[int], ace: Number) -> Number:
    return sum(ace if rank == 1 else min(rank, 10) for rank in ranks)


def _total(ranks: list[int]) -> Number:
    """The points with one ace counted as eleven if the total is at most 21."""
    low = _points(ranks, 1)
    return low + 10 if 1 in ranks and low + 10 <= 21 else low


def kickers(hand: Hand) -> Fraction:
    """The kickers, as one number: they order hands that are equal otherwise, by the highest card that the other lacks."""
    return Fraction(kicker_number(hand), 15**5)


def kicker_number(hand: Hand) -> int:
    """The kickers as a whole number: the highest five ranks as digits in base 15."""
    return _number(sorted(_high([r for r, _ in hand]), reverse=True))


def stands(hand: Hand, joker: str | None, suits: Iterable[str]) -> Iterator[Hand]:
    """The hands that a hand can be if its joker stands for a card: the hand itself if it has no joker."""
    others = tuple(card for card in hand if card[1] != "j")
    if len(others) == len(hand):
        yield hand
    elif joker == "ace":
        yield ((1, "j"), *others)
    elif joker == "any":
        yield from ((card, *others) for card in product(range(1, 14), suits) if card not in others)


def _high(ranks: list[int]) -> list[int]:
    return [rank if rank > 1 else 14 for rank in ranks]


def _number(ranks: list[int]) -> int:
    """Five ranks as the digits of a number in base 15."""
    return sum(rank * 15 ** (4 - n) for n, rank in enumerate(ranks[:5]))
