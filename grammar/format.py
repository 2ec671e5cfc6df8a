"""The one layout of a rule file: printed from the tree, with the author's comments where they stood.

>>> print(format_text('section  1:1-1.1 "Tiles"\\n(a)  decks  is at least 6 per 2.3(a)   # six\\n', "t.rules"), end="")
section 1:1-1.1 "Tiles"
(a)       decks is at least 6  per 2.3(a)  # six
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Rejected
from pitboss.grammar.parse import parse
from pitboss.grammar.unparse import SUM, cites, clause, expression, listed, quoted, statement, trailer_parts

MARGIN = 10
WIDTH = 120
_COMMENT = re.compile(r'(?P<code>(?:[^"#]|"[^"]*")*)(?P<comment>#.*)?')


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be printed: where its source stands, its label, how deep it nests (-1: column 1), its words."""

    source: int
    label: str | None
    depth: int
    words: str


def format_text(text: str, file: str) -> str:
    """The file in canonical layout; `Rejected` when it cannot be read."""
    parsed = parse(text, file)
    if parsed.tree is None:
        raise Rejected(*parsed.problems)
    return _woven(list(lines_of(parsed.tree)), text.replace("\r\n", "\n").split("\n"))


def format_tree(tree: t.File) -> str:
    """A tree as text, for trees that have no text of their own."""
    return _woven(list(lines_of(tree)), [])


# ---- the tree as lines


def lines_of(file: t.File) -> Iterator[Line]:
    if isinstance(file, t.Section):
        at = f" at {file.game}" if file.game else ""
        yield Line(file.place.line, None, -1, f"section {file.citation} {quoted(file.title)}{at}")
        yield from (Line(note.place.line, None, -1, _note(note)) for note in file.notes)
    else:
        yield Line(file.place.line, None, -1, f"vocabulary {quoted(file.title)}")
    for item in file.items:
        if isinstance(item, t.Entry):
            yield from _entry(item)
        elif isinstance(item, t.Edition):
            yield Line(item.place.line, None, -1, _edition(item))
        else:
            of = f" of {item.of}" if item.of else ""
            yield Line(item.place.line, None, -1, f"scope {item.name}{of} {quoted(item.title)}")


def _note(note: t.Note) -> str:
    parts = (
        note.kind,
        str(note.day or ""),
        note.source or "",
        f"operative {note.operative}" if note.operative else "",
        f"until {note.until}" if note.until else "",
        f"see {listed(note.see)}" if note.see else "",
        f"per {cites(note.per)}" if note.per else "",
        quoted(note.words) if note.words is not None else "",
    )
    return _spaced(*parts)


def _edition(edition: t.Edition) -> str:
    since = f"from {edition.since}" if edition.since else ""
    until = f"until {edition.until}" if edition.until else ""
    return _spaced("edition", edition.name, since, until, quoted(edition.words) if edition.words is not None else "")


def _spaced(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _entry(entry: t.Entry) -> Iterator[Line]:
    it, line = entry.statement, entry.place.line
    words = statement(it)
    trailers = trailer_parts(it.trailers)
    whole = words + "".join(trailers)
    if MARGIN + len(whole) <= WIDTH or not trailers:
        yield Line(line, entry.label, 0, whole)
    else:
        yield Line(line, entry.label, 0, words)
        yield from (Line(line, None, 1, trailer.strip()) for trailer in trailers)
    details: list[Line] = []
    if isinstance(it, t.Rule):
        details = [*_readings(it.readings), *_exceptions(it.exceptions), *_blocks(it.blocks), *_rows(it.table, 1)]
    elif isinstance(it, t.Offer):
        details = [*map(_parameter, it.parameters), *_readings(it.readings)]
    elif isinstance(it, t.Ranking):
        details = [_rank(rank) for rank in it.ranks]
    yield from sorted(details, key=lambda one: one.source)


def _titled(words: str, title: str | None) -> str:
    return words if title is None else f"{words} {quoted(title)}"


def _parameter(it: t.Parameter) -> Line:
    words = f"{it.name} is one of {listed(value.text for value in it.values)}"
    return Line(it.place.line, it.label, 1, _titled(words, it.title))


def _rank(it: t.Rank) -> Line:
    joker = {"any": " with any joker", "ace": " with joker as ace"}.get(it.joker or "", "")
    by = f" by {expression(it.by, SUM)}" if it.by is not None else ""
    return Line(it.place.line, it.label, 1, _titled(f"{it.name} has {expression(it.has)}{joker}{by}", it.title))


def _readings(readings: Iterable[t.Reading]) -> Iterator[Line]:
    for it in readings:
        yield Line(it.place.line, it.label, 1, f"reading {it.name} {quoted(it.ground)}")
        if it.rule:
            line = it.rule.place.line
            yield Line(line, None, 2, clause(it.rule) + "".join(trailer_parts(it.rule.trailers)))
            rule = it.rule
            below = [*_readings(rule.readings), *_exceptions(rule.exceptions), *_blocks(rule.blocks)]
            for nested in sorted([*below, *_rows(rule.table, 1)], key=lambda one: one.source):
                yield Line(nested.source, nested.label, nested.depth + 2, nested.words)


def _exceptions(exceptions: Iterable[t.Exception_]) -> Iterator[Line]:
    for it in exceptions:
        per = f"  per {cites(it.per)}" if it.per else ""
        yield Line(it.place.line, it.label, 1, f"except when {expression(it.when)}{per}")


def _blocks(blocks: Iterable[t.Block]) -> Iterator[Line]:
    for it in blocks:
        yield Line(it.place.line, it.label, 1, f"for {it.name} {it.value.text}")
        yield from _rows(it.table, 2)


def _rows(table: t.Table | None, depth: int) -> Iterator[Line]:
    if table is None:
        return
    widths = [max(map(len, column)) for column in zip(*((c.text for c in row) for row in table.rows), strict=True)]
    for row, label in zip(table.rows, table.labels or (None,) * len(table.rows), strict=True):
        cells = " | ".join(cell.text.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield Line(row[0].place.line, label, depth, f"| {cells} |")


# ---- lines with comments and blank lines


def _woven(lines: list[Line], source: list[str]) -> str:
    """The lines, with the comments and single blank lines of the source where they stood."""
    longest = max((len(line.label) for line in lines if line.label), default=0)
    margin = MARGIN if 0 < longest < MARGIN else longest and longest + 2
    at_line: dict[int, list[str]] = {}
    indents: dict[int, int] = {}
    labelled = False
    for line in lines:
        labelled = labelled or line.label is not None
        column = 0 if line.depth < 0 else 2 * line.depth + (margin if labelled else 0)
        at_line.setdefault(line.source, []).append(f"{line.label or '':<{column}}{line.words}".rstrip())
        indents.setdefault(line.source, column)
    if not source:
        return "\n".join(text for line in at_line.values() for text in line) + "\n"
    out: list[str] = []
    waiting: list[str] = []  # comments and blank lines before the next line
    head = 0  # the line of `out` that a comment at the end of a source line belongs to
    for number, text in enumerate(source, 1):
        found = _COMMENT.match(text)
        comment = (found and found["comment"] or "").rstrip()
        if number in at_line:
            out += _single(waiting, indents[number], out)
            waiting, head = [], len(out)
            out += at_line[number]
        elif not (found and found["code"].strip()):
            waiting.append(comment)
            continue
        if comment:
            out[head] += "  " + comment
    while waiting and not waiting[-1]:
        waiting.pop()
    return "\n".join([*out, *_single(waiting, 0, out)]) + "\n"


def _single(waiting: list[str], indent: int, out: list[str]) -> Iterator[str]:
    """Comments at their column, with no two blank lines together and none at the top of the file."""
    before = out[-1] if out else ""
    for comment in waiting:
        if comment or before:
            yield " " * indent + comment if comment else ""
        before = comment
