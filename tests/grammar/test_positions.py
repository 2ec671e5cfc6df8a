"""Each node points to its first character: its words begin at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from pitboss.grammar import tree as t
from pitboss.grammar import unparse
from tests.support.product import Place, parse

FILES = sorted((Path(__file__).parent / "good").glob("*.rules"))


def walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, Place):
        yield node
        for field in fields(node):
            yield from walk(getattr(node, field.name))


def first_words(node: Any) -> str | None:
    match node:
        case t.SectionNode():
            return "section"
        case t.VocabularyNode():
            return "vocabulary"
        case t.NoteNode():
            return node.kind
        case t.EditionNode():
            return "edition"
        case t.ScopeNode():
            return "scope"
        case t.EntryNode():
            return node.label or first_words(node.statement)
        case t.ReadingNode():
            return f"reading {node.name}"
        case t.Exception_():
            return "except when"
        case t.Block():
            return f"for {node.name}"
        case t.Parameter() | t.RankNode():
            return node.name
        case t.Cell():
            return node.text
        case t.TableNode():
            return node.head[0].text
        case t.Cite():
            return node.printed
        case t.Boundary():
            return ""  # from or until
        case _ if isinstance(node, t.Statement):
            return unparse.statement(node).split()[0]
        case _ if isinstance(node, t.Expr):
            return unparse.expression(node).split()[0]
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_place_is_the_first_character(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, seen = text.split("\n"), set()
    for node in walk(parse(text, "t").tree):
        if not hasattr(node, "place"):
            continue
        seen.add(type(node).__name__)
        words = first_words(node)
        assert words is not None, node
        at = lines[node.place.line - 1][node.place.column - 1 :]
        assert at.lstrip("(").startswith(words.lstrip("(")) and not at.startswith(" "), (node, at)
        if node.place.end is not None:
            assert node.place.column <= node.place.end <= len(lines[node.place.line - 1]) + 1
    assert len(seen) >= 5


def test_every_kind_of_node_with_a_place_was_looked_at() -> None:
    seen = {type(node).__name__ for path in FILES for node in walk(parse(path.read_text("utf-8"), "t").tree)}
    placed = {name for name, kind in vars(t).items() if is_dataclass(kind) and hasattr(kind, "place")}
    assert placed - {"Place"} <= seen
