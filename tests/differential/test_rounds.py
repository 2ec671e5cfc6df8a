"""Settled rounds before the reference semantics, the audit and the semantics of the simulation: one verdict each.

The rounds were dealt with mistakes in them, and are mutated here; `make soak` mutates them more often.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.support.product import in_first_world
from tests.support.random_rounds import at_random
from tests.support.round_verdicts import Floor, Record, differences, lines, mutated
from tests.support.soak import count

DEALT = Path(__file__).parent / "rounds"
FLOORS = {
    "blackjack-blackjack": Floor("tables/blackjack.yaml"),
    "blackjack-box": Floor("box.yaml"),
    "chemin_de_fer-chemin": Floor("chemin.yaml"),
    "four_card_poker-four": Floor("four.yaml"),
    "minibaccarat-mini": Floor("mini.yaml"),
    "pai_gow_poker-pai_gow_poker": Floor("tables/pai_gow_poker.yaml"),
    "pai_gow_poker-seven": Floor("seven.yaml"),
    "punto_banco-cards": Floor("cards.yaml"),
    "roulette-wheel": Floor("wheel.yaml"),
    "three_card_poker-three": Floor("three.yaml"),
    "rows": Floor("rows.yaml", ("words.rules", "rows.rules", "limits.rules")),
}


@cache
def dealt(name: str) -> list[Record]:
    """The rounds of a record that can be read."""
    if name != "rows":
        return [*lines(DEALT / f"{name}.jsonl")]
    known = {"won", "lost", "pushed", None}
    return [row for row in at_random(1, 60) if "moment" in row and row["table"] != "77" and row.get("end") in known]


def test_every_record_has_a_floor() -> None:
    assert {path.stem for path in DEALT.glob("*.jsonl")} == {*FLOORS} - {"rows"}


@pytest.mark.parametrize("name", FLOORS)
def test_the_audit_and_the_simulation_agree_with_the_reference(name: str) -> None:
    floor, random = FLOORS[name], Random(name)
    for _ in range(count(1, soak=20)):
        records = mutated(dealt(name), floor, random)
        expected = floor.by_reference(records)
        assert any(verdict == "fail" for found in expected for _, verdict in found)
        assert differences(records, expected, floor.audited(records))[:3] == []
        first = floor.by_reference(records, over=in_first_world)
        assert differences(records, first, floor.simulated(records))[:3] == []
