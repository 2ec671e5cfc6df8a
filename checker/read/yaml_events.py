"""The events of a YAML text from libyaml through PyYAML, or from PyYAML's own parser where its C part is missing.

>>> [type(event).__name__ for event in iter(events("a: 1"), None)][2:5]
['MappingStartEvent', 'ScalarEvent', 'ScalarEvent']
"""

from __future__ import annotations

import re
from collections.abc import Callable

from yaml import MarkedYAMLError, YAMLError  # type: ignore[import-untyped]
from yaml.events import (  # type: ignore[import-untyped]
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.parser import Parser  # type: ignore[import-untyped]
from yaml.reader import Reader  # type: ignore[import-untyped]
from yaml.scanner import Scanner  # type: ignore[import-untyped]

from pitboss.checker.read.decoding import line_columns
from pitboss.grammar.diagnostics import Place
from pitboss.grammar.quick_start import Protocol, regex

# ruamel.yaml.clib is no substitute: its libyaml, 0.1.7, refuses `[6:5]` and any ':' inside a word between brackets.
try:
    from yaml._yaml import CParser  # type: ignore[import-untyped]
except ImportError:
    CParser = None


class _PurePython(Reader, Scanner, Parser):  # type: ignore[misc]
    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


__all__ = [
    "AliasEvent", "DocumentEndEvent", "DocumentStartEvent", "YamlEvent", "MappingEndEvent", "MappingStartEvent",
    "MarkedYAMLError", "ScalarEvent", "SequenceEndEvent", "SequenceStartEvent", "StreamEndEvent", "YAMLError",
    "events", "spot",
]  # fmt: skip


class Mark(Protocol):
    """Counts characters, not bytes."""

    index: int
    line: int
    column: int


class YamlEvent(Protocol):
    """The attributes of events that are used here; a scalar without quotes has an empty style."""

    start_mark: Mark
    end_mark: Mark
    anchor: str | None
    value: str
    style: str | None
    tag: str | None
    flow_style: bool


def events(text: str) -> Callable[[], YamlEvent | None]:
    """A function that returns the next event, and None after the last; it raises YAMLError."""
    parser = CParser(text) if CParser is not None else _PurePython(text)
    return parser.get_event  # type: ignore[no-any-return]


_PROPERTIES = regex(r"(?:[&!][^\s,\[\]{}]*+(?:\s++(?:#[^\r\n]*+\s*+)*+|(?=[,\]}])|\Z))*+")


def spot(text: str, file: str, event: YamlEvent, last: YamlEvent | None = None) -> Place:
    """Where the value of an event is written, without its anchor and tag; `last` ends a list or mapping."""
    mark, end = event.start_mark, (last or event).end_mark.index
    start = mark.index
    if text[start : start + 1] in ("&", "!"):
        value = _PROPERTIES.match(text, start).end()  # type: ignore[union-attr]
        start = value if value <= end else start
    lines = re.split("[\r\n]", text[start:end], maxsplit=1)
    end = start + (1 if last and lines[1:] else len(lines[0].rstrip(" \t")))
    line, column = mark.line + 1, mark.column + 1
    # Counted from the mark: counting from the beginning of the text would be quadratic in the number of anchors.
    if start != mark.index:
        for extra, after in line_columns(text[mark.index : start], [start - mark.index]):
            line, column = line + extra - 1, after if extra > 1 else column + after - 1
    return Place(file, line, column, column + end - start if end > start else None)
