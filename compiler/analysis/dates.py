"""R207: a clause, by its own dates or its edition's, starts before it ends."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Diagnostic


def empty_intervals(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report editions and clauses that end before they start."""
    for section in book.sections:
        for edition in section.editions:
            if edition.since and edition.until and edition.since >= edition.until:
                yield Diagnostic("R207", f"the edition '{edition.name}' ends before it starts", edition.place)
    for clause in book.clauses:
        for version in clause.versions:
            if version.since and version.until and version.since >= version.until:
                yield Diagnostic(
                    "R207",
                    f"the clause ends on {version.until}, before it starts on {version.since}",
                    version.place,
                    help="a clause without `from` starts with its edition, or when its section was adopted",
                )
