"""The core of the rulebook: every type is needed, and what is written is read again."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tests.support import rule_documents
from tests.support.core_nodes import nodes
from tests.support.product import FUNCTIONS, core, core_rulebook, lower, serial

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def book() -> core.Rulebook:
    return core_rulebook(ROOT / "rulespecs")


def test_every_duty_and_expression_occurs_in_the_rulebook(book: core.Rulebook) -> None:
    """A core type that no rule needs would be dead."""
    found = {type(node).__name__ for node in nodes(book)}
    assert {kind.__name__ for kind in get_args(core.Expr)} <= found
    assert {kind.__name__ for kind in get_args(core.Duty)} <= found


def test_every_function_of_the_table_is_applied_or_may_be(book: core.Rulebook) -> None:
    applied = {node.function for node in nodes(book) if isinstance(node, core.Apply)}
    assert applied <= set(FUNCTIONS)


def test_the_serialized_core_is_read_again(book: core.Rulebook) -> None:
    text = serial.dumps(book)
    assert serial.loads(text) == book
    assert serial.dumps(serial.loads(text)) == text


@pytest.mark.parametrize("text", ["", "[]", "{}", '[[],["R",3]]', '[[["Popen","x"]],["R",0]]', '[[],["F","1/0"]]'])
def test_what_is_no_core_is_rejected(text: str) -> None:
    with pytest.raises(serial.Corrupt):
        serial.loads(text)


FAULTY = sorted((Path(__file__).parent / "bad").glob("*.rules"))


@pytest.mark.parametrize("path", FAULTY, ids=lambda p: p.stem)
def test_faulty_rules_are_lowered_too(path: Path) -> None:
    """The checks over the core report what is wrong in the same run as the checks of the rules as written."""
    resolved = rule_documents.resolved(path.read_text()).rulebook
    assert len(lower(resolved).clauses) == len(resolved.clauses)
