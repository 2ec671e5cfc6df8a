"""R214: the margin is the law: labels in its order, none skipped; one may come back after its children."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitboss.compiler.front.resolve import label_order
from pitboss.compiler.front.walk import fault
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place

_PARTS = re.compile(r"\(([A-Za-z]+)\)(\d*)([a-z]*)")
_TENS = ("", "x", "xx", "xxx")
_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
ROMAN = tuple(_TENS[n // 10] + _ONES[n % 10] for n in range(1, 40))


def labels_are_in_order(book: Rulebook) -> Iterator[Diagnostic]:
    """
    >>> list(labels_are_in_order(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    for file in book.trees:
        if isinstance(file, t.Section):
            for written in _written(file):
                yield from _in_order(written)


def ancestors(label: str) -> tuple[str, ...]:
    """
    >>> ancestors("(e)2iv")
    ('(e)', '(e)2', '(e)2iv')
    """
    found = _PARTS.fullmatch(label)
    if not found:
        return ()
    letters, digits, roman = found.groups()
    steps = [f"({letters})"]
    if digits:
        steps.append(f"({letters}){digits}")
    if roman:
        steps.append(label)
    return tuple(steps)


def following(label: str) -> str:
    """The label that the law prints behind this one, on its level.

    >>> following("(e)2iv"), following("(i)"), following("(z)"), following("(c)9")
    ('(e)2v', '(j)', '(aa)', '(c)10')
    """
    letters, digits, roman = _PARTS.fullmatch(label).groups()  # type: ignore[union-attr]
    if roman:
        index = ROMAN.index(roman) + 1 if roman in ROMAN else 0
        return f"({letters}){digits}{ROMAN[index]}" if 0 < index < len(ROMAN) else label
    if digits:
        return f"({letters}){int(digits) + 1}"
    if letters[-1] in "zZ":
        return f"({chr(ord(letters[0]) - 25) * (len(letters) + 1)})"
    return (
        f"({letters[:-1]}{chr(ord(letters[-1]) + 1)})"
        if len(set(letters)) > 1 or len(letters) == 1
        else f"({chr(ord(letters[0]) + 1) * len(letters)})"
    )


def labels_of(book: Rulebook, citation: str) -> tuple[str, ...]:
    """Every label printed in a section in hand, and those above them, as the law has them."""
    found = [
        step
        for file in book.trees if isinstance(file, t.Section) and file.citation == citation
        for written in _written(file) for label, _ in written for step in ancestors(label)
    ]  # fmt: skip
    return tuple(dict.fromkeys(found))


def _first(label: str) -> str:
    """The first sibling of a label, below its parent."""
    letters, _, roman = _PARTS.fullmatch(label).groups()  # type: ignore[union-attr]
    return label[: -len(roman)] + "i" if roman else f"({letters})1"


def _written(section: t.Section) -> Iterator[list[tuple[str, Place]]]:
    """The labels of each edition, as they stand in the margin."""
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


def _in_order(written: list[tuple[str, Place]]) -> Iterator[Diagnostic]:
    last: dict[str, str] = {}  # parent ("" on the top) → the sibling printed last
    seen: dict[str, Place] = {}
    before = ""
    for label, place in written:
        if not _PARTS.fullmatch(label):
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
                "every provision has an entry; what no machine can check is said with `leave`",
            )
    elif step.lower() == following(sibling).lower():
        return
    elif label_order(step.lower()) < label_order(sibling.lower()):
        yield fault("R214", f"{step} stands after {sibling}", place, "clauses stand in the law's order")
    else:
        yield fault(
            "R214",
            f"{following(sibling)} is missing between {sibling} and {step}",
            place,
            "every provision has an entry; what no machine can check is said with `leave`",
        )
