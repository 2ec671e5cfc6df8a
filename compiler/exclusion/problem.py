"""Constraints as a problem for the solvers: each variable with one value of each kind that the constraints distinguish.

>>> decks = ValueTest("decks", Sign.AT_LEAST, ("6",))
>>> variables = Variables([((decks, Presence("lamp", False)),)], {"decks": Quantity("count", least=1)}.__getitem__)
>>> variables.values, variables.domains
({'decks': ('5', '6', '7')}, {'decks': 7, 'lamp': 3})
>>> variables.disjunctions(((decks, Presence("lamp", False)),))
[[('decks', 6), ('lamp', 1)]]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor
from operator import ge, gt, le, lt

from pitboss.compiler.exclusion.solver import BOTH, NO, YES, Disjunction
from pitboss.compiler.model.catalog_entries import Constraints, Literal, Presence, Sign, ValueTest

_NUMBERS = ("count", "number", "money", "percent")
LEAST_FILED = {"count": 1, "money": 0, "percent": 0}  # a filing states nothing less
_LISTED = (Sign.IN, Sign.NOT_IN)
_COMPARE = {Sign.AT_LEAST: ge, Sign.AT_MOST: le, Sign.MORE: gt, Sign.LESS: lt}
_REMEMBERED = 4096  # a compilation and a session of an editor ask about the same figures again and again


@dataclass(frozen=True, slots=True)
class Quantity:
    """The values that a field, or anything else that is compared, can have."""

    type: str  # count, number, money, percent, flag, one_of, name
    listed: tuple[str, ...] = ()  # of one_of
    least: int | None = None  # no number is less

    def fits(self, sign: Sign, values: Sequence[Fraction | str]) -> bool:
        """Whether it can be compared with the values; the checks of names and types report what cannot."""
        if self.type == "name":
            return sign in _LISTED
        if self.type in _NUMBERS or self.type == "one_of" and all(map(is_number, self.listed)):
            return all(isinstance(value, Fraction) for value in values)
        return sign in _LISTED and {*values} <= {*self.listed}

    @lru_cache(_REMEMBERED)  # noqa: B019  # quantities are values
    def kinds(self, compared: tuple[str, ...]) -> tuple[str, ...]:
        """One value of each kind that comparisons with these values distinguish; the empty name stands for all others.

        >>> Quantity("count").kinds(("4", "6"))
        ('3', '4', '5', '6', '7')
        >>> Quantity("money", least=0).kinds(("1/2", "2"))
        ('1/4', '1/2', '5/4', '2', '3')
        >>> Quantity("money", least=0).kinds(("-4",)), Quantity("count").kinds(("-4",)), Quantity("name").kinds(("left",))
        (('-5', '-4', '0'), ('1',), ('left', ''))
        """
        if self.type == "flag":
            return ("False", "True")
        if self.type == "one_of":
            return self.listed
        if self.type == "name":
            return (*dict.fromkeys(compared), "")
        cuts = sorted({*map(Fraction, compared)})
        if self.type == "count":
            whole = {n for cut in cuts for n in (floor(cut) - 1, floor(cut), floor(cut) + 1)}
            return tuple(str(n) for n in sorted(whole) if n >= 0) or ("1",)
        between = [(a + b) / 2 for a, b in zip(cuts, cuts[1:], strict=False)]
        below = cuts[0] - 1
        if self.least is not None and below < self.least < cuts[0]:
            below = (self.least + cuts[0]) / 2
        above = cuts[-1] + 1 if self.least is None else max(cuts[-1] + 1, self.least)
        return tuple(str(n) for n in sorted({below, *cuts, *between, above}))

    def domain(self, kinds: tuple[str, ...]) -> int:
        """The bits of the kinds that can be stated."""
        return (1 << len(kinds)) - 1 if self.least is None else _satisfying(kinds, Sign.AT_LEAST, (str(self.least),))


class Variables:
    """The variables of constraints: what can be there, and fields with their values."""

    def __init__(
        self, constraints: Iterable[Constraints], quantity: Callable[[str], Quantity], asked: Iterable[Literal] = ()
    ) -> None:
        """`quantity`: of a field. `asked`: what a question distinguishes besides; fields that no constraint mentions are left out."""
        compared: dict[str, set[str]] = {}
        present: dict[str, int] = {}
        for literal in _literals(constraints):
            if isinstance(literal, Presence):
                present[literal.name] = BOTH
            else:
                compared.setdefault(literal.field, set()).update(literal.values)
        for literal in asked:
            if isinstance(literal, ValueTest) and literal.field in compared and all(map(is_number, literal.values)):
                compared[literal.field].update(literal.values)
        quantities = {name: quantity(name) for name in compared}
        self.values = {name: of.kinds(tuple(sorted(compared[name]))) for name, of in quantities.items()}
        self.domains = {name: of.domain(self.values[name]) for name, of in quantities.items()} | present

    def disjunctions(self, constraints: Constraints) -> list[Disjunction]:
        """The constraints as bits."""
        return [self._disjunction(alternatives) for alternatives in constraints]

    def _disjunction(self, alternatives: Iterable[Literal]) -> Disjunction:
        bits: dict[str, int] = {}
        for literal in alternatives:
            bits[literal.name] = bits.get(literal.name, 0) | self.bits(literal)
        return list(bits.items())

    def bits(self, literal: Literal) -> int:
        """The values of its variable that satisfy a literal."""
        if isinstance(literal, Presence):
            return YES if literal.present else NO
        return _satisfying(self.values[literal.field], literal.sign, literal.values)


def is_number(text: str) -> bool:
    """
    >>> [is_number(text) for text in ("6", "-1/2", "0.5", "1/0", "six")]
    [True, True, True, False, False]
    """
    return re.fullmatch(r"-?\d+(\.\d+)?(/[1-9]\d*)?", text) is not None


def _literals(constraints: Iterable[Constraints]) -> Iterator[Literal]:
    return (literal for some in constraints for alternatives in some for literal in alternatives)


@lru_cache(_REMEMBERED)
def _satisfying(values: tuple[str, ...], sign: Sign, expected: tuple[str, ...]) -> int:
    """The values that satisfy a test, as bits.

    >>> _satisfying(("3", "4", "5"), Sign.AT_LEAST, ("4",)), _satisfying(("left", ""), Sign.NOT_IN, ("left",))
    (6, 2)
    """
    if sign in _LISTED:
        chosen = [(value in expected) == (sign is Sign.IN) for value in values]
    else:
        chosen = [_COMPARE[sign](Fraction(value), Fraction(expected[0])) for value in values]
    return sum(1 << n for n, among in enumerate(chosen) if among)
