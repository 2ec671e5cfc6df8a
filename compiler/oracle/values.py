"""Values of facts, as the reference semantics compares them.

>>> elements({"a": ("odds", 3)}), elements((1, 2)), elements(5), key_of(Fraction(5, 2))
([3], [1, 2], [5], '5/2')
"""

from __future__ import annotations

from fractions import Fraction

Facts = dict[str, object]  # words, numbers, truths, cards, sets and maps; None or absent if unknown
Number = int | Fraction
Scalar = Number | str  # a truth is an int

NUMBERS = (int, Fraction)
SCALARS = (int, str, Fraction)  # a check against Fraction is slow, so it comes last
SET = (tuple, list, frozenset)
MINUTES = {"minute": 1, "minutes": 1, "hour": 60, "hours": 60, "day": 1440, "days": 1440}


def elements(value: object) -> list[object]:
    """The elements of a set, the values of a map (the number of a payout), or the one value."""
    if isinstance(value, dict):
        return [v[1] if isinstance(v, tuple) else v for v in value.values()]
    return list(value) if isinstance(value, tuple | list | frozenset) else [value]


def as_number(value: object) -> Number | None:
    """A value that is a number, else None."""
    return value if value is not None and isinstance(value, NUMBERS) else None


def entries(facts: Facts, name: str) -> Facts:
    """A fact that is a map, else an empty one."""
    found = facts.get(name)
    return found if isinstance(found, dict) else {}


def key_of(value: object) -> str:
    """The spelling of a value as the key of a row: 'any_two', '6', '5/2'."""
    return str(Fraction(value)) if isinstance(value, int | Fraction) else str(value)


def differ(a: object, b: object) -> bool:
    """Whether two values are different; maps differ if they differ at a common key."""
    if isinstance(a, dict) and isinstance(b, dict):
        return any(differ(a[k], b[k]) for k in a if None not in (a[k], b.get(k)))
    return bool(a != b)
