"""Wraps a text: the first line after its name, the others aligned with it."""

from __future__ import annotations

_WIDTH = 96


def wrapped(start: str, text: str, width: int = _WIDTH) -> list[str]:
    """The lines of a text, broken at spaces alone, as `textwrap` breaks them, which is imported for other space and for an empty text.

    >>> wrapped("  decks  ", "six or eight of them", 20)
    ['  decks  six or', '         eight of', '         them']
    """
    indent = " " * len(start)
    first, *words = text.split(" ")
    if not first or [first, *filter(None, words)] != text.split():
        from textwrap import wrap

        return wrap(
            text, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
        )
    lines, line, spaces = list[str](), start + first, ""
    for word in words:
        spaces += " "
        if not word:
            continue
        if len(line) + len(spaces) + len(word) <= width:
            line += spaces + word
        else:
            lines.append(line)
            line = indent + word
        spaces = ""
    return [*lines, line]
