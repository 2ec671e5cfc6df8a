"""What was read from rule files and registers, kept from one compilation to the next, so that only a file that changed is parsed.

An entry states what it was made from: the content of the file and of the code that reads it. Any other entry, and one that is
nothing of the kind, is ignored and replaced, so a cache changes how long a compilation takes and nothing else.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Protocol

from pitboss import grammar
from pitboss.compiler.front import register
from pitboss.compiler.front.register import read_register
from pitboss.compiler.model import serial
from pitboss.grammar import tree
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.input_files import read_regular
from pitboss.grammar.input_folders import sources_digest
from pitboss.grammar.parse import Parsed, lark_version, parse_bytes
from pitboss.grammar.resolved_rulebook import ResolvedAnomaly

_TYPES = serial.types_of(tree, Place, ResolvedAnomaly)


class DataCache(Protocol):
    """Where data is kept by a key; the caller decides where that is."""

    def cached(self, key: tuple[str, ...]) -> object:
        """Return the data stored under the key, or None."""

    def store(self, key: tuple[str, ...], data: object) -> None:
        """Store JSON data under the key."""


class Sources:
    """Reads rule files and registers, and keeps what it read from those without a fault. Without a cache, it reads each file anew."""

    def __init__(self, cache: DataCache | None = None) -> None:
        self.cache = cache

    def rules(self, path: Path, name: str, content: bytes) -> Parsed:
        """What `parse_bytes` returns for the content."""
        if isinstance(known := self._known(path, name, content), tree.SectionNode | tree.VocabularyNode):
            return Parsed(known, ())
        parsed = parse_bytes(content, name)
        if not parsed.problems:
            self._keep(path, name, content, parsed.tree)
        return parsed

    def register(self, path: Path, name: str, content: bytes) -> tuple[list[ResolvedAnomaly], list[Diagnostic]]:
        """What `read_register` returns for the content."""
        known = self._known(path, name, content)
        if isinstance(known, tuple) and all(isinstance(entry, ResolvedAnomaly) for entry in known):
            return [*known], []
        entries, problems = read_register(content, name)
        if not problems:
            self._keep(path, name, content, tuple(entries))
        return entries, problems

    def _known(self, path: Path, name: str, content: bytes) -> object:
        if self.cache is not None:
            match self.cache.cached(_key(path)):
                case [str(origin), str(written)] if origin == self._origin(name, content):
                    with suppress(serial.Corrupt):
                        return serial.loads(written, _TYPES)
        return None

    def _keep(self, path: Path, name: str, content: bytes, read: object) -> None:
        if self.cache is not None:
            self.cache.store(_key(path), [self._origin(name, content), serial.dumps(read, _TYPES)])

    def _origin(self, name: str, content: bytes) -> str:
        return hashlib.sha256(b"%s\0%s\0" % (self._code.encode(), name.encode()) + content).hexdigest()

    @cached_property
    def _code(self) -> str:
        """The digest of everything that an entry depends on besides its file."""
        modules = (serial.__file__, register.__file__)
        digests = (hashlib.sha256(read_regular(Path(module))).hexdigest() for module in modules)
        return " ".join((sources_digest(Path(*grammar.__path__)), *digests, lark_version()))


def _key(path: Path) -> tuple[str, ...]:
    return "source", str(path.resolve())  # one entry for each file, however often it changes
