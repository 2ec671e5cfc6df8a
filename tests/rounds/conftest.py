"""A made-up game whose rounds a test writes: from a row to the clauses that it breaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.product import Lot, judge_rows
from tests.support.round_verdicts import Floor
from tests.support.tile_rounds import raw, tiles

TILES = Floor("tiles.yaml", ("words.rules", "tiles.rules"))


@pytest.fixture
def judged() -> Callable[..., Lot]:
    """`judged(row, ...)`: the findings of the audit in these rows; the reference semantics must agree."""

    def judge(*rows: dict[str, Any]) -> Lot:
        given = [raw(n, **row) for n, row in enumerate(rows, 1)]
        lot = judge_rows(tiles(), given)
        if not lot.aside:
            assert sum(TILES.by_reference([one.data for one in given]), Counter()) == lot.counts
        return lot

    return judge


@pytest.fixture
def breaches(judged: Callable[..., Lot]) -> Callable[..., dict[str, str]]:
    """`breaches(cards="Kh Kd", ...)`: the clauses that the row breaches, without section, and how."""

    def ask(**row: Any) -> dict[str, str]:
        lot = judged(row)
        assert lot.aside == []
        return {finding.clause.removeprefix("1:1-1.1"): finding.verdict for finding in lot.findings}

    return ask
