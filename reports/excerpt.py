"""The lines around a place, with a caret under the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from pitboss.grammar.diagnostics import Place
from pitboss.reports.sanitize import safe

_WIDTH = 110


def excerpt(place: Place, texts: Mapping[str, str], tint: Callable[[str, str], str]) -> list[str]:
    """The line, the one above it, and a caret under the value; for a long line, the part around the value."""
    shown = [f"  --> {safe(str(place))}"]
    lines = _lines(texts[place.file]) if place.file in texts else []
    if not 0 < place.line <= len(lines):
        return shown
    # A line may hold a whole filing: only the visible part is processed.
    cut = max(0, place.column - 1 - 2 * _WIDTH)
    near = slice(cut, place.column - 1 + 2 * _WIDTH)
    line, at = lines[place.line - 1][near], place.column - 1 - cut
    start = len(safe(line[:at]))
    length = len(safe(line[at : (place.end or place.column + 1) - 1 - cut])) or 1
    left = 0 if start + min(length, 40) < _WIDTH else start - 30
    width = len(str(place.line))
    for number in range(max(1, place.line - 1), place.line + 1):
        shown.append(tint("dim", f"  {number:>{width}} | ") + _window(safe(lines[number - 1][near]), left))
    caret = "^" * max(1, min(length, _WIDTH - (start - left)))
    return [*shown, tint("dim", f"  {'':>{width}} | ") + " " * (start - left) + tint("fail", caret)]


@lru_cache(maxsize=64)
def _lines(text: str) -> list[str]:
    return text.splitlines()


def _window(line: str, left: int) -> str:
    seen = line[left : left + _WIDTH]
    if left and seen:
        seen = "…" + seen[1:]
    return seen[:-1] + "…" if left + _WIDTH < len(line) else seen
