"""Filings in JSON."""

from pathlib import Path

from tests.fuzz.filings import check

SUFFIX = ".json"
SEEDS = ("examples/**/*.json", "tests/rounds/*.json", "tests/fuzz/corpus/json_files/*")


def attempt(path: Path) -> None:
    check(path)
