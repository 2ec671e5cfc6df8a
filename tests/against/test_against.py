"""`make against`: silent on an empty change, and a planted one is printed by its clause."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.against.__main__ import ROOT, Difference, Verdicts, differences, main

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="there is no other commit to compare with"),
]

PLANTED = "19-47-5.2.rules", "roulette_straight pays at least 35 to 1", "roulette_straight pays at least 36 to 1"


def run_of(counts: dict[str, int], *findings: tuple[str, str]) -> Verdicts:
    return {"floor": {"counts": {"c": counts}, "findings": [["c", verdict, place] for verdict, place in findings]}}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (run_of({"fail": 1}, ("fail", "7")), run_of({"fail": 1}, ("fail", "7")), []),
        (run_of({"pass": 2}), run_of({"pass": 1, "fail": 1}, ("fail", "7")), [("c", "pass", "fail", "floor, 7")]),
        (run_of({"pass": 2}), run_of({"pass": 1}), [("c", "pass", "not applicable", "floor")]),
        (
            run_of({"fail": 1}, ("fail", "7")),
            run_of({"fail": 1}, ("fail", "8")),
            [("c", "fail", "no finding", "floor, 7"), ("c", "no finding", "fail", "floor, 8")],
        ),
    ],
    ids=["equal", "a pass fails", "a pass no longer applies", "the finding moved"],
)
def test_every_difference_has_its_place(old: Verdicts, new: Verdicts, expected: list[tuple[str, ...]]) -> None:
    assert [*differences(old, new)] == [Difference(*each) for each in expected]


def test_an_unknown_commit_is_named() -> None:
    with pytest.raises(SystemExit, match="'no-such-commit' is not a commit"):
        main("no-such-commit")


def test_a_planted_payout_is_printed_by_its_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(tmp_path)], input=archive, check=True)
    rules, was, planted = PLANTED
    path = next((tmp_path / "rulespecs").rglob(rules))
    for text, code in ((path.read_text("utf-8"), 0), (path.read_text("utf-8").replace(was, planted), 1)):
        path.write_text(text, "utf-8")
        shutil.rmtree(tmp_path / "src" / "pitboss" / "compiled", ignore_errors=True)
        subprocess.run([sys.executable, "hatch_build.py"], cwd=tmp_path, check=True)
        assert main("HEAD", "19-47-5.2", tmp_path) == code
        *clauses, last = capsys.readouterr().out.splitlines()
        assert {line.partition(": ")[0] for line in clauses} == (
            {"19:47-5.2(a)/roulette_straight-pays"} if code else set()
        )
        assert last.startswith("no difference from HEAD in ") == (code == 0)
