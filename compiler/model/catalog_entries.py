"""The catalog: the rulebook as readers of the law see it, in the law's order.

`pitboss law`, the audit report, filing templates and the website read it. It contains the text of each clause in plain English, the
citations in both directions and the history notes, and no expression of the rules. Days are ISO dates, which compare in order.

`compiler/emit/catalog.py` makes it from the core; `compiler/catalog/store.py` writes and reads it, and
`compiler/catalog/json_shape.py` is its form in JSON reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from pitboss.compiler.model.clause_terms import Basis, CitationRole, Scope
from pitboss.grammar.clause_kinds import CheckedAs as CheckedAs
from pitboss.grammar.quick_start import dataclass, field

# ---- constraints: what a clause requires of a table, for the exclusion matrix


class Sign(StrEnum):
    """How the value of a field is compared."""

    IN = "in"
    NOT_IN = "not in"
    AT_LEAST = ">="
    AT_MOST = "<="
    MORE = ">"
    LESS = "<"


@dataclass(frozen=True, slots=True)
class Presence:
    """An offer or a piece of equipment is at the table, or is not."""

    name: str  # streak
    present: bool


@dataclass(frozen=True, slots=True)
class ValueTest:
    """A field has, or does not have, one of the values; or it compares with the only value."""

    field: str  # "decks", "maximum of streak"
    sign: Sign
    values: tuple[str, ...]  # ("6", "8")

    @property
    def name(self) -> str:
        """The variable of the literal."""
        return self.field


Literal = Presence | ValueTest
Alternatives = tuple[Literal, ...]  # at least one is true
Constraints = tuple[Alternatives, ...]  # all are true


# ---- clauses


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table as printed: the heads, then the rows."""

    title: str | None  # "decks of cards in use: 6", if the table is one of several
    label: str | None  # (e)2iv, if it has a label of its own
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """A duty in plain English."""

    words: str  # "If a red lamp is in use, the tiles are shown."
    demand: str  # without its conditions and exceptions: "The tiles are shown."
    expected: str  # "at least 1 to 1"
    conditions: tuple[str, ...]
    values: tuple[str, ...]  # that the duty lists
    tables: tuple[PrintedTable, ...]


@dataclass(frozen=True, slots=True)
class ReadingEntry(Wording):
    """One reading of a text that can be read in several ways."""

    name: str  # at_the_table
    ground: str


@dataclass(frozen=True, slots=True)
class VersionEntry(Wording):
    """A clause from one day to another."""

    since: str | None
    until: str | None  # the first day on which it is no longer in force
    basis: Basis
    ground: str  # of an inferred or presumed start
    operative: str | None
    per: tuple[str, ...]  # citations of what made it
    source: str  # folder/19-47-2.2.rules:22: file and line
    readings: tuple[ReadingEntry, ...]  # only of an open text
    constraints: tuple[Constraints, ...]  # one for each reading

    def in_force(self, day: str) -> bool:
        """Whether the version is in force on a day."""
        return (self.since or "") <= day and (self.until is None or day < self.until)


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """A clause with all its versions."""

    id: str  # 19:47-2.18(a)/streak-bars-multiple_action
    name: str  # streak-bars-multiple_action
    kind: str  # bars
    checked_as: CheckedAs
    scope: Scope
    about: tuple[str, ...]  # the subject: ("streak", "maximum")
    refers_to: tuple[str, ...]  # all names and fields in it, sorted
    subject: str
    bars: tuple[str, ...]  # the two offers that may not be combined
    exclusive: bool  # it bars every two of a list of offers
    versions: tuple[VersionEntry, ...]

    def active(self, day: str) -> VersionEntry | None:
        """The version in force on a day."""
        return next((version for version in self.versions if version.in_force(day)), None)


# ---- sections and provisions


@dataclass(frozen=True, slots=True)
class PartEntry:
    """A part of a clause that has a label of its own: a schedule, a row, an exception."""

    of: str  # the provision of the clause
    checked_as: CheckedAs
    words: str
    tables: tuple[PrintedTable, ...]
    source: str


@dataclass(frozen=True, slots=True)
class CitationEntry:
    """A citation in a provision."""

    role: CitationRole
    printed: str
    reading: str | None  # of a misprint: the intended citation
    ground: str | None
    section: str
    label: str
    available: bool  # whether the rulebook has the text

    @property
    def target(self) -> str:
        """The provision that is cited."""
        return self.section + self.label


@dataclass(frozen=True, slots=True)
class AnomalyEntry:
    """A defect of the law's text, and how the rulebook reads it."""

    code: str  # ODD-2.20-l-capital
    cite: str
    kind: str  # "misprinted citation"
    printed: str
    reading: str
    ground: str
    clauses: tuple[str, ...] | None  # names of the clauses that depend on it; None: all of the provision
    derived: bool  # the rules state it themselves; otherwise it is in the register
    source: str


@dataclass(frozen=True, slots=True)
class ProvisionEntry:
    """What one label of a section contains."""

    label: str  # (e)2iv; empty: the section as a whole
    cite: str
    kinds: tuple[CheckedAs, ...] = ()
    reasons: tuple[str, ...] = ()  # why a part of it is not checkable
    clauses: tuple[ClauseEntry, ...] = ()
    parts: tuple[PartEntry, ...] = ()
    cites: tuple[CitationEntry, ...] = ()
    cited_by: tuple[str, ...] = ()
    anomalies: tuple[AnomalyEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """A history note."""

    kind: str  # "amended"
    day: str | None
    source: str | None  # R.2006 d.205
    operative: str | None = None
    until: str | None = None
    see: tuple[str, ...] = ()  # where the notice was published
    per: tuple[str, ...] = ()
    words: str | None = None


@dataclass(frozen=True, slots=True)
class EditionEntry:
    """A print of the regulation, and the days on which it was current."""

    name: str
    since: str | None
    until: str | None
    words: str | None


@dataclass(frozen=True, slots=True)
class SectionEntry:
    """A section of the law."""

    citation: str  # 19:47-2.18
    title: str
    game: str | None
    adopted: str | None
    file: str
    notes: tuple[NoteEntry, ...] = ()
    editions: tuple[EditionEntry, ...] = ()
    cited_by: tuple[str, ...] = ()
    anomalies: tuple[AnomalyEntry, ...] = ()
    provisions: tuple[ProvisionEntry, ...] = ()
    printed: str | None = None  # the last day on which its latest print can have appeared

    @property
    def clauses(self) -> Iterator[ClauseEntry]:
        """The clauses of all provisions."""
        return (clause for provision in self.provisions for clause in provision.clauses)


# ---- the whole


@dataclass(frozen=True, slots=True)
class MissingText:
    """A provision that the law cites, or lists in the contents of a chapter, and the rulebook does not have."""

    section: str
    label: str
    cited_by: tuple[str, ...]
    title: str = ""  # as the contents print it
    listed_by: str = ""  # the chapter
    misprint_of: tuple[str, ...] = ()  # the intended citation, if it is printed by mistake

    @property
    def is_cited(self) -> bool:
        """Whether a provision depends on it: it is cited, and not by a misprint."""
        return bool(self.cited_by) and not self.misprint_of

    @property
    def citation(self) -> str:
        """The provision that is missing."""
        return self.section + self.label


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A name, a defined term or a field."""

    kind: str  # "wager", "define", "fact"
    name: str
    title: str
    game: str | None
    cite: str
    owners: tuple[str, ...]  # of a field: its owners
    type: str  # of a field, in words: "amount of money"


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A game, an offer or a piece of equipment."""

    kind: str  # "wager"
    title: str
    game: str | None


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """A field that has one value at a table."""

    title: str
    type: str  # "one_of"
    values: tuple[str, ...]  # that it can have, if the rules list them


@dataclass(frozen=True, slots=True)
class Catalog:
    """The whole catalog."""

    digest: str  # of the rulebook
    begins: str | None = None  # the chapter's adoption
    expires: str | None = None
    expiry_cite: str = ""
    sections: tuple[SectionEntry, ...] = ()
    missing: tuple[MissingText, ...] = ()
    terms: tuple[GlossaryEntry, ...] = ()
    names: dict[str, NameEntry] = field(default_factory=dict)
    fields: dict[str, FieldEntry] = field(default_factory=dict)

    @property
    def clauses(self) -> Iterator[ClauseEntry]:
        """The clauses of all sections."""
        return (clause for section in self.sections for clause in section.clauses)
