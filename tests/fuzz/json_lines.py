"""Records of rounds in JSON Lines."""

from pathlib import Path

from tests.fuzz.records import audit

SUFFIX = ".jsonl"
SEEDS = ("tests/fuzz/corpus/json_lines/*",)


def attempt(path: Path) -> None:
    audit(path, "cards.yaml")
