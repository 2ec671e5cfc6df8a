"""The context of a syntax error, and lessons, which match such contexts.

>>> nearest("bears", VERBS), nearest("decks", VERBS)
('bars', '')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from pitboss.grammar.layout import LINE, STRAY
from pitboss.grammar.table_parser import Unexpected

CHARACTER = "CHARACTER"  # the kind of a spelling error, at which the lexer finds no token
HEADING = 'section 1:1-1.1 "Tiles"\n'
WORD = re.compile(r"\w+")

VALUES = frozenset({"NUMBER", "MONEY", "PERCENT", "ODDS", "METER"})
VERBS = (
    *("is", "bars", "requires", "pays", "rounds", "needs", "follows", "sees", "charges", "shares"),
    *("wins", "loses", "stays", "returns", "advances"),
)
PLURALS = {
    **{"bar": "bars", "require": "requires", "pay": "pays", "round": "rounds", "need": "needs"},
    **{"follow": "follows", "see": "sees", "charge": "charges", "share": "shares"},
    **{"win": "wins", "lose": "loses", "stay": "stays", "return": "returns", "advance": "advances", "are": "is"},
}
NOTES = (
    *("adopted", "amended", "readopted", "repealed", "recodified", "corrected", "experiment", "petition", "expires"),
    *("printed", "contents", "remark"),
)
STATEMENTS = (
    *("wager", "option", "variation", "game", "equipment", "field", "elect", "define", "outcome", "ranking"),
    *("attest", "permit", "leave", "irregularity", "edition", "scope"),
)
TRAILERS = ("when", "unless", "otherwise", "per", "from", "until", "despite", "as")
NESTED = ("reading", "except", "for", *TRAILERS)

_GROUPS = (  # (terminals that the parser accepts, in words)
    (VALUES, "a value such as 6, $5, 5% or 3 to 1"),
    (frozenset({"BARS", "REQUIRES", "PAYS", "RESULT"}), f"a verb ({', '.join(VERBS[:5])} ...)"),
    (
        frozenset({"WHEN", "UNLESS", "PER", "FROM"}),
        "a trailer (when, unless, otherwise, per, from, until, despite, as)",
    ),
    (frozenset({"OFFER", "ELECT", "DEFINE", "NAME"}), "a statement, or the subject of a clause"),
    (frozenset({"NAME", "TABLE", "GAME"}), "a name"),
    (frozenset({"COMPARE", "PLUS_MINUS"}), "a comparison such as ="),
)
_NAMES = {
    "NAME": "a name",
    "STRING": 'a text in "quotes"',
    "DATE": "a day such as 2006-06-05",
    "CITE": "a citation such as 19:47-2.3(a)",
    "NUMBER": "a number",
    "_NL": "the end of the line",
    "_INDENT": "a nested line",
    "LABEL": "a label",
    "ROW": "a table row",
    "SOURCE": "an instrument such as R.2001 d.24",
    "REPORTER": "a reporter citation such as 32 N.J.R. 3754(a)",
    "_COMMA": "a comma",
    "LPAR": "'('",
    "RPAR": "')'",
    "AT_LEAST": "'at least'",
    "AT_MOST": "'at most'",
    "ALL_BUT_ONE": "'all but one'",
    "DUTY": "'required' or 'optional'",
    "DIRECTION": "'up' or 'down'",
    "EXTREME": "'greater of' or 'lesser of'",
    "WHICH": "'first' or 'last'",
    "OFFER": "'wager', 'option' or 'variation'",
    "NOTE": "a history note",
    "INFERRED": "'inferred'",
    "RESULT": "'wins', 'loses', 'stays', 'returns' or 'advances'",
    "PLUS_MINUS": "'+' or '-'",
    "TIMES_OVER": "'*' or '/'",
    "COMPARE": "a comparison such as =",
    "COUNT_OF": "'count of seats'",
    "SUM_OF": "'sum of'",
    "OVER": "'over seats'",
}
_COVERED = {
    _GROUPS[1][0]: frozenset({"IS", "ROUNDS", "NEEDS", "FOLLOWS", "SEES", "CHARGES"}),
    _GROUPS[2][0]: frozenset({"UNTIL", "DESPITE", "AS"}),
    _GROUPS[3][0]: frozenset(word.upper() for word in (*STATEMENTS, "table", "cards")),
    _GROUPS[4][0]: frozenset({"EQUIPMENT", "CARDS", "OFFER"}),
    _GROUPS[5][0]: frozenset({"TIMES_OVER"}),
}


@dataclass(frozen=True)
class ParseFault:
    """Where parsing stopped: the token that does not fit, and the tokens that would."""

    kind: str  # the terminal's name, or CHARACTER
    word: str  # the text at that position
    line: int
    column: int
    end: int
    state: int
    expected: frozenset[str]  # names of terminals
    source: str  # the whole line
    margin: int | None

    @cached_property
    def before(self) -> str:
        """The line up to the error, without the label."""
        found = LINE.match(self.source)
        start = found.end("label") if found and found["label"] else 0
        return self.source[start : self.column - 1].strip()

    @property
    def rest(self) -> str:
        return self.source[self.column - 1 :].strip()

    @property
    def figure(self) -> str:
        return self.rest.split()[0]

    @property
    def first(self) -> str:
        """The first word of the line."""
        found = WORD.match(self.before or self.word)
        return found.group() if found else ""

    @property
    def previous(self) -> str:
        return self.before.split()[-1] if self.before else ""

    @property
    def content(self) -> int:
        """The column at which the clauses of this file begin."""
        return (self.margin or 0) + 1

    @property
    def start(self) -> int:
        """The column at which the words of this line begin."""
        found = LINE.match(self.source)
        return found.start("content") + 1 if found else 1

    @property
    def label(self) -> str:
        found = LINE.match(self.source)
        return found["label"] or "" if found else ""

    @property
    def opens(self) -> bool:
        """Whether this is the first word of its line."""
        return not self.before

    def takes(self, *kinds: str) -> bool:
        return self.expected >= set(kinds)

    @property
    def near_verb(self) -> str:
        return nearest(self.word, VERBS)

    @property
    def near_trailer(self) -> str:
        return nearest(self.word, TRAILERS)

    @property
    def near_nested(self) -> str:
        return nearest(self.word, NESTED)

    @property
    def near_statement(self) -> str:
        return nearest(self.first, (*STATEMENTS, *NOTES))

    @property
    def list(self) -> str:
        """The tokens that fit here, in at most six phrases."""
        return expected_words(self.expected)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One message, with malformed snippets that cause it, in which `▸` marks the reported place.

    The error is recognized by `seen`; a lesson without `seen` is recognized by the parser state at the error of an example.
    """

    code: str
    message: str  # {f.…}: attributes of the error
    help: str
    examples: tuple[str, ...]
    seen: Callable[[ParseFault], object] | None = None


def snippet(example: str) -> str:
    """An example as a whole file.

    >>> snippet("(a)  decks▸")
    'section 1:1-1.1 "Tiles"\\n(a)  decks'
    """
    text = example.replace("▸", "")
    return text if text.startswith(("section", "vocabulary", "\n", "!")) or not text.strip() else HEADING + text


def nearest(word: str, words: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # its import takes longer than to read a file without a fault

    singular = PLURALS.get(word, "")
    return singular if singular in words else next(iter(get_close_matches(word, words, 1, 0.72)), "")


def expected_words(kinds: frozenset[str]) -> str:
    """The tokens that would fit, in words.

    >>> expected_words(frozenset({"NAME", "STRING"}))
    'a name, a text in "quotes"'
    """
    left, phrases = set(kinds) - {"$END"}, []
    if "_NL" in left:
        left.discard("_INDENT")
    if "COMPARE" in left:
        left -= {"AND", "OR"}
    for group, words in _GROUPS:
        if left >= group:
            left -= group | _COVERED.get(group, frozenset())
            phrases.append(words)
    singles = sorted(_NAMES.get(kind) or f"'{kind.lower()}'" for kind in left)
    phrases += sorted(singles, key=lambda words: words == _NAMES["_NL"])
    return ", ".join(phrases[:6]) + (" ..." if len(phrases) > 6 else "")


def fault_of(error: Unexpected, lines: list[str], margin: int | None) -> ParseFault:
    expected, state = error.accepted, error.state
    if (token := error.token) is None:
        source = lines[error.line - 1]
        before = re.search(r"\w*\Z", source[: error.column - 1])
        column = error.column - (len(before[0]) if before and source[error.column - 1].isalnum() else 0)
        found = re.compile(r"\w+|\S").match(source, column - 1)
        word = found[0] if found else source[column - 1 : column]
        return ParseFault(CHARACTER, word, error.line, column, column + len(word), state, expected, source, margin)
    line, column = token.line, token.column
    kind, word = token.type, str(token)
    if kind == "_INDENT" and "_NL" not in expected and word != STRAY:  # the line above is incomplete
        kind = "_NL"
        line = next(i for i in range(line - 1, 0, -1) if _without_comment(lines[i - 1]))
    if kind == "LABEL" and "SECTION" not in expected:  # after a misplaced line: that line is the error
        found = LINE.match(lines[line - 1])
        column = found.start("content") + 1 if found and found["content"] else column
    if kind == "$END" or line > len(lines):
        line = next((i for i in range(len(lines), 0, -1) if _without_comment(lines[i - 1])), 1)
    if kind in ("_NL", "$END"):
        column = len(_without_comment(lines[line - 1] if lines else "")) + 1
    source = lines[line - 1] if lines else ""
    return ParseFault(kind, word, line, column, column + max(len(word), 1), state, expected, source, margin)


def _without_comment(line: str) -> str:
    found = re.match(r'(?:[^"#]|"[^"]*")*', line)
    return (found[0] if found else line).rstrip()
