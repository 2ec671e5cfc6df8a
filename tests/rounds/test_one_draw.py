"""A card too many or too few in a coup is one breach: of 3.9(a) behind a natural, else of (b) or (c), by the hand that has it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.support.product import Raw, judge_rows, load_law


def banker_draws(banker: int, third: int | None) -> bool:
    """The customary table of the game; where the player has no third card the Banker's Hand draws to 5."""
    if third is None:
        return banker <= 5
    return banker <= 2 or third in {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}.get(
        banker, ()
    )


def hand(total: int, suit: str, third: int | None) -> str:
    cards = [f"K{suit}", _card(total, suit)] + ([] if third is None else [_card(third, "d" if suit == "h" else "c")])
    return " ".join(cards)


def _card(value: int, suit: str) -> str:
    return f"{'Q' if value == 0 else 'A' if value == 1 else value}{suit}"


def coups() -> dict[str, tuple[dict[str, str], str]]:
    """Rows with one wrong draw, and the provision that it breaches."""
    found: dict[str, tuple[dict[str, str], str]] = {}

    def add(player: int, drawn: int | None, banker: int, more: int | None, provision: str) -> None:
        row = {"punto_player_cards": hand(player, "h", drawn), "punto_banker_cards": hand(banker, "s", more)}
        found[f"{len(found)}"] = row, provision

    for player in range(10):
        for banker in range(10):
            natural = player >= 8 or banker >= 8
            thirds: tuple[int | None, ...] = (
                (None,) if natural or player >= 6 else (0, 1, 2, 3, 7, 8, 9)
            )  # the columns as scanned
            for third in thirds:
                lawful = not natural and banker_draws(banker, third)
                add(player, third, banker, None if lawful else 2, "19:47-3.9(a)" if natural else "19:47-3.9(c)")
            if natural or banker == 7:  # whatever the Player's Hand gets, the Banker's stays
                drawn = None if not natural and player <= 5 else 1
                add(player, drawn, banker, None, "19:47-3.9(a)" if natural else "19:47-3.9(b)")
    return found


def test_one_wrong_draw_is_one_finding_under_the_provision_that_governs() -> None:
    law_index, faults = load_law([str(Path(__file__).parent / "cards.yaml")], [])
    assert faults == ""
    table = next(t.number for t in law_index.filings[0].tables if t.game == "punto_banco")
    rows = {
        name: {"round": name, "table": table, "moment": "2007-02-01T20:00", **row} for name, (row, _) in coups().items()
    }
    expected = {name: [(provision, "fail")] for name, (_, provision) in coups().items()}
    assert len(expected) > 300
    assert provisions_found(law_index, rows) == expected
    # a record that states the conclusion by which the hands got their cards makes no second breach of it
    once = {
        n: {**row, **concluded(row)} for n, row in rows.items() if coups()[n][1] != "19:47-3.9(a)" or _banker_drew(row)
    }
    assert provisions_found(law_index, once) == {name: expected[name] for name in once}


def _banker_drew(row: dict[str, str]) -> bool:
    """Alone: from a card to the Player's Hand behind a natural, recorded as due, (c) concludes one to the Banker's as well."""
    return len(row["punto_player_cards"].split()) == 2


def concluded(row: dict[str, str]) -> dict[str, int]:
    return {f"punto_{of}_extra": len(row[f"punto_{of}_cards"].split()) - 2 for of in ("player", "banker")}


def provisions_found(law_index: Any, rows: dict[str, dict[str, Any]]) -> dict[str, list[tuple[str, str]]]:
    lot = judge_rows(law_index, [Raw(name, row, "", "") for name, row in rows.items()])
    assert lot.aside == []
    found = defaultdict(list)
    for finding in lot.findings:
        if finding.cite:
            found[finding.round].append((finding.cite, finding.verdict))
    return found
