"""Rounds by hand before the law itself: what goes wrong is named, what an irregularity lawfully led to is not held against it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.product import judge_rows, load_law
from tests.support.tile_rounds import raw

HERE = Path(__file__).parent


def told(filing: str, row: dict[str, Any], moment: str) -> dict[str, str]:
    court, faults = load_law([str(HERE / filing)], [])
    assert faults == ""
    lot = judge_rows(court, [raw(1, **{**row, "moment": moment})])
    assert lot.aside == []
    return {finding.clause.removeprefix("19:47-"): finding.verdict for finding in lot.findings}


def hands(player: str, dealer: str, **more: Any) -> dict[str, Any]:
    return {"cards": player, "dealer_cards": dealer, **more}


def coup(player: str, banker: str, **more: Any) -> dict[str, Any]:
    return {"punto_player_cards": player, "punto_banker_cards": banker, **more}


def box(dealer: str, **more: Any) -> dict[str, Any]:
    return {"cards": "10h 10d", "dealer_cards": dealer, "stake": BET, **more}


BET, HALF = {"blackjack_wager": 20}, {"blackjack_wager": 10}
WON = {"paid": BET}
VOID = {"irregularity": "wrong_number_of_cards", "consequence": "all_hands_void_reshuffled"}
ANTE = {"stake": {"tcp_ante": 10, "tcp_play": 10}}
SPIN = {
    "roulette_pocket": "number", "roulette_number": 5, "roulette_background": "red", "roulette_column_hit": 2,
    "stake": {"roulette_red": 10},
}  # fmt: skip
CHEMIN = {"chemin_player_cards": "9h Kd", "chemin_banker_cards": "2h 3d", "chemin_banker_stake": 100}
SET = {
    "cards": "Ah Ad Kd Kh 8d 3c 2h", "dealer_cards": "As Jk Jd Jh 9d Ks Qs", "pgp_high_beside_low": "higher",
    "pgp_banker": "house", "pgp_set_wrongly": "no", "pgp_surrendered": "no", "pgp_high_cards": "Ah Ad 8d 3c 2h", "pgp_low_cards": "Kd Kh",
    "pgp_dealer_high_cards": "As Jk Qs 9d Ks", "pgp_dealer_low_cards": "Jd Jh", "stake": {"pgp_wager": 20},
}  # fmt: skip
COPY = {
    **SET,
    "dealer_cards": "As Jk Jd Jh 9d Ks Kc",
    "pgp_dealer_high_cards": "As Jk Jd 9d Jh",
    "pgp_dealer_low_cards": "Ks Kc",
}
FIVES = {
    **SET, "cards": "Ah 2d 3c 4s 5h Kd Kh", "dealer_cards": "2h 3d 4c 5s 6h Jd Jh", "pgp_high_cards": "Ah 2d 3c 4s 5h",
    "pgp_dealer_high_cards": "2h 3d 4c 5s 6h", "returned": {"pgp_wager": 20},
}  # fmt: skip
DREW = {"3.9(c)/punto_banker_drawn-exactly": "fail"}
MINI = {"mini_banker_cards": "9h 8d", "stake": {"mini_banker": 10}, "paid": {"mini_banker": 10}}

CASES = [
    # three card poker: the hands void, the wagers go back; a fourth card is found, unless it was told
    ("three.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h", returned=ANTE["stake"], **ANTE, **VOID), {}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js 9h", collected=ANTE["stake"], **ANTE, **VOID),
     {"20.12(d)/tcp_ante-returns": "fail", "20.12(d)/tcp_play-returns": "fail"}),
    ("three.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h", paid=ANTE["stake"], **ANTE), {"20.7(c)/tcp_player_cards-exactly": "fail"}),
    ("four.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h 8d 5c 3d"), {"27.7(c)/fcp_player_cards-exactly": "fail"}),
    # a deck has each card once, and the decks in use as many as they are
    ("three.yaml", hands("Ah Kd 2c", "Qd Js Kd"), {"20.2(a)/tcp_copies-at-most": "fail"}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js Kd", tcp_copies=1), {"20.2(a)/tcp_copies-follows": "fail"}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js Kd", tcp_copies=2, **VOID), {}),
    ("four.yaml", hands("Ah Kd 2c 3s 5d", "Qd Js 9h 8d 5c Ah"), {"27.2(a)/fcp_copies-at-most": "fail"}),
    ("seven.yaml", hands("Jk Kd 2c 3s 5d 7h 8h", "Qd Js 9h 8d 5c Jk Ad", pgp_banker="house"), {"11.2(a)/pgp_copies-at-most": "fail"}),
    ("box.yaml", {"table": "7", **hands("Kd Kd", "Ks 7h")}, {}),
    ("box.yaml", {"table": "7", **hands("Kd Kd", "Kd 7h")}, {"2.2(a)/card_copies-at-most": "fail"}),
    # roulette: no spin, no end of a wager; the wheel has the numbers that wagers divide
    ("wheel.yaml", {**SPIN, "irregularity": "object_in_wheel", "consequence": "no_spin"}, {}),
    ("wheel.yaml", {**SPIN, "collected": {"roulette_red": 10}, "irregularity": "object_in_wheel", "consequence": "no_spin"},
     {"5.4(a)/roulette_red.collected-exactly": "fail"}),
    ("wheel.yaml", {**SPIN, "roulette_number": 37, "paid": {"roulette_red": 10}}, {"5.1(e)10/roulette_number-between": "fail"}),
    # punto banco: what a hand drew against what Table 2 has it draw; none of it need be recorded
    ("cards.yaml", coup("2h 2d 5d", "2h 2d"), {"3.9(c)/punto_banker_drawn-exactly": "fail"}),
    ("cards.yaml", coup("2h 2d", "3h 3d 6d"), {"3.9(b)/punto_player_drawn-exactly": "fail"}),
    ("cards.yaml", coup("2h 7d", "3h 3d 6d"), {"3.9(a)/punto_banker_drawn-exactly": "fail"}),
    ("cards.yaml", coup("2h 2d Kd", "2h 2d 5d"), DREW),
    ("cards.yaml", coup("2h 2d Kd", "3h 2d 2s"), DREW),
    ("cards.yaml", coup("2h 2d 2c", "2h 2d"), DREW),
    ("cards.yaml", coup("3h 3d", "2h 2d 5d"), {}),
    ("cards.yaml", coup("3h 3d", "2h 2d"), DREW),
    ("cards.yaml", coup("3h 3d", "3h 3d 5d"), DREW),
    ("cards.yaml", coup("3h 3d", "2h 2d 5d 8d"),
     {"3.8(d)/punto_banker_drawn-at-most": "fail", **DREW}),
    # blackjack: the dealer draws to 17, or past a soft 17, while a hand waits for it, and no further; a player not on 21
    ("box.yaml", box("10h 6d", **WON), {"2.12(b)1/dealer_total-at-least": "fail"}),
    ("box.yaml", box("10h 6d", cards="10h 9d 5c", collected=BET), {}),
    ("box.yaml", box("10h 6d", collected=HALF, returned=HALF, surrendered="yes"), {}),
    ("box.yaml", box("10h 6d", collected=HALF, returned=HALF, surrendered="no"),
     {"2.3(a)2/blackjack_wager-wins": "fail", "2.12(b)1/dealer_total-at-least": "fail"}),
    ("box.yaml", box("10h 7d 2c", **WON), {"2.12(b)1/dealer_hard_draw-at-most": "fail"}),
    ("box.yaml", box("Ah 6d 2c", **WON), {"2.12(b)1/dealer_soft_draw-at-most": "fail"}),
    ("box.yaml", box("Ah 6d 9c 3d", **WON), {"2.12(b)1/dealer_soft_draw-at-most": "fail"}),
    ("box.yaml", box("Ah 6d", table="6", **WON), {"2.12(b)2ii/dealer_total-at-least": "fail"}),
    ("box.yaml", box("Ah 6d 2c", table="6", **WON), {}),
    ("box.yaml", box("Ah 7d 9c", table="6", **WON), {"2.12(b)2ii/dealer_soft_draw-at-most": "fail"}),
    ("box.yaml", box("Ah 6d", table="7", **WON), {"2.12(d)/soft_total_reached": "fail"}),
    ("box.yaml", box("10h 6d 5c", cards="10h 9d 5c", collected=BET, outcome_settled="yes"),
     {"2.12(c)/dealer_additional_cards-exactly": "fail"}),
    ("box.yaml", box("10h 7d 2c", dealer_total=17, **WON),
     {"2.12(b)/dealer_total-follows": "fail", "2.12(b)1/dealer_hard_draw-at-most": "fail"}),
    ("box.yaml", box("10h 7d", cards="10h 2d 9c 4d", collected=BET), {"2.12(a)/player_hard_draw-at-most": "fail"}),
    ("box.yaml", box("10h 7d", cards="6h 4d 2c 2s", doubling=20, collected=BET), {"2.12(a)2/cards_drawn-exactly": "fail"}),
    # insurance is on the dealer's second card, also of a dealer who drew on
    ("box.yaml", box("Ah 5d 10c 2d", cards="10h 9d", stake={**BET, "insurance": 10}, paid={**BET, "insurance": 20}),
     {"2.9(a)/insurance-wins": "fail"}),
    # minibaccarat: the rules for a third card are punto banco's by one reading
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d"}, {"7.8(a)/mini_player_extra-exactly": "open"}),
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d 9c"}, {}),
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d 9c", "mini_vigorish_collected": 0.25},
     {"7.3(c)/mini_vigorish_collected-follows": "fail"}),
    # a pocket that the wheel has not, or that it does not use, decides nothing
    ("wheel.yaml", {"table": "6", "roulette_pocket": "double_zero"}, {"5.1(e)10/roulette_pocket-not-among": "fail"}),
    ("wheel.yaml", {"table": "4", "roulette_pocket": "double_zero", "stake": {"roulette_red": 10}, "collected": {"roulette_red": 10}},
     {"5.4(a)/roulette_red.collected-exactly": "fail"}),
    # a bonus that is owed
    ("three.yaml", hands("2h 3d 4c", "Qd 8s 9h", paid=ANTE["stake"], **ANTE), {"20.11(a)3/tcp_ante_bonus.stake-not-among": "fail"}),
    # pai gow poker: the hands as set are compared, copies lose, the joker is an ace or completes a straight
    ("seven.yaml", {**SET, "returned": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**COPY, "returned": {"pgp_wager": 20}}, {"11.9(g)2/copy_hand": "fail"}),
    # what is set is made of what was dealt, and each card of it is set once
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c 2c", "returned": {"pgp_wager": 20}}, {"11.9(a)/pgp_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c Kh", "returned": {"pgp_wager": 20}}, {"11.9(a)/pgp_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_strays": 2, "returned": {"pgp_wager": 20}},
     {"11.9(a)/pgp_strays-follows": "fail", "11.9(a)/pgp_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_dealer_high_cards": "As Jk Qs 9d 2c", "returned": {"pgp_wager": 20}},
     {"11.9(c)/pgp_dealer_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_low_result": "identical", "collected": {"pgp_wager": 20}}, {"11.3(e)/low_hand_higher": "fail"}),
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c 2h Kh", "pgp_low_cards": "Kd", "collected": {"pgp_wager": 20}},
     {"11.9(a)/pgp_high_size-exactly": "fail", "11.9(a)/pgp_low_size-exactly": "fail"}),
    # ace to five is the second highest straight, and with the option the lowest
    ("low.yaml", FIVES, {}),
    ("seven.yaml", FIVES, {"11.9(i)/pgp_wager-wins": "fail"}),
    ("low.yaml", {**FIVES, "pgp_dealer_high_cards": "Ad 2h 3d 4c 5s", "dealer_cards": "Ad 2h 3d 4c 5s Jd Jh"}, {}),
    ("low.yaml", {**FIVES, "pgp_high_result": "higher"},
     {"11.3(e)/high_hand_lower_ace_low": "fail", "11.9(i)/pgp_wager-wins": "fail"}),
    # chemin de fer: nothing in hand says how a wager against the Banker ends, nor who draws
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_against": 100}, "paid": {"chemin_against": 100}}, {}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_against": 100}, "collected": {"chemin_against": 100}},
     {"4.7(a)/chemin_against-wins": "open"}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_against": 200}, "paid": {"chemin_against": 200}},
     {"4.7(a)/chemin_against.stake-at-most": "fail", "4.7(a)/chemin_against_total-at-most": "fail"}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_banker": 100}, "paid": {"chemin_banker": 100}},
     {"4.6(a)1/chemin_banker-wins": "fail", "4.6(a)2/chemin_banker-loses": "fail"}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_banker": 100, "chemin_against": 50},
                     "collected": {"chemin_banker": 100}, "paid": {"chemin_against": 50}}, {"4.7(a)/not_by_the_banker": "fail"}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_banker": 500}, "collected": {"chemin_banker": 500}, "chemin_banker_stake": 500,
                     "chemin_first_hand": "no", "chemin_previous_stake": 200}, {"4.6(b)/chemin_banker_stake-between": "fail"}),
    ("chemin.yaml", {**CHEMIN, "chemin_player_cards": "9h Kd 4c", "chemin_player_extra": 0},
     {"4.5(b)/chemin_player_extra-exactly": "fail"}),
]  # fmt: skip


# Table 2 of 3.9(c) as scanned, the letter lost under 4 filled in, by the Banker's count: for no third card, then for 0 to 9.
LETTERS = {3: "DDDDDDDDDSD", 4: "DSSDDDDDDSS", 5: "DSSSSDDDDSS", 6: "SSSSSSSDDSS"}


@pytest.mark.parametrize("banker", range(8))
def test_the_banker_draws_by_every_box_of_table_2(banker: int) -> None:
    letters = LETTERS.get(banker, "D" * 11 if banker < 3 else "S" * 11)
    suits = iter("hdcs" * 30)

    def card(count: int) -> str:
        return f"{'K' if count == 0 else 'A' if count == 1 else count}{next(suits)}"

    for column, letter in enumerate(letters):
        player = ["Kh", "6d"] if column == 0 else ["Kh", "2d", card(column - 1)]
        for drawn in (False, True):
            hand = ["Kc", card(banker), *(["Ks"] if drawn else [])]
            found = told("cards.yaml", coup(" ".join(player), " ".join(hand)), "2009-12-05T20:00")
            assert found == ({} if drawn == (letter == "D") else DREW), (banker, column - 1, drawn)


@pytest.mark.parametrize(("filing", "row", "breached"), CASES)
def test_a_round_by_hand(filing, row, breached):
    assert told(filing, row, "2009-12-05T20:00") == breached
