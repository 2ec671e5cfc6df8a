"""What the checks of lint read: the core, the catalog with its constraints and, if they were computed, the odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from pitboss.compiler.exclusion.active_constraints import ActiveConstraints, active_constraints, days_of_change
from pitboss.compiler.model import core
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.odds.odds_row import OddsRow
from pitboss.grammar.diagnostics import Place


@dataclass(frozen=True)
class StatedDuty:
    """A duty of the law: one reading of one version of a clause."""

    clause: core.Clause
    version: core.Version
    reading: core.Reading

    @property
    def duty(self) -> core.Duty:
        return self.reading.duty

    @property
    def place(self) -> Place:
        """The place of the reading; a clause of one meaning has the place of its version."""
        return self.reading.place if self.reading.place.file else self.version.place


@dataclass(frozen=True)
class LawUnderLint:
    """A rulebook, with the rows of the odds engine on `odds_day`; None where they were not computed."""

    book: core.Rulebook
    catalog: Catalog
    rows: tuple[OddsRow, ...] | None = None
    odds_day: str = ""

    @cached_property
    def stated(self) -> tuple[StatedDuty, ...]:
        """Every duty of every clause, in the law's order."""
        return tuple(
            StatedDuty(clause, version, reading)
            for clause in self.book.clauses
            for version in clause.versions
            for reading in version.readings
        )

    @cached_property
    def authorities(self) -> dict[str, core.Clause]:
        """By offer: the first clause that authorizes it."""
        found: dict[str, core.Clause] = {}
        for clause in self.book.clauses:
            if clause.kind == "authority":
                found.setdefault(clause.subject.name, clause)
        return found

    @cached_property
    def games(self) -> tuple[str, ...]:
        return tuple(name.name for name in self.book.names.values() if name.kind is core.SubjectKind.GAME)

    @cached_property
    def periods(self) -> tuple[tuple[str, str, str | None, ActiveConstraints], ...]:
        """(game, first day, day after the last, constraints) of each time in which the constraints of a game are the same."""
        found = []
        for game in self.games:
            days = days_of_change(self.catalog, game)
            ends = (*days[1:], self.catalog.expires)
            found += [
                (game, day, end, active_constraints(self.catalog, game, day))
                for day, end in zip(days, ends, strict=True)
            ]
        return tuple(found)

    def is_offer(self, name: str | None) -> bool:
        kind = self.book.kind(name)
        return kind is not None and kind.is_offer

    def title(self, name: str) -> str:
        return self.book.title(name)

    def clause(self, id: str) -> core.Clause | None:
        return self._by_id.get(id)

    @cached_property
    def _by_id(self) -> dict[str, core.Clause]:
        return {clause.id: clause for clause in self.book.clauses}

    def printed_orders(self, game: str | None) -> Iterator[list[str]]:
        """The rankings that the law of a game prints, highest rank first."""
        for name, ranking in self.book.rankings.items():
            field = self.book.fields.get(name)
            if ranking.title and field and field.game in (None, game):
                yield [rank.name for rank in ranking.ranks]

    def odds_rows(self) -> Iterator[OddsRow]:
        """The rows with figures."""
        return (row for row in self.rows or () if "outcomes" in row)


def tables(duty: core.PayoutTable) -> list[core.Table]:
    """The printed tables of a payout: the one, or one of each schedule."""
    return [table for table in (duty.table, *(schedule.table for schedule in duty.schedules)) if table]


def day(text: str | None) -> date | None:
    """
    >>> day("2004-01-01"), day(None)
    (datetime.date(2004, 1, 1), None)
    """
    return date.fromisoformat(text) if text else None
