"""A text as a cell of a CSV file: what a spreadsheet would take for a formula is made plain text by a quote before it."""

from __future__ import annotations

from pitboss.reports.safe import safe

_UNSAFE = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def cell(value: object) -> str:
    """
    >>> cell("=1+1"), cell("2 to 1"), cell(None), cell("\\tx")
    ("'=1+1", '2 to 1', '', "' x")
    """
    text = "" if value is None else str(value)
    return ("'" if text.startswith(_UNSAFE) else "") + safe(text)
