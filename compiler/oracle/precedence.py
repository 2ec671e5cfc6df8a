"""The consequence of an irregularity takes precedence over the ordinary course of a wager.

    define punto_void means consequence is round_void_and_all_cards_reshuffled "the round is void"
    punto_banker returns when punto_void

so that `punto_banker wins when ...` applies only where the round is not void (docs/semantics.md, Settled rounds).
"""

from __future__ import annotations

from datetime import date

from pitboss.compiler.oracle.syntax import once_per_rulebook, through_terms
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import Check, ResolvedClause, ResolvedRulebook, ResolvedVersion

Conditions = tuple[t.Expr, ...]
_MONEY = ("paid", "collected", "returned")


def overriding(book: ResolvedRulebook, clause: ResolvedClause, version: ResolvedVersion, day: date) -> list[Conditions]:
    """The conditions of each clause that overrides this one on the day where all of them hold."""
    check = version.check
    wager = settled_wager(check) or _charged(book).get(check.subject.name)
    if wager is None or asks_consequence(book, check):
        return []
    return [
        other.check.conditions
        for rival in _settling(book).get(wager, ()) if rival.id != clause.id
        for other in rival.versions if other.in_force(max(day, version.since or day))
    ]  # fmt: skip


def settled_wager(check: Check) -> str | None:
    """The wager of a check on how a wager ends, or on what is paid, collected or returned of it."""
    match check.predicate:
        case t.ResultNode():
            return check.subject.name
        case t.Limit() if check.subject.name in _MONEY:
            return check.subject.of
    return None


def asks_consequence(book: ResolvedRulebook, check: Check) -> bool:
    """Whether a condition of a check reads the consequence of an irregularity."""
    nodes = through_terms(book, check.conditions)
    return any(isinstance(node, t.Path) and node.name == "consequence" for node in nodes)


def otherwise(book: ResolvedRulebook, check: Check) -> t.Expr:
    """The meaning of `otherwise` in a check: no clause of any day states how its wager ends, except clauses on `otherwise`."""
    return t.NotNode(t.Any(tuple(_ends(book).get(check.subject.of or check.subject.name, ()))))


@once_per_rulebook
def _ends(book: ResolvedRulebook) -> dict[str, list[t.Expr]]:
    """By wager: the conditions of each check on how it ends, except checks on `otherwise`."""
    found: dict[str, list[t.Expr]] = {}
    for check in (check for clause in book.clauses for version in clause.versions for check in version.checks):
        if isinstance(check.predicate, t.ResultNode) and not any(isinstance(e, t.Otherwise) for e in check.conditions):
            found.setdefault(check.subject.name, []).append(t.All(check.conditions))
    return found


@once_per_rulebook
def _settling(book: ResolvedRulebook) -> dict[str, list[ResolvedClause]]:
    """By wager: the clauses that override others on the wager if their conditions hold."""
    found: dict[str, list[ResolvedClause]] = {}
    for clause in book.clauses:
        for wager in {settled_wager(v.check) for v in clause.versions if asks_consequence(book, v.check)}:
            if wager is not None:
                found.setdefault(wager, []).append(clause)
    return found


@once_per_rulebook
def _charged(book: ResolvedRulebook) -> dict[str, str]:
    """The wager of each amount that is charged for one."""
    checks = [version.check for clause in book.clauses for version in clause.versions]
    return {check.subject.name: check.predicate.name for check in checks if isinstance(check.predicate, t.ChargesNode)}
