"""Filings in YAML."""

from pathlib import Path

from tests.fuzz.filings import check

SUFFIX = ".yaml"
SEEDS = ("examples/**/*.yaml", "tests/rounds/*.yaml", "tests/fuzz/corpus/yaml_files/*")


def attempt(path: Path) -> None:
    check(path)
