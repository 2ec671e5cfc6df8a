"""The lines around a place, with a caret under the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from pitboss.grammar.diagnostics import Place
from pitboss.reports.safe import safe

_WIDTH = 110


def excerpt(place: Place, texts: Mapping[str, str], tint: Callable[[str, str], str]) -> list[str]:
    """The line, the one above it, and a caret under the value; of a long line the part around the value."""
    shown = [f"  --> {safe(str(place))}"]
    lines = _lines(texts[place.file]) if place.file in texts else []
    if not 0 < place.line <= len(lines):
        return shown
    line = lines[place.line - 1]
    start = len(safe(line[: place.column - 1]))
    length = len(safe(line[place.column - 1 : (place.end or place.column + 1) - 1])) or 1
    left = 0 if start + min(length, 40) < _WIDTH else start - 30
    width = len(str(place.line))
    for number in range(max(1, place.line - 1), place.line + 1):
        shown.append(tint("dim", f"  {number:>{width}} | ") + _window(safe(lines[number - 1]), left))
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
