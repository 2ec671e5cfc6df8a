"""A rulebook in extracts: each section with what its clauses can reach of the rest, which is all that the emitters of a section read.

So what they make of a section is the same as long as its extract is, and the digest of an extract leaves nothing out. What a section
reaches are the declarations whose names occur in it, those whose names occur in these, and so on, without their places.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

from pitboss.compiler.catalog.anomalies import anomalies
from pitboss.compiler.catalog.citation_edges import SectionCitations, by_section, citation_edges
from pitboss.compiler.emit.condition_functions import functions_of_exceptions
from pitboss.compiler.model import core, core_store, query, serial
from pitboss.compiler.model.catalog_entries import CitationEntry
from pitboss.compiler.model.meaning import WinChances
from pitboss.compiler.model.memo import once_for_each
from pitboss.compiler.odds.win_chance import winning
from pitboss.grammar.diagnostics import NOWHERE, Place
from pitboss.grammar.quick_start import replace

_DECLARED = ("names", "fields", "parameters", "terms", "rankings", "derivations")
_WORDS = bytes(byte if chr(byte).isalnum() and byte < 128 or chr(byte) == "_" else 32 for byte in range(256))
T = TypeVar("T")


@dataclass(frozen=True)
class Extract:
    """A section with what its clauses can reach."""

    declarations: _Declarations
    reached: frozenset[str]  # the names of the declarations
    section: core.Section
    clauses: tuple[core.Clause, ...]
    text: str  # the section and its clauses, as `core.json` has them
    anomalies: tuple[core.Anomaly, ...]  # of its provisions
    citations: SectionCitations
    chances: WinChances  # the probability of winning of wagers that it reaches
    notices: dict[
        str, tuple[str, ...]
    ]  # by offer that it reaches: the provisions that demand notice before it is withdrawn
    prevailing: dict[str, str]  # by exception that it reaches: the function of the clause that prevails

    @cached_property
    def book(self) -> core.Rulebook:
        """A rulebook of this section alone. Other sections are in it by their citations, since the rulebook has their texts."""
        return self.declarations.rulebook(self.reached, self.section, self.clauses)

    @cached_property
    def digest(self) -> str:
        """A digest of everything in the extract."""
        own = (self.anomalies, self.citations, dict(self.chances), self.notices, self.prevailing)
        parts = (
            self.text,
            *self.declarations.texts(self.reached),
            *self.declarations.citations,
            serial.dumps(own, _types()),
        )
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SectionSteps:
    """What a section adds to the module of `rounds.py`."""

    functions: str
    steps: str
    names: tuple[str, ...]  # of `checker/rounds/steps.py`
    terms: tuple[str, ...]
    rankings: tuple[str, ...]
    reads: dict[str, tuple[str, ...]]  # by clause: the columns that it can observe


@once_for_each
def extracts(book: core.Rulebook) -> tuple[Extract, ...]:
    """The extract of each section."""
    declarations = _Declarations(book)
    clauses: dict[str, list[core.Clause]] = {}
    for clause in book.clauses:
        clauses.setdefault(clause.section, []).append(clause)
    noted: dict[str, list[core.Anomaly]] = {}
    for anomaly in anomalies(book):
        noted.setdefault(anomaly.cite.partition("(")[0], []).append(anomaly)
    citations, chances, notices = by_section(citation_edges(book)), _win_chances(book), _notices_of_withdrawal(book)
    prevailing = functions_of_exceptions(book)

    def extract(section: core.Section) -> Extract:
        own = tuple(clauses.get(section.citation, ()))
        text = core_store.section_text(section, own)
        reached = declarations.reached(text)
        return Extract(
            declarations, reached, section, own, text, tuple(noted.get(section.citation, ())),
            citations.get(section.citation, SectionCitations()),
            {wager: chance for wager, chance in chances.items() if wager in reached},
            {offer: provisions for offer, provisions in notices.items() if offer in reached}, _only(prevailing, reached),
        )  # fmt: skip

    return tuple(map(extract, book.sections))


def _win_chances(book: core.Rulebook) -> WinChances:
    """The probability of winning of each wager for which a rule requires it."""
    found = {wager: winning(book, wager) for wager in query.chance_wagers(book)}
    assert not any(isinstance(chance, str) for chance in found.values()), found
    return {wager: chance for wager, chance in found.items() if not isinstance(chance, str)}


def _notices_of_withdrawal(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By offer: the provisions that demand notice before it is withdrawn, in the law's order."""
    found: dict[str, dict[str, None]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            if isinstance(duty := version.duty, core.Notice) and "withdrawal" in duty.before:
                found.setdefault(duty.subject.name, {})[clause.provision] = None
    return {offer: tuple(provisions) for offer, provisions in found.items()}


class _Declarations:
    """The declarations of a rulebook, by name."""

    def __init__(self, book: core.Rulebook) -> None:
        self.citations = tuple(section.citation for section in book.sections)
        self.book = replace(
            book,
            names={name: replace(of, place=NOWHERE) for name, of in book.names.items()},
            fields={name: replace(of, place=NOWHERE) for name, of in book.fields.items()},
            rankings={name: replace(of, place=NOWHERE) for name, of in book.rankings.items()},
        )
        self._texts: dict[str, list[str]] = {}
        for kind in _DECLARED:
            for name, of in getattr(self.book, kind).items():
                self._texts.setdefault(name, []).append(f"{kind} {name} {serial.dumps(of)}")
        self._names = {name.encode(): name for name in self._texts}
        self._facts = [(name, frozenset(name.encode().split(b" of "))) for name in self._texts if " of " in name]
        self._reached: dict[str, frozenset[str]] = {}

    def rulebook(self, names: frozenset[str], section: core.Section, clauses: tuple[core.Clause, ...]) -> core.Rulebook:
        """The rulebook of a section with the declarations of these names, in their order."""
        book = self.book
        bare = (core.Section(citation, "", None, None, (), (), "") for citation in self.citations)
        return core.Rulebook(
            "", (), _only(book.names, names), _only(book.fields, names),
            tuple(section if other.citation == section.citation else other for other in bare), clauses, None, "",
            _only(book.parameters, names), _only(book.terms, names), _only(book.rankings, names), _only(book.derivations, names),
        )  # fmt: skip

    def texts(self, names: frozenset[str]) -> Iterator[str]:
        """What is declared of the names, as texts."""
        return (text for name in sorted(names) for text in self._texts[name])

    def reached(self, text: str) -> frozenset[str]:
        """The names of the declarations that a text reaches."""
        found, waiting = frozenset[str](), self._in(text)
        while waiting:
            found |= waiting
            waiting = frozenset[str]().union(*map(self._mentioned_by, waiting)) - found
        return found

    def _mentioned_by(self, name: str) -> frozenset[str]:
        if name not in self._reached:
            known = (getattr(self.book, kind).get(name) for kind in _DECLARED)
            self._reached[name] = self._in(" ".join(serial.dumps(_without_prose(of)) for of in known if of is not None))
        return self._reached[name]

    def _in(self, text: str) -> frozenset[str]:
        words = {*text.encode().translate(_WORDS).split()}  # ten times as fast as a regular expression
        found = [self._names[word] for word in words & self._names.keys()]
        return frozenset((*found, *(name for name, parts in self._facts if parts <= words)))


def _only(known: dict[str, T], names: frozenset[str]) -> dict[str, T]:
    return {name: of for name, of in known.items() if name in names}


def _without_prose(declared: object) -> object:
    """The declaration without words that only name it."""
    return replace(declared, title="", cite="") if isinstance(declared, core.Name | core.Field) else declared


@cache
def _types() -> serial.Types:
    return serial.types_of(core, Place, CitationEntry, SectionCitations)
