"""Parses text to a syntax tree, and reports every error of a file in one run.

>>> parse('section 1:1-1.1 "Tiles"\\n(a)  decks is at least 6\\n', "tiles.rules").tree.citation
'1:1-1.1'
>>> parse("(a)  decks is at least 6", "tiles.rules").problems[0].code
'R110'
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import cast

from lark import Lark
from lark.exceptions import LarkError
from lark.grammar import Rule
from lark.lexer import TerminalDef

from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.errors import LIMIT, recover
from pitboss.grammar.input_files import open_regular
from pitboss.grammar.json_types import Json
from pitboss.grammar.layout import Layout
from pitboss.grammar.term_builder import TooDeep
from pitboss.grammar.tree import File
from pitboss.grammar.tree_builder import Builder


@dataclass(frozen=True, slots=True)
class Parsed:
    tree: File | None
    problems: tuple[Diagnostic, ...]


_Nested = dict[str, dict[str, dict[str, dict[str, Json]]]]
_parser: list[Lark] = []  # once it is needed


def parser() -> Lark:
    """The parser of the grammar; to make its tables takes longer than to parse several sections."""
    if not _parser:
        grammar = files("pitboss.grammar").joinpath("rules.lark").read_text(encoding="utf-8")
        _parser.append(
            Lark(
                grammar,
                parser="lalr",
                lexer="basic",
                postlex=Layout(),
                propagate_positions=True,
                maybe_placeholders=True,
            )
        )
    return _parser[0]


def parser_tables() -> Json:
    """The tables of the parser, as JSON data for `use_tables`."""
    data, numbered = parser().memo_serialize([TerminalDef, Rule])
    options = {name: value for name, value in data["options"].items() if name != "postlex"}
    return cast("Json", [{**data, "options": options}, numbered])


def use_tables(tables: object) -> bool:
    """Parse by tables that `parser_tables` returned for this grammar, if no parser was made yet. False for any other data."""
    if not _parser:
        with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError, LarkError):
            data, numbered = cast("tuple[_Nested, dict[str, Json]]", tables)
            inner = data["parser"]["parser"]
            by_number = {**inner, "states": {int(state): actions for state, actions in inner["states"].items()}}
            made = {**data, "parser": {**data["parser"], "parser": by_number}}
            memo = {int(number): of for number, of in numbered.items()}
            _parser.append(Lark._load_from_dict(made, memo, postlex=Layout()))  # type: ignore[no-untyped-call]  # as parsers that lark generates do
    return bool(_parser)


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
