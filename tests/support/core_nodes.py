"""The nodes of the core within a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any


def nodes(value: object) -> Iterator[Any]:
    """Every instance of a core class within a value."""
    if is_dataclass(value):
        yield value
        for field in fields(value):
            yield from nodes(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from nodes(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from nodes(part)
