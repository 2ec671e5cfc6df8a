"""Quotes a word of a command that a report shows."""

from __future__ import annotations

import os


def shell_word(word: str) -> str:
    """The word as a shell of this platform reads it: those of Windows know no single quotes, or no others.

    >>> shell_word("our filing") in ("'our filing'", '"our filing"')
    True
    """
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([word])
    from shlex import quote

    return quote(word)
