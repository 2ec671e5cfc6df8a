"""A wager that is paid otherwise than filed: a breach of the law's figure or of a binding selection, else a departure."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import command

FILING = """
submission: {id: L, licensee: House, effective: 2007-02-01, certifications: [{by: A. Person, role: counsel, on: 2007-01-01}]}
pits:
- name: A
  tables:
  - {number: B, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: twenty_point,
     selection: Paytable B, payouts: {queen of hearts pair and dealer blackjack: "1,000 to 1", queen of hearts pair: 200 to 1,
     matched 20: 25 to 1, suited 20: 12 to 1, any 20: 5 to 1}}]}
  - {number: N, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: twenty_point,
     payouts: {queen of hearts pair and dealer blackjack: "1,000 to 1", queen of hearts pair: 200 to 1,
     matched 20: 25 to 1, suited 20: 12 to 1, any 20: 5 to 1}}]}
  - {number: LB, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: twenty_point,
     selection: Paytable B, payouts: {queen of hearts pair and dealer blackjack: "1,000 to 1", queen of hearts pair: 200 to 1,
     matched 20: 25 to 1, suited 20: 9 to 1, any 20: 3 to 1}}]}
  - {number: LN, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: twenty_point,
     payouts: {queen of hearts pair and dealer blackjack: "1,000 to 1", queen of hearts pair: 100 to 1,
     matched 20: 25 to 1, suited 20: 9 to 1, any 20: 3 to 1}}]}
  - {number: S, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: same_suit,
     payouts: {king and queen: 5 to 1, any two cards: 3 to 1}}]}
  - {number: LS, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: same_suit,
     payouts: {king and queen: 5 to 1, any two cards: 2 to 1}}]}
  - {number: HS, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: same_suit,
     payouts: {king and queen: 5 to 1, any two cards: 4 to 1}}]}
  - {number: NS, game: blackjack, decks: 3, options: [], wagers: [blackjack_wager, insurance, {wager: same_suit,
     payouts: {king and queen: 5 to 1, any two cards: 2 to 1}}]}
  - {number: M, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance,
     {wager: match_the_dealer, payouts: {non-matching suit: 5 to 1, matching suit: 12 to 1}}]}
  - {number: LM, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance,
     {wager: match_the_dealer, payouts: {non-matching suit: 3 to 1, matching suit: 11 to 1}}]}
  - {number: LP, game: punto_banco, decks: 8, options: [], wagers: [punto_player, punto_banker, {wager: punto_tie, pays: 7 to 1}]}
  - {number: P, game: punto_banco, decks: 8, options: [], wagers: [punto_player, punto_banker, {wager: punto_tie, pays: 9 to 1}]}
  - {number: R, game: pai_gow_poker, wagers: [pgp_wager, {wager: pgp_rng_wager, pays: 5 1/2 to 1}],
     equipment: [pgp_random_number_generator], pgp_starting_position: random_number_generator}
"""
TWENTY, SUIT, TIE = "19:47-2.24(f)/twenty_point-pays", "19:47-2.17(e)2/same_suit-pays", "19:47-3.3(b)/punto_tie-pays"
NUMBER = "19:47-11.13(b)6/pgp_rng_wager-pays"
MATCH = "19:47-2.23(f)/match_the_dealer-pays"
CARDS = {
    "P": {"punto_player_cards": "9h Kd", "punto_banker_cards": "9h Kd"},
    "LP": {"punto_player_cards": "9h Kd", "punto_banker_cards": "9h Kd"},
    "M": {"cards": "9h 5d", "dealer_cards": "9s 8c"},
    "LM": {"cards": "9h 5d", "dealer_cards": "9s 8c"},
    "R": {"pgp_number": 4, "pgp_displayed_number": 4},
}
MAIN = {"P": {}, "LP": {}, "R": {"pgp_wager": 10}}
Found = tuple[int, list[dict[str, Any]]]
Audit = Callable[..., Found]


def audit(folder: Path, engine: str, settled: list[tuple[str, str, float]], *options: str) -> Found:
    """The exit code, and the findings on what was paid; each settlement is a round of its own."""
    if engine == "columnar":
        pytest.importorskip("polars")
    rows = []
    for number, (table, wager, paid) in enumerate(settled, 1):
        cards, main = CARDS.get(table, {"cards": "Kd 10d"}), MAIN.get(table, {"blackjack_wager": 10})
        row = {"round": str(number), "table": table, "moment": "2007-02-01T20:15:00", "seat": "3", **cards}
        rows.append(row | {"stake": {**main, wager: 10}, "paid": {wager: paid}})
    (folder / "filing.yaml").write_text(FILING)
    (folder / "rounds.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    paths = str(folder / "rounds.jsonl"), "--filing", str(folder / "filing.yaml")
    code, text = command("rounds", "audit", *paths, "--engine", engine, "--format", "json", *options)
    return code, [f for f in json.loads(text)["findings"] if f["clause"].endswith(("-pays", ".paid-exactly"))]


@pytest.fixture(params=["plain", "columnar"])
def audited(request: pytest.FixtureRequest, tmp_path: Path) -> Audit:
    def run(table: str, wager: str, paid: float, *options: str) -> Found:
        return audit(tmp_path, request.param, [(table, wager, paid)], *options)

    return run


SETTLED = [
    ("B", "twenty_point", TWENTY, 120, None),
    ("B", "twenty_point", TWENTY, 130, "open"),  # more than filed
    ("B", "twenty_point", TWENTY, 110, "open"),  # less than filed, not less than Paytable B
    ("B", "twenty_point", TWENTY, 95, "fail"),  # less than the selected paytable, more than the other
    ("N", "twenty_point", TWENTY, 95, "open"),  # no selection is filed, and the payouts meet both paytables
    ("N", "twenty_point", TWENTY, 85, "fail"),
    ("S", "same_suit", SUIT, 30, None),
    ("S", "same_suit", SUIT, 25, "fail"),  # as under another option
    ("S", "same_suit", SUIT, 40, "fail"),
    ("LB", "twenty_point", TWENTY, 90, "fail"),  # as filed, and less than the selected paytable
    ("LB", "twenty_point", TWENTY, 100, "open"),  # as the law has it
    ("LB", "twenty_point", TWENTY, 95, "fail"),
    ("LN", "twenty_point", TWENTY, 90, None),  # as filed, and not less than Paytable A
    ("LN", "twenty_point", TWENTY, 85, "fail"),
    ("LS", "same_suit", SUIT, 20, "fail"),  # as filed, and no option has it
    ("LS", "same_suit", SUIT, 30, "open"),
    ("HS", "same_suit", SUIT, 40, "fail"),
    ("NS", "same_suit", SUIT, 20, None),  # the law prints no odds for three decks
    ("NS", "same_suit", SUIT, 30, "open"),
    ("M", "match_the_dealer", MATCH, 50, None),
    ("M", "match_the_dealer", MATCH, 60, "open"),
    ("M", "match_the_dealer", MATCH, 45, "open"),  # less than filed, not less than the law has
    ("M", "match_the_dealer", MATCH, 35, "fail"),
    ("LM", "match_the_dealer", MATCH, 30, "fail"),  # as filed
    ("LM", "match_the_dealer", MATCH, 35, "fail"),
    ("LM", "match_the_dealer", MATCH, 40, "open"),
    ("LP", "punto_tie", TIE, 70, "fail"),
    ("LP", "punto_tie", TIE, 80, "open"),
    ("P", "punto_tie", TIE, 90, None),
    ("P", "punto_tie", TIE, 80, "open"),
    ("P", "punto_tie", TIE, 100, "open"),
    ("P", "punto_tie", TIE, 79, "fail"),
    ("R", "pgp_rng_wager", NUMBER, 55, None),
    ("R", "pgp_rng_wager", NUMBER, 58, "open"),
    ("R", "pgp_rng_wager", NUMBER, 57.5, "fail"),  # within the odds of the law, and not in the whole dollars
    ("R", "pgp_rng_wager", NUMBER, 61, "fail"),
]


@pytest.mark.parametrize(("table", "wager", "clause", "paid", "verdict"), SETTLED)
def test_one_finding(tmp_path: Path, table: str, wager: str, clause: str, paid: float, verdict: str | None) -> None:
    code, found = audit(tmp_path, "plain", [(table, wager, paid)])
    assert [(f["clause"], f["verdict"], f["place"]) for f in found] == (
        [(clause, verdict, "rounds.jsonl:1")] if verdict else []
    )
    assert code == (1 if verdict == "fail" else 0)
    for finding in found:
        assert finding["departure"] is (verdict == "open")
        assert finding["per"] == (["19:47-8.3"] if verdict == "open" else [])


def test_the_same_findings_in_columns(tmp_path: Path) -> None:
    """All settlements in one record, so that a column holds many tables and wagers."""
    _, found = audit(tmp_path, "columnar", [(table, wager, paid) for table, wager, _, paid, _ in SETTLED])
    expected = {
        (clause, verdict, f"rounds.jsonl:{n}") for n, (_, _, clause, _, verdict) in enumerate(SETTLED, 1) if verdict
    }
    assert {(f["clause"], f["verdict"], f["place"]) for f in found} == expected and len(found) == len(expected)
    assert all(f["departure"] is (f["verdict"] == "open") for f in found)
    assert {tuple(f["per"]) for f in found if f["departure"]} == {("19:47-8.3",)}


def test_departures_can_be_selected(audited: Audit) -> None:
    assert audited("P", "punto_tie", 80, "--fail-on", "departure")[0] == 1
    assert audited("P", "punto_tie", 90, "--fail-on", "departure")[0] == 0
    assert audited("P", "punto_tie", 79, "--fail-on", "departure")[0] == 0
    assert audited("P", "punto_tie", 80, "--fail-on", "open")[0] == 1


def test_a_breach_states_the_figure_of_the_law(audited: Audit) -> None:
    _, (found,) = audited("P", "punto_tie", 79)
    assert (found["expected"], found["actual"]) == ("$90 for the tie bet as filed, and by the law at least $80", "$79")


def test_check_does_not_count_departures() -> None:
    assert command("check", "examples/boardwalk", "--fail-on", "departure")[0] == 2
