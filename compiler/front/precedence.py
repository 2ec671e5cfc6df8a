"""What became of an irregularity goes before the ordinary course: a wager that ends by it ends in no other way.

    define punto_void means consequence is round_void_and_all_cards_reshuffled "the round is void"
    punto_banker returns when punto_void

so that `punto_banker wins when ...` holds only where the round is not void. Every target reads that in the conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pitboss.compiler.front.paths import paths
from pitboss.compiler.model.rulebook import Check, Clause, Version
from pitboss.grammar import tree as t

_KEPT = ("paid", "collected", "returned")


def overridden(clauses: Iterable[Clause], definitions: Mapping[str, t.Expr]) -> tuple[Clause, ...]:
    """The clauses, with what each gives way to among its conditions.

    >>> overridden((), {})
    ()
    """
    given = tuple(clauses)
    over = [
        (_wager(version.check), clause.id, version)
        for clause in given for version in clause.versions
        if _wager(version.check) and _asks(version.check.conditions, definitions)
    ]  # fmt: skip
    taken = [c.check for c in given if c.kind == "charge"]
    charged = {check.subject.name: check.predicate.name for check in taken if isinstance(check.predicate, t.Charges)}
    return tuple(_given_way(clause, over, charged, definitions) for clause in given) if over else given


def _wager(check: Check) -> str | None:
    """The wager that it says the end of: how it ends, or what is paid, collected or given back."""
    if isinstance(check.predicate, t.Result):
        return check.subject.name
    return check.subject.of if isinstance(check.predicate, t.Limit) and check.subject.name in _KEPT else None


def _asks(conditions: Iterable[object], definitions: Mapping[str, t.Expr]) -> bool:
    """Whether it asks what became of an irregularity."""
    return any(
        path.name == "consequence" or path.name in definitions and _asks((definitions[path.name],), definitions)
        for condition in conditions for path in paths(condition)
    )  # fmt: skip


def _given_way(
    clause: Clause,
    over: list[tuple[str | None, str, Version]],
    charged: dict[str, str],
    definitions: Mapping[str, t.Expr],
) -> Clause:
    first = clause.check
    wager = _wager(first) or charged.get(first.subject.name)
    before = [version for other, name, version in over if other == wager and name != clause.id]
    if not wager or not before or _asks(first.conditions, definitions):
        return clause
    return replace(clause, versions=tuple(_behind(mine, before) for mine in clause.versions))


def _behind(mine: Version, before: list[Version]) -> Version:
    more = tuple(dict.fromkeys(t.Not(_all(v.check.conditions)) for v in before if v.overlaps(mine)))
    return replace(mine, checks=tuple(replace(check, conditions=(*check.conditions, *more)) for check in mine.checks))


def _all(conditions: tuple[t.Expr, ...]) -> t.Expr:
    return conditions[0] if len(conditions) == 1 else t.All(conditions)


__all__ = ["overridden"]
