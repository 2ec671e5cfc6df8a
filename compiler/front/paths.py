"""The paths that an expression reads.

>>> won = t.Among(t.Path("end", before=True), (t.Literal("name", "won", "won"),))
>>> [str(path) for path in paths(won)]
['end before']
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.grammar import tree as t


def paths(expr: object) -> Iterator[t.Path]:
    """Every path that an expression reads."""
    match expr:
        case t.Path():
            yield expr
        case t.Call(_, arguments):
            for argument in arguments:
                yield from paths(argument.value)
        case t.CardsNode(_, _, str() as of):
            yield t.Path(of)
        case t.Over(_, value, where):
            yield from paths(value)
            yield from paths(where)
        case t.Extreme(_, left, right) | t.Arithmetic(_, left, right) | t.ComparisonNode(_, left, right):
            yield from paths(left)
            yield from paths(right)
        case t.Among(path) | t.OfferedNode(path):
            yield path
        case t.NotNode(item):
            yield from paths(item)
        case t.All(items) | t.Any(items):
            for item in items:
                yield from paths(item)
