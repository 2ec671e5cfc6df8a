"""The subchapter that a user means."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.compiler.model.catalog_entries import Catalog


def find_subchapter(book: Catalog, given: str | None) -> tuple[str | None, str]:
    """Return the subchapter, with or without its chapter, or an error message; None if none is given.

    >>> from pitboss.compiler.model.catalog_entries import Catalog, SectionEntry
    >>> book = Catalog("d", sections=(SectionEntry("1:1-12.3", "", None, None, ""),))
    >>> find_subchapter(book, None), find_subchapter(book, "1:1-12"), find_subchapter(book, "21")
    ((None, ''), ('12', ''), (None, "no subchapter '21' in the rulebook; it has 12"))
    """
    from pitboss.compiler.catalog.coverage import inside, subchapters

    if given is None:
        return None, ""
    known, wanted = subchapters(book), given.strip().rpartition("-")[2].upper()
    if wanted in known:
        return wanted, ""
    if any(inside(gap.citation, wanted) for gap in book.missing):
        return None, f"the rulebook has no text of subchapter {wanted}; it has {', '.join(known)}"
    return None, f"no subchapter '{given}' in the rulebook; it has {', '.join(known)}"
