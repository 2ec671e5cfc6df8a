"""Whether some facts can breach a version of a clause, and whether some can meet it.

"No" is proven: the conditions and the demand are divided into alternatives, each with the values that every fact may still have, and
none is left. What has more parts than are tried, or compares facts with each other, counts as possible; so "yes" may be wrong.

>>> from pitboss.compiler.model.core import Basis, Const, Field, Reading, Subject, SubjectKind, Type, ValueKind
>>> book = core.Rulebook("", (), {}, {"decks": Field("decks", ("table",), Type("count"), "", None, "")}, (), (), None, "")
>>> least = [Compare(core.Relation.AT_LEAST, Fact("decks"), Const(ValueKind.NUMBER, Fraction(n))) for n in (1, 2)]
>>> bounds_of = [core.Requirement(Subject(SubjectKind.FIELD, "decks"), (), core.Need.BOUND, holds) for holds in least]
>>> [Reachable(book).breach((Reading(None, "", duty),)) for duty in bounds_of]
[False, True]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product

from pitboss.compiler.model import core, query
from pitboss.compiler.model.bounds import Bounds, bounds
from pitboss.compiler.model.core import (
    AllOf,
    AnyOf,
    Compare,
    Expr,
    Fact,
    Member,
    Not,
    Offered,
    Reading,
    Source,
    Term,
    Where,
)

MOST = 2000  # alternatives of one condition
_Case = dict[object, Bounds]  # by a fact, or by a condition that is not taken apart: what it may still be
_ANY: tuple[_Case, ...] = ({},)
_YES, _NO = Bounds(among=frozenset({"yes"})), Bounds(among=frozenset({"no"}))


class Reachable:
    """The verdicts that the versions of one rulebook can have."""

    def __init__(self, book: core.Rulebook) -> None:
        self.book = book

    def application(self, readings: Sequence[Reading]) -> bool:
        """Whether the version can apply under some reading."""
        return any(self._applying(reading.duty) for reading in readings)

    def breach(self, readings: Sequence[Reading]) -> bool:
        """Whether some facts can breach the version under some reading."""
        return any(_both(self._applying(reading.duty), self._demand(reading.duty, False)) for reading in readings)

    def compliance(self, readings: Sequence[Reading]) -> bool:
        """Whether some facts meet the version under every reading, and it applies to them under one of them."""
        left = _either(self._applying(reading.duty) for reading in readings)
        for reading in readings:
            left = _both(left, _either((self._exempt(reading.duty), self._demand(reading.duty, True))))
        return bool(left)

    # ---- duties

    def _applying(self, duty: core.Duty) -> tuple[_Case, ...]:
        return _all(
            [*(self._of(name, True) for name in self._present(duty)), *(self._of(expr, True) for expr in duty.applies)]
        )

    def _exempt(self, duty: core.Duty) -> tuple[_Case, ...]:
        return _either(
            [
                *(self._of(name, False) for name in self._present(duty)),
                *(self._of(expr, False) for expr in duty.applies),
            ]
        )

    def _present(self, duty: core.Duty) -> list[Offered]:
        """The offers of which the duty speaks: without them it does not apply."""
        if isinstance(duty, core.Requirement) and duty.need in (core.Need.OFFER, core.Need.NO_OFFER):
            return []
        kinds = {name: self.book.kind(name) for name in (duty.subject.name, duty.subject.of) if name}
        return [Offered(name, kind) for name, kind in kinds.items() if kind is not None and kind.is_offer]

    def _demand(self, duty: core.Duty, met: bool) -> tuple[_Case, ...]:
        match duty:
            case core.Requirement(holds=holds):
                return self._of(holds, met)
            case core.Ends(subject=subject, end=end) if met:
                return ({("end", subject.name): Bounds(among=frozenset({end.value}))},)
        return _ANY

    # ---- conditions

    def _of(self, expr: Expr, wanted: bool) -> tuple[_Case, ...]:
        """The cases in which a condition is true, or false."""
        match expr:
            case Term(name) if name in self.book.terms:
                return self._of(self.book.terms[name], wanted)
            case Not(item):
                return self._of(item, not wanted)
            case AllOf(items) | AnyOf(items):
                parts = (self._of(item, wanted) for item in items)
                return _all(parts) if isinstance(expr, AllOf) == wanted else _either(parts)
            case Compare(relation, Fact() as fact, core.Const(value=Fraction() | str() as value)) if self._is_one_value(
                fact
            ):
                return self._fact(fact, bounds(relation if wanted else relation.negated, value), wanted)
            case Compare(relation, core.Const() as const, Fact() as fact):
                return self._of(Compare(relation.flipped, fact, const), wanted)
            case Member(Fact() as fact, values, negated) if self._is_one_value(fact):
                listed = frozenset(one.value for one in values if isinstance(one.value, Fraction | str))
                if len(listed) == len(values):
                    return self._fact(fact, Bounds(among=listed) if wanted != negated else Bounds(never=listed), wanted)
        if isinstance(expr, Offered) and expr.where is not Where.TABLE:
            return _ANY  # at another table, too
        return ({expr: _YES if wanted else _NO},)

    def _fact(self, fact: Fact, allowed: Bounds, wanted: bool) -> tuple[_Case, ...]:
        """The case in which a fact is one of the allowed values; what is not offered has none, and no comparison with it holds."""
        left = allowed.both(self._values(fact))
        found: tuple[_Case, ...] = () if left.empty() else ({str(fact): left},)
        kind = self.book.kind(fact.of)
        if fact.source is Source.OFFER and not wanted and fact.of and kind:
            return _either([found, self._of(Offered(fact.of, kind), False)])
        return found

    def _is_one_value(self, fact: Fact) -> bool:
        """Whether the fact has one value, which is exact: a percentage is filed to some decimal places."""
        known = self.book.fields.get(fact.name)
        return (
            known is None
            or known.type.kind in ("count", "number", "money", "name", "text")
            or (
                known.type.kind == "one_of" and not any(one.kind is core.ValueKind.PERCENT for one in known.type.values)
            )
        )

    def _values(self, fact: Fact) -> Bounds:
        """The values that a filing or a record can state: a filing counts from one, a record from zero."""
        known = self.book.fields.get(fact.name)
        match known.type if known and not fact.derived else None:
            case core.Type("count"):
                return Bounds(low=Fraction(not query.of_round(self.book, fact.name)), whole=True)
            case core.Type("money"):
                return Bounds(low=Fraction(0))
            case core.Type("one_of", values) if fact.name not in self._elected:
                return Bounds(among=frozenset(one.value for one in values if isinstance(one.value, Fraction | str)))
        return Bounds()

    @cached_property
    def _elected(self) -> frozenset[str]:
        """The fields of which a filing can state a value that is not listed."""
        duties = (
            reading.duty for clause in self.book.clauses for version in clause.versions for reading in version.readings
        )
        return frozenset(
            duty.subject.name
            for duty in duties
            if isinstance(duty, core.Requirement) and duty.need is core.Need.ELECTION
        )


def _all(parts: Iterable[tuple[_Case, ...]]) -> tuple[_Case, ...]:
    found = _ANY
    for part in parts:
        found = _both(found, part)
    return found


def _either(parts: Iterable[tuple[_Case, ...]]) -> tuple[_Case, ...]:
    found = tuple(case for part in parts for case in part)
    return _ANY if len(found) > MOST or {} in found else found


def _both(one: tuple[_Case, ...], two: tuple[_Case, ...]) -> tuple[_Case, ...]:
    """The cases of both that do not contradict each other."""
    if not one or not two:
        return ()
    if len(one) * len(two) > MOST:
        return one if len(one) <= MOST else _ANY  # what is left out can only make more possible
    found = []
    for a, b in product(one, two):
        shared = {key: a[key].both(b[key]) for key in a.keys() & b.keys()}
        if not any(value.empty() for value in shared.values()):
            found.append({**a, **b, **shared})
    return tuple(found)
