"""A made-up game whose rounds a test writes: a row goes in, the clauses that are not kept come out."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.checker.rounds.audit import Lot, judge_rows
from pitboss.checker.rounds.law_index import Court
from pitboss.checker.rounds.row_files import Raw
from pitboss.commands.rounds import load_law

HERE = Path(__file__).parent
RULES = [str(HERE / "words.rules"), str(HERE / "tiles.rules")]


@cache
def tiles() -> Court:
    court, faults = load_law([str(HERE / "tiles.yaml")], RULES)
    assert faults == ""
    return court


def raw(number: int = 1, **row: Any) -> Raw:
    given = {"round": "1", "table": "1", "moment": "2005-06-01T20:00", **row}
    return Raw(f"made.jsonl:{number}", given, "", json.dumps(given, default=str))


@pytest.fixture
def judged() -> Callable[..., Lot]:
    return lambda *rows: judge_rows(tiles(), [raw(n, **row) for n, row in enumerate(rows, 1)])


@pytest.fixture
def breaches(judged: Callable[..., Lot]) -> Callable[..., dict[str, str]]:
    """`breaches(cards="Kh Kd", ...)`: the clauses that the row breaches, without section, and how."""

    def ask(**row: Any) -> dict[str, str]:
        lot = judged(row)
        assert lot.aside == []
        return {finding.clause.removeprefix("1:1-1.1"): finding.verdict for finding in lot.findings}

    return ask
