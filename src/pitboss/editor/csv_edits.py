"""Edits of a list of tables in CSV: the values of cells, and the offers that a cell lists or that have columns of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.advice.filed_edits import Edit as FiledEdit
from pitboss.advice.filed_edits import value_at
from pitboss.checker.filing.scalar_values import canonical
from pitboss.checker.read.document import Document, Steps
from pitboss.editor.node_edits import Edit
from pitboss.grammar.diagnostics import Place


def csv_edits(document: Document, some: Iterable[FiledEdit]) -> list[Edit] | None:
    """The edits of the text; None if one has no cell of its own."""
    cells: dict[Steps, str] = {}
    for edit in some:
        steps = edit.place[1:]
        row, old = steps[:1], value_at(document.data, steps)
        if isinstance(old, Mapping) and edit.new is None:  # an offer with columns of its own
            cells |= dict.fromkeys(_leaves(old, steps), "")
            names = _listed(document, steps[:-1], cells)
            if names is not None:
                cells[steps[:-1]] = "; ".join(name for name in names if canonical(name) != canonical(str(steps[-1])))
        elif isinstance(old, Mapping) and isinstance(edit.new, Mapping):  # an offer more, which needs only its name
            names = _listed(document, steps, cells)
            if names is None or any(edit.new[name] for name in edit.new.keys() - old.keys()):
                return None
            cells[steps] = "; ".join([*names, *(str(name) for name in edit.new if name not in old)])
        elif (
            old is None
            or isinstance(old, Mapping)
            or isinstance(edit.new, Mapping)
            or _place(document, steps) is None
            or row == steps
        ):
            return None
        else:
            cells[steps] = "" if edit.new is None else str(edit.new)
    return [_stated(document, steps, text) for steps, text in cells.items()]


def _leaves(value: object, steps: Steps) -> Iterator[Steps]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(each, (*steps, key))
    else:
        yield steps


def _place(document: Document, steps: Steps) -> Place | None:
    """The cell of a field, filled or empty; None if the list has no column for it: then what is found is the row."""
    place = document.place(steps)
    return None if place == document.place(steps[:1]) else place


def _listed(document: Document, steps: Steps, cells: Mapping[Steps, str]) -> list[str] | None:
    """The names that a cell lists, after the edits so far; None if no cell lists any."""
    if steps in cells:
        text = cells[steps]
    elif place := _place(document, steps):
        start, end = _span(document, place)
        text = document.text[start:end].strip('"')
    else:
        return None
    return [name.strip() for name in text.split(";") if name.strip()]


def _span(document: Document, place: Place) -> tuple[int, int]:
    start = sum(len(line) for line in document.text.splitlines(True)[: place.line - 1]) + place.column - 1
    return start, start + (place.end - place.column if place.end else 0)


def _stated(document: Document, steps: Steps, value: str) -> Edit:
    start, end = _span(document, document.place(steps))
    filed = document.text[start:end]
    quoted = filed[:1] == '"' or any(mark in value and mark not in filed for mark in ',;"\t\n')
    return start, end, '"' + value.replace('"', '""') + '"' if quoted else value
