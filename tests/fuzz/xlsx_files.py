"""Filings as workbooks."""

from pathlib import Path

from tests.fuzz.filings import check

SUFFIX = ".xlsx"
SEEDS = ("tests/fuzz/corpus/xlsx_files/*",)


def attempt(path: Path) -> None:
    check(path)
