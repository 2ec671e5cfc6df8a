"""Facts that follow over seats and rounds, by the law: from a record to the clauses that it breaches."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.checker.rounds.steps import DerivesRole
from tests.support.product import LawIndex, Raw, judge_rows, load_law

FILING = str(Path(__file__).parent / "following.yaml")
STREAK = {
    "table": "streak",
    "moment": "2007-02-01T20:00",
    "times_split": 0,
    "stake": {"streak": 5, "blackjack_wager": 10},
}
BANKED = {"table": "bank", "moment": "2009-11-02T20:00", "pgp_first_round": "no"}
BANCO = {"table": "banco", "moment": "2007-02-01T20:00", "chemin_first_hand": "no"}


@cache
def law_index() -> LawIndex:
    made, faults = load_law([FILING], [])
    assert faults == ""
    return made


def reported(base: dict[str, Any], *rounds: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """(round, clause, recorded value) of the findings on derived fields."""
    raws = []
    for number, rows in enumerate(rounds, 1):
        for row in rows:
            given = {**base, "round": str(number), "seat": "1", **row}
            raws.append(Raw(f"r.jsonl:{len(raws) + 1}", given, "", json.dumps(given)))
    lot = judge_rows(law_index(), raws)
    assert lot.aside == []
    found = [f for f in lot.findings if is_derived(f.clause) and f.verdict == "fail"]
    return [*{f.once: (f.round, f.clause.partition("/")[2], f.actual) for f in found}.values()]


def is_derived(clause: str) -> bool:
    return any(
        isinstance(step.role, DerivesRole)
        for (id_, _), steps in law_index().steps.items()
        for step in steps
        if id_ == clause
    )


# ---- 19:47-2.22: a streak


def hand(end: str, wins: int | None = None, streak: str = "", **more: Any) -> dict[str, Any]:
    settled = {streak: {"streak": 5}} if streak else {}
    return {"hand_result": end, **settled, **({} if wins is None else {"consecutive_wins": wins}), **more}


def test_a_streak_goes_on_while_it_is_not_decided():
    lost, won, pushed = hand("lost", streak="collected"), hand("won"), hand("pushed")
    assert reported(STREAK, [lost], [won], [pushed], [hand("won", 2)]) == []
    assert reported(STREAK, [lost], [won], [pushed], [hand("won", 3)]) == [("4", "next_win", "3")]
    assert reported(STREAK, [lost], [hand("won", 2)]) == [("2", "first_win", "2")]
    assert reported(STREAK, [lost], [won], [hand("lost", 1)]) == [("3", "no_win_left", "1")]
    assert reported(STREAK, [lost], [won], [hand("pushed", 2)]) == [("3", "as_before_the_push", "2")]


def test_a_new_wager_counts_from_its_own_first_hand():
    first, paid = hand("won", 1), hand("won", 2, "paid")
    assert reported(STREAK, [hand("lost", streak="collected")], [first], [paid], [hand("won", 1)]) == []
    assert reported(STREAK, [hand("lost", streak="collected")], [first], [paid], [hand("won", 3)]) == [
        ("4", "first_win", "3")
    ]


def test_a_streak_that_began_before_the_record_is_not_known():
    assert reported(STREAK, [hand("won", 4)], [hand("won", 5)]) == []
    assert reported(STREAK, [hand("won", 4)], [hand("won", 6)]) == [("2", "next_win", "6")]


@pytest.mark.parametrize(
    ("ends", "wins"),
    [
        (["won", "won"], 2), (["won", "lost"], 1), (["lost", "lost"], 0), (["won", "pushed", "pushed"], 2),
        (["lost", "pushed", "lost"], 0), (["pushed", "pushed"], 1),
    ],
)  # fmt: skip
def test_split_hands_are_one_step_together(ends, wins):
    """The readings differ on a win and two pushes: read as `all` the wager is lost, and here it goes on."""
    start = [[hand("lost", streak="collected")], [hand("won", 1)]]

    def split(count: int) -> list[dict[str, Any]]:
        return [hand(end, count, times_split=len(ends) - 1, hand=str(n)) for n, end in enumerate(ends, 1)]

    wrong = {count for count in range(4) if reported(STREAK, *start, split(count))}
    assert wrong == {0, 1, 2, 3} - {wins}
    miscounted = [{**row, "split_hands_won": 9} for row in split(wins)]
    assert {clause for _, clause, _ in reported(STREAK, *start, miscounted)} >= {"split_hands_won-follows"}


# ---- 19:47-11.6, 11.10, 11.15: the bank, and the cards of others


def test_nobody_banks_two_rounds_running():
    bank, player = (
        {"pgp_banker": "player", "pgp_seat_role": "bank"},
        {"seat": "2", "pgp_banker": "player", "pgp_seat_role": "player"},
    )
    assert reported(BANKED, [bank, player], [{**bank, "pgp_banked_before": "no"}, player]) == [
        ("2", "pgp_banked_before-follows", "no")
    ]
    lot = judged(BANKED, [bank, player], [bank, player])
    assert ("2", "19:47-11.10(c)/no_two_rounds_running") in lot
    assert ("2", "19:47-11.10(c)/no_two_rounds_running") not in judged(
        BANKED, [bank, player], [{**bank, "seat": "3"}, player]
    )


def judged(base: dict[str, Any], *rounds: list[dict[str, Any]]) -> list[tuple[str, str]]:
    raws = [
        Raw("r:1", {**base, "round": str(n), "seat": "1", **row}) for n, rows in enumerate(rounds, 1) for row in rows
    ]
    return [(f.round, f.clause) for f in judge_rows(law_index(), raws).findings]


def test_the_last_wager_is_that_of_the_last_round_without_a_bank():
    house = {"pgp_banker": "house", "pgp_seat_role": "player", "stake": {"pgp_wager": 20}}
    banked = {"pgp_banker": "player", "pgp_seat_role": "player", "stake": {"pgp_wager": 50}}
    assert reported(BANKED, [house], [banked], [banked], [{**house, "pgp_last_wager": 20}]) == []
    assert reported(BANKED, [house], [banked], [banked], [{**house, "pgp_last_wager": 50}]) == [
        ("4", "last_wager_stays", "$50")
    ]
    assert reported(BANKED, [house], [{**banked, "pgp_last_wager": 30}], [{**banked, "pgp_last_wager": 30}]) == [
        ("2", "wager_of_the_round_before", "$30"),
    ]


def test_money_of_a_banked_round():
    common = {"pgp_banker": "player", "pgp_dealer_wager": 40, "pgp_against_bank": "won"}
    bank = {**common, "seat": "1", "pgp_seat_role": "bank"}
    winner = {**common, "seat": "2", "pgp_seat_role": "player", "stake": {"pgp_wager": 30}, "paid": {"pgp_wager": 30}}
    loser = {
        **common,
        "seat": "3",
        "pgp_seat_role": "player",
        "stake": {"pgp_wager": 10},
        "collected": {"pgp_wager": 10},
    }
    right = {"pgp_wagers_to_cover": 40, "pgp_winning_wagers": 70, "pgp_losing_wagers": 10}
    assert reported(BANKED, [{**row, **right} for row in (bank, winner, loser)]) == []
    wrong = {"pgp_wagers_to_cover": 30, "pgp_winning_wagers": 30, "pgp_losing_wagers": 50}
    assert [clause for _, clause, _ in reported(BANKED, [{**row, **wrong} for row in (bank, winner, loser)])] == [
        "pgp_wagers_to_cover-follows", "players_losing_wagers", "winning_wagers_with_the_dealers",
    ]  # fmt: skip


def test_kinds_of_rounds_for_the_cut():
    first, house = {"pgp_first_round": "yes", "pgp_banker": "house"}, {"pgp_banker": "house"}
    kinds = [
        {**first, "pgp_round_kind": "first_of_game"},
        {**house, "pgp_round_kind": "without_bank"},
        {**house, "pgp_round_kind": "without_bank_again"},
    ]
    assert reported(BANKED, *([row] for row in kinds)) == []
    assert reported(BANKED, [first], [{**house, "pgp_round_kind": "without_bank_again"}]) == [
        ("2", "first_without_bank", "without_bank_again")
    ]


def test_envy_counts_the_other_seats():
    aces, nothing = "Ah Ad Ac As Jk 2c 3d", "2h 3d 5c 7s 9h Jd Kc"
    seats = [{"seat": n, "player": n, "cards": cards} for n, cards in (("1", aces), ("2", nothing), ("3", aces))]
    right = [{**row, "pgp_envied_five_aces": n} for row, n in zip(seats, (1, 2, 1), strict=True)]
    assert reported(BANKED, right) == []
    wrong = [{**row, "pgp_envied_five_aces": 2} for row in seats]
    assert [clause for _, clause, _ in reported(BANKED, wrong)] == ["pgp_envied_five_aces-follows"] * 2


# ---- 19:47-4.6, 4.7: against the Banker


def test_the_bankers_wager_before_and_who_equaled_it():
    def bank(**more: Any) -> dict[str, Any]:
        return {"seat": "1", "stake": {"chemin_banker": 100}, **CARDS, **more}

    def against(stake: int, **more: Any) -> dict[str, Any]:
        return {
            "seat": "2",
            "stake": {"chemin_against": stake},
            "collected": {"chemin_against": stake},
            **CARDS,
            **more,
        }

    assert reported(BANCO, [bank(), against(100)], [bank(chemin_previous_stake=90)]) == [
        ("2", "chemin_previous_stake-follows", "$90")
    ]
    assert reported(BANCO, [bank(), against(100)], [against(100, chemin_may_follow="no")]) == [
        ("2", "equaled_and_lost", "no")
    ]
    assert reported(BANCO, [bank(), against(60)], [against(100, chemin_may_follow="yes")]) == [
        ("2", "equaled_and_lost", "yes")
    ]
    even = {"chemin_player_cards": "9h Kd", "chemin_banker_cards": "9c Kh"}
    rounds = [[bank(), against(100)], [bank(**even), against(50, **even)]]
    assert reported(BANCO, *rounds, [against(100, chemin_may_follow="no")]) == [("3", "stand_off_passed_over", "no")]
    assert reported(BANCO, [bank(chemin_against_total=70), against(60, chemin_against_total=70)]) == [
        ("1", "chemin_against_total-follows", "$70")
    ]


CARDS = {"chemin_player_cards": "2h 3d", "chemin_banker_cards": "9c Kh"}
