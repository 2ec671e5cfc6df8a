"""Answers a question from the clauses: a proof is a smallest set of clauses that leave no lawful table, or an example of one.

It uses the constraints of the exclusion matrix. The checker verifies each answer (`pitboss.advice.verify_proof`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.compiler.exclusion.active_constraints import (
    ActiveConstraints,
    ConstrainingClause,
    active_constraints,
    days_of_change,
)
from pitboss.compiler.exclusion.question import Question
from pitboss.compiler.exclusion.solver import YES, conflicts, satisfying
from pitboss.compiler.model.catalog_entries import Catalog, Presence, Sign, ValueTest


class Reply(StrEnum):
    YES = "yes"
    NO = "no"
    OPEN = "open"  # under some reading of the law, or if an inferred start is right


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A clause of a proof."""

    clause: str
    since: str | None
    until: str | None
    words: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class ProvenAnswer:
    """The reply on `[since, until)`, with its proof."""

    since: str
    until: str | None
    reply: Reply
    steps: tuple[ProofStep, ...]
    others: int  # further proofs, each from other clauses
    example: Mapping[str, str]  # of a lawful table: offers and equipment with yes or no, fields with their values


def answers(catalog: Catalog, question: Question) -> list[ProvenAnswer]:
    """The answers from the day of the question on; those of successive days with the same proof are one."""
    days = [question.day]
    if question.later:
        days += [day for day in days_of_change(catalog, question.game) if day > question.day]
    found: list[ProvenAnswer] = []
    for number, day in enumerate(days):
        until = days[number + 1] if number + 1 < len(days) else catalog.expires if question.later else None
        one = _answer(catalog, question, day, until)
        if found and (found[-1].reply, found[-1].steps) == (one.reply, one.steps):
            last = found.pop()
            one = ProvenAnswer(last.since, until, last.reply, last.steps, last.others, last.example)
        found.append(one)
    return found


def _answer(catalog: Catalog, question: Question, day: str, until: str | None) -> ProvenAnswer:
    facts = [Presence(name, True) for name in question.offers]
    counts = [ValueTest(name, Sign.IN, (str(count),)) for name, count in question.counts]
    law = active_constraints(catalog, question.game, day, counts)
    given = law.given([*facts, *counts])
    for reply, problem in ((Reply.NO, law.firm), (Reply.OPEN, law.strict)):
        proofs = conflicts(problem, given)
        if proofs:
            steps = _in_order(law, proofs[0], question.offers)
            return ProvenAnswer(day, until, reply, tuple(steps), len(proofs) - 1, {})
    doubtful = [law.offers[name] for name in question.offers if name in law.offers and law.offers[name].doubtful]
    if doubtful:
        return ProvenAnswer(day, until, Reply.OPEN, tuple(_step(active) for active in doubtful), 0, {})
    table = satisfying(law.strict, given)
    assert table is not None
    asked = {*question.offers, *(name for name, _ in question.counts)}
    near = {name for id in law.clauses if asked & (about := mentioned(law, id)) for name in about}
    example = {
        name: law.values[name][bits.bit_length() - 1] if name in law.values else ("no", "yes")[bits == YES]
        for name, bits in table.items()
        if (
            _is_stated(law, table, name)
            if name in law.values
            else bits == YES or catalog.names[name].kind == "equipment"
        )
        and (name in near or bits == YES and name not in law.values)
    }
    example |= dict.fromkeys(question.offers, "yes") | {name: str(count) for name, count in question.counts}
    steps = [_step(law.offers[name]) for name in question.offers if name in law.offers]
    return ProvenAnswer(day, until, Reply.YES, tuple(steps), 0, example)


def _is_stated(law: ActiveConstraints, table: Mapping[str, int], name: str) -> bool:
    """Whether the table has the field, with a value that a filing can state."""
    _, _, offer = name.partition(" of ")
    value = law.values[name][table[name].bit_length() - 1]
    return (not offer or table.get(offer) == YES) and not value.startswith("-")


def _in_order(law: ActiveConstraints, proof: Iterable[str], offers: Iterable[str]) -> list[ProofStep]:
    """The clauses of a proof, each after one that leads to it: first those about what was asked."""
    waiting, known, made = [*proof], {*offers}, list[ProofStep]()
    while waiting:
        name = min(
            waiting,
            key=lambda one: (not mentioned(law, one) <= known, not mentioned(law, one) & known, waiting.index(one)),
        )
        waiting.remove(name)
        known |= mentioned(law, name)
        id, _, reading = name.partition("|")
        made.append(_step(law.by_id[id], reading))
    return made


def mentioned(law: ActiveConstraints, name: str) -> set[str]:
    """The offers, the equipment and the fields that a clause constrains."""
    clause = law.by_id[name.partition("|")[0]]
    if clause.id not in law.clauses:
        return {clause.clause.subject}
    return {
        literal.name for constraints in clause.readings.values() for alternatives in constraints for literal in alternatives
    }  # fmt: skip


def _step(active: ConstrainingClause, reading: str = "") -> ProofStep:
    version = active.version
    words = next((one.words for one in version.readings if one.name == reading), version.words)
    return ProofStep(active.id, version.since, version.until, words, reading)
