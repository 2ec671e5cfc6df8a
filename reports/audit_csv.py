"""The findings of an audit as CSV, for a workbook."""

from __future__ import annotations

from pitboss.checker.account.audit_data import AuditData
from pitboss.reports.csv_text import csv_text
from pitboss.reports.finding_rows import finding_rows


def audit_csv(data: AuditData) -> str:
    """One row for each finding."""
    return csv_text(finding_rows(data))
