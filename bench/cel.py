"""The rules that the Common Expression Language can express, derived from the core, and their verdicts by a CEL engine.

A rule becomes one expression: "it applies and does not hold". CEL's logic has three values, as ours has, if a missing value is an
error: true is a breach, false is none, and an error means that the filing does not decide it.

>>> expression(core.Compare(core.Relation.AT_MOST, core.Fact("decks"), core.Const(core.ValueKind.NUMBER, Fraction(8))), {"decks"})
't["decks"] <= 8.0'
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from fractions import Fraction

from pitboss.checker.judging.judge import Plan
from pitboss.checker.runtime.operations import FAIL, NEEDS, CompiledClause, Facts, Verdict
from pitboss.compiler.model import core

SIGNS = {core.Relation.EQUAL: "==", core.Relation.UNEQUAL: "!="}
FIGURES = (core.ValueKind.NUMBER, core.ValueKind.MONEY, core.ValueKind.PERCENT)
SIMPLE = ("count", "number", "money", "percent", "name", "flag", "one_of")


class Inexpressible(Exception):
    """CEL has no equal construct, or the engine would need to be given functions of ours."""


def rules(book: core.Rulebook, plan: Plan) -> Iterator[tuple[CompiledClause, str]]:
    """Each clause about a table that counts on the day and can be expressed, and its breach as an expression."""
    simple = {name for name, field in book.fields.items() if field.type.kind in SIMPLE}
    versions = {(c.id, str(v.since or "")): v for c in book.clauses if c.scope == core.Scope.TABLE for v in c.versions}
    for clause in plan.chosen.values():
        version = versions.get((clause.id, clause.since or ""))
        if version is None or clause.readings or clause.check is None or not isinstance(version.duty, core.Requirement):
            continue
        if version.duty.need in (core.Need.UNIFORM, core.Need.ELECTION, core.Need.ORDER):
            continue
        try:
            breached = (*_guards(book, version.duty), core.Not(version.duty.holds))
            yield clause, expression(core.AllOf(breached), simple)
        except Inexpressible:
            continue


def _guards(book: core.Rulebook, duty: core.Requirement) -> Iterator[core.Expr]:
    """A duty applies if its subject is offered, unless it is about that, and its conditions hold."""
    name = duty.subject.of if duty.subject.of in book.names else duty.subject.name
    kind = book.kind(name)
    about_offering = duty.need in (core.Need.OFFER, core.Need.NO_OFFER)
    if name and kind and (kind.is_offer or kind is core.SubjectKind.EQUIPMENT) and not about_offering:
        yield core.Offered(name, kind)
    yield from duty.applies


def expression(expr: core.Expr, simple: Collection[str]) -> str:
    """A condition in CEL over the facts `t` of a table."""
    match expr:
        case core.Compare(relation, core.Fact() as fact, core.Const() as const) if relation != core.Relation.EXACTLY:
            return _of_offer(fact, f"{_fact(fact, simple)} {SIGNS.get(relation, relation)} {_const(const)}")
        case core.Member(core.Fact() as fact, values, negated):
            found = f"{_fact(fact, simple)} in [{', '.join(map(_const, values))}]"
            return _of_offer(fact, f"!({found})" if negated else found)
        case core.Offered(name, core.SubjectKind.EQUIPMENT, core.Where.TABLE):
            return f"t.equipment[{_text(name)}]"
        case core.Offered(name, _, core.Where.TABLE):
            return f"{_text(name)} in t.offers"
        case core.Not(item):
            return f"!({expression(item, simple)})"
        case core.AllOf(items) if items:
            return " && ".join(f"({expression(one, simple)})" for one in items)
        case core.AnyOf(items) if items:
            return " || ".join(f"({expression(one, simple)})" for one in items)
    raise Inexpressible


def _fact(fact: core.Fact, simple: Collection[str]) -> str:
    if fact.derived or fact.name not in simple or fact.source is core.Source.ENTRY:
        raise Inexpressible
    return f"t.offers[{_text(fact.of)}][{_text(fact.name)}]" if fact.of else f"t[{_text(fact.name)}]"


def _of_offer(fact: core.Fact, comparison: str) -> str:
    """What is compared of an offer that is not offered is false."""
    return f"({_text(fact.of)} in t.offers && {comparison})" if fact.of else comparison


def _const(const: core.Const) -> str:
    if const.kind in FIGURES and isinstance(const.value, Fraction):
        return repr(float(const.value))
    if const.kind is core.ValueKind.NAME:
        return _text(str(const.value))
    if const.kind is core.ValueKind.FLAG:
        return "true" if const.value else "false"
    raise Inexpressible


def _text(word: object) -> str:
    return json.dumps(word)


def data(value: object) -> object:
    """Facts as a CEL engine takes them: figures are doubles, and what is unknown is missing."""
    if isinstance(value, dict):
        return {str(key): data(item) for key, item in value.items() if item is not None}
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int | Fraction):
        return float(value)
    return None


def ours(clause: CompiledClause, facts: Facts) -> bool | None:
    """Whether the facts breach the clause: the verdict of the compiled rule as CEL can state it."""
    assert clause.check is not None
    found: Verdict = clause.check(facts)
    return None if found == NEEDS else found == FAIL
