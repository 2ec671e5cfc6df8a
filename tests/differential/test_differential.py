"""The generated code and its oracle, asked about the same random facts: one answer."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import pitboss
from tests.support.differential.compare import compare
from tests.support.differential.compiled_evaluator import GENERATED
from tests.support.differential.random_facts import judged
from tests.support.product import ResolvedRulebook, resolved_rulebook
from tests.support.soak import count

RULES = Path(pitboss.__file__).parent / "rulespecs"
CHUNKS = 16
EACH = count(5, soak=400)  # the least number of cases with each verdict that a clause can reach
AT_LEAST = 20_000  # random facts in all chunks together


@cache
def book() -> ResolvedRulebook:
    return resolved_rulebook(RULES)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_generated_code_answers_as_the_interpreter_does(chunk: int) -> None:
    clauses = [clause for clause in book().clauses if judged(clause)][chunk::CHUNKS]
    compared = [compare(book(), clause, GENERATED, EACH) for clause in clauses]
    assert [line for one in compared for line in one.differences] == []
    assert [line for one in compared for line in one.short] == []
    assert sum(one.drawn for one in compared) * CHUNKS >= AT_LEAST
