"""Formats the worksheet of an inspection as a workbook, with a drop-down for the answers; `--inspection` reads it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from io import BytesIO

from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.filing.inspection import COLUMNS
from pitboss.reports.worksheet_rows import worksheet_rows
from pitboss.reports.zip_bytes import unchanging

_WIDTHS = {"what to look for": 60, "clause": 40, "filed so far": 24, "provision": 24, "remark": 40}


def worksheet_xlsx(data: AuditData) -> bytes:
    """The rows of the CSV worksheet; every cell is text, also a table number or a day."""
    rows = [(*row.values(), "", "", "", "") for row in worksheet_rows(data)]
    return _plain_sheet("Worksheet", COLUMNS, rows, _WIDTHS, {"answer": ("yes", "no")})


def _plain_sheet(
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Mapping[str, int],
    choices: Mapping[str, tuple[str, ...]],
) -> bytes:
    """A workbook of one sheet of text, with drop-downs in some columns."""
    from openpyxl import Workbook  # type: ignore[import-untyped]
    from openpyxl.styles import Alignment, Font  # type: ignore[import-untyped]
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]
    from openpyxl.worksheet.datavalidation import DataValidation  # type: ignore[import-untyped]

    book = Workbook()
    sheet = book.active
    sheet.title = title
    first = sheet.cell(1, 1)
    first.number_format, first.alignment = "@", Alignment(wrap_text=True, vertical="top")
    style = copy(first._style)  # looked up once: openpyxl compares a style that is set with all others, for every cell
    first.font = Font(bold=True)
    for number, row in enumerate([head, *rows], start=1):
        for column, text in enumerate(row, start=1):
            cell = sheet.cell(number, column, text or None)
            cell._style = style if number > 1 else first._style
            if text:
                cell.data_type = "s"
    for column, name in enumerate(head, start=1):
        letter = get_column_letter(column)
        sheet.column_dimensions[letter].width = widths.get(name, 12)
        if name in choices:
            listed = DataValidation("list", formula1=f'"{",".join(choices[name])}"', allow_blank=True)
            listed.add(f"{letter}2:{letter}{max(2, len(rows) + 1)}")
            sheet.add_data_validation(listed)
    sheet.freeze_panes = "A2"
    made = BytesIO()
    book.save(made)
    return unchanging(made.getvalue())
