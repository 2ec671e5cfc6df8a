"""A checkout compiles its rules when their content changed, also when several processes find that out at once, and before tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import sleep

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
    for folder in ("algebra", "grammar", "compiler", "checker"):
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


OLD, NEW = "boxes is at most 8", "boxes is at most 7"
STATED = "from pitboss.rulebook import load_rulebook; print(*(c.expected for c in load_rulebook()[0].clauses if 'boxes' in c.id))"


def edit(checkout: Path, old: str, new: str) -> None:
    """Change the rules; the file keeps its length and its time."""
    (rules,) = (checkout / "rulespecs/rules").glob("*.rules")
    times, text = rules.stat(), rules.read_text("utf-8")
    assert text.count(old) == 1 and len(old) == len(new)
    rules.write_text(text.replace(old, new), "utf-8")
    os.utime(rules, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_an_edit_that_keeps_the_time_and_the_length_is_noticed(checkout: Path) -> None:
    assert reported([start(checkout, STATED)]) == ["no more than 6 no more than 8"]
    compiled = checkout / "src/pitboss/compiled"
    times = {path: path.stat() for path in compiled.glob("*.py")}
    edit(checkout, OLD, NEW)
    assert reported([start(checkout, "from pitboss.rulebook import ensure_compiled; ensure_compiled()")]) == [""]
    # As if all this took less than a second: Python takes the bytecode of a module for current by that and the length of its source.
    for path, time in times.items():
        os.utime(path, ns=(time.st_atime_ns, time.st_mtime_ns))
    assert reported([start(checkout, STATED)]) == ["no more than 6 no more than 7"]


def test_what_a_killed_process_leaves_is_compiled_again(checkout: Path) -> None:
    """Modules of two rulebooks are never taken for one, also where the rules are as before again."""
    assert reported([start(checkout, STATED)]) == ["no more than 6 no more than 8"]
    compiled = checkout / "src/pitboss/compiled"
    whole = {path.name: path.read_bytes() for path in compiled.iterdir() if path.is_file()}
    edit(checkout, OLD, NEW)
    process = start(checkout)
    while (compiled / "sources.digest").exists() and process.poll() is None:
        sleep(0.005)
    sleep(0.2)  # some of the files are of the new rules now
    process.kill()
    process.communicate()
    assert not (compiled / "sources.digest").exists()
    edit(checkout, NEW, OLD)
    assert reported([start(checkout, STATED)]) == ["no more than 6 no more than 8"]
    assert {name: (compiled / name).read_bytes() for name in whole} == whole


TESTS = """
from pitboss.compiled.clauses import CLAUSES  # as modules do that a test imports before it loads a rulebook
import pytest

@pytest.mark.parametrize("process", range(2))
def test_of_the_figure(process):
    assert [clause.expected for clause in CLAUSES if "boxes" in clause.id] == ["no more than 6", "no more than 8"]
"""


@pytest.mark.soak  # it guards other tests only
def test_tests_judge_by_the_rules_as_edited(checkout: Path) -> None:
    """pytest without make compiles before any module is imported, once for all its processes, and says what is wrong with the rules."""
    (checkout / "tests/support").mkdir(parents=True)
    for name in ("conftest.py", "pyproject.toml", "tests/support/soak.py"):
        shutil.copy(ROOT / name, checkout / name)
    (checkout / "tests/test_figure.py").write_text(TESTS, "utf-8")
    run = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", "tests"]
    pytest_run = partial(subprocess.run, run, cwd=checkout, capture_output=True, text=True)
    assert "2 passed" in pytest_run().stdout
    edit(checkout, OLD, NEW)
    edited = pytest_run()
    assert edited.returncode == 1 and "2 failed" in edited.stdout
    edit(checkout, NEW, "boxes is at mist 8")
    faulty = pytest_run()
    assert faulty.returncode == pytest.ExitCode.USAGE_ERROR, faulty.stdout + faulty.stderr
    assert "1-1-9.1.rules:" in faulty.stderr and "INTERNALERROR" not in faulty.stderr
