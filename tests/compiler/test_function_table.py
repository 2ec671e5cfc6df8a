"""The function table is complete: each place that has functions by name has every row, or says which it leaves out.

Rows and columns are compared with the table in `tests/rounds/test_card_functions.py`, exact odds in `tests/odds/test_functions.py`, and
the results of all evaluators with each other in `tests/rankings/test_evaluators_agree.py`.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

from pitboss.compiler.odds import win_chance
from tests.support.product import CALLABLE, FUNCTIONS, library_of

ROOT = Path(__file__).parents[2]
REPLACED = {"makes", "hit"}  # generated code calls `best`, and has the chance as a figure
UNCOUNTED = {"peak", "groups"}  # a chance of winning that depends on them is refused


def test_generated_code_can_call_every_function() -> None:
    missing = [
        name for name in FUNCTIONS.keys() - REPLACED
        if not hasattr(import_module(f"pitboss.checker.runtime.{library_of(name)}"), name)
    ]  # fmt: skip
    assert missing == []


def test_the_chance_of_winning_counts_every_function_of_first_cards() -> None:
    of_first_cards = {
        name for name, function in FUNCTIONS.items()
        if {*function.params} <= {"cards", "number"} and "cards" in function.params and not function.of_dealing
    }  # fmt: skip
    assert of_first_cards - UNCOUNTED == win_chance.IMPLEMENTATIONS.keys()


def test_every_function_that_a_pattern_names_is_in_the_table() -> None:
    """`case Apply("payout", …)`: such a case of a function that is gone, or misspelled, would never match."""
    patterns = [
        node for path in sorted((ROOT / "compiler").rglob("*.py")) for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.MatchClass) and ast.unparse(node.cls).split(".")[-1] == "Apply" and node.patterns
    ]  # fmt: skip
    named = {
        part.value.value for pattern in patterns for part in ast.walk(pattern.patterns[0])
        if isinstance(part, ast.MatchValue) and isinstance(part.value, ast.Constant)
    }  # fmt: skip
    assert named and named <= FUNCTIONS.keys()


def test_the_reference_names_every_function() -> None:
    text = "".join((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("language", "semantics"))
    assert [name for name in CALLABLE if not re.search(rf"`[^`\n]*\b{name}\b", text)] == []
