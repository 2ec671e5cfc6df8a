"""Tables that offer every wager of blackjack: lawful as filed; rounds are dealt for a clause, and each engine finds
the injected mistakes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.injected_records import InjectedRecords, Key
from tests.support.product import Dealer, Mutator, load_core, load_filing, load_rulebook, main
from tests.support.soak import count

GAME = "blackjack"
FILING = Path(__file__).parent / "tables" / f"{GAME}.yaml"

HARD = {
    "1": [
        "19:47-2.3(b)/doubled_wager_void",
        "19:47-2.8(a)/blackjack_wager.returned-exactly",
        "19:47-2.23(a)1/match_the_dealer.paid-exactly",
        "19:47-2.24(e)2/twenty_point_settled-among",  # both queens of hearts against a high card
        "19:47-2.24(h)/twenty_point.paid-at-most",  # the same against a blackjack, shared
    ],
    "2": [
        "19:47-2.11(a)/no_other_pair",
        "19:47-2.13(d)/doubling-exactly",
        "19:47-2.16(a)/blackjack_wager.paid-exactly",  # no rule deals the player's fifth card
        "19:47-2.24(e)1i/twenty_point_settled-among",
    ],
    "3": [
        "19:47-2.11(e)/seven_boxes_round",
        "19:47-2.11(f)/sevens.settled_as-not-among",
        "19:47-2.17(d)/two_cards_without_a_seven",
        "19:47-2.17(e)3/sevens-pays-highest",
        "19:47-2.22(h)/streak-loses",  # decided by all the hands of a split
        "19:47-2.22(j)/streak-pays",  # hands in a row were won
    ],
    "4": ["19:47-2.9(e)/insured-not-among", "19:47-2.19(h)/progressive_blackjack-shares"],
    "5": [
        "19:47-2.19(b)/chips_wagered-exactly",
        "19:47-2.19(c)/progressive_blackjack.four_black_or_four_red_aces_in_the_first_four_cards-outcome",
    ],
    "6": ["19:47-2.20(f)/bonus_payout-exactly", "19:47-2.20(j)/smallest_for_five_dollars"],
    "7": ["19:47-2.15(o)/blackjack_bonus.paid-exactly", "19:47-2.20(j)/smallest_with_one_dollar"],
    "8": ["19:47-2.18(f)/multiple_action-loses", "19:47-2.12(b)2ii/dealer_drew_on_soft-at-most"],
    "9": ["19:47-2.18(b)/action_wagers-at-least"],
    "10": ["19:47-2.15(f)/deck_ran_out-irregular", "19:47-2.12(d)/soft_total_reached"],
    "11": ["19:47-2.17(e)2/same_suit.king_and_queen-outcome"],
}
DEALT = dict([*HARD.items()][count(1, soak=0) :: count(4, soak=1)])  # the first table takes longest
TRIED = 60  # the number of times that a clause is the target


def dealer(number: str, seed: int = 3) -> Dealer:
    filing = load_filing(str(FILING), *load_rulebook())[1]
    assert filing is not None and filing.effective
    table = next(table for table in filing.tables if table.number == number)
    day = date.fromisoformat(filing.effective)
    return Dealer(load_core(), GAME, table.variants[0], day, Random(seed), 2)


@pytest.fixture(scope="module")
def dealt(tmp_path_factory) -> tuple[Path, Key, set[str]]:
    """Records of rounds dealt for the hard clauses of each table, until one was breached; the expected findings; the breached clauses."""
    records = InjectedRecords(load_core())
    for number, hard in DEALT.items():
        dealing, sequence = dealer(number), 0
        mutator = Mutator(dealing, Counter())
        for clause in hard:
            for _ in range(TRIED):
                if mutator.injected[clause]:
                    break
                mutator.choose(clause)
                while mutator.pending:
                    sequence += 1
                    rows = dealing.deal(mutator.target(0))
                    rows, mistakes = mutator.mutate(rows) or (rows, [{}] * len(rows))
                    dealing.assembly.keep(rows)
                    moment = f"2007-05-01T12:{sequence // 60:02}:{sequence % 60:02}"
                    records.add(number, sequence, moment, rows, mistakes)
    return records.write(tmp_path_factory.mktemp(GAME) / "r.csv"), records.key, records.breached


def test_the_tables_are_lawful(capsys):
    """As far as the text goes: on chips that win, a surrender option with multiple action elsewhere, and figures of which only
    sections speak whose text is not available, it is open.
    """
    main(["check", str(FILING), "--format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    wrong = {(c["id"], f["verdict"]) for f in found if f["verdict"] != "needs evidence" for c in f["clauses"]}
    assert wrong == {
        ("19:47-2.3(a)/blackjack_wager-authorised", "open"),
        ("19:47-2.8(c)/surrender-bars-multiple_action", "open"),
        ("19:47-2.19(c)/progressive_blackjack.winning_stake-among", "open"),
        ("19:47-2.20(a)/blackjack_bonus-authorised", "open"),
        ("19:47-2.20(j)/blackjack_bonus.winning_stake-among", "open"),
    }


def queens(row: dict[str, Any]) -> bool:
    return row["cards"][:2] == ((12, "h"), (12, "h")) and len(row["dealer_cards"]) == 2


def red_or_black(row: dict[str, Any]) -> bool:
    ranks, suits = zip(*row["cards"][:4], strict=True)
    return ranks == (1, 1, 1, 1) and ({*suits} <= {*"dh"} or {*suits} <= {*"cs"})


def five_cards(row: dict[str, Any]) -> bool:
    return len(row["cards"]) == 5


def test_split_hands_are_dealt_where_no_clause_counts_them():
    dealing = dealer("1")
    assert "streak" not in dealing.offers
    rounds = [dealing.deal() for _ in range(40)]
    assert any(len(rows) > len({row["seat"] for row in rows}) for rows in rounds)


@pytest.mark.parametrize(
    ("number", "clause", "rare"),
    [
        ("1", "19:47-2.24(h)/twenty_point.paid-at-most", queens),
        ("4", "19:47-2.19(h)/progressive_blackjack-shares", red_or_black),
        ("2", "19:47-2.16(a)/blackjack_wager.paid-exactly", five_cards),
    ],
)
def test_rare_hands_are_dealt_where_they_are_aimed_at(number, clause, rare: Callable[[dict[str, Any]], bool]):
    dealing = dealer(number)
    mutator = Mutator(dealing, Counter())
    rounds = [dealing.deal(dealing.targets.of(mutator.rules[clause])) for _ in range(4)]
    assert any(rare(row) for rows in rounds for row in rows)
    stated = {
        verdict
        for rows in rounds
        for row in dealing.assembly.judged(rows, dealing.settlement)
        for verdict in row.values()
    }
    assert {"fail", "open"}.isdisjoint(stated)


def test_hard_clauses_are_breached(dealt):
    assert [clause for hard in DEALT.values() for clause in hard if clause not in dealt[2]] == []


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_every_mistake_is_found_and_nothing_else(dealt, engine, capsys):
    pytest.importorskip("polars")
    path, key, _ = dealt
    main(["rounds", "audit", str(path), "--filing", str(FILING), "--engine", engine, "--format", "json"])
    output = json.loads(capsys.readouterr().out)
    assert output["set_aside"] == 0
    assert {(f["round"], f["clause"], f["verdict"]) for f in output["findings"]} == key
    assert len(key) > count(10, soak=40)
