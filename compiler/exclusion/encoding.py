"""The one encoding of conditions and duties as constraints: every question that reasons about the law reads it.

A constraint is a disjunction of literals: an offer is at the table or not, a field has one of some values or none of them. `EncodedFacts`
says which conditions are encoded. Of tables, a condition on anything else may be true or false, so that no table that could be lawful
is excluded. In questions about clauses alone, every quantity is a field, and a condition that is not taken apart is present or
absent like an offer: it contradicts its own negation, whatever it means.

>>> from pitboss.compiler.model.core import Name, Rulebook, Subject
>>> book = Rulebook("", (), {"lamp": Name(SubjectKind.WAGER, "lamp", "lamp", None, "")}, {}, (), (), None, "")
>>> four = Compare(Relation.AT_LEAST, Fact("lamp"), Const(core.ValueKind.NUMBER, Fraction(4), "4"))
>>> Encoding(book, EncodedFacts.OF_TABLES).met(Requirement(Subject(SubjectKind.WAGER, "lamp"), (four,), Need.BARS, Not(four)))
()
>>> Encoding(book).possible(Encoding(book).truth(four), Encoding(book).truth(four, False))
False
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import assert_never

from pitboss.compiler.exclusion.problem import LEAST_FILED, Quantity, Variables
from pitboss.compiler.exclusion.solver import Problem, satisfying
from pitboss.compiler.model import core, query
from pitboss.compiler.model.catalog_entries import Alternatives, Constraints, Literal, Presence, Sign, ValueTest
from pitboss.compiler.model.core import (
    AllOf,
    AnyOf,
    Compare,
    Const,
    Expr,
    Fact,
    Member,
    Need,
    Not,
    Offered,
    PayMode,
    Relation,
    Requirement,
    Rulebook,
    Source,
    SubjectKind,
    Term,
    Where,
)  # fmt: skip
from pitboss.compiler.model.filing_terms import filing_terms
from pitboss.compiler.model.functions import FUNCTIONS
from pitboss.compiler.model.memo import once_for_each

MOST = 64  # alternatives that are multiplied out
ANYTHING: Constraints = ()  # whatever a table has
_SIGNS = {
    Relation.AT_LEAST: Sign.AT_LEAST, Relation.AT_MOST: Sign.AT_MOST, Relation.MORE: Sign.MORE, Relation.LESS: Sign.LESS,
    Relation.EQUAL: Sign.IN, Relation.EXACTLY: Sign.IN, Relation.UNEQUAL: Sign.NOT_IN,
}  # fmt: skip
_PAYS = {PayMode.AT_LEAST: Sign.AT_LEAST, PayMode.EXACTLY: Sign.IN}
_OF_TABLES = ("count", "number", "money", "percent", "one_of", "flag")
_RESULTS = {"number": "count", "rank": "count", "percent": "number", "money": "number", "name": "name", "suit": "name"}


class EncodedFacts(Enum):
    """The facts whose conditions are encoded."""

    OF_TABLES = "offers, equipment and fields with one value at a table, which the catalog describes"
    WRITTEN = "all that have one value"
    ELEMENTS = "all; of a set, a list or a map, each of its values"
    STATED = "all that have one value, as far as a filing or a record can state it"


class Encoding:
    """The conditions and duties of one rulebook as constraints."""

    def __init__(self, book: Rulebook, facts: EncodedFacts = EncodedFacts.WRITTEN) -> None:
        self.book, self.facts = book, facts
        self._names: dict[object, str] = {}  # of quantities and conditions that are not taken apart
        self._quantities: dict[str, Quantity] = {}
        self._terms: dict[tuple[str, bool], Constraints] = {}

    def possible(self, *parts: Constraints) -> bool:
        """Whether some facts satisfy all constraints. "No" is proven; facts that depend on each other can make "yes" wrong."""
        together = tuple(chain.from_iterable(parts))
        variables = Variables([together], self._quantities.__getitem__)
        return satisfying(Problem(variables.domains, {"": variables.disjunctions(together)}), {}) is not None

    # ---- duties

    def applies(self, duty: core.Duty) -> Constraints:
        """The duty applies: what it speaks of is offered, and its conditions hold."""
        offers = [_present(name, True) for name in self._offers(duty)]
        return _all([*offers, *(self.truth(condition) for condition in duty.applies)])

    def exempt(self, duty: core.Duty) -> Constraints:
        """The duty does not apply."""
        offers = [_present(name, False) for name in self._offers(duty)]
        return self.either([*offers, *(self.truth(condition, False) for condition in duty.applies)])

    def met(self, duty: core.Duty) -> Constraints:
        """The duty is not breached."""
        return self.either([self.exempt(duty), self.demand(duty, True)])

    def demand(self, duty: core.Duty, met: bool) -> Constraints:
        """What the duty demands where it applies, or its contrary."""
        match duty:
            case Requirement(holds=holds):
                return self.truth(holds, met)
            case core.PayoutTable(by=str() as by, schedules=schedules) if schedules and met:
                # a payout for which no table is printed satisfies none
                return self.truth(Member(Fact(by), tuple(schedule.value for schedule in schedules)))
            case core.PayoutTable() if met and self.facts is EncodedFacts.ELEMENTS:
                return self._payouts(duty)
            case core.Ends(subject=subject, end=end) if met and self.facts is not EncodedFacts.OF_TABLES:
                return ((self._value_of(("end", subject.name), "name", Sign.IN, end.value),),)
            case (
                core.PayoutTable()
                | core.FilingDuty()
                | core.Derives()
                | core.RoundDuty()
                | core.ChanceDuty()
                | core.DeclaredDuty()
            ):
                return ANYTHING
        assert_never(duty)

    def _offers(self, duty: core.Duty) -> list[str]:
        """The offers without which the duty does not apply."""
        if isinstance(duty, Requirement) and duty.need in (Need.OFFER, Need.NO_OFFER):
            return []
        return [name for name in (duty.subject.name, duty.subject.of) if name and self._is_offer(name)]

    def _payouts(self, duty: core.PayoutTable) -> Constraints:
        """The figures of a duty, in each unit, by row; a single figure is that of every row."""
        match duty:
            case core.PayoutTable(mode=PayMode.BETWEEN, limits=(low, high)):
                limits = [("", Sign.AT_LEAST, low), ("", Sign.AT_MOST, high)]
            case core.PayoutTable(mode=mode, limits=(limit,)) if mode in _PAYS:
                limits = [("", _PAYS[mode], limit)]
            case core.PayoutTable(mode=mode, table=core.Table() as table) if mode in _PAYS:
                limits = [(query.key(row), _PAYS[mode], value) for row, value in table.column()]
            case _:
                limits = []
        rows = ("", *filing_terms(self.book).outcomes.get(duty.subject.of or duty.subject.name, ()))
        return tuple(
            (self._value_of(("pays", duty.subject, row, limit.kind), "number", sign, str(limit.value)),)
            for printed, sign, limit in limits
            for row in ([printed] if printed else rows)
            if isinstance(limit, Const) and isinstance(limit.value, Fraction)
        )

    def _value_of(self, quantity: object, kind: str, sign: Sign, value: str) -> ValueTest:
        name = self._named(quantity)
        self._quantities[name] = Quantity(kind)
        return ValueTest(name, sign, (value,))

    # ---- conditions

    def truth(self, expr: Expr, expected: bool = True) -> Constraints:
        """The condition is true, or it is false."""
        match expr:
            case Term(name) if name in self.book.terms:
                if (name, expected) not in self._terms:
                    self._terms[name, expected] = self._condition(expr, expected)  # within its own definition
                    self._terms[name, expected] = self.truth(self.book.terms[name], expected)
                return self._terms[name, expected]
            case Not(item):
                return self.truth(item, not expected)
            case AllOf(items) | AnyOf(items):
                parts = [self.truth(item, expected) for item in items]
                return _all(parts) if isinstance(expr, AllOf) == expected else self.either(parts)
            case Offered():
                return self._offered(expr, expected)
            case Member(item, values, negated):
                sign = Sign.IN if expected != negated else Sign.NOT_IN
                return self._read(expr, [item], self._test(item, sign, values), expected)
            case Compare(relation, left, right):
                stated = relation if expected else relation.negated
                test = self._test(left, _SIGNS[stated], (right,)) or self._test(right, _SIGNS[stated.flipped], (left,))
                return self._read(expr, [left, right], test, expected)
            case Fact() if (field := self._quantity(expr)) and field[1].type == "flag":
                return self._read(expr, [expr], ValueTest(field[0], Sign.IN, (str(expected),)), expected)
        return self._condition(expr, expected)

    def either(self, parts: Iterable[Constraints]) -> Constraints:
        """One of the parts, or several."""
        ways = [*parts]
        if prod(map(len, ways)) <= MOST:
            return _distinct(tuple(chain.from_iterable(chosen)) for chosen in product(*ways))
        if self.facts is EncodedFacts.OF_TABLES:
            return ANYTHING
        named = [(self._named(way), way) for way in ways]  # what is true of one of them is that all of it is
        return (
            tuple(Presence(name, True) for name, _ in named),
            *((Presence(name, False), *alternatives) for name, way in named for alternatives in way),
        )

    def _offered(self, offered: Offered, expected: bool) -> Constraints:
        """The offers of a table are also offers of its pit and its licensee; nothing is known about other tables."""
        kind = self.book.kind(offered.name)
        if kind is not SubjectKind.EQUIPMENT and not self._is_offer(offered.name):
            return self._condition(offered, expected)
        if offered.where is Where.TABLE:
            return _present(offered.name, expected)
        elsewhere = self._condition(offered, expected)
        return elsewhere if expected else _all([_present(offered.name, False), elsewhere])

    def _read(self, expr: Expr, sides: Iterable[Expr], test: ValueTest | None, expected: bool) -> Constraints:
        """A comparison with a field of an offer that is not offered is false."""
        read = self._condition(expr, expected) if test is None else ((test,),)
        for side in sides:
            if isinstance(side, Fact) and side.source is Source.OFFER and side.of and self._is_offer(side.of):
                there = _present(side.of, expected)
                read = _all([there, read]) if expected else self.either([there, read])
        return read

    def _condition(self, expr: Expr, expected: bool) -> Constraints:
        """A condition that is not taken apart."""
        return ANYTHING if self.facts is EncodedFacts.OF_TABLES else _present(self._named(expr), expected)

    # ---- quantities

    def _test(self, item: Expr, sign: Sign, values: Iterable[Expr]) -> ValueTest | None:
        """The comparison with constants as a literal; None for any other."""
        constants = [value.value if isinstance(value, Const) else None for value in values]
        compared = [value for value in constants if isinstance(value, Fraction | str)]
        if not compared or len(compared) < len(constants) or (quantity := self._quantity(item)) is None:
            return None
        name, described = quantity
        return ValueTest(name, sign, tuple(map(str, compared))) if described.fits(sign, compared) else None

    def _quantity(self, expr: Expr) -> tuple[str, Quantity] | None:
        """What has one value, by the name of its variable."""
        described = self._of_fact(expr) if isinstance(expr, Fact) else self._computed(expr)
        if described is None:
            return None
        name = str(expr) if isinstance(expr, Fact) else self._named(expr)
        self._quantities[name] = described
        return name, described

    def _of_fact(self, fact: Fact) -> Quantity | None:
        known = self.book.fields.get(fact.name)
        if known is None:
            return None if self.facts is EncodedFacts.OF_TABLES else Quantity("name")
        of, of_round = known.type, query.of_round(self.book, fact.name)
        if self.facts is EncodedFacts.OF_TABLES and (
            of.kind not in _OF_TABLES or of_round or fact.of is None and "table" not in known.owners
        ):
            return None
        if self.facts is EncodedFacts.ELEMENTS:
            of = of.element
        if of.kind == "one_of":
            names = any(isinstance(value.value, str) for value in of.values)
            if fact.derived or fact.name in _elected(self.book):
                return Quantity("name" if names else "number")
            return Quantity("one_of", tuple(str(value.value) for value in of.values))
        if of.kind in ("text", "name"):
            return Quantity("name")
        if fact.derived and of.kind in ("count", "money"):
            return Quantity("number")
        least = LEAST_FILED.get(of.kind) if self.facts is EncodedFacts.STATED else None
        return Quantity(of.kind, least=0 if least and of_round else least) if of.kind in _OF_TABLES else None

    def _computed(self, expr: Expr) -> Quantity | None:
        """A quantity that is computed from facts; no constraint of the catalog reads one."""
        if self.facts is EncodedFacts.OF_TABLES:
            return None
        match expr:
            case core.Apply(function) if function in FUNCTIONS:
                kind = _RESULTS.get(FUNCTIONS[function].result)
                return Quantity(kind) if kind else None
            case core.Fold(value=None):
                return Quantity("count")
            case core.Fold() | core.Arith():
                return Quantity("number")
            case core.Earlier(fact):
                return self._of_fact(fact)
        return None

    # ---- names

    def _named(self, what: object) -> str:
        return self._names.setdefault(what, f"({len(self._names)})")

    def _is_offer(self, name: str) -> bool:
        kind = self.book.kind(name)
        return kind is not None and kind.is_offer


@once_for_each
def _elected(book: Rulebook) -> frozenset[str]:
    """The fields of which a filing can state a value that is not listed."""
    duties = (reading.duty for clause in book.clauses for version in clause.versions for reading in version.readings)
    return frozenset(
        duty.subject.name for duty in duties if isinstance(duty, Requirement) and duty.need is Need.ELECTION
    )


# ---- constraints together


def _present(name: str, expected: bool) -> Constraints:
    return ((Presence(name, expected),),)


def _all(parts: Iterable[Constraints]) -> Constraints:
    return _distinct(alternatives for part in parts for alternatives in part)


def _distinct(constraints: Iterable[Alternatives]) -> Constraints:
    """The constraints without repetitions, and without those that hold whether an offer is there or not."""
    distinct = dict.fromkeys(tuple(dict.fromkeys(alternatives)) for alternatives in constraints)
    return tuple(
        alternatives for alternatives in distinct if not any(_denied(one, alternatives) for one in alternatives)
    )


def _denied(literal: Literal, alternatives: Alternatives) -> bool:
    return isinstance(literal, Presence) and Presence(literal.name, not literal.present) in alternatives
