"""What an editor shows: a word to insert, a part of a text, an entry of an outline.

Offsets count characters from the beginning of the text.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word that may be written at a place, over `start` to `end`."""

    word: str
    title: str
    note: str = ""  # Markdown
    kind: str = "value"  # key, value, offer, keyword
    barred: str = ""  # why the law does not allow it there


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The words that may be written over a part of the text."""

    start: int
    end: int
    choices: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A part of a file."""

    file: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of an outline: `name`, what it is, its text, and the part of it that is its name."""

    name: str
    detail: str
    kind: str  # section, pit, table, offer, paytable, clause, name
    start: int
    end: int
    name_start: int
    name_end: int
    inside: tuple[Symbol, ...] = ()
