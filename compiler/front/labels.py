"""The labels that a section prints in its margin."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model.citations import ancestors
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Place


def labels_of(book: Rulebook, citation: str) -> tuple[str, ...]:
    """Every label printed in a section, and those that contain it, in the law's order."""
    found = [
        step
        for file in book.trees if isinstance(file, t.Section) and file.citation == citation
        for written in printed_labels(file) for label, _ in written for step in ancestors(label)
    ]  # fmt: skip
    return tuple(dict.fromkeys(found))


def printed_labels(section: t.Section) -> Iterator[list[tuple[str, Place]]]:
    """The labels of each edition, in the order of the margin."""
    found: list[tuple[str, Place]] = []
    for item in section.items:
        if isinstance(item, t.Edition):
            yield found
            found = []
            continue
        if item.label:
            found.append((item.label, item.place))
        s = item.statement
        inner = [
            (p.label, p.place)
            for name in ("parameters", "ranks", "blocks", "exceptions", "readings")
            for p in getattr(s, name, ())
        ]
        for table in (getattr(s, "table", None), *(b.table for b in getattr(s, "blocks", ()))):
            inner += (
                [(label, row[0].place) for label, row in zip(table.labels, table.rows, strict=False)] if table else []
            )
        found += sorted(((label, place) for label, place in inner if label), key=lambda x: x[1])
    yield found
