"""A column of values, one for each row, and functions of values applied to columns: once for each distinct row of arguments.

>>> ranks = column_of([7, None, 7])
>>> lifted(lambda rank: None if rank is None else rank == 7, ranks).values.to_list()
[True, None, True]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeVar

import polars as pl

from pitboss.checker.rounds.cells import CARD_WORDS, Cell, cards
from pitboss.checker.runtime.operations import Scalar

SEPARATOR = "\x1f"
R = TypeVar("R", bound=Cell)


class Column:
    """One value per row, null if unknown: numbers over `per`, truths, or texts that `read` converts to values."""

    __slots__ = ("known", "per", "read", "values")

    def __init__(self, values: pl.Series, per: int = 0, read: Callable[[str], Cell] | None = None) -> None:
        self.values, self.per, self.read = values, per, read
        self.known: dict[Hashable, tuple[Column, tuple[object, ...]]] = {}  # cached results of functions of values

    def plain(self, value: int | str | bool | None) -> Cell:
        """The value that an entry of the column represents."""
        if value is None or self.per == 1:
            return value
        if isinstance(value, str):
            return self.read(value) if self.read else value
        if not self.per:
            return value
        number = Fraction(value, self.per)
        return number.numerator if number.denominator == 1 else number

    def over(self, per: int) -> pl.Series:
        return self.values if per == self.per else self.values * (per // self.per)

    @property
    def is_truth(self) -> bool:
        return self.values.dtype == pl.Boolean


def lifted(word: Callable[..., R], *given: object, key: Hashable = None) -> Column | R:
    """`word` of these values in every row; `key` identifies functions that are created on the fly."""
    at = [(n, one) for n, one in enumerate(given) if isinstance(one, Column)]
    if not at:
        return word(*given)
    name = (
        key or word,
        *(None if isinstance(one, Column) else repr(one) for one in given),
        *(id(c) for _, c in at[1:]),
    )
    home = at[0][1].known
    if name not in home:
        home[name] = (_lifted(word, given, at), given)  # references to the columns, so that their ids stay unique
    return home[name][0]


def _lifted(word: Callable[..., Cell], given: tuple[object, ...], at: list[tuple[int, Column]]) -> Column:
    frame = pl.DataFrame({f"{n}": column.values for n, column in at})
    distinct = frame.unique(maintain_order=True)
    found = []
    for row in distinct.iter_rows():
        arguments = list(given)
        for (n, column), value in zip(at, row, strict=True):
            arguments[n] = column.plain(value)
        found.append(word(*arguments))
    made = column_of(found)
    joined = frame.join(
        distinct.with_columns(made.values.alias("made")),
        on=frame.columns,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )
    return Column(joined["made"], made.per, made.read)


def column_of(found: Sequence[Cell]) -> Column:
    """A column of the values."""
    kinds = {type(value) for value in found if value is not None}
    if kinds <= {bool}:
        return Column(pl.Series(found, dtype=pl.Boolean))
    if kinds == {tuple}:
        known = [value if isinstance(value, tuple) else None for value in found]
        parts = [part for value in known if value for part in value]
        if parts and all(isinstance(part, tuple) for part in parts):
            texts = [None if value is None else _hand(value) for value in known]
            return Column(pl.Series(texts, dtype=pl.String), 0, cards)
        # No record has a hand without cards. A column that is empty in every row is a set, and remains one when joined with other lots.
        sets = [None if value is None else _parts(value) for value in known]
        return Column(pl.Series(sets, dtype=pl.String), 0, a_set)
    if kinds == {str}:
        return Column(pl.Series(found, dtype=pl.String))
    if kinds == {int}:
        return Column(pl.Series(found, dtype=pl.Int64), 1)
    numbers = [_number(value) for value in found]
    per = lcm(*(number.denominator for number in numbers if number is not None))
    whole = [None if number is None else int(number * per) for number in numbers]
    return Column(pl.Series(whole, dtype=pl.Int64), per)


def _number(value: Cell) -> int | Fraction | None:
    if value is None or isinstance(value, int | Fraction):
        return value
    raise TypeError(f"no number: {value!r}")


def _hand(value: tuple[object, ...]) -> str:
    return " ".join(CARD_WORDS[card] for card in value if isinstance(card, tuple))


def _parts(value: tuple[object, ...]) -> str:
    """A set as text: the type of each part, and the part."""
    return SEPARATOR.join(f"{type(part).__name__[0]}{part}" for part in value)


@lru_cache(maxsize=1 << 12)
def a_set(text: str) -> tuple[Scalar, ...]:
    """The inverse: words, numbers and truths.

    >>> a_set(_parts(("cash", 16, Fraction(3, 2), True)))
    ('cash', 16, Fraction(3, 2), True)
    """
    reads: dict[str, Callable[[str], Scalar]] = {"s": str, "i": int, "F": Fraction, "b": "True".__eq__}
    return tuple(reads[part[0]](part[1:]) for part in text.split(SEPARATOR)) if text else ()
