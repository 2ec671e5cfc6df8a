"""Lays out printed tables for pages: the schedules of a payout side by side if they have the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.compiler.model.catalog_entries import PrintedTable
from pitboss.reports.site.page_data import ColumnsView, RowsView, TableView


def shown(tables: Sequence[PrintedTable], key: str) -> list[TableView]:
    """The tables to show. Schedules (for six decks, for eight) become one table: each is a group of columns if they
    have the same rows, and
    otherwise a group of rows. `key` is the clause, so that a page can add its other data about a table.

    >>> rows = (("Hand", "pays"), ("Trio", "5 to 1"))
    >>> (one,) = shown([PrintedTable("sets: 1", None, rows), PrintedTable("sets: 2", None, rows)], "1:1-9.1(b)/pair-pays")
    >>> one["groups"], one["head"], one["blocks"][0]["rows"]
    ([{'title': 'sets: 1', 'span': 1}, {'title': 'sets: 2', 'span': 1}], ['Hand', 'pays', 'pays'], [['Trio', '5 to 1', '5 to 1']])
    """
    if len(tables) < 2 or not all(t.title for t in tables):
        return [_table(key, t.rows[0], [_block(t, t.rows[1:])]) for t in tables]
    if _same_rows(tables):
        return [_side_by_side(tables, key)]
    heads = [t.rows[0] for t in tables]
    widest = max(heads, key=len)
    if all(head == widest[: len(head)] for head in heads):
        padded = [[[*row, *[""] * (len(widest) - len(row))] for row in t.rows[1:]] for t in tables]
        return [_table(key, widest, [_block(t, rows) for t, rows in zip(tables, padded, strict=True)])]
    return [_table(key, t.rows[0], [_block(t, t.rows[1:])]) for t in tables]


def _side_by_side(tables: Sequence[PrintedTable], key: str) -> TableView:
    order = list(dict.fromkeys(row[0] for table in tables for row in table.rows[1:]))
    found = [{row[0]: row[1:] for row in table.rows[1:]} for table in tables]
    widths = [len(table.rows[0]) - 1 for table in tables]
    first = {t.rows[0][0] for t in tables}
    head = [first.pop() if len(first) == 1 else "", *(cell for t in tables for cell in t.rows[0][1:])]
    rows = [
        [name, *(cell for cells, w in zip(found, widths, strict=True) for cell in cells.get(name, [""] * w))]
        for name in order
    ]
    groups: list[ColumnsView] = [
        {"title": " ".join(filter(None, (t.label, t.title))), "span": width}
        for t, width in zip(tables, widths, strict=True)
    ]
    return {**_table(key, head, [{"title": None, "label": None, "rows": rows}]), "groups": groups}


def _block(table: PrintedTable, rows: Iterable[Sequence[str]]) -> RowsView:
    return {"title": table.title, "label": table.label, "rows": [list(row) for row in rows]}


def _table(key: str, head: Sequence[str], blocks: list[RowsView]) -> TableView:
    return {"key": key, "groups": [], "head": list(head), "blocks": blocks}


def _same_rows(tables: Sequence[PrintedTable]) -> bool:
    """Whether the tables share most rows and fit side by side."""
    names = [{row[0] for row in table.rows[1:]} for table in tables]
    wide = sum(len(table.rows[0]) - 1 for table in tables)
    together = set.union(*names)
    return wide <= 6 and len(together) <= 1.34 * min(len(n) for n in names)
