"""Formats the worksheet of an inspection as CSV: printed for the floor, filled in, and read back by `--inspection`."""

from __future__ import annotations

from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.filing.inspection import COLUMNS
from pitboss.reports.csv_text import csv_text
from pitboss.reports.worksheet_rows import worksheet_rows


def worksheet(data: AuditData) -> str:
    """To be filled in: answer (yes or no, or nothing), by, on, remark."""
    return csv_text([COLUMNS, *((*row.values(), "", "", "", "") for row in worksheet_rows(data))])
