"""R214: the labels are in the law's order, and none is skipped; a label may come back after its children.

The check reads the rules as written: each edition has labels of its own, which the core merges.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.walk import fault
from pitboss.compiler.model.citations import LABEL_PARTS, ancestors, following, label_order
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def misplaced_labels(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report labels that are skipped, out of order, or come back after other labels than their children."""
    for file in book.trees:
        if isinstance(file, t.SectionNode):
            for margin in _margins(file):
                yield from _in_order(margin)


def _first(label: str) -> str:
    """The first sibling of a label, below its parent."""
    letters, _, roman = LABEL_PARTS.fullmatch(label).groups()  # type: ignore[union-attr]
    return label[: -len(roman)] + "i" if roman else f"({letters})1"


def _in_order(margin: list[tuple[str, Place]]) -> Iterator[Diagnostic]:
    last: dict[str, str] = {}  # parent ("" at the top) → the last sibling so far
    seen: dict[str, Place] = {}
    before = ""
    for label, place in margin:
        if not LABEL_PARTS.fullmatch(label):
            continue
        place = Place(place.file, place.line, 1, 1 + len(label))
        if label in seen:
            if label != before and label not in ancestors(before):
                yield fault(
                    "R214",
                    f"{label} comes back after {before}",
                    place,
                    "a label comes back after its own children only",
                    ("first here", seen[label]),
                )
            before = label
            continue
        for step, parent in zip(ancestors(label), ("", *ancestors(label)), strict=False):
            if step not in seen:
                yield from _next(step, parent, last.get(parent), place, first=not before)
                last[parent] = step
                seen[step] = place
        before = label


def _next(step: str, parent: str, sibling: str | None, place: Place, first: bool) -> Iterator[Diagnostic]:
    if sibling is None:
        if parent and not first and step != _first(step):
            yield fault(
                "R214",
                f"{_first(step)} is missing before {step}",
                place,
                "every provision needs an entry; use `leave` for what code cannot check",
            )
    elif step.lower() == following(sibling).lower():
        return
    elif label_order(step.lower()) < label_order(sibling.lower()):
        yield fault("R214", f"{step} comes after {sibling}", place, "clauses must be in the law's order")
    else:
        yield fault(
            "R214",
            f"{following(sibling)} is missing between {sibling} and {step}",
            place,
            "every provision needs an entry; use `leave` for what code cannot check",
        )


def _margins(section: t.SectionNode) -> Iterator[list[tuple[str, Place]]]:
    """The labels of each edition, in the order in which they are written."""
    found: list[tuple[str, Place]] = []
    for item in section.items:
        if isinstance(item, t.EditionNode):
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
