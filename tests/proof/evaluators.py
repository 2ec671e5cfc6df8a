"""The two programs of a clause on a day, each as a function from facts to an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from tests.support.differential.compiled_evaluator import BOOK, GENERATED, READS, STEPS, VERSIONS, compiled_on
from tests.support.differential.random_facts import nodes, without_beginning
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
    Worlds,
    excusing,
    in_force,
    interpreter,
    judged_in_worlds,
    resolved_law,
    row_operations,
    run,
)
from tests.support.product import tree as t

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
    observed: bool = True  # whether the generated code can be run on observed facts


def programs(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    """Both programs; raises if they cannot be run on one clause alone."""
    match clause.scope:
        case "table" | "pit" | "licensee":
            return of_table(book, clause, day)
        case "event":
            return of_event(book, clause, day)
        case "same":
            raise NotEnumerable("compares any number of tables")
    return of_round(book, clause, day)


@cache
def related(clause_id: str) -> tuple[ResolvedClause, ...]:
    """The clauses that the programs of a clause run: itself, the terms that it uses, and, on rounds, those on the same wager."""
    book = law()
    clause = next(c for c in book.clauses if c.id == clause_id)
    found = [clause]
    if clause.scope == "round":
        wagers = {clause.check.subject.name, clause.check.subject.of} - {None}
        rivals = [c for c in book.clauses if c.scope == "round" and c.game in (clause.game, None) and c is not clause]
        irregular = {"irregularity"} if clause.kind == "irregularity" else set()
        found += [c for c in rivals if wagers & {c.check.subject.name, c.check.subject.of} or c.kind in irregular]
    waiting = [c for c in book.clauses if c.kind == "definition"]
    for one in found:  # grows while it is walked
        named = {node.name for node in nodes(tuple(v.checks for v in one.versions)) if isinstance(node, t.Path)}
        found += [c for c in waiting if c.name in named]
        waiting = [c for c in waiting if c.name not in named]
    return tuple(found)


def force(clause: ResolvedClause, day: date) -> Any:
    """What is in force of all that either program runs."""
    book, plan = law(), Plan([v for c in related(clause.id) for v in VERSIONS.get(c.id, ())], day.isoformat())
    of_reference = tuple(
        (v and v.since, d) for c in related(clause.id) for v, d in [interpreter.version_on(book, c, day)]
    )
    of_generated = tuple(
        (c.id, c.since, c.id in plan.in_force, bool(c.opened) and c.opened <= plan.day) for c in plan.chosen.values()
    )
    return of_reference, of_generated, book.covers(day), BOOK.covers(plan.day)


def of_table(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    on, text = compiled_on(clause, day), day.isoformat()
    if clause.kind == "authority" and book.names[clause.check.subject.name].kind == "game":

        def whole(facts: Any) -> Any:
            return GENERATED.judge_table(book, clause, facts, day)

        return Programs(
            lambda facts: interpreter.judge_table(book, clause, facts, day), whole, force(clause, day), False
        )

    def generated(facts: Any) -> str | None:
        if on is None:
            return None
        if on.scope == "table" and on.game not in (None, facts.get("game")):
            return NOT_APPLICABLE
        return run(on, text, facts)

    return Programs(lambda facts: interpreter.judge_table(book, clause, facts, day), generated, force(clause, day))


def of_event(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    """One dictionary holds the facts of the event and of the table or licensee: their names are different."""
    on, text = compiled_on(clause, day), day.isoformat()

    def generated(facts: Any) -> str | None:
        return None if on is None else run(on, text, Event(facts), facts)

    return Programs(
        lambda facts: interpreter.judge_event(book, clause, facts, facts, day), generated, force(clause, day)
    )


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
    made.__dict__["in_force"] = [
        found for found in made.in_force
        if wager in (found[0].check.subject.name, found[0].check.subject.of) or irregular and found[0].kind == "irregularity"
    ]  # fmt: skip
    return made


@cache
def generated_law(game: str | None, day: date) -> Worlds:
    """The generated clauses on the rounds of a game that are in force."""
    plan = Plan(BOOK.clauses, day.isoformat())
    steps = [tuple(STEPS[c.id, c.since]) for c in plan.of(ClauseScope.ROUND, game) if (c.id, c.since) in STEPS]
    return Worlds(tuple(steps), READS)


def of_round(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> Programs:
    """One clause on complete facts of a row, settled with the other clauses of its game on the same wager."""
    if clause.kind == "rank" or clause.kind == "outcome" and not clause.check.subject.of:
        raise NotEnumerable("ranks cards")
    if clause.kind == "payout":
        raise NotEnumerable("computes amounts from filed payouts")
    subject, law, on = clause.check.subject, generated_law(clause.game, day), compiled_on(clause, day)
    settled = reference_law(clause.game, day, subject.of or subject.name, clause.kind == "irregularity")

    def reference(facts: Any) -> str | None:
        """The verdict on these facts, whatever else follows in each world."""
        (found,) = judged_in_worlds([settled], lambda world: [settled.in_world(world).verdicts_of(facts, {clause.id})])
        return found.get(clause.id)

    def generated(facts: Any) -> str | None:
        found = []
        for each in law.laws[: law.number(on.id)] if on else ():
            # other clauses are proven for whatever consequence counts
            own = excusing(each, facts, ROWS) if clause.kind == "irregularity" else facts
            settling, step = Settling(each, own, ROWS), next((s for s in each.clauses if s.id == on.id), None)
            verdict = None if step is None else settling.judge(step)
            if step is not None and verdict is not None:
                found.append(ROWS.doubted(verdict, step.unavailable))
        whole = ROWS.of_readings(found) if found else None
        return OPEN if whole == FAIL and not in_force(on, day.isoformat()) else whole

    return Programs(reference, generated, force(clause, day))
