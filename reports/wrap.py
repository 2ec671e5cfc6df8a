"""Wraps a text: the first line after its name, the others aligned with it."""

from __future__ import annotations

from textwrap import wrap

_WIDTH = 96


def wrapped(start: str, text: str, width: int = _WIDTH) -> list[str]:
    """
    >>> wrapped("  decks  ", "six or eight of them", 20)
    ['  decks  six or', '         eight of', '         them']
    """
    indent = " " * len(start)
    return wrap(
        text, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
