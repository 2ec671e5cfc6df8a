"""The operations of round clauses on the facts of one row: logic, comparison, arithmetic, cards, and settlement.

>>> highest([(True, 3), (False, 40), (None, 2)]), highest([(True, 3), (None, 40)]), highest([(False, 3)])
(3, None, None)
>>> rounded(Fraction(21, 20), Fraction(1, 4), "up"), to_cent(3, Fraction(10, 3)), to_cent(Fraction(333, 100), Fraction(10, 3))
(Fraction(5, 4), False, True)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import TypeVar, cast

from pitboss.checker.rounds.cells import Cell
from pitboss.checker.runtime.cards import CARD_FUNCTIONS, HandRanking, Rank, best, first, last, strength
from pitboss.checker.runtime.operations import (
    ABSENT,
    FAIL,
    NOT_APPLICABLE,
    OPEN,
    Absent,
    Facts,
    Quantity,
    Truth,
    Verdict,
    all_equal,
    among,
    at_least,
    at_most,
    both,
    by_readings,
    by_row,
    either,
    entry,
    equal,
    given,
    greater,
    less,
    lesser,
    minus,
    modulo,
    more,
    no,
    not_among,
    of,
    offered,
    offered_in,
    over,
    payout,
    plus,
    present,
    row,
    times,
    truthy,
    unequal,
    verdict,
)
from pitboss.checker.runtime.other_rows import before, count_over, sum_over

T = TypeVar("T")
globals().update(CARD_FUNCTIONS)  # these operations are used unchanged


def a_ranking(size: int, ranks: tuple[Rank, ...], symmetric: bool = False, reads: tuple[str, ...] = ()) -> HandRanking:
    """A ranking of compiled rules, for hands of a size."""
    return HandRanking(size, ranks, symmetric, sys.modules[__name__], reads)


def rounded(value: Quantity, step: Quantity, direction: str) -> Quantity:
    """Round to the next multiple of the step."""
    if isinstance(value, Absent) or isinstance(step, Absent):
        return ABSENT
    if value is None or step is None:
        return None
    return (ceil if direction == "up" else floor)(Fraction(value) / Fraction(step)) * step


CENT = Fraction(1, 100)


def to_cent(stated: Quantity, comes_to: Quantity) -> Truth:
    """Equality of money to the cent: if the exact amount is not in whole cents, both neighboring cents are accepted."""
    if isinstance(stated, int | Fraction) and isinstance(comes_to, int | Fraction):
        return -CENT < stated - comes_to < CENT
    return equal(stated, comes_to)


def pick(truth: Truth, this: Quantity, other: Quantity) -> Quantity:
    """One of two quantities; unknown if the condition is unknown."""
    return None if truth is None else this if truth else other


def choose(truth: Truth, this: Truth, other: Truth) -> Truth:
    """One of two truths; if the condition is unknown, the truth on which both agree."""
    if truth is None:
        return this if this is other else None
    return this if truth else other


def highest(amounts: Iterable[tuple[Truth, Quantity]]) -> Quantity:
    """The highest of the due amounts; unknown if an unknown one may be higher, or if there is none."""
    numbers = [(due, None if isinstance(amount, Absent) else amount) for due, amount in amounts]
    known = [amount for due, amount in numbers if due is True and amount is not None]
    doubtful = [amount for due, amount in numbers if due is not False and (due is None or amount is None)]
    if not known or any(amount is None or amount > max(known) for amount in doubtful):
        return None
    return max(known)


def doubted(outcome: Verdict, doubt: Truth) -> Verdict:
    """A breach is open if provisions contradict each other about one wager."""
    return OPEN if outcome == FAIL and doubt is True else outcome


def where(truth: Truth, outcome: Verdict) -> Verdict:
    """The verdict if the condition holds or is unknown; otherwise the clause does not apply."""
    return NOT_APPLICABLE if truth is False else outcome


def of_readings(verdicts: Iterable[Verdict]) -> Verdict:
    return by_readings(tuple(verdicts))


def failed(outcome: Verdict) -> Truth:
    return outcome == FAIL


def occurs(truth: Truth) -> bool:
    """Whether it is certain in any row."""
    return truth is True


def fact(t: Facts, name: str) -> Cell:
    """What the row or the filing of its table states."""
    return cast("Cell", t.get(name))


def amount(t: Facts, field: str, wager: str) -> Quantity:
    """An entry that is an amount."""
    value = entry(t, field, wager)
    return value if isinstance(value, int | Fraction) else None


def complete(value: object) -> bool:
    return value is not None


def known_in(value: object) -> int:
    """The number of rows in which it is known."""
    return int(value is not None)


def or_else(value: T | None, other: T) -> T:
    return other if value is None else value


def same(a: object, b: object) -> Truth:
    """Whether the recorded value is the derived one; cards are compared one by one."""
    return None if a is None or b is None else bool(a == b)


def known(value: object) -> Truth:
    return value is not None


__all__ = [
    "a_ranking", "all_equal", "among", "amount", "at_least", "at_most", "before", "best", "both", "by_row",
    "choose", "complete", "count_over", "doubted", "either", "entry", "equal", "fact", "failed", "first", "given", "greater",
    "highest", "known", "known_in", "last", "less", "lesser", "minus", "modulo", "more", "no", "not_among", "occurs", "of",
    "of_readings", "offered", "offered_in", "or_else", "over", "payout", "pick", "plus", "present", "rounded",
    "row", "same", "strength", "sum_over", "times", "to_cent", "truthy", "unequal", "verdict", "where",
]  # fmt: skip
