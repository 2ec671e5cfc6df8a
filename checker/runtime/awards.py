"""Computes the awards of a wager: probabilities by amount, the part of a stake that the house wins, and declared rounded figures.

>>> awards = {1: {5: Fraction(9, 10), 55: Fraction(1, 10)}}
>>> smallest(awards), largest(awards), edge(Fraction(1, 20), awards, False), edge(Fraction(1, 20), awards, True)
({1: 5}, {1: 55}, {1: Fraction(1, 2)}, {1: Fraction(9, 20)})
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction

from pitboss.checker.runtime.operations import ABSENT, Truth, both


class StatedFigure(Fraction):
    """A figure as it is written; it represents any value within `half` a unit of its last place.

    >>> figure = stated(Fraction(1, 20), Fraction(1, 200))
    >>> figure, figure == Fraction(1, 20), figure.half
    (Fraction(1, 20), True, Fraction(1, 200))
    """

    __slots__ = ("half",)
    half: Fraction

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"

    def __reduce__(self) -> tuple[object, ...]:
        return stated, (Fraction(self), self.half)

    def __copy__(self) -> StatedFigure:
        return self

    def __deepcopy__(self, memo: object) -> StatedFigure:
        return self


def stated(value: Fraction, half: Fraction) -> StatedFigure:
    made = StatedFigure(value)
    made.half = half
    return made


def with_places(value: object) -> Hashable:
    """A key that differs for equal figures that are written to different numbers of places."""
    return (value, value.half) if isinstance(value, StatedFigure) else value


def filled(filed: object, follow: Callable[[], object]) -> object:
    """The filed value; if nothing is filed, the derived value. For a map, entry by entry."""
    if filed is ABSENT:
        return filed
    if filed in (None, (), {}):
        return None if (found := follow()) is ABSENT else found
    if isinstance(filed, dict) and isinstance(found := follow(), dict):
        return {**filed, **{key: value for key, value in found.items() if key not in filed}}
    return filed


def counted(filed: object, follow: Callable[[], object]) -> object:
    """The derived value; if it is unknown, the filed value. For a map, entry by entry."""
    if filed is ABSENT:
        return filed
    found = follow()
    if isinstance(filed, dict) and isinstance(found, dict):
        return {**filed, **found}
    return filed if found is None or found is ABSENT else found


def fits(filed: object, exact: object) -> Truth:
    """As `agrees`, but nothing contradicts the filed value where the other figures are not filed, or are of no offer of the table.

    >>> fits(Fraction(1, 2), None), fits(Fraction(1, 2), Fraction(1, 3)), fits(None, 1), agrees(Fraction(1, 2), None)
    (True, False, True, None)
    """
    return True if exact is None or exact is ABSENT else agrees(filed, exact)


def agrees(filed: object, exact: object) -> Truth:
    """Whether the filed value is the derived one, to the places to which it is written; a value that is not filed agrees."""
    if filed is ABSENT or exact is ABSENT:
        return False
    if exact is None:
        return None
    if isinstance(exact, dict):
        known = filed if isinstance(filed, dict) else {}
        return both(*(agrees(known.get(key), exact.get(key)) for key in {**known, **exact}))
    if filed in (None, (), {}):
        return True
    if isinstance(filed, StatedFigure) and isinstance(exact, int | Fraction):
        return abs(filed - exact) <= filed.half
    return bool(filed == exact)


def smallest(awards: object) -> object:
    return {stake: min(chances) for stake, chances in awards.items()} if isinstance(awards, dict) and awards else None


def largest(awards: object) -> object:
    return {stake: max(chances) for stake, chances in awards.items()} if isinstance(awards, dict) and awards else None


def mean_award(chances: Mapping[int | Fraction, int | Fraction]) -> Fraction:
    """
    >>> mean_award({5: Fraction(9, 10), 55: Fraction(1, 10)})
    Fraction(10, 1)
    """
    return sum((Fraction(amount) * chance for amount, chance in chances.items()), Fraction(0))


def edge(hit: object, awards: object, back: object = False, stakes: object = ()) -> object:
    """The average part of a stake that the house wins, by stake. `hit` is the probability of an award; with `back`, the stake is
    returned in addition to the award. A stake in `stakes` that has no awards is unknown."""
    if not isinstance(awards, dict) or not awards or hit is None or not isinstance(back, bool) or 0 in awards:
        return None
    bare = dict.fromkeys(stakes if isinstance(stakes, tuple | list) else ())
    return bare | {stake: 1 - hit * (mean_award(chances) / stake + back) for stake, chances in awards.items()}
