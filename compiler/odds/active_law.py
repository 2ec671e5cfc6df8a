"""The law of one game on one day: the clauses in force, indexed by subject."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from pitboss.compiler.model import core
from pitboss.compiler.model.core import Compare, Const, Duty, Expr, Relation
from pitboss.compiler.model.dealt_hands import read_as_dealt
from pitboss.compiler.model.memo import once_for_each

Readings = dict[frozenset[str], str]  # the names of the competing readings of a text → the chosen one


@dataclass(frozen=True, eq=False, slots=True)
class ActiveClause:
    """A clause with its version in force."""

    clause: core.Clause
    version: core.Version

    @property
    def subject(self) -> core.Subject:
        return self.version.duty.subject

    @property
    def duty(self) -> Duty:
        """The duty of the first reading."""
        return self.version.duty

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duty of each reading."""
        return tuple(reading.duty for reading in self.version.readings)

    @property
    def readings(self) -> frozenset[str]:
        """The names of the readings; none if the text has one meaning."""
        return frozenset(reading.name for reading in self.version.readings if reading.name)

    def read(self, readings: Readings) -> Duty:
        """The duty of the chosen reading."""
        chosen = readings.get(self.readings)
        return next((r.duty for r in self.version.readings if r.name == chosen), self.duty)


@dataclass(frozen=True, slots=True)
class RankCondition:
    """One of the conditions that a rank joins by `and`."""

    number: int
    expr: Expr
    hand: bool  # whether it observes the hand that is ranked
    rest: bool  # and the other cards
    cards_only: bool  # it reads no fact that is chosen


@dataclass(eq=False, slots=True)
class ActiveLaw:
    """What is in force for a game on a day. `clauses` are those of the game and of all games, in the law's order."""

    book: core.Rulebook
    game: str
    day: date
    clauses: list[ActiveClause] = field(default_factory=list)
    derived: dict[str, list[ActiveClause]] = field(default_factory=dict)  # by the field that follows
    dealt: dict[str, list[tuple[ActiveClause, int]]] = field(default_factory=dict)  # by the field that gets the cards
    deals: list[ActiveClause] = field(default_factory=list)
    chances: dict[str, list[tuple[ActiveClause, core.Chance]]] = field(
        default_factory=dict
    )  # by the field that is drawn
    terms: dict[str, Expr] = field(default_factory=dict)
    rank_parts: dict[int, tuple[tuple[RankCondition, ...], ...]] = field(default_factory=dict)  # cache of `ranking`
    part_numbers: dict[Expr, int] = field(default_factory=dict)  # cache of `ranking`
    _by_type: dict[tuple[type[Duty], ...], list[ActiveClause]] = field(default_factory=dict)
    _by_subject: dict[tuple[str, tuple[type[Duty], ...]], list[ActiveClause]] = field(default_factory=dict)

    def having(self, *types: type[Duty]) -> list[ActiveClause]:
        """The clauses whose duty is of one of the types, in the law's order."""
        if types not in self._by_type:
            self._by_type[types] = [c for c in self.clauses if isinstance(c.duty, types)]
        return self._by_type[types]

    def about(self, wager: str, *types: type[Duty]) -> list[ActiveClause]:
        """The clauses of these types whose subject is the wager or a field of it."""
        if (wager, types) not in self._by_subject:
            self._by_subject[wager, types] = [c for c in self.having(*types) if wager in (c.subject.name, c.subject.of)]
        return self._by_subject[wager, types]

    def payouts(self, wager: str) -> list[ActiveClause]:
        """The clauses on what a wager pays: tables, and their application."""
        return self.about(wager, *PAYOUTS)

    def results(self, wager: str, end: core.End) -> list[ActiveClause]:
        """The clauses whose first reading gives the wager this end."""
        return [c for c in self.about(wager, core.Ends) if isinstance(c.duty, core.Ends) and c.duty.end is end]

    def bounds(self, name: str, of: str | None = None) -> list[ActiveClause]:
        """The bounds on a field (of a wager)."""
        found = [c for c in self.about(name, core.Requirement) if (c.subject.name, c.subject.of) == (name, of)]
        return [c for c in found if _need(c.duty) is core.Need.BOUND]

    def charges(self, wager: str) -> list[ActiveClause]:
        """The amounts that are charged to whoever made the wager."""
        return [c for c in self.having(core.Charges) if isinstance(c.duty, core.Charges) and c.duty.wager == wager]

    def outcomes(self, wager: str) -> list[ActiveClause]:
        """The clauses that state when a row of the wager's paytable is reached."""
        return [c for c in self.about(wager, core.ReachesRow) if c.subject.of == wager]

    def required(self, wager: str) -> list[ActiveClause]:
        """The clauses that name an offer without which the wager cannot be offered."""
        return [c for c in self.about(wager, core.Requirement) if _need(c.duty) is core.Need.REQUIRES]

    def rankings(self) -> Iterator[core.Ranking]:
        """The rankings in force, both those that a filing orders and those that are used only in conditions."""
        for clause in self.having(core.Ordering, core.Requirement):
            if isinstance(clause.duty, core.Ordering) or _need(clause.duty) is core.Need.ORDER:
                yield self.book.rankings[clause.subject.name]

    def wagers(self) -> list[core.Name]:
        """The wagers with an end of their own, and the options that pay, authorized on the day."""
        names = [n for n in self.book.names.values() if n.game == self.game and n.kind.is_offer]
        authorized = {c.subject.name for c in self.having(core.Authority)}
        paid = {c.subject.name for c in self.having(*PAYOUTS)}
        wager = core.SubjectKind.WAGER
        return [n for n in names if n.name in authorized and (n.kind is wager or n.name in paid)]


PAYOUTS: tuple[type[Duty], ...] = (
    core.PayoutTable, core.HighestOnly, core.PaysEach, core.PaysGross, core.Shares,
)  # fmt: skip


def active_law(book: core.Rulebook, game: str, day: date) -> ActiveLaw:
    """The law of a game on a day. Derivations by other games' clauses are included if the game has no clause of its own.

    A hand that follows from a dealt hand, as a whole, is that hand: odds are those of hands as they are dealt.
    """
    book = read_as_dealt(book)
    exceptions = {name: meaning for name, meaning in book.terms.items() if name not in book.names}
    law = ActiveLaw(book, game, day, terms=exceptions)
    for clause in book.clauses if book.covers(day) else ():
        version = next((v for v in clause.versions if v.in_force(day)), None)
        if version is None:
            continue
        active, own = ActiveClause(clause, version.alone), clause.game in (None, game)
        match version.duty:
            case core.Derives(subject=subject):
                law.derived.setdefault(subject.name, []).append(active)
            case core.Defined(applies=(meaning, *_)):
                law.terms[clause.name] = meaning
            case core.Deal(dealt=dealt) if own:
                law.deals.append(active)
                for name, many in dealt:
                    law.dealt.setdefault(name, []).append((active, many))
            case core.Chance(subject=subject) as chance if own:
                law.chances.setdefault(subject.name, []).append((active, chance))
            case _ if own and not any(map(core.is_otherwise, version.duty.applies)):  # by default a wager is lost
                law.clauses.append(active)
    for name, found in law.derived.items():
        law.derived[name] = [c for c in found if c.clause.game in (None, game)] or found
    return law


# ---- the content of a duty


def limits(duty: Duty) -> tuple[tuple[Relation, Expr], ...]:
    """The limits that a bound or an election sets on its subject. Each value of a list is a limit with `EQUAL`."""
    match duty:
        case core.Requirement(need=core.Need.BOUND | core.Need.ELECTION, holds=holds):
            parts = holds.items if isinstance(holds, core.AllOf) else (holds,)
            return tuple(limit for part in parts for limit in _limit(part))
        case _:
            return ()


def _limit(part: Expr) -> Iterator[tuple[Relation, Expr]]:
    match part:
        case core.Member(_, values, negated):
            yield from ((Relation.UNEQUAL if negated else Relation.EQUAL, value) for value in values)
        case Compare(relation, _, quantity):
            yield relation, quantity


def _need(duty: Duty) -> core.Need | None:
    return duty.need if isinstance(duty, core.Requirement) else None


@once_for_each
def highest_decks(book: core.Rulebook) -> int:
    """The highest number of decks that any rule names: if a game has only a minimum, other games show how large shoes are."""
    return max(_named_decks(book), default=1)


def _named_decks(book: core.Rulebook) -> Iterator[int]:
    for duty in (r.duty for clause in book.clauses for version in clause.versions for r in version.readings):
        named: list[Expr] = []
        if (duty.subject.name, duty.subject.of) == ("decks", None):
            named += [quantity for _, quantity in limits(duty)]
        if isinstance(duty, core.PayoutTable) and duty.by == "decks":
            named += [schedule.value for schedule in duty.schedules]
        yield from (int(c.value) for c in named if isinstance(c, Const) and isinstance(c.value, Fraction))
