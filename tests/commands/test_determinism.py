"""Equal bytes, whatever the hash seed, locale, time zone, working directory, number of cores and path of the checkout.

Each surroundings is one process that runs all commands; their files and standard output are compared byte by byte.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.product import known_formats

ROOT = Path(__file__).parents[2]
LINKED = ("grammar", "compiler", "checker", "reports", "rulespecs")
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")
SCRIPT = """
import json, os, sys
cores, source, commands = sys.argv[1:]
if int(cores) and hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:int(cores)])
from pitboss import cli
assert os.path.realpath(cli.__file__).startswith(os.path.realpath(source)), cli.__file__
for command in json.loads(commands):
    code = cli.main(command)
    print("exit", code, flush=True)
    assert code < 2, (code, command)
"""


@dataclass(frozen=True)
class Surroundings:
    name: str
    variables: dict[str, str] = field(default_factory=dict)
    cores: int = 0  # 0: all
    checkout: str = ""  # the name of a copy
    folder: str = "here"


USUAL = Surroundings("usual", {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"})
UNUSUAL = Surroundings(
    "unusual",
    # ASCII throughout: neither the locale nor Python's way around such a locale gives UTF-8.
    {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "LINT-14"},
    cores=1, checkout="another path/of the same", folder="some where/else",
)  # fmt: skip


def commands(absolute: Path) -> list[list[str]]:
    """The commands whose output is compared: paths are relative to a folder, except for one filing."""
    formats = [part for name in known_formats() for part in ("--format", f"{name}=out/check.{name}")]
    wheel = ["--filing", "rounds/wheel.yaml"]
    return [
        ["check", "boardwalk-troubled", *formats],
        ["check", "boardwalk-troubled", "--floor"],
        ["check", str(absolute)],
        ["check", "boardwalk", "--previous", "boardwalk-troubled", "--format", "json", "--fail-on", "fail,open"],
        ["report", "boardwalk-troubled", "--out", "out/report"],
        ["rules", "compile", "madeup/words", "madeup/rules", "--out", "out/made"],
        ["rounds", "deal", "roulette", "--rounds", "9", "--seats", "1", "--mistakes", "0.3", *wheel, "--out", "out/r.jsonl"],
        ["rounds", "audit", "out/r.jsonl", *wheel, "--format", "text"],
        ["rounds", "audit", "out/r.jsonl", *wheel, "--format", "json"],
        ["rounds", "audit", "out/r.jsonl", *wheel, "--format", "csv", "--engine", "columnar"],
    ]  # fmt: skip


SLOW = [
    ["rules", "compile", "--out", "out/made"],
    ["rules", "compile", "--out", "out/one", "--standalone"],
    ["law", "odds", "--all", "--format", "json"],
    ["law", "site", "--out", "out/site"],
    ["law", "register", "--format", "json"],
    ["law", "matrix", "roulette"],
    ["check", "boardwalk", "--odds"],
    ["check", "boardwalk", "--from", "2004-01-01", "--to", "2007-01-01", "--format", "json"],
    *(
        ["rounds", "deal", game, "--rounds", "30", "--filing", f"rounds/{filing}.yaml", "--out", f"out/{game}{suffix}"]
        for game, filing, suffix in (("roulette", "wheel", ".csv"), ("blackjack", "box", ".jsonl"))
    ),
]  # fmt: skip


def made_in(surroundings: Surroundings, folder: Path, run: list[list[str]]) -> dict[str, bytes]:
    """Standard output, and every file by its name."""
    checkout = ROOT
    if surroundings.checkout:
        checkout = folder / surroundings.checkout
        for name in ("src", *LINKED):
            shutil.copytree(ROOT / name, checkout / name, symlinks=True)
    here = folder / surroundings.folder
    for source in (ROOT / "examples/boardwalk", ROOT / "examples/boardwalk-troubled", ROOT / "tests/rounds", ROOT / "tests/madeup"):
        shutil.copytree(source, here / source.name)
    (here / "out").mkdir()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON"))}
    source = str(checkout / "src")
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(surroundings.cores), source, json.dumps(run)], cwd=here, capture_output=True,
        env={**environment, **surroundings.variables, "PYTHONPATH": source, "PITBOSS_CACHE": ""},
    )  # fmt: skip
    assert process.returncode == 0, process.stderr.decode()[-3000:]
    made = {path.relative_to(here).as_posix(): path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}
    return {"standard output": process.stdout, **made}


def differing(folder: Path, run: list[list[str]]) -> tuple[list[str], dict[str, bytes]]:
    """The names whose bytes differ, and what the usual surroundings gave."""
    usual, unusual = (made_in(each, folder / each.name, run) for each in (USUAL, UNUSUAL))
    return [name for name in sorted({*usual, *unusual}) if usual.get(name) != unusual.get(name)], usual


def test_every_command_gives_the_same_bytes(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.yaml"
    shutil.copy(ROOT / "tests/rounds/wheel.yaml", elsewhere)
    found, made = differing(tmp_path, commands(elsewhere))
    assert found == []
    assert len(made) > 20 and not made["standard output"].isascii(), "much is compared, and not only ASCII"


@pytest.mark.soak
def test_what_takes_longer_gives_the_same_bytes(tmp_path: Path) -> None:
    found, made = differing(tmp_path, SLOW)
    assert found == [] and len(made) > 200
