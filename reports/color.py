"""Color for terminals."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN, PASS

_CODES: dict[str, str] = {FAIL: "31", OPEN: "35", NEEDS: "33", APPROVED: "36", PASS: "32", "dim": "2", "bold": "1"}


def paint(color: bool) -> Callable[[str, str], str]:
    """
    >>> paint(False)("fail", "no"), paint(True)("fail", "no")
    ('no', '\\x1b[31mno\\x1b[0m')
    """
    return (
        (lambda kind, words: f"\x1b[{_CODES.get(kind, '0')}m{words}\x1b[0m") if color else (lambda kind, words: words)
    )
