"""The operations of compiled rules on arrays of hands: what the functions of a ranking may call.

>>> import numpy as np
>>> from pitboss.algebra import array_operations as ops
>>> from pitboss.algebra.card_arrays import CardColumn
>>> t = {"cards": (CardColumn(np.array([1, 5])), CardColumn(np.array([13, 5])))}
>>> both(ops.of_a_rank(t["cards"], 2), equal(ops.points(t["cards"]), 10)).yes.tolist()
[False, True]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from pitboss.algebra import card_arrays
from pitboss.algebra.arrays import (
    UNKNOWN,
    UNKNOWN_VALUE,
    Array,
    Truth,
    Value,
    all_of,
    any_of,
    arithmetic,
    compare,
    opposite,
    truth,
)
from pitboss.algebra.card_arrays import Hand

SUITS = "cdhsj"  # by the number of the suit; the last is that of a joker
Operand = Value | Truth | int | Fraction | str | bool | None  # of compiled rules: a value of each hand, or of all


def quantity(operand: Operand) -> Value:
    """The operand as a value; a suit as its number."""
    match operand:
        case Value():
            return operand
        case Truth():
            return Value(operand.yes, np.logical_not(operand.unknown))
        case None:
            return UNKNOWN_VALUE
        case str():
            return Value(SUITS.index(operand))
        case _:
            return Value(operand)


def truthy(operand: Operand) -> Truth:
    """The operand as a truth."""
    if operand is None:
        return UNKNOWN
    found = quantity(operand)
    return operand if isinstance(operand, Truth) else truth(np.asarray(found.of, bool), found.known)


def both(*operands: Operand) -> Truth:
    return all_of(map(truthy, operands))


def either(*operands: Operand) -> Truth:
    return any_of(map(truthy, operands))


def no(operand: Operand) -> Truth:
    return opposite(truthy(operand))


def among(value: Operand, values: tuple[Operand, ...]) -> Truth:
    return any_of(equal(value, one) for one in values)


def not_among(value: Operand, values: tuple[Operand, ...]) -> Truth:
    return opposite(among(value, values))


def _comparison(relation: str) -> Callable[[Operand, Operand], Truth]:
    return lambda a, b: compare(relation, quantity(a), quantity(b))


def _arithmetic(sign: str) -> Callable[[Operand, Operand], Value]:
    return lambda a, b: arithmetic(sign, quantity(a), quantity(b))


equal, unequal, all_equal = _comparison("="), _comparison("!="), _comparison("exactly")
less, more, at_most, at_least = _comparison("<"), _comparison(">"), _comparison("<="), _comparison(">=")
plus, minus, times, over = _arithmetic("+"), _arithmetic("-"), _arithmetic("*"), _arithmetic("/")
modulo, greater, lesser = _arithmetic("mod"), _arithmetic("greater"), _arithmetic("lesser")


def fact(t: Mapping[str, Hand], name: str) -> Hand | None:
    """The cards of the hand that is ranked, or those outside it."""
    return t.get(name)


def first(t: Mapping[str, Hand], field: str, many: int) -> Hand | None:
    hand = t[field]
    return hand[:many] if len(hand) >= many else None


def last(t: Mapping[str, Hand], field: str, many: int) -> Hand | None:
    hand = t[field]
    return hand[len(hand) - many :] if len(hand) >= many else None


def _card_function(name: str, hand: Hand | None, *more: Operand | Hand, **named: Operand) -> Value | Truth:
    if hand is None or None in more:
        return UNKNOWN_VALUE
    plain: list[Array] = [one if isinstance(one, tuple) else quantity(one).of for one in more]
    found = card_arrays.call(name, hand, *plain, **{key: quantity(one).of for key, one in named.items()})
    return truth(found.of, found.known) if np.asarray(found.of).dtype == bool else found


globals().update({name: partial(_card_function, name) for name in card_arrays.IMPLEMENTATIONS})
