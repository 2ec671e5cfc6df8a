"""Rulebook → the catalogue behind `pitboss law`: provisions, clauses in plain words, citations both ways, history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from pitboss.compiler.analysis.satisfiability import plain
from pitboss.compiler.catalog.anomalies import oddities
from pitboss.compiler.catalog.glossary import named, terms
from pitboss.compiler.emit import english
from pitboss.compiler.exclusion.constraints import constraints
from pitboss.compiler.front.labels import labels_of
from pitboss.compiler.front.lower import core_of, duty_of, expr_of
from pitboss.compiler.front.walk import Statement, statements
from pitboss.compiler.model.citations import ancestors, label_order, law_order, resolved
from pitboss.compiler.model.rulebook import Check, Clause, Field, Oddity, Rulebook, Said, Section, Version
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Place

_KINDS = {"left": "not checkable", "permission": "permission", "definition": "definition", "attest": "attested"}
_ORDER = ("filing", "round", "attested", "definition", "permission", "not checkable", "heading", "cited, not in hand")
_PLAIN = ("count", "number", "money", "percent", "one_of", "flag")  # fields that have one value at a table
_Json = dict[str, Any]


def catalog(book: Rulebook) -> str:
    """
    >>> json.loads(catalog(Rulebook((), {}, {}, (), (), None, "", "d", {})))["sections"]
    []
    """
    edges = list(_edges(book))
    odd: dict[str, list[_Json]] = {}
    for oddity in oddities(book):
        odd.setdefault(oddity.cite, []).append(_oddity(oddity))
    told = {
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
            if n.kind != "define"
        },
        "fields": {f.name: _field(f) for f in book.fields.values() if f.type.kind in _PLAIN},
    }
    return json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


# ---- citations, as edges from provision to provision


def _edges(book: Rulebook) -> Iterator[_Json]:
    """Every citation once a provision: what is printed, what it means, and whether that is in hand."""
    known = {s.citation: set(labels_of(book, s.citation)) for s in book.sections}
    seen = set()
    for statement in statements(book):
        if not statement.section:
            continue
        for how, cite in _cites(statement):
            section, label = resolved(cite.reading or cite.printed, statement.section)
            key = (statement.section, statement.label, how, cite)
            if key in seen:
                continue
            seen.add(key)
            yield {
                "from": statement.section + statement.label,
                "how": how,
                "printed": cite.printed,
                "reading": cite.reading,
                "ground": cite.ground,
                "section": section,
                "label": label,
                "target": section + label,
                "in_hand": section in known and (not label or label in known[section]),
            }


def _cites(statement: Statement) -> Iterator[tuple[str, t.Cite]]:
    s = statement.said
    for rule in (s, *(r.rule for r in getattr(s, "readings", ()) if r.rule)):
        yield from (("per", c) for c in rule.trailers.per)
        yield from (("despite", c) for c in rule.trailers.despite)
        yield from (("except", c) for e in getattr(rule, "exceptions", ()) for c in e.per)


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


def _note(note: t.Note) -> _Json:
    return {
        "kind": note.kind, "day": _day(note.day), "source": note.source, "operative": _day(note.operative),
        "until": _day(note.until), "see": list(note.see), "per": [c.printed for c in note.per], "words": note.words,
    }  # fmt: skip


def _oddity(odd: Oddity) -> _Json:
    return {
        "code": odd.code, "place": odd.cite, "kind": odd.kind, "printed": odd.printed, "reading": odd.reading, "ground": odd.ground,
        "clauses": None if odd.clauses is None else list(odd.clauses), "derived": odd.derived, "source": _source(odd.place),
    }  # fmt: skip


def _provisions(book: Rulebook, section: Section, edges: list[_Json], odd: dict[str, list[_Json]]) -> Iterator[_Json]:
    clauses: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        if clause.section == section.citation:
            clauses.setdefault(clause.label, []).append(clause)
    because = {s.said.place: s.said.because for s in statements(book) if isinstance(s.said, t.Leave)}
    parts = _parts(book, section.citation)
    cited = {a for e in edges if e["section"] == section.citation for a in ancestors(e["label"])}
    noted = {place.removeprefix(section.citation) for place in odd if place.partition("(")[0] == section.citation} - {
        ""
    }
    labels = {*clauses, *parts, *noted, *(label for label in cited if label in labels_of(book, section.citation))}
    for label in sorted(labels, key=lambda x: label_order(x) if x else ()):
        made = [_clause(book, c) for c in clauses.get(label, ())]
        pieces = parts.get(label, [])
        kinds = {kind for c in clauses.get(label, ()) for kind in [_kind(c)]} | {p["kind"] for p in pieces}
        reasons = [
            because[v.place]
            for c in clauses.get(label, ())
            if c.kind == "left"
            for v in c.versions
            if v.place in because
        ]
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
    return _KINDS.get(clause.kind) or ("round" if clause.scope == "round" else "filing")


def _parts(book: Rulebook, citation: str) -> dict[str, list[_Json]]:
    """What stands in the margin beside a part of a clause: a block, a rank, a parameter, a row, an exception."""
    made: dict[Place, Clause] = {v.place: c for c in book.clauses if c.section == citation for v in c.versions}
    found: dict[str, list[_Json]] = {}
    for statement in statements(book):
        if statement.section != citation or statement.said.place not in made:
            continue
        clause = made[statement.said.place]
        for label, place, text, table in _labelled(book, statement.said):
            part = {"of": clause.cite, "kind": _kind(clause), "words": text, "tables": table, "source": _source(place)}
            found.setdefault(label, []).append(part)
    return found


def _labelled(book: Rulebook, s: t.Statement) -> Iterator[tuple[str, Place, str, list[_Json]]]:
    for block in getattr(s, "blocks", ()):
        if block.label:
            yield (
                block.label,
                block.place,
                f"The table where {core_of(book).title(block.name)} is {block.value.text}.",
                _tables(book, None, (block,)),
            )
    for rank in getattr(s, "ranks", ()):
        if rank.label:
            yield (
                rank.label,
                rank.place,
                f"{_upper(rank.title or rank.name.replace('_', ' '))}: {english.condition(core_of(book), expr_of(book, rank.has))}.",
                [],
            )
    for parameter in getattr(s, "parameters", ()):
        if parameter.label:
            listed = ", ".join(v.text.replace("_", " ") for v in parameter.values)
            yield parameter.label, parameter.place, f"{_upper(parameter.title or parameter.name)}: one of {listed}.", []
    for exception in getattr(s, "exceptions", ()):
        if exception.label:
            yield (
                exception.label,
                exception.place,
                f"Not where {english.condition(core_of(book), expr_of(book, exception.when))}.",
                [],
            )
    for reading in getattr(s, "readings", ()):
        if reading.label:
            yield reading.label, reading.place, f"Read as {reading.name}: {reading.ground}.", []
    for table in (getattr(s, "table", None), *(b.table for b in getattr(s, "blocks", ()))):
        for label, row in zip(table.labels, table.rows, strict=False) if table else ():
            if label:
                yield (
                    label,
                    row[0].place,
                    f"The row {row[0].text}.",
                    [{"for": None, "label": None, "rows": _rows(t.Table((table.head, row)))}],
                )


# ---- clauses


def _clause(book: Rulebook, clause: Clause) -> _Json:
    return {
        "id": clause.id,
        "name": clause.name,
        "kind": clause.kind,
        "does": _kind(clause),
        "scope": clause.scope,
        "about": _about(clause),
        "speaks_of": named(book, clause),
        "subject": clause.versions[0].checks[0].subject.name,
        "bars": _bars(clause),
        "mutual": getattr(clause.versions[0].checks[0].predicate, "all_but_one", False),
        "versions": [_version(book, clause, v) for v in clause.versions],
    }


def _about(clause: Clause) -> list[str]:
    """The subject: an offer, a fact, or a fact of an offer."""
    subject = clause.versions[0].checks[0].subject
    return [x for x in (subject.of, subject.name) if x]


def _field(of: Field) -> _Json:
    values = [str(plain(v)) for v in of.type.values]
    return {"title": of.title, "type": of.type.kind, "values": values}


def _bars(clause: Clause) -> list[str]:
    """The two that may not stand together."""
    check = clause.versions[0].checks[0]
    return [check.subject.name, check.predicate.names[0]] if isinstance(check.predicate, t.Bars) else []


def _version(book: Rulebook, clause: Clause, version: Version) -> _Json:
    first = version.checks[0]
    told = {
        **_check(book, first),
        "since": _day(version.since), "until": _day(version.until), "basis": version.basis, "ground": version.ground,
        "operative": _day(version.operative), "per": [c.printed for c in version.per], "source": _source(version.place),
        "readings": [], "constraints": [],
    }  # fmt: skip
    if len(version.checks) > 1 or first.reading:
        told["readings"] = [{"name": c.reading, "ground": c.ground, **_check(book, c)} for c in version.checks]
    if clause.scope == "table":
        told["constraints"] = [constraints(book, c) for c in version.checks]
    return told


def _check(book: Rulebook, check: Check) -> _Json:
    said, duty = check.predicate, duty_of(book, check)
    return {
        "words": english.rule(core_of(book), duty),
        "given": english.given(core_of(book), duty),
        "expected": english.expected(core_of(book), duty),
        "conditions": [english.condition(core_of(book), c) for c in duty.applies],
        "values": [v.text.replace("_", " ") for v in said.values] if isinstance(said, Said) else [],
        "tables": _tables(book, check.table, check.blocks),
    }


def _tables(book: Rulebook, table: t.Table | None, blocks: tuple[t.Block, ...]) -> list[_Json]:
    made: list[_Json] = [{"for": None, "label": None, "rows": _rows(table)}] if table else []
    for block in blocks:
        if block.table:
            made.append(
                {
                    "for": f"{core_of(book).title(block.name)}: {block.value.text}",
                    "label": block.label,
                    "rows": _rows(block.table),
                }
            )
    return made


def _rows(table: t.Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def _source(place: Place) -> str:
    return f"{place.file}:{place.line}"


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
