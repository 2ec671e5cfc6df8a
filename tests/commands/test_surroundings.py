"""Equal bytes, whatever the hash seed, locale, time zone, working directory, number of cores and path of the checkout; and no network.

Each surroundings is one process that runs all commands; their files and standard output are compared byte by byte. One of them has no
network, not even a loopback device, and each process tells of every socket that it opens to more than this machine.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests.support.product import known_formats

ROOT = Path(__file__).parents[2]
LINKED = ("algebra", "grammar", "compiler", "checker", "reports", "rulespecs")
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")
SCRIPT = """
import json, os, socket, sys

def hook(event, details):
    internet = event == "socket.__new__" and details[1] in (socket.AF_INET, socket.AF_INET6)
    if internet or event in ("socket.getaddrinfo", "socket.gethostbyname"):
        print("uses a network:", event, file=sys.stderr)

sys.addaudithook(hook)
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
    network: bool = True


USUAL = Surroundings("usual", {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"})
UNUSUAL = Surroundings(
    "unusual",
    # ASCII throughout: neither the locale nor Python's way around such a locale gives UTF-8.
    {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "LINT-14"},
    cores=1, checkout="another path/of the same", folder="some where/else", network=False,
)  # fmt: skip


WHEEL = ["--filing", "rounds/wheel.yaml"]


def commands(absolute: Path) -> list[list[str]]:
    """The commands whose output is compared: paths are relative to a folder, except for one filing."""
    formats = [part for name in known_formats() for part in ("--format", f"{name}=out/check.{name}")]
    return [
        ["check", "boardwalk-troubled", *formats],
        ["check", str(absolute)],
        ["check", "boardwalk", "--previous", "boardwalk-troubled", "--format", "json", "--fail-on", "fail,open"],
        ["report", "boardwalk-troubled", "--out", "out/report"],
        ["compare", "out/check.json", "out/check.json"],
        ["verify", "out/check.intoto", "boardwalk-troubled"],
        ["rules", "compile", "madeup/words", "madeup/rules", "--out", "out/made"],
        ["rounds", "deal", "roulette", "--rounds", "9", "--seats", "1", "--mistakes", "0.3", *WHEEL, "--out", "out/r.jsonl"],
        ["rounds", "audit", "out/r.jsonl", *WHEEL, "--format", "json"],
    ]  # fmt: skip


SLOW = [
    ["rounds", "deal", "roulette", "--rounds", "20", "--mistakes", "0.3", *WHEEL, "--out", "out/r.parquet"],
    ["rounds", "audit", "out/r.parquet", *WHEEL, "--format", "csv", "--engine", "columnar"],
    ["rounds", "audit", "out/r.parquet", *WHEEL, "--format", "text"],
    ["check", "boardwalk-troubled", "--floor"],
    ["law", "explain", "2.13(a)"],
    ["schema"],
    ["init", "roulette"],
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
    for source in (
        ROOT / "examples/boardwalk",
        ROOT / "examples/boardwalk-troubled",
        ROOT / "tests/rounds",
        ROOT / "tests/madeup",
    ):
        shutil.copytree(source, here / source.name)
    (here / "out").mkdir()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON"))}
    source, front = str(checkout / "src"), () if surroundings.network else namespace()
    process = subprocess.run(
        [*front, sys.executable, "-c", SCRIPT, str(surroundings.cores), source, json.dumps(run)], cwd=here, capture_output=True,
        env={**environment, **surroundings.variables, "PYTHONPATH": source, "PITBOSS_CACHE": ""},
    )  # fmt: skip
    assert (process.returncode, process.stderr) == (0, b"")
    made = {
        path.relative_to(here).as_posix(): path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()
    }
    return {"standard output": process.stdout, **made}


@cache
def namespace() -> tuple[str, ...]:
    """The front of a command that gives it an empty network namespace; empty where that is not permitted, and sockets are watched alone."""
    for front in (("unshare", "-n"), ("unshare", "-rn")):
        if shutil.which("unshare") and subprocess.run([*front, "true"], capture_output=True).returncode == 0:
            return front
    return ()


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


def test_the_namespace_has_no_network() -> None:
    if not namespace():
        pytest.skip("NOT RUN: no network namespace can be made here")
    look = "import socket; socket.create_connection(('127.0.0.1', 9), timeout=1)"
    done = subprocess.run([*namespace(), sys.executable, "-c", look], capture_output=True, text=True)
    assert "Network is unreachable" in done.stderr


def test_an_opened_socket_is_noticed() -> None:
    noticed = SCRIPT.partition("cores, ")[0] + "socket.socket()"
    done = subprocess.run([sys.executable, "-c", noticed], capture_output=True, text=True)
    assert done.stderr == "uses a network: socket.__new__\n"


@pytest.mark.soak
def test_what_takes_longer_gives_the_same_bytes(tmp_path: Path) -> None:
    found, made = differing(tmp_path, SLOW)
    assert found == [] and len(made) > 200
