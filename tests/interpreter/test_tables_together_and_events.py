"""Rules over several tables, and rules on notice."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

PASS, FAIL, NEEDS, OPEN, NOT = "pass", "fail", "needs evidence", "open", "not applicable"


@pytest.mark.parametrize(
    ("decks", "groups"),
    [
        ((6, 6), [([0, 1], PASS)]),
        ((6, 8), [([0, 1], FAIL)]),
        ((6, None), [([0, 1], NEEDS)]),
        ((None, None), [([0, 1], NEEDS)]),
        ((6, None, 8), [([0, 1, 2], FAIL)]),
        ((6,), [([0], PASS)]),
        ((None,), [([0], PASS)]),
        ((), []),
    ],
)
def test_one_group(judge_same, decks, groups):
    tables = [{} if n is None else {"decks": n} for n in decks]
    assert judge_same("decks is same at every tiles table of pit", tables) == groups


def test_equal_keys_make_groups(judge_same):
    rule = "decks is same at every tiles table of licensee with equal boxes, lit"
    tables = [
        {"boxes": 5, "lit": True, "decks": 6},
        {"boxes": 7, "lit": True, "decks": 6},
        {"boxes": 5, "lit": True, "decks": 8},
        {"boxes": 7, "lit": True, "decks": 6},
        {"boxes": 7, "lit": False, "decks": 1},
        {"lit": True, "decks": 6},
        {"lit": True, "decks": 8},
        {"boxes": 5, "decks": 9},
    ]
    assert judge_same(rule, tables) == [
        ([0, 2], FAIL),
        ([1, 3], PASS),
        ([4], PASS),
        ([5], PASS),
        ([6], PASS),
        ([7], PASS),
    ]


def test_tables_of_other_games_do_not_count(judge_same):
    tables = [{"decks": 6}, {"decks": 8, "game": "bricks"}, {"decks": 6}]
    assert judge_same("decks is same at every tiles table of pit", tables) == [([0, 2], PASS)]
    assert judge_same("decks is same at every table of pit", tables) == [([0, 1, 2], FAIL)]
    assert judge_same("decks is same at every bricks table of pit", tables) == [([1], PASS)]


def offering(maximum: int | None = None, **facts: Any) -> dict[str, Any]:
    return {"offers": {"streak": {} if maximum is None else {"maximum": maximum}}} | facts


def test_only_tables_that_offer_it_count(judge_same):
    rule = "maximum of streak is same at every tiles table of pit"
    none, maybe = {"offers": {}, "closed": True}, {"offers": {}}
    assert judge_same(rule, [offering(5), none, offering(5)]) == [([0, 2], PASS)]
    assert judge_same(rule, [offering(5), none, offering(6)]) == [([0, 2], FAIL)]
    assert judge_same(rule, [offering(5), maybe, offering(5)]) == [([0, 1, 2], NEEDS)]
    assert judge_same(rule, [offering(5), maybe, offering(6)]) == [([0, 1, 2], FAIL)]
    assert judge_same(rule, [maybe]) == [([0], PASS)]
    assert judge_same(rule, [none]) == []
    assert judge_same("cap is same at every tiles table of pit", [none | {"cap": 1}, none | {"cap": 2}]) == [
        ([0, 1], FAIL)
    ]


def test_maps_are_compared_on_the_keys_they_share_and_sets_without_order(judge_same):
    rule = "payouts of streak is same at every tiles table of pit"

    def table(**odds: int) -> dict[str, Any]:
        return {"offers": {"streak": {"payouts": {name: ("odds", n) for name, n in odds.items()}}}}

    assert judge_same(rule, [table(a=1, b=2), table(b=2, c=3)]) == [([0, 1], PASS)]
    assert judge_same(rule, [table(a=1, b=2), table(b=2, c=3), table(c=3, d=4)]) == [([0, 1, 2], NEEDS)]
    assert judge_same(rule, [table(a=1, b=2), table(c=3), table(b=3)]) == [([0, 1, 2], FAIL)]
    chips = "chips is same at every tiles table of pit"
    assert judge_same(chips, [{"chips": (5, 25)}, {"chips": (25, 5)}]) == [([0, 1], PASS)]
    assert judge_same(chips, [{"chips": (5, 25)}, {"chips": (5,)}]) == [([0, 1], FAIL)]


def test_same_when(judge_same):
    rule = "decks is same at every tiles table of pit when lit"
    tables = [{"decks": 6, "lit": True}, {"decks": 8, "lit": False}, {"decks": 8}, {"decks": 6, "lit": True}]
    assert judge_same(rule, tables[:2]) == [([0], PASS)]
    assert judge_same(rule, tables) == [([0, 2, 3], NEEDS)]


def test_same_by_date(judge_same):
    rule = 'decks is same at every tiles table of pit from 2002-01-01 inferred "x" until 2003-01-01'
    tables = [{"decks": 6}, {"decks": 8}]
    requested = [date(1999, 12, 31), date(2001, 12, 31), date(2002, 1, 1), date(2003, 1, 1)]
    assert [judge_same(rule, tables, day) for day in requested] == [[], [([0, 1], OPEN)], [([0, 1], FAIL)], []]


def test_readings_of_same(judge_same):
    rule = """decks is same at every tiles table of pit
            reading wide "every table"
            reading narrow "by boxes"
              decks is same at every tiles table of pit with equal boxes"""
    tables = [{"decks": 6, "boxes": 5}, {"decks": 8, "boxes": 5}]
    assert judge_same(rule, tables) == [([0, 1], FAIL)]
    tables[1]["boxes"] = 7
    assert judge_same(rule, tables) == [([0], PASS), ([0, 1], OPEN), ([1], PASS)]


# ---- notice

REPORTED = {
    "subject": "streak",
    "kind": "start",
    "notice": True,
    "lead_minutes": 30,
    "written": True,
    "to": ("board", "desk"),
}
RULE = "streak needs notice 30 minutes written to board, desk before start, change"


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({}, PASS),
        ({"kind": "change"}, PASS),
        ({"kind": "end"}, NOT),
        ({"subject": "bluff"}, NOT),
        ({"subject": "bluff", "notice": False}, NOT),
        ({"notice": False}, FAIL),
        ({"notice": None}, NEEDS),
        ({"lead_minutes": 29}, FAIL),
        ({"lead_minutes": 31}, PASS),
        ({"lead_minutes": None}, NEEDS),
        ({"written": False}, FAIL),
        ({"written": None}, NEEDS),
        ({"to": ("board",)}, FAIL),
        ({"to": ("desk", "bar", "board")}, PASS),
        ({"to": None}, NEEDS),
        ({"to": None, "written": False}, FAIL),
        ({"lead_minutes": None, "to": ()}, FAIL),
    ],
)
def test_notice(judge_event, change, verdict):
    event = {key: value for key, value in (REPORTED | change).items() if value is not None}
    assert judge_event(RULE, event) == verdict
    assert judge_event(RULE, REPORTED | change) == verdict


@pytest.mark.parametrize(
    ("unit", "minutes"), [("minutes", 2), ("minute", 2), ("hours", 120), ("hour", 120), ("days", 2880), ("day", 2880)]
)
def test_units(judge_event, unit, minutes):
    rule = f"streak needs notice 2 {unit} before start"
    assert judge_event(rule, {"subject": "streak", "kind": "start", "notice": True, "lead_minutes": minutes}) == PASS
    assert (
        judge_event(rule, {"subject": "streak", "kind": "start", "notice": True, "lead_minutes": minutes - 1}) == FAIL
    )


def test_only_what_the_clause_states_counts(judge_event):
    bare = {"subject": "streak", "kind": "start", "notice": True}
    assert judge_event("streak needs notice written before start", bare | {"written": True}) == PASS
    assert judge_event("streak needs notice to board before start", bare | {"to": ("board",), "written": False}) == PASS
    assert judge_event("streak needs notice 1 hours before start", bare | {"lead_minutes": 60, "to": ()}) == PASS


def test_the_subject_is_as_written(judge_event):
    event = {"kind": "change", "notice": False}
    assert judge_event("maximum of streak needs notice before change", event | {"subject": "maximum of streak"}) == FAIL
    assert judge_event("maximum of streak needs notice before change", event | {"subject": "maximum"}) == NOT


@pytest.mark.parametrize(
    ("attested", "verdict"),
    [
        ({}, OPEN),
        ({"1:1-1.1(b)": True}, PASS),
        ({"1:1-1.1": False}, FAIL),
        ({"1:1-1.1(b)": None, "1:1-1.1": True}, NEEDS),
    ],
)
def test_a_clause_that_states_nothing_is_open_unless_attested(judge_event, attested, verdict):
    rule = "streak needs notice before start"
    event = {"subject": "streak", "kind": "start", "notice": True}
    assert judge_event(rule, event, {"attested": attested}) == verdict
    assert judge_event(rule, event | {"notice": False}, {"attested": attested}) == FAIL
    assert judge_event(rule, event | {"notice": None}, {"attested": attested}) == NEEDS
    assert judge_event(rule, event | {"kind": "end"}, {"attested": attested}) == NOT


def test_notice_by_date(judge_event):
    rule = 'streak needs notice written before start from 2002-01-01 inferred "x" until 2003-01-01'
    event = {"subject": "streak", "kind": "start", "notice": False}
    requested = [date(1999, 12, 31), date(2001, 12, 31), date(2002, 1, 1), date(2003, 1, 1)]
    assert [judge_event(rule, event, {}, day) for day in requested] == [None, OPEN, FAIL, None]


def test_notice_when(judge_event):
    rule = "streak needs notice written before start when lit"
    event = {"subject": "streak", "kind": "start", "notice": False}
    assert judge_event(rule, event, {"lit": True}) == FAIL
    assert judge_event(rule, event, {"lit": False}) == NOT
    assert judge_event(rule, event) == NEEDS


def paying(**offer: Any) -> dict[str, Any]:
    return {"offers": {"streak": offer}}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"selection": "a"}, {"selection": "b"}, FAIL),
        ({"selection": "a"}, {"selection": "a"}, PASS),
        ({"selection": "a"}, {}, NEEDS),
        ({"selection": "a"}, {"payouts": {"two": ("odds", 3)}}, NEEDS),
        ({"selection": "a", "payouts": {"two": ("odds", 3)}}, {"payouts": {"two": ("odds", 3)}}, PASS),
        (
            {"selection": "a", "payouts": {"two": ("odds", 3)}},
            {"selection": "a", "payouts": {"two": ("odds", 4)}},
            FAIL,
        ),
    ],
)
def test_payouts_are_distinguished_by_the_printed_table_that_is_selected(judge_same, one, other, expected):
    rule = "payouts of streak is same at every tiles table of pit"
    assert judge_same(rule, [paying(**one), paying(**other)]) == [([0, 1], expected)]
