"""The filing as the checker sees it: facts, each traceable to where it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.checker.runtime.operations import Facts
from pitboss.grammar.quick_start import dataclass, field

Path = tuple[str | int, ...]  # keys and indices into a document's data; the first item is the document's index


@dataclass(frozen=True, slots=True, eq=False)
class FiledTable:
    """One table. A choice filed as a list makes several `variants` of its facts, and every variant must comply."""

    number: str
    pit: str
    game: str
    variants: tuple[Facts, ...]
    path: Path
    defaults: Path | None  # where the defaults of its game are written


@dataclass(frozen=True, slots=True)
class Event:
    id: str
    facts: Facts  # kind, subject, on (ISO day or moment), tables (tuple of numbers), notice (None, False or a dict)
    path: Path

    @property
    def tables(self) -> tuple[str, ...]:
        """The numbers of the tables that it concerns."""
        numbers = self.facts.get("tables")
        return numbers if isinstance(numbers, tuple) else ()


@dataclass(frozen=True, slots=True)
class Attestation:
    provision: str  # "19:47-2.2(d)3" or a clause id
    tables: tuple[str, ...] | None  # None: everywhere
    answer: bool | None
    basis: str  # represented or observed
    by: str
    on: str
    path: Path
    note: str = ""


@dataclass(frozen=True, slots=True)
class Approval:
    instrument: str
    digest: str
    provision: str
    tables: tuple[str, ...] | None
    value: object  # the approved value: normalized to the field's type where possible, else as filed
    since: str | None
    until: str | None
    conditions: tuple[str, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class FiledDocument:
    """A document that the filing names, and its digest as filed."""

    name: str
    kind: str
    sha256: str
    path: Path  # of the entry


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether a table of the filing was found on the floor as filed."""

    table: str
    answer: bool
    by: str
    on: str
    remark: str
    path: Path


@dataclass(frozen=True, slots=True)
class Stranger:
    """A table that was found on the floor and is not in the filing."""

    table: str
    pit: str
    game: str
    by: str
    on: str
    remark: str
    path: Path


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a worksheet states about the tables themselves; its other answers are attestations."""

    seen: tuple[Seen, ...] = ()
    strangers: tuple[Stranger, ...] = ()


@dataclass(frozen=True, slots=True)
class Filing:
    licensee: Facts
    effective: str | None
    certified: bool
    tables: tuple[FiledTable, ...]
    pits: tuple[str, ...]
    events: tuple[Event, ...]
    attestations: tuple[Attestation, ...]
    approvals: tuple[Approval, ...]
    documents: tuple[FiledDocument, ...]
    written: Callable[[FiledTable | None, tuple[str, ...]], Path] = field(compare=False)
    """Where a fact is really written: through defaults and named paytables, the nearest thing that exists."""
    certifications: tuple[Mapping[str, str | None], ...] = ()  # by, role, on, as far as they are filled in
    faults: tuple[tuple[str, Path], ...] = ()  # code and path of each fault of its form
    inspection: Inspection | None = None  # None: no worksheet was returned
    not_read: int = (
        0  # tables that the filing lists and that could not be read: without number or game, or listed twice
    )
