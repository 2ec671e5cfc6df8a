"""Walks over syntax trees, as the reference semantics needs them.

>>> [str(n) for n in nodes(t.Not(t.Comparison("<", t.Path("decks"), t.Path("boxes")))) if isinstance(n, t.Path)]
['decks', 'boxes']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t


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


def through_terms(book: Rulebook, tree: object) -> Iterator[object]:
    """Every node of a tree, and of what each version of a defined term in it means."""
    seen: set[str] = set()
    waiting: list[object] = [tree]
    while waiting:
        for node in nodes(waiting.pop()):
            yield node
            if isinstance(node, t.Path) and node.name in book.meanings and node.name not in seen:
                seen.add(node.name)
                waiting += [check.conditions for version in book.meanings[node.name] for check in version.checks]
