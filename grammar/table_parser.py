"""Parses a text by tables that were made of a grammar: lexer, LALR parser and parse tree, as lark has them.

lark makes the tables (`parser_tables.py`). To import it and to parse with it would take three times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TypedDict

from pitboss.grammar.layout import Layout
from pitboss.grammar.tokens import Token, empty_token


class TabledRule(TypedDict):
    """A rule of the grammar."""

    origin: str
    size: int  # symbols that it consists of, at least one
    name: str  # of its nodes
    single: bool  # whether an only child takes the place of the node
    children: list[tuple[int, bool]]  # the symbols that are kept, and whether their children replace them; -1: nothing


class ParserTables(TypedDict):
    """The tables of a grammar."""

    terminals: list[tuple[str, str]]  # name and pattern, in the order in which they are tried
    keywords: dict[str, dict[str, str]]  # by terminal: the texts that are a terminal of their own
    ignored: list[str]
    rules: list[TabledRule]
    states: list[
        dict[str, int]
    ]  # what follows a symbol: a state, or `~number` of a rule to reduce by; the first is the start


class Node:
    """A node of the parse tree. The outer tokens include those of rules that have no node, as brackets."""

    __slots__ = ("children", "data", "first", "last", "outer_first", "outer_last")

    def __init__(self, data: str, children: list[Node | Token | None], first: Token, last: Token) -> None:
        self.data = data
        self.children = children
        self.first = self.outer_first = first
        self.last = self.outer_last = last


class Unexpected(Exception):
    """Parsing stopped: at a token that does not fit; without a token, at a character with which none begins."""

    def __init__(self, token: Token | None, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}")
        self.token = token
        self.line = line
        self.column = column
        self.state = 0
        self.accepted = frozenset[str]()  # the terminals that would fit


class Parser:
    """A parser by tables.

    >>> rule = TabledRule(origin="start", size=2, name="pair", single=False, children=[(0, False), (-1, False), (1, False)])
    >>> states = [{"A": 1, "start": 3}, {"B": 2}, {"$END": ~0}, {"$END": 4}]
    >>> made = Parser(ParserTables(terminals=[("A", "a"), ("B", "b")], keywords={}, ignored=[], rules=[rule], states=states))
    >>> made.parse("ab").data, made.parse("ab").children
    ('pair', ['a', None, 'b'])
    """

    def __init__(self, tables: ParserTables) -> None:
        self.tables = tables
        terminals = [f"(?P<{name}>{pattern})" for name, pattern in tables["terminals"]]
        self._pattern = re.compile("|".join([*terminals, "(?P<_NONE>(?s:.))"]))
        self._keywords = tables["keywords"]
        keywords = ((name, text) for found in self._keywords.values() for text, name in found.items())
        self.terminals = (*map(tuple, tables["terminals"]), *keywords)  # name and pattern
        self._ignored = frozenset(tables["ignored"])
        self._rules = [
            (of["size"], of["origin"], of["name"], of["single"], [(at, inlined) for at, inlined in of["children"]])
            for of in tables["rules"]
        ]
        self._states = tables["states"]

    def lex(self, text: str) -> Iterator[Token]:
        """The tokens of a text, with its layout."""
        return Layout().process(self._tokens(text))

    def _tokens(self, text: str) -> Iterator[Token]:
        line, begun = 1, -1  # the place before the first character of the line
        keywords, ignored = self._keywords, self._ignored
        for found in self._pattern.finditer(text):
            kind = found.lastgroup or ""
            if kind in ignored:
                continue
            start, end = found.span()
            if kind == "_NONE":
                raise Unexpected(None, line, start - begun)
            token = Token(found[0])
            if kind in keywords:
                kind = keywords[kind].get(token, kind)
            token.type = kind
            token.start_pos = start
            token.line = line
            token.column = start - begun
            if "\n" in token:
                line += token.count("\n")
                begun = start + token.rindex("\n")
            token.end_line = line
            token.end_column = end - begun
            token.end_pos = end
            yield token

    def parse(self, text: str) -> Node:
        """The parse tree of a text; `Unexpected` where it is none of the grammar."""
        states, rules = self._states, self._rules
        stack, values = [0], list[Node | Token | None]()
        try:
            for token in chain(self.lex(text), (_END,)):
                kind = token.type
                while (then := states[stack[-1]].get(kind, 0)) < 0:
                    size, origin, name, single, kept = rules[~then]
                    parts = values[-size:]
                    del values[-size:], stack[-size:]
                    values.append(_reduced(name, single, kept, parts))
                    stack.append(states[stack[-1]][origin])
                if not then:  # nothing leads to the start
                    raise Unexpected(token, token.line, token.column)
                stack.append(then)
                values.append(token)
        except Unexpected as error:
            error.state = stack[-1]
            error.accepted = frozenset(
                kind for kind in states[stack[-1]] if kind.isupper() and self._accepts(stack, kind)
            )
            raise
        tree = values[0]
        assert isinstance(tree, Node)
        return tree

    def _accepts(self, states: list[int], kind: str) -> bool:
        stack = [*states]
        while (then := self._states[stack[-1]].get(kind, 0)) < 0:
            size, origin, *_ = self._rules[~then]
            del stack[-size:]
            stack.append(self._states[stack[-1]][origin])
        return then > 0


def _reduced(
    name: str, single: bool, kept: list[tuple[int, bool]], parts: list[Node | Token | None]
) -> Node | Token | None:
    """What a rule makes of its parts: a node, or its only child."""
    children: list[Node | Token | None] = []
    for at, inlined in kept:
        if at < 0:
            children.append(None)
        elif inlined and isinstance(part := parts[at], Node):
            children += part.children
        else:
            children.append(parts[at])
    first, last = parts[0], parts[-1]
    first = first.outer_first if isinstance(first, Node) else first
    last = last.outer_last if isinstance(last, Node) else last
    assert first is not None and last is not None
    if not single or len(children) != 1:
        return Node(name, children, first, last)
    (child,) = children
    if isinstance(child, Node):
        child.outer_first, child.outer_last = first, last
    return child


_END = empty_token("$END", 0, 1, 1)
