"""Walks syntax trees, with small predicates that the reference semantics needs.

>>> [str(n) for n in nodes(t.NotNode(t.ComparisonNode("<", t.Path("decks"), t.Path("boxes")))) if isinstance(n, t.Path)]
['decks', 'boxes']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from pitboss.compiler.oracle.values import key_of
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

V = TypeVar("V")

CONDITION = (
    t.ComparisonNode | t.Among | t.OfferedNode | t.NotNode | t.All | t.Any | t.Pattern
)  # conditions, as opposed to quantities


def nodes(tree: object) -> Iterator[object]:
    """Every node of a tree, or of a tuple of trees, in the order of the text."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif is_dataclass(tree):
        yield tree
        for part in fields(tree):
            if part.name != "place":
                yield from nodes(getattr(tree, part.name))


def through_terms(book: ResolvedRulebook, tree: object) -> Iterator[object]:
    """Every node of a tree, and of the meaning of each version of a defined term in it."""
    seen: set[str] = set()
    waiting: list[object] = [tree]
    while waiting:
        for node in nodes(waiting.pop()):
            yield node
            if isinstance(node, t.Path) and node.name in book.meanings and node.name not in seen:
                seen.add(node.name)
                waiting += [check.conditions for version in book.meanings[node.name] for check in version.checks]


def column(table: t.TableNode | None, number: int) -> dict[str, t.Literal]:
    """The cells of a column of a printed table, by the key of their row."""
    cells = [(row[0].value, row[number].value) for row in table.body] if table else []
    return {key_of(head.value): value for head, value in cells if head and value}


def once_per_rulebook(compute: Callable[[ResolvedRulebook], V]) -> Callable[[ResolvedRulebook], V]:
    """Evaluate `compute` once for the rulebook of the last call: rulebooks are immutable but cannot be hashed."""
    last: list[tuple[ResolvedRulebook, V]] = []

    def computed(book: ResolvedRulebook) -> V:
        if not last or last[0][0] is not book:
            last[:] = [(book, compute(book))]
        return last[0][1]

    return computed
