"""The worksheet of an inspection for paper: a block a table, boxes to tick, the same ids as in the CSV."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from pitboss.reports.page import page
from pitboss.reports.worksheet_rows import worksheet_rows


def worksheet_html(data: dict[str, Any]) -> str:
    rows = list(worksheet_rows(data))
    blocks = [
        {"table": table, "pit": pit, "game": game, "rows": list(block)}
        for (table, pit, game), block in groupby(
            (row for row in rows if row["table"]), key=lambda row: (row["table"], row["pit"], row["game"])
        )
    ]
    return page("worksheet.html.j2", a=data, blocks=blocks, blanks=[row for row in rows if not row["table"]])
