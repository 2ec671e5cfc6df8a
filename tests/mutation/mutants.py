"""Every mutant of a rule file: one number, operator, date, citation, condition, name in a list or table cell, changed or removed.

section 1:1-1.1 "Tiles"                     1:1-1.1 "Tiles"
(a)  decks is at least 6 when boxes > 1     at most 6; at least 5, 7; without `when boxes > 1`; boxes >= 1; boxes > 0, 2
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from tests.support.product import Node, Token, parser
from tests.support.rule_grammar import parse_nodes

SWAPS = {  # kind of mutant, by the type of the token: the replacements
    "operator": {
        "AT_LEAST": ("at most", "exactly"), "AT_MOST": ("at least", "exactly"), "EXACTLY": ("at least", "at most"),
        "AND": ("or",), "OR": ("and",), "BETWEEN": (), "BARS": ("requires",), "REQUIRES": ("bars",), "AMONG": ("not among",),
        "OFFERED": ("not offered",), "SAME": (), "GROSS": ("only highest",),
    },
    "word": {"REQUIRED": ("optional",), "WRITTEN": ("",)},
}  # fmt: skip
BY_WORD = {
    "operator": {
        "wins": ("loses",), "loses": ("returns",), "returns": ("loses",), "stays": ("loses",), "advances": ("loses",),
        "up": ("down",), "down": ("up",), "greater": ("lesser",), "lesser": ("greater",), "first": ("last",), "last": ("first",),
        "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "=": ("!=",), "!=": ("=",), "<": ("<=",), "<=": ("<",), ">": (">=",),
        ">=": (">",), "required": ("optional",), "optional": ("required",), "any joker": ("joker as ace",), "joker as ace": ("any joker",),
    },
    "scope": {
        "count of hands": ("count of own hands",), "count of own hands": ("count of hands",), "count of seats": ("count of other seats",),
        "count of other seats": ("count of seats",), "count of other hands": ("count of hands",), "over hands": ("over own hands",),
        "over own hands": ("over hands",), "over own first hand": ("over own hands",),
        "over seats": ("over other seats",), "over other seats": ("over seats",),
    },
}  # fmt: skip
SCOPES = {"table": "pit", "pit": "licensee", "round": "seat", "seat": "hand"}
COUNTED = ("NUMBER", "MONEY", "PERCENT", "ODDS", "METER")
LISTS = {"names", "values", "cites"}


@dataclass(frozen=True, order=True)
class Mutant:
    """A part of a rule file, and its replacement."""

    file: str
    start: int
    end: int
    kind: str
    line: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old!r} -> {self.new!r}"

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


@cache
def mutants(text: str, file: str) -> tuple[Mutant, ...]:
    """All mutants of the text of a rule file, in its order."""
    made: dict[tuple[int, int, str], Mutant] = {}

    def put(kind: str, start: int, end: int, new: str) -> None:
        old = text[start:end]
        if new != old:
            made.setdefault((start, end, new), Mutant(file, start, end, kind, text.count("\n", 0, start) + 1, old, new))

    tokens = [*parser().lex(text)]
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        for kind, new in _of_token(token, before, after):
            put(kind, token.start_pos, token.end_pos, new)
    for rows in _tables(tokens):
        for start, end, new in _cells(rows):
            put("cell", start, end, new)
    for kind, start, end in _removals(text):
        put(kind, start, end, "")
    return tuple(sorted(made.values()))


# ---- tokens


def _of_token(token: Token, before: Token | None, after: Token | None) -> Iterator[tuple[str, str]]:
    words = " ".join(token.split())
    if token.type in COUNTED:
        yield from (("number", new) for new in _numbers(token))
        if token.type == "ODDS":
            yield "mode", token.replace(" to ", " for ") if " to " in token else token.replace(" for ", " to ")
    elif token.type == "DATE":
        day = date.fromisoformat(token)
        yield from (("date", (day + timedelta(days=step)).isoformat()) for step in (-1, 1))
    elif token.type == "CITE" and before is not None and before.type != "SECTION":
        yield "citation", _other_citation(token)
    elif token.type == "LABEL":
        yield "citation", _other_label(token)
    elif token.type == "NOT":
        yield "operator", ""
    elif token.type == "ALL_BUT_ONE" or token.type in ("ROW", "STRING", "NOTE"):
        return
    elif (
        before is not None
        and before.type in ("OF", "EVERY")
        and token in SCOPES
        and (after is None or after.type != "STRING")
    ):
        yield "scope", SCOPES[token]
    for table, key in ((SWAPS, token.type), (BY_WORD, words)):
        for kind, swaps in table.items():
            if table is BY_WORD and token.type in ("NAME", "STRING", "ROW"):
                continue
            mode = kind == "operator" and before is not None and before.type in ("PAYS", "TABLE")
            yield from (("mode" if mode else kind, new) for new in swaps.get(key, ()))


def _numbers(text: str) -> Iterator[str]:
    """The first figure, one less and one more in its last digit."""
    found = re.search(r"\d[\d,]*(\.\d+)?", text)
    assert found
    digits = found[0].replace(",", "")
    places = len(digits.partition(".")[2])
    for step in (-1, 1):
        value = int(digits.replace(".", "")) + step
        if value >= 0:
            whole = f"{value:0{places + 1}d}"
            number = whole if not places else f"{whole[:-places]}.{whole[-places:]}"
            yield text[: found.start()] + number + text[found.end() :]


def _other_citation(cite: str) -> str:
    """The citation with its last number or letter one further.

    >>> _other_citation("19:47-2.3(a)1"), _other_citation("(b)"), _other_citation("19:47-8.3")
    ('19:47-2.3(a)2', '(c)', '19:47-8.4')
    """
    found = re.search(r"(\d+|[a-y])(?=[^0-9a-z]*$)", cite)
    if not found:
        return cite
    last = found[0]
    new = str(int(last) + 1) if last.isdigit() else chr(ord(last) + 1)
    return cite[: found.start()] + new + cite[found.end() :]


def _other_label(label: str) -> str:
    """
    >>> _other_label("(a)"), _other_label("(e)2"), _other_label("(e)2iv"), _other_label("(-)")
    ('(b)', '(e)3', '(e)2v', '(-)')
    """
    if found := re.fullmatch(r"(.*\d)([ivx]+)", label):
        return found[1] + (found[2][:-2] + "v" if found[2].endswith("iv") else found[2] + "i")
    return _other_citation(label)


# ---- tables


def _tables(tokens: list[Token]) -> Iterator[list[Token]]:
    rows: list[Token] = []
    for token in tokens:
        if token.type == "ROW":
            rows.append(token)
        elif token.type not in ("_NL", "LABEL") and rows:
            yield rows
            rows = []
    if rows:
        yield rows


def _cells(rows: list[Token]) -> Iterator[tuple[int, int, str]]:
    """Each cell below the head: one more for a figure, else the next different cell of its column."""
    cells = [[(m.start(1) + row.start_pos, m[1]) for m in re.finditer(r"\|\s*([^|]*?)\s*(?=\|)", row)] for row in rows]
    for number, row in enumerate(cells[1:], 1):
        for column, (start, cell) in enumerate(row):
            if re.search(r"\d", cell):
                *_, new = _numbers(cell)
                yield start, start + len(cell), new
            others = [
                r[column][1]
                for r in (*cells[number + 1 :], *cells[1:number])
                if column < len(r) and r[column][1] != cell
            ]
            if others and column:
                yield start, start + len(cell), others[0]


# ---- removals


def _removals(text: str) -> Iterator[tuple[str, int, int]]:
    """Conditions, exceptions, terms of a condition, and items of a list."""
    for node in parse_nodes(text):
        parts = [_span(child) for child in node.children if child is not None]
        if node.data in ("when", "unless", "exception") and parts:
            words = {"exception": r"except\s+when\s+\(*\s*$"}.get(node.data, rf"{node.data}\s+\(*\s*$")
            if keyword := re.search(words, text[: parts[0][0]]):
                end = parts[-1][1]
                opened, closed = text[keyword.start() : end].count("("), text[keyword.start() : end].count(")")
                end += len(re.match(r"[\s)]*", text[end:])[0]) if opened > closed else 0  # type: ignore[index]
                yield ("exception" if node.data == "exception" else "condition"), keyword.start(), end
        elif node.data in ("conjunction", "disjunction") and len(parts) > 1:
            for (_, end), (_, last) in zip(parts, parts[1:], strict=False):
                yield "condition", end, last
            yield "condition", parts[0][0], parts[1][0]
        elif node.data in LISTS and len(parts) > 1:
            for (_, end), (_, last) in zip(parts, parts[1:], strict=False):
                yield ("exclusion" if node.data == "names" else "list"), end, last
            yield ("exclusion" if node.data == "names" else "list"), parts[0][0], parts[1][0]


def _span(child: Node | Token) -> tuple[int, int]:
    return (child.first.start_pos, child.last.end_pos) if isinstance(child, Node) else (child.start_pos, child.end_pos)
