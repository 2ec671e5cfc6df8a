"""Rounds on days on which the text is not known, or not yet in force: open, neither silent nor firm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.product import judge_rows, load_law
from tests.support.tile_rounds import raw
from tests.support.verdicts import command

CERTIFIED = [{"by": "A", "role": "B", "on": "1978-06-02"}]
WHEEL = {
    "number": 1,
    "game": "roulette",
    "wagers": [{"wager": "roulette_red", "payouts": {"win": "1 to 1"}}],
    "options": [],
}
MINI = {
    "number": 1, "game": "minibaccarat", "decks": 8, "mini_vigorish_type": "on_tie", "mini_vigorish_rate": "25%",
    "wagers": [{"wager": "mini_banker", "payouts": {"win": "1 to 1"}}], "options": [],
}  # fmt: skip
BOX = {
    "number": 1, "game": "blackjack", "decks": 6, "wagers": [{"wager": "blackjack_wager", "payouts": {"win": "1 to 1"}}],
    "options": [],
}  # fmt: skip
TWENTY = {"blackjack_wager": 20}
TEN = {"roulette_red": 10}
HALVED = {"collected": {"roulette_red": 5}, "returned": {"roulette_red": 5}}
RESULTS: list[dict[str, Any]] = [{"collected": TEN}, HALVED, {"returned": TEN}, {}]


def reported(folder: Path, table: dict[str, Any], day: str, **row: Any) -> dict[str, str]:
    """The verdicts that are not passed, by clause."""
    path = folder / "filing.yaml"
    submission = {"licensee": "Lantern", "effective": "1978-06-02", "certifications": CERTIFIED}
    path.write_text(yaml.safe_dump({"submission": submission, "pits": [{"name": "A", "tables": [table]}]}))
    law_index, faults = load_law([str(path)], [])
    assert faults == ""
    lot = judge_rows(law_index, [raw(1, moment=f"{day}T20:00", **row)])
    assert lot.aside == []
    return {finding.clause.removeprefix("19:47-"): finding.verdict for finding in lot.findings}


def on_zero(folder: Path, wheel: str, day: str, result: dict[str, Any], pocket: str = "zero") -> dict[str, str]:
    table = {**WHEEL, "roulette_wheel": wheel, "roulette_zero_loss": "whole"}
    found = reported(folder, table, day, roulette_pocket=pocket, stake=TEN, **result)
    return {clause: verdict for clause, verdict in found.items() if "roulette_red-loses" in clause}


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize(
    ("wheel", "last", "first", "new"),
    [
        ("single_zero", "1981-11-01", "1981-11-02", "5.2(c)"),
        ("double_zero_as_single", "1992-11-15", "1992-11-16", "5.2(d)3"),
        ("double_zero", "1998-08-16", "1998-08-17", "5.2(b)"),
    ],
)
def test_what_zero_cost_before_the_rule_in_print_is_open(
    wheel: str, last: str, first: str, new: str, result: dict[str, Any], tmp_path: Path
) -> None:
    former = on_zero(tmp_path, wheel, last, result)
    assert former.pop("5.2(b)/roulette_red-loses") == "open"
    assert set(former.values()) <= {"open"}
    lawful = {} if result == {"collected": TEN} else {f"{new}/roulette_red-loses": "fail"}
    assert on_zero(tmp_path, wheel, first, result) == lawful


def test_a_tie_at_a_table_with_vigorish_on_ties_is_open_before_the_day_that_is_inferred(tmp_path: Path) -> None:
    """Under 7.2(a)1iii the wager was returned until a day that nothing prints."""
    coup = {"mini_player_cards": "9h Kd", "mini_banker_cards": "9c Ks", "stake": {"mini_banker": 10}}
    for day, verdict in (("1993-12-19", "open"), ("1993-12-20", None)):
        assert reported(tmp_path, MINI, day, **coup).get("7.2(a)1iii/mini_banker-returns") == verdict
    back = reported(tmp_path, MINI, "1993-12-19", **coup, returned={"mini_banker": 10})
    assert back["7.2(a)1iii/mini_banker-stays"] == "open"
    taken = {**coup, "collected": {"mini_banker": 10}}
    assert (
        reported(tmp_path, {**MINI, "mini_vigorish_type": "on_winnings"}, "1993-12-19", **taken)[
            "7.2(a)1iii/mini_banker-returns"
        ]
        == "fail"
    )


def test_what_became_of_an_irregularity_prevails_from_the_day_of_its_rule(tmp_path: Path) -> None:
    """2.15(i) is of 1989: on the day before, no hand could be called dead, and a winning one is paid."""
    dead = {"cards": "10h 9d", "dealer_cards": "10c 7s", "stake": TWENTY, "returned": TWENTY,
            "irregularity": "requested_card_not_dealt", "consequence": "hand_dead_wager_returned"}  # fmt: skip
    assert reported(tmp_path, BOX, "1989-04-30", **dead) == {"2.3(a)2/blackjack_wager-wins": "fail"}
    assert reported(tmp_path, BOX, "1989-05-01", **dead) == {}


@pytest.mark.parametrize(
    ("day", "verdict"), [("2004-10-03", "open"), ("2004-10-04", "fail")]
)  # 20.10(b) was written anew on the second
def test_a_folded_ante_that_is_returned(day: str, verdict: str, tmp_path: Path) -> None:
    table = {
        "number": 1, "game": "three_card_poker", "decks": 1,
        "wagers": [{"wager": "tcp_ante", "payouts": {"win": "1 to 1"}}, {"wager": "tcp_play", "payouts": {"win": "1 to 1"}}],
        "options": [],
    }  # fmt: skip
    row = {"cards": "2h 3d 9c", "dealer_cards": "Qd Js 9h", "stake": {"tcp_ante": 10}, "returned": {"tcp_ante": 10}}
    assert reported(tmp_path, table, day, **row).get("20.10(b)/tcp_ante-loses") == verdict


def test_a_finding_says_when_its_section_was_printed_before_the_round(tmp_path: Path) -> None:
    """Of 3.9 only a print of 1996 is available."""
    older = "19:47-3.9 is known from a print of 1996: later amendments are not available"
    records = tmp_path / "rounds.jsonl"
    coup = {"round": "1", "table": "1", "punto_player_cards": "2h 2d Kd", "punto_banker_cards": "3h 2d 2s"}
    filing = tmp_path / "filing.yaml"
    filing.write_text(
        "submission: {licensee: A, effective: 1990-01-01}\npits: [{name: A, tables: [{number: 1, game: punto_banco}]}]\n"
    )
    for day, stated in (("1996-12-31", ""), ("1997-01-01", older)):
        records.write_text(json.dumps({**coup, "moment": f"{day}T20:00"}) + "\n")
        audit = ("rounds", "audit", str(records), "--filing", str(filing), "--format")
        (finding,) = json.loads(command(*audit, "json")[1])["findings"]
        assert (finding["clause"], finding["print"]) == ("19:47-3.9(c)/punto_banker_drawn-exactly", stated)
        assert all((older in command(*audit, style)[1]) == bool(stated) for style in ("text", "csv"))
