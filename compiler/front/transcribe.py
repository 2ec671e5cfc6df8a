"""Converts the syntax tree of a section to a transcript: what the file states under each label.

The content of a part of a statement is listed under the part's own label, if it has one.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction

from pitboss.compiler.front.lower import citation, note
from pitboss.compiler.model.core import CitationRole
from pitboss.compiler.model.transcript import Cited, Excerpt, Figure, Role, RuleTable, TableCell, Transcript
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Place

_NUMERIC = ("number", "money", "percent", "odds_to", "odds_for", "meter")
_QUOTED = ("words", "title")
_NAMES = ("name", "of", "names", "leads_to")
# Fields of the tree that state nothing of the law, or that are read in another way.
_SKIPPED = ("place", "labels", "label", "per", "despite", "since", "until", "ground", "because", "lots", "dealt")
_CONDITION = (t.ComparisonNode, t.Call, t.Among, t.CardsNode, t.Pattern, t.Over, t.NotNode, t.All, t.Any)


def transcribe(section: t.SectionNode) -> Transcript:
    """The transcript of a section.

    >>> from pitboss.grammar.parse import parse
    >>> made = transcribe(parse('section 1:1-1.1 "A"\\n(a)  decks is at least 6 per 1:1-1.2(b)\\n', "a").tree)
    >>> list(made.labels), [e.content for e in made.excerpts if e.role is Role.VALUE], made.cites[0].citation.printed
    (['(a)'], [('number', Fraction(6, 1))], '1:1-1.2(b)')
    """
    walk = _Walk()
    label = ""
    for item in section.items:
        if isinstance(item, t.EditionNode):
            label = ""
        else:
            label = ("" if item.label == "(-)" else item.label) if item.label is not None else label
            walk.labels.setdefault(label, item.place)
            walk.statement(item.statement, label)
    return Transcript(
        section.citation, section.title, section.file, tuple(map(note, section.notes)), section.place, walk.labels,
        frozenset(walk.labels) - walk.present, tuple(walk.excerpts), tuple(walk.cites), tuple(walk.tables),
    )  # fmt: skip


class _Walk:
    def __init__(self) -> None:
        self.labels: dict[str, Place] = {}
        self.present: set[str] = set()
        self.excerpts: list[Excerpt] = []
        self.cites: list[Cited] = []
        self.tables: list[RuleTable] = []

    def statement(self, s: t.Statement, label: str) -> None:
        before = set(self.labels) - {label}
        self.node(s, label, Role.VALUE, s.trailers.until is not None, s.place)
        if s.trailers.until is None:
            self.present |= {label} | (set(self.labels) - before)

    def node(self, node: object, label: str, role: Role, past: bool, place: Place) -> None:
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
                    self.name(str(value), label, past, place)
                if kind in _NUMERIC and isinstance(value, Fraction):
                    self.excerpts.append(Excerpt(label, (kind, value), role, past, place))
                return
            case t.TableNode():
                self.table(node, label, past)
                return
            case t.CardsNode(_, count) | t.Pattern(count):
                self.number(count, label, Role.CONDITION, past, place)
                return
            case t.DealNode(dealt, decks, jokers):
                for _, count in dealt:
                    self.number(count, label, Role.CONDITION, past, place)
                if isinstance(decks, int):
                    self.number(decks, label, Role.CONDITION, past, place)
                if jokers:
                    self.number(jokers, label, Role.CONDITION, past, place)
            case t.ChanceNode(_, lots):
                self.lots(lots, label, past, place)
            case t.RankingNode():
                self.number(node.count, label, role, past, place)
            case t.NoticeNode(lead=(size, _)):
                self.number(size, label, role, past, place)
            case t.Arithmetic("/", left, t.Literal("number", value)) if value and isinstance(value, Fraction):
                self.node(left, label, Role.CONDITION, past, place)
                self.number(1 / value, label, Role.CONDITION, past, place)
                return
        if isinstance(node, t.Trailers):
            self.cite(CitationRole.PER, node.per, label, past)
            self.cite(CitationRole.DESPITE, node.despite, label, past)
        elif isinstance(node, t.Exception_):
            self.cite(CitationRole.EXCEPT, node.per, label, past)
        role = Role.CONDITION if isinstance(node, _CONDITION) else role
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name in _QUOTED and isinstance(value, str):
                self.excerpts.append(Excerpt(label, value, Role.WORDS, past, place))
            elif field.name in _NAMES:
                for name in value if isinstance(value, tuple) else (value,):
                    self.name(str(name or ""), label, past, place)
            elif field.name not in _SKIPPED:
                self.node(value, label, role, past, place)

    def number(self, value: int | Fraction, label: str, role: Role, past: bool, place: Place) -> None:
        self.excerpts.append(Excerpt(label, ("number", Fraction(value)), role, past, place))

    def name(self, name: str, label: str, past: bool, place: Place) -> None:
        self.excerpts.append(Excerpt(label, name, Role.NAME, past, place))

    def lots(self, lots: tuple[tuple[t.Literal, int], ...], label: str, past: bool, place: Place) -> None:
        """Values and the number of ways of each; the law prints consecutive numbers by their ends."""
        values = [literal.value for literal, _ in lots]
        consecutive = len(lots) > 2 and values == [*range(1, len(lots) + 1)]
        for literal, ways in (lots[0], lots[-1]) if consecutive else lots:
            self.node(literal, label, Role.CONDITION, past, place)
            if ways > 1:
                self.number(ways, label, Role.CONDITION, past, place)

    def cite(self, role: CitationRole, cites: tuple[t.Cite, ...], label: str, past: bool) -> None:
        self.cites += [Cited(label, citation(role, cite), past) for cite in cites]

    def table(self, table: t.TableNode, label: str, past: bool) -> None:
        head, *body = (tuple(map(_cell, row)) for row in table.rows)
        self.tables.append(RuleTable(label, head, tuple(body), past))
        for index, row in enumerate(table.rows):
            own = table.labels[index] if index < len(table.labels) else None
            if own:
                self.labels.setdefault(own, row[0].place)
            for cell in row if index else ():
                self.node(cell.value, own or label, Role.VALUE, past, cell.place)


def _cell(cell: t.Cell) -> TableCell:
    return TableCell(cell.text, _figure(cell.value), cell.place)


def _figure(value: t.Literal | None) -> Figure | None:
    return (value.kind, value.value) if value is not None and isinstance(value.value, Fraction) else None
