"""The pre-commit hook: its manifest, and its entry run as pre-commit would run it."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(
    not (ROOT / ".pre-commit-hooks.yaml").exists(), reason="an unpacked sdist has no root folders"
)
KEYS = {
    "id",
    "name",
    "description",
    "entry",
    "language",
    "files",
    "pass_filenames",
    "require_serial",
    "additional_dependencies",
}


def hook() -> dict[str, Any]:
    (one,) = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return dict(one)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two filings in it, and `pitboss` on the path as the hook's environment would have it."""
    for name in ("boardwalk", "boardwalk-troubled"):
        shutil.copytree(ROOT / "examples" / name, tmp_path / name)
    (tmp_path / "bin").mkdir()
    pitboss = tmp_path / "bin" / "pitboss"
    pitboss.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "src"}" exec "{sys.executable}" -m pitboss "$@"\n')
    pitboss.chmod(0o755)
    return tmp_path


def test_its_manifest() -> None:
    one = hook()
    assert one.keys() == KEYS, "of pre-commit's own keys"
    assert (one["id"], one["language"], one["pass_filenames"]) == ("pitboss-check", "python", False)
    assert one["additional_dependencies"] == [".[xlsx]"], "a workbook is a filing, too"
    expected = re.compile(one["files"])
    for name in ("filing.yaml", "a/b.yml", "a/b.json", "floor/east.csv", "filing.xlsx"):
        assert expected.search(name)
    for name in ("pitboss.toml", "a/pyproject.toml"):
        assert expected.search(name), "the configuration decides what is checked"
    for name in ("README.md", "yaml", "a.yaml.txt", "poetry.toml"):
        assert not expected.search(name)


@pytest.mark.parametrize(
    ("args", "code", "stated"),
    [
        (["boardwalk"], 0, "Preliminary determination."),
        (["boardwalk-troubled"], 1, "19:47-2.13(a)"),
        (["boardwalk-troubled", "--fail-on", "approved"], 1, "approved"),
        (["boardwalk", "--as-of", "2007-01-01"], 0, "as of 2007-01-01"),
        ([], 2, "PATH"),  # nobody stated what to judge
    ],
    ids=str,
)
def test_its_entry(args: list[str], code: int, stated: str, repository: Path) -> None:
    path = f"{repository / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = [*shlex.split(hook()["entry"]), *args]
    done = subprocess.run(command, cwd=repository, env=os.environ | {"PATH": path}, capture_output=True, text=True)
    assert done.returncode == code and stated in done.stdout + done.stderr


def test_without_arguments_the_configuration_names_the_filing(repository: Path) -> None:
    (repository / "pitboss.toml").write_text('paths = ["boardwalk-troubled"]\n')
    path = f"{repository / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = shlex.split(hook()["entry"])
    done = subprocess.run(command, cwd=repository, env=os.environ | {"PATH": path}, capture_output=True, text=True)
    assert done.returncode == 1 and "19:47-2.13(a)" in done.stdout


@pytest.mark.soak
@pytest.mark.skipif(
    "PITBOSS_TEST_INSTALLS" not in os.environ or importlib.util.find_spec("pre_commit") is None,
    reason="NOT RUN: needs pre-commit and a package index; PITBOSS_TEST_INSTALLS=1 runs it where they are",
)
def test_pre_commit_itself_runs_it(repository: Path, tmp_path: Path) -> None:
    """A copy of the files in git, as the repository of the hook; a commit there passes or is rejected."""
    source, ours = tmp_path / "source", tmp_path / "ours"
    keeps = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-zco", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, keeps.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, source / name, follow_symlinks=False)
    ours.mkdir()
    shutil.move(repository / "boardwalk", ours)
    shutil.move(repository / "boardwalk-troubled", ours)

    def git(where: Path, *words: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
        return subprocess.run(
            ["git", *who, *words], cwd=where, capture_output=True, text=True, check=True
        ).stdout.strip()

    for where in (source, ours):
        git(where, "init", "-q")
        git(where, "add", "-A")
    git(source, "commit", "-qm", "x")
    surroundings = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "cache")}
    surroundings.pop("PYTHONPATH", None)
    for filing, code in (("boardwalk", 0), ("boardwalk-troubled", 1)):
        (ours / ".pre-commit-config.yaml").write_text(
            f"repos:\n- repo: {source}\n  rev: {git(source, 'rev-parse', 'HEAD')}\n"
            f"  hooks:\n  - id: pitboss-check\n    args: [{filing}]\n    files: ^{filing}/\n"
        )
        git(ours, "add", "-A")
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
        done = subprocess.run(command, cwd=ours, env=surroundings, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        assert f"pitboss check{'.' * 8}" in done.stdout
