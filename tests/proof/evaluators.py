"""The two programs of a clause on a day, each as a function from facts to an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from tests.support.differential.compiled_evaluator import BOOK, STEPS, compiled_on
from tests.support.differential.random_facts import without_beginning
from tests.support.product import (
    FAIL,
    NOT_APPLICABLE,
    OPEN,
    ClauseScope,
    Law,
    Plan,
    ResolvedClause,
    ResolvedRulebook,
    Settling,
    TableLaw,
    excusing,
    in_force,
    interpreter,
    resolved_law,
    row_operations,
    run,
)

from .observed import NotEnumerable

Answer = Callable[[Any], Any]
ROWS: Any = row_operations


@cache
def law() -> ResolvedRulebook:
    """The rulebook that is proven; before the first day of its chapter programs must agree as well."""
    return without_beginning(resolved_law())


@dataclass
class Programs:
    """`force` is equal for two days on which both programs are the same: all that is in force."""

    reference: Answer
    generated: Answer
    force: Any


def programs(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    """Both programs; raises if they cannot be run on one clause alone."""
    match clause.scope:
        case "table" | "pit" | "licensee":
            if clause.kind == "authority" and book.names[clause.check.subject.name].kind == "game":
                raise NotEnumerable("goes through all offers of a table")
            return of_table(book, clause, day)
        case "event":
            return of_event(book, clause, day)
        case "same":
            raise NotEnumerable("compares any number of tables")
    return of_round(book, clause, day)


@cache
def force(game: str | None, day: date) -> Any:
    """The versions in force on a day, by either program, of the clauses and terms of a game and of those of every game."""
    book, plan = law(), Plan(BOOK.clauses, day.isoformat())
    mine = [c for c in book.clauses if c.game in (None, game)]
    of_reference = tuple((c.id, v.since, d) for c in mine for v, d in [interpreter.version_on(book, c, day)] if v)
    terms = tuple(v.in_force(day) for c in mine if c.kind == "definition" for v in c.versions)
    of_generated = tuple(
        (c.id, c.since, c.id in plan.in_force, bool(c.opened) and c.opened <= plan.day)
        for c in plan.chosen.values() if c.game in (None, game)
    )  # fmt: skip
    return hash((of_reference, terms, of_generated, BOOK.covers(plan.day)))


def of_table(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    on, text = compiled_on(clause, day), day.isoformat()

    def generated(facts: Any) -> str | None:
        if on is None:
            return None
        if on.scope == "table" and on.game not in (None, facts.get("game")):
            return NOT_APPLICABLE
        return run(on, text, facts)

    return Programs(lambda facts: interpreter.judge_table(book, clause, facts, day), generated, force(clause.game, day))


def of_event(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    """One dictionary holds the facts of the event and of the table or licensee: their names are different."""
    on, text = compiled_on(clause, day), day.isoformat()

    def generated(facts: Any) -> str | None:
        return None if on is None else run(on, text, Event(facts), facts)

    return Programs(lambda facts: interpreter.judge_event(book, clause, facts, facts, day), generated, force(clause.game, day))


class Event(dict[str, Any]):
    """An event with its notice as a filing states it: the entries of the notice below it."""

    def __init__(self, facts: Any) -> None:
        super().__init__()
        self.facts = facts

    def get(self, name: str, default: Any = None) -> Any:
        found = self.facts.get(name, default)
        return self if name == "notice" and found is True else found


# ---- rounds


@cache
def reference_law(game: str | None, day: date, wager: str, irregular: bool) -> Law:
    """The reference semantics of a game's rounds, with the clauses on how a wager ends, or on irregularities: they judge one another."""
    made = Law(law(), game or "", {}, day)
    made.__dict__["clauses"] = [
        found for found in made.clauses
        if wager in (found[0].check.subject.name, found[0].check.subject.of) or irregular and found[0].kind == "irregularity"
    ]  # fmt: skip
    return made


@cache
def generated_law(game: str | None, day: date) -> TableLaw:
    """The generated clauses on the rounds of a game that are in force."""
    plan = Plan(BOOK.clauses, day.isoformat())
    steps = [tuple(STEPS[c.id, c.since]) for c in plan.of(ClauseScope.ROUND, game) if (c.id, c.since) in STEPS]
    return TableLaw(tuple(steps))


def of_round(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    """One clause on complete facts of a row, settled with the other clauses of its game on the same wager."""
    if clause.kind == "rank" or clause.kind == "outcome" and not clause.check.subject.of:
        raise NotEnumerable("ranks cards")
    if clause.kind == "payout":
        raise NotEnumerable("computes amounts from filed payouts")
    subject, deal, on = clause.check.subject, generated_law(clause.game, day), compiled_on(clause, day)
    settled = reference_law(clause.game, day, subject.of or subject.name, clause.kind == "irregularity")
    version, doubtful = interpreter.version_on(book, clause, day)

    def reference(facts: Any) -> str | None:
        return None if version is None else settled.verdict_of(clause, version, doubtful, facts)

    def generated(facts: Any) -> str | None:
        readings = STEPS.get((on.id, on.since), ()) if on else ()
        if clause.kind == "irregularity":  # other clauses are proven for whatever consequence counts
            facts = excusing(deal, facts, ROWS)
        settling = Settling(deal, facts, ROWS)
        found = [verdict for step in readings if (verdict := settling.judge(step)) is not None]
        if not found or len(found) < len(readings):
            return None
        alone = ROWS.doubted(found[0], bool(readings[0].reading))
        whole = ROWS.of_readings(found) if len(found) > 1 else alone
        return OPEN if whole == FAIL and not in_force(on, day.isoformat()) else whole

    return Programs(reference, generated, force(clause.game, day))
