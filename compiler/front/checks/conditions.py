"""R211: a condition or exception that can never hold is reported as an error.

The check reads the rules as written, because it distinguishes `when`, `unless` and `except` and points at each of them; the core
has one conjunction.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.checks.satisfiability import can_hold
from pitboss.compiler.front.walk import Sentence, fault, sentences
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def unsatisfiable_conditions(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report conditions that never hold, exceptions that never apply, and exceptions that leave nothing of the clause."""
    for sentence in sentences(book):
        yield from _sentence(book, sentence)


def _sentence(book: ResolvedRulebook, s: Sentence) -> Iterator[Diagnostic]:
    when = (s.when,) if s.when is not None else ()
    if when and not can_hold(book, *when):
        yield fault("R211", "this condition can never hold", when[0].place)
        return
    if s.unless is not None and not can_hold(book, *when, s.unless):
        yield fault("R211", "this exception never holds where the clause applies", s.unless.place, "", *_related(s))
    unless = (t.NotNode(s.unless),) if s.unless is not None else ()
    if unless and not can_hold(book, *when, *unless):
        yield fault("R211", "with this exception the clause never applies", s.unless.place, "", *_related(s))  # type: ignore[union-attr]
        return
    for exception in s.exceptions:
        if not can_hold(book, *when, exception.when):
            yield fault(
                "R211", "this exception never holds where the clause applies", exception.place, "", *_related(s)
            )
        elif not can_hold(book, *when, t.NotNode(exception.when)):
            yield fault("R211", "with this exception the clause never applies", exception.place, "", *_related(s))


def _related(s: Sentence) -> tuple[tuple[str, Place], ...]:
    return (("the clause's condition", s.when.place),) if s.when is not None else ()
