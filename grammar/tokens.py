"""The tokens of a text."""

from __future__ import annotations


class Token(str):
    """A piece of a text, with its kind and its place."""

    __slots__ = ("column", "end_column", "end_line", "end_pos", "line", "start_pos", "type")
    type: str  # the name of the terminal
    start_pos: int
    line: int
    column: int
    end_line: int
    end_column: int
    end_pos: int


def empty_token(kind: str, position: int, line: int, column: int, text: str = "") -> Token:
    """A token of layout, which takes no space at its place."""
    made = Token(text)
    made.type = kind
    made.start_pos = made.end_pos = position
    made.line = made.end_line = line
    made.column = made.end_column = column
    return made
