"""R209: no exception is stated twice, and clauses do not except each other in a circle.

The check reads the rules as written: the core has exceptions as part of the conditions, without the provision that each cites.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.compiler.front.checks.satisfiability import can_hold
from pitboss.compiler.front.walk import Sentence, fault, sentences
from pitboss.compiler.model.citations import resolved
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def repeated_exceptions(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report exceptions that a clause states twice."""
    for sentence in sentences(book):
        unless = [(sentence.unless, sentence.unless.place)] if sentence.unless is not None else []
        seen: list[tuple[t.Expr, Place]] = [*unless]
        for exception in sentence.exceptions:
            for other, place in seen:
                if other == exception.when:
                    yield fault("R209", "this exception is stated already", exception.place, "", ("here", place))
            seen.append((exception.when, exception.place))


@dataclass(frozen=True, slots=True)
class _Edge:
    """A clause at one provision gives way to another provision, when something holds."""

    here: tuple[str, str]
    there: tuple[str, str]
    conditions: tuple[t.Expr, ...]
    exception: t.Exception_


def circular_exceptions(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report clauses that except each other under conditions that can hold together, so that neither takes precedence."""
    edges = [edge for sentence in sentences(book) for edge in _edges(sentence)]
    reported: set[frozenset[object]] = set()
    for first in edges:
        for circle in _circles(edges, (first,)):
            key = frozenset(e.exception.place for e in circle)
            if key not in reported and can_hold(book, *(c for e in circle for c in e.conditions)):
                reported.add(key)
                chain = " excepts ".join("".join(e.here) for e in (*circle, circle[0]))
                related = tuple((f"{e.here[0]}{e.here[1]} gives way here", e.exception.place) for e in circle[1:])
                yield fault(
                    "R209",
                    f"these exceptions run in a circle: {chain}",
                    first.exception.place,
                    "state in one of them which takes precedence",
                    *related,
                )


def _edges(s: Sentence) -> Iterator[_Edge]:
    here = (s.of.section, s.of.label)
    for exception in s.exceptions:
        for cite in exception.per:
            there = resolved(cite.reading or cite.printed, s.of.section)
            if there != here:
                when = (s.when,) if s.when is not None else ()
                yield _Edge(here, there, (*when, exception.when), exception)


def _circles(edges: list[_Edge], path: tuple[_Edge, ...]) -> Iterator[tuple[_Edge, ...]]:
    for edge in edges:
        if not _within(edge.here, path[-1].there):
            continue
        if _within(path[0].here, edge.there):
            yield (*path, edge)
        elif edge not in path and len(path) < 5:
            yield from _circles(edges, (*path, edge))


def _within(provision: tuple[str, str], cited: tuple[str, str]) -> bool:
    return provision[0] == cited[0] and provision[1].startswith(cited[1])
