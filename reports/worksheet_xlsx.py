"""Formats the worksheet of an inspection as a workbook, with a drop-down for the answers; `--inspection` reads it back."""

from __future__ import annotations

from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.filing.inspection import COLUMNS
from pitboss.reports.workbook import plain_sheet
from pitboss.reports.worksheet_rows import worksheet_rows

_WIDTHS = {"what to look for": 60, "clause": 40, "filed so far": 24, "provision": 24, "remark": 40}


def worksheet_xlsx(data: AuditData) -> bytes:
    """The rows of the CSV worksheet; every cell is text, also a table number or a day."""
    rows = [(*row.values(), "", "", "", "") for row in worksheet_rows(data)]
    return plain_sheet("Worksheet", COLUMNS, rows, _WIDTHS, {"answer": ("yes", "no")})
