"""Formats a value as a cell of a CSV file: a quote precedes a text that a spreadsheet would take for a formula; a
number stays a number.
"""

from __future__ import annotations

from decimal import Decimal

from pitboss.reports.sanitize import safe

_UNSAFE = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def cell(value: object) -> str:
    """
    >>> cell("=1+1"), cell("2 to 1"), cell(None), cell("\\tx"), cell("-1"), cell(-1)
    ("'=1+1", '2 to 1', '', "' x", "'-1", '-1')
    """
    if isinstance(value, int | Decimal):
        return str(value)
    text = "" if value is None else str(value)
    return ("'" if text.startswith(_UNSAFE) else "") + safe(text)
