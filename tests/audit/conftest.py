"""Filings judged and told as an account, as `pitboss report` does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import (
    Asked,
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
class Told:
    result: Result
    data: dict[str, Any]

    def finding(self, code: str, table: str) -> dict[str, Any]:
        (found,) = (f for f in self.data["findings"] if f["code"] == code and table in f["tables"])
        return found


Tell = Callable[..., Told]


@pytest.fixture(scope="session")
def tell() -> Tell:
    """The account of a filing on a day, with worksheets read back."""
    book, vocabulary = load_rulebook()
    law = load_catalog()

    def told(path: Path | str, day: str | None = None, *worksheets: Path) -> Told:
        source, filing, problems, texts = load_with_previous(
            str(path), None, book, vocabulary, [str(w) for w in worksheets]
        )
        assert filing is not None
        documents = tuple((d.name, d.sha256) for d in source.documents)
        result = check(str(path), filing, book, vocabulary, day or filing.effective or "", documents, locator(source))
        result = replace(result, problems=problems)
        asked = Asked("pitboss report", root=root_of(str(path)))
        return Told(result, account(result, book, vocabulary, law, texts, locator(source), asked))

    return told


@pytest.fixture(scope="session")
def example(tell: Tell) -> Callable[[str], Told]:
    made: dict[str, Told] = {}

    def of(name: str) -> Told:
        if name not in made:
            made[name] = tell(ROOT / "examples" / name)
        return made[name]

    return of
