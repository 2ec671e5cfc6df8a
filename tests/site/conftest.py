"""The site of the whole rulebook, made once; with and without a text of the user's own."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.compiler.ground.lines import lines_of
from pitboss.compiler.ground.provisions import split
from pitboss.reports.site.files import site
from pitboss.reports.site.pages import pages
from pitboss.reports.site.printed_text import printed
from pitboss.rulebook import load_catalog

TEXT = """19:47-2.22 Streak wager

(a) A made-up paragraph about <script>alert("lamps")</script> & tiles.

(d) Two lamps burn:

1. A red one; or

(z) A paragraph that the rules do not have.
"""


@pytest.fixture(scope="session")
def book() -> dict[str, Any]:
    return load_catalog()


@pytest.fixture(scope="session")
def model(book: dict[str, Any]) -> dict[str, Any]:
    return pages(book)


@pytest.fixture(scope="session")
def plain(model: dict[str, Any]) -> dict[str, str]:
    return site(model)


@pytest.fixture(scope="session")
def with_text(book: dict[str, Any]) -> dict[str, str]:
    return site(pages(book, printed(split({"a": lines_of(TEXT, "a")}))))
