"""The page of a section: every provision in the law's order, with what the catalogue knows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pitboss.compiler.catalog.history import history_data
from pitboss.compiler.catalog.payout_runs import row, runs
from pitboss.compiler.catalog.sentences import unconditional
from pitboss.compiler.model.citations import is_below
from pitboss.reports.site.links import Links, anchor, clause_anchor, page
from pitboss.reports.site.paytables import shown
from pitboss.reports.site.section_timeline import happened, timeline

_HOW = {"per": "", "despite": "goes before it", "except": "gives way to it"}
_MANY_OUTCOMES = 4
_Json = dict[str, Any]
_Term = tuple[str | None, str, str]


def section_pages(catalog: _Json, known: Links) -> list[_Json]:
    sections = catalog["sections"]
    around = [None, *sections, None]
    return [
        _section(catalog, section, known, around[number], around[number + 2]) for number, section in enumerate(sections)
    ]


def _section(catalog: _Json, section: _Json, known: Links, before: _Json | None, after: _Json | None) -> _Json:
    history = history_data(catalog, section["citation"])
    assert history is not None
    usual = _usual(section)
    notes = history["notes"]
    remarks = notes.pop("remarks", [])
    return {
        "page": page(section["citation"]),
        "citation": section["citation"],
        "title": section["title"],
        "game": section["game"],
        "adopted": section["adopted"],
        "adopted_with": history["adopted_with"],
        "source": section["file"],
        "before": _beside(before),
        "after": _beside(after),
        "cited_by": _links(section["cited_by"], known),
        "odd": [] if any(not p["label"] for p in section["provisions"]) else section["odd"],
        "remarks": [{"words": r["says"], "per": _links(r["per"], known)} for r in remarks],
        "notes": [{**n, "what": happened(kind)} for kind, some in notes.items() for n in some],
        "editions": section["editions"],
        "usual": None if usual is None else {"since": usual[0], "basis": usual[1], "ground": usual[2]},
        "timeline": timeline(history, section, catalog["expires"]),
        "days": _days(section, history),
        "provisions": [_provision(section, p, known, usual) for p in section["provisions"]],
    }


def _beside(section: _Json | None) -> _Json | None:
    return section and {"cite": section["citation"], "title": section["title"], "href": page(section["citation"])}


def _links(cites: list[str], known: Links) -> list[_Json]:
    return [{"cite": c, "href": known.cite(c)} for c in cites]


def _usual(section: _Json) -> _Term | None:
    """The start that most clauses of a section share: told once, at its head."""
    counted = Counter(
        (v["since"], v["basis"], v["ground"])
        for p in section["provisions"]
        for c in p["clauses"]
        for v in c["versions"]
        if c["kind"] != "definition" and not v["until"]
    )
    return max(counted, key=lambda term: (counted[term], term[0] or "")) if counted else None


def _days(section: _Json, history: _Json) -> list[_Json]:
    """The days on which the page reads differently, and what they are."""
    turns: dict[str, list[str]] = {}
    for provision in section["provisions"]:
        for version in (v for c in provision["clauses"] for v in c["versions"]):
            for day in (version["since"], version["until"]):
                if day:
                    turns.setdefault(day, [])
    for day in history["timeline"]:
        if day["day"] in turns:
            told = [f"{happened(e['kind'])} {e['source']}".strip() for e in day["events"] if e["kind"] != "expiry"]
            turns[day["day"]] = list(dict.fromkeys(told))
    return [{"day": day, "told": turns[day]} for day in sorted(turns)]


def _provision(section: _Json, provision: _Json, known: Links, usual: _Term | None) -> _Json:
    clauses = [c for c in provision["clauses"] if c["kind"] != "definition"]
    sources = [v["source"] for c in provision["clauses"] for v in c["versions"]]
    sources += [part["source"] for part in provision["parts"]]
    return {
        "anchor": anchor(provision["label"]),
        "label": provision["label"],
        "cite": provision["cite"],
        "depth": sum(is_below(provision["label"], p["label"]) for p in section["provisions"]),
        "kinds": provision["kinds"],
        "groups": list(_groups(clauses, provision, known, usual)),
        "defined": [
            _defined(c, provision["label"], known, usual) for c in provision["clauses"] if c["kind"] == "definition"
        ],
        "parts": [_part(part, provision, known) for part in provision["parts"]],
        "cites": [_cite(c, known) for c in provision["cites"]],
        "cited_by": _links(provision["cited_by"], known),
        # what the dates, the readings and the citations show already is not told twice
        "odd": [o for o in provision["odd"] if o["kind"] not in ("inferred start", "open text")],
        "source": sources[0] if sources else None,
    }


def _groups(clauses: list[_Json], provision: _Json, known: Links, usual: _Term | None) -> Iterator[_Json]:
    """Clauses in order; a long run of outcomes is one list that opens, one of payouts a table."""
    for kind, listed in groupby(clauses, key=lambda c: c["kind"] if c["kind"] in ("outcome", "rank") else ""):
        for pays, run in runs(listed):
            made = [_clause(c, provision, known, usual) for c in run]
            folded = bool(kind) and len(made) >= _MANY_OUTCOMES
            yield {"kind": kind, "clauses": made, "folded": folded, "pays": pays}


def _clause(clause: _Json, provision: _Json, known: Links, usual: _Term | None) -> _Json:
    bars = [{"name": n, "title": known.terms[n]["title"]} for n in clause["bars"] if n in known.terms]
    return {
        "id": clause["id"],
        "anchor": clause_anchor(provision["label"], clause["name"]),
        "name": clause["name"],
        "kind": clause["kind"],
        "does": clause["does"],
        "bars": bars,
        "versions": [_version(v, clause, len(clause["versions"]), usual) for v in clause["versions"]],
    }


def _version(version: _Json, clause: _Json, count: int, usual: _Term | None) -> _Json:
    readings = version["readings"]
    own = [r for r in readings if r["tables"] != version["tables"]]
    return {
        **_term(version, usual, count),
        **_said(version, clause),
        "row": row(version),
        "leads_to": version["values"] if clause["kind"] == "irregularity" else [],
        "tables": shown(version["tables"], clause["id"]) if not own else [],
        "readings": [{**r, "tables": shown(r["tables"], clause["id"]) if own else []} for r in readings],
        "source": version["source"],
    }


def _said(version: _Json, clause: _Json) -> _Json:
    """The sentence; of what people check on the floor, with its conditions as a note to it."""
    if clause["does"] != "attested":
        return {"words": version["words"], "given": ""}
    return {"words": unconditional(version), "given": version["given"]}


def _term(version: _Json, usual: _Term | None, count: int) -> _Json:
    same = usual == (version["since"], version["basis"], version["ground"]) and not version["until"]
    keys = ("since", "until", "basis", "ground", "operative")
    return {**{k: version[k] for k in keys}, "usual": same and count == 1}


def _defined(clause: _Json, label: str, known: Links, usual: _Term | None) -> _Json:
    name = clause["name"].removesuffix("-defined")
    return {
        "name": name,
        "anchor": clause_anchor(label, clause["name"]),
        "means": name in known.terms and known.terms[name]["kind"] == "define",
        "href": known.term(name),
        "versions": [
            {
                **_term(v, usual, len(clause["versions"])),
                "words": v["words"].partition(", where ")[0].rstrip(".") if v["conditions"] else v["words"].rstrip("."),
                "that_is": v["conditions"],
                "source": v["source"],
            }
            for v in clause["versions"]
        ],
    }


def _part(part: _Json, provision: _Json, known: Links) -> _Json:
    of = None if part["of"] == provision["cite"] else {"cite": part["of"], "href": known.cite(part["of"])}
    return {"words": part["words"], "of": of, "tables": shown(part["tables"], part["of"]), "source": part["source"]}


def _cite(cite: _Json, known: Links) -> _Json:
    return {
        "target": cite["target"], "href": known.cite(cite["target"]), "in_hand": cite["in_hand"], "how": _HOW[cite["how"]],
        "printed": cite["printed"] if cite["reading"] else "", "ground": cite["ground"] or "",
    }  # fmt: skip
