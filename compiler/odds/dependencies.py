"""The dependencies of clauses: facts that are chosen, the cards they observe and how finely, and the chosen readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.core import SUIT_LETTERS, Const, Expr, Fact, Fold, Operator, Rows, ValueKind, Which
from pitboss.compiler.model.functions import FUNCTIONS, Domain, Grain
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw

View = tuple[Which | None, int]  # the first or last cards of a hand, or (None, 0): all of them
WHOLE: View = (None, 0)
_SUITS = Grain.SUIT_PATTERN | Grain.SUITS | Grain.ONE_SUIT


@dataclass(eq=False, slots=True)
class Dependencies:
    """Everything that a set of expressions and clauses depends on."""

    facts: dict[str, Fact] = field(default_factory=dict)  # facts other than cards
    views: dict[str, set[View]] = field(default_factory=dict)  # the observed part of each hand
    readings: set[frozenset[str]] = field(default_factory=set)
    grain: Grain = Grain.NONE
    ranks: set[int] = field(default_factory=set)  # ranks that are counted by name
    expressions: list[Expr] = field(default_factory=list)
    conditions: list[Expr] = field(default_factory=list)  # the expressions that are not within a ranking
    clauses: dict[str, ActiveClause] = field(default_factory=dict)
    terms: set[str] = field(default_factory=set)

    @property
    def every_rank(self) -> bool:
        """Whether they distinguish any two ranks."""
        return bool(self.grain & (Grain.COURTS | Grain.RANK_PATTERN))

    @property
    def some_rank(self) -> bool:
        """Whether they observe ranks."""
        return bool(self.grain & (Grain.RANKS | Grain.RANK_PATTERN) or self.ranks)

    @property
    def points(self) -> bool:
        """Whether they distinguish cards of different points."""
        return bool(self.grain & Grain.POINTS)

    @property
    def suits(self) -> bool:
        """Whether they observe suits."""
        return bool(self.grain & _SUITS)


def dependencies(law: ActiveLaw, clauses: Iterable[ActiveClause], expressions: Iterable[Expr] = ()) -> Dependencies:
    """The dependencies of expressions, through defined terms, derivations, rankings and conditions on what is dealt."""
    reader = _DependencyReader(law)
    for expr in expressions:
        reader.expression(expr)
    reader.waiting = [*clauses, *reader.waiting]
    reader.read_clauses()
    return reader.found


def counts_other_hands(expr: Expr) -> bool:
    """Whether the expression counts other hands. They are dealt like the player's own, so one of them represents all."""
    match expr:
        case Fold(Rows.OTHER_SEATS | Rows.OTHER_HANDS, None, where):
            return where is not None
        case _:
            return False


class _DependencyReader:
    def __init__(self, law: ActiveLaw) -> None:
        self.law = law
        self.found = Dependencies()
        self.waiting: list[ActiveClause] = []

    def read_clauses(self) -> None:
        found = self.found
        while self.waiting:
            active = self.waiting.pop(0)
            if active.clause.id in found.clauses:
                continue
            found.clauses[active.clause.id] = active
            if active.readings:
                found.readings.add(active.readings)
            for duty in active.duties:
                for expr in _expressions(duty):
                    self.expression(expr)

    def expression(self, expr: Expr, in_rank: bool = False) -> None:
        self.found.expressions.append(expr)
        if not in_rank:
            self.found.conditions.append(expr)
        self.read(expr, in_rank)

    def read(self, expr: Expr, in_rank: bool) -> None:
        match expr:
            case Fact():
                self.fact(expr, in_rank)
            case core.Earlier(fact):
                self.found.facts[f"{fact} before"] = fact
            case core.Cards(which, count, of):
                self.view(of, (which, count), in_rank)
            case core.Term(name):
                if name not in self.found.terms and name in self.law.terms:
                    self.found.terms.add(name)
                    self.expression(self.law.terms[name], in_rank)
            case core.RankingRef(name):
                self.found.grain |= Grain.RANKS
                for rank in self.law.book.rankings[name].ranks:
                    for part in (rank.has, rank.by):
                        if part is not None:
                            self.expression(part, True)
            case core.Apply():
                self.call(expr, in_rank)
            case Fold():  # the other rows of a round are not part of one hand
                if counts_other_hands(expr) and expr.where is not None:
                    self.read(expr.where, in_rank)
            case (
                Const()
                | core.Offered()
                | core.Arith()
                | core.Compare()
                | core.Lookup()
                | core.Member()
                | core.Not()
                | core.AllOf()
                | core.AnyOf()
            ):
                for part in core.children(expr):
                    self.read(part, in_rank)
            case _:
                assert_never(expr)

    def call(self, call: core.Apply, in_rank: bool) -> None:
        function, found = FUNCTIONS[call.function], self.found
        by_rank = dict(call.named).get("rank")
        if function.domain is Domain.CARDS and not function.of_dealing and "ranking" not in function.params:
            grain = function.grain([name for name, _ in call.named])
            if isinstance(by_rank, Const) and isinstance(by_rank.value, Fraction):
                found.ranks.add(int(by_rank.value))
                grain &= ~Grain.RANKS
            found.grain |= grain
        match call.args:
            case (Fact(name=hand),) if function.of_first_card:
                self.view(hand, (Which.FIRST, 1), in_rank)
            case args:
                for part in args:
                    self.read(part, in_rank)
        for _, part in call.named:
            self.read(part, in_rank)

    def fact(self, fact: Fact, in_rank: bool) -> None:
        known = self.law.book.fields.get(fact.name)
        if known is None:  # the cards outside the ranked hand
            return
        if known.type.kind == "cards":
            self.view(fact.name, WHOLE, in_rank)
            return
        self.found.facts[str(fact)] = fact
        self.waiting += self.law.derived.get(fact.name, ())
        self.waiting += [active for active, _ in self.law.chances.get(fact.name, ())]

    def view(self, hand: str, view: View, in_rank: bool) -> None:
        if in_rank:  # of the hand that is ranked
            return
        if hand not in self.law.dealt and hand in self.law.derived:
            self.waiting += self.law.derived[hand]
            return
        known = self.found.views.setdefault(hand, set())
        if view not in known:
            known.add(view)
            dealt = 0
            for deal, many in self.law.dealt.get(hand, ()):
                if deal.duty.applies and (view[0] is not Which.FIRST or dealt < view[1]):
                    self.waiting.append(deal)
                dealt += many


def _expressions(duty: core.Duty) -> Iterator[Expr]:
    """The conditions of a duty and its content, without the subject itself."""
    yield from duty.applies
    match duty:
        case core.Requirement(need=core.Need.BOUND, holds=holds):
            parts = holds.items if isinstance(holds, core.AllOf) else (holds,)
            yield from (part.right for part in parts if isinstance(part, core.Compare))
        case core.Derives(value=value):
            yield value
        case core.PayoutTable(limits=limits, by=by):
            yield from limits
            if by:
                yield Fact(by)
        case core.Requirement() | core.FilingDuty() | core.RoundDuty() | core.ChanceDuty() | core.DeclaredDuty():
            pass  # what rows, ends, deals and amounts read is asked for where they are settled
        case _:
            assert_never(duty)


# ---- suits that may be exchanged

_BLACK = (True, False, False, True)


def suit_symmetries(expressions: Iterable[Expr]) -> tuple[tuple[int, ...], ...]:
    """The permutations of the suits that leave the meaning of every expression unchanged.

    >>> hearts = core.Apply("count", (Fact("cards"),), (("suit", Const(ValueKind.SUIT, "h")),))
    >>> suited, color = (core.Apply(name, (Fact("cards"),)) for name in ("suited", "same_color"))
    >>> [len(suit_symmetries([e])) for e in (hearts, suited, color)]
    [6, 24, 8]
    """
    ways = list(permutations(range(len(SUIT_LETTERS))))
    for expr in dict.fromkeys(expressions):
        grain, names_suits = _suit_grain(expr)
        if Grain.SUITS in grain:
            return (ways[0],)
        if Grain.COLORS in grain:
            ways = [way for way in ways if len({_BLACK[a] == _BLACK[b] for a, b in enumerate(way)}) == 1]
        if names_suits:
            plain = _normal(expr, SUIT_LETTERS)
            ways = [way for way in ways if _normal(expr, "".join(SUIT_LETTERS[n] for n in way)) == plain]
    return tuple(ways)


def _suit_grain(expr: Expr) -> tuple[Grain, bool]:
    """How finely functions observe suits, except those that the expression names; and whether it names any."""
    grain, names_suits = Grain.NONE, False
    for node in core.walk(expr):
        if isinstance(node, core.Apply):
            function = FUNCTIONS[node.function]
            named = [name for name, _ in node.named]
            if not function.of_dealing and function.result != "suit" and "ranking" not in function.params:
                grain |= function.grain([name for name in named if name != "suit"])
        names_suits |= isinstance(node, Const) and node.kind is ValueKind.SUIT
    return grain, names_suits


def _normal(expr: Expr, suits: str) -> str:
    """The expression as text with suits renamed, and with parts whose order does not matter sorted."""
    match expr:
        case Const(ValueKind.SUIT, str() as suit):
            return f"suit {suits[SUIT_LETTERS.index(suit)]}"
        case core.AllOf(items) | core.AnyOf(items):
            return f"{type(expr).__name__}({sorted(_normal(i, suits) for i in items)})"
        case core.Arith(Operator.PLUS | Operator.TIMES as sign):
            return f"{sign}({sorted(_normal(i, suits) for i in _operands(expr, sign))})"
        case core.Apply(name, args, named):
            return f"{name}({[_normal(a, suits) for a in args]}, {[(n, _normal(a, suits)) for n, a in named]})"
        case core.Compare(sign, left, right) | core.Arith(sign, left, right):
            return f"({_normal(left, suits)} {sign} {_normal(right, suits)})"
        case core.Not(item):
            return f"not {_normal(item, suits)}"
        case core.Member(item, values, negated):
            return f"{negated} {_normal(item, suits)} in {sorted(_normal(value, suits) for value in values)}"
        case _:
            return repr(expr)


def _operands(expr: Expr, sign: Operator) -> Iterator[Expr]:
    """The operands of a chain of one operator."""
    if isinstance(expr, core.Arith) and expr.operator is sign:
        yield from _operands(expr.left, sign)
        yield from _operands(expr.right, sign)
    else:
        yield expr
