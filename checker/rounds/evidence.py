"""Lists what a clause that needs evidence lacks: the unknown fields of the row that it can observe.

A derived field is traced to the inputs that are not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.checker.rounds.record_format import MONEY, entries_of
from pitboss.checker.rounds.settlement import TableLaw
from pitboss.checker.rounds.steps import (
    BoundRole,
    DerivesRole,
    EndsRole,
    HasRankRole,
    HighestOnlyRole,
    LeadsToRole,
    PaysEachRole,
    PaysGrossRole,
    PaysRole,
    ReachesRowRole,
    RequiresWagerRole,
    Role,
    RoundsDueRole,
    RoundsFieldRole,
    SharesRole,
    Step,
)
from pitboss.checker.runtime.operations import Facts
from pitboss.grammar.quick_start import assert_never

# Every column is recorded: the filing or other rows lack a fact, or no value follows from the recorded facts.
OUTSIDE = "a fact outside the row"
OFFERS = "complete list of offers"  # of the filing


class Evidence:
    """The fields that the clauses of one table and day can observe."""

    def __init__(self, reads: Mapping[str, tuple[str, ...]], deal: TableLaw) -> None:
        self._own = {step.id: frozenset(_observed(reads, deal, step)) for step in deal.clauses}
        self._derived = {
            name: frozenset[str]().union(*(reads.get(step.id, ()) for step in clauses)) - {name}
            for name, clauses in deal.derived.items()
        }
        self._fields: dict[str, frozenset[str]] = {}
        self._missing: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}

    def fields(self, clause: str) -> frozenset[str]:
        """The fields that the clause observes, and the inputs of those that are derived; none for a clause on offers."""
        if clause not in self._fields:
            found, waiting = set[str](), [*self._own.get(clause, ())]
            while waiting:
                name = waiting.pop()
                if name not in found:
                    found.add(name)
                    waiting += self._derived.get(name, ())
            self._fields[clause] = frozenset(found)
        return self._fields[clause]

    def missing(self, clause: str, unknown: frozenset[str]) -> tuple[str, ...]:
        """The facts that a row with these unknown fields lacks, in alphabetical order."""
        if clause not in self._own:
            return (OFFERS,)
        key = clause, unknown & self.fields(clause)
        if key not in self._missing:
            self._missing[key] = tuple(sorted(self._traced(self._own[clause] & unknown, unknown))) or (OUTSIDE,)
        return self._missing[key]

    def _traced(self, names: Iterable[str], unknown: frozenset[str]) -> set[str]:
        found, seen, waiting = set[str](), set[str](), [*names]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            inner = self._derived.get(name, frozenset()) & unknown
            waiting += inner
            found |= set() if inner else {name}
        return found or {*names}  # fields that are derived from one another


def unknown_in(facts: Facts, fields: Iterable[str]) -> frozenset[str]:
    """The fields, among these, that are unknown in one row."""
    return frozenset(column for column in fields if _value(facts, column) is None)


def _value(facts: Facts, column: str) -> object:
    name, _, wager = column.partition(".")
    return entries_of(facts, name).get(wager, 0 if name in MONEY else None) if wager else facts.get(name)


def _observed(reads: Mapping[str, tuple[str, ...]], deal: TableLaw, step: Step[Role]) -> Iterable[str]:
    """The fields of the row that the verdict on a clause depends on, through the clauses that it is judged with."""
    yield from reads.get(step.id, ())
    steps: list[Step[Role]] = []
    match step.role:
        case EndsRole(wager):
            steps = [*deal.steps(EndsRole, wager)]
        case PaysRole(wager) | SharesRole(wager) | HighestOnlyRole(wager):
            yield f"settled_as.{wager}"
            steps = [*deal.steps(ReachesRowRole, wager), *deal.steps(SharesRole, wager)]
            steps += [bound for bound in deal.steps(BoundRole, wager) if bound.role.by_payouts]
        case ReachesRowRole(wager):
            yield f"settled_as.{wager}"
        case HasRankRole():
            yield "cards"
        case (
            BoundRole()
            | DerivesRole()
            | RoundsFieldRole()
            | LeadsToRole()
            | RequiresWagerRole()
            | PaysEachRole()
            | PaysGrossRole()
            | RoundsDueRole()
        ):
            pass  # judged by what the clause itself reads
        case _:
            assert_never(step.role)
    for other in steps:
        yield from reads.get(other.id, ())
