"""Tables that offer every wager of pai gow poker: lawful as filed; each engine finds the mistakes injected into rounds dealt there."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.injected_records import InjectedRecords, Key
from tests.support.product import Dealer, Mutator, load_core, load_filing, load_rulebook, main
from tests.support.soak import count

GAME = "pai_gow_poker"
FILING = Path(__file__).parent / "tables" / f"{GAME}.yaml"
ROUNDS = count(5, soak=12)  # at each table

HARD = {
    "19:47-11.3(f)2/pgp_envy.royal_flush_plus_royal_match-outcome",  # paid for a hand that nobody has
    "19:47-11.7(b)/seated_players_only",  # no lawful round meets its condition
    "19:47-11.8A(d)2/misdeal_by_count-irregular",
    "19:47-11.8C(b)2/third_time_around",
    "19:47-11.9(a)/pgp_strays-exactly",
    "19:47-11.10(c)/no_two_rounds_running",
    "19:47-11.10(m)/house_takes_half",
    "19:47-11.13(b)3/pgp_rng_wager-wins",
    "19:47-11.14(b)/chips_wagered-exactly",
    "19:47-11.14(d)/pgp_progressive.natural_royal_flush_and_pair-outcome",
    "19:47-11.15(b)/pgp_bonus.stake-at-least",
    "19:47-11.15(d)3i/envy_for_each_other_hand",
    "19:47-11.17(h)/pgp_rounds_since_count-at-most",
    "19:47-11.18(c)/pgp_seven_card.straight_flush_with_joker-outcome",
}


@pytest.fixture(scope="module")
def dealt(tmp_path_factory) -> tuple[list[dict[str, Any]], Path, Key, set[str], set[str]]:
    """Lawful rows; records of the same rounds with a mistake in each; the expected findings; the clauses that could be
    breached, and the hard ones.
    """
    book, (_, filing, _) = load_core(), load_filing(str(FILING), *load_rulebook())
    random, lawful, records = Random(11), list[dict[str, Any]](), InjectedRecords(book)
    known: set[str] = set()
    injected = Counter[str]()
    for table in filing.tables:
        dealer = Dealer(book, GAME, table.variants[0], date.fromisoformat(filing.effective), random, 2)
        clauses = {active.clause.id for active in dealer.settlement.clauses}
        known |= clauses
        injected.update(dict.fromkeys(clauses - HARD - {*injected}, 1))
        mutator = Mutator(dealer, injected)
        for sequence in range(1, ROUNDS + 1):
            rows = dealer.deal()
            lawful += rows
            rows, breached = mutator.inject(rows) or (rows, [{}] * len(rows))
            dealer.assembly.keep(rows)
            records.add(table.number, sequence, f"{filing.effective}T12:{sequence:02}", rows, breached)
    path = records.write(tmp_path_factory.mktemp(GAME) / "r.csv")
    return lawful, path, records.key, known, records.breached & HARD


def test_the_tables_are_lawful(capsys):
    """As far as the text goes: it does not state whether the chip of a winning progressive wager is retained, and the section on
    lowest and highest wagers, 8.2, is not available.
    """
    main(["check", str(FILING), "--format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    wrong = {(c["id"], f["verdict"]) for f in found if f["verdict"] != "needs evidence" for c in f["clauses"]}
    assert wrong == {
        ("19:47-11.7(a)/pgp_wager-authorised", "open"),
        ("19:47-11.14(d)/pgp_progressive.winning_stake-among", "open"),
        ("19:47-11.15(a)/pgp_insurance-authorised", "open"),
        ("19:47-11.17(a)/pgp_seven_card-authorised", "open"),
    }


def test_hands_are_set_of_the_cards_that_were_dealt(dealt):
    rows = [row for row in dealt[0] if row.get("pgp_high_cards")]
    assert len(rows) > len(dealt[0]) / 2
    for row in rows:
        assert sorted((*row["pgp_high_cards"], *row["pgp_low_cards"])) == sorted(row["cards"])
        assert (len(row["pgp_high_cards"]), len(row["pgp_low_cards"])) == (5, 2)


def test_every_wager_is_made_and_rare_hands_are_dealt(dealt):
    staked = {wager for row in dealt[0] for wager, stake in row["stake"].items() if stake}
    assert staked >= {
        "pgp_wager", "pgp_rng_wager", "pgp_progressive", "pgp_bonus", "pgp_insurance", "pgp_three_card", "pgp_seven_card"
    }  # fmt: skip
    better = {"five_aces", "royal_flush", "straight_flush", "four_of_a_kind"}  # one hand in 300 from whole decks
    assert better & {row.get("pgp_five") for row in dealt[0]}


@pytest.mark.soak  # with fewer rounds not every clause is the target
def test_hard_clauses_are_breached(dealt):
    _, _, _, known, hard = dealt
    assert known >= HARD
    assert hard == HARD


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_every_mistake_is_found_and_nothing_else(dealt, engine, capsys):
    pytest.importorskip("polars")
    _, path, key, _, _ = dealt
    main(["rounds", "audit", str(path), "--filing", str(FILING), "--engine", engine, "--format", "json"])
    output = json.loads(capsys.readouterr().out)
    assert output["set_aside"] == 0
    assert {(f["round"], f["clause"], f["verdict"]) for f in output["findings"]} == key
    assert len(key) > count(20, soak=60)
