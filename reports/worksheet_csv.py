"""Formats the worksheet of an inspection as CSV: printed for the floor, filled in, and read back by `--inspection`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.filing.inspection import COLUMNS
from pitboss.reports.csv_text import csv_text
from pitboss.reports.worksheet_rows import worksheet_rows

_Answers = Mapping[str, tuple[str, str, str, str]]  # by the id of a row: answer (yes or no), by, on, remark
_UNSEEN = ("", "", "", "")


def worksheet(data: AuditData, answers: _Answers = MappingProxyType({})) -> str:
    """To be filled in: answer (yes or no, or nothing), by, on, remark."""
    return csv_text([COLUMNS, *((*row.values(), *answers.get(row["id"], _UNSEEN)) for row in worksheet_rows(data))])
