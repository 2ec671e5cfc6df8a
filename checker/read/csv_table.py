r"""Reads a list of tables as CSV: the header names fields, each further row is one mapping, an empty cell states no value.

Commas, tabs or semicolons separate the cells; the header shows which.

>>> from pitboss.checker.read.limits import Limits
>>> load("number,seats\n7,\n8,6\n", "t.csv", Limits()).data
[{'number': 7}, {'number': 8, 'seats': 6}]
>>> load("sep=;\nnumber;wagers\n7;\"pair; trio\"\n", "t.csv", Limits()).data
[{'number': 7, 'wagers': 'pair; trio'}]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from pitboss.checker.read.decoding import EMPTY, place, places, quoted
from pitboss.checker.read.document import Data, Loaded, Steps
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.scalars import TooLong, plain
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import NamedTuple, regex

_SPACE = regex(r"[ \t]*")
_STATED = regex(r"[Ss][Ee][Pp]=([,;\t])[ \t,;]*(?:\r\n?|\n|\Z)")
_QUOTED = regex(r'"[^"]*+"?')


class _Pattern(NamedTuple):
    """The grammar of a table whose cells one character separates."""

    separator: str
    blank: re.Pattern[str]
    cell: re.Pattern[str]


def _pattern(separator: str) -> _Pattern:
    space = " " if separator == "\t" else " \t"
    blank = rf"(?:[ \t{separator}]*+[\r\n])*+"
    cell = rf'[{space}]*+(?:"([^"]*+(?:""[^"]*+)*+)"[{space}]*+|([^{separator}\r\n]*+))({separator}|\r\n?|\n|\Z)'
    return _Pattern(separator, regex(blank), regex(cell))


_PATTERNS = {separator: _pattern(separator) for separator in ",;\t"}


def _separator(text: str) -> _Pattern:
    """What separates the cells of the first line that is not blank: what `sep=` there states, as a spreadsheet writes it; else a tab,
    else a semicolon if there is no comma.
    """
    if stated := _STATED.match(text):
        return _PATTERNS[stated[1]]
    header = re.search(r"[^\r\n]*[^\s,;][^\r\n]*", text)
    bare = _QUOTED.sub("", header[0][:10_000]) if header else ""
    return _PATTERNS["\t" if "\t" in bare.strip() else ";" if ";" in bare and "," not in bare else ","]


class _Cell(NamedTuple):
    text: str
    start: int
    end: int


class _Broken(NamedTuple):
    """The table cannot be read beyond this place."""

    code: str
    message: str
    start: int


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _rows(text: str, columns: int, pattern: _Pattern) -> Iterator[list[_Cell] | _Broken]:
    """The rows that contain a value."""
    stated = _STATED.match(text)
    at, row = _after(pattern.blank, text, stated.end() if stated else 0), list[_Cell]()
    while at < len(text) or row:
        match = pattern.cell.match(text, at)
        if not match or (match[1] is None and match[2].startswith('"')):
            message = "this quoted cell is not closed, or goes on after its closing quote"
            yield _Broken("E040", message, _after(_SPACE, text, at))
            return
        words, group = (match[2].rstrip(" \t"), 2) if match[1] is None else (match[1].replace('""', '"'), 1)
        start = match.start(group) - (group == 1)
        row.append(_Cell(words, start, match.end(1) + 1 if group == 1 else start + len(words)))
        at = match.end()
        if len(row) > columns:
            yield _Broken("E055", f"more than {columns:,} columns", start)
            return
        if match[3] != pattern.separator:
            if any(cell.text for cell in row):
                yield row
            row, at = [], _after(pattern.blank, text, at)


def load(text: str, file: str, limits: Limits) -> Loaded:
    """The table as a list of mappings."""
    problems: list[Diagnostic] = []

    def wrong(code: str, message: str, at: Place, **more: str) -> None:
        problems.append(Diagnostic(code, message, at, **more))  # type: ignore[arg-type]

    def broken(at: _Broken) -> None:
        wrong(at.code, at.message, place(text, file, at.start), help=_QUOTES if at.code == "E040" else "")

    pattern = _separator(text)
    rows = _rows(text, limits.columns, pattern)
    header = next(rows, None)
    names: list[str] = []
    data: list[Data] = []
    room = limits.nodes
    if header is None:
        wrong("E012", "the file is empty", Place(file, 1, 1), help=EMPTY)
    elif isinstance(header, _Broken):
        broken(header)
    else:
        problems += islice(_header(text, file, header), limits.problems)
        names = [cell.text for cell in header]
    for row in rows if not problems else ():
        if isinstance(row, _Broken):
            broken(row)
        elif len(row) != len(names):
            extra = row[len(names)] if len(row) > len(names) else row[-1]
            message = f"this row has {len(row)} cells, the header {len(names)}"
            short = _TITLE if len(names) == 1 else _COMMAS if len(row) > len(names) else _CELLS
            wrong("E041", message, place(text, file, extra.start, extra.end), help=short)
        elif (room := room - len(row)) < 0:
            message = f"more than {limits.nodes:,} values in one file"
            wrong("E055", message, place(text, file, row[0].start))
            break
        else:
            fields: dict[str, Data] = {}
            for name, cell in zip(names, row, strict=True):
                try:
                    if cell.text:
                        fields[name] = plain(cell.text, limits.digits, limits.scalar)
                except TooLong as error:
                    wrong(error.code, str(error), place(text, file, cell.start, cell.end))
            data.append(fields)
        if len(problems) >= limits.problems:
            break
    return (
        Loaded(problems=tuple(problems))
        if problems
        else Loaded(data, partial(_look, text, file, names, limits.columns, pattern))
    )


_QUOTES = 'a quote inside a quoted cell is written twice: ""'
_COMMAS = "a comma inside a cell needs quotes around the cell"
_CELLS = "an empty cell needs its separator too"
_TITLE = "the first row is the header: remove what is written above it"


def _header(text: str, file: str, header: list[_Cell]) -> Iterator[Diagnostic]:
    first: dict[str, _Cell] = {}
    for number, cell in enumerate(header, start=1):
        if not cell.text:
            message = f"column {number} has no name in the header"
            yield Diagnostic(
                "E042", message, place(text, file, cell.start, cell.end), help="name it in the first row, or delete it"
            )
        elif (other := first.setdefault(cell.text, cell)) is not cell:
            related = (("first written here", place(text, file, other.start, other.end)),)
            message = f"the column name {quoted(cell.text)} is written twice"
            yield Diagnostic(
                "E042", message, place(text, file, cell.start, cell.end), related, "rename or delete one of the two"
            )


def _look(
    text: str,
    file: str,
    names: list[str],
    columns: int,
    pattern: _Pattern,
    paths: list[Steps],
    key: bool,
    written: bool,
) -> dict[Steps, Place | None]:
    """Places of cells by (row, field). A key has the place of its header; a field without a column has the place of its row."""
    if written:
        return dict.fromkeys(paths)
    requested: dict[int, list[tuple[int, Steps]]] = {}
    for path in paths:
        column = names.index(str(path[1])) if path[1:] and path[1] in names else 0
        row = path[0] if path and isinstance(path[0], int) and not (key and path[1:]) else -1
        requested.setdefault(row, []).append((column, path))
    spans: list[tuple[Steps, int, int]] = []
    for number, cells in enumerate(_rows(text, columns, pattern), start=-1):
        for column, path in sorted(requested.pop(number, ()), key=lambda cell: cell[0]):
            assert isinstance(cells, list)
            spans.append((path, cells[column].start, cells[column].end))
        if not requested:
            break
    absent = [path for rest in requested.values() for _, path in rest]
    return {**places(text, file, spans), **dict.fromkeys(absent, Place(file, 1, 1))}
