"""Locates values in a JSON text. Standalone validators contain this file.

>>> locate('{"a": [10,\\n  20]}', [("a", 1), ("a",)])
{('a',): (1, 7, 8), ('a', 1): (2, 3, 5)}
"""

from __future__ import annotations

from collections.abc import Iterable
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]

from pitboss.checker.read.decoding import line_columns
from pitboss.grammar.quick_start import regex

_Steps = tuple[str | int, ...]
_SPACE = regex(r"[ \t\r\n]*")
# Numbers stay text: skipping a value must not cost more than its length.
_STEP_OVER = JSONDecoder(parse_int=str, parse_float=str, strict=False)


def locate(text: str, requested: Iterable[_Steps], keys: bool = False) -> dict[_Steps, tuple[int, int, int]]:
    """(line, column, end column) of each requested value, or of its key, all from 1, in the order of the text.

    A value that spans several lines ends after its first character. A path that does not exist is omitted. The text must be
    valid JSON. Reading stops after the last path; anything before it is skipped in C.
    """
    tree: dict[str | int | None, object] = {}
    for path in requested:
        here = tree
        for step in path:
            here = here.setdefault(step, {})  # type: ignore[assignment]
        here[None] = path
    spans: list[tuple[_Steps, int, int]] = []
    if tree:
        _descend(text, _space(text, 0), tree, keys, spans)
    spans.sort(key=lambda span: span[1])
    starts = line_columns(text, (start for _, start, _ in spans))
    return {
        path: (line, column, column + (1 if "\n" in text[start:end] or "\r" in text[start:end] else end - start))
        for (path, start, end), (line, column) in zip(spans, starts, strict=True)
    }


def _space(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]


def _descend(text: str, at: int, tree: dict, keys: bool, spans: list) -> None:  # type: ignore[type-arg]
    """Record the places that `tree` requests of the value at `at` and inside it."""
    if None in tree and not (keys and tree[None] and isinstance(tree[None][-1], str)):
        spans.append((tree[None], at, _STEP_OVER.raw_decode(text, at)[1]))
    left = len(tree) - (None in tree)
    if text[at] not in "[{":
        return
    mapping, number = text[at] == "{", 0
    at = _space(text, at + 1)
    while left and text[at] not in "]}":
        step: str | int = number
        if mapping:
            step, after = scanstring(text, at + 1)
            if keys and None in tree.get(step, ()):
                spans.append((tree[step][None], at, after))
            at = _space(text, _space(text, after) + 1)
        if step in tree:
            _descend(text, at, tree[step], keys, spans)
            left -= 1
        if left:
            at = _space(text, _STEP_OVER.raw_decode(text, at)[1])
            at = _space(text, at + 1) if text[at] == "," else at
        number += 1
