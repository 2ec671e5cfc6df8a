"""Tables as pages show them: the options of one payout side by side wherever they speak of the same rows."""

from __future__ import annotations

from typing import Any

_Json = dict[str, Any]


def shown(tables: list[_Json], key: str) -> list[_Json]:
    """Blocks (for six decks, for eight) of the same rows become one table with a group of columns each; others stand apart.

    `key` names the clause, so that what else is known of a table can be set beside it.

    >>> block = {"label": None, "rows": [["Hand", "pays"], ["Trio", "5 to 1"]]}
    >>> (one,) = shown([block | {"for": "sets: 1"}, block | {"for": "sets: 2"}], "1:1-9.1(b)/pair-pays")
    >>> one["groups"], one["head"], one["rows"]
    ([{'title': 'sets: 1', 'span': 1}, {'title': 'sets: 2', 'span': 1}], ['Hand', 'pays', 'pays'], [['Trio', '5 to 1', '5 to 1']])
    """
    if len(tables) < 2 or not _alike(tables):
        return [_one(table, key) for table in tables]
    order = list(dict.fromkeys(row[0] for table in tables for row in table["rows"][1:]))
    found = [{row[0]: row[1:] for row in table["rows"][1:]} for table in tables]
    widths = [len(table["rows"][0]) - 1 for table in tables]
    return [
        {
            "key": key,
            "title": None,
            "label": None,
            "groups": [{"title": t["for"], "span": width} for t, width in zip(tables, widths, strict=True)],
            "head": [tables[0]["rows"][0][0], *(cell for t in tables for cell in t["rows"][0][1:])],
            "rows": [
                [name, *(cell for rows, w in zip(found, widths, strict=True) for cell in rows.get(name, [""] * w))]
                for name in order
            ],
        }
    ]


def _alike(tables: list[_Json]) -> bool:
    """Whether they share their rows, mostly, and fit side by side."""
    names = [{row[0] for row in table["rows"][1:]} for table in tables]
    wide = sum(len(table["rows"][0]) - 1 for table in tables)
    together = set.union(*names)
    return wide <= 6 and len(together) <= 1.34 * min(len(n) for n in names) and all(t["for"] for t in tables)


def _one(table: _Json, key: str) -> _Json:
    head, *rows = table["rows"]
    return {"key": key, "title": table["for"], "label": table["label"], "groups": [], "head": head, "rows": rows}
