"""A stake outside the limits that the table files for the wager departs from the filing, whatever else is right."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import Raw
from tests.support.round_verdicts import Floor
from tests.support.verdicts import command

FILING = """
submission: {id: L, licensee: House, effective: 2007-02-01, certifications: [{by: A. Person, role: counsel, on: 2007-01-01}]}
pits:
- name: A
  tables:
  - {number: B, game: blackjack, decks: 6, options: [], wagers: [{wager: blackjack_wager, minimum: $10, maximum: $500},
     insurance, {wager: over_under, maximum: $100}]}
  - {number: S, game: blackjack, decks: 6, options: [], wagers: [blackjack_wager, insurance, {wager: blackjack_bonus, stakes: [$1, $5]}]}
  - {number: C, game: punto_banco, decks: 8, options: [], wagers: [{wager: punto_player, minimum: [$5, $25]}, punto_banker,
     {wager: punto_tie, stakes: [$1, $5]}]}
  - {number: P, game: three_card_poker, decks: 1, options: [], wagers: [{wager: tcp_ante, minimum: $5, maximum: $200}, tcp_play]}
"""
Audit = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture(params=["plain", "columnar"])
def audited(request: pytest.FixtureRequest, tmp_path: Path) -> Audit:
    """The findings on the stakes of one row."""

    def run(table: str, stakes: dict[str, float], *options: str) -> tuple[int, list[dict[str, Any]]]:
        if request.param == "columnar":
            pytest.importorskip("polars")
        row = {"round": "1", "table": table, "moment": "2007-02-01T20:15:00", "seat": "3", "stake": stakes}
        (tmp_path / "filing.yaml").write_text(FILING)
        (tmp_path / "rounds.jsonl").write_text(json.dumps(row) + "\n")
        paths = str(tmp_path / "rounds.jsonl"), "--filing", str(tmp_path / "filing.yaml")
        code, text = command("rounds", "audit", *paths, "--engine", request.param, "--format", "json", *options)
        assert code in (0, 1)
        return code, json.loads(text)["findings"]

    return run


@pytest.mark.parametrize(
    ("table", "stakes", "wager", "expected"),
    [
        ("B", {"blackjack_wager": 10}, "", ""),
        ("B", {"blackjack_wager": 500}, "", ""),
        ("B", {"blackjack_wager": 9.99}, "blackjack_wager", "$10 to $500 for the blackjack wager"),
        ("B", {"blackjack_wager": 505}, "blackjack_wager", "$10 to $500 for the blackjack wager"),
        ("C", {"punto_tie": 5}, "", ""),
        ("C", {"punto_tie": 2}, "punto_tie", "one of $1, $5 for the tie bet"),
        ("C", {"punto_player": 5}, "", ""),  # one of the alternatives admits it
        ("C", {"punto_player": 3}, "punto_player", "at least $5 or at least $25 for the wager on the Player's Hand"),
    ],
)
def test_a_stake_outside_the_filed_limits(
    audited: Audit, table: str, stakes: dict[str, float], wager: str, expected: str
) -> None:
    code, found = audited(table, stakes, "--fail-on", "departure")
    departures = [f for f in found if f["departure"]]
    assert code == (1 if wager else 0)
    assert [f["facts"] for f in departures] == ([{f"stake.{wager}": f"${stakes[wager]:g}"}] if wager else [])
    for finding in departures:
        assert (finding["verdict"], finding["expected"], finding["seat"]) == ("open", expected, "3")
        assert finding["per"] == ["19:47-8.2", "19:47-8.3"] if "$1, $5" not in expected else ["19:47-8.3"]
        assert finding["clause"].endswith(f"/{wager}-authorised")


@pytest.mark.parametrize(
    ("table", "stakes", "clause"),
    [
        ("B", {"blackjack_wager": 200, "over_under": 101}, "19:47-2.17(g)2/over_under.stake-at-most"),
        ("P", {"tcp_ante": 4}, "19:47-20.6(a)1/tcp_ante.stake-between"),
        ("S", {"blackjack_wager": 50, "blackjack_bonus": 2}, "19:47-2.20(a)/blackjack_bonus.stake-among"),
    ],
)
def test_a_stake_that_breaches_the_law_is_one_finding(
    audited: Audit, table: str, stakes: dict[str, float], clause: str
) -> None:
    """Some clauses hold stakes to the posted limits themselves."""
    _, found = audited(table, stakes)
    about = [f for f in found if f["departure"] or "stake-" in f["clause"]]
    assert [(f["clause"], f["verdict"], f["departure"]) for f in about] == [(clause, "fail", False)]


def test_what_the_table_may_not_offer_is_not_held_to_its_limits(audited: Audit) -> None:
    """The authority of the wager fails as a whole."""
    _, found = audited("B", {"blackjack_wager": 50, "progressive_blackjack": 999})
    assert not any(f["departure"] for f in found)


@pytest.mark.parametrize("amount", [5, 10, 500, 501])
def test_every_engine_holds_a_stake_to_the_limits(amount: int) -> None:
    pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import judge_chunk

    floor = Floor("box.yaml")
    row = {
        "round": "1",
        "table": "1",
        "moment": "2007-06-01T20:15",
        "seat": "1",
        "stake.blackjack_wager": amount,
        "stake.over_under": 5,
    }
    rows = [row, {**row, "seat": "2", "stake.blackjack_wager": 50}]
    (expected,) = floor.by_reference(rows)
    raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
    for found in (*floor.audited(rows), *floor.simulated(rows), judge_chunk(floor.law_index, raws).counts):
        assert found == expected
    authority = Counter({key: n for key, n in expected.items() if key[0].endswith("/blackjack_wager-authorised")})
    assert [*authority.values()] == ([] if 10 <= amount <= 500 else [1])
