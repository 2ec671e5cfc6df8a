"""The README is true: its commands exit as noted, its sample is actual output, its targets and paths exist. So are the
commands of docs/.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from tests.support.product import READ_CODES as CODES
from tests.support.product import load_rulebook
from tests.support.soak import count
from tests.support.verdicts import command

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")

README = (ROOT / "README.md").read_text("utf-8")
PAGES = [README, *(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md")))]
BLOCKS = [
    [line.strip() for line in block.splitlines()]
    for page in PAGES
    for _, block in re.findall(r"^( *)```sh\n(.*?)^\1```$", page, re.M | re.S)
]
PYTHON = [block for page in PAGES for block in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)]
EXIT = re.compile(r"\s+# exit ([0-9])\b.*|\s+# .*")
MADE = {"lantern/filing.yaml"}  # by a command of the page


def placed(folder: Path) -> dict[str, str]:
    """A folder like a checkout, with `pitboss` and `python` on the path; the surroundings in which to run."""
    for name in ("examples", "rulespecs", "tests/madeup", "tests/rounds"):
        shutil.copytree(ROOT / name, folder / name)
    data = {"submission": {"id": "1", "effective": "2007-01-01"}, "pits": [{"name": "A", "tables": []}]}
    (folder / "filing.json").write_text(json.dumps(data))
    (folder / "bin").mkdir()
    for name, rest in (("python", ""), ("pitboss", " -m pitboss")):
        (folder / "bin" / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{rest} "$@"\n')
        (folder / "bin" / name).chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    cache = str(ROOT / ".pytest_cache" / "odds")
    return os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1", "PITBOSS_CACHE": cache}


def run(line: str, folder: Path, surroundings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], cwd=folder, env=surroundings, capture_output=True, text=True)


def exit_of(line: str, folder: Path, surroundings: dict[str, str]) -> tuple[str, str]:
    """The exit code of a command and what it printed; `make soak` starts each in a shell, `make test` what needs one."""
    if count(0, soak=1) or not line.startswith("pitboss ") or re.search(r"[>|&;$]", line):
        done = run(line, folder, surroundings)
        return str(done.returncode), done.stdout[-2000:] + done.stderr
    with chdir(folder):
        code, printed = command(*shlex.split(line)[1:], cache=surroundings["PITBOSS_CACHE"])
    return str(code), printed[-2000:]


def steps(block: list[str]) -> tuple[tuple[str, str], ...]:
    """Each command of a block with the exit code that is noted, or 0."""
    noted = [(line, EXIT.search(line)) for line in block]
    return tuple((EXIT.sub("", line), found and found[1] or "0") for line, found in noted)


def blocks() -> list[tuple[tuple[str, str], ...]]:
    """Each block once, unless another begins with it; those with GAME in them once for each of several games."""
    every = [*load_rulebook()[1].named("game")]
    games = every[:: count(4, soak=1)]
    found = dict.fromkeys(
        steps([re.sub(r"\bGAME\b", game, line) for line in block]) for block in BLOCKS
        for game in (games if re.search(r"\bGAME\b", "".join(block)) else games[:1])
    )  # fmt: skip
    return [one for one in found if not any(one == other[: len(one)] for other in found if one != other)]


@pytest.mark.parametrize("lines", blocks(), ids=lambda lines: lines[0][0])
def test_documented_commands_print_the_documented_output(lines: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    surroundings = placed(tmp_path)
    for line, noted in lines:
        if line.startswith("make "):
            assert re.search(rf"^{line.split()[1]}:", (ROOT / "Makefile").read_text(), re.M), line
            continue
        code, printed = exit_of(line, tmp_path, surroundings)
        assert code == noted, f"{line}\n{printed}"


@pytest.mark.parametrize("code", PYTHON)
def test_the_python_examples_run(code: str, tmp_path: Path) -> None:
    environment = placed(tmp_path)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout


def test_the_finding_that_is_shown_is_reported(tmp_path: Path) -> None:
    (sample,) = re.findall(r"^```text\n(.*?)^```$", README, re.M | re.S)
    reported = run("pitboss check examples/boardwalk-troubled", tmp_path, placed(tmp_path)).stdout
    first, *rest = sample.splitlines()
    finding = reported[reported.index(first) :].partition("\n\n")[0].splitlines()
    assert [line for line in rest if line not in finding] == []


def test_every_link_of_the_docs_exists() -> None:
    for page in (ROOT / "docs").glob("*.md"):
        for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
            path, _, heading = link.partition("#")
            target = page if not path else page.parent / path
            assert target.exists(), f"{page.name}: {link}"
            titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M) if heading else []
            assert not heading or heading in {anchor(title) for title in titles}, f"{page.name}: {link}"


def anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def test_every_error_code_is_documented() -> None:
    page = (ROOT / "docs/codes.md").read_text("utf-8")
    assert [code for code in (*CODES, "E301", "E302", "E303") if f"`{code}`" not in page] == []


def test_every_path_exists() -> None:
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.M | re.S))
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", README)]
    named = [word for span in spans for word in span.split() if "/" in word and "$" not in word]
    assert named and links
    for path in {*named, *links} - MADE:
        assert path.startswith(".venv/") or list(ROOT.glob(path)), path


def test_every_heading_that_is_linked_to_exists() -> None:
    for file, heading in re.findall(r"\]\(([^)#]*)#([^)]+)\)", README):
        titles = re.findall(r"^#+ (.*)$", (ROOT / file).read_text("utf-8"), re.M)
        assert heading in {anchor(title) for title in titles}
