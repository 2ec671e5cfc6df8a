"""The constraints on the tables of a game on a day, from the catalog: the offers that exist, and the conditions on them.

The result is two problems. A table that violates the *firm* one fails, whatever else is filed. A table that satisfies the *strict* one
breaches no clause under any reading, nor a clause before a start that is only inferred. A table between the two is open.

>>> active_constraints(Catalog("d"), "tiles", "2004-01-01").offers
{}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor

from pitboss.compiler.exclusion.solver import NO, YES, Disjunction, Problem
from pitboss.compiler.model.catalog_entries import (
    Catalog,
    CheckedAs,
    ClauseEntry,
    Constraints,
    FieldEntry,
    Literal,
    Presence,
    SectionEntry,
    Sign,
    Unconstrained,
    ValueTest,
    VersionEntry,
)
from pitboss.compiler.model.core import Basis, Scope

_CHOICES = ("one_of", "flag")  # types of fields whose values have no order


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
    values: dict[str, tuple[str, ...]]  # of a field: one value of each kind that the constraints distinguish
    firm: Problem
    strict: Problem

    @property
    def certain(self) -> Problem:
        """The strict problem without the offers whose authority may not have started: what satisfies it is lawful on every reading."""
        doubtful = {offer.id: [[(name, NO)]] for name, offer in self.offers.items() if offer.doubtful}
        return Problem(self.strict.sizes, {**self.strict.rules, **doubtful})


def active_constraints(
    catalog: Catalog, game: str, day: str, numbers: Mapping[str, Iterable[Fraction]] | None = None
) -> ActiveConstraints:
    """The offers and the constraints of a game on a day. `numbers`: of a field, that a question distinguishes besides the law."""
    offers: dict[str, ConstrainingClause] = {}
    absent: dict[str, ConstrainingClause] = {}
    clauses: dict[str, ConstrainingClause] = {}
    for section, clause in _clauses(catalog, game):
        version, doubtful = _version(section, clause, day)
        if clause.kind == "authority":
            known = absent if version is None else offers
            if clause.subject != game:
                known[clause.subject] = ConstrainingClause(
                    clause.id, clause, version or _nearest(clause, day), doubtful
                )
        elif version is not None and any(version.constraints):
            clauses[clause.id] = ConstrainingClause(clause.id, clause, version, doubtful)
    values = _values(catalog, clauses, numbers or {})
    sizes = {name: len(some) for name, some in values.items()}
    sizes |= dict.fromkeys((*offers, *absent, *_mentioned(clauses)), 2)
    barred: dict[str, list[Disjunction]] = {a.id: [[(name, NO)]] for name, a in absent.items()}
    firm, strict = dict(barred), dict(barred)
    for id, active in clauses.items():
        readings = {name: _disjunctions(found, values) for name, found in active.readings.items()}
        if not active.doubtful:
            firm[id] = [_any_of(some) for some in product(*readings.values())]
        for reading, made in readings.items():
            strict[f"{id}|{reading}" if reading else id] = made
    return ActiveConstraints(
        offers, absent, clauses, values, Problem(sizes, _simplified(firm)), Problem(sizes, _simplified(strict))
    )


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


# ---- variables and their values


def _literals(clauses: dict[str, ConstrainingClause]) -> Iterator[Literal]:
    for active in clauses.values():
        for found in active.readings.values():
            for alternatives in found:
                yield from alternatives


def _mentioned(clauses: dict[str, ConstrainingClause]) -> list[str]:
    """The offers and the equipment that the constraints refer to."""
    return list(dict.fromkeys(literal.name for literal in _literals(clauses) if isinstance(literal, Presence)))


def _values(
    catalog: Catalog, clauses: dict[str, ConstrainingClause], more: Mapping[str, Iterable[Fraction]]
) -> dict[str, tuple[str, ...]]:
    cuts: dict[str, set[Fraction]] = {}
    for literal in _literals(clauses):
        if isinstance(literal, ValueTest):
            numbers = () if _field(catalog, literal.field).type in _CHOICES else map(Fraction, literal.values)
            cuts.setdefault(literal.field, set()).update(numbers)
    return {name: _kinds(_field(catalog, name), {*some, *more.get(name, ())}) for name, some in cuts.items()}


def _field(catalog: Catalog, name: str) -> FieldEntry:
    return catalog.fields[name.partition(" of ")[0]]


def _kinds(of: FieldEntry, cuts: set[Fraction]) -> tuple[str, ...]:
    """One value of each kind that the constraints distinguish; `cuts`: the numbers that they compare with.

    >>> _kinds(FieldEntry("", "count", ()), {Fraction(4), Fraction(6)})
    ('3', '4', '5', '6', '7')
    >>> _kinds(FieldEntry("", "money", ()), {Fraction(1), Fraction(2)})
    ('0', '1', '3/2', '2', '3')
    """
    if of.type == "one_of":
        return of.values
    if of.type == "flag":
        return ("False", "True")
    if of.type == "count":
        whole = {n for c in cuts for n in (floor(c) - 1, floor(c), floor(c) + 1)}
        return tuple(str(n) for n in sorted(whole) if n >= 0)
    order = sorted(cuts)
    between = [(a + b) / 2 for a, b in zip(order, order[1:], strict=False)]
    return tuple(str(n) for n in sorted({order[0] - 1, *order, *between, order[-1] + 1}))


# ---- constraints as bits, for the solver


def _disjunctions(found: Constraints, values: dict[str, tuple[str, ...]]) -> list[Disjunction]:
    """The constraints as bits. The variable of an unconstrained literal is empty; `_simplified` removes its disjunction."""
    return [[_bits(literal, values) for literal in alternatives] for alternatives in found]


def _bits(literal: Literal, values: dict[str, tuple[str, ...]]) -> tuple[str, int]:
    match literal:
        case Unconstrained():
            return "", YES
        case Presence(name, present):
            return name, YES if present else NO
        case ValueTest(name, sign, expected):
            return name, sum(1 << n for n, value in enumerate(values[name]) if satisfies(value, sign, expected))


def satisfies(value: str, sign: Sign, expected: tuple[str, ...]) -> bool:
    """Whether a value of a field satisfies a test.

    >>> satisfies("4", Sign.AT_LEAST, ("4",)), satisfies("double_zero", Sign.NOT_IN, ("double_zero",))
    (True, False)
    """
    if sign in (Sign.IN, Sign.NOT_IN):
        return (value in expected) == (sign is Sign.IN)
    a, b = Fraction(value), Fraction(expected[0])
    return {Sign.AT_LEAST: a >= b, Sign.AT_MOST: a <= b, Sign.MORE: a > b, Sign.LESS: a < b}[sign]


def _any_of(disjunctions: tuple[Disjunction, ...]) -> Disjunction:
    """At least one of the disjunctions, one of each reading, is satisfied."""
    return [literal for disjunction in disjunctions for literal in disjunction]


def _simplified(rules: dict[str, list[Disjunction]]) -> dict[str, list[Disjunction]]:
    """Merge the literals of a variable into one, and drop disjunctions that are always satisfied."""
    found = {}
    for name, disjunctions in rules.items():
        remaining = []
        for disjunction in disjunctions:
            bits: dict[str, int] = {}
            for variable, expected in disjunction:
                bits[variable] = bits.get(variable, 0) | expected
            if "" not in bits:
                remaining.append(list(bits.items()))
        if remaining:
            found[name] = remaining
    return found
