"""JSON that may come from anywhere, taken apart with care: what does not fit is named by where it stands.

>>> taken(loaded(b'{"a": [1]}'), "a", list), loaded(b'{"a": 1, "b": {"a": 2}}')
([1], {'a': 1, 'b': {'a': 2}})
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

_T = TypeVar("_T")
_CALLED: dict[type[Any], str] = {
    dict: "a mapping", list: "a list", str: "a text", int: "a whole number", bool: "yes or no",
}  # fmt: skip


class Unfit(Exception):
    """What is not as it should be, in words."""


def loaded(raw: bytes) -> Any:
    """A key that stands twice would be one thing to us and another to the next who reads it.

    >>> try:
    ...     loaded(b'{"a": 1, "a": 2}')
    ... except Unfit as fault:
    ...     str(fault)
    "a mapping has the key 'a' twice"
    """
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        raise Unfit(str(fault)) from None
    except (ValueError, RecursionError):
        raise Unfit("it is not JSON in UTF-8") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Unfit(f"a mapping has the key {next(key for key in keys if keys.count(key) > 1)!a} twice")
    return made


def taken(data: Any, key: str, kind: type[_T], at: str = "") -> _T:
    """What stands at a key; `at` is where the mapping stands, as `findings[3].`."""
    if key not in fitting(data, dict, at.rstrip(".") or "it"):
        raise Unfit(f"it lacks {at}{key}")
    return fitting(data[key], kind, f"{at}{key}")


def fitting(value: Any, kind: type[_T], at: str) -> _T:
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise Unfit(f"{at} is not {_CALLED[kind]}")
    return value


def texts_at(data: Any, key: str, at: str = "") -> tuple[str, ...]:
    return tuple(fitting(item, str, f"{at}{key}[{n}]") for n, item in enumerate(taken(data, key, list, at)))
