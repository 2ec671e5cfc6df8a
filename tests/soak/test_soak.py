"""A sample of what `python -m tests.soak` judges by the million, and the record of its runs."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.differential.test_rounds import FLOORS, dealt
from tests.support.observed_facts import Keys as FactKeys
from tests.support.observed_facts import Remembered, RememberingLaw
from tests.support.round_verdicts import mutated

from . import filings
from .__main__ import RUNS


def test_the_oracle_fails_every_filing_that_the_encoding_excludes() -> None:
    made = filings.Count()
    for clause in filings.clauses()[::60]:
        if clause.scope != "round":
            filings.soak(made, clause, 2, "sample")
    assert made.differences == []
    assert made.excluded > 10


def test_what_a_table_offers_is_offered_by_its_licensee() -> None:
    """One reading of the clause asks for the licensee's offers, of which the facts that are drawn need not have the table's."""
    made = filings.Count()
    clause = next(one for one in filings.clauses() if one.id == "19:47-2.8(c)/surrender-bars-multiple_action")
    filings.soak(made, clause, 3, "1")
    assert made.differences == [] and made.excluded


@pytest.mark.soak  # it guards the soak alone
def test_what_is_remembered_of_the_reference_is_what_it_returns() -> None:
    for name in ("chemin_de_fer-chemin", "rows", "punto_banco-cards"):
        random = Random(name)
        for _ in range(2):  # the second time most of it is remembered
            records = mutated(dealt(name), FLOORS[name], random)
            assert FLOORS[name].by_reference(records, RememberingLaw) == FLOORS[name].by_reference(records)


def test_a_function_is_evaluated_once_for_what_it_reads() -> None:
    one = Remembered(lambda facts: facts["b"] if facts.get("a") == 1 else "no", FactKeys())
    asked = [
        {"a": 1, "b": 2, "c": 3},
        {"a": 1, "b": 2, "c": 4},
        {"a": 2, "b": 5},
        {"a": 2, "b": 6},
        {"a": 1, "b": 7},
        {"a": True, "b": 2},
    ]
    assert [one(facts) for facts in asked] == [2, 2, "no", "no", 7, 2]
    assert one.evaluated == 4


def test_every_recorded_run_found_no_difference() -> None:
    runs = RUNS.read_text("utf-8").splitlines()
    assert runs and {line.partition(",")[0] for line in runs} <= {"filings", "rounds"}
    assert all(re.search(r"\b0 differences; ", line) for line in runs)
