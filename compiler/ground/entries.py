"""What a section of the rulebook tells, label by label: its figures, its citations, its tables.

The tree is walked as written: what a part says stands under the part's own label, where it has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

from pitboss.compiler.ground.figures import Figure, digits, figures
from pitboss.compiler.ground.provisions import Scan
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Place

_NUMERIC = ("number", "money", "percent", "odds_to", "odds_for", "meter")
_SILENT = (
    "place",
    "labels",
    "label",
    "per",
    "despite",
    "since",
    "until",
    "name",
    "names",
    "ground",
    "because",
    "lots",
    "dealt",
)
_QUOTED = ("words", "title")
_NAMES = ("name", "of", "names", "leads_to")
_CONDITION = (t.Comparison, t.Call, t.Among, t.Cards, t.Pattern, t.Over, t.Not, t.All, t.Any)
_SCAN = re.compile(
    r"scan: (\S+) lines? (\d+)(?:-(\d+))? (?:is|are) (?:(no law)|(\d+:\d+[A-Z]?(?:-[\d.]+[A-Z]*)?)(\(\w+\)\w*)?)"
)


@dataclass(frozen=True, slots=True)
class Told:
    """A figure of the rulebook. `role`: value (a bound, an amount, a cell), condition, words (digits in quotes), name.

    A name that spells odds (`six_to_five`) tells them, and claims nothing.
    """

    label: str
    figure: Figure
    role: str
    past: bool  # of a version that no longer holds: the text of today need not have it
    place: Place


@dataclass(frozen=True, slots=True)
class Cited:
    label: str
    cite: t.Cite
    how: str  # per, despite, except
    past: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Tabled:
    label: str
    table: t.Table
    past: bool


@dataclass(frozen=True, slots=True)
class Entries:
    """Everything that a section's file tells; `labels` with the place at which each first stands."""

    labels: dict[str, Place]
    past: frozenset[str]  # labels with versions alone that no longer hold
    figures: tuple[Told, ...]
    cites: tuple[Cited, ...]
    tables: tuple[Tabled, ...]


def scans(section: t.Section) -> Iterator[tuple[Scan, Place]]:
    """The scan notes of a section: `remark "scan: 000 lines 12-15 are 1:1-2.3(c)"`, or `... line 7 is no law`.

    >>> from pitboss.grammar.parse import parse
    >>> note = 'remark "scan: 000 line 7 is 1:1-1.1(c)2"'
    >>> next(scans(parse(f'section 1:1-1.1 "A"\\n{note}\\n(a)  decks is offered\\n', "a").tree))[0]
    Scan(file='000', first=7, last=7, citation='1:1-1.1', label='(c)2')
    """
    for note in section.notes:
        if note.kind == "remark" and (found := _SCAN.fullmatch(note.words or "")):
            first, last = int(found[2]), int(found[3] or found[2])
            yield Scan(found[1], first, last, found[5] or "", found[6] or ""), note.place


def malformed_scans(section: t.Section) -> Iterator[t.Note]:
    yield from (
        n
        for n in section.notes
        if n.kind == "remark" and (n.words or "").startswith("scan") and not _SCAN.fullmatch(n.words or "")
    )


def entries(section: t.Section) -> Entries:
    """
    >>> from pitboss.grammar.parse import parse
    >>> made = entries(parse('section 1:1-1.1 "A"\\n(a)  decks is at least 6 per 1:1-1.2(b)\\n', "a").tree)
    >>> list(made.labels), [f.figure[0] for f in made.figures], [c.cite.printed for c in made.cites]
    (['(a)'], ['number'], ['1:1-1.2(b)'])
    """
    walk = _Walk()
    label = ""
    for item in section.items:
        if isinstance(item, t.Edition):
            label = ""
        else:
            label = ("" if item.label == "(-)" else item.label) if item.label is not None else label
            walk.labels.setdefault(label, item.place)
            walk.statement(item.statement, label)
    return Entries(
        walk.labels, frozenset(walk.labels) - walk.present, tuple(walk.figures), tuple(walk.cites), tuple(walk.tables)
    )


class _Walk:
    def __init__(self) -> None:
        self.labels: dict[str, Place] = {}
        self.present: set[str] = set()
        self.figures: list[Told] = []
        self.cites: list[Cited] = []
        self.tables: list[Tabled] = []

    def statement(self, s: t.Statement, label: str) -> None:
        before = set(self.labels) - {label}
        self.node(s, label, "value", s.trailers.until is not None, s.place)
        if s.trailers.until is None:
            self.present |= {label} | (set(self.labels) - before)

    def node(self, node: Any, label: str, role: str, past: bool, place: Place) -> None:
        if isinstance(node, tuple):
            for item in node:
                self.node(item, label, role, past, place)
            return
        if not is_dataclass(node):
            return
        place = getattr(node, "place", None) or place
        if isinstance(own := getattr(node, "label", None), str):
            label = "" if own == "(-)" else own
            self.labels.setdefault(label, place)
        match node:
            case t.Literal(kind, value):
                if kind == "name":
                    self.names(value, label, past, place)
                if kind in _NUMERIC and isinstance(value, Fraction):
                    self.figures.append(Told(label, (kind, value), role, past, place))
                return
            case t.Table():
                self.table(node, label, past)
                return
            case t.Cards(_, count) | t.Pattern(count):
                self.figures.append(Told(label, ("number", Fraction(count)), "condition", past, place))
                return
            case t.Deal(dealt, decks, jokers):
                told = [
                    *(n for _, n in dealt),
                    *((decks,) if isinstance(decks, int) else ()),
                    *((jokers,) if jokers else ()),
                ]
                self.figures += [Told(label, ("number", Fraction(n)), "condition", past, place) for n in told]
            case t.Chance(_, lots):
                values = [literal.value for literal, _ in lots]
                row = len(lots) > 2 and values == [*range(1, len(lots) + 1)]  # a row is told by its ends
                for literal, many in (lots[0], lots[-1]) if row else lots:
                    self.node(literal, label, "condition", past, place)
                    self.figures += [Told(label, ("number", Fraction(many)), "condition", past, place)] * (many > 1)
            case t.Ranking():
                self.figures.append(Told(label, ("number", Fraction(node.count)), role, past, place))
            case t.Notice(lead=(size, _)):
                self.figures.append(Told(label, ("number", size), role, past, place))
            case t.Arithmetic("/", left, t.Literal("number", value)) if value and isinstance(value, Fraction):
                self.node(left, label, "condition", past, place)
                self.figures.append(Told(label, ("number", 1 / value), "condition", past, place))
                return
        if isinstance(node, _CONDITION):
            role = "condition"
        if isinstance(node, t.Trailers):
            self.cites += [Cited(label, c, "per", past, c.place) for c in node.per]
            self.cites += [Cited(label, c, "despite", past, c.place) for c in node.despite]
        elif isinstance(node, t.Exception_):
            self.cites += [Cited(label, c, "except", past, c.place) for c in node.per]
        for f in fields(node):
            value = getattr(node, f.name)
            if f.name in _QUOTED and isinstance(value, str):
                self.figures += [Told(label, figure, "words", past, place) for figure in digits(value)]
            elif f.name in _NAMES:
                self.names(value, label, past, place)
            elif f.name not in _SILENT:
                self.node(value, label, role, past, place)

    def names(self, value: object, label: str, past: bool, place: Place) -> None:
        for name in value if isinstance(value, tuple) else (value,):
            spelt = figures(str(name or "").replace("_", " "))
            self.figures += [Told(label, f, "name", past, place) for f in sorted(spelt) if f[0].startswith("odds")]

    def table(self, table: t.Table, label: str, past: bool) -> None:
        self.tables.append(Tabled(label, table, past))
        for index, row in enumerate(table.rows):
            own = table.labels[index] if index < len(table.labels) else None
            if own:
                self.labels.setdefault(own, row[0].place)
            for cell in row if index else ():
                self.node(cell.value, own or label, "value", past, cell.place)
