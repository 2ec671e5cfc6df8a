"""Judges filings and builds their accounts, as `pitboss report` does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import (
    ReportRequest,
    Result,
    account,
    check,
    load_catalog,
    load_rulebook,
    load_with_previous,
    locator,
    root_of,
)

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Reported:
    result: Result
    data: dict[str, Any]

    def finding(self, code: str, table: str) -> dict[str, Any]:
        (found,) = (f for f in self.data["findings"] if f["code"] == code and table in f["tables"])
        return found


Report = Callable[..., Reported]


@pytest.fixture(scope="session")
def report() -> Report:
    """The account of a filing on a day, with worksheets read back."""
    book, vocabulary = load_rulebook()
    law = load_catalog()

    def reported(path: Path | str, day: str | None = None, *worksheets: Path) -> Reported:
        source, filing, problems, texts, _ = load_with_previous(
            str(path), None, book, vocabulary, [str(w) for w in worksheets]
        )
        assert filing is not None
        documents = tuple((d.name, d.sha256) for d in source.documents)
        result = check(str(path), filing, book, vocabulary, day or filing.effective or "", documents, locator(source))
        result = replace(result, problems=problems)
        requested = ReportRequest("pitboss report", root=root_of(str(path)))
        return Reported(result, account(result, book, vocabulary, law, texts, locator(source), requested))

    return reported


@pytest.fixture(scope="session")
def example(report: Report) -> Callable[[str], Reported]:
    made: dict[str, Reported] = {}

    def of(name: str) -> Reported:
        if name not in made:
            made[name] = report(ROOT / "examples" / name)
        return made[name]

    return of
