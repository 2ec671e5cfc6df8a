"""Errors of the previous filing limit the comparison: they are named as its own, and the new filing is judged as ever."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pitboss
from tests.support.verdicts import command

FILING = """\
submission: {licensee: A, effective: 2007-01-01}
pits:
- name: A
  tables:
  - {number: 1, game: blackjack, wagers: [blackjack_wager], options: [surrender]}
  - {number: 2, game: blackjack, wagers: [blackjack_wager], options: [surrender]}
"""
MESSAGE = "in the previous filing, there is no option or variation 'surender'"


@pytest.fixture
def old_and_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Table 2 is new to surrender; of table 1 this is not known, since the old filing misspells it."""
    monkeypatch.chdir(tmp_path)
    first = FILING.replace("surrender", "surender", 1).replace("[surrender]", "[]")
    (tmp_path / "old.yaml").write_text(first.replace("2007-01-01", "2006-06-01"))
    (tmp_path / "new.yaml").write_text(FILING)
    return tmp_path


def checked(*words: str) -> tuple[int, str]:
    return command("check", "new.yaml", "--previous", "old.yaml", *words)


def test_the_exit_code_and_the_errors_are_those_of_the_new_filing(old_and_new: Path) -> None:
    code, out = checked("--format", "json")
    data = json.loads(out)
    assert (code, data["problems"]) == (1, [])
    (problem,) = data["previous_problems"]
    assert (problem["code"], problem["message"], problem["file"], problem["line"], problem["column"]) == (
        "E204", MESSAGE, "old.yaml", 5, 71,
    )  # fmt: skip
    assert checked("--fail-on", "none")[0] == 0


def test_what_the_error_may_hide_is_no_change(old_and_new: Path) -> None:
    alone = {f["fingerprint"] for f in json.loads(command("check", "new.yaml", "--format", "json")[1])["findings"]}
    (change,) = [f for f in json.loads(checked("--format", "json")[1])["findings"] if f["fingerprint"] not in alone]
    assert (change["code"], change["tables"]) == ("19:47-2.8(c)/surrender-notice", ["2"])


def test_text_names_the_place_and_the_summary_the_limit(old_and_new: Path) -> None:
    for more in ((), ("--quiet",)):
        out = checked(*more)[1]
        assert f"limit E204: {MESSAGE}\n  --> old.yaml:5:71\n" in out and "error" not in out.partition("\n\n")[0]
        (summary,) = [line for line in out.splitlines() if "Preliminary determination." in line]
        assert summary.endswith(" Changes are known only in part: the previous filing has 1 error.")


def test_every_format_names_it_below_an_error(old_and_new: Path) -> None:
    out = {name: checked("--format", name)[1] for name in ("sarif", "junit", "github", "gitlab", "intoto")}
    (invocation,) = json.loads(out["sarif"])["runs"][0]["invocations"]
    (notice,) = invocation["toolExecutionNotifications"]
    assert (notice["level"], notice["message"]["text"], invocation["executionSuccessful"]) == (
        "warning", f"{MESSAGE} (did you mean 'surrender'?)", True,
    )  # fmt: skip
    suite = next(s for s in ElementTree.fromstring(out["junit"]) if s.get("name") == "previous filing")
    assert (suite.get("errors"), suite.get("skipped")) == ("0", "1")
    assert [e.get("message") for e in suite.iter("skipped")] == [f"{MESSAGE} (old.yaml:5:71)"]
    assert f"::warning file=old.yaml,line=5,col=71,title=E204,endColumn=79::{MESSAGE}" in out["github"]
    assert [i["severity"] for i in json.loads(out["gitlab"]) if i["location"]["path"] == "old.yaml"] == ["minor"]


def test_a_statement_on_a_limited_comparison_does_not_pass(old_and_new: Path) -> None:
    result = replace(pitboss.check("new.yaml", previous="old.yaml"), findings=())
    outcomes = [
        json.loads(pitboss.render(each, "intoto"))["predicate"]["result"]
        for each in (replace(result, previous_problems=()), result)
    ]
    assert outcomes == ["PASSED", "WARNED"]


def test_the_report_lists_it_apart(old_and_new: Path) -> None:
    code, out = command("report", "new.yaml", "--previous", "old.yaml", "--out", "out", "--fail-on", "none")
    assert code == 0 and f"limit E204: {MESSAGE}" in out
    filing = json.loads((old_and_new / "out/audit.json").read_text())["filing"]
    assert filing["problems"] == [] and [p["message"] for p in filing["previous_problems"]] == [MESSAGE]
    page = (old_and_new / "out/audit.html").read_text()
    first_page = page.partition('<section aria-labelledby="rests">')[0]
    assert "The previous filing has 1 error</h3>" in first_page and "old.yaml:5:71" in first_page
    assert 'id="unread"' not in page and "of the filing could not be read" not in page
    assert "Errors of the previous filing" in (old_and_new / "out/audit.md").read_text()


def test_a_period_and_the_library(old_and_new: Path) -> None:
    code, out = checked("--from", "2006-12-01", "--to", "2007-01-01", "--fail-on", "none", "--format", "json")
    data = json.loads(out)
    assert (code, data["problems"], [p["message"] for p in data["previous_problems"]]) == (0, [], [MESSAGE])
    assert f"limit E204: {MESSAGE}" in checked("--from", "2006-12-01", "--to", "2007-01-01")[1]
    result = pitboss.check("new.yaml", previous="old.yaml")
    assert (result.problems, [p.place.file for p in result.previous_problems]) == ((), ["old.yaml"])


@pytest.mark.parametrize(("previous", "code"), [("missing.yaml", "E001"), ("broken.yaml", "E020")])
def test_a_previous_filing_that_cannot_be_read_at_all_is_an_error(previous: str, code: str, old_and_new: Path) -> None:
    """The command cannot do what it was asked; the new filing is judged all the same."""
    (old_and_new / "broken.yaml").write_text("pits: [")
    exit_code, out = command("check", "new.yaml", "--previous", previous, "--format", "json")
    data, alone = json.loads(out), json.loads(command("check", "new.yaml", "--format", "json")[1])
    assert (exit_code, [(p["code"], p["file"]) for p in data["problems"]]) == (2, [(code, previous)])
    assert data["problems"][0]["message"].startswith("the previous filing cannot be read: ")
    assert data["findings"] == alone["findings"]
