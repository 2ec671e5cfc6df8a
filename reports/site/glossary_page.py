"""The glossary: every name of the rulebook with its title, the provision that introduces it, and those that refer to it."""

from __future__ import annotations

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.model.core import SubjectKind
from pitboss.reports.site.links import Links, slug
from pitboss.reports.site.page_data import GlossaryView

KINDS = ("game", "wager", "option", "variation", "equipment", "define", "fact")


def glossary(catalog: Catalog, known: Links) -> list[GlossaryView]:
    """The entries of the page, by title, then by name.

    >>> from pitboss.compiler.model.catalog_entries import GlossaryEntry
    >>> from pitboss.reports.site.links import links
    >>> book = Catalog("d", terms=(GlossaryEntry("equipment", "lamp", "red lamp", None, "", (), ""),))
    >>> [(t["title"], t["anchor"], t["cite"], t["used"]) for t in glossary(book, links(book))]
    [('red lamp', 'lamp', None, [])]
    """
    used: dict[str, dict[str, None]] = {}
    for section in catalog.sections:
        for provision in section.provisions:
            for name in (n for clause in provision.clauses for n in clause.refers_to):
                used.setdefault(name, {})[provision.cite] = None
    listed: list[GlossaryView] = [
        {
            "name": term.name,
            "anchor": slug(term.name),
            "title": term.name.replace("_", " ") if term.kind == SubjectKind.TERM else term.title,
            "says": term.title if term.kind == SubjectKind.TERM else "",
            "kind": term.kind,
            "game": term.game,
            "type": term.type,
            "of": [known.terms[o].title if o in known.terms else o for o in term.owners],
            "cite": {"cite": term.cite, "href": known.cite(term.cite)} if term.cite else None,
            "used": [{"cite": c, "href": known.cite(c)} for c in used.get(term.name, ()) if c != term.cite],
        }
        for term in catalog.terms
    ]
    return sorted(listed, key=lambda t: (t["title"].casefold().lstrip("'\"("), t["name"]))
