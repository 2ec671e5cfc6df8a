"""Rounds written by hand, judged by the law itself: every breach is named; lawful consequences of an irregularity are not."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import Raw, judge_rows, load_law
from tests.support.round_verdicts import Floor
from tests.support.tile_rounds import raw

HERE = Path(__file__).parent


def reported(filing: str, row: dict[str, Any], moment: str) -> dict[str, str]:
    law_index, faults = load_law([str(HERE / filing)], [])
    assert faults == ""
    lot = judge_rows(law_index, [raw(1, **{**row, "moment": moment})])
    assert lot.aside == []
    return {finding.clause.removeprefix("19:47-"): finding.verdict for finding in lot.findings}


def hands(player: str, dealer: str, **more: Any) -> dict[str, Any]:
    return {"cards": player, "dealer_cards": dealer, **more}


def coup(player: str, banker: str, **more: Any) -> dict[str, Any]:
    return {"punto_player_cards": player, "punto_banker_cards": banker, **more}


def box(dealer: str, **more: Any) -> dict[str, Any]:
    return {"cards": "10h 10d", "dealer_cards": dealer, "stake": BET, **more}


def added(wager: str, side: str = "", table: str = "1", **more: Any) -> dict[str, Any]:
    """A hand that beats the dealer, with an additional wager of $10 and its result."""
    cards, chosen = more.pop("cards"), {"side": side} if side else {}
    money = {what: {wager: amount} for what, amount in more.items()}
    paid = {"blackjack_wager": 20, **money.pop("paid", {})}
    return {
        "cards": cards, "dealer_cards": "10h 6d 9c", "table": table, "stake": {"blackjack_wager": 20, wager: 10}, "paid": paid,
        **money, **chosen,
    }  # fmt: skip


BET, HALF = {"blackjack_wager": 20}, {"blackjack_wager": 10}
WON = {"paid": BET}
VOID = {"irregularity": "dealers_card_exposed", "consequence": "all_hands_void_reshuffled"}
ANTE = {"stake": {"tcp_ante": 10, "tcp_play": 10}}
SPIN = {
    "roulette_pocket": "number", "roulette_number": 5, "roulette_background": "red", "roulette_column_hit": 2,
    "stake": {"roulette_red": 10},
}  # fmt: skip
NO_SPIN = {"irregularity": "ball_with_wheel", "consequence": "no_spin"}
SHORT = {"irregularity": "ball_short_of_four", "consequence": "no_spin"}
CALLED_OFF = {"5.3(a)/spin_stands": "fail", "5.1(e)11/roulette_red-wins": "fail"}
ZERO = {"roulette_pocket": "zero"}
COLUMN = {
    "roulette_pocket": "number",
    "roulette_column_hit": 2,
    "roulette_column_chosen": 1,
    "stake": {"roulette_column": 10},
}
LOST = {"5.3(e)/roulette_column-loses": "fail"}
BANKER_LOST = {
    "punto_player_cards": "9h Kd", "punto_banker_cards": "2h 3d", "stake": {"punto_banker": 100}, "collected": {"punto_banker": 100},
}  # fmt: skip
MINI_LOST = {
    "mini_player_cards": "9h Kd", "mini_banker_cards": "2h 3d", "stake": {"mini_banker": 100}, "collected": {"mini_banker": 100},
}  # fmt: skip
CHEMIN = {"chemin_player_cards": "9h Kd", "chemin_banker_cards": "2h 3d", "chemin_banker_stake": 100}
SET = {
    "cards": "Ah Ad Kd Kh 8d 3c 2h", "dealer_cards": "As Jk Jd Jh 9d Ks Qs",
    "pgp_banker": "house", "pgp_surrendered": "no", "pgp_high_cards": "Ah Ad 8d 3c 2h", "pgp_low_cards": "Kd Kh",
    "pgp_dealer_high_cards": "As Jk Qs 9d Ks", "pgp_dealer_low_cards": "Jd Jh", "stake": {"pgp_wager": 20},
}  # fmt: skip
WIN = {
    **SET,
    "dealer_cards": "4s 4c 6h 7d 9d Js Qs",
    "pgp_dealer_high_cards": "4s 4c 9d 7d 6h",
    "pgp_dealer_low_cards": "Js Qs",
}
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
TIE = {"table": "3", "mini_player_cards": "4h 3d", "mini_banker_cards": "4c 3s", "stake": {"mini_banker": 20}}

MISDEALT = {"irregularity": "misdeal_by_count", "consequence": "all_hands_void", "pgp_cards_left": 3}
WRONG_NUMBER = {"irregularity": "wrong_number_of_cards", "consequence": "hands_void_cards_reshuffled"}
MISCOUNTED = {"irregularity": "wrong_number_of_cards", "consequence": "all_hands_void_reshuffled"}
READ = {"irregularity": "hole_card_read_needlessly", "consequence": "all_hands_dead_wagers_returned"}

CASES = [
    # three card poker: the hands are void and the wagers returned; a fourth card is found, unless it was reported
    ("three.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h", returned=ANTE["stake"], **ANTE, **VOID), {}),
    ("three.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h", returned=ANTE["stake"], **ANTE, **MISCOUNTED), {}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js 9h", returned=ANTE["stake"], **ANTE, **MISCOUNTED),
     {"20.11(a)1/tcp_ante-wins": "fail", "20.11(a)1/tcp_play-wins": "fail"}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js 9h", collected=ANTE["stake"], **ANTE, **VOID),
     {"20.12(d)/tcp_ante-returns": "fail", "20.12(d)/tcp_play-returns": "fail"}),
    ("three.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h", paid=ANTE["stake"], **ANTE), {"20.7(c)/tcp_player_cards-exactly": "fail"}),
    ("four.yaml", hands("Ah Kd 2c 3s", "Qd Js 9h 8d 5c 3d", stake={"fcp_aces_up": 10}, collected={"fcp_aces_up": 10}),
     {"27.7(c)/fcp_player_cards-exactly": "fail"}),
    # a deck has each card once, and there are as many decks as are in use
    ("three.yaml", hands("Ah Kd 2c", "Qd Js Kd"), {"20.2(a)/tcp_copies-at-most": "fail"}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js Kd", tcp_copies=1), {"20.2(a)/tcp_copies-follows": "fail"}),
    ("three.yaml", hands("Ah Kd 2c", "Qd Js Kd", tcp_copies=2, **VOID), {}),
    ("four.yaml", hands("Ah Kd 2c 3s 5d", "Qd Js 9h 8d 5c Ah"), {"27.2(a)/fcp_copies-at-most": "fail"}),
    ("seven.yaml", hands("Jk Kd 2c 3s 5d 7h 8h", "Qd Js 9h 8d 5c Jk Ad", pgp_banker="house"), {"11.2(a)/pgp_copies-at-most": "fail"}),
    ("box.yaml", {"table": "7", **hands("Kd Kd", "Ks 7h")}, {}),
    ("box.yaml", {"table": "7", **hands("Kd Kd", "Kd 7h")}, {"2.2(a)/card_copies-at-most": "fail"}),
    # roulette: without a spin no wager ends; the wheel has the numbers that wagers divide
    ("wheel.yaml", {**SPIN, "irregularity": "object_in_wheel", "consequence": "no_spin"}, {}),
    ("wheel.yaml", {**SPIN, "collected": {"roulette_red": 10}, "irregularity": "object_in_wheel", "consequence": "no_spin"},
     {"5.4(c)/roulette_red.collected-exactly": "fail"}),
    ("wheel.yaml", {**SPIN, "collected": {"roulette_red": 10}, "irregularity": "ball_with_wheel", "consequence": "no_spin"},
     {"5.4(a)/roulette_red.collected-exactly": "fail"}),
    ("wheel.yaml", {**SPIN, "collected": {"roulette_red": 10}, "irregularity": "ball_short_of_four", "consequence": "no_spin"},
     {"5.4(b)/roulette_red.collected-exactly": "fail"}),
    ("wheel.yaml", {**SPIN, "roulette_number": 37, "paid": {"roulette_red": 10}}, {"5.1(e)10/roulette_number-between": "fail"}),
    # punto banco: the cards that a hand drew compared with Table 2; none of them need be recorded
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
     {"3.8(d)/punto_banker_drawn-at-most": "fail"}),
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
    # a hand that was doubled or split and is over 21 before the dealer's blackjack: one reading takes its whole stake
    ("box.yaml", box("Ah Kd", cards="10h 6d 9c", doubling=20, collected={"blackjack_wager": 40}),
     {"2.10(b)/blackjack_wager.collected-exactly": "open"}),
    ("box.yaml", box("Ah Kd", cards="10h 6d 9c", times_split=1, collected={"blackjack_wager": 10}),
     {"2.11(d)/blackjack_wager.collected-exactly": "open"}),
    ("box.yaml", box("Ah Kd", cards="10h 6d 4c", doubling=20, collected={"blackjack_wager": 40}),
     {"2.10(b)/blackjack_wager.collected-exactly": "fail"}),
    # a light that does not work: the record does not show whether it failed ahead of the wager
    ("box.yaml", box("10h 9d", table="4", light_out="yes", stake={**BET, "progressive_blackjack": 1},
                     collected={"progressive_blackjack": 1}, **WON),
     {"2.15(n)/progressive_blackjack.stake-exactly": "fail"}),
    # multiple action: each player's duty or each player's option
    ("box.yaml", box("10h 9d", table="6", action_wagers=1, **WON),
     {"2.18(a)/action_wagers-between": "open", "2.18(b)/action_wagers-at-least": "open"}),
    ("box.yaml", box("10h 9d", table="6", action_wagers=4, **WON), {"2.18(a)/action_wagers-between": "fail"}),
    # insurance is on the dealer's second card, also of a dealer who drew on
    ("box.yaml", box("Ah 5d 10c 2d", cards="10h 9d", stake={**BET, "insurance": 10}, paid={**BET, "insurance": 20}),
     {"2.9(a)/insurance-wins": "fail"}),
    # minibaccarat: the rules for a third card are punto banco's by one reading
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d"}, {"7.8(a)/mini_player_extra-exactly": "open"}),
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d 9c"}, {}),
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d 9c", "mini_banker_extra": 1},
     {"7.8(a)/mini_banker_extra-follows": "open", "7.8(a)/mini_banker_extra-exactly": "open"}),
    ("mini.yaml", {**MINI, "mini_player_cards": "2h 2d 9c", "mini_vigorish_collected": 0.25},
     {"7.3(c)/mini_vigorish_collected-follows": "fail"}),
    # with the vigorish on a tie, a reading decides whether the wager itself stays or is returned
    ("mini.yaml", {**TIE, "mini_tie_collected": 5}, {"7.2(a)1iii/mini_banker-stays": "open"}),
    ("mini.yaml", {**TIE, "mini_tie_collected": 5, "returned": TIE["stake"]}, {"7.2(a)1iii/mini_banker-stays": "open"}),
    ("mini.yaml", {**TIE, "mini_tie_collected": 5, "collected": TIE["stake"]}, {"7.2(a)1iii/mini_banker-stays": "fail"}),
    # a pocket that the wheel does not have, or does not use, decides nothing
    ("wheel.yaml", {"table": "6", "roulette_pocket": "double_zero"}, {"5.1(e)10/roulette_pocket-not-among": "fail"}),
    ("wheel.yaml", {"table": "4", "roulette_pocket": "double_zero", "stake": {"roulette_red": 10}, "collected": {"roulette_red": 10}},
     {"5.2(d)2/roulette_red.collected-exactly": "fail"}),
    # a lost wager is collected whole, and nothing more; 5.2 states what a zero costs an even-money wager
    ("wheel.yaml", {**COLUMN, "collected": {"roulette_column": 10}}, {}),
    ("wheel.yaml", {**COLUMN, "collected": {"roulette_column": 15}}, LOST),
    ("wheel.yaml", {**COLUMN, "collected": {"roulette_column": 5}, "returned": {"roulette_column": 5}}, LOST),
    ("wheel.yaml", {**COLUMN, "returned": {"roulette_column": 10}}, LOST),
    ("wheel.yaml", {**COLUMN, "paid": {"roulette_column": 20}}, LOST),
    ("wheel.yaml", {**SPIN, **ZERO, "collected": {"roulette_red": 5}, "returned": {"roulette_red": 5}}, {}),
    ("wheel.yaml", {**SPIN, **ZERO, "table": "6", "collected": {"roulette_red": 5}, "returned": {"roulette_red": 5}},
     {"5.2(c)/roulette_red-loses": "fail"}),
    # the winner owes vigorish; an amount collected later was marked before
    ("cards.yaml", {**BANKER_LOST, "punto_vigorish_taken": 0}, {}),
    ("cards.yaml", {**BANKER_LOST, "punto_vigorish_taken": 5}, {"3.3(c)/nothing_won": "fail"}),
    ("cards.yaml", {**BANKER_LOST, "punto_vigorish_deferred": 5}, {}),
    ("mini.yaml", {**MINI_LOST, "mini_vigorish_collected": 0, "mini_vigorish_deferred": 2}, {}),
    ("mini.yaml", {**MINI_LOST, "mini_vigorish_collected": 2}, {"7.3(c)/nothing_won": "fail"}),
    # the additional wagers of 2.17, once the second card is there
    ("box.yaml", added("over_under", collected=10, side="over", cards="2h 3d 10c"), {}),
    ("box.yaml", added("over_under", collected=15, side="over", cards="2h 3d 10c"), {"2.17(d)/over_under-loses": "fail"}),
    ("box.yaml", added("over_under", returned=10, side="over", cards="2h 3d 10c"), {"2.17(d)/over_under-loses": "fail"}),
    ("box.yaml", added("over_under", paid=10, side="over", cards="2h 3d 10c"), {"2.17(d)/over_under-loses": "fail"}),
    ("box.yaml", added("same_suit", collected=5, returned=5, table="2", cards="2h 3d 10c"), {"2.17(d)/same_suit-loses": "fail"}),
    # a bonus that is due
    ("three.yaml", hands("2h 3d 4c", "Qd 8s 9h", paid=ANTE["stake"], **ANTE), {"20.11(a)3/tcp_ante_bonus.stake-not-among": "fail"}),
    # pai gow poker: the hands as set are compared, copies lose, the joker is an ace or completes a straight
    ("seven.yaml", {**SET, "returned": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**COPY, "returned": {"pgp_wager": 20}}, {"11.9(g)2/copy_hand": "fail"}),
    # a surrendered wager is collected, whatever the hands are; what is paid or returned as the hands have it was not surrendered
    ("seven.yaml", {**SET, "pgp_surrendered": "yes", "collected": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**WIN, "pgp_surrendered": "yes", "collected": {"pgp_wager": 20}, "pgp_vigorish_taken": 0}, {}),
    ("seven.yaml", {**WIN, "pgp_surrendered": "yes", "collected": {"pgp_wager": 20}, "pgp_vigorish_taken": 1},
     {"11.9(j)/nothing_won": "fail"}),
    ("seven.yaml", {**WIN, "pgp_surrendered": "no", "collected": {"pgp_wager": 20}}, {"11.9(i)/pgp_wager-wins": "fail"}),
    ("seven.yaml", {**WIN, "pgp_surrendered": None, "collected": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**WIN, "pgp_surrendered": None, "paid": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**WIN, "pgp_surrendered": None, "returned": {"pgp_wager": 20}}, {"11.9(i)/pgp_wager-wins": "fail"}),
    ("seven.yaml", {**SET, "pgp_surrendered": "yes", "returned": {"pgp_wager": 20}},
     {"11.9(e)1/pgp_surrendered-follows": "fail", "11.9(e)1/pgp_wager-loses": "open", "11.9(e)1/pgp_wager.collected-exactly": "fail"}),
    # hands are set from dealt cards, and each card is set once
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c 2c", "returned": {"pgp_wager": 20}}, {"11.9(a)/pgp_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c Kh", "returned": {"pgp_wager": 20}}, {"11.9(a)/pgp_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_strays": 2, "returned": {"pgp_wager": 20}},
     {"11.9(a)/pgp_strays-follows": "fail", "11.9(a)/pgp_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_dealer_high_cards": "As Jk Qs 9d 2c", "returned": {"pgp_wager": 20}},
     {"11.9(c)/pgp_dealer_strays-exactly": "fail"}),
    ("seven.yaml", {**SET, "pgp_low_result": "identical", "collected": {"pgp_wager": 20}}, {"11.3(e)/low_hand_higher": "fail"}),
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c 2h Kh", "pgp_low_cards": "Kd", "collected": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**SET, "pgp_high_cards": "Ah Ad 8d 3c 2h Kh", "pgp_low_cards": "Kd", "returned": {"pgp_wager": 20}},
     {"11.9(a)/pgp_high_size-exactly": "fail", "11.9(a)/pgp_low_size-exactly": "fail", "11.9(g)4/pgp_wager-loses": "fail"}),
    # an irregularity that the cards contradict excuses nothing: 11.8(d)2, 11.11(h), 5.4(a), 5.4(b), 2.15(j)
    ("seven.yaml", {**COPY, **MISDEALT, "cards": "Ah Ad Kd Kh 8d 3c 2h 9s", "returned": {"pgp_wager": 20}}, {}),
    ("seven.yaml", {**COPY, **MISDEALT, "returned": {"pgp_wager": 20}}, {"11.9(g)2/copy_hand": "fail"}),
    ("seven.yaml", {**COPY, **WRONG_NUMBER, "returned": {"pgp_wager": 20}}, {"11.9(g)2/copy_hand": "fail"}),
    ("wheel.yaml", {**SPIN, **NO_SPIN, "roulette_ball_spun": "with_wheel", "returned": {"roulette_red": 10}}, {}),
    ("wheel.yaml", {**SPIN, **NO_SPIN, "roulette_ball_spun": "against_wheel", "returned": {"roulette_red": 10}}, CALLED_OFF),
    ("wheel.yaml", {**SPIN, **SHORT, "roulette_revolutions": 3.5, "returned": {"roulette_red": 10}}, {}),
    ("wheel.yaml", {**SPIN, **SHORT, "roulette_revolutions": 4, "returned": {"roulette_red": 10}}, CALLED_OFF),
    ("box.yaml", box("10h 7d", cards="10h 9d", returned=BET, **READ), {"2.3(a)2/blackjack_wager-wins": "fail"}),
    ("box.yaml", box("9h 8d", cards="10h 9d", returned=BET, **READ), {}),
    # a hole card that is read behind a high first card was not read needlessly: 19.15(l), 26.15(l)
    *[("reader.yaml", {**READ, "consequence": "play_continued", "dealer_upcard": card}, found)
      for card, found in (("9h", {"19.15(l)1/hole_card_read_needlessly-irregular": "fail"}), ("Ah", {}), ("Jd", {}))],
    *[("reader.yaml", {**READ, "table": "2", "consequence": "all_hands_dead_wagers_returned", "dealer_upcard": card}, found)
      for card, found in (("9h", {"26.15(l)2/hole_card_read_needlessly-irregular": "fail"}), ("Kc", {}), ("Qs", {}))],
    # ace to five is the second highest straight, and with the option the lowest
    ("low.yaml", FIVES, {}),
    ("seven.yaml", FIVES, {"11.9(i)/pgp_wager-wins": "fail"}),
    ("low.yaml", {**FIVES, "pgp_dealer_high_cards": "Ad 2h 3d 4c 5s", "dealer_cards": "Ad 2h 3d 4c 5s Jd Jh"}, {}),
    ("low.yaml", {**FIVES, "pgp_high_result": "higher"},
     {"11.3(e)/high_hand_lower_ace_low": "fail", "11.9(i)/pgp_wager-wins": "fail"}),
    # chemin de fer: no available text states how a wager against the Banker ends, nor who draws
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_against": 100}, "paid": {"chemin_against": 100}}, {}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_against": 100}, "collected": {"chemin_against": 100}},
     {"4.7(a)/chemin_against-wins": "open"}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_against": 200}, "paid": {"chemin_against": 200}},
     {"4.7(a)/chemin_against.stake-at-most": "fail", "4.7(a)/chemin_against_total-at-most": "fail"}),
    ("chemin.yaml", {**CHEMIN, "stake": {"chemin_banker": 100}, "paid": {"chemin_banker": 100}},
     {"4.6(a)2/chemin_banker-loses": "fail"}),
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
            found = reported("cards.yaml", coup(" ".join(player), " ".join(hand)), "2009-12-05T20:00")
            assert found == ({} if drawn == (letter == "D") else DREW), (banker, column - 1, drawn)


@pytest.mark.parametrize(("filing", "row", "breached"), CASES)
def test_a_round_by_hand(filing, row, breached):
    assert reported(filing, row, "2009-12-05T20:00") == breached


def test_one_card_cannot_lie_at_two_boxes_of_a_one_deck_game() -> None:
    """Players who share a box share its cards."""
    for filing, table, one, two, clause in (
        ("box.yaml", "7", "Kd Kd", "Kd 7h", "2.2(a)/box_copies-at-most"),
        ("three.yaml", "1", "Kd 9h 2c", "Kd 7h 3c", "20.2(a)/tcp_round_copies-at-most"),
        ("four.yaml", "1", "Kd 9h 2c 3s 5s", "Kd 7h 3c 4s 6s", "27.2(a)/fcp_round_copies-at-most"),
    ):
        law_index, _ = load_law([str(HERE / filing)], [])
        base = {"round": "1", "table": table, "moment": "2009-12-05T20:00"}

        def judged(rows: list[dict[str, Any]], law_index: Any = law_index) -> set[str]:
            lot = judge_rows(law_index, [Raw(f"r.jsonl:{n}", row, "", "") for n, row in enumerate(rows, 1)])
            return {finding.clause.removeprefix("19:47-") for finding in lot.findings if finding.verdict == "fail"}

        there = {**base, "seat": "1", "player": "A", "cards": one}
        assert clause in judged([there, {**base, "seat": "2", "player": "B", "cards": two}])
        assert clause not in judged([there, {**base, "seat": "2", "player": "B", "cards": two.replace("Kd", "Ks")}])
        if table == "7":
            assert clause not in judged([there, {**there, "player": "B"}])


@pytest.mark.parametrize(
    ("dealer", "hands", "more", "breached"),
    [
        ("Kd 9s", ["Kd 7h", "Ks 7s"], {}, set()),  # two decks
        ("Kd 9s", ["Kd 7h", "Kd 7s"], {}, {"round_copies-at-most"}),  # one with the dealer and one at each box
        ("Kd 9s", ["Kd Kd", "5d 7s"], {}, {"card_copies-at-most"}),
        ("Ks 9s", ["Kd 7h", "Kd Kd 2h"], {}, {"box_copies-at-most"}),
        ("Kd 9s", ["Kd 7h", None], {}, set()),  # what a box has is not recorded
        (
            "Kd 9s",
            ["Kd 7h", "Kd 7s"],
            {"irregularity": "shoe_ran_out", "consequence": "discard_rack_shuffled_cut_burned"},
            set(),
        ),
    ],
)
def test_one_card_lies_with_the_dealer_and_the_boxes_as_often_as_there_are_decks(
    dealer: str, hands: list[str | None], more: dict[str, Any], breached: set[str]
) -> None:
    floor = Floor("pair.yaml")
    base = {"round": "1", "table": "1", "moment": "2009-12-05T20:00", "dealer_cards": dealer, **more}
    rows = [
        {**base, "seat": str(n), "player": f"P{n}", **({"cards": cards} if cards else {})}
        for n, cards in enumerate(hands, 1)
    ]
    (expected,) = floor.by_reference(rows)
    for found in (*floor.audited(rows), *floor.simulated(rows), *in_columns(floor, rows)):
        assert found == expected
        copies = {clause.partition("/")[2] for clause, verdict in found if verdict == "fail" and "copies" in clause}
        assert copies == breached


def in_columns(floor: Floor, rows: list[dict[str, Any]]) -> list[Any]:
    """The verdicts of the columnar engine, where it is installed."""
    if find_spec("polars") is None:
        return []
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    return [
        judge_chunk(
            floor.law_index, [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
        ).counts
    ]


def test_one_surrender_is_one_breach() -> None:
    """A wager that is recorded as surrendered and settled by the hands: the conclusion and the money are one breach of (e)1."""
    row = {**SET, "pgp_surrendered": "yes", "returned": {"pgp_wager": 20}}
    law_index, _ = load_law([str(HERE / "seven.yaml")], [])
    found = judge_rows(law_index, [raw(1, **{**row, "moment": "2010-02-01T20:15"})]).findings
    assert [finding.cite for finding in found if finding.cite] == ["19:47-11.9(e)1"]


def test_a_paid_winner_needs_no_evidence_of_a_surrender() -> None:
    law_index, _ = load_law([str(HERE / "seven.yaml")], [])
    for money, lacks in (({"paid": {"pgp_wager": 20}}, False), ({"collected": {"pgp_wager": 20}}, True)):
        row = {**WIN, "pgp_surrendered": None, **money, "moment": "2010-02-01T20:15"}
        missing = judge_rows(law_index, [raw(1, **row)]).missing
        assert any("pgp_surrendered" in names for names in missing) == lacks
