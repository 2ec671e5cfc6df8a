"""A term whose meaning an amendment changes stands, in each clause, for what it means on the days of the clause.

    define cut_required means shuffler is not offered "..." until 2007-03-19
    define cut_required means shuffler is not offered or pre_shuffled "..." from 2007-03-19
    attest one_hand "the dealer cuts with one hand" when cut_required

so that `one_hand` has a version for each meaning. `Rulebook.terms` has one meaning for each term; every consumer of the core finds
those of the days among the conditions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from pitboss.compiler.front.division import divided
from pitboss.compiler.model import core
from pitboss.compiler.model.query import changing_terms, through_terms
from pitboss.compiler.model.rewrite import rewritten
from pitboss.grammar.quick_start import replace


def with_terms_of_their_day(book: core.Rulebook) -> core.Rulebook:
    """The rulebook whose clauses have a version for each meaning of the terms that they read.

    >>> with_terms_of_their_day(core.Rulebook("", (), {}, {}, (), (), None, "")).clauses
    ()
    """
    changing = changing_terms(book)
    return _Meanings(book, changing).in_clauses() if changing else book


class _Meanings:
    def __init__(self, book: core.Rulebook, changing: dict[str, tuple[core.Version, ...]]) -> None:
        self.book, self.changing = book, changing
        self.changes = {
            name: [v for read in self.terms(core.Term(name)) for v in changing.get(read, ())] for name in book.terms
        }

    def terms(self, *exprs: core.Expr) -> list[str]:
        """The terms that expressions read, those in the meanings of others included."""
        names = (node.name for node in through_terms(self.book, *exprs) if isinstance(node, core.Term))
        return [name for name in dict.fromkeys(names) if name in self.book.terms]

    def in_clauses(self) -> core.Rulebook:
        return replace(self.book, clauses=tuple(map(self.clause, self.book.clauses)))

    def clause(self, clause: core.Clause) -> core.Clause:
        """The clause, divided where a term that it reads changes."""
        found: list[core.Version] = []
        for version in clause.versions:
            read = self.terms(*(expr for reading in version.readings for expr in core.expressions(reading.duty)))
            parts = divided(version, [v for name in read for v in self.changes[name]])
            found += [replace(part, readings=rewritten(part.readings, self.on(part.since))) for part in parts]
        return clause if tuple(found) == clause.versions else replace(clause, versions=tuple(found))

    def on(self, day: date | None, known: frozenset[str] = frozenset()) -> Callable[[core.Expr], core.Expr]:
        """What stands on a day for an expression: its meaning for a term that changes or reads one. R216 reports one that reads itself."""

        def meaning(node: core.Expr) -> core.Expr:
            if not isinstance(node, core.Term) or node.name in known or not self.changes.get(node.name):
                return node
            own = self.changing.get(node.name, ())
            begun = [v for v in own if day is not None and (v.since is None or v.since <= day)]
            version = (begun or own[:1])[-1] if own else None  # before the first, the first
            means = version.duty.applies[0] if version else self.book.terms[node.name]
            return rewritten(means, self.on(day, known | {node.name}))

        return meaning
