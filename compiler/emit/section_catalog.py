"""Core → a section of the catalog: its provisions, clauses in plain English, citations in both directions, history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TypedDict, assert_never

from pitboss.compiler.catalog.citation_edges import printed_labels
from pitboss.compiler.catalog.glossary import named
from pitboss.compiler.emit import english, phrases
from pitboss.compiler.emit.extracts import Extract
from pitboss.compiler.exclusion.encoding import EncodedFacts, Encoding
from pitboss.compiler.model import core
from pitboss.compiler.model.catalog_entries import (
    AnomalyEntry,
    CheckedAs,
    ClauseEntry,
    EditionEntry,
    NoteEntry,
    PartEntry,
    PrintedTable,
    ProvisionEntry,
    ReadingEntry,
    SectionEntry,
    VersionEntry,
)
from pitboss.compiler.model.citations import ancestors, label_order
from pitboss.compiler.model.core import (
    Clause,
    Need,
    Not,
    Offered,
    Part,
    PartKind,
    Rulebook,
    Scope,
    Table,
    Version,
)
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.diagnostics import Place

_ORDER = (
    CheckedAs.FILING, CheckedAs.ROUND, CheckedAs.ATTESTED, CheckedAs.DEFINITION, CheckedAs.PERMISSION,
    CheckedAs.NOT_CHECKABLE, CheckedAs.HEADING, CheckedAs.MISSING,
)  # fmt: skip
_Anomalies = dict[str, tuple[AnomalyEntry, ...]]  # by provision


def section_catalog(of: Extract) -> SectionEntry:
    """A section in the catalog."""
    section = of.section
    found: dict[str, list[AnomalyEntry]] = {}
    for anomaly in of.anomalies:
        found.setdefault(anomaly.cite, []).append(_anomaly(anomaly))
    by_provision = {cite: tuple(some) for cite, some in found.items()}
    return SectionEntry(
        citation=section.citation,
        title=section.title,
        game=section.game,
        adopted=_day(section.adopted),
        file=section.file,
        notes=tuple(_note(note) for note in section.notes if note.kind not in ("printed", "contents")),
        printed=_day(section.printed),
        editions=tuple(EditionEntry(e.name, _day(e.since), _day(e.until), e.words) for e in section.editions),
        cited_by=of.citations.cited_by.get("", ()),
        anomalies=by_provision.get(section.citation, ()),
        provisions=tuple(_provisions(of, by_provision)),
    )


def _note(note: core.Note) -> NoteEntry:
    return NoteEntry(
        kind=note.kind, day=_day(note.day), source=note.source, operative=_day(note.operative), until=_day(note.until),
        see=note.see, per=tuple(c.printed for c in note.per), words=note.words,
    )  # fmt: skip


def _anomaly(of: core.Anomaly) -> AnomalyEntry:
    return AnomalyEntry(
        of.code, of.cite, of.kind, of.printed, of.reading, of.ground, of.clauses, of.derived, _source(of.place)
    )


def _provisions(of: Extract, found: _Anomalies) -> Iterator[ProvisionEntry]:
    book, section, citations = of.book, of.section, of.citations
    clauses: dict[str, list[Clause]] = {}
    for clause in of.clauses:
        clauses.setdefault(clause.label, []).append(clause)
    parts = _parts(of)
    cited = {step for label in citations.cited_by for step in ancestors(label)}
    noted = {cite.removeprefix(section.citation) for cite in found} - {""}
    labels = {*clauses, *parts, *noted, *(cited & printed_labels(section))}
    for label in sorted(labels, key=lambda x: label_order(x) if x else ()):
        cite, own = section.citation + label, clauses.get(label, [])
        pieces = parts.get(label, [])
        kinds = {_checked_as(c) for c in own} | {p.checked_as for p in pieces} or {CheckedAs.HEADING}
        duties = (v.duty for c in own for v in c.versions)
        reasons = [duty.because for duty in duties if isinstance(duty, core.Left)]
        yield ProvisionEntry(
            label=label,
            cite=cite,
            kinds=tuple(k for k in _ORDER if k in kinds),
            reasons=tuple(dict.fromkeys(reasons)),
            clauses=tuple(_clause(book, c) for c in own),
            parts=tuple(pieces),
            cites=citations.cites.get(label, ()),
            cited_by=citations.cited_by.get(label, ()),
            anomalies=found.get(cite, ()),
        )


def _checked_as(clause: Clause) -> CheckedAs:
    by_code = CheckedAs.ROUND if clause.scope is Scope.ROUND else CheckedAs.FILING
    return ClauseKind(clause.kind).checked_as or by_code


def _parts(of: Extract) -> dict[str, list[PartEntry]]:
    """The parts of clauses that have a label of their own: schedules, ranks, parameters, rows, exceptions."""
    made = {clause.id: clause for clause in of.clauses}
    found: dict[str, list[PartEntry]] = {}
    for entry in of.section.entries:
        for part in entry.parts if entry.clauses else ():
            clause = made[entry.clauses[-1]]
            piece = PartEntry(
                clause.provision,
                _checked_as(clause),
                _part_words(of.book, part),
                _part_tables(part),
                _source(part.place),
            )
            found.setdefault(part.label, []).append(piece)
    return found


def _part_words(book: Rulebook, part: Part) -> str:
    values = ", ".join(v.text.replace("_", " ") for v in part.values)
    condition = phrases.condition(book, part.condition) if part.condition else ""
    return {
        PartKind.SCHEDULE: f"The table where {part.title} is {values}.",
        PartKind.RANK: f"{phrases.upper(part.title)}: {condition}.",
        PartKind.PARAMETER: f"{phrases.upper(part.title)}: one of {values}.",
        PartKind.EXCEPTION: f"Not where {condition}.",
        PartKind.READING: f"Read as {part.title}.",
        PartKind.ROW: f"The row {part.title}.",
    }[part.kind]


def _part_tables(part: Part) -> tuple[PrintedTable, ...]:
    if part.table is None:
        return ()
    if part.kind is PartKind.SCHEDULE:
        return (PrintedTable(f"{part.title}: {part.values[0].text}", part.label, _rows(part.table)),)
    return (PrintedTable(None, None, _rows(part.table)),)


# ---- clauses


def _clause(book: Rulebook, clause: Clause) -> ClauseEntry:
    duty = clause.versions[0].duty
    return ClauseEntry(
        id=clause.id,
        name=clause.name,
        kind=clause.kind,
        checked_as=_checked_as(clause),
        scope=clause.scope,
        about=tuple(str(x) for x in (clause.subject.of, clause.subject.name) if x),
        refers_to=named(book, clause),
        subject=str(clause.subject.name),  # a scope is a member of an enumeration
        bars=_bars(duty),
        exclusive=isinstance(duty, core.Requirement) and duty.exclusive,
        versions=tuple(_version(book, clause, v) for v in clause.versions),
    )


def _bars(duty: core.Duty) -> tuple[str, ...]:
    """The two offers that may not be combined."""
    match duty:
        case core.Requirement(need=Need.BARS, holds=Not(Offered(other))):
            return duty.subject.name, other
    return ()


def _version(book: Rulebook, clause: Clause, version: Version) -> VersionEntry:
    is_open = version.is_open or bool(version.readings[0].name)
    readings = version.readings if is_open else ()
    return VersionEntry(
        since=_day(version.since),
        until=_day(version.until),
        basis=version.basis,
        ground=version.ground,
        operative=_day(version.operative),
        per=tuple(c.printed for c in version.citations),
        source=_source(version.place),
        readings=tuple(ReadingEntry(name=r.name or "", ground=r.ground, **_wording(book, r.duty)) for r in readings),
        constraints=tuple(Encoding(book, EncodedFacts.OF_TABLES).met(r.duty) for r in version.readings)
        if clause.scope is Scope.TABLE
        else (),
        **_wording(book, version.duty),
    )


class _Wording(TypedDict):
    words: str
    demand: str
    expected: str
    conditions: tuple[str, ...]
    values: tuple[str, ...]
    tables: tuple[PrintedTable, ...]


def _wording(book: Rulebook, duty: core.Duty) -> _Wording:
    idle = core.NEVER in duty.applies
    return {
        "words": english.rule(book, duty),
        "demand": english.demand(book, duty),
        "expected": english.expected(book, duty),
        "conditions": () if idle else tuple(phrases.condition(book, c) for c in duty.applies),
        "values": () if idle else tuple(v.text.replace("_", " ") for v in _values(duty)),
        "tables": () if idle else tuple(_tables(book, duty)),
    }


def _values(duty: core.Duty) -> tuple[core.Const, ...]:
    """The values that a declaration lists."""
    match duty:
        case core.Requirement(need=Need.ELECTION, holds=core.Member(values=values)):
            return values
        case core.Requirement(need=Need.ORDER, holds=core.Apply(args=(_, *ranks))):
            return tuple(rank for rank in ranks if isinstance(rank, core.Const))
        case core.LeadsTo(consequences=values) | core.Ordering(order=values):
            return values
        case (
            core.Requirement()
            | core.PayoutTable()
            | core.FilingDuty()
            | core.Derives()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return ()
    assert_never(duty)


def _tables(book: Rulebook, duty: core.Duty) -> Iterator[PrintedTable]:
    """The printed tables of a duty."""
    match duty:
        case core.PayoutTable(table=table, schedules=schedules):
            if table:
                yield PrintedTable(None, None, _rows(table))
            for s in schedules:
                if s.table:
                    yield PrintedTable(f"{book.title(s.field)}: {s.value.text}", s.label, _rows(s.table))
        case (
            core.Requirement(holds=core.Compare(right=core.Lookup() as lookup))
            | core.Derives(value=core.Lookup() as lookup)
        ):
            rows = (tuple(lookup.columns), *((key.text, value.text) for key, value in lookup.rows))
            yield PrintedTable(None, None, rows)


def _rows(table: Table) -> tuple[tuple[str, ...], ...]:
    heads = tuple(cell.text if cell else "" for cell in table.heads)
    return (heads, *(tuple(cell.text if cell else "" for cell in (row.key, *row.cells)) for row in table.rows))


def _source(place: Place) -> str:
    return f"{place.file}:{place.line}"


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
