"""House advantages that are counted without the rules, each in its own way; the program must come to the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from tests.support.product import core, odds

DAY = date(2010, 1, 1)
DECK = [(rank, suit) for rank in range(1, 14) for suit in range(4)]


@dataclass(frozen=True)
class Counted:
    """The advantage of a wager as counted; `picked`: what distinguishes its row from others of the wager."""

    game: str
    wager: str
    picked: tuple[tuple[str, Any], ...]
    advantage: Fraction

    def found(self, book: core.Rulebook) -> Fraction | None:
        """The advantage by a rulebook; None if that is not one figure."""
        rows = odds(book, DAY, (self.game,), (self.wager,))["rows"]
        fit = [
            row for row in rows
            if all(row.get(k) == v or v in row["option"].values() or v in row["readings"].values() for k, v in self.picked)
        ]  # fmt: skip
        return Fraction(fit[0]["advantage"]) if len(fit) == 1 and "advantage" in fit[0] else None


def counted(game: str) -> tuple[Counted, ...]:
    """The figures of a game."""
    return tuple(one for one in _all() if one.game == game)


@cache
def _all() -> tuple[Counted, ...]:
    return (*_wheel(), *_baccarat(), *_pair_plus())


def _wheel() -> Iterator[Counted]:
    wheels = {"double_zero": 38, "single_zero": 37}
    numbers = {
        "straight": (1, 35),
        "split": (2, 17),
        "three": (3, 11),
        "four": (4, 8),
        "first_five": (5, 6),
        "six": (6, 5),
    }
    numbers |= {"column": (12, 2), "dozen": (12, 2)}
    colors = {"seven_color": (7, 4), "eight_color": (8, 3)}  # six numbers of a color, and the zeros
    for name, (covered, pays) in {**numbers, **colors}.items():
        for wheel, pockets in wheels.items():
            only = {"first_five": "double_zero", "eight_color": "double_zero", "seven_color": "single_zero"}.get(
                name, wheel
            )
            if wheel == only:
                picked = () if name == "seven_color" else (("wheel", wheel),)
                yield Counted("roulette", f"roulette_{name}", picked, 1 - Fraction(covered * (pays + 1), pockets))
    for name in ("red", "black", "odd", "even", "low", "high"):  # half of a wager is lost on a zero, or the whole
        lost = {("double_zero", "half"): Fraction(1, 38), ("double_zero", "whole"): Fraction(2, 38)}
        lost[("single_zero", "whole")] = Fraction(1, 37)
        for (wheel, zero), advantage in lost.items():
            yield Counted("roulette", f"roulette_{name}", (("wheel", wheel), ("zero", zero)), advantage)


def _coups(decks: int) -> dict[str, Fraction]:
    """Player, banker and tie by the values of six cards; the third cards as the table of every casino has them."""
    left = {value: (16 if value == 0 else 4) * decks for value in range(10)}
    draws = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}
    ends = {"player": 0, "banker": 0, "tie": 0}
    for cards in product(range(10), repeat=6):
        ways, seen = 1, [0] * 10
        for card in cards:
            ways *= left[card] - seen[card]
            seen[card] += 1
        player, banker = (cards[0] + cards[1]) % 10, (cards[2] + cards[3]) % 10
        if player < 8 and banker < 8:
            third = cards[4] if player <= 5 else None
            player = (player + (third or 0)) % 10 if third is not None else player
            draw = banker <= 5 if third is None else banker <= 2 or str(third) in draws.get(banker, "")
            banker = (banker + cards[5]) % 10 if draw else banker
        ends["player" if player > banker else "banker" if banker > player else "tie"] += ways
    total = sum(ends.values())
    return {name: Fraction(many, total) for name, many in ends.items()}


def _baccarat() -> Iterator[Counted]:
    p, shoe = _coups(8), ("decks", 8)
    for game, name in (("punto_banco", "punto"), ("minibaccarat", "mini")):
        yield Counted(game, f"{name}_player", (shoe,), p["banker"] - p["player"])
        yield Counted(game, f"{name}_tie", (shoe,), 1 - 9 * p["tie"])
        for rate in (4, 5):
            expected_value = p["banker"] * (1 - Fraction(rate, 100)) - p["player"]
            yield Counted(game, f"{name}_banker", (("rate", f"{rate}%"), shoe), -expected_value)
    on_ties = p["banker"] - p["player"] - p["tie"] / 4
    yield Counted("minibaccarat", "mini_banker", (("rate", "25%"), shoe), -on_ties)


def _pair_plus() -> Iterator[Counted]:
    """Hand by hand."""
    pays = {"A": (1, 4, 6, 30, 40), "B": (1, 4, 6, 33, 35), "C": (1, 3, 6, 30, 40), "D": (1, 3, 6, 33, 35)}
    kinds = [0] * 6
    for hand in combinations(DECK, 3):
        ranks = sorted(rank for rank, _ in hand)
        flush = len({suit for _, suit in hand}) == 1
        straight = ranks[0] + 2 == ranks[1] + 1 == ranks[2] or ranks == [1, 12, 13]
        alike = 4 - len(set(ranks))
        kinds[
            5 if flush and straight else 4 if alike == 3 else 3 if straight else 2 if flush else 1 if alike == 2 else 0
        ] += 1
    for table, paid in pays.items():
        expected_value = sum(many * (win + 1) for many, win in zip(kinds[1:], paid, strict=True))
        advantage = 1 - Fraction(expected_value, 22_100)
        yield Counted("three_card_poker", "tcp_pair_plus", (("paytable", table),), advantage)
