"""Finds the entry of the catalog that a typed citation names."""

from __future__ import annotations

import re
from difflib import get_close_matches

from pitboss.compiler.model.catalog_entries import Catalog, MissingText, ProvisionEntry, SectionEntry
from pitboss.compiler.model.citations import is_below


def found(catalog: Catalog, citation: str) -> tuple[SectionEntry, str] | None:
    """The section and the label, as the catalog has them, of a typed citation: `2.22(l)`, `19:47-2.22 (L)`, `(e)2.iv`.

    >>> section = SectionEntry("19:47-2.22", "", None, None, "", provisions=(ProvisionEntry("(e)2iv", "19:47-2.22(e)2iv"),))
    >>> place = found(Catalog("d", sections=(section,)), "2.22(e)2.iv")
    >>> place[0].citation, place[1]
    ('19:47-2.22', '(e)2iv')
    """
    body, label = _typed(citation)
    for section in catalog.sections:
        if section.citation == body or section.citation.endswith(f"-{body}"):
            labels = [p.label for p in section.provisions]
            same = [x for x in labels if x == label] or [x for x in labels if x.lower() == label.lower()]
            below = [x for x in labels if is_below(x, label)]
            if not label or same or below:
                return section, same[0] if label and same else label
    return None


def entry(catalog: Catalog, citation: str) -> SectionEntry | ProvisionEntry | None:
    """The entry of a section or a provision.

    >>> section = SectionEntry("1:1-2.3", "", None, None, "", provisions=(ProvisionEntry("(a)", "1:1-2.3(a)"),))
    >>> entry(Catalog("d", sections=(section,)), "2.3(a)").cite
    '1:1-2.3(a)'
    """
    place = found(catalog, citation)
    if place is None:
        return None
    section, label = place
    return next((p for p in section.provisions if p.label == label), None) if label else section


def unavailable(catalog: Catalog, citation: str) -> list[MissingText]:
    """The provisions without text that a typed citation names; else those that it is part of, or that are part of it.

    Of a section, these are the section and its paragraphs.

    >>> law = Catalog("d", missing=(MissingText("19:47-2.7", "(c)", ()), MissingText("N.J.S.A. 5:12-100", "", ())))
    >>> [len(unavailable(law, typed)) for typed in ("2.7", "19:47-2.7(c)", "2.7(C)1", "2.7(d)", "2.8", "5:12-100")]
    [1, 1, 1, 0, 0, 1]
    """
    body, label = _typed(citation)
    own = {body, f"N.J.S.A. {body}"}
    gaps = [gap for gap in catalog.missing if gap.section in own or gap.section.endswith(f"-{body}")]
    same = [gap for gap in gaps if label and gap.label.lower() == label.lower()]
    return same or [
        gap for gap in gaps
        if not (label and gap.label) or is_below(gap.label.lower(), label.lower())
        or is_below(label.lower(), gap.label.lower())
    ]  # fmt: skip


def suggestion(catalog: Catalog, citation: str) -> str:
    """The citation in the catalog that is most similar; empty if none is.

    >>> section = SectionEntry("19:47-2.22", "", None, None, "", provisions=(ProvisionEntry("(l)", "19:47-2.22(l)"),))
    >>> suggestion(Catalog("d", sections=(section,)), "2.23(l)")
    '19:47-2.22(l)'
    """
    body, label = _typed(citation)
    sections = {s.citation: [p.label for p in s.provisions] for s in catalog.sections}
    short = {c.partition("-")[2] or c: c for c in sections}
    section = short.get(body) or (body if body in sections else "")
    if not section:
        near = get_close_matches(body.partition("-")[2] or body, short, 1, 0.5)
        if not near:
            return ""
        section = short[near[0]]
    labels = sections[section]
    if label in labels:
        return section + label
    return section + next(iter(get_close_matches(label, labels, 1, 0.5)), "")


def mentions(catalog: Catalog, words: str) -> list[str]:
    """The sections whose title has all the words, with their titles; then the provisions whose clauses have them.

    >>> section = SectionEntry("19:47-2.22", "Streak wager", None, None, "")
    >>> mentions(Catalog("d", sections=(section,)), "the streak wager"), mentions(Catalog("d", sections=(section,)), "surrender")
    (['19:47-2.22 (Streak wager)'], [])
    """
    wanted = [word for word in re.findall(r"[a-z0-9]+", words.lower()) if word not in _LITTLE]
    if not wanted:
        return []

    def has(text: str) -> bool:
        return set(wanted) <= set(re.findall(r"[a-z0-9]+", text.lower()))

    titled = [f"{s.citation} ({s.title})" for s in catalog.sections if has(s.title)]
    stated = [
        clause.id.partition("/")[0]
        for clause in catalog.clauses
        if any(has(version.words) for version in clause.versions)
    ]
    return list(dict.fromkeys([*titled, *stated]))


_LITTLE = {"a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to", "with"}


def _typed(citation: str) -> tuple[str, str]:
    text = re.sub(r"^(N\.J\.A\.C\.|§)\s*", "", citation.strip())
    body, bracket, rest = text.partition("(")
    return body.strip(), (bracket + re.sub(r"[\s.]|(?<=\d)\((?=[ivx]+\))|(?<=[ivx])\)$", "", rest))
