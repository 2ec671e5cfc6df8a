r"""A YAML text as nodes with places, as far as it can be parsed: an editor asks about texts that are being written.

>>> text = "pits: [{name: A, tables: [{number: 1, game: bl"
>>> found = at(nodes(text), len(text))
>>> found.path, found.node.value, found.key
(('pits', 0, 'tables', 0, 'game'), 'bl', False)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from pitboss.checker.read.document import Steps
from pitboss.checker.read.limits import USUAL
from pitboss.checker.read.yaml_events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    YAMLError,
    YamlEvent,
    events,
)


@dataclass(slots=True)
class Scalar:
    """A word; `alias` if it is the name of an anchor elsewhere. Offsets count characters from the beginning of the text."""

    start: int
    end: int
    value: str
    alias: bool = False
    anchor: str | None = None


@dataclass(slots=True)
class Mapping:
    """The entries in their order; an entry whose value is not written yet has None."""

    start: int
    end: int
    entries: list[tuple[Scalar, Node | None]] = field(default_factory=list)
    anchor: str | None = None

    def get(self, key: str) -> Node | None:
        """The value of a key, also through `<<`."""
        return next((value for name, value in self.entries if name.value == key), None)


@dataclass(slots=True)
class YamlList:
    start: int
    end: int
    items: list[Node] = field(default_factory=list)
    anchor: str | None = None


Node: TypeAlias = Scalar | Mapping | YamlList


@dataclass(frozen=True, slots=True)
class Found:
    """The word at an offset: its path in the data, and whether it is a key there."""

    path: Steps
    node: Scalar
    key: bool


class _Unfinished(Exception):
    """The text ends, or cannot be parsed further."""


class _NodeReader:
    def __init__(self, text: str) -> None:
        self._next, self.anchors = events(text), dict[str, Node]()
        self._depth = 0

    def get(self) -> YamlEvent:
        try:
            event = self._next()
        except YAMLError as error:
            raise _Unfinished from error
        if event is None or event.__class__ in (StreamEndEvent, DocumentEndEvent):
            raise _Unfinished
        return event

    def node(self, event: YamlEvent, keep: list[Node]) -> None:
        """Read a node into `keep` before its parts are read, so that what is read of it survives a fault."""
        start, end, kind = event.start_mark.index, event.end_mark.index, event.__class__
        if kind is AliasEvent:
            keep.append(Scalar(start, end, event.anchor or "", alias=True))
            return
        if kind is ScalarEvent:
            made: Node = Scalar(start, end, event.value, anchor=event.anchor)
        elif kind is MappingStartEvent:
            made = Mapping(start, end, anchor=event.anchor)
        else:
            made = YamlList(start, end, anchor=event.anchor)
        keep.append(made)
        if event.anchor:
            self.anchors[event.anchor] = made
        self._depth += 1
        if self._depth > USUAL.depth:
            raise _Unfinished
        if isinstance(made, Mapping):
            self._mapping(made)
        elif isinstance(made, YamlList):
            self._sequence(made)
        self._depth -= 1

    def _mapping(self, made: Mapping) -> None:
        while (event := self.get()).__class__ is not MappingEndEvent:
            read: list[Node] = []
            self.node(event, read)
            key = read[0] if isinstance(read[0], Scalar) else Scalar(read[0].start, read[0].end, "")
            made.entries.append((key, None))
            value: list[Node] = []
            try:
                self.node(self.get(), value)
            finally:
                made.entries[-1] = (key, value[0] if value else None)
                made.end = max(made.end, value[0].end if value else key.end)
        made.end = event.end_mark.index

    def _sequence(self, made: YamlList) -> None:
        while (event := self.get()).__class__ is not SequenceEndEvent:
            try:
                self.node(event, made.items)
            finally:
                made.end = max(made.end, made.items[-1].end)
        made.end = event.end_mark.index


@dataclass(frozen=True, slots=True)
class Tree:
    """The nodes of a text, and its anchors by name."""

    root: Node | None
    anchors: dict[str, Node]

    def behind(self, node: Node | None) -> Node | None:
        """The node that an alias stands for."""
        for _ in range(len(self.anchors) + 1):
            if not (isinstance(node, Scalar) and node.alias):
                return node
            node = self.anchors.get(node.value)
        return None

    def get(self, node: Node | None, key: str) -> Node | None:
        """The value of a key of a mapping; what `<<` merges counts where the mapping does not have the key."""
        node = self.behind(node)
        if not isinstance(node, Mapping):
            return None
        if (own := node.get(key)) is not None:
            return self.behind(own)
        merged = self.behind(node.get("<<"))
        some = merged.items if isinstance(merged, YamlList) else [merged] if isinstance(merged, Mapping) else []
        return next((value for one in some if one is not node and (value := self.get(one, key)) is not None), None)

    def along(self, path: Steps) -> Node | None:
        """The node at a path."""
        node = self.root
        for step in path:
            node = self.behind(node)
            if isinstance(node, Mapping):
                node = self.get(node, str(step))
            elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                return None
        return self.behind(node)


def nodes(text: str) -> Tree:
    """The nodes of a text, as far as it can be parsed."""
    reader, read = _NodeReader(text), list[Node]()
    try:
        while (event := reader.get()).__class__ not in (MappingStartEvent, SequenceStartEvent, ScalarEvent, AliasEvent):
            pass
        reader.node(event, read)
    except _Unfinished:
        pass
    return Tree(read[0] if read else None, reader.anchors)


def at(tree: Tree, offset: int) -> Found | None:
    """The word at an offset, its end included."""
    node, path = tree.root, Steps()
    while node is not None:
        if isinstance(node, Scalar):
            return Found(path, node, False) if node.start <= offset <= node.end else None
        if isinstance(node, Mapping):
            inside = None
            for key, value in node.entries:
                if (
                    key.start <= offset <= key.end
                ):  # also where a block before it ends, since that reaches as far as the next key
                    return Found((*path, key.value), key, True)
                if value is not None and value.start <= offset <= value.end:
                    inside = key, value
            path, node = ((*path, inside[0].value), inside[1]) if inside else (path, None)
        else:
            step = next((n for n, item in enumerate(node.items) if item.start <= offset <= item.end), None)
            path, node = ((*path, step), node.items[step]) if step is not None else (path, None)
    return None


def words(tree: Tree) -> list[Found]:
    """Every word of the text with its path."""
    found: list[Found] = []

    def visit(node: Node | None, path: Steps) -> None:
        if isinstance(node, Scalar):
            found.append(Found(path, node, False))
        elif isinstance(node, Mapping):
            for key, value in node.entries:
                found.append(Found((*path, key.value), key, True))
                visit(value, (*path, key.value))
        elif isinstance(node, YamlList):
            for n, item in enumerate(node.items):
                visit(item, (*path, n))

    visit(tree.root, ())
    return found
