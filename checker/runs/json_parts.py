"""Reads JSON from any source; an error names the place of what does not fit.

>>> taken(loaded(b'{"a": [1]}'), "a", list), loaded(b'{"a": 1, "b": {"a": 2}}')
([1], {'a': 1, 'b': {'a': 2}})
"""

from __future__ import annotations

import json
from typing import TypeVar

_T = TypeVar("_T")
_CALLED: dict[type, str] = {
    dict: "a mapping", list: "a list", str: "a text", int: "a whole number", bool: "yes or no",
}  # fmt: skip


class Unfit(Exception):
    """The JSON does not have the expected shape; the message states where."""


def loaded(raw: bytes) -> object:
    """The data. A duplicate key is an error, since readers disagree on which value counts.

    >>> try:
    ...     loaded(b'{"a": 1, "a": 2}')
    ... except Unfit as fault:
    ...     str(fault)
    "a mapping has the key 'a' twice"
    """
    try:
        found: object = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        raise Unfit(str(fault)) from None
    except (ValueError, RecursionError):
        raise Unfit("it is not JSON in UTF-8") from None
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Unfit(f"a mapping has the key {next(key for key in keys if keys.count(key) > 1)!a} twice")
    return made


def taken(data: object, key: str, kind: type[_T], at: str = "") -> _T:
    """The value at a key. `at`: the path of the mapping, such as `findings[3].`."""
    mapping = fitting(data, dict, at.rstrip(".") or "it")
    if key not in mapping:
        raise Unfit(f"it lacks {at}{key}")
    return fitting(mapping[key], kind, f"{at}{key}")


def fitting(value: object, kind: type[_T], at: str) -> _T:
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise Unfit(f"{at} is not {_CALLED[kind]}")
    return value


def texts_at(data: object, key: str, at: str = "") -> tuple[str, ...]:
    return tuple(fitting(item, str, f"{at}{key}[{n}]") for n, item in enumerate(taken(data, key, list, at)))
