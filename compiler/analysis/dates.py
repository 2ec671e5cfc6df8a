"""Dates: a clause starts before it ends (R207), and changes on a day that a history note prints (R217)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pitboss.compiler.model import core
from pitboss.compiler.model.citations import resolved
from pitboss.grammar.diagnostics import Diagnostic


def empty_intervals(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report editions and clauses that end before they start."""
    for section in book.sections:
        for edition in section.editions:
            if edition.since and edition.until and edition.since >= edition.until:
                yield Diagnostic("R207", f"the edition '{edition.name}' ends before it starts", edition.place)
    for clause in book.clauses:
        for version in clause.versions:
            if version.since and version.until and version.since >= version.until:
                yield Diagnostic(
                    "R207",
                    f"the clause ends on {version.until}, before it starts on {version.since}",
                    version.place,
                    help="a clause without `from` starts with its edition, or when its section was adopted",
                )


def unprinted_dates(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report the starts and ends of clauses on which nothing happened to the section, by its notes or those of a section it cites.

    A section without dated notes is not judged: its dates have another source.
    """
    days = {section.citation: frozenset(_days(section)) for section in book.sections}
    cited: dict[str, set[str]] = {}
    for section in book.sections:
        for entry in section.entries:
            for id in entry.clauses:
                targets = (resolved(c.reading or c.printed, section.citation)[0] for c in entry.citations)
                cited.setdefault(id, set()).update(targets)
    for clause in book.clauses:
        own = days.get(clause.section, frozenset())
        above = (clause.section.partition(".")[0], clause.section.partition("-")[0])  # subchapter and chapter
        known = own.union(*(days.get(section, frozenset()) for section in (*above, *cited.get(clause.id, ()))))
        for version in clause.versions if own else ():
            for day in (version.since, version.until, version.operative):
                if day is None or day in known:
                    continue
                yield Diagnostic(
                    "R217",
                    f"no history note of {clause.section} has the date {day}",
                    version.place,
                    help="correct the date, add the note, or cite the section whose note has it",
                )


def _days(section: core.Section) -> Iterator[date]:
    notes = (day for note in section.notes for day in (note.day, note.operative, note.until))
    editions = (day for edition in section.editions for day in (edition.since, edition.until))
    yield from (day for day in (*notes, *editions) if day is not None)
