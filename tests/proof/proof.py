"""The proof of one clause: its reference semantics and its generated code agree on every class of facts, on every day.

*Why the classes are enough.* Both programs are deterministic, and reach facts only through the objects of `facts.py` and
`observed.py`. Take two sets of facts of one class. Up to some step both runs are the same; at this step a program asks for a
fact, whether it is there, a comparison of a word with a constant or another word, or the sign of a linear form. On facts of
one class the answer is the same, since the walk makes a class for each answer, so the step after it is the same too; hence so is
the verdict. Everything else that a program might do with a fact raises, and the clause is not proven: products of two facts,
remainders, rounding, cards, chances, other rows. Nothing is read off the rules or trusted to the compiler: thresholds and
footprint are those that the programs show as they run, so that a threshold that only the generated code has makes a class as well.

*What is argued and not observed.* Of a set, of a map, of other rows of payouts, of instruments and of values in use at once, a few
elements are taken (`facts.py`): programs ask of them only whether some or all pass a test, or whether two differ. A list is equal
to one that a program states, or to none. The clause of a game asks of each offer of a table whether it knows it: the offers are one
of any name of the rulebook, one that no rule knows, or two of different kinds; its generated code runs on plain facts only. Facts have
the types of the vocabulary, and amounts in a record are not below 0, as readers enforce.

*Days* are cut by every date of the programs that run: a day of each version, the day before it, and a day after all; days on which
the same is in force are one. On rounds a clause is proven for complete facts of one row, whichever they are; what follows from other
rows, and what a wager is paid by filed payouts, is not part of it.

At every leaf the generated code also judges the facts as plain values, as a filing has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from tests.support.differential.compiled_evaluator import STEPS, VERSIONS
from tests.support.differential.random_facts import OFFERS, nodes
from tests.support.product import ResolvedClause, ResolvedRulebook
from tests.support.product import tree as t

from .evaluators import Programs, law, programs, related
from .facts import Exploration, Names
from .observed import Cuts, NotEnumerable

BOUND = 10_000  # of classes on one day
NOTHING = "demands nothing of a filing or a round by itself"
IN_A_ROUND = {"round", "seat", "hand"}
OF_WAGER = frozenset({"stake", "paid", "collected", "returned", "settled_as"})


@dataclass
class Proof:
    """The outcome for one clause: the classes that were compared, over all days; why not all; where the programs differ."""

    clause: ResolvedClause
    days: int = 0
    classes: int = 0
    reason: str = ""
    differences: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        return not self.reason and not self.differences


def prove(clause: ResolvedClause, bound: int = BOUND) -> Proof:
    """Compare both programs on every class of facts, up to a number of them."""
    proof, book = Proof(clause), law()
    if clause.scope == "none" or clause.kind in ("independent",):
        proof.reason = NOTHING
        return proof
    try:
        seen = set[Any]()
        for day in days(book, clause):
            pair = programs(book, clause, day)
            if pair.force in seen:
                continue
            seen.add(pair.force)
            proof.days += 1
            _compare(book, proof, pair, day, bound)
            if proof.differences:
                break
    except NotEnumerable as reason:
        proof.reason = str(reason)
    return proof


def _compare(book: ResolvedRulebook, proof: Proof, pair: Programs, day: date, bound: int) -> None:
    cuts = Cuts(constants(book, proof.clause), names().of_wager)
    explored = Exploration(names(), cuts, proof.clause.check.subject, bound)
    for facts in explored.leaves():
        expected = pair.reference(facts)
        found = pair.generated(facts) if pair.observed else expected
        if cuts.changed:
            continue
        plain = explored.plain()
        judged = pair.generated(plain)
        if not expected == found == judged:
            both = f"expected {expected}, found {judged}" if found == judged else f"observed {found}, but {judged}"
            proof.differences.append(f"{proof.clause.id} on {day}: {both}: {plain}")
            break
    proof.classes += explored.leaf


def days(book: ResolvedRulebook, clause: ResolvedClause) -> list[date]:
    """A day of each class: every date on which either program can change, the day before each, and a day after all."""
    used = related(clause.id)
    sections = [book.section(one.section) for one in used]
    dates = {day for one in used for version in one.versions for day in (version.since, version.until) if day}
    dates |= {day for day in (*(section.adopted for section in sections if section), book.expires) if day}
    compiled = [v for one in used for v in VERSIONS.get(one.id, ())]
    dates |= {date.fromisoformat(day) for v in compiled for day in (v.since, v.until, v.opened) if day}
    known = sorted(dates) or [date(2000, 1, 1)]
    return sorted({*known, *(day - timedelta(1) for day in known), known[-1] + timedelta(1)})


@cache
def names() -> Names:
    """The names by which the facts of the rulebook are read."""
    book = law()
    checks = [check for clause in book.clauses for version in clause.versions for check in version.checks]
    paths = [node for node in nodes(tuple(checks)) if isinstance(node, t.Path) and node.of in book.names]
    recorded = {name for name, field in book.fields.items() if IN_A_ROUND & {*field.owners}}
    keys = {by for check in checks if (by := getattr(check.predicate, "by", None)) and by not in book.fields}
    offers = {name.name: f"{name.kind} {name.game}" for name in book.names.values() if name.kind in OFFERS}
    return Names(
        book.fields, offers, OF_WAGER | {path.name for path in paths if path.name in recorded}, frozenset(keys)
    )


def constants(book: ResolvedRulebook, clause: ResolvedClause) -> Iterator[object]:
    """Every constant of the rule and of the generated code, of whatever use."""
    for node in nodes(tuple(check for version in clause.versions for check in version.checks)):
        if isinstance(node, t.Literal) and isinstance(node.value, str | Fraction):
            yield node.value
        elif isinstance(node, t.Path):
            yield node.name
        values = [v.value for v in getattr(node, "values", ()) if isinstance(v, t.Literal)]
        if values and all(isinstance(value, str) for value in values):
            yield tuple(values)
    for version in VERSIONS.get(clause.id, ()):
        checks: list[Any] = [version.check, *(reading[2] for reading in version.readings)]
        checks += [f for s in STEPS.get((version.id, version.since), ()) for f in (s.applies, s.holds, s.value)]
        for check in checks:
            if isinstance(check, FunctionType):
                yield from _of_code(check.__code__, check.__globals__, set())


def _of_code(code: CodeType, names: dict[str, Any], seen: set[str]) -> Iterator[object]:
    for constant in code.co_consts[1:]:  # the first is the docstring
        if isinstance(constant, CodeType):
            yield from _of_code(constant, names, seen)
        else:
            yield from _of_value(constant)
    for name in code.co_names:
        known = names.get(name)
        if name in seen or known is None:
            continue
        seen.add(name)
        if isinstance(known, FunctionType) and known.__module__ == names.get("__name__"):
            yield from _of_code(known.__code__, names, seen)
        elif isinstance(known, dict | tuple):
            yield from _of_value(known)


def _of_value(value: object) -> Iterator[object]:
    if isinstance(value, tuple | dict):
        if isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
            yield value
        for one in [*value, *(value.values() if isinstance(value, dict) else ())]:
            yield from _of_value(one)
    elif isinstance(value, str | int | Fraction) and not isinstance(value, bool):
        yield value
