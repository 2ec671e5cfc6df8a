"""What a table of which only some facts are known may still offer, must offer, and cannot offer, and which clauses decide.

The facts are those of the constraints: an offer or a piece of equipment is there or not, a field has one of some values or lies within
limits. An answer holds however the rest of the table is filled in: *no* if no table with these facts is free of a certain breach, *may*
if some table with them passes under every reading. Conditions that the constraints do not evaluate can only add duties to such a table;
`check` judges them.

>>> may(Catalog("d"), "tiles", "2004-01-01", []) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pitboss.compiler.exclusion.active_constraints import ActiveConstraints, active_constraints, clauses_of
from pitboss.compiler.exclusion.matrix import ExcludingClause, excluding_clause, is_a, titles
from pitboss.compiler.exclusion.sat import Solver
from pitboss.compiler.exclusion.solver import NO, YES
from pitboss.compiler.model.catalog_entries import (
    Catalog,
    CheckedAs,
    FieldEntry,
    Literal,
    PrintedTable,
)
from pitboss.compiler.model.core import SubjectKind

Grounds = tuple[tuple[str, ...], ...]  # alternatives, each a minimal group of clauses


class Standing(StrEnum):
    """Whether the table can have something."""

    MUST = "must"  # no lawful table is without it
    SHOULD = "must, open"  # under some reading, no lawful table is without it
    MAY = "may"  # some table with it is lawful under every reading
    OPEN = "open"  # lawful under some reading only
    NO = "no"  # no lawful table has it


@dataclass(frozen=True, slots=True)
class Possible:
    """An offer or a piece of equipment, and whether the table can have it."""

    name: str  # streak
    title: str
    kind: str  # wager
    filed: bool | None  # as given; None: not known
    standing: Standing
    grounds: Grounds  # why it must be there, or why it cannot


@dataclass(frozen=True, slots=True)
class LawfulInterval:
    """Numbers between two bounds; None: no bound."""

    low: Fraction | None
    high: Fraction | None
    above: bool = False  # the low bound itself is excluded
    below: bool = False  # the high bound itself is excluded


@dataclass(frozen=True, slots=True)
class LawfulLimit:
    """What a field can be. Of a field of an offer: if the table has the offer."""

    field: str  # "decks", "maximum of streak"
    title: str
    type: str  # money
    choices: tuple[str, ...]  # of a field without order
    intervals: tuple[LawfulInterval, ...]  # of a number
    open: tuple[str, ...] | tuple[LawfulInterval, ...]  # further values that are lawful under some reading only
    grounds: Grounds  # why the other values are excluded
    stated: str = ""  # the one value that is given; the others are what the field could be instead


@dataclass(frozen=True, slots=True)
class LawfulPayouts:
    """What a wager pays: the printed tables, as far as the known facts leave them, or a figure."""

    wager: str
    title: str
    clause: str
    expected: str  # "exactly what one of the printed tables states, as a whole", "at least 35 to 1"
    conditions: tuple[str, ...]  # under which it is paid, in words
    tables: tuple[PrintedTable, ...]  # empty: the figure is the only one


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer about one table."""

    game: str
    title: str
    day: str
    lawful: str  # "yes", "open" or "no": whether any table with these facts is
    conflict: Grounds  # why none is, or none under every reading
    offers: tuple[Possible, ...]
    equipment: tuple[Possible, ...]  # as far as a clause decides on it
    limits: tuple[LawfulLimit, ...]  # as far as a clause restricts them
    paytables: tuple[
        LawfulPayouts, ...
    ]  # of what it has and must have; of what it may have, where the law leaves a choice
    clauses: dict[str, ExcludingClause]  # every clause of a ground, by id


def may(catalog: Catalog, game: str, day: str, facts: Iterable[Literal]) -> Answer | None:
    """What a table of a game with these facts may still offer on a day; None if the rulebook does not have the game.

    Facts on fields and names that no constraint of the day mentions change nothing.
    """
    if not is_a(catalog, game, SubjectKind.GAME):
        return None
    known = list(facts)
    law = active_constraints(catalog, game, day, known)
    with Solver(law.certain) as strict, Solver(law.firm) as firm:
        return _Question(catalog, law, law.given(known), strict, firm).answer(game, day)


class _Question:
    """One table."""

    def __init__(
        self, catalog: Catalog, law: ActiveConstraints, given: dict[str, int], strict: Solver, firm: Solver
    ) -> None:
        self.catalog, self.law, self.given, self.strict, self.firm = catalog, law, given, strict, firm
        self.title = titles(catalog)
        self.cited: set[str] = set()

    def answer(self, game: str, day: str) -> Answer:
        lawful = "yes"
        conflict: Grounds = ()
        for word, solver in (("open", self.strict), ("no", self.firm)):
            if not solver.lawful(self.given):
                lawful, conflict = word, self._grounds(solver, self.given)
        names = [name for name in self.law.firm.domains if name not in self.law.values]
        things = [n for n in names if is_a(self.catalog, n, SubjectKind.EQUIPMENT)]
        possible = lawful != "no"
        limits = tuple(self._limits()) if possible else ()
        offers = tuple(map(self._possible, (*self.law.offers, *self.law.absent))) if possible else ()
        equipment = tuple(p for p in map(self._possible, things) if p.standing is not Standing.MAY) if possible else ()
        paytables = tuple(self._paytables(offers, day))
        clauses = {id: self._clause(id, day) for id in self.law.by_id if id in self.cited}
        return Answer(game, self.title(game), day, lawful, conflict, offers, equipment, limits, paytables, clauses)

    def _clause(self, id: str, day: str) -> ExcludingClause:
        """A clause in words; an authority with the days of its force."""
        clause = excluding_clause(self.law, id)
        if id in self.law.clauses:
            return clause
        offer, since, until = clause["words"].partition(" may be offered")[0], clause["since"], clause["until"]
        if since is None or since <= day:
            words = f"{offer} was authorized only until {until}."
        elif clause["doubtful"]:
            words = f"{offer} is authorized from {since} on; whether it was before is not established."
        else:
            words = f"{offer} is authorized only from {since} on."
        return {**clause, "words": words}

    def _grounds(self, solver: Solver, given: Mapping[str, int]) -> Grounds:
        groups = dict.fromkeys(map(clauses_of, solver.conflicts(given)))
        self.cited.update(clause for group in groups for clause in group)
        return tuple(groups)

    # ---- offers and equipment

    def _possible(self, name: str) -> Possible:
        filed = {YES: True, NO: False}.get(self.given.get(name, YES | NO))
        standing, grounds = self._standing(name, filed)
        known = self.catalog.names[name]
        return Possible(name, known.title, known.kind, filed, standing, grounds)

    def _standing(self, name: str, filed: bool | None) -> tuple[Standing, Grounds]:
        rest = {other: bits for other, bits in self.given.items() if other != name}
        with_it, without = {**rest, name: YES}, {**rest, name: NO}
        if not self.firm.lawful(with_it):
            return Standing.NO, self._grounds(self.firm, with_it)
        if not self.firm.lawful(without):
            return Standing.MUST, self._grounds(self.firm, without)
        if not self.strict.lawful(with_it):
            return Standing.OPEN, self._grounds(self.strict, with_it)
        if not self.strict.lawful(without):
            return Standing.SHOULD, self._grounds(self.strict, without)
        return Standing.MAY, ()

    # ---- limits

    def _limits(self) -> Iterator[LawfulLimit]:
        for name, values in self.law.values.items():
            own, _, offer = name.partition(" of ")
            given = {**self.given, offer: YES} if offer else self.given
            if not self.firm.lawful(given):
                continue
            domain = self.law.firm.domains[name]
            bits = [1 << n for n in range(len(values)) if domain & 1 << n]
            filed = self.given.get(name, domain)
            free = {n: bits_ for n, bits_ in given.items() if n != name}
            perhaps = sum(b for b in bits if self.firm.lawful({**free, name: b}))
            certain = perhaps  # where the offer itself is open, so is every value
            if self.strict.lawful({**free, name: perhaps}):
                certain = sum(b for b in bits if self.strict.lawful({**free, name: b}))
            if certain == domain:
                continue
            excluded = domain & ~certain
            solver = self.strict if excluded & perhaps else self.firm
            grounds = dict.fromkeys(g for b in bits if b & excluded for g in self._grounds(solver, {**free, name: b}))
            stated = values[filed.bit_length() - 1] if filed.bit_count() == 1 and name in self.given else ""
            among = domain if stated else filed
            of, left, more = self.catalog.fields[own], certain & among, perhaps & ~certain & among
            ordered = of.type not in ("one_of", "flag")
            yield LawfulLimit(
                name, self.title(name), of.type, () if ordered else _chosen(values, left),
                tuple(_intervals(of, values, left)) if ordered else (),
                tuple(_intervals(of, values, more)) if ordered else _chosen(values, more), tuple(grounds), stated,
            )  # fmt: skip

    # ---- paytables

    def _paytables(self, offers: tuple[Possible, ...], day: str) -> Iterator[LawfulPayouts]:
        """What the wagers pay that can be there; of a table for each value of a field, those of lawful values."""
        can = {offer.name: offer for offer in offers if offer.standing is not Standing.NO and offer.filed is not False}
        unlawful = {
            f"{self.catalog.fields[name].title}: {value}"
            for name, values in self.law.values.items() if name in self.catalog.fields
            for n, value in enumerate(values)
            if not self.given.get(name, 1 << n) & 1 << n or not self.firm.lawful({**self.given, name: 1 << n})
        }  # fmt: skip
        for clause in self.catalog.clauses:
            version = clause.active(day)
            if clause.kind == "payout" and clause.checked_as is CheckedAs.FILING and version and clause.about[0] in can:
                tables = tuple(table for table in version.tables if table.title not in unlawful)
                offer = can[clause.about[0]]
                there = offer.filed or offer.standing in (Standing.MUST, Standing.SHOULD)
                if there or len(tables) > 1 or any(len(table.rows[0]) > 2 for table in tables):
                    yield LawfulPayouts(
                        offer.name, offer.title, clause.id, version.expected, version.conditions, tables
                    )


# ---- values in words


def _chosen(values: tuple[str, ...], bits: int) -> tuple[str, ...]:
    return tuple(value for n, value in enumerate(values) if bits & 1 << n)


def _intervals(of: FieldEntry, values: tuple[str, ...], bits: int) -> Iterator[LawfulInterval]:
    """The values of the bits as intervals. Each value stands for itself, or for all numbers between its neighbors.

    >>> count, money = FieldEntry("", "count", ()), FieldEntry("", "money", ())
    >>> [(str(i.low), str(i.high)) for i in _intervals(count, ("3", "4", "5", "6", "7"), 0b11010)]
    [('4', '4'), ('6', 'None')]
    >>> list(_intervals(money, ("0", "1", "3/2", "2", "3"), 0b01100))
    [LawfulInterval(low=Fraction(1, 1), high=Fraction(2, 1), above=True, below=False)]
    """
    numbers = list(map(Fraction, values))
    start = None
    for n in range(len(values) + 1):
        there = n < len(values) and bool(bits & 1 << n)
        if there and start is None:
            start = n
        elif not there and start is not None:
            yield _interval(of, numbers, start, n - 1)
            start = None


def _interval(of: FieldEntry, numbers: list[Fraction], first: int, last: int) -> LawfulInterval:
    if of.type == "count":  # the ends stand for all smaller and all greater numbers
        low = None if first == 0 or numbers[first] == 1 else numbers[first]
        return LawfulInterval(low, None if last == len(numbers) - 1 else numbers[last])
    # cuts stand at odd positions, and what lies between them at even ones
    low, high = (numbers[first - 1] if first else None), None
    if first % 2:
        low = numbers[first]
    if last < len(numbers) - 1:
        high = numbers[last] if last % 2 else numbers[last + 1]
    return LawfulInterval(low, high, low is not None and not first % 2, high is not None and not last % 2)
