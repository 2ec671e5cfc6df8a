"""The clauses on which the verdict of a clause on rounds depends, so that a settlement is made of these alone.

A verdict depends on the clauses from which its facts follow, on those that say how its wager ends or what it is paid, and on
those on irregularities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from tests.support.product import Footprints, core

PAYS = (core.PayoutTable, core.Rounding, core.Shares, core.PaysEach, core.PaysGross, core.ReachesRow)


class Relevant:
    """The dependencies between the clauses of a rulebook on rounds of one game."""

    def __init__(self, book: core.Rulebook, game: str, known: dict[int, frozenset[str]]) -> None:
        self.book, self.game = book, game
        self._reads = known  # by identity of a duty, as long as no term differs
        self._footprints = Footprints(book)
        self._ids: dict[str, set[str]] = {}
        self._found: dict[str, core.Rulebook] = {}

    def to(self, clause: str) -> core.Rulebook:
        """The rulebook of the clauses that the verdict of a clause depends on."""
        if clause not in self._found:
            ids = self._ids[clause] = self._closure(clause)
            some = tuple(c for c in self._here if c.id in ids)
            self._found[clause] = replace(self.book, clauses=some)
        return self._found[clause]

    def depends(self, clause: str, others: Iterable[str]) -> bool:
        """Whether the verdict of a clause depends on one of the others."""
        if clause not in self._ids:
            self._ids[clause] = self._closure(clause)
        return not self._ids[clause].isdisjoint(others)

    @cached_property
    def _here(self) -> list[core.Clause]:
        return [c for c in self.book.clauses if c.game in (None, self.game) or _derives(c)]

    @cached_property
    def _by(self) -> dict[tuple[str, str | None], list[core.Clause]]:
        """By kind of dependency and name."""
        found: dict[tuple[str, str | None], list[core.Clause]] = {}
        for clause in self._here:
            for kind, name in _offered(clause):
                found.setdefault((kind, name), []).append(clause)
        return found

    def _closure(self, clause: str) -> set[str]:
        waiting = [c for c in self._here if c.id == clause] + self._by.get(("irregularity", None), [])
        ids = {c.id for c in waiting}
        while waiting:
            for need in self._needs(waiting.pop()):
                for other in self._by.get(need, ()):
                    if other.id not in ids:
                        ids.add(other.id)
                        waiting.append(other)
        return ids

    def _needs(self, clause: core.Clause) -> Iterator[tuple[str, str | None]]:
        yield "provision", clause.provision
        for duty in _duties(clause):
            for name in self._names(duty):
                yield "field", name
            wager = duty.subject.of or duty.subject.name
            match duty:
                case core.Ends():
                    yield "ends", duty.subject.name
                case core.HasRank():
                    yield "rank", None
                    yield "paid", None
                case core.ReachesRow():
                    yield "rank", None
                    yield "pays", wager
                case core.PayoutTable() | core.Shares() | core.HighestOnly():
                    yield "rank", None
                    yield "pays", wager
                case core.Requirement() | core.Derives() if duty.subject.name == "paid":
                    yield "rank", None
                    yield "pays", wager

    def _names(self, duty: core.Duty) -> frozenset[str]:
        if id(duty) not in self._reads:
            exprs = core.expressions(duty)
            own = {duty.subject.name, getattr(duty, "by", None) or ""}
            self._reads[id(duty)] = self._footprints.of(*exprs).names | own
        return self._reads[id(duty)]


def _offered(clause: core.Clause) -> Iterator[tuple[str, str | None]]:
    """The ways in which another clause can depend on this one."""
    for duty in _duties(clause):
        wager = duty.subject.of or duty.subject.name
        match duty:
            case core.Derives() if clause.scope is core.Scope.ROUND:
                yield "field", duty.subject.name
            case core.LeadsTo():
                yield "irregularity", None
            case core.Ends():
                yield "ends", duty.subject.name
            case core.HasRank():
                yield "rank", None
        if isinstance(duty, PAYS) or isinstance(duty, core.Requirement | core.Derives) and duty.subject.name == "paid":
            yield "pays", wager
            yield "paid", None
        if isinstance(duty, core.Requirement) and duty.subject.name == "stake":
            yield "provision", clause.provision


def influences(clause: core.Clause) -> bool:
    """Whether the verdict of another clause on rounds can depend on this one."""
    return any(True for _ in _offered(clause))


def _derives(clause: core.Clause) -> bool:
    return clause.scope is core.Scope.ROUND and isinstance(clause.versions[0].duty, core.Derives)


def _duties(clause: core.Clause) -> Iterator[core.Duty]:
    for version in clause.versions:
        for reading in version.readings:
            yield reading.duty
