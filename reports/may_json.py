"""Formats what a table may still offer as JSON data: `pitboss.may/1`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction

from pitboss.compiler.exclusion.may import Answer


def may_json(answer: Answer, about: str, tables: tuple[str, ...]) -> dict[str, object]:
    """
    >>> answer = Answer("tiles", "Tiles", "2004-01-01", "yes", (), (), (), (), (), {})
    >>> may_json(answer, "decks=6", ())["facts"], may_json(answer, "", ())["lawful"]
    ('decks=6', 'yes')
    """
    data = _plain(answer)
    assert isinstance(data, dict)
    return {"schema": "pitboss.may/1", "facts": about, "tables": list(tables), **data}


def _plain(value: object) -> object:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value
