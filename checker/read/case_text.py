"""Reads the texts of a case, or of an example taken from one: a filing, and the rows of a record.

>>> rows_of("{wheel_number: 5, stake: {odd: $10}}", "2007-01-01")
[{'round': '1', 'table': '1', 'moment': '2007-01-01T20:00', 'wheel_number': 5, 'stake': {'odd': '$10'}}]
"""

from __future__ import annotations

from decimal import Decimal

from pitboss.checker.read.document import Data
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.yaml_load import load
from pitboss.grammar.json_types import Json


def data_of(text: str) -> Data:
    """Return the data of a YAML text, read as filings are; ValueError says what cannot be read."""
    loaded = load(text, "case.yaml", Limits())
    if loaded.problems:
        raise ValueError("; ".join(map(str, loaded.problems)))
    return loaded.data


def rows_of(text: str, day: str) -> list[dict[str, Json]]:
    """Return the row in each line, of round 1 of table 1 in the evening of the day where it states no other."""
    start = {"round": "1", "table": "1", "moment": f"{day}T20:00"}
    return [{**start, **_row(line)} for line in text.splitlines()]


def _row(line: str) -> dict[str, Json]:
    data = data_of(line)
    if not isinstance(data, dict):
        raise ValueError(f"a row is a mapping in one line: {line}")
    return {field: as_json(value) for field, value in data.items()}


def as_json(value: Data) -> Json:
    """Return the data with figures as JSON has them."""
    if isinstance(value, dict):
        return {key: as_json(part) for key, part in value.items()}
    if isinstance(value, list):
        return [*map(as_json, value)]
    return str(value) if isinstance(value, Decimal) else value
