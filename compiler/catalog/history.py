"""A section or a provision over time: its history notes by kind, and the days on which each clause version starts and ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NotRequired, TypedDict

from pitboss.compiler.catalog.lookup import found
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry, NoteEntry, SectionEntry
from pitboss.compiler.model.citations import is_below

KINDS = {
    "adopted": "adoption", "amended": "amendments", "readopted": "readoptions", "experiment": "experiments",
    "repealed": "repeals", "petition": "petitions", "recodified": "recodifications", "corrected": "corrections",
    "remark": "remarks", "expires": "expiry",
}  # fmt: skip
_ORDER = ("adoption", "amendments", "operative days", *tuple(KINDS.values())[2:-1], "editions", "expiry")
_SILENT = "the note does not state what changed"


class NoteData(TypedDict):
    """A history note. `effective`: of an operative day, the day of its note."""

    day: str | None
    source: str
    reporters: list[str]
    per: list[str]
    until: str | None
    operative: str | None
    says: str
    effective: NotRequired[str | None]


class TermData(TypedDict):
    """The days between which a version of a clause is in force."""

    since: str | None
    until: str | None
    basis: str
    ground: str
    operative: str | None
    starts_by: str
    ends_by: str
    words: str
    source: str


class ClauseHistory(TypedDict):
    """The versions of a clause."""

    id: str
    name: str
    does: str
    versions: list[TermData]


class DayEvent(TypedDict):
    """The state of a note on a day."""

    kind: str
    source: str
    says: str


class VersionOnDay(TypedDict):
    """A version that starts or ends on a day."""

    clause: str
    version: int
    of: int
    basis: NotRequired[str]


class DayData(TypedDict):
    """A day on which the law changes."""

    day: str
    events: list[DayEvent]
    starts: list[VersionOnDay]
    ends: list[VersionOnDay]


class HistoryData(TypedDict):
    """The document `pitboss.history/1`."""

    schema: str
    rulebook: str
    citation: str
    title: str
    game: str | None
    adopted: str | None
    adopted_with: str | None
    notes: dict[str, list[NoteData]]
    timeline: list[DayData]
    clauses: list[ClauseHistory]


def history_data(catalog: Catalog, citation: str) -> HistoryData | None:
    """The history as `pitboss.history/1`; None if the rulebook does not have the citation.

    >>> history_data(Catalog("d"), "2.18")
    """
    place = found(catalog, citation)
    if place is None:
        return None
    section, label = place
    chapter = _chapter(catalog, section)
    clauses = [
        _clause(section, chapter, clause)
        for provision in section.provisions
        if not label or provision.label == label or is_below(provision.label, label)
        for clause in provision.clauses
    ]
    notes = _notes(catalog, section)
    return {
        "schema": "pitboss.history/1",
        "rulebook": catalog.digest,
        "citation": section.citation + label,
        "title": section.title,
        "game": section.game,
        "adopted": section.adopted,
        "adopted_with": chapter.citation if chapter and not _adoptions(section) else None,
        "notes": notes,
        "timeline": list(_timeline(notes, clauses)),
        "clauses": clauses,
    }


def instrument(section: SectionEntry, day: str | None) -> str:
    """The instrument that took effect on a day according to the section's notes; empty if no note has the day.

    >>> notes = (NoteEntry("amended", "2006-06-05", "R.2006 d.205"),)
    >>> section = SectionEntry("1:1-2.3", "", None, None, "", notes)
    >>> instrument(section, "2006-06-05"), instrument(section, "2006-06-06")
    ('R.2006 d.205', '')
    """
    sources = [n.source for n in section.notes if day and (n.operative or n.day) == day and n.source]
    return " or ".join(dict.fromkeys(sources))


def _chapter(catalog: Catalog, section: SectionEntry) -> SectionEntry | None:
    above = section.citation.partition("-")[0]
    return next((s for s in catalog.sections if s.citation == above != section.citation), None)


def _adoptions(section: SectionEntry) -> list[NoteEntry]:
    return [n for n in section.notes if n.kind == "adopted" and n.day]


# ---- notes


def _notes(catalog: Catalog, section: SectionEntry) -> dict[str, list[NoteData]]:
    """By kind of note; kinds without notes are omitted."""
    notes: dict[str, list[NoteData]] = {name: [] for name in _ORDER}
    for note in section.notes:
        notes[KINDS[note.kind]].append(_note(note))
        if note.operative:
            notes["operative days"].append({**_note(note), "day": note.operative, "effective": note.day})
    for edition in section.editions:
        says = edition.words or edition.name
        notes["editions"].append({**_empty(edition.name), "day": edition.since, "until": edition.until, "says": says})
    if catalog.expires and not notes["expiry"]:
        says = f"the text expires with {catalog.expiry_cite}"
        notes["expiry"].append({**_empty(""), "day": catalog.expires, "says": says})
    return {name: some for name, some in notes.items() if some}


def _empty(source: str) -> NoteData:
    return {"day": None, "source": source, "reporters": [], "per": [], "until": None, "operative": None, "says": ""}


def _note(note: NoteEntry) -> NoteData:
    silent = _SILENT if note.kind == "amended" else ""
    return {
        "day": note.day, "source": note.source or "", "reporters": list(note.see), "per": list(note.per), "until": note.until,
        "operative": note.operative, "says": note.words or silent,
    }  # fmt: skip


# ---- clauses


def _clause(section: SectionEntry, chapter: SectionEntry | None, clause: ClauseEntry) -> ClauseHistory:
    versions: list[TermData] = [
        {
            "since": v.since,
            "until": v.until,
            "basis": v.basis.value,
            "ground": v.ground,
            "operative": v.operative,
            "starts_by": instrument(section, v.since) or _with_chapter(section, chapter, v.since),
            "ends_by": instrument(section, v.until),
            "words": v.words,
            "source": v.source,
        }
        for v in clause.versions
    ]
    return {"id": clause.id, "name": clause.name, "does": clause.checked_as.value, "versions": versions}


def _with_chapter(section: SectionEntry, chapter: SectionEntry | None, day: str | None) -> str:
    if chapter is None or _adoptions(section) or day is None or day != section.adopted:
        return ""
    return f"{chapter.citation}, {instrument(chapter, day)}"


def _timeline(notes: dict[str, list[NoteData]], clauses: list[ClauseHistory]) -> Iterator[DayData]:
    """The events of each day in order. Notes without a day are not among them."""
    days: dict[str, DayData] = {}

    def at(day: str) -> DayData:
        return days.setdefault(day, {"day": day, "events": [], "starts": [], "ends": []})

    for kind, some in notes.items():
        for note in some:
            if note["day"]:
                at(note["day"])["events"].append({"kind": kind, "source": note["source"], "says": note["says"]})
            if note["until"]:
                at(note["until"])["events"].append({"kind": f"end of {kind}", "source": note["source"], "says": ""})
    for clause in clauses:
        for number, v in enumerate(clause["versions"], start=1):
            what: VersionOnDay = {"clause": clause["id"], "version": number, "of": len(clause["versions"])}
            if v["since"]:
                at(v["since"])["starts"].append({**what, "basis": v["basis"]})
            if v["until"]:
                at(v["until"])["ends"].append(what)
    yield from (days[day] for day in sorted(days))
