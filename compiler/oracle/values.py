"""Values of facts, as the reference semantics compares them.

>>> elements({"a": ("odds", 3)}), elements((1, 2)), elements(5), key_of(Fraction(5, 2))
([3], [1, 2], [5], '5/2')
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

SET = (tuple, list, frozenset)
MINUTES = {"minute": 1, "minutes": 1, "hour": 60, "hours": 60, "day": 1440, "days": 1440}


def elements(value: Any) -> list[Any]:
    """The elements of a set, the values of a map (of a payout its number), or the one value."""
    if isinstance(value, dict):
        return [v[1] if isinstance(v, tuple) else v for v in value.values()]
    return list(value) if isinstance(value, SET) else [value]


def key_of(value: Any) -> str:
    """How a value is written as the key of a row: 'any_two', '6', '5/2'."""
    return value if isinstance(value, str) else str(Fraction(value))


def differ(a: Any, b: Any) -> bool:
    """Whether two values are different; of maps, whether they differ at a key that both have."""
    if isinstance(a, dict) and isinstance(b, dict):
        return any(differ(a[k], b[k]) for k in a if None not in (a[k], b.get(k)))
    return bool(a != b)
