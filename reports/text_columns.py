"""Rows in columns for a terminal: text to the left, figures to the right."""

from __future__ import annotations

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), indent: str = "  ") -> list[str]:
    """`right`: the columns that are set to the right.

    >>> columns([("decks", "edge"), ("6", "1/18"), ("8", "1/9")], right=[1])
    ['  decks  edge', '  6      1/18', '  8       1/9']
    """
    wide = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return [
        (indent + "  ".join(f"{cell:{'>' if n in right else '<'}{wide[n]}}" for n, cell in enumerate(row))).rstrip()
        for row in rows
    ]
