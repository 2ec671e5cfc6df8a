"""What reading gives: plain data, and on request where each piece of it is written.

>>> from pitboss.checker.read import read
>>> source = read("no such file.yaml")
>>> source.documents, source.problems[0].code
((), 'E001')
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol, Union

from pitboss.grammar.diagnostics import Diagnostic, Place

Data = Union[dict[str, "Data"], list["Data"], str, int, Decimal, bool, None]  # noqa: UP007 (`|` takes no forward names)
Steps = tuple[str | int, ...]


class Look(Protocol):
    """A second, streaming look at a text: the place of each path, or where it is really written if elsewhere."""

    def __call__(self, paths: list[Steps], key: bool, written: bool) -> Mapping[Steps, Place | None]: ...


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a format makes of a text: data and the way to look again, or problems."""

    data: Data = None
    look: Look | None = None
    problems: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One file: `name` is its path as the user would write it, `path` the one to open."""

    name: str
    data: Data = field(repr=False)
    sha256: str
    text: str = field(repr=False)
    format: str
    path: pathlib.Path = field(repr=False)
    look: Look = field(repr=False, compare=False)

    def place(self, path: Steps, key: bool = False) -> Place:
        """Where the value at `path` is written, or its key; for what is absent, the closest thing around it."""
        return self.places([path], key)[path]

    def places(self, paths: Iterable[Steps], key: bool = False) -> dict[Steps, Place]:
        """`place` of many, in one pass over the text that stops after the last of them."""
        found = self.look(list(paths), key, False)
        return {path: place for path, place in found.items() if place}

    def origins(self, paths: Iterable[Steps]) -> dict[Steps, Place]:
        """`places`, but of what is reached through an alias, where its text really stands."""
        requested = list(paths)
        behind = {path: place for path, place in self.look(requested, False, True).items() if place}
        return {**self.places(path for path in requested if path not in behind), **behind}

    def written(self, path: Steps, key: bool = False) -> Place | None:
        """Where the text of the value really stands, when it is reached through an alias or `<<: *anchor`."""
        return self.look([path], key, True)[path]


@dataclass(frozen=True, slots=True)
class SourceDocuments:
    """All that was read, and all that was wrong; `texts` also has the files that were not understood."""

    documents: tuple[Document, ...]
    problems: tuple[Diagnostic, ...]
    texts: Mapping[str, str] = field(repr=False, default_factory=dict)


def existing(data: Data, path: Steps) -> Steps:
    """The longest beginning of `path` that `data` has.

    >>> existing({"a": [1, 2]}, ("a", 1, "b")), existing({"a": [1, 2]}, ("a", 7))
    (('a', 1), ('a',))
    """
    for n, step in enumerate(path):
        if isinstance(data, dict) and step in data:
            data = data[str(step)]
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return path[:n]
    return path
