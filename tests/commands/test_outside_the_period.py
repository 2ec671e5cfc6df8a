"""Dates that the chapter does not cover: nothing is judged, and no option makes that exit with 0."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.verdicts import command, load_catalog

BOARDWALK = "examples/boardwalk"
OUTSIDE = ("1978-06-01", "2011-06-09", "2011-06-10", "2040-01-01")


@pytest.mark.parametrize("day", OUTSIDE)
def test_nothing_is_judged_and_no_option_lifts_the_error(day: str, tmp_path: Path) -> None:
    code, out = command("check", BOARDWALK, "--as-of", day, "--format", "json")
    data = json.loads(out)
    assert (code, data["clauses"], data["findings"]) == (2, [], [])
    assert [p["code"] for p in data["problems"]] == ["E303"]
    (tmp_path / "old.json").write_text(out)
    for more in (("--fail-on", "none"), ("--baseline", str(tmp_path / "old.json"))):
        code, out = command("check", BOARDWALK, "--as-of", day, *more)
        assert code == 2
        assert "give a date from 1978-06-02 before 2011-06-09" in out


@pytest.mark.parametrize("day", ["1978-06-02", "2011-06-08"])
def test_the_first_and_the_last_day_are_judged(day: str) -> None:
    code, out = command("check", BOARDWALK, "--as-of", day, "--fail-on", "none", "--format", "json")
    assert (code, json.loads(out)["problems"]) == (0, [])


def test_junit_and_the_report_show_an_error(tmp_path: Path) -> None:
    code, out = command("check", BOARDWALK, "--as-of", "2011-06-09", "--format", "junit")
    assert (code, [e.get("type") for e in ElementTree.fromstring(out).iter("error")]) == (2, ["E303"])
    code, out = command("report", BOARDWALK, "--as-of", "2011-06-09", "--out", str(tmp_path), "--fail-on", "none")
    assert code == 2
    assert "nothing is judged" in (tmp_path / "audit.html").read_text()
    assert out.endswith("nothing was judged.\n")


def test_a_period_with_such_days_exits_2_and_still_has_the_findings_of_the_others() -> None:
    period = ("--from", "2011-01-01", "--to", "2012-01-01")
    code, out = command("check", f"{BOARDWALK}-troubled", *period, "--fail-on", "none", "--format", "json")
    data = json.loads(out)
    assert (code, [(i["from"], i["expired"], bool(i["findings"])) for i in data["intervals"]]) == (
        2, [("2011-01-01", False, True), ("2011-06-09", True, False)],
    )  # fmt: skip
    assert ([p["code"] for p in data["problems"]], data["judged"]) == (["E303"], ["2011-01-01"])
    assert command("check", BOARDWALK, "--from", "1970-01-01", "--to", "1970-02-01")[0] == 2


def test_a_section_not_yet_adopted_fails_by_authority() -> None:
    """Subchapter 20 came on 1997-03-17: whatever of it is offered the day before has no authority."""
    code, out = command("check", "examples/lighthouse", "--as-of", "1997-03-16", "--format", "json")
    failed = {f["code"] for f in json.loads(out)["findings"] if f["verdict"] == "fail"}
    assert code == 1
    assert "19:47-20.1/three_card_poker-authorised" in failed


EVENT = """
submission: {{id: L-1, effective: 2007-01-01, licensee: The Lamp}}
pits: [{{name: East, tables: [{{number: 1, game: roulette}}]}}]
events: [{{id: e1, subject: roulette_zero_loss, kind: change, on: {}, notice: no, tables: [1]}}]
"""


@pytest.mark.parametrize(("on", "code"), [("1978-06-01", 2), ("1978-06-02", 0), ("2011-06-08", 0), ("2011-06-09", 2)])
def test_an_event_on_such_a_day_is_an_error_and_is_not_judged(on: str, code: int, tmp_path: Path) -> None:
    path = tmp_path / "filing.yaml"
    path.write_text(EVENT.format(on))
    found, out = command("check", str(path), "--fail-on", "none", "--format", "json")
    problems = [(p["code"], p["line"], p["column"]) for p in json.loads(out)["problems"]]
    assert (found, problems) == (code, [("E303", 4, 66)] if code else [])


@pytest.mark.parametrize("view", [("odds", "roulette"), ("matrix", "roulette")])
@pytest.mark.parametrize("day", OUTSIDE)
def test_the_views_of_a_day_are_not_of_such_a_day(view: tuple[str, str], day: str) -> None:
    assert command("law", *view, "--as-of", day) == (2, "")


def test_a_finding_states_when_its_section_was_printed_before_the_day(tmp_path: Path) -> None:
    """Of 3.3 only a print of 1996 is available."""
    path = tmp_path / "filing.yaml"
    tie = "{wager: punto_tie, payouts: {win: 7 to 1}}"
    path.write_text(f"pits: [{{name: A, tables: [{{number: 1, game: punto_banco, wagers: [{tie}]}}]}}]\n")
    older = "19:47-3.3 is known from a print of 1996: later amendments are not available"
    for day, stated in (("1996-12-31", False), ("1997-01-01", True)):
        out = command("check", str(path), "--as-of", day, "--format", "json")[1]
        (finding,) = [f for f in json.loads(out)["findings"] if f["code"] == "19:47-3.3(b)/punto_tie-pays"]
        assert (finding["verdict"], older in finding["why"]) == ("fail", stated)
    every = json.loads(command("check", f"{BOARDWALK}-troubled", "--as-of", "2010-06-01", "--format", "json")[1])[
        "findings"
    ]
    printed = {p.citation: p.printed for p in load_catalog().sections}
    for finding in every:
        section = finding["code"].partition("/")[0].partition("(")[0]
        judged = "2007-01-01" if finding["parts"][0]["scope"] == "event" else "2010-06-01"
        assert any("is known from a print of" in why for why in finding["why"]) == ((printed[section] or "") < judged)
