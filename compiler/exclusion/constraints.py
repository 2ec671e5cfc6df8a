"""What a rule demands of tables, as plain constraints: the catalog holds them, and the exclusion matrix is derived from them.

A constraint is a list of alternatives, each a literal: something is at the table or not, a field has one of some values or
none of them. A condition on anything else becomes "anything": it may hold or not, so that nothing that a table could still
do is ever ruled out.

>>> from pitboss.compiler.model.core import Name, Rulebook, Subject
>>> book = Rulebook("", (), {"lamp": Name(SubjectKind.WAGER, "lamp", "lamp", None, "")}, {}, (), (), None, "")
>>> four = Compare(Relation.AT_LEAST, Fact("lamp"), core.Const(core.ValueKind.NUMBER, Fraction(4), "4"))
>>> constraints(book, Requirement(Subject(SubjectKind.WAGER, "lamp"), (), Need.BOUND, four))
[[['lamp', 'is', False], ['anything']]]
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.compiler.model import core, query
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

Literal = list[Any]  # [name, "is", true or false], [field, sign, values], or ["anything"]
Clauses = list[list[Literal]]  # all of them hold; of each, one literal

MOST = 64  # alternatives of one rule; one that has more is not reasoned about
_ANYTHING: Clauses = [[["anything"]]]
_BOUNDS = (Relation.AT_LEAST, Relation.AT_MOST, Relation.EXACTLY)
_SIMPLE = ("count", "number", "money", "percent", "one_of", "flag")


def constraints(book: Rulebook, duty: core.Duty) -> Clauses:
    """The constraints that a table must meet so that this duty is not breached; empty where it constrains no table."""
    holds = _holds(book, duty)
    if holds is None:
        return []
    offering = isinstance(duty, Requirement) and duty.need in (Need.OFFER, Need.NO_OFFER)
    names = () if offering else (duty.subject.name, duty.subject.of)
    idle = [_present(n, False) for n in names if n and _is_offer(book, n)]
    idle += [_clauses(book, c, False) for c in duty.applies]
    made = _any([*idle, holds])
    return [] if made == _ANYTHING else made


def _holds(book: Rulebook, duty: core.Duty) -> Clauses | None:
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
            # where no table is printed for a key, no table can be met
            return _in(book, Fact(by), [schedule.value for schedule in schedules], True)
    return None


# ---- conditions


def _clauses(book: Rulebook, e: Expr, wanted: bool) -> Clauses:
    match e:
        case Term(name) if name in book.terms:
            return _clauses(book, book.terms[name], wanted)
        case Not(item):
            return _clauses(book, item, not wanted)
        case AllOf(items) | AnyOf(items):
            parts = [_clauses(book, i, wanted) for i in items]
            return _all(parts) if isinstance(e, AllOf) == wanted else _any(parts)
        case Offered():
            return _offered(book, e, wanted)
        case Member(Fact() as fact, values, negated):
            return _read(book, fact, _in(book, fact, values, wanted != negated), wanted)
        case Compare(relation, left, right):
            for side, sign, other in ((left, relation, right), (right, relation.flipped, left)):
                if isinstance(side, Fact) and _simple(book, side):
                    made = _compared(book, side, sign if wanted else sign.negated, other)
                    return _read(book, side, made, wanted)
        case Fact() if _simple(book, e) == "flag":
            return _read(book, e, [[[str(e), "in", [str(wanted)]]]], wanted)
    return _ANYTHING


def _offered(book: Rulebook, e: Offered, wanted: bool) -> Clauses:
    """What a table offers, its pit and its licensee offer; of what other tables do nothing is known."""
    if not _known(book, e.name):
        return _ANYTHING
    if e.where is not Where.TABLE:
        return _ANYTHING if wanted else _present(e.name, False)
    return _present(e.name, wanted)


def _read(book: Rulebook, fact: Fact, made: Clauses, wanted: bool) -> Clauses:
    """A comparison with a field of an offer that is not offered is false."""
    if not fact.of or not _is_offer(book, fact.of):
        return made
    return _all([_present(fact.of, True), made]) if wanted else _any([_present(fact.of, False), made])


# ---- fields


def _in(book: Rulebook, item: Expr, values: Iterable[Const], among: bool) -> Clauses:
    listed = [_value(v) for v in values]
    if not isinstance(item, Fact) or not _simple(book, item) or None in listed:
        return _ANYTHING
    return [[[str(item), "in" if among else "not in", [str(v) for v in listed]]]]


def _compared(book: Rulebook, item: Expr, relation: Relation, other: Expr) -> Clauses:
    value = _value(other)
    if not isinstance(item, Fact) or not _simple(book, item) or value is None:
        return _ANYTHING
    if relation in (Relation.EQUAL, Relation.EXACTLY, Relation.UNEQUAL):
        return [[[str(item), "not in" if relation is Relation.UNEQUAL else "in", [str(value)]]]]
    return [[[str(item), relation.value, [str(value)]]]] if isinstance(value, Fraction) else _ANYTHING


def _value(e: Expr) -> Fraction | str | None:
    return e.value if isinstance(e, Const) and isinstance(e.value, Fraction | str) else None


def _simple(book: Rulebook, fact: Fact) -> str:
    """The type of a field of a table or an offer that has one value; of sets, maps and rounds nothing is reasoned."""
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


def _present(name: str, wanted: bool) -> Clauses:
    return [[[name, "is", wanted]]]


def _all(parts: Iterable[Clauses]) -> Clauses:
    found = [clause for part in parts for clause in part]
    return _without_repeats(c for c in found if c != _ANYTHING[0]) or _ANYTHING


def _any(parts: list[Clauses]) -> Clauses:
    size = 1
    for part in parts:
        size *= len(part)
    if size > MOST:
        return _ANYTHING
    return _without_repeats([lit for clause in chosen for lit in clause] for chosen in product(*parts))


def _without_repeats(clauses: Iterable[list[Literal]]) -> Clauses:
    found: Clauses = []
    for clause in clauses:
        once: list[Literal] = []
        for literal in clause:
            if literal not in once:
                once.append(literal)
        if once not in found:
            found.append(once)
    return found
