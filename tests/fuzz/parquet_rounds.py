"""Records of rounds in Parquet."""

from pathlib import Path

from tests.fuzz.records import audit

SUFFIX = ".parquet"
SEEDS = ("tests/fuzz/corpus/parquet_rounds/*",)


def attempt(path: Path) -> None:
    audit(path, "wheel.yaml")
