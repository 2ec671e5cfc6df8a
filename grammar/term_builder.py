"""Builds the small parts of the syntax tree from the parse tree (`terms.py`): values, expressions, citations and trailers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any as Anything

from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.literals import literal, number
from pitboss.grammar.table_parser import Node
from pitboss.grammar.tokens import Token

DEPTH = 100
_CHAINS = ("conjunction", "disjunction", "sum", "product")  # trees of other packages descend into them term by term
_LONG = 39
_ENDLESS = re.compile(r"[0-9]{40}")  # no law has such a number
_PART = re.compile(r'"([^"\n]*)"(?:(?:[ \t]*(?:#[^\n]*)?\n)+[ \t]+(?="))?')
_WORD = {"since": "from", "alias": "as"}


@dataclass(frozen=True, slots=True)
class Trailer:
    """A trailer before it is added to `tree.Trailers`."""

    name: str
    value: Anything
    place: Place


@dataclass(frozen=True, slots=True)
class More:
    """Trailers on a line of their own, below the clause."""

    trailers: tuple[Trailer, ...]


class TooDeep(Exception):
    """Carries the place where brackets or `not` nest too deeply, or where a chain of terms or a number is too long."""

    def __init__(self, place: Place) -> None:
        super().__init__(str(place))
        self.place = place


def spaced(text: Anything) -> str:
    """
    >>> spaced("R.2001   d.24")
    'R.2001 d.24'
    """
    return " ".join(str(text).split())


def text_of(token: str) -> str:
    """The text between the quotes, with its parts on several lines joined by a space.

    >>> text_of('"# of cards"  # all "of" them\\n  "in sight"')
    '# of cards in sight'
    """
    return " ".join(_PART.findall(token))


def only(kind: type, items: list[Anything]) -> tuple[Anything, ...]:
    return tuple(item for item in items if isinstance(item, kind))


class Terms:
    """One method per grammar rule. Errors that the grammar cannot detect are collected in `problems`."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Diagnostic] = []

    def fold(self, node: Node, depth: int = 0) -> Anything:
        """Call the method with the name of the rule on the results of its children."""
        if depth > DEPTH or (node.data in _CHAINS and len(node.children) > 2 * DEPTH):
            raise TooDeep(self.at(node))
        made: list[Anything] = []
        for child in node.children:
            if isinstance(child, Node):
                made.append(self.fold(child, depth + 1))
            elif child is None:
                made.append(None)
            elif child.type == "STRING":
                made.append(text_of(child))
            elif len(child) > _LONG and _ENDLESS.search(child):
                raise TooDeep(self.at(child))
            else:
                made.append(child)
        return getattr(self, node.data)(node, made)

    # ---- helpers

    def at(self, where: Node | Token) -> Place:
        first, last = (where.first, where.last) if isinstance(where, Node) else (where, where)
        return Place(self.file, first.line, first.column, last.end_column if last.end_line == first.line else None, "")

    def day(self, token: Token | None) -> date | None:
        if token is None:
            return None
        try:
            return date.fromisoformat(token)
        except ValueError:
            self.problem("R103", f"there is no day {token}", self.at(token))
            return None

    def problem(self, code: str, message: str, place: Place, help: str = "", *related: tuple[str, Place]) -> None:
        self.problems.append(Diagnostic(code, message, place, related, help))

    # ---- values, names, citations

    def value(self, node: Node, items: list[Token]) -> t.Literal:
        made = literal(str(items[0]), self.at(items[0]))
        if made is None:
            self.problem("R104", f"{items[0]} is no value", self.at(items[0]))
            return t.Literal("number", Fraction(0), str(items[0]), self.at(items[0]))
        return made

    def values(self, node: Node, items: list[Anything]) -> tuple[t.Literal, ...]:
        return tuple(t.Literal("name", str(i), str(i), self.at(i)) if isinstance(i, Token) else i for i in items)

    def word(self, node: Node, items: list[Token]) -> Token:
        return items[0]

    def names(self, node: Node, items: list[Token]) -> tuple[str, ...]:
        return tuple(map(str, items))

    def cite(self, node: Node, items: list[Token | None]) -> t.Cite:
        printed, reading, ground = items
        return t.Cite(spaced(printed), reading and spaced(reading), ground, self.at(node))

    def cites(self, node: Node, items: list[t.Cite]) -> tuple[t.Cite, ...]:
        return tuple(items)

    def path(self, node: Node, items: list[Token | None]) -> t.Path:
        name, of = items
        return t.Path(str(name), of and str(of), self.at(node))

    def previous(self, node: Node, items: list[t.Path]) -> t.Path:
        return replace(items[0], before=True, place=self.at(node))

    # ---- expressions

    def call(self, node: Node, items: list[Anything]) -> t.Call:
        return t.Call(str(items[0]), tuple(items[1:]), self.at(node))

    def argument(self, node: Node, items: list[Anything]) -> t.Argument:
        return t.Argument(items[0] and str(items[0]), items[1])

    def cards(self, node: Node, items: list[Token]) -> t.CardsNode:
        which, count, of = items
        return t.CardsNode(str(which), int(number(count)), of and str(of), self.at(node))

    def pattern(self, node: Node, items: list[Token]) -> t.Pattern:
        return t.Pattern(int(number(items[0])), str(items[1]), self.at(node))

    def added_where(self, node: Node, items: list[Anything]) -> t.Over:
        _, value, over, *where = items
        return t.Over(spaced(over).removeprefix("over "), value, where[0] if where else None, self.at(node))

    def tally_where(self, node: Node, items: list[Anything]) -> t.Over:
        rows, *where = items
        return t.Over(spaced(rows).removeprefix("count of "), None, where[0] if where else None, self.at(node))

    tally, added = tally_where, added_where

    def extreme(self, node: Node, items: list[Anything]) -> t.Extreme:
        return t.Extreme(str(items[0]), items[1], items[2], self.at(node))

    def _left_to_right(self, node: Node, items: list[Anything]) -> t.Expr:
        made = items[0]
        for operator, right in zip(items[1::2], items[2::2], strict=False):
            made = t.Arithmetic(str(operator), made, right, self.at(node))
        return made  # type: ignore[no-any-return]

    sum = product = _left_to_right

    def comparison(self, node: Node, items: list[Anything]) -> t.ComparisonNode:
        return t.ComparisonNode(str(items[1]), items[0], items[2], self.at(node))

    def is_offered(self, node: Node, items: list[Anything]) -> t.OfferedNode:
        return t.OfferedNode(items[0], items[1] is not None, self.at(node))

    def is_value(self, node: Node, items: list[Anything]) -> t.Among:
        path, negated, name = items
        value = t.Literal("name", str(name), str(name), self.at(name))
        return t.Among(path, (value,), negated is not None, self.at(node))

    def is_among(self, node: Node, items: list[Anything]) -> t.Among:
        return t.Among(items[0], items[2], items[1] is not None, self.at(node))

    def negated(self, node: Node, items: list[Anything]) -> t.NotNode:
        return t.NotNode(items[0], self.at(node))

    def conjunction(self, node: Node, items: list[Anything]) -> t.All:
        return t.All(tuple(items), self.at(node))

    def disjunction(self, node: Node, items: list[Anything]) -> t.Any:
        return t.Any(tuple(items), self.at(node))

    # ---- trailers: (name, value) until `_trailers` gathers them

    def when(self, node: Node, items: list[Anything]) -> Trailer:
        return Trailer("when", items[0], self.at(node))

    def unless(self, node: Node, items: list[Anything]) -> Trailer:
        return Trailer("unless", items[0], self.at(node))

    def otherwise(self, node: Node, items: list[Anything]) -> Trailer:
        return Trailer("otherwise", t.Otherwise(self.at(node)), self.at(node))

    def per(self, node: Node, items: list[Anything]) -> Trailer:
        return Trailer("per", items[0], self.at(node))

    def despite(self, node: Node, items: list[Anything]) -> Trailer:
        return Trailer("despite", items[0], self.at(node))

    def alias(self, node: Node, items: list[Token]) -> Trailer:
        return Trailer("alias", str(items[0]), self.at(node))

    def from_(self, node: Node, items: list[Anything]) -> Trailer | None:
        day, _, ground, operative = items
        made = self.day(day)
        if made is None:
            return None
        return Trailer("since", t.Boundary(made, ground, self.day(operative), self.at(node)), self.at(node))

    def until(self, node: Node, items: list[Anything]) -> Trailer | None:
        day, _, ground = items
        made = self.day(day)
        if made is None:
            return None
        return Trailer("until", t.Boundary(made, ground, None, self.at(node)), self.at(node))

    def more(self, node: Node, items: list[Trailer]) -> More:
        return More(only(Trailer, items))

    def _trailers(self, items: list[Anything]) -> t.Trailers:
        below = (trailer for more in only(More, items) for trailer in more.trailers)
        found: dict[str, Anything] = {}
        for item in (*only(Trailer, items), *below):
            if item.name in found:
                word = _WORD.get(item.name, item.name)
                self.problem("R105", f"a clause has one '{word}'", item.place, "join the two, or write two clauses")
            found[item.name] = item.value
        return t.Trailers(**found)

    # ---- predicates

    def at_least(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("at_least", (items[1],))

    def at_most(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("at_most", (items[1],))

    def exactly(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("exactly", (items[0],))

    def between(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("between", tuple(items))

    def among(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("among", items[0])

    def not_among(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("not_among", items[-1])

    def at_least_by(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("at_least_by", (), str(items[-1]))

    def at_most_by(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("at_most_by", (), str(items[-1]))

    def exactly_by(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("exactly_by", (), str(items[-1]))

    def uniform(self, node: Node, items: list[Anything]) -> t.Limit:
        return t.Limit("uniform", ())

    def follows(self, node: Node, items: list[Anything]) -> t.Limit:
        (item,) = items
        return t.Limit("follows_by", (), str(item)) if isinstance(item, Token) else t.Limit("follows", (item,))

    def same(self, node: Node, items: list[Anything]) -> t.Same:
        game, scope, equal = items
        return t.Same(game and str(game), str(scope), equal or ())

    def offered(self, node: Node, items: list[Anything]) -> t.MustOffer:
        return t.MustOffer(items[0] is not None)

    def independent(self, node: Node, items: list[Anything]) -> t.IndependentNode:
        return t.IndependentNode()

    def bars(self, node: Node, items: list[Anything]) -> t.Bars:
        return t.Bars((), True) if isinstance(items[0], Token) else t.Bars(items[0])

    def requires(self, node: Node, items: list[Anything]) -> t.Requires:
        return t.Requires(items[0])

    def pays_at_least(self, node: Node, items: list[Anything]) -> t.PaysNode:
        return t.PaysNode("at_least", tuple(i for i in items[1:] if i is not None))

    def pays_exactly(self, node: Node, items: list[Anything]) -> t.PaysNode:
        return t.PaysNode("exactly", tuple(i for i in items if i is not None))

    def pays_between(self, node: Node, items: list[Anything]) -> t.PaysNode:
        return t.PaysNode("between", tuple(items))

    def pays_one_table_exactly(self, node: Node, items: list[Anything]) -> t.PaysNode:
        return t.PaysNode("one_table_exactly")

    def pays_one_table_at_least(self, node: Node, items: list[Anything]) -> t.PaysNode:
        return t.PaysNode("one_table_at_least")

    def pays(self, node: Node, items: list[Anything]) -> t.PaysNode:
        mode, by = items
        return t.PaysNode(mode.mode, mode.values, by and str(by))

    def pays_only(self, node: Node, items: list[Anything]) -> t.PaysOnly:
        return t.PaysOnly()

    def pays_each(self, node: Node, items: list[Token]) -> t.PaysEachNode:
        return t.PaysEachNode(str(items[0]))

    def rounds(self, node: Node, items: list[Anything]) -> t.Rounds:
        *amount, direction, to = (i for i in items if i is not None)
        return t.Rounds(str(direction), to, tuple(amount))

    def pays_gross(self, node: Node, items: list[Anything]) -> t.PaysGrossNode:
        return t.PaysGrossNode()

    def shares(self, node: Node, items: list[Anything]) -> t.SharesNode:
        return t.SharesNode((items[0],))

    def result(self, node: Node, items: list[Token]) -> t.ResultNode:
        return t.ResultNode(str(items[0]))

    def duration(self, node: Node, items: list[Token]) -> tuple[Fraction, str]:
        return number(items[0]), str(items[1])

    def notice(self, node: Node, items: list[Anything]) -> t.NoticeNode:
        lead, written, to, before = items
        return t.NoticeNode(before, to or (), written is not None, lead)

    def posting(self, node: Node, items: list[Anything]) -> t.Posting:
        return t.Posting()

    def approval(self, node: Node, items: list[Anything]) -> t.ApprovalNode:
        return t.ApprovalNode()

    def charges(self, node: Node, items: list[Token]) -> t.ChargesNode:
        return t.ChargesNode(str(items[0]))

    def sees(self, node: Node, items: list[t.CardsNode | t.Path]) -> t.SeesNode:
        return t.SeesNode(tuple(items))
