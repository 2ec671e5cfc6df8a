"""Core → the catalog behind `pitboss law`: provisions, clauses in plain words, citations both ways, history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from pitboss.compiler.catalog.anomalies import anomalies
from pitboss.compiler.catalog.glossary import named, terms
from pitboss.compiler.emit import english
from pitboss.compiler.exclusion.constraints import constraints
from pitboss.compiler.model import core
from pitboss.compiler.model.citations import ancestors, label_order, law_order, resolved
from pitboss.compiler.model.core import (
    Clause,
    Need,
    Not,
    Offered,
    Part,
    PartKind,
    Rulebook,
    Scope,
    Section,
    Table,
    Version,
)
from pitboss.grammar.diagnostics import Place

_KINDS = {"left": "not checkable", "permission": "permission", "definition": "definition", "attest": "attested"}
_ORDER = ("filing", "round", "attested", "definition", "permission", "not checkable", "heading", "cited, not in hand")
_PLAIN = ("count", "number", "money", "percent", "one_of", "flag")  # fields that have one value at a table
_Json = dict[str, Any]


def catalog(book: Rulebook) -> str:
    """The catalog as JSON text.

    >>> json.loads(catalog(Rulebook("d", (), {}, {}, (), (), None, "")))["sections"]
    []
    """
    edges = list(_edges(book))
    odd: dict[str, list[_Json]] = {}
    for anomaly in anomalies(book):
        odd.setdefault(anomaly.cite, []).append(_anomaly(anomaly))
    data = {
        "schema": "pitboss.catalog/1",
        "digest": book.digest,
        "expires": _day(book.expires),
        "expiry_cite": book.expiry_cite,
        "sections": [_section(book, section, edges, odd) for section in book.sections],
        "not_in_hand": _not_in_hand(edges),
        "terms": terms(book),
        "names": {
            n.name: {"kind": n.kind, "title": n.title, "game": n.game}
            for n in book.names.values()
            if n.kind is not core.SubjectKind.TERM
        },
        "fields": {f.name: _field(f) for f in book.fields.values() if f.type.kind in _PLAIN},
    }
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


# ---- citations, as edges from provision to provision


def _edges(book: Rulebook) -> Iterator[_Json]:
    """Every citation, once for each provision: what is printed, what it means, and whether that text is available."""
    known = {s.citation: _labels(s) for s in book.sections}
    seen = set()
    for section in book.sections:
        for entry in section.entries:
            for cite in entry.citations:
                key = (section.citation, entry.label, cite)
                if key in seen:
                    continue
                seen.add(key)
                target, label = resolved(cite.reading or cite.printed, section.citation)
                yield {
                    "from": section.citation + entry.label,
                    "how": cite.role,
                    "printed": cite.printed,
                    "reading": cite.reading,
                    "ground": cite.ground,
                    "section": target,
                    "label": label,
                    "target": target + label,
                    "in_hand": target in known and (not label or label in known[target]),
                }


def _labels(section: Section) -> set[str]:
    """Every label printed in a section, and those above them."""
    return {step for label in section.labels for step in ancestors(label)}


def _cited_by(edges: list[_Json], target: str) -> list[str]:
    return list(dict.fromkeys(e["from"] for e in edges if e["target"] == target and e["from"] != target))


def _not_in_hand(edges: list[_Json]) -> list[_Json]:
    targets = dict.fromkeys((e["section"], e["label"]) for e in edges if not e["in_hand"])
    return [
        {"citation": section + label, "section": section, "label": label, "cited_by": _cited_by(edges, section + label)}
        for section, label in sorted(targets, key=lambda x: (not x[0][:1].isdigit(), law_order(x[0]), x[0], x[1]))
    ]


# ---- sections and provisions


def _section(book: Rulebook, section: Section, edges: list[_Json], odd: dict[str, list[_Json]]) -> _Json:
    return {
        "citation": section.citation,
        "title": section.title,
        "game": section.game,
        "adopted": _day(section.adopted),
        "file": section.file,
        "history": [_note(n) for n in section.notes],
        "editions": [
            {"name": e.name, "since": _day(e.since), "until": _day(e.until), "words": e.words} for e in section.editions
        ],
        "cited_by": _cited_by(edges, section.citation),
        "odd": odd.get(section.citation, []),
        "provisions": list(_provisions(book, section, edges, odd)),
    }


def _note(note: core.Note) -> _Json:
    return {
        "kind": note.kind, "day": _day(note.day), "source": note.source, "operative": _day(note.operative),
        "until": _day(note.until), "see": list(note.see), "per": [c.printed for c in note.per], "words": note.words,
    }  # fmt: skip


def _anomaly(odd: core.Anomaly) -> _Json:
    return {
        "code": odd.code, "place": odd.cite, "kind": odd.kind, "printed": odd.printed, "reading": odd.reading, "ground": odd.ground,
        "clauses": None if odd.clauses is None else list(odd.clauses), "derived": odd.derived, "source": _source(odd.place),
    }  # fmt: skip


def _provisions(book: Rulebook, section: Section, edges: list[_Json], odd: dict[str, list[_Json]]) -> Iterator[_Json]:
    clauses: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        if clause.section == section.citation:
            clauses.setdefault(clause.label, []).append(clause)
    parts = _parts(book, section)
    cited = {a for e in edges if e["section"] == section.citation for a in ancestors(e["label"])}
    noted = {place.removeprefix(section.citation) for place in odd if place.partition("(")[0] == section.citation} - {
        ""
    }
    labels = {*clauses, *parts, *noted, *(label for label in cited if label in _labels(section))}
    for label in sorted(labels, key=lambda x: label_order(x) if x else ()):
        made = [_clause(book, c) for c in clauses.get(label, ())]
        pieces = parts.get(label, [])
        kinds = {kind for c in clauses.get(label, ()) for kind in [_kind(c)]} | {p["kind"] for p in pieces}
        duties = (v.duty for c in clauses.get(label, ()) for v in c.versions)
        reasons = [duty.because for duty in duties if isinstance(duty, core.Left)]
        yield {
            "label": label,
            "cite": section.citation + label,
            "kinds": [k for k in _ORDER if k in (kinds or {"heading"})],
            "reasons": list(dict.fromkeys(reasons)),
            "clauses": made,
            "parts": pieces,
            "cites": [
                {k: v for k, v in e.items() if k != "from"} for e in edges if e["from"] == section.citation + label
            ],
            "cited_by": _cited_by(edges, section.citation + label),
            "odd": odd.get(section.citation + label, []),
        }


def _kind(clause: Clause) -> str:
    return _KINDS.get(clause.kind) or ("round" if clause.scope is Scope.ROUND else "filing")


def _parts(book: Rulebook, section: Section) -> dict[str, list[_Json]]:
    """The parts of clauses that have a label of their own: schedules, ranks, parameters, rows, exceptions."""
    made = {clause.id: clause for clause in book.clauses}
    found: dict[str, list[_Json]] = {}
    for entry in section.entries:
        for part in entry.parts if entry.clauses else ():
            clause = made[entry.clauses[-1]]
            data = {
                "of": clause.provision, "kind": _kind(clause), "words": _part_words(book, part),
                "tables": _part_tables(part), "source": _source(part.place),
            }  # fmt: skip
            found.setdefault(part.label, []).append(data)
    return found


def _part_words(book: Rulebook, part: Part) -> str:
    values = ", ".join(v.text.replace("_", " ") for v in part.values)
    condition = english.condition(book, part.condition) if part.condition else ""
    return {
        PartKind.SCHEDULE: f"The table where {part.title} is {values}.",
        PartKind.RANK: f"{english.upper(part.title)}: {condition}.",
        PartKind.PARAMETER: f"{english.upper(part.title)}: one of {values}.",
        PartKind.EXCEPTION: f"Not where {condition}.",
        PartKind.READING: f"Read as {part.title}.",
        PartKind.ROW: f"The row {part.title}.",
    }[part.kind]


def _part_tables(part: Part) -> list[_Json]:
    if part.table is None:
        return []
    if part.kind is PartKind.SCHEDULE:
        return [{"for": f"{part.title}: {part.values[0].text}", "label": part.label, "rows": _rows(part.table)}]
    return [{"for": None, "label": None, "rows": _rows(part.table)}]


# ---- clauses


def _clause(book: Rulebook, clause: Clause) -> _Json:
    duty = clause.versions[0].duty
    return {
        "id": clause.id,
        "name": clause.name,
        "kind": clause.kind,
        "does": _kind(clause),
        "scope": clause.scope,
        "about": [x for x in (clause.subject.of, clause.subject.name) if x],
        "speaks_of": named(book, clause),
        "subject": clause.subject.name,
        "bars": _bars(duty),
        "mutual": isinstance(duty, core.Requirement) and duty.exclusive,
        "versions": [_version(book, clause, v) for v in clause.versions],
    }


def _field(of: core.Field) -> _Json:
    return {"title": of.title, "type": of.type.kind, "values": [str(v.value) for v in of.type.values]}


def _bars(duty: core.Duty) -> list[str]:
    """The two offers that may not be combined."""
    match duty:
        case core.Requirement(need=Need.BARS, holds=Not(Offered(other))):
            return [duty.subject.name, other]
    return []


def _version(book: Rulebook, clause: Clause, version: Version) -> _Json:
    data = {
        **_duty(book, version.duty),
        "since": _day(version.since), "until": _day(version.until), "basis": version.basis, "ground": version.ground,
        "operative": _day(version.operative), "per": [c.printed for c in version.citations], "source": _source(version.place),
        "readings": [], "constraints": [],
    }  # fmt: skip
    if version.is_open or version.readings[0].name:
        data["readings"] = [{"name": r.name, "ground": r.ground, **_duty(book, r.duty)} for r in version.readings]
    if clause.scope is Scope.TABLE:
        data["constraints"] = [constraints(book, r.duty) for r in version.readings]
    return data


def _duty(book: Rulebook, duty: core.Duty) -> _Json:
    return {
        "words": english.rule(book, duty),
        "given": english.given(book, duty),
        "expected": english.expected(book, duty),
        "conditions": [english.condition(book, c) for c in duty.applies],
        "values": [v.text.replace("_", " ") for v in _values(duty)],
        "tables": _tables(book, duty),
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
    return ()


def _tables(book: Rulebook, duty: core.Duty) -> list[_Json]:
    """The printed tables of a duty."""
    match duty:
        case core.PayoutTable(table=table, schedules=schedules):
            made: list[_Json] = [{"for": None, "label": None, "rows": _rows(table)}] if table else []
            made += (
                {"for": f"{book.title(s.field)}: {s.value.text}", "label": s.label, "rows": _rows(s.table)}
                for s in schedules if s.table
            )  # fmt: skip
            return made
        case (
            core.Requirement(holds=core.Compare(right=core.Lookup() as lookup))
            | core.Derives(value=core.Lookup() as lookup)
        ):
            rows = [list(lookup.columns), *([key.text, value.text] for key, value in lookup.rows)]
            return [{"for": None, "label": None, "rows": rows}]
    return []


def _rows(table: Table) -> list[list[str]]:
    heads = [cell.text if cell else "" for cell in table.heads]
    return [heads, *([cell.text if cell else "" for cell in (row.key, *row.cells)] for row in table.rows)]


def _source(place: Place) -> str:
    return f"{place.file}:{place.line}"


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
