"""Reads the files of a copy of the regulation as lines with their positions.

A scan has markup of its own (`####`, `**`, `<u>`, `\\$`), which this module removes; it removes nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pitboss.grammar.diagnostics import Place
from pitboss.grammar.input_files import read_regular

_LIMIT = 16_000_000  # characters of one file
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " "})
_GLUE = re.compile(r"\*{4}")  # two bold pieces that were two lines
_MARKUP = re.compile(r"^\s*#{1,6}\s+|\*{1,3}(?=\S)|(?<=\S)\*{1,3}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text: the file's short name, the line's number, and its text without the scan's markup."""

    file: str
    number: int
    text: str

    @property
    def place(self) -> Place:
        return Place(self.file, self.number, 1)

    @property
    def at(self) -> str:
        """
        >>> Line("000", 12, "").at
        '000:12'
        """
        return f"{self.file}:{self.number}"


class Unreadable(Exception):
    """The folder or one of its files cannot be read as text."""


def read_lines(folder: Path) -> dict[str, tuple[Line, ...]]:
    """Every text file of a folder, by its short name."""
    try:
        paths = sorted(p for p in folder.iterdir() if p.suffix == ".txt" and p.is_file())
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror or error}") from error
    if not paths:
        raise Unreadable(f"{folder}: there is no .txt file in this folder")
    found = {}
    for path, name in zip(paths, short_names([p.stem for p in paths]), strict=True):
        try:
            if path.stat().st_size > 4 * _LIMIT:
                raise Unreadable(f"{path}: this is larger than a text of the law can be")
            found[name] = lines_of(read_regular(path).decode("utf-8"), name)
        except (OSError, UnicodeDecodeError) as error:
            raise Unreadable(f"{path}: {error}") from error
    return found


def short_names(stems: list[str]) -> list[str]:
    """The part before the first underscore if it is unique among the files, else the whole stem.

    >>> short_names(["000_677d", "001_3a16"]), short_names(["law_a", "law_b"])
    (['000', '001'], ['law_a', 'law_b'])
    """
    short = [stem.partition("_")[0] for stem in stems]
    return short if len(set(short)) == len(stems) else stems


def lines_of(text: str, file: str) -> tuple[Line, ...]:
    """
    >>> [line.text for line in lines_of("**1.1 A****1.2 B**\\nfor \\\\$5", "a")]
    ['1.1 A', '1.2 B', 'for $5']
    """
    return tuple(
        Line(file, number, clean(piece))
        for number, line in enumerate(text.splitlines(), 1)
        for piece in _GLUE.split(line)
    )


def clean(text: str) -> str:
    """A line without markup; tabs remain, because they separate the cells of a table.

    >>> clean("#### 1:1-1.1 Tiles "), clean("**1:1-1.2 Dice**"), clean("\\tA\\tB")
    ('1:1-1.1 Tiles', '1:1-1.2 Dice', '\\tA\\tB')
    """
    return _MARKUP.sub("", text.translate(_QUOTES).replace("\\$", "$")).strip(" \r\n")
