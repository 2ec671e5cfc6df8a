"""Records of rounds in CSV."""

from pathlib import Path

from tests.fuzz.records import audit

SUFFIX = ".csv"
SEEDS = ("tests/fuzz/corpus/csv_rounds/*",)


def attempt(path: Path) -> None:
    audit(path, "cards.yaml")
