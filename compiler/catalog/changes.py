"""What the law changed between two days, from the catalog: clause versions, rows of tables, and exclusions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from pitboss.compiler.catalog.history import instrument
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry, SectionEntry, VersionEntry


class ChangeStep(TypedDict):
    """A day on which a version of a clause starts or ends."""

    day: str
    what: str
    version: int
    of: int
    by: str
    basis: str
    ground: str


TableData = TypedDict("TableData", {"for": str | None, "label": str | None, "rows": list[list[str]]})
"""A printed table, as `entry_data` has it."""


class VersionData(TypedDict):
    """A version of a clause."""

    words: str
    since: str | None
    until: str | None
    basis: str
    tables: list[TableData]
    source: str
    readings: list[str]


class ClauseChange(TypedDict):
    """A clause that changes."""

    id: str
    does: str
    change: str
    steps: list[ChangeStep]
    before: VersionData | None
    after: VersionData | None


class SectionChange(TypedDict):
    """A section in which clauses change."""

    citation: str
    title: str
    new: bool
    clauses: list[ClauseChange]


class RowChange(TypedDict):
    """A row of a table that changes."""

    row: str
    before: list[str] | None
    after: list[str] | None


TableChange = TypedDict(
    "TableChange",
    {"clause": str, "for": str | None, "table": str, "day": str, "head": list[str], "rows": list[RowChange]},
)
"""A table that changes."""


class ExclusionChange(TypedDict):
    """Two offers that are barred on only one of the two days."""

    change: str
    pair: list[str]
    day: str
    clauses: list[str]


ChangesData = TypedDict(
    "ChangesData",
    {
        "schema": str,
        "rulebook": str,
        "from": str,
        "to": str,
        "expires": str | None,
        "totals": dict[str, int],
        "sections": list[SectionChange],
        "tables": list[TableChange],
        "exclusions": list[ExclusionChange],
    },
)
"""The document `pitboss.changes/1`."""


def changes_data(catalog: Catalog, first: str, last: str) -> ChangesData:
    """What starts or ends after the first day, up to the last, as `pitboss.changes/1`.

    >>> changes_data(Catalog("d"), "2004-01-01", "2007-01-01")["totals"]
    {'starts': 0, 'ends': 0, 'changes': 0, 'restated': 0, 'comes and goes': 0}
    """
    sections: list[SectionChange] = [
        {
            "citation": s.citation,
            "title": s.title,
            "new": not any(clause.active(first) for clause in s.clauses),
            "clauses": list(_clauses(s, first, last)),
        }
        for s in catalog.sections
    ]
    changed = [c for s in sections for c in s["clauses"]]
    kinds = ("starts", "ends", "changes", "restated", "comes and goes")
    expires = catalog.expires
    return {
        "schema": "pitboss.changes/1",
        "rulebook": catalog.digest,
        "from": first,
        "to": last,
        "expires": expires if expires and first < expires <= last else None,
        "totals": {kind: sum(c["change"] == kind for c in changed) for kind in kinds},
        "sections": [s for s in sections if s["clauses"]],
        "tables": [t for c in changed for t in _tables(c)],
        "exclusions": list(_exclusions(catalog, first, last)),
    }


def _clauses(section: SectionEntry, first: str, last: str) -> Iterator[ClauseChange]:
    for clause in section.clauses:
        steps = list(_steps(section, clause, first, last))
        if steps:
            before, after = clause.active(first), clause.active(last)
            yield {
                "id": clause.id,
                "does": clause.checked_as.value,
                "change": _change(before, after),
                "steps": sorted(steps, key=lambda s: (s["day"], s["what"])),
                "before": _version_data(before) if before else None,
                "after": _version_data(after) if after else None,
            }


def _steps(section: SectionEntry, clause: ClauseEntry, first: str, last: str) -> Iterator[ChangeStep]:
    for number, v in enumerate(clause.versions, start=1):
        for what, day in (("starts", v.since), ("ends", v.until)):
            if day and first < day <= last:
                yield {
                    "day": day,
                    "what": what,
                    "version": number,
                    "of": len(clause.versions),
                    "by": instrument(section, day),
                    "basis": v.basis.value if what == "starts" else "",
                    "ground": v.ground if what == "starts" else "",
                }


def _change(before: VersionEntry | None, after: VersionEntry | None) -> str:
    if before is None:
        return "comes and goes" if after is None else "starts"
    if after is None:
        return "ends"
    return "restated" if _content(before) == _content(after) else "changes"


def _content(version: VersionEntry) -> tuple[object, ...]:
    """The demand of a version, without its dates and sources."""
    readings = [(r.name, r.words, r.tables) for r in version.readings]
    return version.words, version.conditions, version.values, version.tables, readings


def _version_data(version: VersionEntry) -> VersionData:
    return {
        "words": version.words,
        "since": version.since,
        "until": version.until,
        "basis": version.basis.value,
        "tables": [{"for": t.title, "label": t.label, "rows": [list(row) for row in t.rows]} for t in version.tables],
        "source": version.source,
        "readings": [f"{r.name}: {r.words}" for r in version.readings],
    }


# ---- tables


def _tables(changed: ClauseChange) -> Iterator[TableChange]:
    """The rows that differ; for a table that is new or gone, all rows."""
    versions = (changed["before"], changed["after"])
    sides = [{t["for"]: t["rows"] for t in version["tables"]} if version else {} for version in versions]
    for name in dict.fromkeys((*sides[0], *sides[1])):
        old, new = ({row[0]: row for row in side.get(name, [[""]])[1:]} for side in sides)
        heads = [side[name][0] for side in sides if name in side]
        rows: list[RowChange] = [
            {"row": key, "before": old.get(key), "after": new.get(key)}
            for key in dict.fromkeys((*old, *new))
            if old.get(key) != new.get(key) or heads[0] != heads[-1]
        ]
        if rows:
            kind = "new" if not old else "gone" if not new else "changed"
            days = [s["day"] for s in changed["steps"]]
            yield {
                "clause": changed["id"],
                "for": name,
                "table": kind,
                "day": days[-1],
                "head": heads[-1],
                "rows": rows,
            }


# ---- exclusions


def _exclusions(catalog: Catalog, first: str, last: str) -> Iterator[ExclusionChange]:
    """Pairs barred on only one of the two days. A pair that a further clause bars as well has not changed."""
    pairs: dict[tuple[str, ...], list[ClauseEntry]] = {}
    for clause in catalog.clauses:
        if clause.bars:
            pairs.setdefault(tuple(sorted(clause.bars)), []).append(clause)
    found: list[ExclusionChange] = []
    for clauses in pairs.values():
        before, after = ([c.id for c in clauses if c.active(day)] for day in (first, last))
        if bool(before) == bool(after):
            continue
        versions = [v for c in clauses for v in c.versions]
        days = [day for v in versions if (day := v.since if after else v.until) and first < day <= last]
        found.append(
            {
                "change": "added" if after else "removed",
                "pair": list(clauses[0].bars),
                "day": min(days) if after else max(days),
                "clauses": after or before,
            }
        )
    yield from sorted(found, key=lambda e: str(e["day"]))
