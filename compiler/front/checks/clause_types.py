"""R204 of clauses: the verb of a clause fits the kind of its subject, and values fit the field that they bound."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.checks.expression_types import (
    ORDERED,
    PAYOUT_KINDS,
    Typing,
    compatible,
    kind_in_words,
    literal_kind,
    type_kind,
)
from pitboss.compiler.front.walk import OFFERS, Sentence, fault, of_round, offered_kind, sentences, statements
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def type_errors(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report values, expressions and clauses whose kinds do not fit together."""
    for statement in statements(book):
        match statement.node:
            case t.Elect(values=values) | t.FieldNode(type=t.TypeNode(values=values)):
                yield from _listed(values)
            case t.Offer(parameters=parameters):
                for parameter in parameters:
                    yield from _listed(parameter.values)
    typing = _Clauses(book)
    for sentence in sentences(book):
        if sentence.when is not None and isinstance(sentence.of.node, t.Define):
            typing.of(sentence.when)  # a term can also be a quantity
        else:
            for condition in sentence.conditions:
                typing.condition(condition)
        typing.sentence(sentence)
    yield from typing.problems


def _listed(values: tuple[t.Literal, ...]) -> Iterator[Diagnostic]:
    kinds = dict.fromkeys(literal_kind(v) for v in values)
    for value in values:
        if literal_kind(value) != next(iter(kinds)):
            yield fault(
                "R204",
                f"{kind_in_words(literal_kind(value))} is in a list that begins with {kind_in_words(next(iter(kinds)))}",
                value.place,
                "the values of one list are of one kind",
            )


class _Clauses(Typing):
    def sentence(self, s: Sentence) -> None:
        if s.otherwise is not None and not self.ends_a_wager(s):
            self.problem(
                "R204", "no other clause states how its subject ends", s.otherwise.place,
                "`otherwise` is for a wager, or an amount of a wager, that ends in some way by another clause",
            )  # fmt: skip
        if s.by is not None and (kind := self.of(s.by)) not in ("number", None):
            self.problem("R204", f"hands are ordered by a number, not by {kind_in_words(kind)}", s.by.place)
        for path in s.subjects:
            kind, offer = self.field(path), offered_kind(self.book, path.name)
            named = f"'{path}'"
            match s.predicate:
                case t.Limit(mode, values, by):
                    if kind is None:
                        if offer:
                            self.problem(
                                "R204",
                                f"{named} is {_a(offer)}; a bound is set on one of its fields",
                                path.place,
                                f"write: maximum of {path.name} is ...",
                            )
                        continue
                    self.limit(path, kind, mode, values, by, s)
                case t.Rounds(values=values) if bool(values) is not (
                    kind == "money" and of_round(self.book, path.name)
                ):
                    if values:
                        self.problem(
                            "R204", f"{named} is no amount of a round, and nothing else rounds a quantity", path.place
                        )
                    elif kind is not None:
                        help = f"write: {path.name} rounds 5% * ... {s.predicate.direction} to {s.predicate.to.text}"
                        self.problem(
                            "R204", f"{named} is rounded, and the clause does not state from what", path.place, help
                        )
                case t.ChargesNode() if kind != "money" or not of_round(self.book, path.name):
                    self.problem("R204", f"{named} is no amount of a round, and nothing else is charged", path.place)
                case t.Same() if kind is None and offer:
                    self.problem("R204", f"{named} is {_a(offer)}; what is the same is one of its fields", path.place)
                case t.Bars() | t.Requires() | t.MustOffer() if kind is not None and not offer:
                    self.problem(
                        "R204",
                        f"{named} is a field, and only what can be offered bars, requires or is offered",
                        path.place,
                    )
                case (
                    t.PaysNode()
                    | t.PaysOnly()
                    | t.PaysEachNode()
                    | t.PaysGrossNode()
                    | t.SharesNode()
                    | t.ResultNode()
                    | t.IndependentNode()
                    | t.SeesNode()
                ) if kind is not None or (offer and offer not in OFFERS):
                    what = "a field" if kind is not None else _a(offer)
                    self.problem(
                        "R204",
                        f"{named} is {what}, and only a wager, option or variation wins, loses, pays or sees",
                        path.place,
                    )
        match s.predicate:
            case t.SeesNode(values):
                for seen in values:
                    if (kind := self.of(seen)) not in ("cards", None):
                        self.problem("R204", f"what a wager sees is cards, not {kind_in_words(kind)}", seen.place)
            case t.PaysNode(_, values):
                for value in values:
                    if not isinstance(value, t.Literal) or value.kind not in PAYOUT_KINDS:
                        self.problem(
                            "R204",
                            "a payout is printed: odds, money, or a share of a meter",
                            value.place,
                            "write: pays at least 3 to 1",
                        )
            case t.Rounds(_, to) if to.kind != "money":
                self.problem(
                    "R204",
                    f"a payout is rounded to an amount of money, not to {kind_in_words(literal_kind(to))}",
                    to.place,
                )
            case t.Rounds(_, _, (amount,)) | t.SharesNode((amount,)) if (kind := self.of(amount)) not in (
                "money",
                None,
            ):
                what = "rounded" if isinstance(s.predicate, t.Rounds) else "shared"
                self.problem("R204", f"what is {what} is an amount of money, not {kind_in_words(kind)}", amount.place)

    def ends_a_wager(self, s: Sentence) -> bool:
        ended = {p.name for o in sentences(self.book) if _ends(o) and o.otherwise is None for p in o.subjects}
        match s.predicate:
            case t.ResultNode():
                return {p.name for p in s.subjects} <= ended
            case t.Limit():
                return all(p.of in ended and of_round(self.book, p.name) for p in s.subjects)
        return False

    def field(self, path: t.Path) -> str | None:
        return type_kind(self.book.fields[path.name].type) if path.name in self.book.fields else None

    def limit(
        self, path: t.Path, kind: str, mode: str, values: tuple[t.Expr, ...], by: str | None, s: Sentence
    ) -> None:
        if mode == "uniform":
            if of_round(self.book, path.name):
                self.problem("R206", f"'{path}' belongs to a round; what is uniform is filed of a table", path.place)
            return
        if kind == "payouts":
            self.problem(
                "R204",
                f"'{path}' is bound by `pays`, not by a limit",
                path.place,
                f"write: {path.of or 'the wager'} pays at least ...",
            )
            return
        ordered = mode.startswith(("at_", "between"))
        if ordered and kind not in ORDERED:
            self.problem(
                "R204",
                f"'{path}' is {kind_in_words(kind)}, which has no order",
                path.place,
                "use `is among` or `is exactly`",
            )
            return
        if mode.startswith("follows") and not of_round(self.book, path.name) and (wrong := self.filed(mode, s)):
            self.problem("R206", f"'{path}' is what a filing states: {wrong}", path.place)
            return
        if kind == "flag" and mode == "follows":
            self.condition(values[0])
            return
        if kind in ("flag", "cards") and not (kind == "cards" and mode == "follows"):
            self.problem(
                "R204",
                f"'{path}' is {kind_in_words(kind)}, and no bound can be set on it",
                path.place,
                "attest it, or use it in a condition",
            )
            return
        for value in values:
            if (
                isinstance(value, t.Literal)
                and value.kind == "name"
                or isinstance(value, t.Path)
                and value.name not in self.book.fields
            ):
                known = isinstance(value, t.Literal) or value.name in self.book.names
                if kind != "name" and known:
                    self.problem(
                        "R204",
                        f"'{path}' is {kind_in_words(kind)} and cannot be '{getattr(value, 'text', value)}'",
                        value.place,
                    )
                continue
            found = self.of(value)
            if not compatible(kind, found):
                self.problem(
                    "R204",
                    f"'{path}' is {kind_in_words(kind)} and is bound by {kind_in_words(found or '')}",
                    value.place or path.place,
                    _in_unit(kind, value),
                )
        if by and s.table:
            self.column(path, kind, by, s.table)

    def filed(self, mode: str, s: Sentence) -> str:
        """Why the derivation of a filed field is invalid; empty if it is valid. Such a field must follow unconditionally."""
        if mode != "follows":
            return "it follows from a quantity, and from no table"
        if s.conditions or (isinstance(s.of.node, t.Rule) and s.of.node.readings):
            return "what it comes to has neither conditions nor readings"
        same = [o for o in sentences(self.book) if set(o.subjects) & set(s.subjects) and _follows(o)]
        return "it follows once" if len(same) > 1 else ""

    def column(self, path: t.Path, kind: str, by: str, table: t.TableNode) -> None:
        of = self.book.fields[path.name].type
        keys = (
            type_kind(of.items[0])
            if of.kind == "map_of"
            else type_kind(self.book.fields[by].type)
            if by in self.book.fields
            else None
        )
        for row in table.body:
            for cell, expected in zip(row, (keys, kind), strict=False):
                if cell.value and not compatible(expected, literal_kind(cell.value)):
                    self.problem(
                        "R204",
                        f"this column holds {kind_in_words(expected or '')}, not {kind_in_words(literal_kind(cell.value))}",
                        cell.place,
                    )


def _follows(s: Sentence) -> bool:
    return isinstance(s.predicate, t.Limit) and s.predicate.mode.startswith("follows")


def _ends(s: Sentence) -> bool:
    return isinstance(s.predicate, t.ResultNode)


def _in_unit(kind: str | None, value: t.Expr) -> str:
    """How a plain number is written as an amount or a percentage; empty for anything else."""
    if not isinstance(value, t.Literal) or value.kind != "number" or kind not in ("money", "percent"):
        return ""
    return f"write ${value.text}" if kind == "money" else f"write {value.text}%"


def _a(word: str) -> str:
    if word == "define":
        return "a defined term"
    return word if word == "equipment" else f"{'an' if word[0] in 'aeio' else 'a'} {word}"
