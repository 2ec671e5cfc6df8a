"""Formats the worksheet of an inspection for paper: by pit, each question once, with a column for each table."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.filing.inspection import STANDS
from pitboss.reports.html_page import page
from pitboss.reports.worksheet_rows import worksheet_rows

_COLUMNS = 8  # tables side by side
_Row = dict[str, str]


def worksheet_html(data: AuditData) -> str:
    """The same questions as in the CSV; tables of a pit and game with the same questions are side by side."""
    rows = list(worksheet_rows(data))
    return page(
        "worksheet.html.j2",
        a=data,
        blocks=list(_blocks([row for row in rows if row["table"]])),
        blanks=[row for row in rows if not row["table"]],
    )


def _blocks(rows: list[_Row]) -> Iterator[dict[str, object]]:
    by_table: dict[str, list[_Row]] = {}
    for row in rows:
        by_table.setdefault(row["table"], []).append(row)
    groups: dict[tuple[object, ...], list[str]] = {}
    for number, asked in by_table.items():
        key = (asked[0]["pit"], asked[0]["game"], tuple(row["clause"] for row in asked))
        groups.setdefault(key, []).append(number)
    pits = list(dict.fromkeys(pit for pit, _, _ in groups))
    for (pit, game, _), numbers in sorted(groups.items(), key=lambda entry: pits.index(entry[0][0])):
        for start in range(0, len(numbers), _COLUMNS):
            tables = numbers[start : start + _COLUMNS]
            yield {"pit": pit, "game": game, "tables": tables, "rows": list(_questions([by_table[t] for t in tables]))}


def _questions(asked: list[list[_Row]]) -> Iterator[dict[str, object]]:
    for same in zip(*asked, strict=True):
        filed = list(dict.fromkeys(row["so_far"] for row in same))
        so_far = filed[0] if len(filed) == 1 else "not the same for all of these; see the CSV"
        look = same[0]["look"]
        yield {"provision": same[0]["provision"], "look": look, "so_far": so_far, "stands": look == STANDS}
