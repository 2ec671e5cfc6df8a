"""R305, R306, R307: an oddity stands at a provision in hand, names clauses that are there, and is not said already."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.labels import labels_of
from pitboss.compiler.front.resolve import nearest
from pitboss.compiler.front.walk import cites, fault, statements
from pitboss.compiler.model.rulebook import Oddity, Rulebook
from pitboss.grammar.diagnostics import Diagnostic


def oddities_are_somewhere(book: Rulebook) -> Iterator[Diagnostic]:
    """
    >>> list(oddities_are_somewhere(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    for odd in book.register:
        section, bracket, rest = odd.cite.partition("(")
        known = labels_of(book, section)
        if book.section(section) is None:
            help = nearest(section, [s.citation for s in book.sections])
            yield fault("R305", f"{odd.code} stands at {section}, which is not in hand", odd.place, help)
        elif bracket and bracket + rest not in known:
            help = nearest(bracket + rest, known)
            yield fault(
                "R305", f"{odd.code} stands at {odd.cite}, and {section} has no {bracket}{rest}", odd.place, help
            )
        else:
            yield from _clauses_are_there(book, odd)
            yield from _is_not_said_already(book, odd)


def _clauses_are_there(book: Rulebook, odd: Oddity) -> Iterator[Diagnostic]:
    names = [c.name for c in book.clauses if c.cite == odd.cite]
    for name in odd.clauses or ():
        if name not in names:
            yield fault("R306", f"{odd.cite} has no clause '{name}'", odd.place, nearest(name, names))


def _is_not_said_already(book: Rulebook, odd: Oddity) -> Iterator[Diagnostic]:
    for statement in statements(book):
        if odd.printed and statement.section + statement.label == odd.cite:
            for cite in cites(statement):
                if cite.reading and cite.printed == odd.printed:
                    help = "the register shows it by itself; take this entry out"
                    yield fault(
                        "R307", f"{odd.cite} has '{cite.printed} sic' already", odd.place, help, ("there", cite.place)
                    )
