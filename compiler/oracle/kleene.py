"""Three-valued logic, comparisons and verdicts of the reference semantics.

>>> every([True, None]), every([False, None]), verdict(None, True)
(None, False, 'pass')
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable

from pitboss.compiler.oracle.values import SCALARS, SET, Number, Scalar, elements

PASS, FAIL, NEEDS, OPEN, NOT_APPLICABLE = "pass", "fail", "needs evidence", "open", "not applicable"
Truth = bool | None

NOT: dict[Truth, Truth] = {True: False, False: True, None: None}
COMPARE: dict[str, Callable[[Scalar, Scalar], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
COMPUTE: dict[str, Callable[[Number, Number], Number]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "mod": operator.mod,
}  # fmt: skip


def every(truths: Iterable[Truth]) -> Truth:
    """`and`: false when one is false, else unknown when one is unknown."""
    found: Truth = True
    for truth in truths:
        if truth is False:
            return False
        found = None if truth is None else found
    return found


def some(truths: Iterable[Truth]) -> Truth:
    """`or`: true when one is true, else unknown when one is unknown."""
    found: Truth = False
    for truth in truths:
        if truth is True:
            return True
        found = None if truth is None else found
    return found


def flag(value: object) -> Truth:
    """A value that is a truth, else unknown."""
    return value if isinstance(value, bool) else None


def verdict(applies: Truth, holds: Truth) -> str:
    if applies is False:
        return NOT_APPLICABLE
    if holds is True:
        return PASS
    return FAIL if applies is True and holds is False else NEEDS


def met(sign: str, a: object, b: object) -> Truth:
    for name, members in ((a, b), (b, a)):
        if sign in ("=", "!=") and isinstance(name, str) and isinstance(members, SET):
            return (name in members) == (sign == "=")
    return every(None if x is None or y is None else compared(sign, x, y) for x in elements(a) for y in elements(b))


def compared(sign: str, x: object, y: object) -> bool:
    """Whether the comparison of two known values holds."""
    if isinstance(x, SCALARS) and isinstance(y, SCALARS):
        return COMPARE[sign](x, y)
    if sign not in ("=", "!="):
        raise TypeError(f"{x!r} and {y!r} have no order")
    return (x == y) == (sign == "=")


def of_readings(readings: list[str], doubtful: bool = False) -> str:
    """One verdict from that of each reading."""
    if all(r == FAIL for r in readings):
        return OPEN if doubtful else FAIL
    if OPEN in readings or FAIL in readings and (PASS in readings or NOT_APPLICABLE in readings):
        return OPEN
    if NEEDS in readings:
        return NEEDS
    return NOT_APPLICABLE if all(r == NOT_APPLICABLE for r in readings) else PASS
