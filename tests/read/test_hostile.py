"""Input that is made to break a reader: each gives an error with a place, within bounds, and never a traceback."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.product import main
from tests.support.soak import count

HERE = Path(__file__).parent
WHEEL = HERE.parent / "rounds" / "wheel.yaml"
SECTION = """\
section 1:1-9.1 "Tiles" at tiles
adopted 2001-03-01 R.2001 d.900

(a)       game tiles "Tiles"
          wager pairs required "pairs wager"
"""


@pytest.mark.parametrize(
    "command",
    [
        ["rounds", "audit", "pipe.jsonl", "--filing", str(WHEEL)],
        ["rounds", "audit", "pipe.csv", "--filing", str(WHEEL)],
        ["rounds", "audit", "pipe.parquet", "--filing", str(WHEEL)],
        ["check", str(WHEEL), "--baseline", "pipe.json"],
        ["check", "pipe.yaml"],
        ["compare", "pipe.json", "pipe.json"],
        ["verify", "pipe.json"],
        ["rules", "fmt", "--check", "pipe.rules"],
        ["rules", "compile", "pipe.rules", "--out", "build"],
    ],
    ids=" ".join,
)
def test_a_pipe_without_a_writer_does_not_block(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for suffix in ("jsonl", "csv", "parquet", "json", "yaml", "rules"):
        os.mkfifo(f"pipe.{suffix}")
    assert main(command) == 2
    assert "this is not a regular file" in "".join(capsys.readouterr())


def test_standard_output_that_has_no_such_character(tmp_path: Path) -> None:
    """A terminal without UTF-8 gets escapes instead of an internal error."""
    filing = tmp_path / "filing.yaml"
    filing.write_text("licensee: Fünf\n", "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pitboss", "check", str(filing)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True,
    )  # fmt: skip
    assert run.returncode == 2
    assert rb"F\xfcnf" in run.stdout


def test_faults_beyond_a_thousand_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filing = tmp_path / "filing.json"
    filing.write_text("{" + ", ".join(f'"key{n}": 1' for n in range(3000)) + "}", "utf-8")
    assert main(["check", str(filing)]) == 2
    reported = capsys.readouterr().out
    assert reported.count("error E201") == 1_000
    assert "error E214: the filing has 2,001 more faults; correct the first ones and check again" in reported


def test_a_damaged_parquet_file_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    whole = tmp_path / "rounds.parquet"
    assert main(["rounds", "deal", "roulette", "--rounds", "40", "--filing", str(WHEEL), "--out", str(whole)]) == 0
    intact = whole.read_bytes()
    codes = set()
    for seed in range(count(8, soak=20)):
        draw = random.Random(seed)
        damaged = bytearray(intact)
        for _ in range(draw.choice([1, 3, 20])):  # most of them in the metadata, at the end
            damaged[-1 - draw.randrange(draw.choice([600, len(damaged)]))] = draw.randrange(256)
        whole.write_bytes(damaged)
        codes.add(
            main(
                ["rounds", "audit", str(whole), "--filing", str(WHEEL), "--engine", draw.choice(["plain", "columnar"])]
            )
        )
    assert 2 in codes and codes <= {0, 1, 2}  # a changed value in a sound file is a breach, or is not noticed


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (SECTION + "          pairs bars all but one\n", "R119", 6, 11),
        (SECTION + "(b)       boxes is at most 3 when " + " and ".join(["decks = 1"] * 3000) + "\n", "R135", 6, 35),
        (SECTION + "(b)       boxes is at most " + "1 + " * 3000 + "1\n", "R135", 6, 28),
        (SECTION + "(b)       boxes is at most 3 when " + "not " * 3000 + "decks = 1\n", "R135", 6, 419),
        (SECTION + "(b)       boxes is at most " + "9" * 5000 + "\n", "R135", 6, 28),
        (SECTION.replace("1:1-9.1", "1:1-" + "9" * 5000 + ".1"), "R135", 1, 9),
    ],
    ids=["one subject", "and", "plus", "not", "digits", "section"],
)
def test_rules_of_absurd_size(
    text: str, code: str, line: int, column: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "law.rules"
    rules.write_text(text, "utf-8")
    assert main(["rules", "fmt", "--check", str(rules)]) == 2
    reported = capsys.readouterr().err
    assert f"error {code}:" in reported
    assert f"law.rules:{line}:{column}" in reported
    assert len(reported) < 2_000
