"""The site of the whole rulebook, made once; with and without a text of the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.product import (
    Catalog,
    LawUnderLint,
    lines_of,
    lint_data,
    load_catalog,
    load_core,
    load_examples,
    sets_data,
)
from tests.support.product import site_files as site
from tests.support.product import site_pages as pages
from tests.support.product import site_printed_text as printed
from tests.support.product import split_provisions as split

MATRICES = "pitboss.reports.site.pages.matrices"

TEXT = """19:47-2.22 Streak wager

(a) A made-up paragraph about <script>alert("lamps")</script> & tiles.

(d) Two lamps burn:

1. A red one; or

(z) A paragraph that the rules do not have.
"""


@pytest.fixture(scope="session", autouse=True)
def matrices_once(book: Catalog) -> Iterator[None]:
    """The matrices of the rulebook, computed once: they take most of the time, and every site has the same."""
    from pitboss.reports.site.links import links
    from pitboss.reports.site.matrices import matrices

    made = matrices(book, links(book))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            MATRICES, lambda catalog, known: made if catalog.digest == book.digest else matrices(catalog, known)
        )
        yield


@pytest.fixture(scope="session")
def book() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def model(book: Catalog) -> dict[str, Any]:
    games = [name for name, of in book.names.items() if of.kind == "game"]
    sets = {game: data for game in games if (data := sets_data(book, game, "2011-06-08"))}
    lint = lint_data(LawUnderLint(load_core(), book))
    return pages(book, lint=lint, sets=sets, examples=load_examples())


@pytest.fixture(scope="session")
def plain(model: dict[str, Any]) -> dict[str, str]:
    return site(model)


@pytest.fixture(scope="session")
def with_text(book: Catalog) -> dict[str, str]:
    return site(pages(book, printed(split({"a": lines_of(TEXT, "a")}))))
