"""Filings in CSV."""

from pathlib import Path

from tests.fuzz.filings import check

SUFFIX = ".csv"
SEEDS = ("examples/**/*.csv", "tests/rounds/*.csv", "tests/fuzz/corpus/csv_files/*")


def attempt(path: Path) -> None:
    check(path)
