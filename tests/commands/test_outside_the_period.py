"""Dates that the chapter does not cover: nothing is judged, and no option makes that exit with 0."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.verdicts import command

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
