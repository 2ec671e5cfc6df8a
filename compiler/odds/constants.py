"""Constants of the core as numbers in arrays."""

from __future__ import annotations

from fractions import Fraction

from pitboss.algebra.arrays import Value, whole
from pitboss.compiler.model.core import SUIT_LETTERS, Const, ValueKind

_CODES: dict[str, int] = {}


def code(name: str) -> int:
    """The number that represents a name; far from every number in a computation."""
    return _CODES.setdefault(name, 10**12 + len(_CODES))


def constant(const: Const) -> Value:
    """The value of a constant: a rank as 1 to 13, a suit as 0 to 3, any other text as its code.

    >>> constant(Const(ValueKind.RANK, Fraction(13))).of, constant(Const(ValueKind.SUIT, "h")).of
    (13, 2)
    """
    match const.value:
        case Fraction() as number:
            return Value(whole(number))
        case bool() as flag:
            return Value(flag)
        case str() as text:
            return Value(SUIT_LETTERS.index(text) if const.kind is ValueKind.SUIT else code(text))
        case day:
            return Value(day.toordinal())
