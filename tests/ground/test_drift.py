"""A new print of the made-up text: what changed, appeared and vanished, and which clauses and cases rest on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.compiler.ground.fingerprints import Unsealed
from tests.support import ground_law
from tests.support.product import drift_data, read_cases, read_ground, sealed
from tests.support.product import drift_text as drift

HERE = Path(__file__).parent

CASES = """- clause: 1:1-9.4(a)/pair-pays
  as of: 2007-01-01
- clause: 1:1-9.1(b)/names_kept
  as of: 2007-01-01
"""


def drifted(place: Path, text: str) -> dict[str, Any]:
    """The drift from the made-up text to another."""
    old, rules = ground_law.laid_out(place)
    (rules / "tiles.cases.yaml").write_text(CASES)
    (rules / "fingerprints.json").write_text(sealed(read_ground(old, rules)))
    new, _ = ground_law.laid_out(place, text=text)
    return drift_data(read_ground(new, rules), read_cases(rules))


def changes(data: dict[str, Any]) -> list[tuple[str, str]]:
    return [(c["what"], c["provision"]) for c in data["changes"]]


def test_the_same_text_has_not_drifted(tmp_path: Path) -> None:
    data = drifted(tmp_path, ground_law.TEXT)
    assert (changes(data), data["same"], data["known"]) == ([], 16, 16)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("at least six sets", "at least five sets", [("changed", "1:1-9.1(a)")]),
        ("Trio\t5 1/2 to 1", "Trio\t6 1/2 to 1", [("changed", "1:1-9.4(a)")]),
        ("Pair, any\t", "Any pair\t", [("changed", "1:1-9.4(a)")]),
        ("Neither lamp", "No lamp", [("changed", "1:1-9.1(a)2ii")]),
        (" - ii. Neither lamp is red.\n", "", [("vanished", "1:1-9.1(a)2ii")]),
        ("lamp is red.\n", "lamp is red.\n - iii. Nor blue.\n", [("appeared", "1:1-9.1(a)2iii")]),
        ("34 N.J.R. 1(a).", "34 N.J.R. 1(a).\nPetition for Rulemaking.", [("changed", "1:1-9.4 history notes")]),
        ("Payment of pairs**", "Payments of pairs**", [("changed", "1:1-9.4 title")]),
        ("ex-\n\ntend", "extend", []),
        ("5 1/2 to 1", "5 1/2  to 1", []),
    ],
)  # fmt: skip
def test_what_changed_is_named_and_nothing_else(
    old: str, new: str, found: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert changes(drifted(tmp_path, ground_law.changed(ground_law.TEXT, old, new))) == found


def test_what_rests_on_a_change_is_named(tmp_path: Path) -> None:
    (change,) = drifted(tmp_path, ground_law.changed(ground_law.TEXT, "Trio\t5 1/2 to 1", "Trio\t6 1/2 to 1"))[
        "changes"
    ]
    assert change == {
        "what": "changed",
        "provision": "1:1-9.4(a)",
        "text": "law:33",
        "clauses": ["1:1-9.4(a)/pair-pays", "1:1-9.4(a)/cap-at-most", "1:1-9.4(a)/commission-exactly"],
        "citing": [],
        "paytables": ["1:1-9.4(a)/pair-pays"],
        "cases": ["rules/tiles.cases.yaml:1"],
    }


def test_a_provision_without_clauses_of_its_own_leads_to_what_it_is_part_of_and_to_what_cites_it(
    tmp_path: Path,
) -> None:
    (lead_in,) = drifted(tmp_path / "a", ground_law.changed(ground_law.TEXT, "Sets differ", "Sets vary"))["changes"]
    assert lead_in["clauses"] == ["1:1-9.1(a)2i/lamps-exactly", "1:1-9.1(a)2ii/no_red_lamp"]
    (cited,) = drifted(tmp_path / "b", ground_law.changed(ground_law.TEXT, "Two lamps burn", "Two lamps glow"))[
        "changes"
    ]
    assert cited["citing"] == ["1:1-9.4(a)/pair-pays"]
    assert cited["cases"] == ["rules/tiles.cases.yaml:1"]


def test_a_section_that_is_gone_has_vanished_and_a_subchapter_that_is_not_there_has_not(tmp_path: Path) -> None:
    start = ground_law.TEXT.index("**1:1-9.2")
    data = drifted(tmp_path / "a", ground_law.TEXT[:start])
    assert {c["what"] for c in data["changes"]} == {"vanished", "changed"}
    assert ("vanished", "1:1-9.4(b)") in changes(data)
    other = drifted(tmp_path / "b", "1:1-8.1 Boxes\n(a) One box.\n")
    assert {what for what, cite in changes(other)} == {"appeared"}
    assert other["not_in_this_print"] == ["1:1-9", "1:1-9.1", "1:1-9.2", "1:1-9.4"]


def test_a_new_print_has_its_pages_cut_elsewhere(tmp_path: Path) -> None:
    """The scan notes refer to the old files: a piece is looked up at its current place, by its first and last line."""
    without = ground_law.changed(ground_law.TEXT, "STAMP OF A LIBRARY\n\nA list of 12 names is kept.\n\n", "")
    moved = ground_law.changed(
        without, "tend by more than one-half.", "tend by more than one-half.\n\nA list of 12 names is kept."
    )
    data = drifted(tmp_path / "a", moved)
    assert (data["scan_notes_dropped"], changes(data)) == (["law:39"], [])
    joined = ground_law.changed(moved, "one-half.\n\nA list", "one-half. A list")
    data = drifted(tmp_path / "b", joined)
    assert (data["scan_notes_dropped"], changes(data)) == (["law:41", "law:39"], [("changed", "1:1-9.1(b)")])


def test_the_report_states_it_all(tmp_path: Path) -> None:
    data = drifted(tmp_path, ground_law.changed(ground_law.TEXT, "Trio\t5 1/2 to 1", "Trio\t6 1/2 to 1"))
    assert drift(data) == (
        "16 fingerprints: 15 the same, 1 changed, 0 appeared, 0 vanished\n\nchanged\n"
        "  1:1-9.4(a)  at law:33\n"
        "    clauses     1:1-9.4(a)/pair-pays, 1:1-9.4(a)/cap-at-most, 1:1-9.4(a)/commission-exactly\n"
        "    paytables   1:1-9.4(a)/pair-pays\n"
        "    cases       rules/tiles.cases.yaml:1\n"
    )


@pytest.mark.parametrize("text", ["", "{}", '{"schema": "other/1"}'])
def test_fingerprints_that_are_none_are_refused(text: str, tmp_path: Path) -> None:
    old, rules = ground_law.laid_out(tmp_path)
    (rules / "fingerprints.json").write_text(text)
    with pytest.raises(Unsealed, match=r"rules/fingerprints\.json"):
        read_ground(old, rules)
