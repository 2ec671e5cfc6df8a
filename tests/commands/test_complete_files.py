"""An output file is complete or unchanged: a full disk leaves no part of one, and the message names the file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEEL = str(ROOT / "tests" / "rounds" / "wheel.yaml")
LIMIT = 16 * 1024  # bytes that a file may have, as if the disk were full then


def run_on_a_full_disk(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({LIMIT}, {LIMIT}));"
        "from pitboss.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    environment = {**os.environ, "PITBOSS_CACHE": ""}
    # -B: Python 3.11 puts half a .pyc in place where the disk is full, and each later process fails on it
    return subprocess.run(
        [sys.executable, "-B", "-c", code, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["report", WHEEL, "--out", "audit"], "audit/audit.html"),
        (["check", str(ROOT / "examples/boardwalk-troubled"), "--format", "json=out.json"], "out.json"),
        (["rounds", "deal", "roulette", "--rounds", "100", "--filing", WHEEL, "--out", "dealt.jsonl"], "dealt.jsonl"),
        (["rounds", "deal", "roulette", "--rounds", "100", "--filing", WHEEL, "--out", "dealt.csv"], "dealt.csv"),
        (["init", "blackjack", "--out", "filings"], "filings/filing.schema.json"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_full_disk_leaves_the_old_file(arguments: list[str], file: str, tmp_path: Path) -> None:
    old = tmp_path / file
    old.parent.mkdir(exist_ok=True)
    old.write_text("the earlier file")
    run = run_on_a_full_disk(*arguments, cwd=tmp_path)
    assert run.returncode == 2, run.stderr
    assert file in run.stderr and "File too large" in run.stderr and "standard output" not in run.stderr
    assert old.read_text() == "the earlier file"
    assert not list(tmp_path.rglob("*.part"))
