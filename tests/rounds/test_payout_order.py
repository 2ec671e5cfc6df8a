"""11.9(j): of the types that a hand of pai gow poker makes, the one that pays most as filed is paid, whatever the printed order.

The filing has three of a kind above a flush on the progressive wager, and the straight above three of a kind on the seven-card
wager. A plain evaluator finds what five of the seven cards make.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tests.support.product import judge_rows, load_law
from tests.support.tile_rounds import raw

FILING = Path(__file__).parent / "order.yaml"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DECK = [rank + suit for suit in "cdhs" for rank in RANKS] + ["Jk"]
SEVEN = {
    "five_aces": 500, "royal_flush": 250, "straight_flush": 50, "four_of_a_kind": 25, "full_house": 5, "flush": 4, "straight": 4,
    "three_of_a_kind": 3,
}  # fmt: skip
PROGRESSIVE = {
    "royal_flush_and_pair": 200, "royal_flush": 100, "straight_flush_and_pair": 50, "straight_flush": 25,
    "four_of_a_kind_and_pair": 40, "four_of_a_kind": 20, "full_house_and_pair": 10, "full_house": 5, "flush_and_pair": 6,
    "flush": 3, "straight_and_pair": 4, "straight": 2, "three_of_a_kind": 7,
}  # fmt: skip


@cache
def makes(five: tuple[str, ...]) -> frozenset[str]:
    """Everything that five cards make. The joker is an ace, and any card for a straight or a flush."""
    plain = [(RANKS.index(card[:-1]) + 2, card[-1]) for card in five if card != "Jk"]
    joker = len(plain) < 5
    ranks, suits = {rank for rank, _ in plain}, {suit for _, suit in plain}
    low = {1 if rank == 14 else rank for rank in ranks}
    distinct = len(ranks) == len(plain)
    straight = distinct and any(max(some) - min(some) <= 4 for some in (ranks, low))
    groups = sorted(Counter([rank for rank, _ in plain] + [14] * joker).values(), reverse=True)
    named = {
        "royal_flush": straight and len(suits) == 1 and min(ranks) >= 10,
        "straight_flush": straight and len(suits) == 1,
        "straight": straight,
        "flush": len(suits) == 1,
        "five_aces": groups == [5],
        "four_of_a_kind": groups[0] >= 4,
        "full_house": groups == [3, 2],
        "three_of_a_kind": groups[0] >= 3,
    }
    return frozenset(name for name, holds in named.items() if holds)


def types(cards: list[str]) -> set[str]:
    """The types of seven cards, with the pair that the other two are."""
    found = set[str]()
    for five in combinations(cards, 5):
        made, rest = makes(five), [card for card in cards if card not in five]
        ranks = {"A" if card == "Jk" else card[:-1] for card in rest}
        found |= made | ({f"{name}_and_pair" for name in made} if len(ranks) == 1 else set())
    return found


def hands() -> list[list[str]]:
    """Hands that make several types, and hands as they come."""
    random = Random(11)
    chosen = [
        "9h 8c 7d 6s 5h 9c 9d",
        "9h 8h 7h 4h 2h 9c 9d",
        "Kh 9h 8h 4h 2h 2c 2d",
        "Jk Ad Ac 9s 8s 7s 6s",
        "3c 4d 5s 6h 7c Jk As",
    ]
    short = [card for card in DECK if card[:-1] in ("6", "7", "8", "9", "10") or card == "Jk"]
    some = [random.sample(deck, 7) for deck in (short, DECK) for _ in range(60)]
    metered = "five_aces", "royal_flush"
    return [cards for cards in [*(hand.split() for hand in chosen), *some] if not types(cards) & {*metered}]


def row(name: str, cards: list[str], wager: str, pays: dict[str, int], settled: str) -> dict[str, Any]:
    return {
        "round": name, "table": "1", "moment": "2009-12-02T10:00", "cards": " ".join(cards), "settled_as": {wager: settled},
        "stake": {wager: 1, "pgp_wager": 10}, "paid": {wager: pays[settled]},
    }  # fmt: skip


def test_the_type_that_pays_most_as_filed_is_the_one_paid() -> None:
    rows, lower, printed = [], set(), 0
    for wager, pays in (("pgp_seven_card", SEVEN), ("pgp_progressive", PROGRESSIVE)):
        for number, cards in enumerate(hands()):
            made = sorted(types(cards) & pays.keys(), key=lambda name: -pays[name])
            for settled in made:
                name = f"{wager} {number} as {settled}"
                rows.append(row(name, cards, wager, pays, settled))
                if pays[settled] < pays[made[0]]:
                    lower.add(name)
                    printed += list(pays).index(settled) < list(pays).index(made[0])
    law_index, faults = load_law([str(FILING)], [])
    assert faults == ""
    lot = judge_rows(law_index, [raw(number, **each) for number, each in enumerate(rows, 1)])
    assert lot.aside == []
    found = {(finding.round, finding.cite, finding.verdict) for finding in lot.findings if finding.cite}
    assert found == {(name, "19:47-11.9(j)", "fail") for name in lower}
    assert printed > 5
    assert len(rows) - len(lower) > 50
