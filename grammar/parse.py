"""Parses text to a syntax tree, and reports every error of a file in one run.

>>> parse('section 1:1-1.1 "Tiles"\\n(a)  decks is at least 6\\n', "tiles.rules").tree.citation
'1:1-1.1'
>>> parse("(a)  decks is at least 6", "tiles.rules").problems[0].code
'R110'
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.errors import LIMIT, recover
from pitboss.grammar.input_files import open_regular
from pitboss.grammar.table_parser import Parser
from pitboss.grammar.term_builder import TooDeep
from pitboss.grammar.tree import File
from pitboss.grammar.tree_builder import Builder


@dataclass(frozen=True, slots=True)
class Parsed:
    tree: File | None
    problems: tuple[Diagnostic, ...]


TABLES = "parser.json"  # in the compiled package
_parser: list[Parser] = []  # once it is needed


def parser() -> Parser:
    """The parser of the grammar; to make its tables takes longer than to parse all rules, so a compiled package has them."""
    if not _parser and not _use(_stored()):
        from pitboss.grammar.parser_tables import lark_parser, tables_of

        _parser.append(Parser(tables_of(lark_parser(_grammar()))))
    return _parser[0]


def tables_text() -> str:
    """The tables of the parser, for `TABLES` in the compiled package: a digest, and JSON data."""
    if _is_current(stored := _stored()):
        return stored
    text = json.dumps(parser().tables)
    return f"{_digest(text)}\n{text}"


def _stored() -> str:
    with suppress(OSError, ValueError):
        return Path(__file__).parents[1].joinpath("compiled", TABLES).read_text(encoding="utf-8")
    return ""


def _is_current(stored: str) -> bool:
    """Whether the text is whole, and of this grammar and this lark."""
    digest, _, text = stored.partition("\n")
    return digest == _digest(text)


def _digest(text: str) -> str:
    made_by = (*(path.read_text(encoding="utf-8") for path in _MADE_BY), _grammar(), lark_version())
    return hashlib.sha256("\0".join((*made_by, text)).encode()).hexdigest()


_MADE_BY = (Path(__file__), Path(__file__).with_name("parser_tables.py"), Path(__file__).with_name("table_parser.py"))


def lark_version() -> str:
    """What states the version of lark, without its import."""
    found = find_spec("lark")
    assert found is not None and found.origin is not None
    return Path(found.origin).read_text(encoding="utf-8")


def _grammar() -> str:
    return Path(__file__).with_name("rules.lark").read_text(encoding="utf-8")


def _use(stored: str) -> bool:
    """Parse by stored tables, if they are current."""
    if _is_current(stored):
        with suppress(ValueError, TypeError, KeyError, re.error):
            _parser.append(Parser(json.loads(stored.partition("\n")[2])))
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
