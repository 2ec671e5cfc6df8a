"""A fact that is unknown only because an entry could not be read is reported with the fault of that entry, and never passes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import command

FILING = """
submission: {{id: L, licensee: House, effective: 2007-02-01, certifications: [{{by: A. Person, role: counsel, on: 2007-01-01}}]}}
paytables: {{even: {{wager: over_under, pays: {paid}}}}}
defaults:
  blackjack:
    {decks}: {many}
    wagers: [{{wager: blackjack_wager, maximum: 500}}, insurance, {{wager: over_under, paytable: {sheet}, maximum: 100}}]
    options: [{option}]
pits: [{{name: A, tables: [{{number: 1, game: blackjack}}, {{number: 2, game: blackjack}}]}}]
"""
PLAIN = {"decks": "decks", "many": "6", "sheet": "even", "option": "surrender", "paid": "1 to 1"}


def checked(folder: Path, **change: str) -> dict[str, Any]:
    (folder / "filing.yaml").write_text(FILING.format(**(PLAIN | change)))
    report: dict[str, Any] = json.loads(command("check", str(folder / "filing.yaml"), "--format", "json")[1])
    return report


def listed(report: dict[str, Any]) -> Counter[tuple[str, str]]:
    return Counter((clause["id"], f["verdict"]) for f in report["findings"] for clause in f["clauses"])


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"option": "surender"}, "E204", (8, 15)),
        ({"decks": "deks"}, "E201", (6, 5)),
        ({"many": "six"}, "E205", (6, 12)),
        ({"sheet": "evn"}, "E204", (7, 95)),
        ({"paid": "1:1"}, "E205", (3, 45)),
    ],
)
def test_a_fault_adds_no_finding(tmp_path: Path, change: dict[str, str], code: str, place: tuple[int, int]) -> None:
    sound, faulty = checked(tmp_path), checked(tmp_path, **change)
    (problem,) = faulty["problems"]
    assert (problem["code"], (problem["line"], problem["column"])) == (code, place)
    assert "not judged at 2 tables because of it" in problem["help"]
    assert listed(faulty) - listed(sound) == Counter()
    settled = [sum(report["counts"].get(v, 0) for v in ("pass", "not applicable")) for report in (faulty, sound)]
    assert settled[0] <= settled[1]


def test_many_consequences_of_one_misspelled_option_are_counted_once(tmp_path: Path) -> None:
    (problem,) = checked(tmp_path, option="surender")["problems"]
    assert problem["help"].startswith("did you mean 'surrender'? ")
    assert int(problem["help"].partition("? ")[2].partition(" clauses")[0].replace(",", "")) > 50


def test_what_is_not_filed_for_another_reason_is_still_requested(tmp_path: Path) -> None:
    requested = {("19:47-2.2(a)/decks-at-least", "needs evidence")}
    (tmp_path / "filing.yaml").write_text(FILING.format(**PLAIN).replace("    decks: 6\n", "") + "floor: 1\n")
    report = json.loads(command("check", str(tmp_path / "filing.yaml"), "--format", "json")[1])
    assert [problem["code"] for problem in report["problems"]] == ["E201"]
    assert requested <= listed(report).keys()
