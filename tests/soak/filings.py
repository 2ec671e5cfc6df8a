"""Random and boundary filings: the oracle, the generated code and the solver's encoding of each clause agree on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.compiler.exclusion.encoding import EncodedFacts, Encoding
from pitboss.compiler.model.catalog_entries import Constraints, Literal, Presence, Sign, ValueTest
from tests.support.differential.compare import smallest
from tests.support.differential.compiled_evaluator import GENERATED
from tests.support.differential.random_facts import Case, ask, cases, judged, verdicts, without_beginning
from tests.support.product import (
    ResolvedClause,
    ResolvedRulebook,
    core,
    interpreter,
    kleene,
    load_core,
    oracle_values,
    resolved_law,
)

_SIGNS = {Sign.AT_LEAST: ">=", Sign.AT_MOST: "<=", Sign.MORE: ">", Sign.LESS: "<"}
_AT_A_TABLE = ("table", "pit", "licensee")


@dataclass
class Count:
    """What was judged: filings with the facts of clauses on filings, and conditions of clauses on rounds; and what differed."""

    filings: int = 0
    conditions: int = 0
    encoded: int = 0  # filings whose clause has an encoding
    excluded: int = 0  # of them, those that the encoding excludes
    verdicts: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


@cache
def book() -> ResolvedRulebook:
    """The law that the evaluators judge by, without its first day."""
    return without_beginning(resolved_law())


@cache
def clauses() -> tuple[ResolvedClause, ...]:
    return tuple(clause for clause in book().clauses if judged(clause))


def soak(count: Count, clause: ResolvedClause, each: int, seed: str) -> None:
    """Compare the answers on facts that are drawn for a clause until each verdict was met `each` times."""
    encoded = _encoded(clause.id)
    for case, expected in cases(book(), clause, each, seed):
        if clause.scope == "round":
            count.conditions += 1
        else:
            count.filings += 1
        for one in verdicts(expected):
            count.verdicts[one] = count.verdicts.get(one, 0) + 1
        if ask(book(), case, GENERATED) != expected:
            count.differences.append(
                _reported("generated code", case, seed, lambda c: ask(book(), c, GENERATED) != ask(book(), c))
            )
        if encoded.versions:
            count.encoded += 1
            found = encoded.excluded(case)
            count.excluded += found is not None
            if found is False:
                count.differences.append(_reported("encoding", case, seed, lambda c: encoded.excluded(c) is False))


def _reported(what: str, case: Case, seed: str, differs: Any) -> str:
    """One line with the facts on which the difference depends."""
    small = smallest(case, differs)
    answers = f"oracle {ask(book(), small)}, generated code {ask(book(), small, GENERATED)}"
    return f"{what}, {small.clause.id} on {small.day}, seed {seed}: {answers}: {small.facts} {small.tables or ''}"


class _Encoded:
    """The encoding of each reading of a clause, as the matrix and the solvers get it."""

    def __init__(self, clause: ResolvedClause) -> None:
        self.versions: list[tuple[core.Version, list[Constraints]]] = []
        if clause.scope not in _AT_A_TABLE or clause.kind == "authority":
            return
        made = [
            (v, [Encoding(_core(), EncodedFacts.OF_TABLES).met(reading.duty) for reading in v.alone.readings])
            for v in _core_clauses()[clause.id].versions
        ]
        self.versions = made if any(some for _, encoded in made for some in encoded) else []

    def _on(self, day: date) -> list[Constraints]:
        """Those of the version of a day, of the first before any starts; a term that changes divides a version."""
        return next((encoded for version, encoded in self.versions if version.in_force(day)), self.versions[0][1])

    def excluded(self, case: Case) -> bool | None:
        """Whether the oracle fails every reading whose encoding excludes the table; None if no encoding excludes it."""
        clause, facts = case.clause, case.facts
        version, _ = interpreter.version_on(book(), clause, case.day)
        if version is None or clause.scope == "table" and clause.game not in (None, facts.get("game")):
            return None
        # what a table offers is offered in its pit and by its licensee
        mine = dict.fromkeys(oracle_values.entries(facts, "offers"), True)
        around = {name: {**oracle_values.entries(facts, name), **mine} for name in ("pit_offers", "licensee_offers")}
        here = interpreter.Here(book(), clause, {**facts, **around}, case.day)
        found = None
        for check, made in zip(version.checks, self._on(case.day), strict=True):
            if kleene.every(kleene.some(_truth(facts, one) for one in any_of) for any_of in made) is False:
                found = found is not False and kleene.verdict(here.applies(check), here.holds(check)) == kleene.FAIL
        return found


@cache
def _encoded(id_: str) -> _Encoded:
    return _Encoded(next(clause for clause in clauses() if clause.id == id_))


@cache
def _core() -> core.Rulebook:
    return load_core()


@cache
def _core_clauses() -> dict[str, core.Clause]:
    return {clause.id: clause for clause in _core().clauses}


def _truth(facts: oracle_values.Facts, literal: Literal) -> kleene.Truth:
    """The truth of a literal on filed facts."""
    match literal:
        case Presence(name, present):
            if book().names[name].kind == "equipment":
                there = kleene.flag(oracle_values.entries(facts, "equipment").get(name))
            else:
                there = (
                    True if name in oracle_values.entries(facts, "offers") else False if facts.get("closed") else None
                )
            return None if there is None else there == present
        case ValueTest(path, sign, values):
            name, _, of = path.partition(" of ")
            value = (
                oracle_values.entries(oracle_values.entries(facts, "offers"), of).get(name) if of else facts.get(name)
            )
            if value is None or path in book().followed:
                return None
            if sign in _SIGNS:
                return kleene.met(_SIGNS[sign], value, Fraction(values[0]))
            text = (
                str(Fraction(value))
                if isinstance(value, int | Fraction) and not isinstance(value, bool)
                else str(value)
            )
            return (text in values) == (sign is Sign.IN)
    return None
