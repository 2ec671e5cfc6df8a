"""Assembling and judging thousands of tables that share few verdicts, against a JSON Schema validator and a CEL engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench import cel
from bench.floors import floor, plain
from bench.measure import Goal, Measurement, Sizes, fastest, installed
from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.facts import facts_on
from pitboss.checker.filing.model import Filing
from pitboss.checker.judging.judge import Plan, judge
from pitboss.rulebook import COMPILED, load_core, load_rulebook

EVERYTHING = 0.13  # a fifth of what commit f0c6095 took for the same floor where `python -c pass` took 7.5 ms


@dataclass(frozen=True)
class Document:
    name: str
    data: Any


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Milliseconds of CPU per table."""
    book, vocabulary = load_rulebook()
    engine, schemas = installed("cel"), installed("jsonschema_rs")
    validator = schemas.validator_for(Path(COMPILED, "filing.schema.json").read_text()) if schemas else None
    filing = None
    for own, words, goal in (
        ("one", "one limit", Goal(0.06, of_ratio=False)),
        ("all", "everything", Goal(EVERYTHING, of_ratio=False)),
    ):
        data = plain(floor(sizes.tables, own))
        took, (filing, faults) = fastest(partial(assemble, [Document("floor.json", data)], vocabulary), sizes.runs)
        assert not faults, faults[:3]
        each = 1000 / len(filing.tables)
        yield Measurement(f"assemble tables that differ in {words}", took * each, "ms")
        took, judgment = fastest(partial(judge, filing, book, filing.effective or ""), sizes.runs)
        assert judgment.verdicts
        shape = None
        if validator:
            shape, valid = fastest(partial(validator.is_valid, data), sizes.runs)
            assert valid, "our schema refuses a filing that has no fault of form"
        peer = "jsonschema-rs, shape only"
        yield Measurement(f"judge tables that differ in {words}", took * each, "ms", goal, peer, shape and shape * each)
    assert filing is not None
    yield expressible(sizes, filing, Plan(book.clauses, filing.effective or ""), engine)


def expressible(sizes: Sizes, filing: Filing, plan: Plan, engine: Any) -> Measurement:
    """The rules that CEL can express, each evaluated at every table; unequal verdicts end the run."""
    rules = list(cel.rules(load_core(), plan))
    facts = [facts_on(filing, table, variant, plan.day) for table in filing.tables for variant in table.variants]
    games = [table.game for table in filing.tables for _ in table.variants]
    by_game = {game: [rule for rule in rules if rule[0].game in (None, game)] for game in set(games)}
    assert rules and all(one.get("closed") for one in facts)
    took, ours = fastest(
        lambda: [
            [cel.ours(clause, one) for clause, _ in by_game[game]] for one, game in zip(facts, games, strict=True)
        ],
        sizes.runs,
    )
    seconds = None
    if engine:
        programs = {game: [engine.compile(text) for _, text in some] for game, some in by_game.items()}
        data = [cel.data(one) for one in facts]

        def verdict(program: Any, context: Any) -> bool | None:
            try:
                return bool(program.execute(context))
            except (KeyError, TypeError, RuntimeError, ValueError):
                return None

        def theirs() -> list[list[bool | None]]:
            found = []
            for one, game in zip(data, games, strict=True):
                context = engine.Context({"t": one})
                found.append([verdict(program, context) for program in programs[game]])
            return found

        seconds, others = fastest(theirs, sizes.runs)
        for one, game, here, there in zip(facts, games, ours, others, strict=True):
            for (clause, text), our, their in zip(by_game[game], here, there, strict=True):
                if our is not their:
                    sys.exit(f"{clause.id}: a breach is {our} here, {their} in CEL: {text}\n{one}")
    each = 1000 / len(filing.tables)
    name = f"common-expression-language, {len(rules)} rules"
    return Measurement(
        "judge the rules that CEL can express", took * each, "ms", None, name, seconds and seconds * each
    )
