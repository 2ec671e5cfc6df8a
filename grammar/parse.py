"""Parses text to a syntax tree, and reports every error of a file in one run.

>>> parse('section 1:1-1.1 "Tiles"\\n(a)  decks is at least 6\\n', "tiles.rules").tree.citation
'1:1-1.1'
>>> parse("(a)  decks is at least 6", "tiles.rules").problems[0].code
'R110'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from lark import Lark

from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.errors import LIMIT, recover
from pitboss.grammar.input_files import open_regular
from pitboss.grammar.layout import Layout
from pitboss.grammar.term_builder import TooDeep
from pitboss.grammar.tree import File
from pitboss.grammar.tree_builder import Builder


@dataclass(frozen=True, slots=True)
class Parsed:
    tree: File | None
    problems: tuple[Diagnostic, ...]


@cache
def parser() -> Lark:
    grammar = files("pitboss.grammar").joinpath("rules.lark").read_text(encoding="utf-8")
    return Lark(
        grammar, parser="lalr", lexer="basic", postlex=Layout(), propagate_positions=True, maybe_placeholders=True
    )


def parse(text: str, file: str) -> Parsed:
    """The tree of a rule file; None, with the errors, if its text cannot be parsed."""
    if len(text) > LIMIT:
        return _too_large(file)
    tree, problems = recover(parser(), text if text.endswith("\n") else text + "\n", file)
    builder, made = Builder(file), None
    try:
        made = builder.fold(tree) if tree is not None else None
    except TooDeep as error:
        builder.problem("R135", "this nests too deeply or is too long", error.place, "define a part of it under a name")
    problems = tuple(sorted((*problems, *builder.problems), key=lambda d: (d.place.line, d.place.column, d.code)))
    return Parsed(made if not problems else None, problems)


def read_rules(path: Path, name: str = "") -> Parsed:
    """`parse_bytes` for a file; `name` is the file name in places."""
    with open_regular(path) as stream:
        return parse_bytes(stream.read(4 * LIMIT + 1), name or str(path))


def parse_bytes(data: bytes, name: str) -> Parsed:
    """`parse` for the content of a file, which may not be text at all."""
    if len(data) > 4 * LIMIT:
        return _too_large(name)
    try:
        return parse(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        read = data[: error.start].decode("utf-8")
        line, column = read.count("\n") + 1, len(read) - read.rfind("\n")
        place = Place(name, line, column, column + 1)
        return Parsed(None, (Diagnostic("R108", "this is not text in UTF-8", place, help="save the file as UTF-8"),))


def _too_large(file: str) -> Parsed:
    message = f"a rule file over {LIMIT:,} characters is not read"
    return Parsed(None, (Diagnostic("R100", message, Place(file, 1, 1), help="one file holds one section"),))
