"""The grammar of the rules as lark reads it, and the nodes of parse trees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from lark import Lark
from lark import Token as LarkToken
from lark.lark import PostLex

from tests.support.product import Layout, Node, Token, parser


class LarkLayout(PostLex):
    """The layout with lark's tokens, from which alone lark takes places."""

    always_accept = ("_CONTINUED",)

    def process(self, stream: Iterator[LarkToken]) -> Iterator[LarkToken]:
        for token in Layout().process(map(_token, stream)):
            place = token.start_pos, token.line, token.column, token.end_line, token.end_column, token.end_pos
            yield LarkToken(token.type, str(token), *place)


def _token(of: LarkToken) -> Token:
    made = Token(of)
    for name in Token.__slots__:
        setattr(made, name, getattr(of, name))
    return made


@cache
def grammar(debug: bool = False) -> Lark:
    """Lark's parser of the grammar, with its rules and terminals."""
    text = files("pitboss.grammar").joinpath("rules.lark").read_text("utf-8")
    return Lark(
        text, parser="lalr", lexer="basic", postlex=LarkLayout(), propagate_positions=True, maybe_placeholders=True, debug=debug
    )  # fmt: skip


def alternatives() -> set[str]:
    """The names of the nodes that the grammar has."""
    return {str(rule.alias or rule.origin.name) for rule in grammar().rules if not rule.origin.name.startswith("_")}


def parse_nodes(text: str) -> Iterator[Node]:
    """Every node of the parse tree of a text."""
    waiting = [parser().parse(text)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in node.children if isinstance(child, Node)]
