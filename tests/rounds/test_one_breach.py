"""One breach of one wager in a round is one finding, under the provision that states the duty."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import command

FILING = """
submission: {id: L, licensee: House, effective: 2007-02-01, certifications: [{by: A. Person, role: counsel, on: 2007-01-01}]}
pits:
- name: A
  tables:
  - {number: 1, game: blackjack, decks: 6, options: [surrender], wagers: [blackjack_wager, insurance, {wager: over_under, pays: 1 to 1}]}
  - {number: 2, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: sevens,
     payouts: {three sevens of the same suit: "5,000 to 1", three sevens of any suit: 500 to 1,
     two sevens of the same suit: 100 to 1, two sevens of any suit: 50 to 1, one seven: 3 to 1}}]}
"""
HANDS = {"dealer_cards": "Kd 10h", "cards": "9c 9d"}
LOST = {**HANDS, "stake": {"blackjack_wager": 10}, "paid": {"blackjack_wager": 10}}
GIVEN_UP = {
    "dealer_cards": "Kd 6h 10h", "cards": "9c 7d", "surrendered": "yes", "stake": {"blackjack_wager": 10}
}  # fmt: skip
SIDE = {
    **HANDS, "stake": {"blackjack_wager": 10, "over_under": 10}, "paid": {"over_under": 10},
    "collected": {"blackjack_wager": 10},
}  # fmt: skip


@pytest.mark.parametrize("engine", ["plain", "columnar"])
@pytest.mark.parametrize(
    ("row", "wager", "reported"),
    [
        ({"table": "1", **LOST}, "blackjack_wager", [("fail", "19:47-2.3(a)")]),
        ({"table": "1", **SIDE, "side": "under"}, "over_under", [("fail", "19:47-2.17(d)")]),
        ({"table": "1", **SIDE, "side": "over", "cards": "9c 4d"}, "over_under", [("fail", "19:47-2.17(c)")]),
        ({"table": "1", **SIDE, "side": "over"}, "over_under", []),
        # What 2.8(a) has the house collect goes before the win that the hand would be without it.
        ({"table": "1", **GIVEN_UP, "collected": {"blackjack_wager": 10}}, "blackjack_wager", [("fail", "19:47-2.8(a)")]),
        ({"table": "1", **GIVEN_UP, "paid": {"blackjack_wager": 10}}, "blackjack_wager", [("fail", "19:47-2.8(a)")]),
        (
            {"table": "2", **HANDS, "cards": "7c 9d", "stake": {"blackjack_wager": 10, "sevens": 1}, "paid": {"sevens": 50},
             "settled_as": {"sevens": "two_sevens_of_any_suit"}},
            "sevens", [("fail", "19:47-2.17(e)3")],
        ),
    ],
)  # fmt: skip
def test_one_finding(
    engine: str, row: dict[str, Any], wager: str, reported: list[tuple[str, str]], tmp_path: Path
) -> None:
    if engine == "columnar":
        pytest.importorskip("polars")
    (tmp_path / "filing.yaml").write_text(FILING)
    made = {"round": "1", "moment": "2007-02-01T20:15:00", "seat": "3", **row}
    (tmp_path / "rounds.jsonl").write_text(json.dumps(made) + "\n")
    paths = str(tmp_path / "rounds.jsonl"), "--filing", str(tmp_path / "filing.yaml"), "--engine", engine
    report = json.loads(command("rounds", "audit", *paths, "--format", "json")[1])
    found = [f for f in report["findings"] if f"/{wager}" in f["clause"]]
    assert [(f["verdict"], f["provision"]) for f in found] == reported
    assert {f["place"] for f in report["findings"]} <= {"rounds.jsonl:1"}
    counted = {
        each["clause"]: each["verdicts"].get("fail", 0) for each in report["clauses"] if f"/{wager}" in each["clause"]
    }
    assert sum(counted.values()) == len(reported)
