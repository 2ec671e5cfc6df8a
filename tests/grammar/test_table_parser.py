"""The parser gives what lark's parser gives: the same tokens, trees and places, and the same faults."""

from __future__ import annotations

import random
from pathlib import Path

import lark
from lark.exceptions import UnexpectedInput, UnexpectedToken

from tests.support.product import Node, Token, Unexpected, parser
from tests.support.rule_grammar import grammar
from tests.support.soak import count

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "rulespecs").rglob("*.rules"))


def shown(of: object) -> object:
    """A tree as data: names, texts and places."""
    match of:
        case lark.Tree():
            at = of.meta
            place = (at.line, at.column, at.end_line, at.end_column, at.start_pos, at.end_pos)
            return str(of.data), place, [shown(child) for child in of.children]
        case Node():
            first, last = of.first, of.last
            place = (first.line, first.column, last.end_line, last.end_column, first.start_pos, last.end_pos)
            return of.data, place, [shown(child) for child in of.children]
        case lark.Token() | Token():
            return of.type, str(of), of.line, of.column, of.end_line, of.end_column, of.start_pos, of.end_pos
    return of


def read_by_lark(text: str) -> object:
    try:
        return shown(grammar().parse(text))
    except UnexpectedInput as error:
        kinds = error.interactive_parser.accepts()
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        return kinds, None if at_end else (error.line, error.column), isinstance(error, UnexpectedToken)


def read(text: str) -> object:
    try:
        return shown(parser().parse(text))
    except Unexpected as error:
        at_end = error.token is not None and error.token.type == "$END"
        return error.accepted, None if at_end else (error.line, error.column), error.token is not None


def faulty(text: str, dice: random.Random) -> str:
    """The text without a piece, or with a piece of it again elsewhere."""
    start, at = dice.randrange(len(text)), dice.randrange(len(text))
    end = start + dice.randrange(12)
    return text[:start] + text[end:] if dice.random() < 0.5 else text[:at] + text[start:end] + text[at:]


def test_every_rule_file_is_read_as_lark_reads_it() -> None:
    for path in RULES:
        text = path.read_text("utf-8") + "\n"
        assert read(text) == read_by_lark(text), path


def test_faults_are_where_lark_finds_them() -> None:
    dice, refused = random.Random(4), 0
    for _ in range(count(40, soak=2000)):
        text = faulty(dice.choice(RULES).read_text("utf-8") + "\n", dice)
        found = read(text)
        refused += isinstance(found, tuple) and isinstance(found[0], frozenset)
        assert found == read_by_lark(text), text
    assert refused > 10
