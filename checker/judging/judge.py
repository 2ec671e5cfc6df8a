"""Judges every clause of the rulebook on one day, at every place to which it applies.

A clause is evaluated once for all tables that have equal facts in its footprint, so that the cost for a floor of
thousands is that of its distinct projections.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain

from pitboss.checker.filing.facts import facts_on, field_name, pit_facts_on, variants_on
from pitboss.checker.filing.model import Event, FiledTable, Filing
from pitboss.checker.judging.partition import Group, Partition, Projection, games_of, numbers_of
from pitboss.checker.judging.same import comparisons
from pitboss.checker.judging.unread import Deciders, Unread
from pitboss.checker.runtime.operations import (
    FAIL,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    ClauseScope,
    CompiledClause,
    Facts,
    Verdict,
    by_readings,
    offers_of,
)
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.quick_start import dataclass, replace


class ClausesBySection(Collection[CompiledClause]):
    """Every clause of a rulebook in its order. A section is read when a filing has its game, or when all clauses are used.

    `sections` are names and games; a section of no single game is about every filing.
    """

    def __init__(
        self,
        sections: Iterable[tuple[str, str | None]],
        read: Callable[[Iterable[str]], tuple[CompiledClause, ...]],
    ) -> None:
        self.sections, self.read = tuple(sections), read

    @cached_property
    def every(self) -> tuple[CompiledClause, ...]:
        return self.read([name for name, _ in self.sections])

    def about(self, games: Collection[str]) -> tuple[CompiledClause, ...]:
        """Those that can be about a filing of these games."""
        return self.read([name for name, game in self.sections if game is None or game in games])

    def __iter__(self) -> Iterator[CompiledClause]:
        return iter(self.every)

    def __contains__(self, clause: object) -> bool:
        return clause in self.every

    def __len__(self) -> int:
        return len(self.every)


@dataclass(frozen=True, slots=True)
class CompiledRulebook:
    """The compiled rulebook, as the checker needs it."""

    clauses: Collection[CompiledClause]
    begins: str | None  # the chapter's adoption
    expires: str | None
    digest: str

    def covers(self, day: str) -> bool:
        """Whether the text applies on a day. The printed day of expiry is ambiguous and counts as expired."""
        return (self.begins is None or self.begins <= day) and (self.expires is None or day < self.expires)

    def about(self, games: Collection[str]) -> Collection[CompiledClause]:
        """All clauses that can be about a filing of these games; perhaps more."""
        return self.clauses.about(games) if isinstance(self.clauses, ClausesBySection) else self.clauses

    def not_covered(self, day: str) -> str:
        """The reason why nothing is judged on a day that the text does not cover."""
        if self.begins is not None and day < self.begins:
            return f"the chapter was adopted on {self.begins}: on {day} nothing is judged"
        on_the_day = "; whether it still applies on that day is open" if day == self.expires else ""
        return f"the text expired on {self.expires}{on_the_day}: on {day} nothing is judged"


@dataclass(frozen=True, slots=True)
class ClauseVerdict:
    """The verdict of one clause on one place, or on all places with equal facts in the clause's footprint.

    A table that files a choice stands in `tables` once for each variant that the verdict is about.
    """

    clause: CompiledClause
    verdict: Verdict  # not *not applicable*
    tables: tuple[FiledTable, ...]  # empty: the licensee
    facts: Facts  # of the first group; the other groups agree in the footprint of the clause
    event: Event | None = None
    name: str = ""  # the offer that nothing authorizes, the pit, or the group of tables that must be the same
    outliers: tuple[FiledTable, ...] = ()  # in such a group, the tables that differ from the majority, or may
    groups: tuple[Group, ...] = ()  # the tables by equal facts, if the verdict concerns tables one by one
    unread: Unread | None = None  # the filed figure on which no clause decides; `name` is its field


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The places where a clause was judged and does not apply."""

    clause: CompiledClause
    places: int  # the number of tables, or 1 for the licensee
    listed: tuple[FiledTable, ...] = ()
    groups: tuple[Group, ...] = ()  # where tables are judged one by one: all of the game; all clauses share them
    applies: tuple[tuple[Group, ...], ...] = ()  # those of them where it does apply, as its verdicts have them

    @property
    def tables(self) -> tuple[FiledTable, ...]:
        """The tables; empty for the licensee."""
        applies = numbers_of(self.applies)
        return (
            *self.listed,
            *chain.from_iterable(group.tables for group in self.groups if group.number not in applies),
        )


@dataclass(frozen=True, slots=True)
class Judgment:
    """The result of judging a filing on one day."""

    clauses: tuple[
        CompiledClause, ...
    ]  # the versions that were judged somewhere, in the order in which they were first judged
    verdicts: tuple[ClauseVerdict, ...]  # by clause: the licensee, the pits, the tables by game, same values, events
    not_applicable: tuple[NotApplicable, ...]  # at most one for each clause and game


def judge(filing: Filing, book: CompiledRulebook, day: str) -> Judgment:
    """Judge every clause that counts on the day at every place of the filing; nothing on a day that the text does not cover."""
    if not book.covers(day):
        return Judgment((), (), ())
    judging = _Judging(filing, book, day)
    judging.licensee()
    judging.pits()
    for game, partition in judging.games.items():
        judging.tables(game, partition)
    judging.same()
    for event in filing.events:
        judging.event(event)
    return Judgment(tuple(judging.clauses.values()), tuple(judging.verdicts), tuple(judging.not_applicable))


class _Judging:
    """One filing on one day, and the verdicts so far."""

    def __init__(self, filing: Filing, book: CompiledRulebook, day: str) -> None:
        self.filing, self.book, self.day = filing, book, day
        self.games = games_of(variants_on(filing, day))
        self.plan = Plan(book.about(self.games), day)
        self.licensee_facts = facts_on(filing, None, filing.licensee, day)
        self.clauses: dict[tuple[str, str], CompiledClause] = {}
        self.verdicts: list[ClauseVerdict] = []
        self.not_applicable: list[NotApplicable] = []
        self._event_plans: dict[tuple[str, bool], Plan] = {}

    def add(self, verdict: ClauseVerdict) -> None:
        """Record a verdict of a clause that applies."""
        self.clauses.setdefault((verdict.clause.id, verdict.clause.version), verdict.clause)
        self.verdicts.append(verdict)

    def add_not_applicable(self, where: NotApplicable) -> None:
        """Record where a clause does not apply."""
        self.clauses.setdefault((where.clause.id, where.clause.version), where.clause)
        self.not_applicable.append(where)

    def licensee(self) -> None:
        """Judge the clauses about the licensee."""
        for clause in self.plan.of(ClauseScope.LICENSEE, None):
            if clause.game is None or clause.game in self.games:
                self._at(clause, (), self.licensee_facts)

    def pits(self) -> None:
        """Judge the clauses about a pit, in each pit that has a table of their game."""
        clauses = self.plan.of(ClauseScope.PIT, None)
        for pit in self.filing.pits if clauses else ():
            facts = pit_facts_on(self.filing, pit, self.day)
            inside = [table for table in self.filing.tables if table.pit == pit]
            for clause in clauses:
                where = tuple(table for table in inside if clause.game in (None, table.game))
                if where:
                    self._at(clause, where, facts, pit)

    def _at(self, clause: CompiledClause, tables: tuple[FiledTable, ...], facts: Facts, name: str = "") -> None:
        verdict = run(clause, self.day, facts)
        if verdict == NOT_APPLICABLE:
            self.add_not_applicable(NotApplicable(clause, len(tables) or 1, tables))
        else:
            self.add(ClauseVerdict(clause, verdict, tables, facts, name=name))

    def tables(self, game: str, partition: Partition) -> None:
        """Judge the clauses about a table, at the tables of one game."""
        clauses = self.plan.of(ClauseScope.TABLE, game)
        deciders = Deciders(clause for clause in self.plan.chosen.values() if clause.game in (None, game))
        allowed: dict[str, list[tuple[Group, ...]]] = {}
        everywhere = sum(len(group.tables) for group in partition.groups)
        for clause in clauses:
            projections = partition.projections(clause.footprint) if clause.check is not None or clause.readings else ()
            exempt, applies = everywhere if projections else 0, list[tuple[Group, ...]]()
            for projection in projections:
                verdict = run(clause, self.day, projection.facts)
                if verdict != NOT_APPLICABLE:
                    exempt -= len(projection.tables)
                    applies.append(projection.groups)
                    self.add(
                        ClauseVerdict(clause, verdict, projection.tables, projection.facts, groups=projection.groups)
                    )
                    deciders.applies(clause, projection.groups)
                if clause.kind == ClauseKind.AUTHORITY and verdict in (PASS, OPEN):
                    allowed.setdefault(clause.subject[-1], []).append(projection.groups)
            if exempt:
                self.add_not_applicable(NotApplicable(clause, exempt, (), partition.groups, tuple(applies)))
        known = {clause.subject[-1] for clause in clauses if clause.kind == ClauseKind.AUTHORITY}
        front = next((c for c in clauses if c.kind == ClauseKind.AUTHORITY and c.subject == ("game",)), None)
        if front is not None:
            unknown = OPEN if front.elsewhere else FAIL
            for name, groups in _unknown_offers(partition, known).items():
                projection = Projection(groups)
                self.add(
                    ClauseVerdict(
                        front, unknown, projection.tables, projection.facts, name=name, groups=projection.groups
                    )
                )
        authorities = {clause.subject[-1]: clause for clause in clauses if clause.kind == ClauseKind.AUTHORITY}
        for unread in deciders.unread(partition):
            owner = unread.fact[1] if unread.fact[0] == "offers" else "game"
            permitted = numbers_of(allowed.get(owner, ()))
            groups = [group for group in unread.groups if group.number in permitted]
            if groups:  # what is offered without authority is a breach as a whole
                projection = Projection(groups)
                self.add(
                    ClauseVerdict(
                        authorities[owner], OPEN, projection.tables, projection.facts,
                        name=field_name(unread.fact), groups=projection.groups, unread=unread,
                    )
                )  # fmt: skip

    def same(self) -> None:
        """Judge the clauses about what must be the same at several tables."""
        for clause in self.plan.of(ClauseScope.SAME, None):
            games = [partition for game, partition in self.games.items() if clause.game in (None, game)]
            for found in comparisons(clause, games):
                verdict = OPEN if found.verdict == FAIL and not in_force(clause, self.day) else found.verdict
                self.add(
                    ClauseVerdict(clause, verdict, found.tables, found.facts, name=found.name, outliers=found.outliers)
                )

    def event(self, event: Event) -> None:
        """Judge the clauses about an event at each table that it touches, or for the licensee when it names none.

        An event on a day that the text does not cover is not judged.
        """
        on = str(event.facts.get("on") or self.day)[:10]
        if not self.book.covers(on):
            return
        touched = self._touched(event.tables)
        plan = self._event_plan(on, anywhere=not touched)
        for clause in plan.of(ClauseScope.EVENT, None):
            if not touched:
                verdict = run(clause, plan.day, event.facts, self.licensee_facts)
                if verdict != NOT_APPLICABLE:
                    self.add(ClauseVerdict(clause, verdict, (), self.licensee_facts, event))
            games = (tables for game, tables in touched.items() if clause.game in (None, game))
            for projection in (projection for tables in games for projection in tables.projections(clause.footprint)):
                verdict = run(clause, plan.day, event.facts, projection.facts)
                if verdict != NOT_APPLICABLE:
                    self.add(
                        ClauseVerdict(
                            clause, verdict, projection.tables, projection.facts, event, groups=projection.groups
                        )
                    )

    def _event_plan(self, day: str, anywhere: bool) -> Plan:
        """The clauses about events; of every game if an event is `anywhere`, of the games on the floor otherwise."""
        if (day, anywhere) not in self._event_plans:
            clauses = self.book.clauses if anywhere else self.book.about(self.games)
            self._event_plans[day, anywhere] = Plan((c for c in clauses if c.scope == ClauseScope.EVENT), day)
        return self._event_plans[day, anywhere]

    @cached_property
    def _by_number(self) -> dict[str, list[tuple[Group, int]]]:
        """The groups of the tables with a number, and their positions in these groups."""
        found: dict[str, list[tuple[Group, int]]] = {}
        for partition in self.games.values():
            for group in partition.groups:
                for position, table in enumerate(group.tables):
                    found.setdefault(table.number, []).append((group, position))
        return found

    def _touched(self, numbers: Iterable[str]) -> dict[str, Partition]:
        """The groups of the tables with these numbers, by game."""
        found: dict[int, tuple[Group, list[int]]] = {}
        for number in dict.fromkeys(numbers):
            for group, position in self._by_number.get(number, ()):
                found.setdefault(group.number, (group, []))[1].append(position)
        games: dict[str, list[Group]] = {}
        for group, positions in (found[number] for number in sorted(found)):
            tables = tuple(group.tables[position] for position in sorted(positions))
            games.setdefault(group.game, []).append(replace(group, tables=tables))
        return {game: Partition(tuple(groups)) for game, groups in games.items()}


class Plan:
    """The clause versions that count on a day, by scope and game. Choosing a date rebuilds nothing."""

    def __init__(self, clauses: Iterable[CompiledClause], day: str) -> None:
        self.day = day
        self.chosen: dict[str, CompiledClause] = {}
        self.in_force: set[str] = set()
        seen: set[str] = set()
        for clause in clauses:  # the versions of one clause are adjacent
            known = self.chosen.get(clause.id)
            earliest = clause.id not in seen
            seen.add(clause.id)
            if in_force(clause, day):
                self.chosen[clause.id] = clause
                self.in_force.add(clause.id)
            elif clause.id in self.in_force or known is not None and (known.since or "") > day:
                continue  # if no version is in force, the next one counts; if there is no later one, the last
            elif (
                clause.kind == ClauseKind.AUTHORITY
                or earliest
                and clause.opened
                and clause.opened <= day < (clause.since or "")
            ):
                self.chosen[clause.id] = clause
        self._by: dict[tuple[ClauseScope, str | None], tuple[CompiledClause, ...]] = {}

    def of(self, scope: ClauseScope, game: str | None) -> tuple[CompiledClause, ...]:
        """The clauses of a scope: those of a game and those of every game; with None, those of all games."""
        key = (scope, game)
        if key not in self._by:
            self._by[key] = tuple(
                c for c in self.chosen.values() if c.scope == scope and (game is None or c.game in (None, game))
            )
        return self._by[key]


def run(clause: CompiledClause, day: str, *facts: Facts) -> Verdict:
    """Judge one clause on one set of facts, with every reading of it."""
    if clause.readings:
        verdict = by_readings(tuple(reading[2](*facts) for reading in clause.readings))
    else:
        assert clause.check is not None
        verdict = clause.check(*facts)
    binding = in_force(clause, day)
    if verdict == FAIL and not binding and clause.kind != ClauseKind.AUTHORITY:
        return OPEN  # an inferred start: whether it was already in force is not established
    if verdict == PASS and not binding and clause.kind == ClauseKind.AUTHORITY:
        return OPEN if clause.opened and clause.opened <= day < (clause.since or "") else FAIL
    return verdict


def in_force(clause: CompiledClause, day: str) -> bool:
    """Whether the version of a clause is in force on a day."""
    return (clause.since or "") <= day and (clause.until is None or day < clause.until)


def _unknown_offers(partition: Partition, known: set[str]) -> dict[str, list[Group]]:
    """The offers that no clause authorizes, with the groups that offer them."""
    found: dict[str, list[Group]] = {}
    for group in partition.groups:
        for name in offers_of(group.facts):
            if name not in known:
                found.setdefault(name, []).append(group)
    return found
