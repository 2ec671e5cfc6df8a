"""Tables as pages show them: the options of one payout side by side wherever they speak of the same rows."""

from __future__ import annotations

from typing import Any

_Json = dict[str, Any]


def shown(tables: list[_Json], key: str) -> list[_Json]:
    """Blocks (for six decks, for eight) are one table: a group of columns each where they speak of the same rows, or else
    of rows. `key` names the clause, so that what else is known of a table can be set beside it.

    >>> block = {"label": None, "rows": [["Hand", "pays"], ["Trio", "5 to 1"]]}
    >>> (one,) = shown([block | {"for": "sets: 1"}, block | {"for": "sets: 2"}], "1:1-9.1(b)/pair-pays")
    >>> one["groups"], one["head"], one["blocks"][0]["rows"]
    ([{'title': 'sets: 1', 'span': 1}, {'title': 'sets: 2', 'span': 1}], ['Hand', 'pays', 'pays'], [['Trio', '5 to 1', '5 to 1']])
    """
    if len(tables) < 2 or not all(t["for"] for t in tables):
        return [_table(key, t["rows"][0], [_block(t, t["rows"][1:])]) for t in tables]
    if _alike(tables):
        return [_beside(tables, key)]
    heads = [t["rows"][0] for t in tables]
    widest = max(heads, key=len)
    if all(head == widest[: len(head)] for head in heads):
        padded = [[[*row, *[""] * (len(widest) - len(row))] for row in t["rows"][1:]] for t in tables]
        return [_table(key, widest, [_block(t, rows) for t, rows in zip(tables, padded, strict=True)])]
    return [_table(key, t["rows"][0], [_block(t, t["rows"][1:])]) for t in tables]


def _beside(tables: list[_Json], key: str) -> _Json:
    order = list(dict.fromkeys(row[0] for table in tables for row in table["rows"][1:]))
    found = [{row[0]: row[1:] for row in table["rows"][1:]} for table in tables]
    widths = [len(table["rows"][0]) - 1 for table in tables]
    first = {t["rows"][0][0] for t in tables}
    head = [first.pop() if len(first) == 1 else "", *(cell for t in tables for cell in t["rows"][0][1:])]
    rows = [
        [name, *(cell for cells, w in zip(found, widths, strict=True) for cell in cells.get(name, [""] * w))]
        for name in order
    ]
    groups = [
        {"title": " ".join(filter(None, (t["label"], t["for"]))), "span": width}
        for t, width in zip(tables, widths, strict=True)
    ]
    return {**_table(key, head, [{"title": None, "label": None, "rows": rows}]), "groups": groups}


def _block(table: _Json, rows: list[list[str]]) -> _Json:
    return {"title": table["for"], "label": table["label"], "rows": rows}


def _table(key: str, head: list[str], blocks: list[_Json]) -> _Json:
    return {"key": key, "groups": [], "head": head, "blocks": blocks}


def _alike(tables: list[_Json]) -> bool:
    """Whether they share their rows, mostly, and fit side by side."""
    names = [{row[0] for row in table["rows"][1:]} for table in tables]
    wide = sum(len(table["rows"][0]) - 1 for table in tables)
    together = set.union(*names)
    return wide <= 6 and len(together) <= 1.34 * min(len(n) for n in names)
