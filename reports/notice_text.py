"""Formats a notice without its tables, for reports that list them separately."""

from __future__ import annotations

import re


def without_tables(notice: str) -> str:
    """The statement of a notice.

    >>> without_tables("Tables 207, 208: Players to a box are 4."), without_tables("Surrender requires notice.")
    ('Players to a box are 4.', 'Surrender requires notice.')
    """
    return re.sub(r"^Tables? [^:]*: ", "", notice)
