"""A filing of which no clause was judged must not look lawful: exit 2 in every command and format."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pitboss
from tests.support.verdicts import command

SUBMISSION = "submission: {id: A, licensee: B, effective: 2007-01-01}\n"
EVENT = "events: [{kind: offered, subject: surrender, on: 2007-01-01, notice: {lead: 30 minutes}}]\n"
EMPTY = {
    "no pits": SUBMISSION + "pits: []\n",
    "a pit without tables": SUBMISSION + "pits: [{name: A, tables: []}]\n",
    "an event that no clause is about": SUBMISSION
    + "pits: []\nevents: [{kind: changed, subject: decks, on: 2007-01-01, notice: no}]\n",
}
UNREADABLE = {
    "a table of an unknown game": SUBMISSION + "pits: [{name: A, tables: [{number: 1, game: tiddlywinks}]}]\n",
    "a file without content": "\n",
}


@pytest.fixture
def filed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "filing.yaml"


@pytest.mark.parametrize("what", EMPTY)
def test_no_clause_judged_is_an_error(what: str, filed: Path) -> None:
    filed.write_text(EMPTY[what])
    code, out = command("check", "filing.yaml", "--fail-on", "none", "--format", "json")
    (problem,) = json.loads(out)["problems"]
    assert (code, problem["code"], problem["file"], problem["line"]) == (2, "E304", "filing.yaml", 1)
    code, out = command("check", "filing.yaml", "--fail-on", "none")
    assert code == 2 and "error E304: nothing was judged" in out and out.endswith("nothing was judged.\n")
    assert command("check", "filing.yaml", "--quiet")[0] == 2


@pytest.mark.parametrize("what", UNREADABLE)
def test_parts_that_cannot_be_read_say_so_themselves(what: str, filed: Path) -> None:
    filed.write_text(UNREADABLE[what])
    code, out = command("check", "filing.yaml", "--fail-on", "none", "--format", "json")
    assert code == 2 and [p["code"] for p in json.loads(out)["problems"] if p["code"] == "E304"] == []
    assert json.loads(out)["clauses"] == []


def test_an_event_is_judged_without_tables_and_an_empty_pit_beside_others_is_no_fault(filed: Path) -> None:
    filed.write_text(SUBMISSION + "pits: []\n" + EVENT)
    assert command("check", "filing.yaml")[0] == 0
    filed.write_text(
        SUBMISSION + "pits: [{name: A, tables: []}, {name: B, tables: [{number: 1, game: roulette}]}]\n" + EVENT
    )
    code, out = command("check", "filing.yaml", "--format", "json")
    assert (code, json.loads(out)["problems"]) == (1, [])


def test_every_format_has_the_error(filed: Path) -> None:
    filed.write_text(EMPTY["no pits"])
    out = {}
    for name in ("junit", "sarif", "github", "gitlab", "intoto"):
        code, out[name] = command("check", "filing.yaml", "--format", name)
        assert code == 2
    assert [e.get("type") for e in ElementTree.fromstring(out["junit"]).iter("error")] == ["E304"]
    (invocation,) = json.loads(out["sarif"])["runs"][0]["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    assert [n["descriptor"]["id"] for n in invocation["toolExecutionNotifications"]] == ["E304"]
    assert out["github"].startswith("::error file=filing.yaml")
    assert [issue["severity"] for issue in json.loads(out["gitlab"])] == ["blocker"]
    assert json.loads(out["intoto"])["predicate"]["result"] == "FAILED"


def test_the_report_does_not_say_that_there_are_no_findings(filed: Path, tmp_path: Path) -> None:
    filed.write_text(EMPTY["no pits"])
    code, out = command("report", "filing.yaml", "--out", "out", "--fail-on", "none")
    assert code == 2 and out.endswith("nothing was judged.\n")
    page, text = ((tmp_path / "out" / name).read_text() for name in ("audit.html", "audit.md"))
    assert "There are no findings" not in page and '<h3 id="unread">Nothing was judged</h3>' in page
    assert "the rest was judged" not in text and "E304" in text
    problems = json.loads((tmp_path / "out/audit.json").read_text())["filing"]["problems"]
    assert [problem["code"] for problem in problems] == ["E304"]


def test_a_period_without_a_judged_clause_is_an_error(filed: Path) -> None:
    filed.write_text(EMPTY["no pits"])
    code, out = command("check", "filing.yaml", "--from", "2006-01-01", "--to", "2007-01-01", "--format", "json")
    data = json.loads(out)
    assert (code, [p["code"] for p in data["problems"]], data["intervals"]) == (2, ["E304"], [])
    code, out = command("check", "filing.yaml", "--from", "2006-01-01", "--to", "2007-01-01")
    assert code == 2 and "no breach" not in out and "no findings" not in out
    assert command("law", "diff", "2006-01-01", "2007-01-01", "filing.yaml")[0] == 2


# ---- an empty path is no filing


def test_an_empty_path_is_not_the_working_directory(filed: Path) -> None:
    filed.write_text(SUBMISSION + "pits: []\n" + EVENT)
    assert command("check", ".")[0] == 0
    for words in (
        ("check", ""),
        ("check", "filing.yaml", ""),
        ("check", "filing.yaml", "--previous", ""),
        ("check", "filing.yaml", "--inspection", ""),
        ("report", "", "--out", "out"),
        ("fix", ""),
        ("law", "may", "", "1"),
        ("law", "diff", "2006-01-01", "2007-01-01", ""),
    ):
        assert command(*words)[0] == 2, words
    code, out = command("check", "")
    assert "error E001: the path is empty" in out


@pytest.mark.parametrize("given", ["", [""], ["filing.yaml", ""]])
def test_the_library_refuses_an_empty_path(given: str | list[str], filed: Path) -> None:
    filed.write_text(SUBMISSION + "pits: []\n" + EVENT)
    with pytest.raises(pitboss.PitbossError, match="empty"):
        pitboss.check(given)
    for more in ({"previous": ""}, {"inspection": ""}):
        with pytest.raises(pitboss.PitbossError, match="empty"):
            pitboss.check(filed, **more)
    assert pitboss.check(filed).problems == ()
