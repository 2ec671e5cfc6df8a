"""Merges the documents of a filing: lists are concatenated, mappings are merged, and an entry that is stated twice is
a fault.

>>> from dataclasses import make_dataclass
>>> file = make_dataclass("File", ("name", "data"))
>>> floor = file("d/floor.yaml", {"pits": [{"name": "A", "tables": {"file": "a.csv"}}]})
>>> list(references([floor, file("d/a.csv", [])]))
[((0, 'pits', 0, 'tables', 'file'), 'd/a.csv')]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import dirname, join, normpath, relpath

from pitboss.checker.filing.field_reader import FieldReader
from pitboss.checker.filing.model import Path
from pitboss.checker.filing.scalar_values import shown
from pitboss.grammar.quick_start import Protocol, dataclass, field

LIST_SECTIONS = ("pits", "statements", "events", "attestations", "approvals", "documents")
MAP_SECTIONS = ("submission", "paytables", "defaults")


class Filed(Protocol):
    """A document: its data, and its name as the operator writes it."""

    @property
    def name(self) -> str: ...

    @property
    def data(self) -> object: ...


_PITS = "list the pits under 'pits', each with its 'name' and its 'tables'"


@dataclass(slots=True)
class Gathered:
    items: dict[str, list[tuple[Path, object]]] = field(default_factory=dict)  # of the sections that are lists
    blocks: dict[str, list[tuple[Path, dict[str, object]]]] = field(default_factory=dict)  # of those that are mappings
    sheets: dict[str, int] = field(default_factory=dict)  # documents that are lists of tables
    used: dict[int, Path] = field(default_factory=dict)  # and where each is referred to
    no_pits: bool = False  # a fault, of which it is no second one that no pit refers to a list of tables


def gather(reader: FieldReader, documents: Sequence[Filed]) -> Gathered:
    made = Gathered({name: [] for name in LIST_SECTIONS}, {name: [] for name in MAP_SECTIONS})
    for i, document in enumerate(documents):
        if isinstance(document.data, list):
            made.sheets[normpath(document.name)] = i
            continue
        for key, value in reader.mapping(document.data, (i,), "the sections of a filing").items():
            path: Path = (i, key)
            if key in LIST_SECTIONS:
                listed = reader.sequence(value, path, key)
                made.items[key] += [((*path, j), item) for j, item in enumerate(listed)]
            elif key in MAP_SECTIONS:
                made.blocks[key].append((path, reader.mapping(value, path, "what is stated")))
            else:
                help = (
                    "tables are listed under 'pits', each pit with its 'tables'"
                    if key in ("table", "tables", "pit")
                    else ""
                )
                reader.unknown_key(key, path, (*MAP_SECTIONS, *LIST_SECTIONS), help)
    stated = [document.data.get("pits") for document in documents if isinstance(document.data, dict)]
    if all(pits is None for pits in stated):
        made.no_pits = True
        sheet = next((name.rpartition("/")[2] for name in made.sheets), "")
        help = (
            f"write `pits: [{{name: A, tables: {{file: {sheet}}}}}]` into a file filing.yaml next to {sheet}"
            if sheet
            else _PITS
        )
        reader.fault("E203", "'pits' is missing: a filing must list tables", (0,) if documents else (), help)
    return made


class Once:
    """Tracks entries that several documents may state: equal entries are harmless, different entries are a fault."""

    def __init__(self, reader: FieldReader) -> None:
        self.reader = reader
        self.seen: dict[tuple[str, ...], tuple[Path, object]] = {}
        self.two_ways: set[tuple[str, ...]] = set()

    def new(self, key: tuple[str, ...], value: object, path: Path) -> bool:
        """Whether the entry is to be read here."""
        if key not in self.seen:
            self.seen[key] = (path, value)
            return True
        first_path, first_value = self.seen[key]
        if first_value != value:
            message = f"{shown(key[-1])} is stated in two documents, differently"
            self.reader.fault("E207", message, path, "", True, ("the other", first_path))
            self.two_ways.add(key)
        return False

    def disputed(self, key: tuple[str, ...]) -> bool:
        """Whether the entry is stated in two ways, and therefore unknown."""
        return key in self.two_ways


def references(documents: Sequence[Filed]) -> Iterator[tuple[Path, str]]:
    """Every `{file: ...}` in place of tables: where it is written, and the name of the document that it refers to."""
    for i, document in enumerate(documents):
        pits = document.data.get("pits") if isinstance(document.data, dict) else None
        for j, pit in enumerate(pits if isinstance(pits, list) else ()):
            tables = pit.get("tables") if isinstance(pit, dict) else None
            path: Path = (i, "pits", j, "tables")
            each = [(path, tables)] if isinstance(tables, dict) else []
            each += [((*path, k), row) for k, row in enumerate(tables)] if isinstance(tables, list) else []
            for at, row in each:
                if isinstance(row, dict) and isinstance(row.get("file"), str):
                    yield (*at, "file"), named_from(document.name, row["file"])


def named_from(document: str, reference: str) -> str:
    """The name of a file that a document refers to."""
    return normpath(join(dirname(document), reference))


def as_referred(document: str, name: str) -> str:
    """The reference by which a document would name that file."""
    return relpath(name, dirname(document) or ".")
