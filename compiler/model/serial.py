"""The core as JSON: written at every build, read by commands that need the rules and not their text.

A value is a JSON scalar, or a list whose first item says what it is: a class of the core with its fields in order, `T` a tuple,
`M` a map, `F` a fraction, `D` a date, `E` an enumeration. Places are pooled. Reading creates instances of the classes of
`core.py` and of nothing else.

>>> from pitboss.compiler.model.core import Not, Term
>>> loads(dumps(Not(Term("large_shoe"))))
Not(item=Term(name='large_shoe'))
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any

from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Place

_CLASSES: dict[str, type] = {
    name: known for name, known in vars(core).items() if isinstance(known, type) and is_dataclass(known)
} | {"Place": Place}
_ENUMS: dict[str, type[Enum]] = {
    name: known for name, known in vars(core).items() if isinstance(known, type) and issubclass(known, Enum)
}  # fmt: skip
_FIELDS = {name: tuple(field.name for field in fields(known)) for name, known in _CLASSES.items()}


class Corrupt(ValueError):
    """What was read is not a serialized core."""


def dumps(value: object) -> str:
    """The value as JSON text; equal values make equal text."""
    return json.dumps(_Writer().document(value), ensure_ascii=False, separators=(",", ":"))


def loads(text: str | bytes) -> Any:
    """The value that `dumps` wrote; `Corrupt` where the text is anything else."""
    try:
        pool, value = json.loads(text)
        return _Reader(pool).read(value)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
        raise Corrupt(str(error)) from error


class _Writer:
    """Nodes that occur more than once are written once, in a pool, and referred to by number (`R`)."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.pool: list[Any] = []

    def document(self, value: object) -> list[Any]:
        written = self.write(value)
        return [self.pool, written]

    def write(self, value: Any) -> Any:
        match value:
            case Enum():
                return ["E", type(value).__name__, value.value]
            case None | bool() | int() | str():
                return value
            case Fraction():
                return ["F", str(value)]
            case date():
                return ["D", value.isoformat()]
            case tuple():
                return ["T", *map(self.write, value)]
            case dict():
                return ["M", *([self.write(key), self.write(part)] for key, part in value.items())]
        name = type(value).__name__
        if name not in _CLASSES:
            raise TypeError(f"no core type: {name}")
        made = [name, *(self.write(getattr(value, field)) for field in _FIELDS[name])]
        key = json.dumps(made)
        if key not in self.numbers:
            self.numbers[key] = len(self.pool)
            self.pool.append(made)
        return ["R", self.numbers[key]]


class _Reader:
    def __init__(self, pool: list[Any]) -> None:
        self.made: list[Any] = []
        self.enums: dict[tuple[str, Any], Enum] = {}
        for written in pool:  # a node refers only to nodes before it
            self.made.append(self._instance(written))

    def _instance(self, written: list[Any]) -> Any:
        known: Callable[..., Any] = _CLASSES[written[0]]
        return known(*map(self.read, written[1:]))

    def read(self, written: Any) -> Any:
        if not isinstance(written, list):
            return written
        kind = written[0]
        if kind == "R":
            return self.made[written[1]]
        if kind == "T":
            return tuple([self.read(part) for part in written[1:]])
        if kind == "E":
            key = (written[1], written[2])
            if key not in self.enums:
                self.enums[key] = _ENUMS[written[1]](written[2])
            return self.enums[key]
        if kind == "M":
            return {self.read(key): self.read(part) for key, part in written[1:]}
        if kind == "F":
            return Fraction(written[1])
        if kind == "D":
            return date.fromisoformat(written[1])
        raise Corrupt(f"no kind of value: {kind}")
