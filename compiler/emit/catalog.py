"""Core → the catalog behind `pitboss law`: provisions, clauses in plain English, citations in both directions, history."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.catalog.citation_edges import CitationEdge, citation_edges, labels_by_section
from pitboss.compiler.catalog.glossary import terms
from pitboss.compiler.emit.extracts import extracts
from pitboss.compiler.emit.section_catalog import section_catalog
from pitboss.compiler.model import core
from pitboss.compiler.model.catalog_entries import Catalog, FieldEntry, MissingText, NameEntry, SectionEntry
from pitboss.compiler.model.citations import law_order, resolved
from pitboss.compiler.model.core import Rulebook

_PLAIN = ("count", "number", "money", "percent", "one_of", "flag")  # types of fields that have one value at a table


def catalog(book: Rulebook, sections: tuple[SectionEntry, ...] | None = None) -> Catalog:
    """The catalog of a rulebook; with `sections`, if they are known.

    >>> catalog(Rulebook("d", (), {}, {}, (), (), None, "")).sections
    ()
    """
    names = sorted((n for n in book.names.values() if n.kind is not core.SubjectKind.TERM), key=lambda n: n.name)
    plain = sorted((f for f in book.fields.values() if f.type.kind in _PLAIN), key=lambda f: f.name)
    return Catalog(
        digest=book.digest,
        begins=book.begins.isoformat() if book.begins else None,
        expires=book.expires.isoformat() if book.expires else None,
        expiry_cite=book.expiry_cite,
        sections=tuple(map(section_catalog, extracts(book))) if sections is None else sections,
        missing=tuple(_missing(book, tuple(citation_edges(book)))),
        terms=terms(book),
        names={n.name: NameEntry(n.kind.value, n.title, n.game) for n in names},
        fields={f.name: FieldEntry(f.title, f.type.kind, tuple(str(v.value) for v in f.type.values)) for f in plain},
    )


# ---- texts that are not available


def _missing(book: Rulebook, edges: tuple[CitationEdge, ...]) -> Iterator[MissingText]:
    """Texts that are not available: those that are cited, correctly or by a misprint, or listed in the contents of a chapter."""
    known = labels_by_section(book)
    cited: dict[tuple[str, str], dict[str, None]] = {}
    rightly: set[tuple[str, str]] = set()
    meant: dict[tuple[str, str], dict[str, None]] = {}
    listed: dict[tuple[str, str], tuple[str, str]] = {}
    for edge in edges:
        if not edge.cite.available:
            rightly.add((edge.cite.section, edge.cite.label))
            cited.setdefault((edge.cite.section, edge.cite.label), {})[edge.provision] = None
        if edge.cite.reading:
            printed = resolved(edge.cite.printed, edge.provision.partition("(")[0])
            if printed[0] not in known or printed[1] and printed[1] not in known[printed[0]]:
                cited.setdefault(printed, {})[edge.provision] = None
                meant.setdefault(printed, {})[edge.cite.target] = None
    for section in book.sections:
        for note in section.notes:
            for place in (resolved(c.printed, section.citation) for c in note.per):
                if place[0] in known and (not place[1] or place[1] in known[place[0]]):
                    continue
                if note.kind == "contents":
                    listed[place] = note.words or "", section.citation
                else:
                    cited.setdefault(place, {})[section.citation] = None
    for place in sorted({**cited, **listed}, key=lambda x: (not x[0][:1].isdigit(), law_order(x[0]), x[0], x[1])):
        title, chapter = listed.get(place, ("", ""))
        others = (p for p in cited.get(place, ()) if p != place[0] + place[1])
        misprint_of = () if place in rightly else tuple(meant.get(place, ()))
        yield MissingText(*place, tuple(others), title, chapter, misprint_of)
