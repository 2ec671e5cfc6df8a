"""Worlds: the law of a table with one reading of each clause, once for every consistent choice among readings that compete.

A choice is a section and the names of the readings of a clause in it; clauses of a section whose readings have the same names are
read alike. Clauses that hang on a common choice, directly, through what is derived or through the end of a wager, form a component.
A component is judged in each of its worlds, and everything else once (docs/semantics.md, Worlds).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from pitboss.checker.rounds.settlement import Readings, TableLaw, complete, judged
from pitboss.checker.rounds.steps import C, DerivesRole, HasRankRole, LeadsToRole, Operations, PaysRole, Role, Step, W
from pitboss.checker.runtime.operations import FAIL, Facts, Verdict

F = TypeVar("F", bound=Facts)
MOST = 16  # worlds of a component; more cannot be read, and judging them would take long
Choice = tuple[str, tuple[str, ...]]  # a section, and the names of the readings


def choice_of(readings: Readings) -> Choice | None:
    """The choice on which a clause hangs by itself; None if its text has one reading."""
    if len(readings) == 1:
        return None
    return readings[0].id.partition("(")[0], tuple(step.reading for step in readings)


@dataclass(frozen=True, slots=True)
class Component:
    """Choices on which common clauses hang, and these clauses in the law's order."""

    choices: tuple[Choice, ...]
    clauses: tuple[str, ...]

    @property
    def worlds(self) -> list[dict[Choice, str]]:
        """Every combination of readings, by choice; the first readings come first."""
        return [dict(zip(self.choices, names, strict=True)) for names in product(*(names for _, names in self.choices))]


class Worlds:
    """The law in force at one table on one day. World 0 has the first reading of each clause.

    The worlds of all components are run through side by side: law `n` has world `n` of each component that has so many.
    """

    def __init__(self, clauses: tuple[Readings, ...], reads: Mapping[str, tuple[str, ...]]) -> None:
        self.clauses = clauses
        self.components = tuple(_components(clauses, reads))
        self._number = {id_: len(component.worlds) for component in self.components for id_ in component.clauses}
        number = 1 if self.too_many else max(self._number.values(), default=1)
        self.readings = tuple(map(self._readings, range(number)))
        self.laws = tuple(TableLaw(tuple(_read(each, chosen) for each in clauses)) for chosen in self.readings)
        self.first = self.laws[0]

    def _readings(self, number: int) -> dict[Choice, str]:
        """The readings of a world by choice; a component with fewer worlds has its first."""
        found: dict[Choice, str] = {}
        for component in self.components:
            worlds = component.worlds
            found |= worlds[number if number < len(worlds) else 0]
        return found

    @property
    def too_many(self) -> str:
        """The reason why rows cannot be judged: the first component with too many worlds; empty if there is none."""
        for component in self.components:
            if (many := len(component.worlds)) > MOST:
                sections = ", ".join(dict.fromkeys(section for section, _ in component.choices))
                return f"the readings of {sections} leave {many} combinations, and at most {MOST} are judged"
        return ""

    def number(self, clause: str) -> int:
        """The number of worlds in which the clause is judged."""
        return self._number.get(clause, 1)

    @cached_property
    def number_by_wager(self) -> dict[str, int]:
        """Wager → the number of worlds in which its money is judged."""
        wagers = {step.role.wager for step in self.first.clauses}
        components = {wager: self.component_of_wager(wager) for wager in wagers}
        return {wager: len(component.worlds) for wager, component in components.items() if component}

    def worlds_before(self, earlier: Worlds) -> list[int]:
        """For each world the world of an earlier law that makes the same choices, as far as it has them."""
        return [
            next(
                (n for n, world in enumerate(earlier.readings) if all(here.get(c, r) == r for c, r in world.items())), 0
            )
            for here in self.readings
        ]

    def component_of_wager(self, wager: str) -> Component | None:
        """The component of the clauses on a wager: all of them hang on the same choices."""
        return next((found for step in self.first.of_wager(wager) if (found := self.component(step.id))), None)

    def component(self, clause: str) -> Component | None:
        return next((component for component in self.components if clause in component.clauses), None)


def completed(law: Worlds, t: F, ops: Operations[C, W]) -> tuple[F, ...]:
    """The facts with everything that follows from them, in each world."""
    recorded = [t, *(copy(t) for _ in law.laws[1:])]
    return tuple(complete(each, facts, ops) for each, facts in zip(law.laws, recorded, strict=True))


def judged_in_worlds(
    law: Worlds, made: Sequence[Facts], ops: Operations[C, W]
) -> Iterator[tuple[str, list[Verdict | W]]]:
    """Each clause that a round can breach, with its verdict in each of its worlds."""
    worlds = [
        dict(judged(each, facts, ops, [step for step in each.clauses if number < law.number(step.id)]))
        for number, (each, facts) in enumerate(zip(law.laws, made, strict=True))
    ]
    nothing = ops.verdict(False, None)  # of a clause that in a world no round can breach by itself
    for clause in (step.id for step in law.first.clauses):
        given = worlds[: law.number(clause)]
        if any(clause in world for world in given):
            yield clause, [world.get(clause, nothing) for world in given]


def joint_breaches(
    law: Worlds, verdicts: Mapping[str, Sequence[Verdict]], doubtful: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """By component: the fewest clauses of which one fails in every world, if none fails in all of them."""
    for component in law.components:
        in_force = [id_ for id_ in component.clauses if id_ in verdicts and id_ not in doubtful]
        failing = [frozenset(id_ for id_ in in_force if verdicts[id_][n] == FAIL) for n in range(len(component.worlds))]
        if all(failing) and not frozenset.intersection(*failing):
            yield _fewest([id_ for id_ in in_force if any(id_ in world for world in failing)], failing)


def _fewest(clauses: list[str], failing: list[frozenset[str]]) -> tuple[str, ...]:
    groups = (group for size in range(2, len(failing) + 1) for group in combinations(clauses, size))
    return next(group for group in groups if all(not world.isdisjoint(group) for world in failing))


def _read(readings: Readings, chosen: Mapping[Choice, str]) -> Step[Role]:
    choice = choice_of(readings)
    return next((step for step in readings if choice and step.reading == chosen.get(choice)), readings[0])


# ---- components


def _components(clauses: tuple[Readings, ...], reads: Mapping[str, tuple[str, ...]]) -> Iterator[Component]:
    """The choices that some clause hangs on together, with the clauses, in the law's order."""
    choices = {readings[0].id: choice for readings in clauses if (choice := choice_of(readings))}
    if not choices:
        return
    dependents = _dependents(clauses, reads)
    hanging: dict[str, set[Choice]] = {readings[0].id: set() for readings in clauses}
    for clause, choice in choices.items():
        for reached in _reached(clause, dependents) & hanging.keys():
            hanging[reached].add(choice)
    groups: list[set[Choice]] = []
    for found in hanging.values():
        if found:
            joined = [group for group in groups if not group.isdisjoint(found)]
            groups = [group for group in groups if group not in joined] + [found.union(*joined)]
    for group in groups:
        ordered = dict.fromkeys(choice for choice in choices.values() if choice in group)
        yield Component(tuple(ordered), tuple(clause for clause, found in hanging.items() if found & group))


def _dependents(clauses: tuple[Readings, ...], reads: Mapping[str, tuple[str, ...]]) -> dict[str, set[str]]:
    """By clause, by field that is read, and by wager: what depends on it at once."""
    found: dict[str, set[str]] = defaultdict(set)
    for step, *_ in clauses:
        for column in reads.get(step.id, ()):
            found[f"field {column}"].add(step.id)
        match step.role:
            case DerivesRole(field):
                found[step.id].add(f"field {field}")
            case LeadsToRole():
                found[step.id].add("field consequence")
            case HasRankRole():
                found[step.id].add("ranks")
            case PaysRole():
                found["ranks"].add(step.id)
        if wager := step.role.wager:  # the clauses on a wager are judged by one another
            found[step.id].add(f"wager {wager}")
            found[f"wager {wager}"].add(step.id)
    return found


def _reached(start: str, dependents: Mapping[str, set[str]]) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        new = dependents.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached
