"""The consequence of an irregularity prevails over the ordinary course: a wager that ends by it ends in no other way.

    define punto_void means consequence is round_void_and_all_cards_reshuffled "the round is void"
    punto_banker returns when punto_void

so that `punto_banker wins when ...` applies only if the round is not void. Its conditions then name the clause that prevails: a
term stands for the conditions of that clause. If a clause is overridden on only some of its days, it gets a version for these days.
"""

from __future__ import annotations

from pitboss.compiler.front.division import divided
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Expr, Not, Term
from pitboss.compiler.model.query import exception_term, facts_through_terms, together
from pitboss.grammar.quick_start import replace

_AMOUNTS = ("paid", "collected", "returned")
_Prevailing = list[tuple[str, core.Version]]  # of one wager: the clauses and their versions


def with_precedence(book: core.Rulebook) -> core.Rulebook:
    """The rulebook in which each clause on the end of a wager names the clauses that prevail over it.

    >>> with_precedence(core.Rulebook("", (), {}, {}, (), (), None, "")).clauses
    ()
    """
    prevailing: dict[str, _Prevailing] = {}
    for clause in book.clauses:
        for version in clause.versions:
            if (wager := _wager(version.duty)) and _asks(book, version.duty.applies):
                prevailing.setdefault(wager, []).append((clause.id, version))
    if not prevailing:
        return book
    charged = {
        c.subject.name: c.versions[0].duty.wager for c in book.clauses if isinstance(c.versions[0].duty, core.Charges)
    }
    clauses = tuple(_subordinate(book, clause, prevailing, charged) for clause in book.clauses)
    exceptions = {
        exception_term(id, version).name: together(version.duty.applies)
        for versions in prevailing.values()
        for id, version in versions
    }
    return replace(book, clauses=clauses, terms=book.terms | exceptions)


def _wager(duty: core.Duty) -> str | None:
    """The wager whose end a duty states: how it ends, or what is paid, collected or returned."""
    match duty:
        case core.Ends():
            return duty.subject.name
        case core.Derives() | core.Requirement(need=core.Need.BOUND) if duty.subject.name in _AMOUNTS:
            return duty.subject.of
    return None


def _asks(book: core.Rulebook, conditions: tuple[Expr, ...]) -> bool:
    """Whether a condition reads the consequence of an irregularity."""
    own = (expr for expr in conditions if not core.is_otherwise(expr))
    return any(fact.name == "consequence" for fact in facts_through_terms(book, *own))


def _subordinate(
    book: core.Rulebook, clause: core.Clause, prevailing: dict[str, _Prevailing], charged: dict[str, str]
) -> core.Clause:
    first = clause.versions[0].duty
    wager = _wager(first) or charged.get(first.subject.name)
    before = [(id, version) for id, version in prevailing.get(wager or "", ()) if id != clause.id]
    if not before or _asks(book, first.applies):
        return clause
    parts = (part for version in clause.versions for part in divided(version, [v for _, v in before]))
    return replace(clause, versions=tuple(_excepting(part, before) for part in parts))


def _excepting(version: core.Version, before: _Prevailing) -> core.Version:
    """The version with an exception for each condition under which clauses prevail; the first of them gives it its name."""
    named: dict[Expr, Term] = {}
    for id, prevailing in before:
        if prevailing.overlaps(version):
            named.setdefault(together(prevailing.duty.applies), exception_term(id, prevailing))
    exceptions = tuple(map(Not, named.values()))
    readings = tuple(replace(r, duty=replace(r.duty, applies=(*r.duty.applies, *exceptions))) for r in version.readings)
    return replace(version, readings=readings)


__all__ = ["with_precedence"]
