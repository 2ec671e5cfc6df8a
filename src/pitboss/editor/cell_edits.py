"""Edits of a workbook's cells: the value of a fact, of an entry in a list, or of an empty cell below a header.

A cell of a sheet has a number as its position, so that edits of cells are edits like those of a text; the text is what the cell
should hold, and empty to clear it.
"""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import BytesIO

from pitboss.advice.filed_edits import Edit as FiledEdit
from pitboss.advice.filed_edits import edited, value_at
from pitboss.checker.filing.scalar_values import canonical
from pitboss.checker.read.document import Document, Steps, existing
from pitboss.checker.read.xlsx import cell_value
from pitboss.editor.node_edits import Edit
from pitboss.grammar.diagnostics import Place
from pitboss.reports.filing_cell import filing_cell

_COLUMNS = 1 << 14  # of a sheet, at most
_LOST = ("/drawings/", "/charts/", "/media/", "/pivot", "/externalLinks/", "vbaProject")  # parts that openpyxl does not write again


def sheet_name(document: str, sheet: str) -> str:
    """The name under which the edits of a sheet are listed."""
    return f"{document}!{sheet}"


def cell_edits(document: Document, some: Iterable[FiledEdit]) -> dict[str, tuple[Edit, ...]] | None:
    """The edits by sheet; None if one has no cell of its own, or the workbook has parts that could not be kept."""
    wanted = [replace(each, place=(0, *each.place[1:])) for each in some]
    after = edited([document.data], wanted)[0]
    made: dict[str, set[Edit]] = {}
    for edit in wanted:
        place = home = None
        if len(found := existing(document.data, edit.place[1:])) == len(edit.place) - 1 or _is_cell(document, found):
            home = _home(document, found)
            place = document.place(home) if home else None
        elif len(found) == len(edit.place) - 2:
            home = edit.place[1:]
            place = _below_header(document, found, str(home[-1]))
        text = _text(value_at(document.data, home), value_at(after, home)) if place and home else None
        if place is None or text is None:
            return None
        at = place.line * _COLUMNS + place.column
        made.setdefault(sheet_name(document.name, place.sheet), set()).add((at, at, text))
    with zipfile.ZipFile(document.path) as archive:
        if any(part in name for name in archive.namelist() for part in _LOST):
            return None
    return {name: tuple(sorted(edits)) for name, edits in made.items()}


def _is_cell(document: Document, steps: Steps) -> bool:
    """Whether what is there has a cell, not only a row: then its key is in the row of headers."""
    return document.place(steps).line > document.place(steps, key=True).line


def _home(document: Document, steps: Steps) -> Steps | None:
    """The whole that the cell holds: of an item of a list, the list."""
    if not _is_cell(document, steps):
        return None
    place = document.place(steps)
    ends = range(1, len(steps) + 1)
    return next(steps[:end] for end in ends if document.place(steps[:end]) == place and _is_cell(document, steps[:end]))


def _below_header(document: Document, row: Steps, key: str) -> Place | None:
    """The empty cell of a row under the header with a key."""
    from openpyxl import load_workbook  # type: ignore[import-untyped]

    at = document.place(row)
    book = load_workbook(document.path, read_only=True)
    for column, header in enumerate(next(book[at.sheet].iter_rows(max_row=1, values_only=True), ()), start=1):
        if canonical(str(header or "")) == key and not _is_cell(document, row):
            return replace(at, column=column)
    return None


def _text(old: object, new: object) -> str | None:
    """What the cell should hold; None for a value that rows of their own state in part."""
    if new is None or new == "":
        return ""
    if isinstance(new, list) and (isinstance(old, list) or old is None):  # an offer with a row of its own is listed by its name
        if [each for each in old or () if isinstance(each, dict)] != [each for each in new if isinstance(each, dict)]:
            return None
        new = [next(iter(each.values())) if isinstance(each, dict) else each for each in new]
    return str(filing_cell(new, True, isinstance(new, dict)))


def with_cells(raw: bytes, sheets: Mapping[str, Iterable[Edit]]) -> bytes:
    """The workbook with other values in some cells, by sheet; everything else stays as it is."""
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(raw))
    for sheet, edits in sheets.items():
        for at, _, text in edits:
            row, column = divmod(at, _COLUMNS)
            cell = book[sheet].cell(row, column)
            number = text.isdecimal() and cell.number_format != "@"
            cell.value = int(text) if number else text or None
            if text and not number:
                cell.data_type = "s"  # also where it begins with '='
    made = BytesIO()
    book.save(made)
    return made.getvalue()


def cell_lines(raw: bytes) -> list[str]:
    """Each cell with a value as a line, for a comparison."""
    from openpyxl import load_workbook

    cells = (cell for sheet in load_workbook(BytesIO(raw)).worksheets for row in sheet.iter_rows() for cell in row)
    return [f"{cell.parent.title}!{cell.coordinate}: {cell.value}\n" for cell in cells if cell.value is not None]


def shown_sheets(raw: bytes) -> list[dict[str, object]]:
    """The visible sheets with the texts of their cells, each as it is read; row and column are those of the workbook."""
    from openpyxl import load_workbook

    made = []
    with warnings.catch_warnings(action="ignore"):  # openpyxl warns of what it leaves out
        book = load_workbook(BytesIO(raw), read_only=True, data_only=True, keep_links=False)
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        sheet.reset_dimensions()
        rows = [[_shown(cell.value, str(cell.number_format)) for cell in row] for row in sheet.iter_rows()]
        while rows and not any(rows[-1]):
            rows.pop()
        made.append({"name": sheet.title, "rows": rows})
    return made


def _shown(stored: object, number_format: str) -> str:
    value = cell_value(stored, number_format)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
