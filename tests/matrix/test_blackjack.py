"""The blackjack matrix on two days, pair by pair and provision by provision, as read from the law."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.support.product import load_catalog, matrix_data

# Provision → the offers that it names, and those that may not be combined with them.
STATED = {
    "2007-01-01": {
        "2.8(c)": ("surrender", "multiple_action six_to_five progressive_blackjack"),
        "2.9(b)": ("early_insurance", "card_reader"),
        "2.11(e)": ("resplit", "multiple_action"),
        "2.13(a)": ("shared_boxes", "progressive_blackjack"),
        "2.18(a)": ("multiple_action", "progressive_blackjack blackjack_bonus streak match_the_dealer twenty_point"),
        "2.20(l)": ("blackjack_bonus", "multiple_action progressive_blackjack streak twenty_point"),
        "2.22(l)": ("streak", "multiple_action progressive_blackjack blackjack_bonus twenty_point"),
        "2.24(i)": ("twenty_point", "multiple_action progressive_blackjack blackjack_bonus streak"),
    },
    "2000-01-01": {
        "2.8(c)": ("surrender", "multiple_action progressive_blackjack"),
        "2.9(b)": ("early_insurance", "card_reader"),
        "2.11(e)": ("resplit", "multiple_action"),
        "2.13(a)": ("shared_boxes", "progressive_blackjack"),
        "2.18(a)": ("multiple_action", "progressive_blackjack blackjack_bonus"),
        "2.20(l)": ("blackjack_bonus", "multiple_action progressive_blackjack"),
    },
}
ONE_OF = (
    "over_under",
    "same_suit",
    "sevens",
)  # 2.17(a): one of the three, and none where there is the progressive wager

OPEN = {"2.9(b)"}  # under one of its readings no pair is excluded; so are the pairs of ONE_OF

# Constraints that an option of another offer inherits: the offer, and the provision.
OF = {
    "2007-01-01": {
        "no_double_after_split": ("six_to_five", "2.10(d)"),
        "aces_split_once": ("resplit", "2.11(e)"),
        "twenty_point_cap": ("twenty_point", "2.24(h)"),
    },
    "2000-01-01": {"aces_split_once": ("resplit", "2.11(e)")},
}

# Decks that never meet: six to five is dealt from one or two, 2.2(a)1 and (e). With the two in the shuffler these are the four of
# 2.2(a)3, by one of its readings.
SIX_TO_FIVE = {
    "sevens": {"2.2(a)1", "2.2(e)", "2.2(a)3"},
    "progressive_blackjack": {"2.2(a)1", "2.2(e)", "2.2(a)3"},
    "match_the_dealer": {"2.2(a)1", "2.2(e)", "2.2(a)4", "2.23(f)"},
}
DECKS = {"2007-01-01": SIX_TO_FIVE, "2000-01-01": {}}

Pairs = dict[frozenset[str], tuple[str, set[str], str]]  # status, provisions, how stated
DAYS = sorted(STATED)


def expected(day: str) -> Pairs:
    found: Pairs = {}
    for cite, (who, others) in STATED[day].items():
        for other in others.split():
            _, cites, _ = found.get(frozenset((who, other)), ("", set(), ""))
            status = "open" if cite in OPEN else "barred"
            found[frozenset((who, other))] = (status, cites | {cite}, "both ways" if cites else "one way")
    for who in ONE_OF:
        found[frozenset((who, "progressive_blackjack"))] = ("barred", {"2.17(a)"}, "one way")
    for pair in combinations(ONE_OF, 2):
        found[frozenset(pair)] = ("open", {"2.17(a)"}, "of both at once")
    for other, cites in DECKS[day].items():
        status = "open" if "2.2(a)3" in cites else "impossible"
        found[frozenset(("six_to_five", other))] = (status, cites, "")
    for part, (whole, cite) in OF[day].items():
        for pair, (status, cites, _) in [*found.items()]:
            if whole in pair:
                found[pair - {whole} | {part}] = (status, cites | {cite}, "")
    return found


@pytest.fixture(scope="module")
def matrices() -> dict[str, dict[str, Any]]:
    law = load_catalog()
    return {day: data for day in DAYS if (data := matrix_data(law, "blackjack", day))}


def found(data: dict[str, Any]) -> Pairs:
    return {
        frozenset((p["first"], p["second"])): (
            p["status"],
            {data["clauses"][c]["cite"].removeprefix("19:47-") for g in p["grounds"] for c in g["clauses"]},
            p["stated"],
        )
        for p in data["pairs"]
        if p["status"] not in ("allowed", "required")
    }


@pytest.mark.parametrize("day", DAYS)
def test_exactly_these_pairs_are_excluded_by_exactly_these_provisions(
    day: str, matrices: dict[str, dict[str, Any]]
) -> None:
    assert found(matrices[day]) == expected(day)


def test_what_came_later_is_not_yet_authorized(matrices: dict[str, dict[str, Any]]) -> None:
    assert {a["name"]: a["since"] for a in matrices["2000-01-01"]["absent"]} == {
        "six_to_five": "2006-01-17",
        "no_double_after_split": "2006-01-17",
        "streak": "2001-01-16",
        "match_the_dealer": "2004-07-19",
        "twenty_point": "2006-06-05",
        "twenty_point_cap": "2006-06-05",
    }
    assert matrices["2007-01-01"]["absent"] == []


def test_an_inferred_start_is_marked(matrices: dict[str, dict[str, Any]]) -> None:
    clauses = matrices["2007-01-01"]["clauses"]
    inferred = {c for c, of in clauses.items() if of["basis"] == "inferred" and "-bars-" in c}
    assert inferred == {
        "19:47-2.8(c)/surrender-bars-multiple_action",
        "19:47-2.8(c)/surrender-bars-progressive_blackjack",
        "19:47-2.9(b)/early_insurance-bars-card_reader",
        "19:47-2.11(e)/resplit-bars-multiple_action",
        "19:47-2.13(a)/shared_boxes-bars-progressive_blackjack",
        *(f"19:47-2.17(a)/{a}-bars-progressive_blackjack" for a in ONE_OF),
        *(f"19:47-2.17(a)/{a}-bars-{b}" for a, b in combinations(ONE_OF, 2)),
    }


def test_decks_are_reported(matrices: dict[str, dict[str, Any]]) -> None:
    pair = next(
        p for p in matrices["2007-01-01"]["pairs"] if (p["first"], p["second"]) == ("six_to_five", "match_the_dealer")
    )
    values = {(v["clause"].partition("/")[0], v["is"]) for g in pair["grounds"] for v in g["values"]}
    assert values == {
        ("19:47-2.2(a)1", "1 or 2"),
        ("19:47-2.2(e)", "1 or 2"),
        ("19:47-2.2(a)4", "at least 6"),  # under both of its readings
        ("19:47-2.23(f)", "6 or 8"),
    }


def test_two_decks_are_enough_for_six_to_five_and_the_twenty_point_bonus(matrices: dict[str, dict[str, Any]]) -> None:
    pair = next(
        p for p in matrices["2007-01-01"]["pairs"] if (p["first"], p["second"]) == ("six_to_five", "twenty_point")
    )
    assert (pair["status"], pair["example"]["fields"]["decks"]) == ("allowed", "2")
