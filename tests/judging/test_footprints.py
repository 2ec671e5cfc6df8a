"""A footprint holds all that a clause observes: facts outside it change no verdict, no quantity and no note."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.support.differential.compiled_evaluator import VERSIONS, as_filed
from tests.support.differential.random_facts import cases
from tests.support.product import CompiledClause, Watched, resolved_law
from tests.support.soak import count

CHUNKS = 8
DRAWN = count(3, soak=40)  # facts for each clause
PERTURBED = count(2, soak=20)  # variations of each of them
Facts = dict[str, Any]
Path = tuple[str, ...]


@cache
def drawn() -> dict[str, list[tuple[Facts, Facts]]]:
    """For each clause on a filing, facts of a table and of an event."""
    found: dict[str, list[tuple[Facts, Facts]]] = {}
    for clause in resolved_law().clauses:
        if clause.scope in ("table", "pit", "licensee", "same", "event"):
            some = islice(cases(resolved_law(), clause, 1), DRAWN)
            found[clause.id] = [
                (case.tables[0], as_filed(case.facts)) if case.tables else (case.facts, {}) for case, _ in some
            ]
    return found


@cache
def pool() -> dict[Path, list[Any]]:
    """Values for every fact that any clause observes."""
    found: dict[Path, list[Any]] = {}
    for clause, some in drawn().items():
        for path in VERSIONS[clause][0].footprint:
            found.setdefault(path, [True, False] if path[0] == "attested" else [])
            for facts, _ in some:
                if (value := at(facts, path)) is not None:
                    found[path].append(value)
    return {path: values for path, values in found.items() if values or path[0] == "offers" and len(path) == 2}


def at(facts: Any, path: Path) -> Any:
    for name in path:
        facts = facts.get(name) if isinstance(facts, dict) else None
    return facts


def observed(clause: CompiledClause, facts: Facts, event: Facts) -> list[Any]:
    """All that the checker learns from a clause: verdicts and notes of each reading, what was read, quantities."""
    found: list[Any] = []
    for check in [reading[2] for reading in clause.readings] or [clause.check]:
        watched = Watched(facts)
        assert check is not None
        found.append(check(event, watched) if clause.scope == "event" else check(watched))
        found.append((watched.notes, watched.reads, watched.compared))
    if clause.scope != "event":
        found += [of(facts) for of in (clause.quantity, clause.comes) if of]
    return found


def beyond(footprint: tuple[Path, ...]) -> list[Path]:
    """The facts outside a footprint; who observes a field of an offer observes the offer."""
    inside = {*footprint, *(path[:2] for path in footprint)}
    return [path for path in pool() if path not in inside and path[:1] not in inside]


def perturbed(facts: Facts, outside: list[Path], random: Random) -> Facts:
    """The facts with others in half of the places outside a footprint."""
    made = {name: dict(value) if isinstance(value, dict) else value for name, value in facts.items()}
    made["offers"] = {name: dict(offer) for name, offer in (facts.get("offers") or {}).items()}
    for path in random.sample(outside, len(outside) // 2):
        holder: Any = made
        for name in path[:-1]:
            holder = holder.setdefault(name, {}) if len(path) == 2 or holder is made else holder.get(name)
        if not isinstance(holder, dict):
            continue  # a field of an offer that is not made
        if random.random() < 0.3:
            holder.pop(path[-1], None)
        elif path[0] == "offers" and len(path) == 2:
            holder.setdefault(path[-1], {})
        else:
            holder[path[-1]] = random.choice(pool()[path])
    return made


def differences(clause: CompiledClause, footprint: tuple[Path, ...]) -> Iterator[tuple[str, Facts, Facts]]:
    """The pairs of facts that agree on the footprint and get different verdicts from the clause."""
    random, outside = Random(clause.id), beyond(footprint)
    for facts, event in drawn()[clause.id]:
        expected = observed(clause, facts, event)
        for _ in range(PERTURBED):
            other = perturbed(facts, outside, random)
            if observed(clause, other, event) != expected:
                yield clause.id, facts, other


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_clause_observes_a_fact_outside_its_footprint(chunk: int) -> None:
    ids = [*drawn()][chunk::CHUNKS]
    assert ids
    for version in (version for id_ in ids for version in VERSIONS[id_]):
        assert version.footprint is not None, version.id
        assert list(differences(version, version.footprint)) == []


def test_a_footprint_that_is_too_small_is_caught() -> None:
    """Of every bound on a fact, the footprint without that fact."""
    bounds = [VERSIONS[id_][-1] for id_ in drawn()]
    bounds = [clause for clause in bounds if clause.kind == "bound" and not clause.readings]
    missed = []
    for clause in bounds:
        rest = tuple(path for path in clause.footprint if path != clause.subject)
        if not any(differences(clause, rest)):
            missed.append(clause.id)
    assert len(bounds) > 50 and len(missed) < len(bounds) / 5, missed
