"""Quotes a word of a command that a report shows."""

from __future__ import annotations

import os

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./")


def shell_word(word: str) -> str:
    """The word as a shell of this platform reads it: those of Windows know no single quotes, or no others.

    >>> shell_word("our filing") in ("'our filing'", '"our filing"')
    True
    """
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([word])
    if word and not set(word) - _PLAIN:
        return word
    from shlex import quote

    return quote(word)
