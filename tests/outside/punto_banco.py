"""Punto banco, dealt and settled from the text of subchapter 3; see test_outside.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import ROUND_CEILING, Decimal
from itertools import count
from random import Random

from tests.outside.plain_dealing import (
    Mistake,
    Round,
    Row,
    heading,
    in_turn,
    money,
    noted,
    pack,
    pay,
    rank_of,
    settled,
    wrong_ways,
)

RATE = {"1": Decimal("0.05"), "2": Decimal("0.05"), "3": Decimal("0.04")}  # of the vigorish, by table
GRID = {"2": Decimal("0.25"), "3": Decimal("0.20")}  # to which tables 2 and 3 round it
VALUE = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}
# Third cards of the player on which the banker draws. The scan of Table 2 is one cell short in each row: what is missing
# lengthens a run of equal cells, so that the example in 3.9(g) comes out.
TABLE_2 = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}


def points(cards: list[str]) -> int:
    return sum(VALUE[rank_of(card)] for card in cards) % 10


def natural(player: list[str], banker: list[str]) -> bool:
    return max(points(player[:2]), points(banker[:2])) >= 8


def player_draws(player: list[str], banker: list[str]) -> bool:
    return not natural(player, banker) and points(player[:2]) <= 5


def banker_draws(player: list[str], banker: list[str]) -> bool:
    if natural(player, banker):
        return False
    if len(player) == 2 or points(banker[:2]) <= 2:
        return points(banker[:2]) <= 5
    return VALUE[rank_of(player[2])] in TABLE_2.get(points(banker[:2]), ())


def settle(rows: Round, player: list[str], banker: list[str]) -> None:
    """What the record says of these hands: the winner, each wager, the vigorish and the shoe."""
    lead = points(banker) - points(player)
    for row in rows:
        row["punto_player_cards"], row["punto_banker_cards"] = " ".join(player), " ".join(banker)
        row["punto_shoe_after"] = "passed" if lead < 0 else "kept"
        row["punto_vigorish_taken"] = 0
        for wager, stake in row["stake"].items():
            ahead = {"punto_banker": lead, "punto_player": -lead, "punto_tie": -abs(lead) or 1}[wager]
            how = "paid" if ahead > 0 else "collected" if ahead < 0 else "returned"
            pay(row, wager, how, stake * 8 if wager == "punto_tie" and ahead > 0 else stake)
        if settled(row, "punto_banker", "paid"):
            owed, grid = row["stake"]["punto_banker"] * RATE[row["table"]], GRID.get(row["table"])
            row["punto_vigorish_taken"] = str((owed / grid).to_integral_value(ROUND_CEILING) * grid if grid else owed)


def rounds(seed: int, number: int) -> Iterator[Round]:
    random = Random(seed)
    return in_turn([deal(random, table) for table in RATE], number)


def deal(random: Random, table: str) -> Iterator[Round]:
    """Rounds at a table, shoe after shoe, each until the cutting card and for one more hand."""
    number = 0
    for shoe in count(1):
        cards = pack(8)
        random.shuffle(cards)
        first = cards.pop()
        burned = VALUE[rank_of(first)] or 10
        del cards[-burned:]
        opening = {
            "punto_cut_depth": random.randint(10, 200),
            "punto_cutting_card_depth": 14,
            "punto_first_card": first,
            "punto_first_burned": burned,
        }
        after = 0  # rounds after the one in which the cutting card came up
        for sequence in count(1):
            number += 1
            four = [cards.pop() for _ in range(4)]
            player, banker = four[0::2], four[1::2]
            if player_draws(player, banker):
                player.append(cards.pop())
            if banker_draws(player, banker):
                banker.append(cards.pop())
            rows = [
                heading("punto_banco", table, "2007-05-01", number)
                | {"shoe": shoe, "sequence": sequence, "seat": seat, "player": seat, "stake": stakes(random)}
                | {"punto_late_wagers": 0, "punto_hands": 2, "punto_vigorish_rate": f"{RATE[table]:.0%}"}
                | {"punto_rounds_after_cutting_card": after, "punto_vigorish_marked": 0, "punto_vigorish_deferred": 0}
                | {"punto_vigorish_owed": 0, "punto_error_disclosed": "no", "punto_excess_disclosed": "no"}
                | opening
                for seat in range(1, random.randint(1, 3) + 1)
            ]
            settle(rows, player, banker)
            yield rows
            if after == 1:
                break
            after = int(len(cards) < 14)


def stakes(random: Random) -> dict[str, int]:
    wagers = random.sample(["punto_banker", "punto_player", "punto_tie"], random.randint(1, 3))
    return {wager: random.choice([5, 10, 13, 25, 40, 100, 500]) for wager in wagers}


UNSTATED = {"punto_face_up_cards", "punto_face_up_burned"}  # no card was found face up


# -- mistakes


def dealt(wrong: Callable[[list[str], list[str]], bool], more: bool, to: int) -> Callable[[Round], bool]:
    """Where `wrong` holds, a hand has one card more or less, and the hands on the table are settled rightly."""

    def spoil(rows: Round) -> bool:
        hands = [rows[0]["punto_player_cards"].split(), rows[0]["punto_banker_cards"].split()]
        if not wrong(*hands):
            return False
        card = EXTRA if more else hands[to].pop()
        if more:
            hands[to].append(card)
        elif to == 0:  # the banker goes by what the player has
            hands[1] = hands[1][:2] + [card] * banker_draws(*hands)
        settle(rows, *hands)
        return True

    return spoil


def no_third_to_player(player: list[str], banker: list[str]) -> bool:
    return len(player) == 3


def no_third_to_banker(player: list[str], banker: list[str]) -> bool:
    return len(banker) == 3


def third_to_player(player: list[str], banker: list[str]) -> bool:
    """A round in which the banker does the same after it."""
    stays = len(player) == 2 and not natural(player, banker)
    return stays and banker_draws(player, banker) == banker_draws([*player, EXTRA], banker)


def third_to_banker(player: list[str], banker: list[str]) -> bool:
    return len(banker) == 2 and not natural(player, banker)


def fourth_to_player(player: list[str], banker: list[str]) -> bool:
    return len(player) == 3


def fourth_to_banker(player: list[str], banker: list[str]) -> bool:
    return len(banker) == 3


def vigorish(taken: Callable[[Decimal, str], Decimal], won: bool = True) -> Callable[[Round], bool]:
    """On a wager on the banker that won (or did not), another vigorish."""

    def spoil(rows: Round) -> bool:
        for row in rows:
            if "punto_banker" in row["stake"] and settled(row, "punto_banker", "paid") == won:
                wrong = taken(Decimal(row["stake"]["punto_banker"]), row["table"])
                if wrong != Decimal(row["punto_vigorish_taken"]):
                    row["punto_vigorish_taken"] = str(wrong)
                    return True
        return False

    return spoil


def lost(row: Row) -> bool:
    return bool(row["punto_shoe_after"] == "passed")


EXTRA = "Kd"
BANKER, PLAYER, TIE = "punto_banker", "punto_player", "punto_tie"

MISTAKES = [
    *wrong_ways(BANKER, "19:47-3.2(a)1i", "19:47-3.2(a)1ii", "19:47-3.2(a)1iii"),
    *wrong_ways(PLAYER, "19:47-3.2(a)2i", "19:47-3.2(a)2ii", "19:47-3.2(a)2iii"),
    *wrong_ways(TIE, "19:47-3.2(a)3", "19:47-3.2(a)3"),
    Mistake("player paid 2 to 1", "19:47-3.3(a)", money(PLAYER, "paid", "paid", 2)),
    Mistake("player paid 1 to 2", "19:47-3.3(a)", money(PLAYER, "paid", "paid", "0.5")),
    Mistake("tie paid 7 to 1", "19:47-3.3(b)", money(TIE, "paid", "paid", 7)),
    Mistake("tie paid 9 to 1, more than is posted", "19:47-3.3(b)", money(TIE, "paid", "paid", 9), "open"),
    Mistake("banker paid 2 to 1", "19:47-3.3(c)", money(BANKER, "paid", "paid", 2)),
    Mistake("banker paid 1 to 2", "19:47-3.3(c)", money(BANKER, "paid", "paid", "0.5")),
    Mistake("no vigorish", "19:47-3.3(c)", vigorish(lambda stake, table: Decimal(0))),
    Mistake("vigorish of 6%", "19:47-3.3(c)", vigorish(lambda stake, table: stake * Decimal("0.06"))),
    Mistake("vigorish a dollar too high", "19:47-3.3(c)", vigorish(lambda stake, table: stake * RATE[table] + 1)),
    Mistake(
        "vigorish of a wager that did not win", "19:47-3.3(c)", vigorish(lambda stake, table: Decimal(1), won=False)
    ),
    Mistake(
        "vigorish at another rate than the table's", "19:47-3.3(d)", noted("punto_vigorish_rate", "6%", whole=False)
    ),
    Mistake("vigorish owed past the reshuffle", "19:47-3.3(c)", noted("punto_vigorish_owed", 5)),
    Mistake("wager after no more bets", "19:47-3.2(d)", noted("punto_late_wagers", 1, whole=False)),
    Mistake("cut nine cards in", "19:47-3.5(c)", noted("punto_cut_depth", 9)),
    Mistake("cutting card thirteen cards in", "19:47-3.5(d)", noted("punto_cutting_card_depth", 13)),
    Mistake("eleven cards burned", "19:47-3.5(d)", noted("punto_first_burned", 11)),
    Mistake("three hands dealt", "19:47-3.7(a)", noted("punto_hands", 3)),
    Mistake("two hands after the cutting card", "19:47-3.8(e)", noted("punto_rounds_after_cutting_card", 2)),
    Mistake("shoe kept after the banker lost", "19:47-3.11(a)1", noted("punto_shoe_after", "kept", lost)),
    Mistake("third card on a natural to the player", "19:47-3.9(a)", dealt(natural, True, 0)),
    Mistake("third card on a natural to the banker", "19:47-3.9(a)", dealt(natural, True, 1)),
    Mistake("third card not drawn by the player", "19:47-3.9(b)", dealt(no_third_to_player, False, 0)),
    Mistake("third card drawn by the player", "19:47-3.9(b)", dealt(third_to_player, True, 0)),
    Mistake("third card not drawn by the banker", "19:47-3.9(c)", dealt(no_third_to_banker, False, 1)),
    Mistake("third card drawn by the banker", "19:47-3.9(c)", dealt(third_to_banker, True, 1)),
    Mistake("fourth card to the player", "19:47-3.8(d)", dealt(fourth_to_player, True, 0)),
    Mistake("fourth card to the banker", "19:47-3.8(d)", dealt(fourth_to_banker, True, 1)),
]
