"""A made-up game whose rounds a test writes: a row goes in, the clauses that are not kept come out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.product import Lot, judge_rows
from tests.support.tile_rounds import raw, tiles


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
