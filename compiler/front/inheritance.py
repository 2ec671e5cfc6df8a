"""What one game takes from another: the clauses of the other that say what a field comes to which the one reads.

    small_extra follows from large_extra  per 1:1-1.9

so that what follows in the large game follows in the small one too, with no second copy of a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.paths import paths
from pitboss.compiler.model.rulebook import Clause, Rulebook
from pitboss.grammar import tree as t


def borrowed(book: Rulebook, game: str) -> tuple[str, ...]:
    """The clauses of other games from which something follows in rounds of this one, in the law's order.

    >>> borrowed(Rulebook((), {}, {}, (), (), None, "", "", {}), "tiles")
    ()
    """
    others: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        name = clause.check.subject.name
        own = clause.kind == "derived" and name in book.fields and book.fields[name].game == clause.game
        if own and clause.scope == "round" and clause.game not in (None, game):
            others.setdefault(name, []).append(clause)
    waiting = [c for c in book.clauses if c.scope == "round" and c.game in (None, game)]
    taken: set[str] = set()
    while waiting:
        for name in set(_read(book, waiting.pop())):
            new = [clause for clause in others.get(name, ()) if clause.id not in taken]
            taken.update(clause.id for clause in new)
            waiting += new
    return tuple(clause.id for clause in book.clauses if clause.id in taken)


def _read(book: Rulebook, clause: Clause) -> Iterator[str]:
    for version in clause.versions:
        for check in version.checks:
            yield getattr(check.predicate, "by", None) or ""
            for expr in (*check.conditions, *getattr(check.predicate, "values", ())):
                yield from _names(book, expr)


def _names(book: Rulebook, expr: t.Expr) -> Iterator[str]:
    for path in paths(expr):
        yield path.name
        if path.name in book.definitions:
            yield from _names(book, book.definitions[path.name])


__all__ = ["borrowed"]
