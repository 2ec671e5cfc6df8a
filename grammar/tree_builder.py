"""Builds the syntax tree of `tree.py` from the parse tree: clauses, tables, statements, files."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any as Anything

from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Place
from pitboss.grammar.literals import literal, number
from pitboss.grammar.table_parser import Node
from pitboss.grammar.term_builder import Terms, only, spaced
from pitboss.grammar.tokens import Token


@dataclass(frozen=True, slots=True)
class TableRow:
    cells: tuple[t.Cell, ...]
    label: str | None = None


def _labelled(label: Token | None, made: Anything) -> Anything:
    return made if label is None else replace(made, label=str(label))


class Builder(Terms):
    """One method per grammar rule; `fold` is the entry point."""

    # ---- tables and details

    def row(self, node: Node, items: list[Token]) -> TableRow:
        token, cells = items[0], []
        column = (token.column) + 1
        for text in str(token)[1:-1].split("|"):
            inner = text.strip()
            start = column + len(text) - len(text.lstrip())
            place = Place(self.file, token.line, start, start + len(inner))
            made = literal(inner, place) if inner else None
            if inner and made is None:
                odds = re.fullmatch(r"(\d+) ?: ?(\d+)", inner)
                hint = f"odds are written {odds[1]} to {odds[2]}" if odds else ""
                self.problem("R104", f"'{inner}' is no value a cell can hold", place, hint)
            cells.append(t.Cell(spaced(inner), made, place))
            column += len(text) + 1
        return TableRow(tuple(cells))

    def block_row(self, node: Node, items: list[Anything]) -> Anything:
        label, row = items
        return _labelled(label, row)

    def _table(self, items: list[Anything]) -> t.TableNode | None:
        found = [i for i in items if isinstance(i, TableRow)]
        if not found:
            return None
        rows = tuple(row.cells for row in found)
        if len(rows) == 1:
            self.problem("R107", "a table has a heading row and rows below it", rows[0][0].place)
        for row in rows[1:]:
            if len(row) != len(rows[0]):
                self.problem(
                    "R106",
                    f"this row has {len(row)} cells, its heading {len(rows[0])}",
                    row[0].place,
                    "every row has a cell for each column; leave a cell blank where the print does",
                    ("the heading", rows[0][0].place),
                )
        labels = tuple(row.label for row in found)
        return t.TableNode(rows, rows[0][0].place, labels if any(labels) else ())

    def block(self, node: Node, items: list[Anything]) -> t.Block:
        return t.Block(str(items[0]), items[1], self._table(items[2:]), None, self.at(node))

    def exception(self, node: Node, items: list[Anything]) -> t.Exception_:
        return t.Exception_(items[0], items[1] or (), self.at(node))

    def reading(self, node: Node, items: list[Anything]) -> t.ReadingNode:
        rule = next(iter(only(t.Rule, items)), None)
        return t.ReadingNode(str(items[0]), str(items[1]), rule, self.at(node))

    def idle_reading(self, node: Node, items: list[Token]) -> t.ReadingNode:
        return t.ReadingNode(str(items[0]), str(items[1]), None, self.at(node), idle=True)

    def detail(self, node: Node, items: list[Anything]) -> Anything:
        label, made = items if len(items) == 2 else (None, items[0])
        return _labelled(label, made)

    offer_detail = detail

    # ---- statements

    def subject(self, node: Node, items: list[t.Path]) -> tuple[t.Path, ...]:
        return tuple(items)

    def rule(self, node: Node, items: list[Anything]) -> t.Rule:
        if isinstance(items[1], t.Bars) and items[1].all_but_one and len(items[0]) < 2:
            help = "name all that exclude each other: over, under, sevens bars all but one"
            self.problem("R119", "`bars all but one` has one subject, which nothing excludes", items[0][0].place, help)
        return t.Rule(
            items[0], items[1], self._trailers(items), only(t.ReadingNode, items), only(t.Exception_, items),
            only(t.Block, items), self._table(items[1:]), self.at(node),
        )  # fmt: skip

    def game(self, node: Node, items: list[Anything]) -> t.Game:
        return t.Game(str(items[0]), str(items[1]), self._trailers(items), self.at(node))

    def parameter(self, node: Node, items: list[Anything]) -> t.Parameter:
        return t.Parameter(str(items[0]), items[1], items[2] and str(items[2]), None, self.at(node))

    def offer(self, node: Node, items: list[Anything]) -> t.Offer:
        kind, name, duty, title = items[:4]
        return t.Offer(
            str(kind), str(name), duty and str(duty), str(title), self._trailers(items),
            only(t.Parameter, items), only(t.ReadingNode, items), self.at(node),
        )  # fmt: skip

    def equipment(self, node: Node, items: list[Anything]) -> t.Equipment:
        return t.Equipment(str(items[0]), str(items[1]), self._trailers(items), self.at(node))

    def simple_type(self, node: Node, items: list[Token]) -> t.TypeNode:
        return t.TypeNode(str(items[0]))

    def one_of(self, node: Node, items: list[Anything]) -> t.TypeNode:
        return t.TypeNode("one_of", items[0])

    def set_of(self, node: Node, items: list[t.TypeNode]) -> t.TypeNode:
        return t.TypeNode("set_of", (), tuple(items))

    def map_of(self, node: Node, items: list[t.TypeNode]) -> t.TypeNode:
        return t.TypeNode("map_of", (), tuple(items))

    def field(self, node: Node, items: list[Anything]) -> t.FieldNode:
        return t.FieldNode(str(items[0]), items[1], items[2], str(items[3]), self._trailers(items), self.at(node))

    def elect(self, node: Node, items: list[Anything]) -> t.Elect:
        name, of, values, title = items[:4]
        return t.Elect(str(name), of and str(of), values, title and str(title), self._trailers(items), self.at(node))

    def define(self, node: Node, items: list[Anything]) -> t.Define:
        return t.Define(str(items[0]), items[1], str(items[2]), self._trailers(items), self.at(node))

    def outcome(self, node: Node, items: list[Anything]) -> t.Outcome:
        name, of, when, title = items[:4]
        trailers = self._trailers(items)
        for second in (trailers.when, trailers.unless):
            if second is not None:
                self.problem("R105", "an outcome has one condition", second.place, "join them with `and`, `and not`")
        return t.Outcome(str(name), str(of), when, title, trailers, self.at(node))

    def ordered(self, node: Node, items: list[t.Expr]) -> t.Expr:
        return items[0]

    def rank(self, node: Node, items: list[Anything]) -> t.RankNode:
        label, name, has, joker, by, title = items
        return t.RankNode(
            str(name), has, title, joker and ("any" if joker.startswith("any") else "ace"), by, label and str(label), self.at(name)
        )  # fmt: skip

    def ranking(self, node: Node, items: list[Anything]) -> t.RankingNode:
        name, count, title = items[:3]
        ranks = only(t.RankNode, items)
        return t.RankingNode(str(name), int(number(count)), title, ranks, self._trailers(items), self.at(node))

    def dealt(self, node: Node, items: list[Token]) -> tuple[str, int]:
        return str(items[0]), int(number(items[1]))

    def deal(self, node: Node, items: list[Anything]) -> t.DealNode:
        rest = [i for i in items if isinstance(i, Token)]
        decks: int | str = str(rest[0])
        if rest[0].type == "NUMBER":
            decks = int(number(rest.pop(0)))
            self._check_word(rest.pop(0), "deck", "decks")
        else:
            rest.pop(0)
        if rest:
            self._check_word(rest[1], "joker", "jokers")
        jokers = int(number(rest[0])) if rest else 0
        dealt = tuple(i for i in items if isinstance(i, tuple))
        return t.DealNode(dealt, decks, jokers, self._trailers(items), self.at(node))

    def _check_word(self, token: Token, *words: str) -> None:
        if token not in words:
            self.problem("R122", f"'{token}' is where '{words[0]}' is required", self.at(token), f"write: {words[0]}")

    def lot(self, node: Node, items: list[Anything]) -> tuple[t.Literal, int]:
        (value,) = self.values(node, items[-1:])
        return value, int(number(items[0])) if len(items) == 2 else 1

    def chance(self, node: Node, items: list[Anything]) -> t.ChanceNode:
        lots = tuple(i for i in items if isinstance(i, tuple))
        return t.ChanceNode(str(items[0]), lots, self._trailers(items), self.at(node))

    def attest(self, node: Node, items: list[Anything]) -> t.Attest:
        name, words, scope = items[:3]
        return t.Attest(str(name), str(words), scope and str(scope), self._trailers(items), self.at(node))

    def permit(self, node: Node, items: list[Anything]) -> t.Permit:
        return t.Permit(str(items[0]), self._trailers(items), self.at(node))

    def leave(self, node: Node, items: list[Anything]) -> t.Leave:
        return t.Leave(str(items[0]), str(items[1]), self._trailers(items), self.at(node))

    def irregularity(self, node: Node, items: list[Anything]) -> t.Irregularity:
        return t.Irregularity(str(items[0]), str(items[1]), items[2], self._trailers(items), self.at(node))

    # ---- files

    def entry(self, node: Node, items: list[Anything]) -> t.EntryNode:
        label, statement = items
        return t.EntryNode(label and str(label), statement, self.at(node))

    def edition(self, node: Node, items: list[Anything]) -> t.EditionNode:
        name, since, until, words = items
        return t.EditionNode(str(name), self.day(since), self.day(until), words and str(words), self.at(node))

    def note(self, node: Node, items: list[Anything]) -> t.NoteNode:
        kind, day, source, operative, until, *rest, per, words = items
        return t.NoteNode(
            str(kind),
            self.day(day),
            source and spaced(source),
            self.day(operative),
            self.day(until),
            tuple(spaced(i) for i in rest if i is not None),
            per or (),
            words,
            self.at(node),
        )

    def section(self, node: Node, items: list[Anything]) -> t.SectionNode:
        citation, title, game = items[:3]
        entries = tuple(i for i in items if isinstance(i, t.EditionNode | t.EntryNode))
        for before, item in zip((None, *entries), entries, strict=False):
            if not isinstance(before, t.EntryNode) and isinstance(item, t.EntryNode) and item.label is None:
                self.problem(
                    "R112",
                    "the first clause has no label in the margin",
                    item.place,
                    "write the provision's label at column 1, `(a)`, or `(-)` where the section has none",
                )
        return t.SectionNode(
            str(citation), title, game and str(game), only(t.NoteNode, items), entries, self.file, self.at(node)
        )

    def scope(self, node: Node, items: list[Anything]) -> t.ScopeNode:
        return t.ScopeNode(str(items[0]), items[1] and str(items[1]), str(items[2]), self.at(node))

    def vocabulary(self, node: Node, items: list[Anything]) -> t.VocabularyNode:
        return t.VocabularyNode(str(items[0]), tuple(items[1:]), self.file, self.at(node))

    def start(self, node: Node, items: list[t.File]) -> t.File:
        return items[0]
