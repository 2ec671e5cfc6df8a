"""R208: a clause cites provisions that exist, as far as the rulebook has the section that it cites."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.compiler.model.citations import ancestors, resolved
from pitboss.compiler.model.query import labels
from pitboss.compiler.model.spelling import nearest
from pitboss.grammar.diagnostics import Diagnostic


def dangling_citations(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report citations of labels that the cited section lacks, and clauses that prevail over their own provision."""
    known = {section.citation: labels(book, section.citation) for section in book.sections}
    placed = [("", entry) for entry in book.vocabulary]
    placed += [(section.citation, entry) for section in book.sections for entry in section.entries]
    for section, entry in placed:
        for citation in entry.citations:
            cited, label = resolved(citation.reading or citation.printed, section)
            if cited in known and label and label not in known[cited]:
                what = "the reading" if citation.reading else "this"
                message = f"{what} cites {cited}{label}, and {cited} has no {label}"
                yield Diagnostic("R208", message, citation.place, help=_help(label, known[cited]))
            if citation.role is core.CitationRole.DESPITE and (cited, label) == (section, entry.label):
                yield Diagnostic(
                    "R208",
                    "a clause cannot stand despite its own provision",
                    citation.place,
                    help="cite the provision that it overrides",
                )


def _help(label: str, known: tuple[str, ...]) -> str:
    """The possible intended labels: the siblings of the missing one, or one with a similar spelling."""
    parent = ("", *ancestors(label))[-2]
    siblings = [k for k in known if ("", *ancestors(k))[-2] == parent]
    if not siblings:
        return nearest(label, known) or "the section has no labels: cite it alone"
    last = f" to {siblings[-1]}" if len(siblings) > 1 else " alone"
    return f"{parent or 'the section'} has {siblings[0]}{last}"
