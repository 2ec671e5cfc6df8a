"""A result whose verdicts rest on approvals that only the filing states says so in its summary and on its first page."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.verdicts import command

FOLDERS = ("examples/boardwalk", "examples/boardwalk-troubled", "examples/lighthouse")
SENTENCE = "The verdicts rest on {} approvals that only the filing states."


def checked(folder: Path) -> dict[str, Any]:
    return dict(json.loads(command("check", str(folder), "--format", "json")[1]))


def breached(data: dict[str, Any]) -> set[tuple[str, str]]:
    """The clauses and tables of findings that are not approved."""
    parts = [part for f in data["findings"] if f["verdict"] != "approved" for part in f["parts"]]
    return {(part["clause"], table) for part in parts for table in part["tables"] or [""]}


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_counted_does_not_hold_without_the_approvals(folder: str, tmp_path: Path) -> None:
    """An attestation is evidence of an approval too, so neither filing has any."""
    left_out = ["attestations.yaml"]
    for name in ("filed", "without"):
        shutil.copytree(folder, tmp_path / name, ignore=shutil.ignore_patterns(*left_out))
        left_out.append("approvals.yaml")
    filed, without = checked(tmp_path / "filed"), checked(tmp_path / "without")
    approved = [f for f in filed["findings"] if f["verdict"] == "approved"]
    excused = {(part["clause"], table) for f in approved for part in f["parts"] for table in part["tables"]}
    lost, counted = breached(without) - breached(filed), filed["filed_approvals"]
    assert excused <= lost and len(approved) == counted["findings"]
    assert len({clause for clause, _ in lost - excused}) == counted["clauses"] > 0
    assert without["filed_approvals"] == {"instruments": 0, "findings": 0, "clauses": 0}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_summary_line_and_the_first_page_say_so(folder: str, tmp_path: Path) -> None:
    counted = json.loads(command("check", folder, "--format", "json")[1])["filed_approvals"]
    sentence = SENTENCE.format(counted["instruments"])
    for words in (("check", folder), ("check", folder, "--quiet"), ("check", folder, "--format", "github")):
        (line,) = [line for line in command(*words)[1].splitlines() if "Preliminary determination." in line]
        assert line.endswith(sentence)
    code, out = command("report", folder, "--out", str(tmp_path))
    assert sentence in out
    audit = json.loads((tmp_path / "audit.json").read_text())
    assert audit["filed_approvals"] == counted
    assert sum(bool(approval["relied_on"]) for approval in audit["approvals"]) == counted["instruments"]
    first_page = (tmp_path / "audit.html").read_text().partition('<section aria-labelledby="rests">')[0]
    assert f"{sentence.removesuffix('.')}</h3>" in first_page
    assert sentence in (tmp_path / "audit.md").read_text().split("\n\n")[1]


def test_sarif_and_junit_say_so() -> None:
    sarif = json.loads(command("check", "examples/boardwalk", "--format", "sarif")[1])["runs"][0]
    (note,) = sarif["invocations"][0]["toolExecutionNotifications"]
    assert note == {"level": "note", "message": {"text": SENTENCE.format(6)}}
    assert sarif["properties"]["filedApprovals"]["instruments"] == 6
    suites = list(ElementTree.fromstring(command("check", "examples/boardwalk", "--format", "junit")[1]))
    for suite in suites:
        assert [p.get("value") for p in suite.iter("property") if p.get("name") == "remark"] == [SENTENCE.format(6)]


def test_a_result_without_approvals_says_nothing(tmp_path: Path) -> None:
    shutil.copytree("examples/boardwalk", tmp_path / "f", ignore=shutil.ignore_patterns("approvals.yaml"))
    code, out = command("check", str(tmp_path / "f"))
    assert "approval" not in next(line for line in out.splitlines() if "Preliminary determination." in line)
    assert command("report", str(tmp_path / "f"), "--out", str(tmp_path / "out"))[0] == code
    assert 'id="filed-approvals"' not in (tmp_path / "out/audit.html").read_text()
