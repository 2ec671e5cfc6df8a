"""Text from a filing, made harmless for a terminal."""

from __future__ import annotations

import unicodedata


def safe(line: str) -> str:
    """Control characters and direction overrides are shown, never obeyed; nor is what the logs of some CI obey in any line.

    >>> safe("a\\x1b[31m"), safe("##[add-mask]a")
    ('a\\\\x1b[31m', '#\\\\x23[add-mask]a')
    """
    line = line.replace("##[", "#\\x23[")
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
