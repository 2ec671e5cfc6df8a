"""An irregularity of a device, or of a wager, is claimed only where the table has it: elsewhere it excuses nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import Raw, judge_rows, load_law, load_rulebook

LAW, _ = load_rulebook()
IRREGULAR = [clause for clause in LAW.clauses if clause.kind == "irregularity"]
# a word for what not every table has; a shoe and a deck are at every table of baccarat, blackjack and Spanish 21
DEVICE = re.compile(
    r"shuffler|shuffling device|counting device|card reader|inserts the hole card|shaker|\bdice\b|double shoe|automated"
    r"|dealing from the hand|stacks|multiple action|second or third hand|progressive|pressed button|6 to 5|on a double zero wheel"
)


def test_an_irregularity_of_a_device_reads_what_is_filed_of_it() -> None:
    about = {clause.id for clause in IRREGULAR if DEVICE.search(clause.words)}
    reading = {clause.id for clause in IRREGULAR if clause.footprint}
    assert len(about) > 20
    assert about - reading == set()


DEVICES = [  # game, day, irregularity, lawful consequence, what the table has, what else the row records
    ("blackjack", "2007-02-01", "wrong_side_of_double_shoe", "concluded_as_if_right_side", {"equipment": {"double_shoe": True}}, {}),
    ("blackjack", "2007-02-01", "hole_card_read_needlessly", "play_continued",
     {"equipment": {"card_reader": True}, "card_reader_reveals": False}, {"dealer_upcard": "9h"}),
    ("blackjack", "2007-02-01", "card_reader_malfunction", "dealing_stopped", {"equipment": {"card_reader": True}}, {}),
    ("blackjack", "2007-02-01", "bonus_not_displayed", "paid_21_to_1", {"equipment": {"bonus_system": True}}, {}),
    ("spanish_21", "2007-02-01", "card_reader_malfunction", "dealing_stopped", {"equipment": {"card_reader": True}}, {}),
    ("spanish_21", "2007-02-01", "hole_card_read_needlessly", "play_continued",
     {"equipment": {"card_reader": True}, "card_reader_reveals": False}, {"dealer_upcard": "9h"}),
    ("double_attack_blackjack", "2007-02-01", "card_reader_malfunction", "dealing_stopped", {"equipment": {"card_reader": True}}, {}),
    ("pai_gow_poker", "2009-11-01", "shuffler_failed", "reshuffled", {"equipment": {"shuffler": True}}, {}),
    ("pai_gow_poker", "2009-11-01", "dealing_shoe_failed", "round_void_cards_reshuffled",
     {"equipment": {"pgp_automated_dealing_shoe": True}}, {}),
    ("pai_gow_poker", "2009-11-01", "counting_shuffler_count_wrong", "deck_removed", {"equipment": {"pgp_counting_shuffler": True}}, {}),
    ("pai_gow_poker", "2009-11-01", "dice_not_flat", "no_roll_dice_reshaken", {"pgp_starting_position": "shaker"}, {}),
    ("pai_gow_poker", "2009-11-01", "dice_totaled_wrongly", "hands_dead_cards_reshuffled", {"pgp_starting_position": "shaker"}, {}),
    ("pai_gow_poker", "2009-11-01", "card_face_up_in_shoe", "discard_rack", {"pgp_dealing": "manual_shoe"}, {}),
    ("pai_gow_poker", "2009-11-01", "stacks_dealt_wrongly", "reshuffled", {"pgp_dealing": "from_hand"}, {}),
    ("pai_gow_poker", "2009-11-01", "bank_hands_set_wrongly", "hands_reset_by_dealer_round_completed", {}, {"pgp_banker": "player"}),
    ("blackjack", "2007-02-01", "upcard_not_moved", "continued_as_if_moved", {"options": ["multiple_action"]}, {}),
    ("blackjack", "2007-02-01", "light_not_working", "no_progressive_wager", {"wagers": ["progressive_blackjack"]}, {}),
]  # fmt: skip
WITHOUT = {"pgp_starting_position": "random_number_generator", "pgp_dealing": "from_hand", "options": [], "wagers": []}


def verdict(folder: Path, table: dict[str, Any], day: str, row: dict[str, Any], irregularity: str) -> set[str]:
    filing = {
        "submission": {"licensee": "L", "effective": day, "certifications": [{"by": "A", "role": "B", "on": day}]},
        "pits": [{"name": "A", "tables": [{"number": "1", "wagers": [], "options": [], **table}]}],
    }
    (folder / "floor.json").write_text(json.dumps(filing), "utf-8")
    law_index, faults = load_law([str(folder / "floor.json")], [])
    assert faults == ""
    full = {"round": "1", "table": "1", "moment": f"{day}T20:00", "irregularity": irregularity, **row}
    lot = judge_rows(law_index, [Raw("r", full, "", "")])
    assert lot.aside == []
    return {
        given
        for (clause, given), _ in lot.counts.items()
        if f"/{irregularity}-" in clause and given != "not applicable"
    }


@pytest.mark.parametrize(
    ("game", "day", "irregularity", "consequence", "device", "row"),
    DEVICES,
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_an_irregularity_is_judged_where_the_device_is(
    game: str,
    day: str,
    irregularity: str,
    consequence: str,
    device: dict[str, Any],
    row: dict[str, Any],
    tmp_path: Path,
) -> None:
    here = {"game": game, **device}
    assert verdict(tmp_path, here, day, {**row, "consequence": consequence}, irregularity) == {"pass"}
    assert verdict(tmp_path, here, day, {**row, "consequence": "none"}, irregularity) == {"fail"}
    absent = {
        key: dict.fromkeys(value, False) if key == "equipment" else WITHOUT.get(key, value)
        for key, value in device.items()
    }
    if irregularity == "stacks_dealt_wrongly":
        absent["pgp_dealing"] = "manual_shoe"
    elsewhere = {**row, "pgp_banker": "house"} if "pgp_banker" in row else row
    assert verdict(
        tmp_path, {"game": game, **absent}, day, {**elsewhere, "consequence": consequence}, irregularity
    ) == {"needs evidence"}
