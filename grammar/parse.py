"""Parses text to a syntax tree, and reports every error of a file in one run.

>>> parse('section 1:1-1.1 "Tiles"\\n(a)  decks is at least 6\\n', "tiles.rules").tree.citation
'1:1-1.1'
>>> parse("(a)  decks is at least 6", "tiles.rules").problems[0].code
'R110'
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TypedDict, cast

import lark
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


TABLES = "parser.json"  # in the compiled package
_Nested = dict[str, dict[str, dict[str, dict[str, Json]]]]


class _Table(TypedDict):
    """The table of lark's parser. What follows a token in a state is another state, or a rule by its number."""

    tokens: dict[int | str, str]
    states: dict[int, dict[int | str, tuple[int, int | dict[str, int]]]]
    start_states: dict[str, int]
    end_states: dict[str, int]


_parser: list[Lark] = []  # once it is needed


def parser() -> Lark:
    """The parser of the grammar; to make its tables takes longer than to parse several sections, so a compiled package has them."""
    if not _parser and not _use(_stored()):
        _parser.append(
            Lark(
                _grammar(),
                parser="lalr",
                lexer="basic",
                postlex=Layout(),
                propagate_positions=True,
                maybe_placeholders=True,
            )
        )
    return _parser[0]


def tables_text() -> str:
    """The tables of the parser, for `TABLES` in the compiled package: a digest, and JSON data."""
    if _is_current(stored := _stored()):
        return stored
    data, numbered = parser().memo_serialize([TerminalDef, Rule])
    options = {name: value for name, value in data["options"].items() if name != "postlex"}
    inner = _in_order(data["parser"]["parser"])
    text = json.dumps([{**data, "options": options, "parser": {**data["parser"], "parser": inner}}, numbered])
    return f"{_digest(text)}\n{text}"


def _in_order(table: _Table) -> _Table:
    """The table with its states in the order in which they are reached; lark numbers states and tokens as its sets are ordered."""
    names = table["tokens"]
    actions = {
        state: dict(sorted((names[token], action) for token, action in found.items())) for state, found in table["states"].items()
    }
    waiting = [*table["start_states"].values()]
    number: dict[int, int] = {}
    while waiting:
        if (state := waiting.pop(0)) not in number:
            number[state] = len(number)
            waiting += [then for _, then in actions[state].values() if isinstance(then, int)]
    return {
        "tokens": {name: name for name in sorted(names.values())},
        "states": {
            number[state]: {
                name: (kind, number[then] if isinstance(then, int) else then) for name, (kind, then) in actions[state].items()
            }
            for state in number
        },
        "start_states": {start: number[state] for start, state in table["start_states"].items()},
        "end_states": {start: number[state] for start, state in table["end_states"].items()},
    }


def _stored() -> str:
    with suppress(OSError, ValueError):
        return files("pitboss").joinpath("compiled", TABLES).read_text(encoding="utf-8")
    return ""


def _is_current(stored: str) -> bool:
    """Whether the text is whole, and of this grammar and this lark."""
    digest, _, text = stored.partition("\n")
    return digest == _digest(text)


def _digest(text: str) -> str:
    made_by = Path(__file__).read_text(encoding="utf-8"), _grammar(), lark.__version__
    return hashlib.sha256("\0".join((*made_by, text)).encode()).hexdigest()


def _grammar() -> str:
    return files("pitboss.grammar").joinpath("rules.lark").read_text(encoding="utf-8")


def _use(stored: str) -> bool:
    """Parse by stored tables, if they are current."""
    if _is_current(stored):
        with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError, LarkError):
            data, numbered = cast("tuple[_Nested, dict[str, Json]]", json.loads(stored.partition("\n")[2]))
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
