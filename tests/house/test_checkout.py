"""A checkout compiles its rules when they are newer, also when several processes find that out at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")
# Every file of the rulebook takes its time, half of it before it is whole.
SLOWLY = """
import pathlib, sys, time
whole = pathlib.Path.write_text
def half(self, data, **how):
    whole(self, data[: len(data) // 2], **how)
    time.sleep(0.05)
    return whole(self, data, **how)
pathlib.Path.write_text = half
from pitboss.rulebook import load_catalog, load_rulebook
print(load_rulebook()[0].digest == load_catalog().digest, len(load_rulebook()[0].clauses), "pitboss.compiler.build" in sys.modules)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """This one around few rules, which are not compiled yet."""
    for folder in ("grammar", "compiler", "checker"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("words", "rules"):
        shutil.copytree(ROOT / "tests/madeup" / folder, tmp_path / "rulespecs" / folder)
    shutil.copytree(
        ROOT / "src", tmp_path / "src", symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "compiled")
    )
    return tmp_path


def start(checkout: Path, script: str = SLOWLY) -> subprocess.Popen[str]:
    surroundings = os.environ | {"PYTHONPATH": str(checkout / "src")}
    return subprocess.Popen(
        [sys.executable, "-c", script], env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def reported(processes: list[subprocess.Popen[str]]) -> list[str]:
    """The output of the processes, sorted."""
    return sorted((out + err).strip() for out, err in (process.communicate() for process in processes))


def test_processes_that_find_it_stale_at_once(checkout: Path) -> None:
    pytest.importorskip("fcntl", reason="NOT RUN: no locks of folders here")
    made = reported([start(checkout) for _ in range(3)])
    n = made[0].split()[1]
    assert made == [f"True {n} False", f"True {n} False", f"True {n} True"], "one compiles, the others wait for it"

    (rules,) = (checkout / "rulespecs/rules").glob("*.rules")
    rules.write_text(rules.read_text("utf-8") + "\n# another line\n", "utf-8")
    again = reported([start(checkout) for _ in range(2)])
    assert again == [f"True {n} False", f"True {n} True"]
    left = {path.name for path in (checkout / "src/pitboss").rglob("*") if "__pycache__" not in path.parts}
    assert not [name for name in left if name.startswith(".") or name.endswith(".lock")], "nothing else is left there"


def test_what_is_whole_is_found_whole_by_who_comes_later(checkout: Path) -> None:
    """The file by which the rulebook is known to be new comes last."""
    first = start(checkout)
    front = checkout / "src/pitboss/compiled/__init__.py"
    while not front.exists() and first.poll() is None:
        pass
    late = start(checkout)
    assert {line.split()[0] for line in reported([first, late])} == {"True"}
