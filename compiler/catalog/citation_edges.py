"""Citations as edges from provision to provision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pitboss.compiler.model.catalog_entries import CitationEntry
from pitboss.compiler.model.citations import ancestors, resolved
from pitboss.compiler.model.core import Rulebook, Section


@dataclass(frozen=True, slots=True)
class CitationEdge:
    section: str  # of the citing provision
    label: str
    cite: CitationEntry

    @property
    def provision(self) -> str:
        """The citing provision."""
        return self.section + self.label


@dataclass(frozen=True, slots=True)
class SectionCitations:
    """The citations in one section and those of it, by label."""

    cites: dict[str, tuple[CitationEntry, ...]] = field(default_factory=dict)
    cited_by: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # the other provisions; a label that cites itself has none


def citation_edges(book: Rulebook) -> Iterator[CitationEdge]:
    """Every citation, once for each provision."""
    known = labels_by_section(book)
    seen = set()
    for section in book.sections:
        for entry in section.entries:
            for cite in entry.citations:
                key = (section.citation, entry.label, cite)
                if key in seen:
                    continue
                seen.add(key)
                target, label = resolved(cite.reading or cite.printed, section.citation)
                available = target in known and (not label or label in known[target])
                made = CitationEntry(cite.role, cite.printed, cite.reading, cite.ground, target, label, available)
                yield CitationEdge(section.citation, entry.label, made)


def by_section(edges: Iterable[CitationEdge]) -> dict[str, SectionCitations]:
    """The citations by the section that has them, or that they are of; the latter need not be in the rulebook."""
    cites: dict[str, dict[str, list[CitationEntry]]] = {}
    cited_by: dict[str, dict[str, dict[str, None]]] = {}
    for edge in edges:
        cites.setdefault(edge.section, {}).setdefault(edge.label, []).append(edge.cite)
        citing = cited_by.setdefault(edge.cite.section, {}).setdefault(edge.cite.label, {})
        if edge.provision != edge.cite.target:
            citing[edge.provision] = None
    return {
        section: SectionCitations(
            {label: tuple(entries) for label, entries in cites.get(section, {}).items()},
            {label: tuple(citing) for label, citing in cited_by.get(section, {}).items()},
        )
        for section in {**cites, **cited_by}
    }


def labels_by_section(book: Rulebook) -> dict[str, set[str]]:
    """Every label printed in each section, and those above them."""
    return {section.citation: printed_labels(section) for section in book.sections}


def printed_labels(section: Section) -> set[str]:
    """Every label printed in a section, and those above them."""
    return {step for label in section.labels for step in ancestors(label)}
