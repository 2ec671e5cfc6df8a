"""What would have to be different in a row for a condition to hold, where the condition asks in so many words for what is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.compiler.model.rulebook import Rulebook
from pitboss.compiler.oracle.kleene import COMPARE
from pitboss.grammar import tree as t

Facts = dict[str, Any]
BESIDE = {"=": 0, ">=": 0, "<=": 0, ">": 1, "<": -1, "!=": 1}
OTHERWISE = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


def meeting(expr: t.Expr, facts: Facts, book: Rulebook, free: Callable[[str], bool]) -> Facts | None:
    """The changes, {} where there is nothing to change; None where it cannot be told. Only what is `free` is changed.

    >>> from pitboss.compiler.model.rulebook import Rulebook
    >>> book = Rulebook((), {}, {}, (), (), None, "", "", {})
    >>> four = t.Comparison("!=", t.Path("left"), t.Literal("number", 4, "4"))
    >>> meeting(t.All((four, t.Not(t.Path("misdealt")))), {"left": 4}, book, lambda name: True)
    {'left': 5, 'misdealt': False}
    >>> meeting(four, {"left": 4}, book, lambda name: False)
    """
    match expr:
        case t.All(items):
            found: Facts = {}
            for item in items:
                more = meeting(item, {**facts, **found}, book, free)
                if more is None:
                    return None
                found |= more
            return found
        case t.Any(items):
            ways = [way for item in items if (way := meeting(item, facts, book, free)) is not None]
            return min(ways, key=len, default=None)
        case t.Not(t.Comparison(sign, left, right)):
            return meeting(t.Comparison(OTHERWISE[sign], left, right), facts, book, free)
        case t.Not(t.Among(path, values, negated)):
            return meeting(t.Among(path, values, not negated), facts, book, free)
        case t.Path(name, None) if name in book.definitions:
            return meeting(book.definitions[name], facts, book, free)
        case t.Path(name, None, before=False):
            return _with(name, True, facts.get(name) is True, free)
        case t.Not(t.Path(name, None, before=False)) if name not in book.definitions:
            return _with(name, False, facts.get(name) is False, free)
        case t.Comparison(sign, t.Path(name, None, before=False), t.Literal(kind, value)) if kind != "name":
            now: Any = facts.get(name)
            return _with(name, value + BESIDE[sign], now is not None and COMPARE[sign](now, value), free)  # type: ignore[operator]
        case t.Among(t.Path(name, None, before=False), values, negated) if name in book.fields:
            told, known = [value.value for value in values], facts.get(name)
            others = [value.value for value in book.fields[name].type.values if value.value not in told]
            meant = [known] if known is not None and (known in told) is not negated else others if negated else told
            return _with(name, meant[0], meant[0] == known, free) if meant else None
    return None


def _with(name: str, value: Any, holds: bool, free: Callable[[str], bool]) -> Facts | None:
    return {} if holds else {name: value} if free(name) else None
