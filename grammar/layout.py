"""The offside rule: the end of a clause, its nested lines, and the label of the provision in the left margin.

The lexer's newline token contains the label, so that columns are measured at the first word after the margin; this module
splits the label off into a separate token. Everything at the column of the first labelled line is top level.

>>> margin_of('section 1:1-1.1 "Tiles"\\n(a)   decks is exactly 6'.splitlines())
6
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pitboss.grammar.tokens import Token, empty_token

LABEL = re.compile(r"\((?:[A-Za-z]{1,4}|-)\)[0-9]*[ivxl]*(?!\S)")
STRAY = "between two levels"
LINE = re.compile(rf"(?P<label>{LABEL.pattern})?(?P<gap>[ \t]*)(?P<content>[^\s#].*)?")
CONTINUES = re.compile(r'(?:and|or|where|because|leads)\b|[-+*/][ \t]|"')


class Layout:
    """Turns newline tokens into `_NL`, `_INDENT`, `_DEDENT` and `LABEL`."""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [0]
        margin: int | None = None
        started = False
        newline = None
        for token in stream:
            tail = token.rpartition("\n")[2]
            if token.type == "_CONTINUED" and len(tail) != margin and len(tail) > levels[-1]:
                continue
            if token.type not in ("_NL", "_CONTINUED"):
                started = True
                yield token
                continue
            newline = token
            label = LABEL.match(tail)
            if label and margin is None:
                margin = len(tail)
            level = 0 if len(tail) == margin else len(tail)
            if started:
                if level > levels[-1]:
                    levels.append(level)
                    yield _at_end(token, "_INDENT")
                else:
                    yield _at_start(token, "_NL")
                    while level < levels[-1]:
                        levels.pop()
                        yield _at_end(token, "_DEDENT")
                    if level > levels[-1]:  # between two levels: the parser reports the stray indent
                        levels.append(level)
                        yield _at_end(token, "_INDENT", STRAY)
            if label:
                yield _label(token, label)
        if newline is not None:
            for _ in levels[1:]:
                yield _at_end(newline, "_DEDENT")


def margin_of(lines: Iterable[str]) -> int | None:
    """The column (from 0) of everything at top level, set by the first labelled line."""
    for line in lines:
        found = LINE.match(line)
        if found and found["label"] and found["content"]:
            return found.start("content")
    return None


def is_top(line: str, margin: int | None) -> bool:
    """Whether a line begins a top-level item, at its proper column or left of it."""
    found = LINE.match(line)
    if not found or not found["content"] or found.start("content") > (margin or 0):
        return False
    return found.start("content") == 0 or bool(found["label"]) or not CONTINUES.match(found["content"])


def _at_start(token: Token, kind: str) -> Token:
    """A layout token after the last word of its line."""
    return empty_token(kind, token.start_pos, token.line, token.column)


def _at_end(token: Token, kind: str, text: str = "") -> Token:
    """A layout token at the first word of the next line."""
    return empty_token(kind, token.end_pos, token.end_line, token.end_column, text)


def _label(token: Token, label: re.Match[str]) -> Token:
    """The label of the next line."""
    length = label.end()
    made = empty_token("LABEL", token.end_pos - len(label.string), token.end_line, 1, label.group())
    made.end_pos += length
    made.end_column += length
    return made
