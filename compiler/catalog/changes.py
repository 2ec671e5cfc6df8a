"""What the law changed between two days, from the catalogue: clause versions, rows of tables, and what may not stand together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from pitboss.compiler.catalog.history import instrument

_Json = dict[str, Any]


def changes_data(catalog: _Json, first: str, last: str) -> _Json:
    """What starts or ends after the first day, up to the last.

    >>> changes_data({"digest": "d", "sections": [], "expires": None}, "2004-01-01", "2007-01-01")["totals"]
    {'starts': 0, 'ends': 0, 'changes': 0, 'restated': 0, 'comes and goes': 0}
    """
    sections = [
        {
            "citation": s["citation"],
            "title": s["title"],
            "new": _is_new(s, first),
            "clauses": list(_clauses(s, first, last)),
        }
        for s in catalog["sections"]
    ]
    changed = [c for s in sections for c in s["clauses"]]
    kinds = ("starts", "ends", "changes", "restated", "comes and goes")
    expires = catalog["expires"]
    return {
        "schema": "pitboss.changes/1",
        "rulebook": catalog["digest"],
        "from": first,
        "to": last,
        "expires": expires if expires and first < expires <= last else None,
        "totals": {kind: sum(c["change"] == kind for c in changed) for kind in kinds},
        "sections": [s for s in sections if s["clauses"]],
        "tables": [t for c in changed for t in _tables(c)],
        "exclusions": list(_exclusions(catalog, first, last)),
    }


def _is_new(section: _Json, first: str) -> bool:
    """Nothing of it was in force on the first day."""
    return not any(active(c, first) for p in section["provisions"] for c in p["clauses"])


def active(clause: _Json, day: str) -> _Json | None:
    """The version in force on a day."""
    return next((v for v in clause["versions"] if _holds(v, day)), None)


def _holds(version: _Json, day: str) -> bool:
    return (version["since"] or "") <= day and (version["until"] is None or day < version["until"])


def _clauses(section: _Json, first: str, last: str) -> Iterator[_Json]:
    for clause in chain.from_iterable(p["clauses"] for p in section["provisions"]):
        steps = list(_steps(section, clause, first, last))
        if steps:
            before, after = active(clause, first), active(clause, last)
            yield {
                "id": clause["id"],
                "does": clause["does"],
                "change": _change(before, after),
                "steps": sorted(steps, key=lambda s: (s["day"], s["what"])),
                "before": before and _told(before),
                "after": after and _told(after),
            }


def _steps(section: _Json, clause: _Json, first: str, last: str) -> Iterator[_Json]:
    for number, v in enumerate(clause["versions"], start=1):
        for what, day in (("starts", v["since"]), ("ends", v["until"])):
            if day and first < day <= last:
                yield {
                    "day": day,
                    "what": what,
                    "version": number,
                    "of": len(clause["versions"]),
                    "by": instrument(section, day),
                    "basis": v["basis"] if what == "starts" else "",
                    "ground": v["ground"] if what == "starts" else "",
                }


def _change(before: _Json | None, after: _Json | None) -> str:
    if before is None:
        return "comes and goes" if after is None else "starts"
    if after is None:
        return "ends"
    return "restated" if _says(before) == _says(after) else "changes"


def _says(version: _Json) -> tuple[Any, ...]:
    """What a version demands, whatever its dates and sources."""
    readings = [(r["name"], r["words"], r["tables"]) for r in version["readings"]]
    return version["words"], version["conditions"], version["values"], version["tables"], readings


def _told(version: _Json) -> _Json:
    kept = ("words", "since", "until", "basis", "tables", "source")
    return {key: version[key] for key in kept} | {
        "readings": [f"{r['name']}: {r['words']}" for r in version["readings"]]
    }


# ---- tables


def _tables(changed: _Json) -> Iterator[_Json]:
    """Rows that differ; a table that is new or gone has each of its rows new or gone."""
    sides = [{t["for"]: t["rows"] for t in (changed[side] or {"tables": []})["tables"]} for side in ("before", "after")]
    for name in dict.fromkeys((*sides[0], *sides[1])):
        old, new = ({row[0]: row for row in side.get(name, [[""]])[1:]} for side in sides)
        heads = [side[name][0] for side in sides if name in side]
        rows = [
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


def _exclusions(catalog: _Json, first: str, last: str) -> Iterator[_Json]:
    """Pairs kept apart on one of the two days only; a pair whose bar is merely stated from the other side too is not among them."""
    pairs: dict[tuple[str, ...], list[_Json]] = {}
    for section in catalog["sections"]:
        for provision in section["provisions"]:
            for clause in provision["clauses"]:
                if clause["bars"]:
                    pairs.setdefault(tuple(sorted(clause["bars"])), []).append(clause)
    found = []
    for clauses in pairs.values():
        barred = [[c["id"] for c in clauses if active(c, day)] for day in (first, last)]
        if bool(barred[0]) != bool(barred[1]):
            key, stated = ("since", barred[1]) if barred[1] else ("until", barred[0])
            days = [v[key] for c in clauses for v in c["versions"] if v[key] and first < v[key] <= last]
            day = min(days) if key == "since" else max(days)
            found.append(
                {
                    "change": "added" if barred[1] else "removed",
                    "pair": clauses[0]["bars"],
                    "day": day,
                    "clauses": stated,
                }
            )
    yield from sorted(found, key=lambda e: e["day"])
