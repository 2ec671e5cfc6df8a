"""The commands of the README and of docs/, with the exit codes noted there, and a folder like a checkout to run them in."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.product import load_rulebook
from tests.support.soak import count

ROOT = Path(__file__).parents[2]
IN_CHECKOUT = (ROOT / "Makefile").exists()  # an unpacked sdist has no root folders
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [README, *(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md")))]
BLOCKS = [
    [line.strip() for line in block.splitlines()]
    for page in PAGES
    for _, block in re.findall(r"^( *)```sh\n(.*?)^\1```$", page, re.M | re.S)
]
_NOTE = re.compile(r"\s+# exit ([0-9])\b.*|\s+# .*")


def placed(folder: Path, python: str = sys.executable, **more: str) -> dict[str, str]:
    """A folder like a checkout, with `pitboss` and `python` on the path; the surroundings in which to run."""
    for name in ("examples", "rulespecs", "tests/madeup", "tests/rounds"):
        shutil.copytree(ROOT / name, folder / name)
    event = {"kind": "offered", "subject": "surrender", "on": "2007-01-01", "notice": {"lead": "30 minutes"}}
    data = {"submission": {"id": "1", "effective": "2007-01-01"}, "pits": [], "events": [event]}
    (folder / "filing.json").write_text(json.dumps(data))
    (folder / "bin").mkdir()
    for name, rest in (("python", ""), ("pitboss", " -m pitboss")):
        (folder / "bin" / name).write_text(f'#!/bin/sh\nexec "{python}"{rest} "$@"\n')
        (folder / "bin" / name).chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    cache = str(ROOT / ".pytest_cache" / "odds")
    return os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1", "PITBOSS_CACHE": cache} | more


def run(line: str, folder: Path, surroundings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run one line in a shell."""
    return subprocess.run(["sh", "-c", line], cwd=folder, env=surroundings, capture_output=True, text=True)


def blocks() -> Iterator[list[str]]:
    """Each block once, unless another begins with its commands; those with GAME in them once for each of several games.

    A command that only reads the examples is in the first of the blocks that show it.
    """
    every = list(load_rulebook()[1].named("game"))
    some = every[:: count(4, soak=1)]
    found: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for block in BLOCKS:
        for game in some if re.search(r"\bGAME\b", "".join(block)) else ("",):
            lines = [re.sub(r"\bGAME\b", game, line) for line in block]
            found.setdefault(tuple((_NOTE.sub("", line), noted_exit(line)) for line in lines), lines)
    shown = set[tuple[str, int]]()
    for key, lines in found.items():
        if not any(key == other[: len(key)] for other in found if key != other):
            left = [line for line, one in zip(lines, key, strict=True) if not (one in shown and reads_examples(one[0]))]
            shown |= {*key}
            yield from [left] if left else []


def reads_examples(line: str) -> bool:
    """Whether a command writes nothing, and reads no file but the examples."""
    words = re.sub(r"\s+# .*", "", line)
    writes = re.search(r"[<>|&;$=]|--out|--write|\.(json|csv)", words)
    return bool(re.match(r"pitboss (check examples|fix examples|law )", words)) and not writes


def noted_exit(line: str) -> int:
    """The exit code that the page notes for a command; 0 if it notes none."""
    noted = _NOTE.search(line)
    return int((noted and noted[1]) or 0)
