"""Colour on terminals, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

_COLOURS = {"fail": "31", "open": "35", "needs evidence": "33", "approved": "36", "pass": "32", "dim": "2", "bold": "1"}


def paint(colour: bool) -> Callable[[str, str], str]:
    """
    >>> paint(False)("fail", "no"), paint(True)("fail", "no")
    ('no', '\\x1b[31mno\\x1b[0m')
    """
    return (
        (lambda kind, words: f"\x1b[{_COLOURS.get(kind, '0')}m{words}\x1b[0m")
        if colour
        else (lambda kind, words: words)
    )
