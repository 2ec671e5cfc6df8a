"""Verifies answers to questions with the checker, on filings that differ in everything that the proof is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.runtime.operations import FAIL, OPEN
from pitboss.compiler.exclusion.active_constraints import active_constraints
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.witness.draft import Path, filing
from pitboss.compiler.witness.goals import figure_text
from pitboss.compiler.witness.proof import ProvenAnswer, Reply, mentioned
from pitboss.compiler.witness.question import Question
from pitboss.grammar.json_types import Json
from pitboss.witnesses.search import CheckedFiling, standing

MOST_TABLES = 512


def verified(
    catalog: Catalog, book: CompiledRulebook, vocabulary: Vocabulary, question: Question, answer: ProvenAnswer
) -> int | str:
    """The number of tables on which the checker confirms the answer, or what it found instead."""
    kinds = {name.name: name.kind for name in vocabulary.named("wager", "option", "variation", "equipment").values()}
    law = active_constraints(catalog, question.game, answer.since)
    if answer.reply is Reply.YES:
        found = _judged(answer.example, question, answer.since, kinds, book, vocabulary)
        if found is None:
            return _not_stated(question)
        wrong = [clause for verdict, clause, _ in found.amiss if verdict in (FAIL, OPEN)]
        wrong = [clause for clause in wrong if clause in law.clauses or clause.endswith("-authorised")]
        return f"{', '.join(wrong)} is breached" if wrong else 1
    clauses = {step.clause for step in answer.steps}
    names = dict.fromkeys(name for clause in sorted(clauses) for name in sorted(mentioned(law, clause)))
    asked = {**dict.fromkeys(question.offers, ["yes"]), **{name: [str(count)] for name, count in question.counts}}
    values = {
        name: asked.get(name) or [*law.values.get(name, ("no", "yes"))] for name in {**dict.fromkeys(asked), **names}
    }
    confirmed = 0
    for chosen in islice(_tables(values), MOST_TABLES):
        found = _judged(chosen, question, answer.since, kinds, book, vocabulary)
        if found is None:
            continue  # no filing can state this
        told = {
            clause
            for verdict, clause, _ in found.amiss
            if verdict is FAIL or answer.reply is Reply.OPEN and verdict is OPEN
        }
        if not told & clauses:
            return f"a table with {', '.join(name for name, value in chosen.items() if value != 'no')} breaches none of the clauses"
        confirmed += 1
    return confirmed or _not_stated(question)


def _not_stated(question: Question) -> str:
    """The message where no filing has what was asked, as 0 decks, or cards that only a round has."""
    counts = ", ".join(f"{count} {name}" for name, count in question.counts)
    return "no filing of a table can state what was asked" + (f": {counts}" if counts else "")


def _tables(values: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    for chosen in product(*values.values()):
        yield dict(zip(values, chosen, strict=True))


def _judged(
    table: object, question: Question, day: str, kinds: dict[str, str], book: CompiledRulebook, vocabulary: Vocabulary
) -> CheckedFiling | None:
    assert hasattr(table, "items")
    facts: dict[Path, Json] = {}
    for name, value in table.items():
        field, _, offer = name.partition(" of ")
        if kinds.get(name) == "equipment":
            facts["equipment", name] = value == "yes"
        elif name in kinds:
            if value == "yes":
                facts["offers", name] = True
        elif offer:
            facts |= {("offers", offer): True, ("offers", offer, field): _stated(field, value, vocabulary)}
        else:
            facts[(field,)] = _stated(field, value, vocabulary)
    offers = {name: kind for name, kind in kinds.items() if kind != "equipment"}
    return standing(filing(facts, question.game, day, offers), book, vocabulary, day)


def _stated(field: str, value: str, vocabulary: Vocabulary) -> Json:
    """A value of the matrix as a filing states it."""
    kind, *inner = vocabulary.fields[field].type
    if kind == "flag":
        return value == "True"
    if kind == "set_of" and isinstance(inner[0], tuple):
        return [_figure(str(inner[0][0]), value)]
    return _figure(str(kind), value)


def _figure(kind: str, value: str) -> Json:
    """A figure of the kind, or a name as it is."""
    return (
        figure_text("number" if kind == "one_of" else kind, Fraction(value))
        if re.fullmatch(r"-?\d+(/\d+)?", value)
        else value
    )
