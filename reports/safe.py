"""Text from a filing, made harmless for a terminal."""

from __future__ import annotations

import unicodedata


def safe(line: str) -> str:
    """Control characters and direction overrides are shown, never obeyed.

    >>> safe("a\\x1b[31m")
    'a\\\\x1b[31m'
    """
    if line.isascii() and line.isprintable():
        return line
    return "".join(
        c
        if c.isprintable() and unicodedata.category(c) != "Cf"
        else " "
        if c == "\t"
        else c.encode("unicode_escape").decode()
        for c in line
    )
