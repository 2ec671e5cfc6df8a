"""What a duty requires of a table, as constraints: the catalog contains them, and the exclusion matrix is derived from them.

A constraint is a disjunction of literals: an offer is at the table or not, a field has one of some values or none of them. A condition
on anything else becomes `Unconstrained`: it may be true or false, so that no table that could be lawful is excluded.

>>> from pitboss.compiler.model.core import Name, Rulebook, Subject
>>> book = Rulebook("", (), {"lamp": Name(SubjectKind.WAGER, "lamp", "lamp", None, "")}, {}, (), (), None, "")
>>> four = Compare(Relation.AT_LEAST, Fact("lamp"), core.Const(core.ValueKind.NUMBER, Fraction(4), "4"))
>>> constraints(book, Requirement(Subject(SubjectKind.WAGER, "lamp"), (), Need.BOUND, four))
((Presence(name='lamp', present=False), Unconstrained()),)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.catalog_entries import (
    Constraints,
    Literal,
    Presence,
    Sign,
    Unconstrained,
    ValueTest,
)
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
    Relation,
    Requirement,
    Rulebook,
    SubjectKind,
    Term,
    Where,
)

MOST = 64  # alternatives of one duty; a duty with more is not used as a constraint
_ANYTHING: Constraints = ((Unconstrained(),),)
_SIGNS = {
    Relation.AT_LEAST: Sign.AT_LEAST, Relation.AT_MOST: Sign.AT_MOST, Relation.MORE: Sign.MORE, Relation.LESS: Sign.LESS,
    Relation.EQUAL: Sign.IN, Relation.EXACTLY: Sign.IN, Relation.UNEQUAL: Sign.NOT_IN,
}  # fmt: skip
_BOUNDS = (Relation.AT_LEAST, Relation.AT_MOST, Relation.EXACTLY)
_SIMPLE = ("count", "number", "money", "percent", "one_of", "flag")


def constraints(book: Rulebook, duty: core.Duty) -> Constraints:
    """The constraints that a table must meet so that this duty is not breached; empty where it constrains no table."""
    holds = _holds(book, duty)
    if holds is None:
        return ()
    offering = isinstance(duty, Requirement) and duty.need in (Need.OFFER, Need.NO_OFFER)
    names = () if offering else (duty.subject.name, duty.subject.of)
    idle = [_present(n, False) for n in names if n and _is_offer(book, n)]
    idle += [_clauses(book, c, False) for c in duty.applies]
    made = _any([*idle, holds])
    return () if made == _ANYTHING else made


def _holds(book: Rulebook, duty: core.Duty) -> Constraints | None:
    match duty:
        case Requirement(need=Need.BARS, holds=Not(Offered(name))):
            return _present(name, False) if _known(book, name) else None
        case Requirement(need=Need.REQUIRES, holds=Offered(name)):
            return _present(name, True) if _known(book, name) else None
        case Requirement(need=Need.OFFER | Need.NO_OFFER, holds=holds):
            return _clauses(book, holds, True)
        case Requirement(need=Need.BOUND | Need.ELECTION, holds=Member(item, values, negated)):
            return _in(book, item, values, not negated)
        case Requirement(need=Need.BOUND, holds=AllOf((Compare(r1, item, low), Compare(r2, _, high)))):
            return _all([_compared(book, item, r1, low), _compared(book, item, r2, high)])
        case Requirement(need=Need.BOUND, holds=Compare(relation, item, right)) if relation in _BOUNDS:
            return None if isinstance(right, core.Lookup) else _compared(book, item, relation, right)
        case core.PayoutTable(by=str() as by, schedules=schedules) if schedules:
            # a payout for which no table is printed satisfies none
            return _in(book, Fact(by), [schedule.value for schedule in schedules], True)
        case (
            Requirement()
            | core.PayoutTable()
            | core.FilingDuty()
            | core.Derives()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return None
    assert_never(duty)


# ---- conditions


def _clauses(book: Rulebook, e: Expr, expected: bool) -> Constraints:
    match e:
        case Term(name) if name in book.terms:
            return _clauses(book, book.terms[name], expected)
        case Not(item):
            return _clauses(book, item, not expected)
        case AllOf(items) | AnyOf(items):
            parts = [_clauses(book, i, expected) for i in items]
            return _all(parts) if isinstance(e, AllOf) == expected else _any(parts)
        case Offered():
            return _offered(book, e, expected)
        case Member(Fact() as fact, values, negated):
            return _read(book, fact, _in(book, fact, values, expected != negated), expected)
        case Compare(relation, left, right):
            for side, sign, other in ((left, relation, right), (right, relation.flipped, left)):
                if isinstance(side, Fact) and _simple(book, side):
                    made = _compared(book, side, sign if expected else sign.negated, other)
                    return _read(book, side, made, expected)
        case Fact() if _simple(book, e) == "flag":
            return _read(book, e, ((ValueTest(str(e), Sign.IN, (str(expected),)),),), expected)
    return _ANYTHING


def _offered(book: Rulebook, e: Offered, expected: bool) -> Constraints:
    """The offers of a table are also offers of its pit and its licensee; nothing is known about other tables."""
    if not _known(book, e.name):
        return _ANYTHING
    if e.where is not Where.TABLE:
        return _ANYTHING if expected else _present(e.name, False)
    return _present(e.name, expected)


def _read(book: Rulebook, fact: Fact, made: Constraints, expected: bool) -> Constraints:
    """A comparison with a field of an offer that is not offered is false."""
    if not fact.of or not _is_offer(book, fact.of):
        return made
    return _all([_present(fact.of, True), made]) if expected else _any([_present(fact.of, False), made])


# ---- fields


def _in(book: Rulebook, item: Expr, values: Iterable[Const], among: bool) -> Constraints:
    listed = [_value(v) for v in values]
    if not isinstance(item, Fact) or not _simple(book, item) or None in listed:
        return _ANYTHING
    return ((ValueTest(str(item), Sign.IN if among else Sign.NOT_IN, tuple(str(v) for v in listed)),),)


def _compared(book: Rulebook, item: Expr, relation: Relation, other: Expr) -> Constraints:
    value = _value(other)
    if not isinstance(item, Fact) or not _simple(book, item) or value is None:
        return _ANYTHING
    sign = _SIGNS[relation]
    if sign not in (Sign.IN, Sign.NOT_IN) and not isinstance(value, Fraction):
        return _ANYTHING
    return ((ValueTest(str(item), sign, (str(value),)),),)


def _value(e: Expr) -> Fraction | str | None:
    return e.value if isinstance(e, Const) and isinstance(e.value, Fraction | str) else None


def _simple(book: Rulebook, fact: Fact) -> str:
    """The type of a field of a table or an offer that has one value; empty for sets, maps and fields of rounds."""
    of = book.fields.get(fact.name)
    if of is None or of.type.kind not in _SIMPLE or query.of_round(book, fact.name):
        return ""
    return "" if fact.of is None and "table" not in of.owners else of.type.kind


def _is_offer(book: Rulebook, name: str) -> bool:
    kind = book.kind(name)
    return kind is not None and kind.is_offer


def _known(book: Rulebook, name: str) -> bool:
    return _is_offer(book, name) or book.kind(name) is SubjectKind.EQUIPMENT


# ---- clauses of literals


def _present(name: str, expected: bool) -> Constraints:
    return ((Presence(name, expected),),)


def _all(parts: Iterable[Constraints]) -> Constraints:
    found = [clause for part in parts for clause in part]
    return _without_repeats(c for c in found if c != _ANYTHING[0]) or _ANYTHING


def _any(parts: list[Constraints]) -> Constraints:
    size = 1
    for part in parts:
        size *= len(part)
    if size > MOST:
        return _ANYTHING
    return _without_repeats(tuple(literal for clause in chosen for literal in clause) for chosen in product(*parts))


def _without_repeats(clauses: Iterable[tuple[Literal, ...]]) -> Constraints:
    return tuple(dict.fromkeys(tuple(dict.fromkeys(clause)) for clause in clauses))
