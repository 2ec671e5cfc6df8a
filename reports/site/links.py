"""Addresses on the site: permanent file names and anchors, and the targets of citations."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pitboss.compiler.model.catalog_entries import Catalog, GlossaryEntry
from pitboss.compiler.model.core import SubjectKind


@dataclass(frozen=True, slots=True)
class Links:
    """Everything that can be linked to. A target outside of it gets no link, so that no link is broken."""

    labels: dict[str, frozenset[str]]  # of each available section
    missing: frozenset[str]
    terms: dict[str, GlossaryEntry]
    games: frozenset[str]

    def cite(self, citation: str) -> str | None:
        """The page of a citation, with the anchor if there is one; the page of missing texts if its text is not available."""
        section, bracket, label = citation.partition("(")
        label = bracket + label
        if label in self.labels.get(section, ()):
            return page(section) + (f"#{anchor(label)}" if label else "")
        if citation in self.missing:
            return f"missing.html#{slug(citation)}"
        return page(section) if section in self.labels else None

    def term(self, name: str) -> str | None:
        return f"glossary.html#{slug(name)}" if name in self.terms else None

    def game(self, name: str | None) -> str | None:
        return f"game-{slug(name)}.html" if name in self.games and name else None


def links(catalog: Catalog) -> Links:
    """Everything on the site that can be linked to.

    >>> from pitboss.compiler.model.catalog_entries import MissingText, ProvisionEntry, SectionEntry
    >>> section = SectionEntry("1:1-9.1", "", None, None, "", provisions=(ProvisionEntry("(a)2i", "1:1-9.1(a)2i"),))
    >>> known = links(Catalog("d", sections=(section,), missing=(MissingText("1:1-8.3", "(c)", ("1:1-9.1",)),)))
    >>> known.cite("1:1-9.1(a)2i"), known.cite("1:1-8.3(c)"), known.cite("1:1-7.7")
    ('1-1-9.1.html#a-2-i', 'missing.html#1-1-8.3-c', None)
    """
    terms = {t.name: t for t in catalog.terms}
    return Links(
        {s.citation: frozenset(p.label for p in s.provisions) for s in catalog.sections},
        frozenset(n.citation for n in catalog.missing if n.is_cited),
        terms,
        frozenset(n for n, t in terms.items() if t.kind == SubjectKind.GAME),
    )


def page(section: str) -> str:
    """
    >>> page("19:47-2.22")
    '19-47-2.22.html'
    """
    return f"{slug(section)}.html"


def anchor(label: str) -> str:
    """
    >>> anchor("(l)"), anchor("(a)2i"), anchor("(e)2iv"), anchor("(-)3"), anchor("")
    ('l', 'a-2-i', 'e-2-iv', 'list-3', 'whole')
    """
    return "-".join(re.findall(r"[A-Za-z]+|\d+", label.replace("(-)", "list "))) or "whole"


def clause_anchor(label: str, name: str) -> str:
    """
    >>> clause_anchor("(l)", "streak-bars-multiple_action")
    'l--streak-bars-multiple_action'
    """
    return f"{anchor(label)}--{name}"


def slug(text: str) -> str:
    """
    >>> slug("N.J.S.A. 5:12-69e"), slug("streak_layout")
    ('N.J.S.A.-5-12-69e', 'streak_layout')
    """
    return re.sub(r"[^A-Za-z0-9._]+", "-", text).strip("-")
