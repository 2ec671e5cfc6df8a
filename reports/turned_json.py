"""The filings and records that a change of the law made lawful or unlawful, as JSON data."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.read.case_text import as_json, data_of, rows_of
from pitboss.compiler.model.clause_examples import TurnedExample


def turned_data(turned: Iterable[TurnedExample]) -> list[dict[str, object]]:
    """The examples that turned, by clause."""
    return [
        {
            "clause": one.example.clause, "lawful_on": one.lawful_on, "unlawful_on": one.fails_on,
            "filing": as_json(data_of(one.example.filing)), "rows": rows_of(one.example.rows, one.example.day),
        }
        for one in turned
    ]  # fmt: skip
