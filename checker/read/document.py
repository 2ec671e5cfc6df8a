"""The result of reading: plain data, and on request the place of each piece of it.

>>> from pitboss.checker.read import read
>>> source = read("no such file.yaml")
>>> source.documents, source.problems[0].code
((), 'E001')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import TYPE_CHECKING, Protocol, dataclass, field

if TYPE_CHECKING:
    from typing import TypeAlias

Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | Decimal | bool | None"
Steps = tuple[str | int, ...]


class Look(Protocol):
    """A second, streaming pass over a text: the place of each path, or where it is really written if elsewhere."""

    def __call__(self, paths: list[Steps], key: bool, written: bool) -> Mapping[Steps, Place | None]: ...


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of parsing a text: data and a function that locates paths in it, or problems."""

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
    path: str = field(repr=False)
    look: Look = field(repr=False, compare=False)

    def place(self, path: Steps, key: bool = False) -> Place:
        """The place of the value at `path`, or of its key; if it is absent, of the closest entry around it."""
        return self.places([path], key)[path]

    def places(self, paths: Iterable[Steps], key: bool = False) -> dict[Steps, Place]:
        """`place` for many paths, in one pass over the text that stops after the last of them."""
        found = self.look(list(paths), key, False)
        return {path: place for path, place in found.items() if place}

    def origins(self, paths: Iterable[Steps]) -> dict[Steps, Place]:
        """`places`, except that a value reached through an alias has the place of its text."""
        requested = list(paths)
        behind = {path: place for path, place in self.look(requested, False, True).items() if place}
        return {**self.places(path for path in requested if path not in behind), **behind}

    def written(self, path: Steps, key: bool = False) -> Place | None:
        """The place of the text of the value, if it is reached through an alias or `<<: *anchor`."""
        return self.look([path], key, True)[path]


@dataclass(frozen=True, slots=True)
class SourceDocuments:
    """All documents and all problems; `texts` also contains the files that could not be parsed."""

    documents: tuple[Document, ...]
    problems: tuple[Diagnostic, ...]
    texts: Mapping[str, str] = field(repr=False, default_factory=dict)


def existing(data: Data, path: Steps) -> Steps:
    """The longest prefix of `path` that exists in `data`.

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
