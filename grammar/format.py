"""Formats a rule file: prints the tree in the one layout and keeps the author's comments and blank lines.

The layout depends only on what the file states. A clause stands on one line if it fits in `WIDTH` columns. Otherwise its
citations, days and name move to a nested line, then its conditions, then each of them gets a line of its own. A line that
is still too long is broken before a text, then at `or`, `and`, `+`, commas and inside brackets, and texts between words.
Nested lines are indented by two columns, continued lines by four.

>>> print(format_text('section  1:1-1.1 "Tiles"\\n(a)  decks  is at least 6 per 2.3(a)   # six\\n', "t.rules"), end="")
section 1:1-1.1 "Tiles"
(a)       decks is at least 6  per 2.3(a)  # six
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Rejected
from pitboss.grammar.parse import parse
from pitboss.grammar.unparse import SUM, cites, clause, conditions, expression, listed, quoted, references, statement

MARGIN = 10
WIDTH = 120
TEXT = 20  # columns by which a row with a text may be wider
NESTED, CONTINUED = 2, 4
_COMMENT = re.compile(r'(?P<code>(?:[^"#]|"[^"]*")*)(?P<comment>#.*)?')


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """One logical line: its line in the source, label, nesting depth (-1: column 1), words and trailers."""

    source: int
    label: str | None
    depth: int
    words: str
    conditions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


def format_text(text: str, file: str) -> str:
    """The file in canonical layout; raises `Rejected` if it cannot be parsed."""
    parsed = parse(text, file)
    if parsed.tree is None:
        raise Rejected(*parsed.problems)
    return _with_comments(list(lines_of(parsed.tree)), text.replace("\r\n", "\n").split("\n"))


def format_tree(tree: t.File) -> str:
    """The text of a tree that was not parsed from text."""
    laid = _laid_out(list(lines_of(tree)))
    return "\n".join(row for line in laid for row in line.rows) + "\n"


# ---- the tree as lines


def lines_of(file: t.File) -> Iterator[LogicalLine]:
    if isinstance(file, t.SectionNode):
        at = f" at {file.game}" if file.game else ""
        yield LogicalLine(file.place.line, None, -1, f"section {file.citation} {quoted(file.title)}{at}")
        yield from (LogicalLine(note.place.line, None, -1, _note(note)) for note in file.notes)
    else:
        yield LogicalLine(file.place.line, None, -1, f"vocabulary {quoted(file.title)}")
    for item in file.items:
        if isinstance(item, t.EntryNode):
            yield from _entry(item)
        elif isinstance(item, t.EditionNode):
            yield LogicalLine(item.place.line, None, -1, _edition(item))
        else:
            of = f" of {item.of}" if item.of else ""
            yield LogicalLine(item.place.line, None, -1, f"scope {item.name}{of} {quoted(item.title)}")


def _note(note: t.NoteNode) -> str:
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


def _edition(edition: t.EditionNode) -> str:
    since = f"from {edition.since}" if edition.since else ""
    until = f"until {edition.until}" if edition.until else ""
    return _spaced("edition", edition.name, since, until, quoted(edition.words) if edition.words is not None else "")


def _spaced(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _entry(entry: t.EntryNode) -> Iterator[LogicalLine]:
    it, line = entry.statement, entry.place.line
    yield LogicalLine(line, entry.label, 0, statement(it), *_trailers(it))
    details: list[LogicalLine] = []
    if isinstance(it, t.Rule):
        details = [*_readings(it.readings), *_exceptions(it.exceptions), *_blocks(it.blocks), *_rows(it.table, 1)]
    elif isinstance(it, t.Offer):
        details = [*map(_parameter, it.parameters), *_readings(it.readings)]
    elif isinstance(it, t.RankingNode):
        details = [_rank(rank) for rank in it.ranks]
    yield from sorted(details, key=lambda one: one.source)


def _trailers(it: t.Statement) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(conditions(it)), tuple(references(it.trailers))


def _titled(words: str, title: str | None) -> str:
    return words if title is None else f"{words} {quoted(title)}"


def _parameter(it: t.Parameter) -> LogicalLine:
    words = f"{it.name} is one of {listed(value.text for value in it.values)}"
    return LogicalLine(it.place.line, it.label, 1, _titled(words, it.title))


def _rank(it: t.RankNode) -> LogicalLine:
    joker = {"any": " with any joker", "ace": " with joker as ace"}.get(it.joker or "", "")
    by = f" by {expression(it.by, SUM)}" if it.by is not None else ""
    return LogicalLine(it.place.line, it.label, 1, _titled(f"{it.name} has {expression(it.has)}{joker}{by}", it.title))


def _readings(readings: Iterable[t.ReadingNode]) -> Iterator[LogicalLine]:
    for it in readings:
        idle = " without duty" if it.idle else ""
        yield LogicalLine(it.place.line, it.label, 1, f"reading {it.name} {quoted(it.ground)}{idle}")
        if it.rule:
            rule = it.rule
            yield LogicalLine(rule.place.line, None, 2, clause(rule), *_trailers(rule))
            below = [*_readings(rule.readings), *_exceptions(rule.exceptions), *_blocks(rule.blocks)]
            for nested in sorted([*below, *_rows(rule.table, 1)], key=lambda one: one.source):
                yield replace(nested, depth=nested.depth + 2)


def _exceptions(exceptions: Iterable[t.Exception_]) -> Iterator[LogicalLine]:
    for it in exceptions:
        per = f"  per {cites(it.per)}" if it.per else ""
        yield LogicalLine(it.place.line, it.label, 1, f"except when {expression(it.when)}{per}")


def _blocks(blocks: Iterable[t.Block]) -> Iterator[LogicalLine]:
    for it in blocks:
        yield LogicalLine(it.place.line, it.label, 1, f"for {it.name} {it.value.text}")
        yield from _rows(it.table, 2)


def _rows(table: t.TableNode | None, depth: int) -> Iterator[LogicalLine]:
    if table is None:
        return
    widths = [max(map(len, column)) for column in zip(*((c.text for c in row) for row in table.rows), strict=True)]
    for row, label in zip(table.rows, table.labels or (None,) * len(table.rows), strict=True):
        cells = " | ".join(cell.text.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield LogicalLine(row[0].place.line, label, depth, f"| {cells} |")


# ---- logical lines as rows of text


@dataclass(slots=True)
class Laid:
    """A logical line as it is printed: its line in the source, the column of its words, and its rows."""

    source: int
    column: int
    rows: list[str]


def _laid_out(lines: list[LogicalLine]) -> list[Laid]:
    longest = max((len(line.label) for line in lines if line.label), default=0)
    margin = MARGIN if 0 < longest < MARGIN else longest and longest + 2
    laid = []
    labelled = False
    for line in lines:
        labelled = labelled or line.label is not None
        column = 0 if line.depth < 0 else NESTED * line.depth + (margin if labelled else 0)
        rows = [" " * (column + indent) + words for indent, words in _rows_of(line, WIDTH - column)]
        rows[0] = f"{line.label or '':<{column}}{rows[0][column:]}"
        laid.append(Laid(line.source, column, [row.rstrip() for row in rows]))
    return laid


def _rows_of(line: LogicalLine, room: int) -> list[_Row]:
    """The words and trailers in the fewest rows that fit: on one, in two, with nested conditions, or each on its own."""
    whole = " ".join((line.words, *line.conditions))
    below = " ".join(line.references)
    if line.words.startswith(("section ", "|")) or len(whole) + 2 + len(below) <= room:
        return [(0, f"{whole}  {below}".rstrip())]
    first, *others = [whole] if len(whole) <= room else [line.words, *line.conditions]
    others += [below] if below and len(below) + NESTED <= room else line.references
    nested = (row for words in others for row in _broken(words, room - NESTED))
    return [*_broken(first, room), *((NESTED + indent, words) for indent, words in nested)]


# ---- rows that are too long

_Row = tuple[int, str]  # columns of indent, words
_UNIT = re.compile(r'"[^"]*"|.')
_PHRASE = re.compile(r" (?=(?:because|leads|where)\b)")
_BEFORE_TEXT = re.compile(r'(?<!") (?=")')
_OPERATORS = (re.compile(" (?=or )"), re.compile(" (?=and )"), re.compile(" (?=[-+] )"), re.compile(" (?=[*/] )"))
_LIST = re.compile("(?<=,) ")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_TEXT = re.compile(r'(?P<head>\w+ |)"(?P<text>[^"]*)"(?P<tail>[^"]*)')


def _broken(words: str, room: int) -> list[_Row]:
    """The words in as many rows as necessary, broken first where they are least closely connected.

    >>> _broken("when cards = 3 and (side is over or side is under)", 40)
    [(0, 'when cards = 3'), (4, 'and (side is over or side is under)')]
    """
    if len(words) <= room + (TEXT if '"' in words else 0):
        return [(0, words)]
    if text := _TEXT.fullmatch(words):
        return _text(text["head"], text["text"], text["tail"], room)
    for pattern in (_PHRASE, _BEFORE_TEXT, *_OPERATORS):
        parts = _cut(words, pattern)
        if len(parts) > 1:
            return _stacked(parts, room, CONTINUED if pattern in _OPERATORS else 0)
    parts = _cut(words, _LIST)
    if len(parts) == 1:
        return _inside_brackets(words, room)
    return [(CONTINUED if number else 0, row) for number, row in enumerate(_filled(parts, room, room - CONTINUED))]


def _cut(words: str, pattern: re.Pattern[str]) -> list[str]:
    """The words cut at the spaces that match, except in brackets and texts."""
    parts, depth, start = [], 0, 0
    for unit in _UNIT.finditer(words):
        depth += (unit[0] == "(") - (unit[0] == ")")
        if depth == 0 and pattern.match(words, unit.start()):
            parts.append(words[start : unit.start()])
            start = unit.end()
    return [*parts, words[start:]]


def _stacked(parts: list[str], room: int, deeper: int) -> list[_Row]:
    """Each part in rows of its own; `deeper` is the additional indent of what the first part is broken into."""
    first, *others = parts
    broken = _broken(first, room if len(first) <= room else room - deeper)
    rows = [(indent + deeper if indent else 0, words) for indent, words in broken]
    return rows + [(CONTINUED + indent, row) for part in others for indent, row in _broken(part, room - CONTINUED)]


def _filled(parts: list[str], room: int, later: int) -> list[str]:
    """The parts in as few rows as possible: `room` columns in the first row, `later` in the others."""
    rows = [parts[0]]
    for part in parts[1:]:
        if len(rows[-1]) + 1 + len(part) <= (later if len(rows) > 1 else room):
            rows[-1] += " " + part
        else:
            rows.append(part)
    return rows


def _inside_brackets(words: str, room: int) -> list[_Row]:
    """The words broken in their longest outer pair of brackets."""
    depth, opened, widest = 0, 0, (0, 0)
    for unit in _UNIT.finditer(words):
        if unit[0] == "(":
            opened = opened if depth else unit.end()
            depth += 1
        elif unit[0] == ")":
            depth -= 1
            if not depth and unit.start() - opened > widest[1] - widest[0]:
                widest = opened, unit.start()
    start, end = widest
    inner = _broken(words[start:end], min(max(room - start, room // 2), end - start - 1)) if end > start else []
    if len(inner) < 2:
        return [(0, words)]
    (_, first), *others = inner
    rows = [(0, words[:start] + first), *((CONTINUED + indent, row) for indent, row in others)]
    return [*rows[:-1], (rows[-1][0], rows[-1][1] + words[end:])]


def _text(head: str, text: str, tail: str, room: int) -> list[_Row]:
    """A text in parts of about the same length, one below the other.

    >>> _text("permit ", "a second shoe is kept at the table", "", 9)
    [(0, 'permit "a second shoe is"'), (7, '"kept at the table"')]
    """
    words, room = _SPACE.split(text), room + TEXT - len(head) - 2
    least = len(_filled(words, room, room))
    widths = range(len(text) // least, len(text) + 1)
    width = next(width for width in widths if len(_filled(words, width, width)) <= least)
    first, *others = [f'"{part}"' for part in _filled(words, width, width)]
    rows = [(0, head + first), *((len(head), part) for part in others)]
    return [*rows[:-1], (rows[-1][0], rows[-1][1] + tail)]


# ---- comments and blank lines


def _with_comments(lines: list[LogicalLine], source: list[str]) -> str:
    """The lines with the comments and single blank lines of the source.

    A comment at the end of a row stays there; one inside of a clause moves above the clause, and one directly above a
    line is indented like the line. A comment with a blank line below belongs to what is above it.
    """
    at_line: dict[int, list[Laid]] = {}
    for line in _laid_out(lines):
        at_line.setdefault(line.source, []).append(line)
    out: list[str] = []
    waiting: list[str] = []  # comments and blank lines since the last logical line
    head = column = 0  # the first row of the last logical line in `out`, and its column
    for number, text in enumerate(source, 1):
        found = _COMMENT.match(text)
        code, comment = (found["code"].strip(), found["comment"] or "") if found else (text, "")
        if number in at_line:
            out += _comments(waiting, column, at_line[number][0].column, out)
            waiting, head, column = [], len(out), at_line[number][-1].column
            out += [row for line in at_line[number] for row in line.rows]
        elif not code:
            waiting.append(comment.rstrip())
            continue
        elif waiting:
            inside = [" " * column + words for words in waiting if words]
            out[head:head] = inside
            waiting, head = [], head + len(inside)
        if comment:
            row = next((i for i in range(head, len(out)) if _same_row(out[i], code)), head)
            out[row] += "  " + comment.rstrip()
    while waiting and not waiting[-1]:
        waiting.pop()
    return "\n".join([*out, *_comments([*waiting, ""], column, 0, out)]).rstrip() + "\n"


def _same_row(row: str, code: str) -> bool:
    """Whether a row begins with the same two words as a line of the source."""
    return row.split()[:2] == code.split()[:2]


def _comments(waiting: list[str], above: int, below: int, out: list[str]) -> Iterator[str]:
    """Comments in the column of what they describe, with no two blank lines together and none at the top of the file."""
    last_blank = max((number for number, comment in enumerate(waiting) if not comment), default=-1)
    before = out[-1] if out else ""
    for number, comment in enumerate(waiting):
        if comment or before:
            yield " " * (below if number > last_blank else min(above, below)) + comment if comment else ""
        before = comment
