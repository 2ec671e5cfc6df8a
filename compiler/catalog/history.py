"""A section or a provision in time, from the catalogue: what the notes say, kept apart by kind, and when each clause version holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.compiler.catalog.lookup import found
from pitboss.compiler.model.citations import is_below

KINDS = {
    "adopted": "adoption", "amended": "amendments", "readopted": "readoptions", "experiment": "experiments",
    "repealed": "repeals", "petition": "petitions", "recodified": "recodifications", "corrected": "corrections",
    "remark": "remarks", "expires": "expiry",
}  # fmt: skip
_ORDER = ("adoption", "amendments", "operative days", *tuple(KINDS.values())[2:-1], "editions", "expiry")
_SILENT = "the note does not say what changed"
_Json = dict[str, Any]


def history_data(catalog: _Json, citation: str) -> _Json | None:
    """None when the rulebook does not know the citation.

    >>> history_data({"sections": []}, "2.18")
    """
    place = found(catalog, citation)
    if place is None:
        return None
    section = next(s for s in catalog["sections"] if s["citation"] == place[0])
    chapter = _chapter(catalog, section)
    clauses = [
        _clause(section, chapter, clause)
        for provision in section["provisions"]
        if not place[1] or provision["label"] == place[1] or is_below(provision["label"], place[1])
        for clause in provision["clauses"]
    ]
    notes: dict[str, list[_Json]] = {name: [] for name in _ORDER}
    for note in section["history"]:
        notes[KINDS[note["kind"]]].append(_note(note))
        if note["operative"]:
            notes["operative days"].append({**_note(note), "day": note["operative"], "effective": note["day"]})
    for edition in section["editions"]:
        told = {"day": edition["since"], "until": edition["until"], "says": edition["words"] or edition["name"]}
        notes["editions"].append({**_empty(edition["name"]), **told})
    if catalog["expires"] and not notes["expiry"]:
        told = {"day": catalog["expires"], "says": f"the text expires with {catalog['expiry_cite']}"}
        notes["expiry"].append({**_empty(""), **told})
    return {
        "schema": "pitboss.history/1",
        "rulebook": catalog["digest"],
        "citation": section["citation"] + place[1],
        "title": section["title"],
        "game": section["game"],
        "adopted": section["adopted"],
        "adopted_with": chapter["citation"] if chapter and not _adoptions(section) else None,
        "notes": {name: some for name, some in notes.items() if some},
        "timeline": list(_timeline(notes, clauses)),
        "clauses": clauses,
    }


def instrument(section: _Json, day: str | None) -> str:
    """What took effect on a day, as the section's notes have it.

    >>> notes = [{"kind": "amended", "day": "2006-06-05", "operative": None, "source": "R.2006 d.205"}]
    >>> instrument({"history": notes}, "2006-06-05"), instrument({"history": notes}, "2006-06-06")
    ('R.2006 d.205', '')
    """
    same = [n for n in section["history"] if day and (n["operative"] or n["day"]) == day and n["source"]]
    return " or ".join(dict.fromkeys(n["source"] for n in same))


def _chapter(catalog: _Json, section: _Json) -> _Json | None:
    above = section["citation"].partition("-")[0]
    return next((s for s in catalog["sections"] if s["citation"] == above != section["citation"]), None)


def _adoptions(section: _Json) -> list[_Json]:
    return [n for n in section["history"] if n["kind"] == "adopted" and n["day"]]


def _empty(source: str) -> _Json:
    return {"day": None, "source": source, "reporters": [], "per": [], "until": None, "operative": None, "says": ""}


def _note(note: _Json) -> _Json:
    silent = _SILENT if note["kind"] == "amended" else ""
    told = {"day": note["day"], "reporters": note["see"], "per": note["per"], "until": note["until"]}
    return {**_empty(note["source"] or ""), **told, "operative": note["operative"], "says": note["words"] or silent}


def _clause(section: _Json, chapter: _Json | None, clause: _Json) -> _Json:
    versions = [
        {
            "since": v["since"],
            "until": v["until"],
            "basis": v["basis"],
            "ground": v["ground"],
            "operative": v["operative"],
            "starts_by": instrument(section, v["since"]) or _with_chapter(section, chapter, v["since"]),
            "ends_by": instrument(section, v["until"]),
            "words": v["words"],
            "source": v["source"],
        }
        for v in clause["versions"]
    ]
    return {"id": clause["id"], "name": clause["name"], "does": clause["does"], "versions": versions}


def _with_chapter(section: _Json, chapter: _Json | None, day: str | None) -> str:
    if chapter is None or _adoptions(section) or day is None or day != section["adopted"]:
        return ""
    return f"{chapter['citation']}, {instrument(chapter, day)}"


def _timeline(notes: dict[str, list[_Json]], clauses: list[_Json]) -> Iterator[_Json]:
    """Day by day; what has no day is in the notes alone."""
    days: dict[str, _Json] = {}

    def at(day: str) -> _Json:
        return days.setdefault(day, {"day": day, "events": [], "starts": [], "ends": []})

    for kind, some in notes.items():
        for note in some:
            if note["day"]:
                at(note["day"])["events"].append({"kind": kind, "source": note["source"], "says": note["says"]})
            if note["until"]:
                at(note["until"])["events"].append({"kind": f"end of {kind}", "source": note["source"], "says": ""})
    for clause in clauses:
        for number, v in enumerate(clause["versions"], start=1):
            what = {"clause": clause["id"], "version": number, "of": len(clause["versions"])}
            if v["since"]:
                at(v["since"])["starts"].append({**what, "basis": v["basis"]})
            if v["until"]:
                at(v["until"])["ends"].append(what)
    yield from (days[day] for day in sorted(days))
