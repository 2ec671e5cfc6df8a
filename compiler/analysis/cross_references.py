"""R208: what a clause cites is there, when the section it cites is in hand."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.labels import labels_of
from pitboss.compiler.front.resolve import nearest
from pitboss.compiler.front.walk import Statement, cites, fault, statements
from pitboss.compiler.model.citations import ancestors, resolved
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic


def citations_resolve(book: Rulebook) -> Iterator[Diagnostic]:
    """
    >>> list(citations_resolve(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    for statement in statements(book):
        for cite in cites(statement):
            yield from _there(book, statement, cite)
        for cite in statement.said.trailers.despite:
            section, label = resolved(cite.reading or cite.printed, statement.section)
            if (section, label) == (statement.section, statement.label):
                yield fault(
                    "R208",
                    "a clause cannot stand despite its own provision",
                    cite.place,
                    "cite the provision that it overrides",
                )


def _there(book: Rulebook, statement: Statement, cite: t.Cite) -> Iterator[Diagnostic]:
    text = cite.reading or cite.printed
    citation, label = resolved(text, statement.section)
    known = labels_of(book, citation)
    if book.section(citation) is None or not label or label in known:
        return
    what = "the reading" if cite.reading else "this"
    parent = ("", *ancestors(label))[-2]
    beside = [k for k in known if ("", *ancestors(k))[-2] == parent]
    help = (
        f"{parent or 'the section'} has {beside[0]}{f' to {beside[-1]}' if len(beside) > 1 else ' alone'}"
        if beside
        else nearest(label, known)
    )
    help = help or "the section has no labels: cite it alone"
    yield fault("R208", f"{what} cites {citation}{label}, and {citation} has no {label}", cite.place, help)
