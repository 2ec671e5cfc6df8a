"""The paths that an expression reads, and the rows that it reaches: its own, those of its round, those of the round before.

>>> won = t.Among(t.Path("end", before=True), (t.Literal("name", "won", "won"),))
>>> [str(path) for path in paths(won)], reach(won)
(['end before'], 'before')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.grammar import tree as t


def paths(expr: object) -> Iterator[t.Path]:
    """Every path that an expression reads."""
    match expr:
        case t.Path():
            yield expr
        case t.Call(_, arguments):
            for argument in arguments:
                yield from paths(argument.value)
        case t.Cards(_, _, str() as of):
            yield t.Path(of)
        case t.Over(_, value, where):
            yield from paths(value)
            yield from paths(where)
        case t.Extreme(_, left, right) | t.Arithmetic(_, left, right) | t.Comparison(_, left, right):
            yield from paths(left)
            yield from paths(right)
        case t.Among(path) | t.Offered(path):
            yield path
        case t.Not(item):
            yield from paths(item)
        case t.All(items) | t.Any(items):
            for item in items:
                yield from paths(item)


def reach(*exprs: object, means: dict[str, t.Expr] | None = None) -> str:
    """`before` if any expression reads the round before, `round` if one reads other rows of its round, else empty."""
    found = {word for expr in exprs for word in _reaches(expr, means or {})}
    return "before" if "before" in found else "round" if found else ""


def sees_others(*exprs: object, means: dict[str, t.Expr]) -> bool:
    """Whether any expression reads other rows of its round."""
    return any(word == "round" for expr in exprs for word in _reaches(expr, means))


def _reaches(expr: object, means: dict[str, t.Expr]) -> Iterator[str]:
    for over in overs(expr):
        yield "round"
        yield from _reaches(over.value, means)
        yield from _reaches(over.where, means)
    for path in paths(expr):
        if path.before:
            yield "before"
        elif path.name in means:
            yield from _reaches(means[path.name], means)


def overs(expr: object) -> Iterator[t.Over]:
    """The outermost counts and totals over rows."""
    match expr:
        case t.Over():
            yield expr
        case t.Call(_, arguments):
            yield from _of_all(argument.value for argument in arguments)
        case t.Extreme(_, left, right) | t.Arithmetic(_, left, right) | t.Comparison(_, left, right):
            yield from _of_all((left, right))
        case t.Not(item):
            yield from overs(item)
        case t.All(items) | t.Any(items):
            yield from _of_all(items)


def _of_all(exprs: Iterable[object]) -> Iterator[t.Over]:
    for expr in exprs:
        yield from overs(expr)
