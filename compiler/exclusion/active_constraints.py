"""The constraints on the tables of a game on a day, from the catalog: the offers that exist, and the conditions on them.

The result is two problems. A table that violates the *firm* one fails, whatever else is filed. A table that satisfies the *strict* one
breaches no clause under any reading, nor a clause before a start that is only inferred. A table between the two is open.

>>> active_constraints(Catalog("d"), "tiles", "2004-01-01").offers
{}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

from pitboss.compiler.exclusion.problem import LEAST_FILED, Quantity, Variables
from pitboss.compiler.exclusion.solver import BOTH, NO, Disjunction, Problem
from pitboss.compiler.model.catalog_entries import (
    Catalog,
    CheckedAs,
    ClauseEntry,
    Constraints,
    Literal,
    SectionEntry,
    VersionEntry,
)
from pitboss.compiler.model.core import Basis, Scope


@dataclass(frozen=True)
class ConstrainingClause:
    """A clause with the version that counts on the day."""

    id: str
    clause: ClauseEntry
    version: VersionEntry
    doubtful: bool  # the day is before a start that is only inferred

    @property
    def readings(self) -> dict[str, Constraints]:
        """The constraints by name of the reading, which is empty if the text is not open."""
        names = [r.name for r in self.version.readings] or [""]
        return dict(zip(names, self.version.constraints, strict=True))


@dataclass(frozen=True)
class ActiveConstraints:
    """What a table of a game may offer on a day, and the constraints on it."""

    offers: dict[str, ConstrainingClause]  # authorized on the day, certainly or perhaps, in the law's order
    absent: dict[str, ConstrainingClause]  # not authorized on the day: with the next version, or else the last
    clauses: dict[str, ConstrainingClause]  # that constrain tables, by id
    variables: Variables
    firm: Problem
    strict: Problem

    @property
    def values(self) -> dict[str, tuple[str, ...]]:
        """Of a field: one value of each kind that the constraints distinguish."""
        return self.variables.values

    @cached_property
    def by_id(self) -> dict[str, ConstrainingClause]:
        """The clauses that constrain tables, and those that authorize an offer on some day."""
        return self.clauses | {offer.id: offer for offer in (*self.offers.values(), *self.absent.values())}

    def given(self, facts: Iterable[Literal]) -> dict[str, int]:
        """The facts as bits of the variables; contradictory facts leave no bit, and no clause of the day looks at other facts."""
        given: dict[str, int] = {}
        for fact in facts:
            if (possible := given.get(fact.name, self.firm.domains.get(fact.name))) is not None:
                given[fact.name] = possible & self.variables.bits(fact)
        return given

    @property
    def certain(self) -> Problem:
        """The strict problem without the offers whose authority may not have started: what satisfies it is lawful on every reading."""
        doubtful = {offer.id: [[(name, NO)]] for name, offer in self.offers.items() if offer.doubtful}
        return Problem(self.strict.domains, {**self.strict.rules, **doubtful})


def active_constraints(catalog: Catalog, game: str, day: str, facts: Iterable[Literal] = ()) -> ActiveConstraints:
    """The offers and the constraints of a game on a day; fields distinguish the values in the known facts, too."""
    offers: dict[str, ConstrainingClause] = {}
    absent: dict[str, ConstrainingClause] = {}
    clauses: dict[str, ConstrainingClause] = {}
    for section, clause in _clauses(catalog, game):
        version, doubtful = _version(section, clause, day)
        if clause.kind == "authority":
            of_day = absent if version is None else offers
            if clause.subject != game:
                of_day[clause.subject] = ConstrainingClause(
                    clause.id, clause, version or _nearest(clause, day), doubtful
                )
        elif version is not None and any(version.constraints):
            clauses[clause.id] = ConstrainingClause(clause.id, clause, version, doubtful)
    encoded = [constraints for active in clauses.values() for constraints in active.readings.values()]
    variables = Variables(encoded, lambda name: _quantity(catalog, name), facts)
    domains = dict.fromkeys((*variables.values, *offers, *absent), BOTH) | variables.domains
    barred: dict[str, list[Disjunction]] = {a.id: [[(name, NO)]] for name, a in absent.items()}
    firm, strict = dict(barred), dict(barred)
    for id, active in clauses.items():
        if not active.doubtful:  # of each reading one constraint, of which at least one is satisfied
            chosen = product(*active.readings.values())
            firm[id] = variables.disjunctions(tuple(tuple(chain.from_iterable(some)) for some in chosen))
        for reading, constraints in active.readings.items():
            strict[f"{id}|{reading}" if reading else id] = variables.disjunctions(constraints)
    return ActiveConstraints(offers, absent, clauses, variables, _problem(domains, firm), _problem(domains, strict))


def _problem(domains: dict[str, int], rules: dict[str, list[Disjunction]]) -> Problem:
    """The rules that constrain anything."""
    return Problem(domains, {id: disjunctions for id, disjunctions in rules.items() if disjunctions})


def _quantity(catalog: Catalog, name: str) -> Quantity:
    entry = catalog.fields[name.partition(" of ")[0]]
    return Quantity(entry.type, entry.values, LEAST_FILED.get(entry.type))


def clauses_of(rules: Iterable[str]) -> tuple[str, ...]:
    """The clauses of rules, each once; a rule of the strict problem is a reading of a clause.

    >>> clauses_of(["1:1-1.2(a)/streak-bars-runs|as_a_rule", "1:1-1.2(b)/decks-at-most"])
    ('1:1-1.2(a)/streak-bars-runs', '1:1-1.2(b)/decks-at-most')
    """
    return tuple(dict.fromkeys(rule.partition("|")[0] for rule in rules))


def days_of_change(catalog: Catalog, game: str) -> list[str]:
    """The days on which the constraints of a game can change, in order, up to the expiry of the text."""
    days = {
        day
        for section in catalog.sections
        if section.game == game
        for clause in section.clauses
        if clause.scope is Scope.TABLE and clause.checked_as is CheckedAs.FILING
        for version in clause.versions
        for day in (version.since, version.until)
        if day and not (catalog.expires and day >= catalog.expires)
    }
    return sorted(days)


# ---- the clauses of a day


def _clauses(catalog: Catalog, game: str) -> Iterator[tuple[SectionEntry, ClauseEntry]]:
    for section in catalog.sections:
        for clause in section.clauses if section.game in (None, game) else ():
            if clause.scope is Scope.TABLE:
                yield section, clause


def _version(section: SectionEntry, clause: ClauseEntry, day: str) -> tuple[VersionEntry | None, bool]:
    """The version in force on the day; or the first, and true, if it may have started by then."""
    active = clause.active(day)
    if active is not None:
        return active, False
    first = clause.versions[0]
    if first.basis is Basis.INFERRED and section.adopted and section.adopted <= day < (first.since or ""):
        return first, True
    return None, False


def _nearest(clause: ClauseEntry, day: str) -> VersionEntry:
    coming = [v for v in clause.versions if (v.since or "") > day]
    return coming[0] if coming else clause.versions[-1]
