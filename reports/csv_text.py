"""Formats rows as CSV (RFC 4180), with every cell safe for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from pitboss.reports.csv_cell import cell


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """
    >>> csv_text([("a", "b"), ('say "x"', "=1")]).splitlines()[0]
    'a,b'
    """
    made = io.StringIO()
    csv.writer(made, lineterminator="\r\n").writerows([cell(value) for value in row] for row in rows)
    text = made.getvalue()
    return (
        text if text.isascii() else "\ufeff" + text
    )  # without the byte order mark, a spreadsheet assumes another encoding
