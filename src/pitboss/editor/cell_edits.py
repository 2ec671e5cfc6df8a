"""Edits of a workbook's cells: the value of a fact, of an entry in a list, or of an empty cell below a header.

A cell of a sheet has a number as its position, so that edits of cells are edits like those of a text; the text is what the cell
should hold, and empty to clear it.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.advice.filed_edits import Edit as FiledEdit
from pitboss.advice.filed_edits import edited, value_at
from pitboss.checker.filing.scalar_values import canonical
from pitboss.checker.filing.workbook import DEFAULTS
from pitboss.checker.read import NO_FILES, Unsaved
from pitboss.checker.read.document import Document, Steps, existing
from pitboss.checker.read.xlsx import cell_value
from pitboss.editor.node_edits import Edit
from pitboss.grammar.diagnostics import Place
from pitboss.reports.filing_cell import filing_cell

if TYPE_CHECKING:
    from openpyxl import Workbook  # type: ignore[import-untyped]

_COLUMNS = 1 << 14  # of a sheet, at most
_LOST = (
    "/drawings/",
    "/charts/",
    "/media/",
    "/pivot",
    "/externalLinks/",
    "vbaProject",
)  # parts that openpyxl does not write again


def sheet_name(document: str, sheet: str) -> str:
    """The name under which the edits of a sheet are listed."""
    return f"{document}!{sheet}"


def cell_edits(
    document: Document, some: Iterable[FiledEdit], unsaved: Unsaved = NO_FILES
) -> dict[str, tuple[Edit, ...]] | None:
    """The edits by sheet; None if one has no cell of its own, or the workbook has parts that could not be kept."""
    wanted = [replace(each, place=(0, *each.place[1:])) for each in some]
    after = edited([document.data], wanted)[0]
    cells = _Cells(unsaved.get(os.path.abspath(document.path)) or Path(document.path).read_bytes())
    made: dict[Place, str] = {}
    rows: dict[Place, list[str]] = {}  # of an offer, with the tables that it is still for
    for edit in wanted:
        steps = edit.place[1:]
        if edit.new is None and (row := _own_row(document, steps)):
            tables = rows.get(row) or cells.tables(document, steps, row)
            rows[row] = [table for table in tables if table != _table(document, steps)]
            steps = steps[:-1]  # the cell of the table may list the offer too
            if not _is_cell(document, steps) and value_at(after, steps):
                continue
        home, place = _home(document, steps, cells)
        text = _text(value_at(document.data, home), value_at(after, home), cells.text(place)) if place else None
        if place is None or text is None or made.setdefault(place, text) != text:
            return None
    for row, tables in rows.items():
        made |= cells.without(row, tables)
    if any(part in name for name in cells.parts() for part in _LOST):
        return None
    by_sheet: dict[str, list[Edit]] = {}
    for place, text in made.items():
        at = place.line * _COLUMNS + place.column
        by_sheet.setdefault(sheet_name(document.name, place.sheet), []).append((at, at, text))
    return {name: tuple(sorted(edits)) for name, edits in by_sheet.items()}


def _loaded(raw: bytes) -> Workbook:
    from openpyxl import load_workbook

    return load_workbook(BytesIO(raw))


_stored = lru_cache(maxsize=2)(_loaded)  # one workbook is asked about for every finding; nothing changes what is cached


class _Cells:
    """The cells of a workbook as they are stored, read when they are first needed."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    @property
    def book(self) -> Workbook:
        return _stored(self.raw)

    def parts(self) -> list[str]:
        """The names of the parts of the archive."""
        with zipfile.ZipFile(BytesIO(self.raw)) as archive:
            return archive.namelist()

    def text(self, place: Place) -> str:
        return str(self.book[place.sheet].cell(place.line, place.column).value or "")

    def below_header(self, row: Place, key: str) -> Place | None:
        """The cell of a row under the header with a key."""
        for header in next(self.book[row.sheet].iter_rows(max_row=1), ()):
            if canonical(str(header.value or "")) == key:
                return replace(row, column=header.column, end=None)
        return None

    def _filled(self, row: Place) -> list[Place]:
        return [replace(row, column=c.column, end=None) for c in self.book[row.sheet][row.line] if c.value is not None]

    def tables(self, document: Document, offer: Steps, row: Place) -> list[str]:
        """The tables that the row of an offer is for: the cell that states nothing of the offer itself."""
        known = value_at(document.data, offer)
        stated = {document.place((*offer, key)).column for key in known} if isinstance(known, dict) else set()
        named = [place for place in self._filled(row) if place.column not in stated]
        return [number.strip() for place in named for number in self.text(place).split(";")]

    def without(self, row: Place, left: list[str]) -> dict[Place, str]:
        """The cells of the row of an offer that is for these tables only; all empty if it is for none."""
        filled = self._filled(row)
        if not left:
            return dict.fromkeys(filled, "")
        return {
            place: "; ".join(left)
            for place in filled
            if {*left} <= {each.strip() for each in self.text(place).split(";")}
        }


def _own_row(document: Document, steps: Steps) -> Place | None:
    """The row of an offer that has one, in the sheet of its kind."""
    if len(steps) < 3 or not isinstance(value_at(document.data, steps), dict) or _is_cell(document, steps):
        return None
    place, table = document.place(steps), document.place(steps[:-2])
    return place if (place.sheet, place.line) != (table.sheet, table.line) else None


def _table(document: Document, offer: Steps) -> str:
    """The table of an offer, as the rows of offers name it."""
    return f"{DEFAULTS}{offer[1]}" if offer[0] == "defaults" else str(value_at(document.data, (*offer[:-2], "number")))


def _is_cell(document: Document, steps: Steps) -> bool:
    """Whether what is there has a cell, not only a row: then its key is in the row of headers."""
    return document.place(steps).line > document.place(steps, key=True).line


def _home(document: Document, steps: Steps, cells: _Cells) -> tuple[Steps, Place | None]:
    """What the cell of a value holds, of an item of a list the list, and the cell; of an absent value, the cell below its header."""
    found = existing(document.data, steps)
    if _is_cell(document, found):
        place = document.place(found)
        ends = range(1, len(found) + 1)
        whole = (
            found[:end] for end in ends if document.place(found[:end]) == place and _is_cell(document, found[:end])
        )
        return next(whole), place
    row = steps[:-1]
    below = len(found) >= len(row) and not _is_cell(document, row)
    return steps, cells.below_header(document.place(row), str(steps[-1])) if below else None


def _text(old: object, new: object, shown: str) -> str | None:
    """What the cell should hold in place of what it shows; None for a value that rows of their own state in part."""
    if new is None or new == "":
        return ""
    if isinstance(new, list) and (isinstance(old, list) or old is None):
        own, kept = (
            [each for each in old or () if isinstance(each, dict)],
            [each for each in new if isinstance(each, dict)],
        )
        if any(each not in own for each in kept):
            return None
        if own:  # some have rows of their own, whether the cell lists them too or not
            known, names = {*map(_name, old or ())}, {*map(_name, new)}
            listed = [name.strip() for name in shown.split(";") if canonical(name) in names]
            new = [*listed, *(each for each in new if _name(each) not in known)]
            return str(filing_cell(new, True, False)) if new or not kept else ""
    return str(filing_cell(new, True, isinstance(new, dict)))


def _name(offer: object) -> str:
    return canonical(str(next(iter(offer.values())) if isinstance(offer, dict) else offer))


def with_cells(raw: bytes, sheets: Mapping[str, Iterable[Edit]]) -> bytes:
    """The workbook with other values in some cells, by sheet; everything else stays as it is."""
    book = _loaded(raw)
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
    cells = (cell for sheet in _stored(raw).worksheets for row in sheet.iter_rows() for cell in row)
    return [f"{cell.parent.title}!{cell.coordinate}: {cell.value}\n" for cell in cells if cell.value is not None]


def shown_sheets(raw: bytes) -> list[dict[str, object]]:
    """The visible sheets with the texts of their cells, each as it is read; row and column are those of the workbook."""
    from openpyxl import load_workbook

    made = []
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
