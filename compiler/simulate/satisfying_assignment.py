"""The changes in a row that make a condition hold, if the condition directly compares recorded fields with values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.compiler.model import core
from pitboss.compiler.model.core import Relation, ValueKind
from pitboss.compiler.oracle.kleene import compared
from pitboss.compiler.oracle.values import Facts

OFFSETS = {
    Relation.EQUAL: 0, Relation.AT_LEAST: 0, Relation.AT_MOST: 0, Relation.MORE: 1, Relation.LESS: -1, Relation.UNEQUAL: 1,
}  # fmt: skip  # from the value compared with to the nearest value for which the comparison holds


def satisfying_changes(expr: core.Expr, facts: Facts, book: core.Rulebook, free: Callable[[str], bool]) -> Facts | None:
    """The changes, {} if none is needed; None if they cannot be found. Only fields that are `free` change.

    >>> book = core.Rulebook("", (), {}, {}, (), (), None, "")
    >>> four = core.Compare(Relation.UNEQUAL, core.Fact("left"), core.Const(ValueKind.NUMBER, 4))
    >>> satisfying_changes(core.AllOf((four, core.Not(core.Fact("misdealt")))), {"left": 4}, book, lambda name: True)
    {'left': 5, 'misdealt': False}
    >>> satisfying_changes(four, {"left": 4}, book, lambda name: False)
    """
    match expr:
        case core.AllOf(items):
            found: Facts = {}
            for item in items:
                more = satisfying_changes(item, {**facts, **found}, book, free)
                if more is None:
                    return None
                found |= more
            return found
        case core.AnyOf(items):
            ways = [way for item in items if (way := satisfying_changes(item, facts, book, free)) is not None]
            return min(ways, key=len, default=None)
        case core.Not(core.Compare(relation, left, right)):
            return satisfying_changes(core.Compare(relation.negated, left, right), facts, book, free)
        case core.Not(core.Member(item, values, negated)):
            return satisfying_changes(core.Member(item, values, not negated), facts, book, free)
        case core.Term(name) if name in book.terms:
            return satisfying_changes(book.terms[name], facts, book, free)
        case core.Fact(name, None):
            return _change(name, True, facts.get(name) is True, free)
        case core.Not(core.Fact(name, None)):
            return _change(name, False, facts.get(name) is False, free)
        case core.Compare(relation, core.Fact(name, None), core.Const(kind, value)) if kind is not ValueKind.NAME:
            now = facts.get(name)
            holds = now is not None and compared(relation, now, value)
            nearest = value + OFFSETS[relation] if isinstance(value, int | Fraction) else value
            return _change(name, nearest, holds, free)
        case core.Member(core.Fact(name, None), values, negated) if name in book.fields:
            listed, known = [value.value for value in values], facts.get(name)
            others = [value.value for value in book.fields[name].type.values if value.value not in listed]
            if known is not None and (known in listed) is not negated:
                return {}
            allowed = others if negated else listed
            return _change(name, allowed[0], allowed[0] == known, free) if allowed else None
    return None


def _change(name: str, value: object, holds: bool, free: Callable[[str], bool]) -> Facts | None:
    return {} if holds else {name: value} if free(name) else None
