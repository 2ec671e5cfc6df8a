"""The demand of each clause on a settled round; a breach is found whoever won."""

from __future__ import annotations

import pytest

WON = {"cards": "Kh Ad", "stake": {"streak": 10, "ante": 5}, "paid": {"streak": 15}}


def test_a_lawful_round_breaches_nothing(breaches):
    assert breaches(**WON) == {}
    assert breaches(cards="2h 7d", stake={"streak": 10, "ante": 5}, collected={"streak": 10}) == {}
    assert breaches(cards="3h 7d", stake={"streak": 10, "ante": 5}, returned={"streak": 10}) == {}


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        ({"paid": {"streak": 20}}, {"(c)/streak-pays": "open"}),  # more than filed, and than the floor
        ({"paid": {}, "collected": {"streak": 10}}, {"(b)/streak-wins": "fail"}),
        ({"paid": {}, "returned": {"streak": 10}}, {"(b)/streak-wins": "fail"}),
        ({"cards": "2h 7d"}, {"(b)/streak-loses": "fail"}),
        ({"cards": "3h 7d"}, {"(b)/streak-wins": "fail", "(b)/streak-returns": "fail"}),
        ({"stake": {"streak": 10}}, {"(e)/streak-requires-ante": "fail"}),
        ({"splits": 2, "collected": {"ante": 5}}, {"(i)/ante-stays": "fail"}),
        ({"splits": 4}, {"(f)/splits-at-most": "open"}),
        ({"splits": 6}, {"(f)/splits-at-most": "fail"}),
        ({"commission": "0.30"}, {"(f)/commission-rounds": "fail"}),
        ({"commission": "0.50"}, {}),
        ({"irregularity": "slip", "consequence": "laughter"}, {"(g)/slip-irregular": "fail"}),
        ({"irregularity": "slip", "consequence": "void"}, {"(b)/streak-wins": "fail", "(g)/streak_undone": "fail"}),
        ({"irregularity": "slip", "consequence": "replay"}, {}),
        ({"paid": {}, "returned": {"streak": 10}, "irregularity": "slip", "consequence": "void"}, {}),
        (
            {"paid": {}, "returned": {"streak": 10}, "irregularity": "slip", "consequence": "replay"},
            {"(b)/streak-wins": "fail"},
        ),
        ({"total": 2}, {"(h)/total-follows": "fail"}),
        ({"total": 1}, {}),
    ],
)
def test_each_breach_is_named(breaches, change, reported):
    assert breaches(**{**WON, **change}) == reported


CORNER = {"cards": "2h 7d", "shown": 0, "stake": {"corner": 10}}


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        ({"collected": {"corner": 10}}, {}),
        ({"collected": {"corner": 13}}, {"(m)/corner-loses": "fail"}),
        ({"collected": {"corner": 7}, "returned": {"corner": 3}}, {"(m)/corner-loses": "fail"}),
        ({"collected": {"corner": 10}, "returned": {"corner": 3}}, {"(m)/corner-loses": "fail"}),
        ({"returned": {"corner": 10}}, {"(m)/corner-loses": "fail"}),
        ({}, {"(m)/corner-loses": "fail"}),
        ({"paid": {"corner": 10}}, {"(m)/corner-loses": "fail"}),
        ({"paid": {"corner": 10}, "shown": 1}, {"(l)/corner-wins": "fail"}),
        ({"shown": 1}, {}),
        ({"cards": "7h 7d", "paid": {"corner": 10}}, {}),
        ({"cards": "7h 7d", "collected": {"corner": 10}}, {"(l)/corner-wins": "fail"}),
        ({"cards": "3h 7d", "returned": {"corner": 10}}, {}),
        ({"cards": "3h 7d", "collected": {"corner": 10}}, {"(l)/corner-returns": "fail"}),
    ],
)
def test_what_no_other_clause_ends_is_lost_exactly(breaches, change, reported):
    assert breaches(**{**CORNER, **change}) == reported


def test_a_wager_that_may_have_won_needs_evidence_before_it_is_lost(judged):
    lot = judged({**CORNER, "cards": None, "collected": {"corner": 7}})
    assert (lot.findings, lot.counts["1:1-1.1(m)/corner-loses", "needs evidence"]) == ([], 1)


def test_two_provisions_that_end_a_wager_differently_leave_it_open(breaches):
    assert breaches(**WON, shown=1) == {"(b)1/called_off": "open"}


def test_the_highest_outcome_reached_is_paid(breaches):
    pair = {"cards": "4h 4d", "stake": {"bonus": 10}}
    kings = {"cards": "Kh Kd", "stake": {"bonus": 10}}
    assert breaches(**pair, paid={"bonus": 20}, settled_as={"bonus": "pair"}) == {}
    assert breaches(**kings, paid={"bonus": 90}, settled_as={"bonus": "kings"}) == {}
    assert breaches(**kings, paid={"bonus": 20}, settled_as={"bonus": "pair"}) == {
        "(d)/bonus-pays": "fail", "(d)/bonus-pays-highest": "fail",
    }  # fmt: skip
    assert breaches(**pair, paid={"bonus": 90}, settled_as={"bonus": "kings"}) == {
        "(d)/bonus-pays": "open", "(d)/bonus-pays-highest": "fail", "(d)/bonus.kings-outcome": "fail",
    }  # fmt: skip


def test_a_wager_that_the_table_does_not_offer_has_no_limits_until_it_is_staked(breaches):
    assert breaches(**WON) == {}
    assert breaches(**{**WON, "stake": {**WON["stake"], "extra": 1}}) == {
        "(k)/extra.stake-at-most": "fail",
        "(k)/extra-authorised": "fail",
    }


def test_a_wrong_step_is_found_where_the_winner_is_the_same(breaches):
    assert breaches(**WON, total=9) == {"(h)/total-follows": "fail"}


def test_what_follows_is_reported_next_to_what_was_recorded(judged):
    (found,) = judged({**WON, "total": 9}).findings
    expected = "the last digit of the points of the tiles of the hand with the ace as 1 (1)"
    assert (found.expected, found.actual) == (expected, "9")


def test_what_the_round_decides_is_reported_once(judged):
    seats = judged({**WON, "seat": "1", "shown": 3}, {**WON, "seat": "2", "shown": 3})
    assert [(f.clause, f.seat) for f in seats.findings] == [("1:1-1.1(j)/shown-at-most", "")] * 2
    assert len({f.once for f in seats.findings}) == 1  # `audit` distinguishes them and counts one


def test_a_finding_reports_the_cards_the_step_and_the_lawful_settlement(judged):
    (found,) = judged({**WON, "seat": "4", "paid": {"streak": 20}}).findings
    assert (found.place, found.seat, found.actual) == ("made.jsonl:1", "4", "$20")
    assert found.expected == "$15 for the Streak as filed, and by the law at least $10"
    assert {(f.name, f.title, f.value) for f in found.facts} == {
        ("stake.streak", "stake of the Streak", "$10"), ("paid.streak", "net amount paid of the Streak", "$20"),
    }  # fmt: skip
    assert "the Streak of $10 wins, $15 due" in found.lawful


def test_what_is_not_recorded_needs_evidence(judged):
    lot = judged({**WON, "cards": None})
    assert lot.findings == []
    assert lot.counts["1:1-1.1(b)/streak-wins", "needs evidence"] == 1
