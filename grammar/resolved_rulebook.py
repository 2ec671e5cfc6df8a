"""The resolved rulebook: every name declared, every clause dated, every construct narrowed to one subject and one object.

Its conditions are still syntax trees. `compiler/front/lower.py` lowers it to the core; after the front, only the oracle reads it.
"""

from __future__ import annotations

import dataclasses
from datetime import date
from enum import StrEnum

from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import NOWHERE, Place
from pitboss.grammar.quick_start import dataclass, field


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """A game, a wager, option or variation, a piece of equipment, or a defined term."""

    kind: str  # game wager option variation equipment define
    name: str
    title: str
    game: str | None
    cite: str
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class ResolvedField:
    """A fact that a filing or a record of a round can hold."""

    name: str
    owners: tuple[str, ...]
    type: t.TypeNode
    title: str
    game: str | None
    cite: str
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """One reading of one clause: the demand on its subject, and the conditions."""

    subject: t.Path
    predicate: t.Predicate | Declared | t.DealNode | t.ChanceNode
    conditions: tuple[t.Expr, ...] = ()
    table: t.TableNode | None = None
    blocks: tuple[t.Block, ...] = ()
    reading: str | None = None
    ground: str = ""
    place: Place = field(default=NOWHERE, compare=False)  # of the reading


class Declaration(StrEnum):
    """The kinds of declarations. The last four demand nothing."""

    AUTHORIZED = "authorized"  # the offer, as long as the clause is in force
    ELECTED = "elected"  # one of the values is filed
    ATTESTED = "attested"
    RANKED = "ranked"  # the ranks are filed in this order
    OUTCOME = "outcome"  # of a round: the row of a paytable, or the rank of a hand
    IRREGULAR = "irregular"  # of a round: the consequence of an irregularity
    DEFINED = "defined"
    PERMITTED = "permitted"
    LEFT = "left"  # left to people
    ORDERED = "ordered"  # a ranking that is used only in conditions


@dataclass(frozen=True, slots=True)
class Declared:
    """The demand of a declaration, with its values or words; `because` is the reason why a matter is left to people."""

    what: Declaration
    values: tuple[t.Literal, ...] = ()
    words: str = ""
    because: str = ""


@dataclass(frozen=True, slots=True)
class ResolvedVersion:
    """A clause as in force on `[since, until)`."""

    since: date | None
    until: date | None
    basis: str  # firm inferred presumed
    ground: str
    operative: date | None
    checks: tuple[Check, ...]  # one, or one for each reading
    label: str
    per: tuple[t.Cite, ...]
    place: Place = field(compare=False)

    @property
    def check(self) -> Check:
        """The check of the first reading."""
        first, *_ = self.checks
        return first

    def in_force(self, day: date) -> bool:
        """Whether the version is in force on a day."""
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)

    def overlaps(self, other: ResolvedVersion) -> bool:
        """Whether both are in force on some day."""
        mine, theirs = ((v.since or date.min, v.until or date.max) for v in (self, other))
        return mine[0] < theirs[1] and theirs[0] < mine[1]


@dataclass(frozen=True, slots=True)
class ResolvedClause:
    """A provision plus a stable name. `scope`: table, licensee, pit, same, event, round, or none."""

    id: str
    section: str
    label: str
    name: str
    kind: str
    scope: str
    game: str | None
    versions: tuple[ResolvedVersion, ...]

    @property
    def check(self) -> Check:
        """The check of the first reading of the first version."""
        return self.versions[0].check

    @property
    def cite(self) -> str:
        """The provision that states the clause."""
        return self.id.partition("/")[0]


@dataclass(frozen=True, slots=True)
class ResolvedAnomaly:
    """A defect of the law's text: registered by hand, or shown by a rule."""

    code: str
    cite: str  # the provision, or the section
    kind: str
    printed: str
    reading: str
    ground: str
    clauses: tuple[str, ...] | None  # names of the clauses of that provision that depend on it; None: all of them
    place: Place = field(compare=False)
    since: date | None = None  # of an inferred start: which version
    derived: bool = False


@dataclass(frozen=True, slots=True)
class ResolvedSection:
    citation: str
    title: str
    game: str | None
    adopted: date | None
    notes: tuple[t.NoteNode, ...]
    labels: tuple[str, ...]  # in the law's order
    file: str
    editions: tuple[t.EditionNode, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class ResolvedRulebook:
    scopes: tuple[t.ScopeNode, ...]
    names: dict[str, ResolvedName]
    fields: dict[str, ResolvedField]
    sections: tuple[ResolvedSection, ...]
    clauses: tuple[ResolvedClause, ...]
    expires: date | None
    expiry_cite: str
    digest: str
    parameters: dict[str, tuple[t.Literal, ...]]
    definitions: dict[str, t.Expr] = dataclasses.field(default_factory=dict)  # defined terms that stand for a condition
    trees: tuple[t.File, ...] = ()  # as written: for the checks that need the order, or parts that narrowing removes
    register: tuple[ResolvedAnomaly, ...] = ()  # the anomalies registered by hand
    rankings: dict[str, t.RankingNode] = dataclasses.field(default_factory=dict)
    followed: dict[str, t.Expr] = dataclasses.field(
        default_factory=dict
    )  # fields that a filing can omit, and their values in that case
    meanings: dict[str, list[ResolvedVersion]] = dataclasses.field(
        init=False, repr=False, compare=False
    )  # the versions of defined terms
    _sections: dict[str, ResolvedSection] = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        meanings: dict[str, list[ResolvedVersion]] = {}
        for clause in self.clauses:
            if clause.kind == "definition":
                meanings.setdefault(clause.name, []).extend(clause.versions)
        object.__setattr__(self, "meanings", meanings)
        object.__setattr__(self, "_sections", {section.citation: section for section in reversed(self.sections)})

    def covers(self, day: date) -> bool:
        """Whether the text applies on a day: from the chapter's adoption until its expiry."""
        chapter = self.section(self.expiry_cite)
        begins = chapter.adopted if chapter else None
        return (begins is None or begins <= day) and (self.expires is None or day < self.expires)

    def section(self, citation: str) -> ResolvedSection | None:
        """The section with a citation."""
        return self._sections.get(citation)


def followed(clauses: tuple[ResolvedClause, ...]) -> dict[str, t.Expr]:
    """The sources of each field that need not be filed.

    >>> followed(())
    {}
    """
    checks = (c.check for c in clauses if c.kind == "derived" and c.scope != "round")
    return {
        str(c.subject): c.predicate.values[0] for c in checks if isinstance(c.predicate, t.Limit) and c.predicate.values
    }
