"""The maximal lawful sets of a game on a day: what a table can offer at most, by deck count, and which clauses exclude the rest.

A set is lawful under *every* reading if some table with it satisfies every reading of every clause in force or perhaps in force; under
*some* reading, if a table with it breaches no clause with certainty. It is maximal if no lawful set contains it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from pitboss.compiler.exclusion.active_constraints import ActiveConstraints, active_constraints, clauses_of
from pitboss.compiler.exclusion.matrix import ExcludingClause, NamedThing, excluding_clause, is_a, titles
from pitboss.compiler.exclusion.sat import Solver
from pitboss.compiler.exclusion.solver import YES
from pitboss.compiler.model.catalog_entries import Catalog, Sign, ValueTest

DECKS = "decks"
UNDER = ("every", "some")  # readings


class SetOffer(NamedThing):
    """An offer that is authorized on the day."""

    kind: str


class ExcludedOffer(TypedDict):
    """An offer that a set cannot take, with every minimal group of clauses that excludes it."""

    offer: str
    grounds: list[list[str]]


class MaximalSet(TypedDict):
    """A lawful set to which nothing can be added."""

    offers: list[str]
    excluded: list[ExcludedOffer]


class SetsUnder(TypedDict):
    """The maximal sets under every reading, or under some reading."""

    under: str
    sets: list[MaximalSet]


class SetsByDecks(TypedDict):
    """Deck counts under which the maximal sets are the same; no deck count if the law of the game does not depend on it."""

    decks: list[str]
    readings: list[SetsUnder]


class SetsData(TypedDict):
    """The document `pitboss.sets/1`."""

    schema: str
    rulebook: str
    game: NamedThing
    day: str
    offers: list[SetOffer]
    by_decks: list[SetsByDecks]
    clauses: dict[str, ExcludingClause]


def sets_data(catalog: Catalog, game: str, day: str, decks: int | None = None) -> SetsData | None:
    """The maximal sets as `pitboss.sets/1`: with this number of decks, or with each number that the law distinguishes.

    None if the rulebook does not have the game.
    """
    if not is_a(catalog, game, "game"):
        return None
    asked = () if decks is None else (ValueTest(DECKS, Sign.IN, (str(decks),)),)
    law = active_constraints(catalog, game, day, asked)
    title = titles(catalog)
    found: list[SetsByDecks] = []
    for count, bits in _deck_counts(law, decks):
        given = {DECKS: bits} if bits else {}
        readings = [_under(law, under, given) for under in UNDER]
        same = next((known for known in found if known["readings"] == readings), None)
        if same is not None:
            same["decks"].append(count)
        elif decks is not None or any(some["sets"] for some in readings):
            found.append({"decks": [count] if count else [], "readings": readings})
    cited = {
        clause
        for one in found for some in one["readings"] for each in some["sets"] for other in each["excluded"]
        for ground in other["grounds"] for clause in ground
    }  # fmt: skip
    return {
        "schema": "pitboss.sets/1",
        "rulebook": catalog.digest,
        "game": {"name": game, "title": title(game)},
        "day": day,
        "offers": [{"name": n, "title": title(n), "kind": catalog.names[n].kind} for n in law.offers],
        "by_decks": found,
        "clauses": {id: excluding_clause(law, id) for id in law.by_id if id in cited},
    }


def _deck_counts(law: ActiveConstraints, decks: int | None) -> Iterator[tuple[str, int]]:
    """Each number of decks as people write it, and as bits; one empty pair if nothing depends on it."""
    values = law.values.get(DECKS, ())
    for n, value in enumerate(values):
        if decks is not None and value == str(decks):
            yield value, 1 << n
        elif decks is None and law.firm.domains[DECKS] & 1 << n:
            yield f"{value} or more" if n == len(values) - 1 else value, 1 << n
    if not values:
        yield "" if decks is None else str(decks), 0


def _under(law: ActiveConstraints, under: str, given: dict[str, int]) -> SetsUnder:
    problem = law.certain if under == "every" else law.firm
    with Solver(problem) as solver:
        return {"under": under, "sets": list(_sets(law, solver, given))}


def _sets(law: ActiveConstraints, solver: Solver, given: dict[str, int]) -> Iterator[MaximalSet]:
    for offers in solver.maximal(list(law.offers), given):
        here = {**given, **dict.fromkeys(offers, YES)}
        excluded: list[ExcludedOffer] = []
        for offer in law.offers:
            if offer not in offers:
                grounds = solver.conflicts({**here, offer: YES})
                excluded.append({"offer": offer, "grounds": [*map(list, dict.fromkeys(map(clauses_of, grounds)))]})
        yield {"offers": list(offers), "excluded": excluded}
