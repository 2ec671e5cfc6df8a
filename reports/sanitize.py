"""Makes text from a filing safe for a terminal."""

from __future__ import annotations


def safe(line: str) -> str:
    """The text with control characters, direction overrides and CI workflow commands made visible and inactive.

    >>> safe("a\\x1b[31m"), safe("##[add-mask]a")
    ('a\\\\x1b[31m', '#\\\\x23[add-mask]a')
    """
    line = line.replace("##[", "#\\x23[")
    if line.isascii() and line.isprintable():
        return line
    import unicodedata

    return "".join(
        c
        if c.isprintable() and unicodedata.category(c) != "Cf"
        else " "
        if c == "\t"
        else c.encode("unicode_escape").decode()
        for c in line
    )
