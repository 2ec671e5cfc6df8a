"""Footprints: the facts that an expression or a duty can observe. Two sets of facts that agree on a footprint get one verdict.

>>> book = core.Rulebook("", (), {}, {}, (), (), None, "")
>>> sorted(footprint(book, core.Compare(core.Relation.AT_MOST, core.Fact("maximum", "streak", core.Source.OFFER), core.Fact("cap"))).facts)
[('cap',), ('closed',), ('offers', 'streak', 'maximum')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.functions import FUNCTIONS, Grain

FactPath = tuple[str, ...]  # as the facts nest: ("offers", offer, field), ("equipment", name), (field,)


@dataclass(frozen=True, slots=True)
class View:
    """Cards that are observed: which of a hand, and how finely."""

    hand: str
    grain: Grain
    which: core.Which | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Footprint:
    facts: frozenset[FactPath]
    views: frozenset[View] = frozenset()
    other_rows: bool = False  # other rows of the round
    earlier: bool = False  # the round before

    @property
    def names(self) -> frozenset[str]:
        """The names of the facts and hands that are observed."""
        return frozenset((*(path[0] for path in self.facts), *(view.hand for view in self.views)))

    @property
    def beyond_row(self) -> bool:
        """Whether other rows, of the round or of the round before, are observed."""
        return self.other_rows or self.earlier


def footprint(book: core.Rulebook, *exprs: core.Expr) -> Footprint:
    """The footprint of the expressions, through defined terms and through derivations of facts that need not be filed."""
    return Footprints(book).of(*exprs)


def ranking_footprint(book: core.Rulebook, ranking: core.Ranking) -> Footprint:
    """The footprint of a ranking's ranks on the hand that they rank (`cards`) and on the other cards (`rest`)."""
    return footprint(book, *core.ranked_by(ranking))


class Footprints:
    """Footprints of many expressions; what a ranking observes is computed once."""

    def __init__(self, book: core.Rulebook) -> None:
        self.book = book
        self._rankings: dict[str, tuple[Grain, frozenset[FactPath]]] = {}

    def of(self, *exprs: core.Expr) -> Footprint:
        """The footprint of the expressions together."""
        reader = _FootprintReader(self.book, self)
        for expr in exprs:
            reader.read(expr)
        return reader.found()

    def ranking(self, name: str) -> tuple[Grain, frozenset[FactPath]]:
        """The grain at which a ranking observes its cards, and the other facts that it reads."""
        if name not in self._rankings:
            self._rankings[name] = self._observed_by(self.book.rankings.get(name))
        return self._rankings[name]

    def _observed_by(self, ranking: core.Ranking | None) -> tuple[Grain, frozenset[FactPath]]:
        if ranking is None:
            return Grain.WHOLE, frozenset()
        seen = self.of(*core.ranked_by(ranking))
        facts = frozenset(path for path in seen.facts if path[0] not in _RANKED_HANDS)
        if facts or any(v.hand not in _RANKED_HANDS or v.which or v.grain & Grain.ORDER for v in seen.views):
            return Grain.WHOLE, facts
        # A joker must not stand for a card that is already in the hand.
        grain = Grain.RANKS | (Grain.SUIT_PATTERN if any(rank.joker == "any" for rank in ranking.ranks) else Grain.NONE)
        for view in seen.views:
            # The ranking chooses among subsets of the cards: whether each has one suit depends on the whole pattern.
            grain |= Grain.SUIT_PATTERN if view.grain & Grain.ONE_SUIT else Grain.NONE
            grain |= view.grain & ~Grain.ONE_SUIT
        return grain, facts


_RANKED_HANDS = ("cards", "rest")  # the names of the hand and of the other cards in the condition of a rank


def clause_footprint(book: core.Rulebook, clause: core.Clause) -> tuple[FactPath, ...]:
    """The facts that any reading of any version of a clause on a filing observes, sorted.

    All versions are included, because the report of a verdict also states the verdict of the version before.
    """
    duties = (reading.duty for version in clause.versions for reading in version.readings)
    return tuple(sorted(frozenset[FactPath]().union(*(duty_footprint(book, clause, duty).facts for duty in duties))))


def duty_footprint(book: core.Rulebook, clause: core.Clause, duty: core.Duty) -> Footprint:
    """What a duty on a filing observes of the facts of a table, a pit or the licensee."""
    reader, subject = _FootprintReader(book, Footprints(book)), duty.subject
    for name in (subject.name, subject.of):
        kind = book.kind(name)
        if name and kind is not None and (kind.is_offer or kind is core.SubjectKind.EQUIPMENT):
            reader.offered(core.Offered(name, kind))
    if subject.kind is core.SubjectKind.FIELD:
        reader.facts.add(("offers", subject.of, subject.name) if subject.of else (subject.name,))
    for expr in core.expressions(duty):
        reader.read(expr)
    match duty:
        case core.PayoutTable(by=by):
            reader.facts |= {("offers", subject.of or subject.name, field) for field in ("payouts", "selection")}
            reader.facts |= {(by,)} if by else set()
        case core.SameAcross(fact=fact, equal=equal):
            reader.facts |= {(name,) for name in equal}
            reader.facts |= {("offers", fact.of or "", "selection")} if fact.name == "payouts" else set()
        case core.Attested() | core.Notice():
            reader.facts |= {("attested", key) for key in wider(clause.id)}
        case core.Posted() | core.Approved():
            reader.facts |= {("attested", key) for key in (clause.id, clause.provision)}
            reader.facts.add(("posted",) if isinstance(duty, core.Posted) else ("approved",))
        case (
            core.Requirement()
            | core.Authority()
            | core.Derives()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            pass  # all that they observe is in their expressions
        case _:
            assert_never(duty)
    return reader.found()


def wider(clause: str) -> tuple[str, ...]:
    """The clause, its provision and every provision that contains it: an attestation of any of them counts.

    >>> wider("19:47-2.2(a)3i/x")
    ('19:47-2.2(a)3i/x', '19:47-2.2(a)3i', '19:47-2.2(a)3', '19:47-2.2(a)', '19:47-2.2')
    """
    cite = clause.partition("/")[0]
    parts = re.fullmatch(r"([^(]*)(\(.*\))?(\d+)?([a-z]+)?", cite)
    steps = [part or "" for part in parts.groups()] if parts else [cite]
    return tuple(dict.fromkeys([clause, *("".join(steps[:n]) for n in range(len(steps), 0, -1))]))


class _FootprintReader:
    def __init__(self, book: core.Rulebook, footprints: Footprints) -> None:
        self.book, self.footprints = book, footprints
        self.facts: set[FactPath] = set()
        self.views: dict[tuple[str, core.Which | None, int], Grain] = {}
        self.other_rows = self.earlier = False
        self.terms: set[str] = set()

    def found(self) -> Footprint:
        views = frozenset(View(hand, grain, which, count) for (hand, which, count), grain in self.views.items())
        return Footprint(frozenset(self.facts), views, self.other_rows, self.earlier)

    def read(self, expr: core.Expr, grain: Grain = Grain.WHOLE) -> None:
        """`grain` is how finely the surrounding function observes cards."""
        match expr:
            case core.Fact():
                self.fact(expr, grain)
            case core.Earlier(fact):
                self.earlier = True
                self.fact(fact, grain)
            case core.Term(name):
                if name not in self.terms and name in self.book.terms:
                    self.terms.add(name)
                    self.read(self.book.terms[name], grain)
            case core.Offered():
                self.offered(expr)
            case core.Cards(which, count, of):
                self.view(of, which, count, grain)
            case core.Apply("best" | "strength", (core.RankingRef(name), *hands), named):
                grain, facts = self.footprints.ranking(name)
                self.facts |= facts
                for part in hands:
                    self.read(part, grain)
                for _, part in named:
                    self.read(part)
            case core.Apply(
                "count", (core.Fact(hand) as cards,), (("rank", core.Apply("rank", (core.Cards(of=of),))),)
            ) if of == hand:
                self.fact(cards, Grain.RANK_PATTERN | Grain.ORDER)  # how many have the rank of one of them
            case core.Apply("count", args, named):
                grain = Grain.SUITS if any(name == "suit" for name, _ in named) else Grain.RANKS
                for part in args:
                    self.read(part, grain)
                for _, part in named:
                    self.read(part)
            case core.Apply("payout", (core.Const(value=str(offer)), _)):
                self.facts |= {("offers", offer, "payouts"), ("closed",)}
            case core.Apply("uniform", (core.Fact() as fact,)):
                self.facts.add(("at_once", str(fact)))
                self.read(fact)
            case core.Apply("hit" | "edge", args, named):
                self.facts.add(("decks",))
                for part in (*args, *(value for _, value in named)):
                    self.read(part)
            case core.Apply(function, args, named):
                known = FUNCTIONS.get(function)
                for part in args:
                    self.read(part, known.grain([name for name, _ in named]) if known else Grain.WHOLE)
                for _, part in named:
                    self.read(part)
            case core.Fold(_, value, where):
                self.other_rows = True
                for one in (value, where):
                    if one is not None:
                        self.read(one)
            case (
                core.Const() | core.RankingRef() | core.Arith() | core.Compare() | core.Lookup() | core.Member()
                | core.Not() | core.AllOf() | core.AnyOf()
            ):  # fmt: skip
                for part in core.children(expr):
                    self.read(part, grain)
            case _:
                assert_never(expr)

    def fact(self, fact: core.Fact, grain: Grain) -> None:
        known = self.book.fields.get(fact.name)
        if fact.name in _RANKED_HANDS or known is not None and known.type.kind == "cards":
            self.view(fact.name, None, 0, grain)
        if fact.source is core.Source.OFFER:
            assert fact.of is not None
            self.facts |= {("offers", fact.of, fact.name), ("closed",)}
        else:
            self.facts.add((fact.name,) if fact.source is core.Source.FACTS else (fact.name, fact.of or ""))
        if fact.derived:
            self.read(self.book.derivations[str(fact)])

    def offered(self, atom: core.Offered) -> None:
        if atom.where is not core.Where.TABLE:
            self.facts.add((f"{atom.where}_offers", atom.name))
        elif atom.kind is core.SubjectKind.EQUIPMENT:
            self.facts.add(("equipment", atom.name))
        else:
            self.facts |= {("offers", atom.name), ("closed",)}

    def view(self, hand: str, which: core.Which | None, count: int, grain: Grain) -> None:
        self.views[hand, which, count] = self.views.get((hand, which, count), Grain.NONE) | grain
