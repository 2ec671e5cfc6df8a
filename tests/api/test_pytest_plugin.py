"""`pytest --pitboss FILING`, in a process of its own: a test for each provision and group of tables."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from tests.support import output_safety

FLOOR = """\
submission: {licensee: Lantern, effective: 2007-01-01, certifications: [{by: A, role: B, on: 2006-12-01}]}
pits:
- name: A
  tables:
  - {number: 1, game: roulette, roulette_wheel: double_zero, wagers: [], options: []}
  - {number: 2, game: roulette, roulette_wheel: double_zero, wagers: [], options: []}
  - {number: 3, game: blackjack, decks: 9, cutting_cards: 2, denominations: [5], equipment: {double_shoe: no}, wagers: [], options: []}
"""


def collected(folder: Path, *arguments: str) -> tuple[int, str]:
    plain = ["-p", "pitboss.pytest_plugin", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", "."]
    root = str(Path(pitboss.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *arguments], cwd=folder, capture_output=True, text=True,
        env={"PYTHONPATH": root, "PATH": "/usr/bin:/bin", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def filings(tmp_path: Path) -> Path:
    (tmp_path / "floor.yaml").write_text(FLOOR)
    (tmp_path / "broken.yaml").write_text("pits: [")
    return tmp_path


def test_a_test_for_each_provision_and_group(filings: Path) -> None:
    code, out = collected(filings, "-v", "--tb=short", "--pitboss", "floor.yaml", "--pitboss", "broken.yaml")
    assert code == 1, out
    outcomes = dict(re.findall(r"^(\S+::.*?) (PASSED|FAILED|SKIPPED)", out, re.M))
    result = pitboss.check(filings / "floor.yaml")
    failing = {cite for f in result.failing() for cite in f.provisions}
    assert failing and failing <= {
        name.partition("::")[2].partition("[")[0] for name, how in outcomes.items() if how == "FAILED"
    }
    assert any(name.endswith("[1,2]") for name in outcomes), "equal tables are one test"
    assert outcomes["broken.yaml::the filing is read"] == "FAILED" and "broken.yaml:1:8: E020" in out
    for report in re.split(r"^_{3,} ", out, flags=re.M)[1:]:
        verdicts = re.findall(r"^(fail|needs evidence|open) \d", report, re.M)
        assert "fail" not in verdicts[verdicts.count("fail") :], "what fails comes first"
    notice = result.failing()[0].notice
    assert notice in out and "Traceback" not in out and "pytest_plugin.py" not in out


def test_a_filing_of_which_nothing_is_judged_fails(filings: Path) -> None:
    (filings / "empty.yaml").write_text("submission: {effective: 2007-01-01}\npits: []\n")
    code, out = collected(filings, "-v", "--tb=short", "--pitboss", "empty.yaml")
    assert code == 1 and "empty.yaml::the filing is read FAILED" in out
    assert "empty.yaml:1:1: E304 nothing was judged" in out


def test_the_configuration_counts_as_in_a_check(filings: Path) -> None:
    """What the baseline has and what a rule ignores is skipped, and nothing else."""
    (filings / "old.yaml").write_text(FLOOR.replace("cutting_cards: 2", "cutting_cards: 1"))
    (filings / "floor.yaml").write_text(
        FLOOR.replace("2, game: roulette, roulette_wheel: double_zero", "2, game: roulette")
    )
    old = pitboss.check(filings / "old.yaml")
    (filings / "old.json").write_text(pitboss.render(old, "json"))
    found = pitboss.check(filings / "floor.yaml")
    fresh = {f.notice for f in found.failing()} - {f.notice for f in old.failing()}
    ignored, *failing = sorted((f for f in found.failing() if f.notice in fresh), key=lambda f: f.notice)
    (filings / "pitboss.toml").write_text(
        'baseline = "old.json"\nfail-on = ["fail", "needs evidence"]\n'
        f'ignore = [{{provision = {[c.id for c in ignored.clauses]}, until = 9999-12-31, reason = "the cards are on order"}}]\n'
    )
    code, out = collected(filings, "-rs", "--tb=short", "--pitboss", "floor.yaml")
    assert code == int(bool(failing)), out
    assert {f.notice for f in found.failing() if f"{f.verdict} {', '.join(f.provisions)}: {f.notice}" in out} == {
        f.notice for f in failing
    }
    assert f"ignored: {ignored.notice}" in out and "in the baseline: " in out
    (filings / "pitboss.toml").write_text('baseline = "nothing.json"\n')
    code, out = collected(filings, "--pitboss", "floor.yaml")
    assert code == 4 and "nothing.json cannot be read" in out


def test_no_line_of_a_filing_is_obeyed_by_a_log(filings: Path) -> None:
    (filings / "hostile.yaml").write_text(FLOOR.replace("number: 3", r'number: "3\n::error file=a::b\n##[error]"'))
    code, out = collected(filings, "-v", "-rs", "--tb=short", "--pitboss", "hostile.yaml")
    assert code == 1 and r"3\n::error" in out
    assert list(output_safety.lines(out)) == []


def test_without_the_option_nothing_is_loaded(filings: Path) -> None:
    (filings / "test_it.py").write_text("import sys\ndef test(): assert 'pitboss.api' not in sys.modules\n")
    code, out = collected(filings, "test_it.py")
    assert code == 0, out


def test_warnings_about_a_workbook_are_not_shown(filings: Path) -> None:
    workbook = pytest.importorskip("tests.read.test_workbook", reason="NOT RUN: no openpyxl here")
    (filings / "floor.xlsx").write_bytes(workbook.without_styles(["number", "game"], [7, "blackjack"]))
    code, out = collected(filings, "--pitboss", "floor.xlsx")
    assert (code, "UserWarning" in out) == (1, False), out
