"""A column of values, one for each row, and functions of values applied to columns: once for each distinct value.

Arrays of whole numbers hold all of them: truths as 0, 1 (unknown) and 2, so that `both` is the least of them and `either`
the greatest; quantities over one denominator; all other values as places in a list of the distinct ones.

>>> ranks = column_of([7, None, 7])
>>> lifted(lambda rank: None if rank is None else rank == 7, ranks).cells()
[True, None, True]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TypeAlias, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pitboss.algebra.arrays import Value, numbered
from pitboss.algebra.card_arrays import Hand
from pitboss.checker.rounds import hands
from pitboss.checker.rounds.cells import Cell, cards
from pitboss.checker.runtime.cards import HandRanking, Height

Rows: TypeAlias = NDArray[np.intp]  # the numbers of rows
Mask: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.int8]
R = TypeVar("R", bound=Cell)
N = TypeVar("N", bound=np.generic)
Memo: TypeAlias = dict[
    Hashable, tuple[object, ...]
]  # key → the result, and the operands whose identity the key contains

NO, UNKNOWN, YES = 0, 1, 2
LARGEST = 1 << 62  # a bound on the whole numbers in a column
OF_CODE: tuple[bool | None, ...] = (False, None, True)
CODE_OF: dict[object, int] = {False: NO, None: UNKNOWN, True: YES}


class Column:
    """One value per row, None if unknown. Columns computed from one another share a memo of the operations on them."""

    __slots__ = ("memo",)
    memo: Memo

    def __len__(self) -> int:
        raise NotImplementedError

    @property
    def is_truth(self) -> bool:
        return isinstance(self, Truths)

    def doubts(self) -> Codes | None:
        """1 for each row whose value is unknown, else 0; None if all are known."""
        raise NotImplementedError

    def taken(self, rows: Rows | slice, memo: Memo) -> Column:
        """The values of these rows."""
        raise NotImplementedError

    def recorded(self, rows: Rows | slice, memo: Memo) -> Column | None:
        """The values of these rows; None if all of them are unknown."""
        made = self.taken(rows, memo)
        return None if made.unknown().all() else made

    def keys(self, rows: Rows) -> NDArray[np.int64]:
        """A number for each of these rows, the same for equal values."""
        return self.coded().codes[rows].astype(np.int64)

    def changes(self) -> Mask:
        """Whether each row but the first differs from the row before, or at least may do so."""
        codes = self.coded().codes
        return np.not_equal(codes[1:], codes[:-1])

    def coded(self) -> Words:
        """The same values, as places in a list of the distinct ones."""
        raise NotImplementedError

    def cell(self, row: int) -> Cell:
        """The value of a row."""
        raise NotImplementedError

    def series(self) -> pl.Series:
        """A number or truth for each row, null if unknown, that is the same for equal values."""
        raise NotImplementedError

    def again(self, series: pl.Series) -> Column:
        """The column of which this is the series."""
        raise NotImplementedError

    def cells(self) -> list[Cell]:
        return [self.cell(row) for row in range(len(self))]

    def unknown(self) -> Mask:
        """Whether each row is unknown."""
        doubts = self.doubts()
        return np.zeros(len(self), np.bool_) if doubts is None else doubts.view(np.bool_)


class Truths(Column):
    __slots__ = ("codes",)

    def __init__(self, codes: Codes, memo: Memo) -> None:
        self.codes, self.memo = codes, memo

    def __len__(self) -> int:
        return len(self.codes)

    def doubts(self) -> Codes | None:
        doubts = self.codes == UNKNOWN
        return doubts.view(np.int8) if doubts.any() else None

    def keys(self, rows: Rows) -> NDArray[np.int64]:
        return self.codes[rows].astype(np.int64)

    def changes(self) -> Mask:
        return np.not_equal(self.codes[1:], self.codes[:-1])

    def taken(self, rows: Rows | slice, memo: Memo) -> Truths:
        return Truths(_at(self.codes, rows), memo)

    def coded(self) -> Words:
        return Words(np.array([0, -1, 1], np.intp)[self.codes], Distinct((False, True)), self.memo)

    def cell(self, row: int) -> bool | None:
        return OF_CODE[int(self.codes[row])]

    def series(self) -> pl.Series:
        return _with_nulls(pl.Series(self.codes == YES), self.doubts())

    def again(self, series: pl.Series) -> Truths:
        known = series.is_not_null().to_numpy()
        return Truths(
            np.where(known, 2 * series.fill_null(False).to_numpy().astype(np.int8), 1).astype(np.int8), self.memo
        )


class NumberColumn(Column):
    """Whole numbers over `per`."""

    __slots__ = ("_doubts", "per", "values")

    def __init__(self, values: NDArray[np.int64], per: int, doubts: Codes | None, memo: Memo) -> None:
        self.values, self.per, self._doubts, self.memo = values, per, doubts, memo

    def __len__(self) -> int:
        return len(self.values)

    def doubts(self) -> Codes | None:
        return self._doubts

    def taken(self, rows: Rows | slice, memo: Memo) -> NumberColumn:
        return NumberColumn(
            _at(self.values, rows), self.per, None if self._doubts is None else _at(self._doubts, rows), memo
        )

    def recorded(self, rows: Rows | slice, memo: Memo) -> NumberColumn | None:
        if self._doubts is None:
            return self.taken(rows, memo)
        doubts = _at(self._doubts, rows)
        if doubts.view(np.bool_).all():
            return None
        return NumberColumn(_at(self.values, rows), self.per, doubts if doubts.any() else None, memo)

    def keys(self, rows: Rows) -> NDArray[np.int64]:
        values = self.values[rows]
        return values if self._doubts is None else np.where(self._doubts[rows], LARGEST, values)

    def changes(self) -> Mask:
        changed = self.values[1:] != self.values[:-1]
        return np.asarray(
            changed if self._doubts is None else changed | (self._doubts[1:] != self._doubts[:-1]), np.bool_
        )

    def coded(self) -> Words:
        key = ("coded", id(self))
        if key not in self.memo:
            values, codes = numbered(self.values if self._doubts is None else self.values[self._doubts == 0])
            if self._doubts is not None:
                places, codes = codes, np.full(len(self), -1, np.intp)
                codes[self._doubts == 0] = places
            self.memo[key] = Words(codes, Distinct(map(self.plain, values.tolist())), self.memo), self
        found = self.memo[key][0]
        assert isinstance(found, Words)
        return found

    def plain(self, value: int) -> int | Fraction:
        if self.per == 1:
            return value
        number = Fraction(value, self.per)
        return number.numerator if number.denominator == 1 else number

    def cell(self, row: int) -> int | Fraction | None:
        if self._doubts is not None and self._doubts[row]:
            return None
        return self.plain(int(self.values[row]))

    def over(self, per: int) -> NDArray[np.int64]:
        return self.values if per == self.per else self.values * (per // self.per)

    def series(self) -> pl.Series:
        return _with_nulls(pl.Series(self.values), self._doubts)

    def again(self, series: pl.Series) -> NumberColumn:
        return numbers_of(series, self.per, self.memo)


class Words(Column):
    """Places in a list of the distinct values, -1 if unknown."""

    __slots__ = ("codes", "distinct")

    def __init__(self, codes: Rows, distinct: Distinct, memo: Memo) -> None:
        self.codes, self.distinct, self.memo = codes, distinct, memo

    def __len__(self) -> int:
        return len(self.codes)

    def doubts(self) -> Codes | None:
        doubts = self.codes < 0
        return doubts.view(np.int8) if doubts.any() else None

    def taken(self, rows: Rows | slice, memo: Memo) -> Words:
        return Words(_at(self.codes, rows), self.distinct, memo)

    def coded(self) -> Words:
        return self

    def cell(self, row: int) -> Cell:
        code = int(self.codes[row])
        return None if code < 0 else self.distinct.cells[code]

    def series(self) -> pl.Series:
        return _with_nulls(pl.Series(self.codes), self.doubts())

    def again(self, series: pl.Series) -> Words:
        return Words(series.fill_null(-1).to_numpy().astype(np.intp), self.distinct, self.memo)


class Texts(Column):
    """Texts, or cards, as a record writes them; without a list of the distinct ones until an operation needs it."""

    __slots__ = ("_coded", "_distinct", "are_cards", "texts")

    def __init__(self, texts: pl.Series, are_cards: bool = False, distinct: pl.Series | None = None) -> None:
        self.texts, self.are_cards, self._distinct, self.memo = texts, are_cards, distinct, Memo()
        self._coded: Words | None = None

    def __len__(self) -> int:
        return len(self.texts)

    def doubts(self) -> Codes | None:
        return self.texts.is_null().to_numpy().view(np.int8) if self.texts.has_nulls() else None

    def changes(self) -> Mask:
        return self.texts[1:].ne_missing(self.texts[:-1]).to_numpy()

    def taken(self, rows: Rows | slice, memo: Memo) -> Words:
        return self.coded().taken(rows, memo)

    def coded(self) -> Words:
        if self._coded is None:
            self._coded = words_of(self.texts, self.memo, self.are_cards, self._distinct)
        return self._coded

    def cell(self, row: int) -> Cell:
        text: str | None = self.texts[row]
        return cards(text) if self.are_cards and text is not None else text

    def series(self) -> pl.Series:
        return self.texts

    def again(self, series: pl.Series) -> Texts:
        return Texts(series, self.are_cards)


class Distinct:
    """The distinct values of some columns, and cached results of functions of them."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = tuple(cells)
        self.results: dict[Hashable, Column | Cell] = {}

    def __len__(self) -> int:
        return len(self.cells)

    def result(self, name: Hashable, word: Callable[[Cell], Cell], codes: Rows) -> Column | Cell:
        """The results of a function for each value and, in the last place, for an unknown one if there is any; or their common value."""
        if (name, True) in self.results:
            return self.results[name, True]
        unknown = bool(len(codes)) and bool(codes.min() < 0)
        if (name, unknown) not in self.results:
            found = [*map(word, self.cells), *([word(None)] if unknown else [])]
            self.results[name, unknown] = (
                found[0] if found and {*map(_kind, found)} == {_kind(found[0])} else column_of(found)
            )
        return self.results[name, unknown]

    @cached_property
    def is_words(self) -> bool:
        return all(isinstance(cell, str) for cell in self.cells)

    def places_in(self, other: Distinct) -> Rows:
        """The place of each value in another list, -2 if it is not there; and -1 in the last place, for an unknown one."""
        places = {cell: n for n, cell in enumerate(other.cells)}
        return np.array([*(places.get(cell, -2) for cell in self.cells), -1], np.intp)


class Hands(Distinct):
    """The distinct hands of some columns."""

    def __init__(self, matrix: hands.Matrix) -> None:
        self.matrix = matrix
        self.results = {}
        self.chosen: hands.Chosen = {}
        self.rankings: dict[tuple[int, Height], tuple[Words, NumberColumn, HandRanking]] = {}

    def __len__(self) -> int:
        return len(self.matrix)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:  # type: ignore[override]
        return tuple(hands.to_cards(self.matrix))

    def part(self, which: str, many: int) -> Words:
        """The first or the last cards of each hand and, in the last place, of an unknown one."""
        key = which, many
        if key not in self.results:
            matrix, places = hands.first(self.matrix, many) if which == "first" else hands.last(self.matrix, many)
            self.results[key] = Words(np.append(places, -1), Hands(matrix), {})
        found = self.results[key]
        assert isinstance(found, Words)
        return found

    def each(self, key: Hashable, make: Callable[[Hand], Value]) -> Column:
        """The results of a function of hands for each hand and, in the last place, for an unknown one."""
        if key not in self.results:
            found = make(hands.columns(self.matrix))
            of, known = (np.broadcast_to(part, (len(self),)) for part in (found.of, found.known))
            of, known = np.append(of, of[:1] if len(of) else 0), np.append(known, False)
            self.results[key] = of_array(Value(of, known), len(self) + 1, {})
        made = self.results[key]
        assert isinstance(made, Column)
        return made

    def ranked(self, ranking: HandRanking, height: Height) -> tuple[Words, NumberColumn]:
        """The best rank of each hand and its strength; in the last place, of an unknown one."""
        key = id(ranking), height
        if key not in self.rankings:
            orders, per, numbers = hands.ranked(self.matrix, ranking, height, self.chosen)
            orders = np.append(orders, -1)
            names = Distinct(("none", *(rank[0] for rank in reversed(ranking.ranks))))
            best = Words(np.where(orders < 0, -1, np.append(numbers, 0)), names, {})
            self.rankings[key] = best, NumberColumn(orders, per, (orders < 0).view(np.int8), {}), ranking
        return self.rankings[key][:2]


def words_of(series: pl.Series, memo: Memo, are_cards: bool = False, distinct: pl.Series | None = None) -> Words:
    """A column of texts, or of the cards that they write. `distinct`: the distinct ones, if they are known."""
    texts = series.drop_nulls().unique() if distinct is None else distinct
    codes = (
        series.cast(pl.Enum(texts)).to_physical().cast(pl.Int64).fill_null(-1).to_numpy().astype(np.intp, copy=False)
    )
    return Words(codes, Hands(hands.from_texts(texts)) if are_cards else Distinct(texts.to_list()), memo)


def of_array(found: Value, size: int, memo: Memo) -> Column:
    """A column of the values of an array."""
    of = np.broadcast_to(found.of, (size,))
    if of.dtype == object:
        return column_of(
            [value if known else None for value, known in zip(of, np.broadcast_to(found.known, (size,)), strict=True)],
            memo,
        )
    doubts = None if np.all(found.known) else np.broadcast_to(~np.asarray(found.known), (size,)).view(np.int8)
    if of.dtype != bool:
        return NumberColumn(of.astype(np.int64), 1, doubts, memo)
    codes = YES * of.view(np.int8)
    return Truths(codes if doubts is None else np.where(doubts, np.int8(UNKNOWN), codes), memo)


def numbers_of(series: pl.Series, per: int, memo: Memo) -> NumberColumn:
    """A column of whole numbers, null if unknown."""
    doubts = series.is_null().to_numpy().view(np.int8) if series.has_nulls() else None
    return NumberColumn(series.fill_null(0).cast(pl.Int64).to_numpy(), per, doubts, memo)


def truths_of(series: pl.Series, memo: Memo) -> Truths:
    return Truths(np.empty(0, np.int8), memo).again(series)


def _at(values: NDArray[N], rows: Rows | slice) -> NDArray[N]:
    """The values of these rows; `take` is faster than an index."""
    return values[rows] if isinstance(rows, slice) else values.take(rows)


def _with_nulls(series: pl.Series, doubts: Codes | None) -> pl.Series:
    return series if doubts is None else series.set(pl.Series(doubts.view(np.bool_)), None)


def lifted(word: Callable[..., R], *given: object, key: Hashable = None) -> Column | R:
    """`word` of these values in every row; `key` identifies functions that are created on the fly."""
    if len(given) == 1 and key is None and isinstance(given[0], Column):  # the most frequent case, without a list
        column = given[0]
        if (found := column.memo.get((word, id(column)))) is None:
            coded = column.coded()
            made = coded.distinct.result(word, word, coded.codes)
            found = made.taken(coded.codes, column.memo) if isinstance(made, Column) else made, column
            column.memo[word, id(column)] = found
        return found[0]  # type: ignore[return-value]
    at = [(n, one) for n, one in enumerate(given) if isinstance(one, Column)]
    if not at:
        return word(*given)
    memo = at[0][1].memo
    other = tuple(None if isinstance(one, Column) else repr(one) for one in given)
    name = key or word, other
    mine = name, *(id(column) for _, column in at)
    if mine not in memo:
        memo[mine] = _lifted(word, given, at, name), given  # references to the columns, so that their ids stay unique
    return memo[mine][0]  # type: ignore[return-value]


def _lifted(
    word: Callable[..., Cell], given: tuple[object, ...], at: list[tuple[int, Column]], name: Hashable
) -> Column | Cell:
    memo = at[0][1].memo
    if len(at) == 1:
        column, place = at[0][1].coded(), at[0][0]
        made = column.distinct.result(name, lambda cell: word(*given[:place], cell, *given[place + 1 :]), column.codes)
        return made.taken(column.codes, memo) if isinstance(made, Column) else made
    columns = [column.coded() for _, column in at]
    combined, codes = columns[0].codes + 1, columns[0].codes
    for column in columns[1:]:  # few at a time, so that their product fits in 64 bits
        combined = numbered(combined)[1] * (len(column.distinct) + 1) + column.codes + 1
    different, codes = numbered(combined)
    row_of = np.empty(len(different), np.intp)
    row_of[codes] = np.arange(len(codes))  # any row of each combination
    found = []
    for row in row_of.tolist():
        arguments = list(given)
        for (n, _), column in zip(at, columns, strict=True):
            arguments[n] = column.cell(row)
        found.append(word(*arguments))
    return column_of(found).taken(codes, memo)


def column_of(found: Sequence[Cell], memo: Memo | None = None) -> Column:
    """A column of the values."""
    memo = {} if memo is None else memo
    kinds = {type(value) for value in found if value is not None}
    if kinds == {bool}:
        return Truths(np.array([CODE_OF[value] for value in found], np.int8), memo)
    if kinds and kinds <= {int, Fraction}:
        numbers = [value for value in found if isinstance(value, int | Fraction)]
        per = 1 if kinds == {int} else lcm(*(value.denominator for value in numbers))
        if all(-LARGEST < value * per < LARGEST for value in (min(numbers), max(numbers))):
            doubts = np.array([value is None for value in found], np.int8) if len(numbers) < len(found) else None
            whole = [int(value * per) if isinstance(value, int | Fraction) else 0 for value in found]
            return NumberColumn(np.array(whole, np.int64), per, doubts, memo)
    places: dict[Hashable, int] = {}
    codes = [-1 if value is None else places.setdefault(_kind(value), len(places)) for value in found]
    cells: list[Cell] = [None] * len(places)
    for code, value in zip(codes, found, strict=True):
        if code >= 0:
            cells[code] = value
    dealt = [cell for cell in cells if hands.is_hand(cell)]
    distinct = Hands(hands.from_cards(dealt)) if cells and len(dealt) == len(cells) else Distinct(cells)
    return Words(np.array(codes, np.intp), distinct, memo)


def _kind(value: Cell) -> Hashable:
    """The value with the types of its parts: 1 and true are two."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return value if hands.is_hand(value) else tuple((type(part), part) for part in value)
    return type(value), str(value)
