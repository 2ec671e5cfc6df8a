"""Reports several errors per run: record an error, blank out the item that contains it, and parse again.

An item is a top-level line with everything nested in it. A neutral clause with the same label replaces it, so that line
numbers, labels and the rule "every clause has a label" are unaffected and no spurious error follows.

>>> from pitboss.grammar.parse import parse
>>> text = 'section 1:1-1.1 "Tiles"\\n(a)  streak pay at least 3 to 1\\n(b)  decks is 6\\n'
>>> [f"{d.place} {d.code}" for d in parse(text, "tiles.rules").problems]
['tiles.rules:2:13 R121', 'tiles.rules:3:15 R132']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.fault_context import NOTES, STATEMENTS, WORD, Lesson, ParseFault, fault_of, snippet
from pitboss.grammar.hints_clause import CLAUSE, CONDITION, NAMES
from pitboss.grammar.hints_layout import FILE, MARGIN, SPELLING, SUBJECT
from pitboss.grammar.hints_parts import PARTS, TRAILER
from pitboss.grammar.layout import LINE, is_top, margin_of
from pitboss.grammar.table_parser import Node, Parser, Unexpected

LIMIT = 1_000_000
MOST = 20

CODES = {
    "R100": "The file is larger than a rule file can be.",
    "R101": "A word or sign is at a place where none of its kind is allowed.",
    "R102": "A line stops before the clause is complete.",
    "R103": "The calendar has no such day.",
    "R104": "A table cell or figure is no value of the language.",
    "R105": "A clause has two trailers of one kind.",
    "R106": "A table row has more or fewer cells than its heading.",
    "R107": "A table has a heading and no rows.",
    "R108": "The file is not text in UTF-8.",
    "R109": "The text holds a control character or one that cannot be seen.",
    "R110": "The file does not begin with its section or vocabulary heading.",
    "R111": "Nothing follows the heading.",
    "R112": "The first clause of a section or edition has no label.",
    "R113": "The margin, where columns are counted, contains a tab.",
    "R114": "A label is alone, in the wrong place, or in an unknown form.",
    "R115": "A line is indented as if it belonged to a line that takes nothing of its kind.",
    "R116": "A text in quotes is not closed on its line.",
    "R117": "A table row does not end with its bar.",
    "R118": "A heading or history note is below the clauses.",
    "R119": "A statement or verb lacks a part that it cannot do without.",
    "R120": "A clause has no verb.",
    "R121": "A verb is in the plural.",
    "R122": "A word is unknown here, and may be misspelt.",
    "R123": "A clause has no subject.",
    "R124": "A word of the language is used as a name.",
    "R125": "A name is not written in small letters, digits and underscores.",
    "R126": "A citation is missing or has an unknown form.",
    "R127": "A day is missing or not written year-month-day.",
    "R128": "Odds are not written with `to` or `for`.",
    "R129": "A figure has an unknown form.",
    "R130": "A condition is missing.",
    "R131": "A text in quotes is missing.",
    "R132": "A value is given without stating how it binds.",
    "R133": "A list has a comma too many or too few.",
    "R134": "Bounds and comparisons are mixed up.",
    "R135": "Brackets or operators nest too deeply, or a chain of terms or a number is too long.",
    "R136": "A character has no meaning in the language.",
    "R137": "A bracket is not closed, or was never opened.",
    "R138": "More faults were found than are shown.",
}

LESSONS: tuple[Lesson, ...] = (
    *(*FILE, *MARGIN, *SUBJECT, *TRAILER),
    *(*CONDITION, *CLAUSE, *PARTS, *NAMES, *SPELLING),
)
STOPS = Lesson("R102", "the line stops too soon", "expected: {f.list}", ("(a)  decks is at least▸\n",))
STRANGE = Lesson("R101", "'{f.word}' is not allowed here", "expected: {f.list}", ("(a)  decks is at least 6 ▸boxes\n",))

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xa0\xad\u061c\u200b-\u200f\u2028-\u202f\u205f-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
_TAB = re.compile(r"(?:\([^\s)]*\)\w*)? *\t[ \t]*(?=[^\s#])")


def recover(parser: Parser, text: str, file: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The parse tree without the items that contain an error, and the errors."""
    text = text.replace("\r\n", "\n")
    lines = text.split("\n")[:-1]
    found = [*_unseen(lines, file), *_tabs(lines, file)][:MOST]
    bad = {problem.place.line for problem in found}
    try:
        if not found:
            return parser.parse(text), ()
    except Unexpected:
        pass
    margin = margin_of(line for number, line in enumerate(lines, 1) if number not in bad) or margin_of(lines)
    for number in sorted(bad):
        _blank(lines, number - 1, margin)
    start = 0
    while len(found) < MOST:
        try:
            parser.parse("\n".join(_view(lines, start, margin)) + "\n")
            break
        except Unexpected as error:
            fault = fault_of(error, lines, margin)
            if fault.kind == "$END" and start:
                break
            found.append(explain(parser, fault, file))
            if found[-1].code == "R116":
                _close(lines, fault.line - 1)
            start = _blank(lines, fault.line - 1, margin)
    else:
        found.append(Diagnostic("R138", f"only the first {MOST} faults are shown", found[-1].place))
    return _rest(parser, lines, margin), tuple(found)


def _rest(parser: Parser, lines: list[str], margin: int | None) -> Node | None:
    """The tree of the remaining items; an item that cannot exist without its removed part is removed as a whole."""
    for _ in range(MOST + 1):
        try:
            return parser.parse("\n".join(lines) + "\n")
        except Unexpected as error:
            _blank(lines, fault_of(error, lines, margin).line - 1, margin, whole=True)
    return None


def explain(parser: Parser, fault: ParseFault, file: str) -> Diagnostic:
    """The diagnostic for a syntax error: from the matching lesson, else from the parser state, else a general one."""
    lesson = next((lesson for lesson in LESSONS if lesson.seen and lesson.seen(fault)), None)
    if lesson is None:
        learned = _learned(parser)
        ending = STOPS if fault.kind == "_NL" else STRANGE
        lesson = learned.get((fault.state, fault.kind)) or learned.get((fault.state, "")) or ending
    message, help = (words.replace("{f.", "{0.").format(fault) for words in (lesson.message, lesson.help))
    return Diagnostic(lesson.code, message, Place(file, fault.line, fault.column, fault.end), help=help)


@cache
def _learned(parser: Parser) -> dict[tuple[int, str], Lesson]:
    """Lessons by the parser's state and the kind of token; kind "" for any other token in that state."""
    known: dict[tuple[int, str], Lesson] = {}
    for lesson in LESSONS:
        for example in lesson.examples if lesson.seen is None else ():
            text = snippet(example)
            try:
                parser.parse(text)
            except Unexpected as error:
                fault = fault_of(error, text.split("\n"), None)
                known.setdefault((fault.state, fault.kind), lesson)
                known.setdefault((fault.state, ""), lesson)
    return known


# ---- items


def _item(lines: list[str], at: int, margin: int | None) -> tuple[int, int]:
    first = at
    while first > 0 and not is_top(lines[first], margin):
        first -= 1
    last = at + 1
    while last < len(lines) and not is_top(lines[last], margin):
        last += 1
    return first, last


def _blank(lines: list[str], at: int, margin: int | None, whole: bool = False) -> int:
    """Remove the item that contains line `at`, from this line on or as a whole; return the line after it."""
    first, last = _item(lines, at, margin)
    if at > first and not whole:
        lines[at:last] = [_row_like(lines, at), *[""] * (last - at - 1)]
    else:
        lines[first:last] = [_neutral(lines, first, margin), *[""] * (last - first - 1)]
    return last


def _row_like(lines: list[str], at: int) -> str:
    """An empty row in place of line `at`: a table that loses its rows remains a table."""
    head = at
    while (found := LINE.match(lines[head - 1])) and (found["content"] or "").startswith("|"):
        head -= 1
    return re.sub(r"[^|]", " ", lines[head]) if head < at else ""


def _close(lines: list[str], at: int) -> None:
    """Remove the lines over which an unterminated text continues."""
    for behind in range(at + 1, min(at + 5, len(lines))):
        found = LINE.match(lines[behind])
        if not found or found["label"] or not found["content"]:
            return
        if lines[behind].count('"') % 2:
            first = WORD.match(found["content"])
            if not first or first[0] not in STATEMENTS:
                lines[at + 1 : behind + 1] = [""] * (behind - at)
            return


def _neutral(lines: list[str], at: int, margin: int | None) -> str:
    if at == _first(lines):
        return 'vocabulary ""' if lines[at].startswith("vocabulary") else 'section 1:1-1.1 ""'
    found = LINE.match(lines[at])
    label = found["label"] if found else None
    entries = any(_is_entry(line) for line in lines[_first(lines) + 1 : at])
    if not label and not entries:  # probably a history note
        return ""
    return f'{label and label + " " or "":<{margin or 0}}permit ""'


def _is_entry(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("#", *NOTES))


def _first(lines: list[str]) -> int:
    """The line of the heading."""
    return next((i for i, line in enumerate(lines) if (m := LINE.match(line)) and (m["content"] or m["label"])), 0)


def _view(lines: list[str], start: int, margin: int | None) -> list[str]:
    """The lines with everything before `start` reduced to the context that the rest needs, so that no line is parsed twice."""
    heading = _first(lines)
    if start <= heading + 1:
        return lines
    entries = any(_is_entry(line) for line in lines[heading + 1 : start])
    stub = f'{"(-)" if margin else "":<{margin or 0}}permit ""' if entries else ""
    return [*[""] * heading, lines[heading], stub, *[""] * (start - heading - 2), *lines[start:]]


# ---- errors that can be found without parsing


def _unseen(lines: list[str], file: str) -> Iterator[Diagnostic]:
    for number, line in enumerate(lines, 1):
        if found := _UNSEEN.search(line):
            at = found.start() + 1
            message = f"the character U+{ord(found[0]):04X} cannot be seen"
            yield Diagnostic("R109", message, Place(file, number, at, at + 1), help="take it away, or write a space")


def _tabs(lines: list[str], file: str) -> Iterator[Diagnostic]:
    for number, line in enumerate(lines, 1):
        if found := _TAB.match(line):
            at = line.index("\t") + 1
            place = Place(file, number, at, found.end() + 1)
            yield Diagnostic("R113", "the margin contains a tab", place, help="columns are counted in spaces")
