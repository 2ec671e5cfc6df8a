"""Serializes the core as JSON. Each build writes it, and commands that need rules without their text read it. The
catalog uses the same form.

A value is a JSON scalar, or a list: an empty one is the empty tuple; `[n]` is node n of the pool; else the first item names the
type: a class with its fields in order, `T` a tuple, `M` a map, `F` a fraction, `D` a date, `E` an enumeration. Instances and members
of enumerations are pooled. Reading creates instances of the given classes only; by default those of `core.py`.

>>> from pitboss.compiler.model.core import Not, Term
>>> loads(dumps(Not(Term("large_shoe"))))
Not(item=Term(name='large_shoe'))
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from json.encoder import encode_basestring
from operator import attrgetter
from types import ModuleType
from typing import cast

from pitboss.grammar.diagnostics import Place
from pitboss.grammar.quick_start import field_names


@dataclass(frozen=True)
class Types:
    """The classes and enumerations that may occur in a text, by name."""

    classes: dict[str, type]
    enums: dict[str, type[Enum]]

    @cached_property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """The fields of each class, in order."""
        return {name: field_names(known) or () for name, known in self.classes.items()}


def types_of(module: ModuleType, *more: type) -> Types:
    """The dataclasses and enumerations in a module, and `more` dataclasses."""
    known = {known.__name__: known for known in (*vars(module).values(), *more) if isinstance(known, type)}
    return Types(
        {name: each for name, each in known.items() if field_names(each) is not None},
        {name: each for name, each in known.items() if issubclass(each, Enum)},
    )


@cache
def core_types() -> Types:
    """The classes of the core. They are imported on demand, because the import takes longer than reading the catalog,
    which does not use them.
    """
    from pitboss.compiler.model import core

    return types_of(core, Place)


class Corrupt(ValueError):
    """The text is not what `dumps` wrote."""


def dumps(value: object, types: Types | None = None) -> str:
    """The value as JSON text; equal values make equal text."""
    return _Writer(types or core_types()).document(value)


def loads(text: str | bytes, types: Types | None = None) -> object:
    """The value that `dumps` wrote; raises `Corrupt` for any other text."""
    try:
        return value_of(json.loads(text), types)
    except ValueError as error:
        raise Corrupt(str(error)) from error


def value_of(data: object, types: Types | None = None) -> object:
    """The value of which `dumps` wrote the data; raises `Corrupt` for any other data."""
    try:
        pool, value = cast("tuple[list[list[object]], object]", data)
        return _Reader(types or core_types(), pool).read(value)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
        raise Corrupt(str(error)) from error


def joined(texts: Iterable[str]) -> str:
    """Texts that `dumps` wrote as one text, which `loads_all` reads."""
    return f"[{','.join(texts)}]"


def loads_all(text: str | bytes, types: Types | None = None) -> list[object]:
    """The values of which `joined` has the texts; raises `Corrupt` for any other text.

    >>> loads_all(joined([dumps(1), dumps("a")]))
    [1, 'a']
    """
    try:
        return [value_of(data, types) for data in json.loads(text)]
    except (ValueError, TypeError) as error:
        raise Corrupt(str(error)) from error


_SCALARS: dict[type, Callable[..., str]] = {
    str: encode_basestring, int: str, bool: {True: "true", False: "false"}.__getitem__, type(None): lambda _: "null",
}  # fmt: skip


class _Writer:
    """Nodes that occur more than once are written once, in a pool, and referred to by number.

    An object is written when it is first met, and found by its identity afterwards: all objects are parts of one value, which
    keeps them alive. Equal objects are found by their text.
    """

    def __init__(self, types: Types) -> None:
        self.types = types
        self.parts: dict[type, Callable[[object], tuple[object, ...]] | None] = {}  # by class: the values of its fields
        self.met: dict[int, str] = {}
        self.numbers: dict[str, str] = {}  # by text of a node, in the order of the pool

    def document(self, value: object) -> str:
        written = self.write(value)
        return f"[[{','.join(self.numbers)}],{written}]"

    def write(self, value: object) -> str:
        kind = value.__class__
        if kind in _SCALARS:
            return _SCALARS[kind](value)
        if isinstance(value, tuple):
            return self._listed("T", value) if value else "[]"
        if (met := self.met.get(id(value))) is not None:
            return met
        if (parts := self._parts_of(kind)) is not None:
            made = self.met[id(value)] = self._pooled(self._listed(kind.__name__, parts(value)))
            return made
        match value:
            case Enum():
                if kind.__name__ not in self.types.enums:
                    raise TypeError(f"no type of this text: {kind.__name__}")
                made = self.met[id(value)] = self._pooled(self._listed("E", (kind.__name__, value.value)))
                return made
            case Fraction():
                return f'["F","{value}"]'
            case date():
                return f'["D","{value.isoformat()}"]'
            case dict():
                pairs = (f",[{self.write(key)},{self.write(part)}]" for key, part in value.items())
                return f'["M"{"".join(pairs)}]'
        raise TypeError(f"no type of this text: {kind.__name__}")

    def _listed(self, tag: str, parts: tuple[object, ...]) -> str:
        """The tag and the parts. Texts and nothing, which are the majority, cost no call."""
        texts = [
            encode_basestring(part) if part.__class__ is str else "null" if part is None else self.write(part) for part in parts
        ]  # fmt: skip
        return f'["{tag}",{",".join(texts)}]' if texts else f'["{tag}"]'

    def _parts_of(self, kind: type) -> Callable[[object], tuple[object, ...]] | None:
        if kind not in self.parts:
            names = self.types.fields.get(kind.__name__)
            self.parts[kind] = None if names is None else _getter(names)
        return self.parts[kind]

    def _pooled(self, made: str) -> str:
        if (known := self.numbers.get(made)) is None:
            self.numbers[made] = known = f"[{len(self.numbers)}]"
        return known


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple([getattr(value, name) for name in names])


class _Reader:
    def __init__(self, types: Types, pool: list[list[object]]) -> None:
        self.types = types
        self.made: list[object] = []
        for written in pool:  # a node refers only to nodes before it
            self.made.append(self._node(written))

    def _node(self, written: list[object]) -> object:
        if written[0] == "E":
            return self.types.enums[str(written[1])](written[2])
        known: Callable[..., object] = self.types.classes[str(written[0])]
        return known(*self._read_all(written))

    def _read_all(self, written: list[object]) -> list[object]:
        """Read what follows the tag. Scalars and empty tuples, which are the majority, cost no call."""
        return [part if not isinstance(part, list) else self.read(part) if part else () for part in written[1:]]

    def read(self, written: object) -> object:
        if not isinstance(written, list):
            return written
        if not written:
            return ()
        kind = written[0]
        if kind.__class__ is int:
            return self.made[kind]
        if kind == "T":
            return tuple(self._read_all(written))
        if kind == "M":
            return {self.read(key): self.read(part) for key, part in written[1:]}
        if kind == "F":
            return Fraction(written[1])
        if kind == "D":
            return date.fromisoformat(written[1])
        raise Corrupt(f"no kind of value: {kind}")
