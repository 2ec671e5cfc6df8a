"""The operations of round clauses on columns: the same results as `row_operations.py`, for many rows at once.

A truth is a column of true, false and null, or a single one of them if it is the same in every row. A quantity is a column of whole
numbers over one denominator, so that exact arithmetic stays exact. Card functions and rankings are evaluated on arrays of the
distinct hands; an operation without a column form (sets, tables) once for each distinct value. An operation on the same columns
is evaluated once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.algebra import card_arrays
from pitboss.algebra.array_operations import SUITS
from pitboss.algebra.arrays import Array
from pitboss.algebra.arrays import Value as ArrayValue
from pitboss.algebra.card_arrays import Hand
from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.cells import Cell
from pitboss.checker.rounds.column import (
    LARGEST,
    NO,
    OF_CODE,
    UNKNOWN,
    YES,
    Codes,
    Column,
    Distinct,
    Hands,
    Mask,
    Memo,
    NumberColumn,
    Rows,
    Truths,
    Words,
    column_of,
    lifted,
    of_array,
)
from pitboss.checker.rounds.hands import columns as hand_columns
from pitboss.checker.rounds.other_rows import RowNeighbors, before, count_over, sum_over
from pitboss.checker.rounds.row_operations import of, offered, offered_in, payout, present
from pitboss.checker.runtime.cards import CARD_FUNCTIONS, HandRanking
from pitboss.checker.runtime.operations import (
    ABSENT,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    Facts,
    Quantity,
    Scalar,
    Truth,
    Value,
    Verdict,
)

LETTERS = Distinct((*SUITS,))  # of suits, by number
CODES = (NOT_APPLICABLE, PASS, NEEDS, OPEN, FAIL)

# A column, or one value if it is the same in every row.
TruthsOrTruth: TypeAlias = Column | Truth
Quantities: TypeAlias = Column | Quantity
Cells: TypeAlias = Column | Cell
T = TypeVar("T")
Other = TypeVar("Other", bound=Cells)
Ufunc: TypeAlias = np.ufunc

_HASHABLE = (Column, int, Fraction, str, type(None), type(ABSENT))
MOST = 1 << 20  # of a factor: what a record can state, times this, fits in 64 bits


class Verdicts:
    """A verdict for each row, as an index into CODES."""

    __slots__ = ("codes",)

    def __init__(self, codes: Codes) -> None:
        self.codes = codes


class ColumnFacts(dict[str, object]):
    """The facts of many rows: the filed values of their table, and a column for each recorded field.

    The rows are taken out of a column, and what is not recorded is filled with what is filed, once the field is read.
    """

    def __init__(
        self, table: Facts, columns: Mapping[str, Column], size: int, neighbors: RowNeighbors | None = None, rows: Rows | None = None
    ) -> None:  # fmt: skip
        super().__init__({"irregularity": "none", **table, **columns})
        self.size, self.neighbors, self.memo = size, neighbors, Memo()
        self.waiting = {name: (rows, table.get(name)) for name in columns}
        self.entries: dict[tuple[str, str], Quantities] = {}
        irregularity: Cells = self["irregularity"] if "irregularity" in columns else "none"  # type: ignore[assignment]
        nothing = given(equal(irregularity, "none"), "none")
        self["consequence"] = or_else(self.get("consequence") if "consequence" in columns else None, nothing)

    def get(self, key: str, default: object = None, /) -> object:
        if key in self.waiting:
            return self[key]
        return super().get(key, default)

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        if key in self.waiting and isinstance(value, Column):
            rows, filed = self.waiting.pop(key)
            value = value.recorded(slice(None) if rows is None else rows, self.memo)
            if isinstance(filed, int | Fraction | str | tuple):
                value = or_else(value, filed)
            super().__setitem__(key, value)
        return value

    def __copy__(self) -> ColumnFacts:
        made = ColumnFacts.__new__(ColumnFacts)
        dict.__init__(made, self)
        made.__dict__.update(self.__dict__)
        made.waiting = {**self.waiting}
        return made


# ---- card functions, and tables


def _over_cards(name: str) -> Callable[..., Cells]:
    """A card function on columns: on the distinct hands of one column, or on the rows of several."""
    word = CARD_FUNCTIONS[name]

    def ask(*given: object, **named: object) -> Cells:
        operands = (*given, *named.values())
        columns = [one for one in operands if isinstance(one, Column)]
        if not columns or None in operands:
            return None if columns else word(*given, **named)
        hand, alone = given[0], len(columns) == 1 and not any(isinstance(one, tuple) for one in given[1:])
        if not alone or not isinstance(hand, Column) or not isinstance(hand.coded().distinct, Hands):
            return _of_rows(name, columns[0], given, named)
        key = (name, *given[1:], *named.items())

        def evaluated(cards: Hand) -> ArrayValue:
            plain = {argument: _argument(value) for argument, value in named.items()}
            return card_arrays.call(name, cards, *map(_argument, given[1:]), **plain)

        return _as_suits(name, _once(hand, key, lambda distinct: distinct.each(key, evaluated)))

    return ask


globals().update({name: _over_cards(name) for name in CARD_FUNCTIONS})


def _of_rows(name: str, like: Column, given: tuple[object, ...], named: Mapping[str, object]) -> Cells:
    """A card function of the values in each row: of several hands, or with an argument that is not the same in every row."""
    spread = [_spread(one, like) if isinstance(one, tuple) else one for one in given]
    unknown = [one.unknown() for one in (*spread, *named.values()) if isinstance(one, Column)]
    known = ~np.logical_or.reduce(unknown)
    if not known.any():
        return None
    found = card_arrays.call(name, *map(_argument, spread), **{key: _argument(value) for key, value in named.items()})
    return _as_suits(name, of_array(ArrayValue(found.of, np.logical_and(found.known, known)), len(like), like.memo))


def _argument(value: object) -> Array | Hand:
    """A value, or those of a column, as card functions take them: a suit as its number."""
    if isinstance(value, NumberColumn):
        return value.values if value.per == 1 else np.array([value.plain(one) for one in value.values.tolist()], object)
    if not isinstance(value, Column):
        return SUITS.index(value) if isinstance(value, str) else value
    coded = value.coded()
    if isinstance(coded.distinct, Hands):
        return hand_columns(coded.distinct.matrix[coded.codes])
    return np.array([*(SUITS.index(cell) for cell in coded.distinct.cells), -1], np.int8)[coded.codes]  # type: ignore[arg-type]


def _as_suits(name: str, found: Column) -> Column:
    """The results of the function that gives a suit, as letters."""
    if name != "suit" or not isinstance(found, NumberColumn):
        return found
    return Words(np.where(found.unknown(), -1, found.values), LETTERS, found.memo)


def _once(hand: Column, key: Hashable, result: Callable[[Hands], Column]) -> Column:
    """The result of a function of the distinct hands in every row."""
    coded = hand.coded()
    if (found := hand.memo.get((id(hand), key))) is None:
        assert isinstance(coded.distinct, Hands)
        found = hand.memo[id(hand), key] = result(coded.distinct).taken(coded.codes, hand.memo), hand
    return found[0]  # type: ignore[return-value]


def first(t: Facts, field: str, many: int) -> Cells:
    return _part("first", t.get(field), many)


def last(t: Facts, field: str, many: int) -> Cells:
    return _part("last", t.get(field), many)


def _part(which: str, hand: object, many: int) -> Cells:
    if isinstance(hand, Column) and isinstance(hand.coded().distinct, Hands):
        return _once(hand, (which, many), lambda distinct: distinct.part(which, many))
    take = row_operations.first if which == "first" else row_operations.last
    return None if isinstance(hand, Column) else take({"h": hand}, "h", many)


def best(t: Facts, ranking: HandRanking, hand: Cells, height: Quantities = None) -> Cells:
    return _ranked(row_operations.best, 0, t, ranking, hand, height)


def strength(t: Facts, ranking: HandRanking, hand: Cells, height: Quantities = None) -> Cells:
    return _ranked(row_operations.strength, 1, t, ranking, hand, height)


def _ranked(
    word: Callable[..., Cell], place: int, t: Facts, ranking: HandRanking, hand: Cells, height: Quantities
) -> Cells:
    """Of the distinct hands; or of each distinct combination of a hand, a height and the facts that the ranking reads."""
    of_hands = isinstance(hand, Column) and isinstance(hand.coded().distinct, Hands)
    if isinstance(hand, Column) and of_hands and not ranking.reads and not isinstance(height, Column):
        given = height if isinstance(height, int | Fraction) else None
        return _once(hand, (word.__name__, id(ranking), given), lambda distinct: distinct.ranked(ranking, given)[place])

    def of_row(hand: Cell, height: Cell, *facts: Cell) -> Cell:
        return word(dict(zip(ranking.reads, facts, strict=True)), ranking, hand, height)

    return lifted(of_row, hand, height, *map(t.get, ranking.reads), key=(word.__name__, id(ranking)))


def fact(t: Facts, name: str) -> Cells:
    return cast("Cells", t.get(name))


def row(t: Facts, key: str, rows: Mapping[object, Cell]) -> Cells:
    return lifted(rows.get, t.get(key), key=("row", id(rows)))


def by_row(
    t: Facts,
    value: Column | Value,
    key: str,
    rows: Mapping[object, Scalar],
    test: Callable[[Column | Value, Column | Value], TruthsOrTruth],
) -> TruthsOrTruth:
    of_row = getattr(row_operations, test.__name__)
    return lifted(
        lambda subject, chosen: row_operations.by_row({key: chosen}, subject, key, rows, of_row),
        value,
        t.get(key),
        key=("by_row", id(rows)),
    )


# ---- three values


def _truth(value: TruthsOrTruth) -> Codes | int:
    """The codes of a truth."""
    if isinstance(value, Truths):
        return value.codes
    if isinstance(value, Column):
        made = lifted(row_operations.truthy, value)
        return made.codes if isinstance(made, Truths) else YES if made is True else NO if made is False else UNKNOWN
    return YES if value is True else NO if value is False else UNKNOWN


def _truths(codes: Codes | int, like: Column) -> Truths:
    return Truths(codes if isinstance(codes, np.ndarray) else np.full(len(like), codes, np.int8), like.memo)


def both(*truths: TruthsOrTruth) -> TruthsOrTruth:
    made: Codes | None = None
    memo, doubt = Memo(), False
    for one in truths:
        if one is False:
            return False
        if isinstance(one, Column):
            codes = _truth(one)
            made, memo = codes if made is None else np.minimum(made, codes), one.memo  # type: ignore[assignment]
        elif one is None:
            doubt = True
    if made is None:
        return None if doubt else True
    return Truths(np.minimum(made, UNKNOWN) if doubt else made, memo)


def either(*truths: TruthsOrTruth) -> TruthsOrTruth:
    made: Codes | None = None
    memo, doubt = Memo(), False
    for one in truths:
        if one is True:
            return True
        if isinstance(one, Column):
            codes = _truth(one)
            made, memo = codes if made is None else np.maximum(made, codes), one.memo  # type: ignore[assignment]
        elif one is None:
            doubt = True
    if made is None:
        return None if doubt else False
    return Truths(np.maximum(made, UNKNOWN) if doubt else made, memo)


def no(truth: TruthsOrTruth) -> TruthsOrTruth:
    return _truths(YES - _truth(truth), truth) if isinstance(truth, Column) else row_operations.no(truth)


def truthy(value: Cells) -> TruthsOrTruth:
    return value if isinstance(value, Truths) else lifted(row_operations.truthy, value)


def choose(truth: TruthsOrTruth, this: TruthsOrTruth, other: TruthsOrTruth) -> TruthsOrTruth:
    like = next((one for one in (truth, this, other) if isinstance(one, Column)), None)
    if like is None:
        return row_operations.choose(truth, this, other)  # type: ignore[arg-type]
    t, a, b = _truth(truth), _truth(this), _truth(other)
    made = np.maximum(np.maximum(np.minimum(t, a), np.minimum(YES - t, b)), np.minimum(a, b))
    return _truths(made if made.ndim else int(made), like)


def known(value: object) -> TruthsOrTruth:
    if not isinstance(value, Column):
        return value is not None
    doubts = value.doubts()
    return True if doubts is None else Truths(YES - 2 * doubts, value.memo)


def complete(value: object) -> bool:
    return value.doubts() is None if isinstance(value, Column) else value is not None


def known_in(value: object) -> int:
    if not isinstance(value, Column):
        return row_operations.known_in(value)
    doubts = value.doubts()
    return len(value) - (0 if doubts is None else int(np.count_nonzero(doubts)))


def or_else(value: T | None, other: Other) -> T | Other | Column:
    if not isinstance(value, Column):
        return other if value is None else value
    if other is None or (doubts := value.doubts()) is None:
        return value
    return _either_of(doubts == 0, value, other)


def given(applies: TruthsOrTruth, value: Cells) -> Cells:
    if not isinstance(applies, Column):
        return value if applies is True else None
    if value is None or isinstance(codes := _truth(applies), int):
        return value if value is not None and codes == YES else None
    where = codes == YES
    if isinstance(value, NumberColumn):
        doubts, lacks = value.doubts(), (~where).view(np.int8)
        return NumberColumn(value.values, value.per, lacks if doubts is None else doubts | lacks, value.memo)
    return _either_of(where, value if isinstance(value, Column) else _spread(value, applies), None)


def _spread(value: Cell, like: Column) -> Column:
    """A column of one value."""
    return column_of([value]).taken(np.zeros(len(like), np.intp), like.memo)


def _either_of(where: Mask, this: Column, other: Cells) -> Column:
    """Choose one of two values in each row."""
    if other is None:
        if isinstance(this, Truths):
            return Truths(np.where(where, this.codes, np.int8(UNKNOWN)), this.memo)
        if isinstance(this, NumberColumn):
            doubts, lacks = this.doubts(), (~where).view(np.int8)
            return NumberColumn(this.values, this.per, lacks if doubts is None else doubts | lacks, this.memo)
        return _words_where(where, this.coded(), np.intp(-1))
    more = other if isinstance(other, Column) else None
    if isinstance(this, NumberColumn) and (pair := _aligned(this, other)):
        a, b, per, _ = pair
        doubts = _chosen(where, this.doubts(), more.doubts() if more is not None else None)
        return NumberColumn(np.where(where, a, b), per, doubts, this.memo)
    if isinstance(this, Truths) and (isinstance(other, Truths | bool)):
        return Truths(np.where(where, this.codes, np.asarray(_truth(other), np.int8)), this.memo)
    second = (other if isinstance(other, Column) else _spread(other, this)).coded()
    if not len(this.coded().distinct) and more is not None:  # an empty column does not show the type of its values
        return _either_of(~where, more, None)
    if not len(this.coded().distinct) and isinstance(other, int | Fraction):
        return _either_of(~where, _spread(other, this), None)
    first = this.coded()
    if first.distinct is second.distinct:
        return _words_where(where, first, second.codes)
    made = column_of([*first.distinct.cells, *second.distinct.cells, None], this.memo)  # equal ones become one
    places = np.where(where, first.codes, np.where(second.codes < 0, -1, second.codes + len(first.distinct)))
    return made.taken(places, this.memo)


def _words_where(where: Mask, this: Words, other: Rows | np.intp) -> Words:
    return Words(np.where(where, this.codes, other), this.distinct, this.memo)


def _chosen(where: Mask, this: Codes | None, other: Codes | None) -> Codes | None:
    if this is None and other is None:
        return None
    nothing = np.int8(0)
    return np.where(where, nothing if this is None else this, nothing if other is None else other)


# ---- comparing


def _compare(word: Callable[..., Truth], sign: Ufunc, a: Cells, b: Cells) -> TruthsOrTruth:
    if isinstance(a, Column):
        memo, key = a.memo, (word, id(a), *((id(b),) if isinstance(b, Column) else (type(b), b)))
    elif isinstance(b, Column):
        memo, key = b.memo, (word, type(a), a, id(b))
    else:
        return word(a, b)
    if not isinstance(a, _HASHABLE) or not isinstance(b, _HASHABLE):
        return _compared(word, sign, a, b)
    if (found := memo.get(key)) is None:
        found = memo[key] = _compared(word, sign, a, b), a, b
    return found[0]  # type: ignore[return-value]


def _compared(word: Callable[..., Truth], sign: Ufunc, a: Cells, b: Cells) -> TruthsOrTruth:
    if a is ABSENT or b is ABSENT:
        return False
    if a is None or b is None:
        return None
    if isinstance(a, Words) and isinstance(b, Words):
        words, are_cards = (
            a.distinct.is_words and b.distinct.is_words,
            isinstance(a.distinct, Hands) and isinstance(b.distinct, Hands),
        )
        if sign in (np.equal, np.not_equal) and words or word is row_operations.same and are_cards:
            return _doubted(sign(a.codes, b.distinct.places_in(a.distinct)[b.codes]), _doubtful(a, b), a.memo)
        return lifted(word, a, b)
    if (pair := _aligned(a, b)) is None:
        return lifted(word, a, b)
    left, right, _, memo = pair
    return _doubted(sign(left, right), _doubtful(a, b), memo)


def _doubted(made: Mask, doubts: Codes | None, memo: Memo) -> Truths:
    codes = made.view(np.int8)
    codes = codes + codes
    if doubts is not None:
        codes = np.minimum(np.maximum(codes, doubts), YES - doubts)
    return Truths(codes, memo)


def _doubtful(a: Cells, b: Cells) -> Codes | None:
    """Which rows of either are unknown."""
    found = [doubts for one in (a, b) if isinstance(one, Column) and (doubts := one.doubts()) is not None]
    return None if not found else found[0] if len(found) == 1 else found[0] | found[1]


def _is_quantity(value: object) -> bool:
    return isinstance(value, NumberColumn) or isinstance(value, int | Fraction) and not isinstance(value, bool)


def _per(value: object) -> int:
    """The denominator of a quantity, or of a column of them; 0 if it is not a quantity."""
    if isinstance(value, NumberColumn):
        return value.per
    return Fraction(value).denominator if isinstance(value, int | Fraction) and not isinstance(value, bool) else 0


Integers: TypeAlias = NDArray[np.int64] | int


def _aligned(a: Cells, b: Cells) -> tuple[Integers, Integers, int, Memo] | None:
    """Two quantities, at least one of them a column, over one denominator; None if they are none, or too large for columns."""
    first, second = _per(a), _per(b)
    if not (first and second):
        return None
    per = first if first == second else lcm(first, second)
    if per // min(first, second) > MOST:
        return None
    left, right = _over(a, per), _over(b, per)
    memo = a.memo if isinstance(a, NumberColumn) else b.memo if isinstance(b, NumberColumn) else Memo()
    return None if left is None or right is None else (left, right, per, memo)


def _over(value: Cells, per: int) -> Integers | None:
    """A quantity, or a column of them, over that denominator."""
    if isinstance(value, NumberColumn):
        return value.over(per)
    whole = int(value * per) if isinstance(value, int | Fraction) else LARGEST
    return whole if -LARGEST < whole < LARGEST else None


def at_least(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.at_least, np.greater_equal, a, b)


def at_most(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.at_most, np.less_equal, a, b)


def more(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.more, np.greater, a, b)


def less(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.less, np.less, a, b)


def equal(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.equal, np.equal, a, b)


def all_equal(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.all_equal, np.equal, a, b)


def unequal(a: Cells, b: Cells) -> TruthsOrTruth:
    return _compare(row_operations.unequal, np.not_equal, a, b)


def same(a: Cells, b: Cells) -> TruthsOrTruth:
    """Words, numbers and cards unchanged."""
    return _compare(row_operations.same, np.equal, a, b)


def to_cent(stated: Quantities, comes_to: Quantities) -> TruthsOrTruth:
    per = _per(comes_to)
    if not (_per(stated) and per) or 100 % per == 0:  # in whole cents
        return equal(stated, comes_to)
    return both(more(plus(stated, row_operations.CENT), comes_to), less(minus(stated, row_operations.CENT), comes_to))


def among(value: Cells, values: tuple[Scalar, ...]) -> TruthsOrTruth:
    return lifted(lambda one: row_operations.among(one, values), value, key=("among", values))


def not_among(value: Cells, values: tuple[Scalar, ...]) -> TruthsOrTruth:
    return lifted(lambda one: row_operations.not_among(one, values), value, key=("not_among", values))


# ---- quantities


def _reckon(word: Callable[[Quantity, Quantity], Quantity], sign: Ufunc, a: Quantities, b: Quantities) -> Quantities:
    if a is ABSENT or b is ABSENT:
        return ABSENT
    column = a if isinstance(a, Column) else b
    if not isinstance(column, Column) or a is None or b is None:
        return word(None if isinstance(a, Column) else a, None if isinstance(b, Column) else b)
    if not (_is_quantity(a) and _is_quantity(b)):
        return lifted(word, a, b)
    key = word, id(a) if isinstance(a, Column) else a, id(b) if isinstance(b, Column) else b
    if key not in column.memo:
        made = _product(a, b) if word is row_operations.times else _sum(sign, a, b)
        column.memo[key] = lifted(word, a, b) if made is None else made, a, b
    return column.memo[key][0]  # type: ignore[return-value]


def _sum(sign: Ufunc, a: Quantities, b: Quantities) -> NumberColumn | None:
    if (pair := _aligned(a, b)) is None:
        return None
    left, right, per, memo = pair
    return NumberColumn(sign(left, right), per, _doubtful(a, b), memo)


def _product(a: Quantities, b: Quantities) -> NumberColumn | None:
    left, right = _over(a, _per(a)), _over(b, _per(b))
    if left is None or right is None or _greatest(left) * _greatest(right) >= LARGEST:
        return None
    column = a if isinstance(a, Column) else b
    assert isinstance(column, Column)
    return NumberColumn(np.multiply(left, right), _per(a) * _per(b), _doubtful(a, b), column.memo)


def _greatest(value: Integers) -> int:
    if isinstance(value, int):
        return abs(value)
    return max(abs(int(value.max())), abs(int(value.min()))) if len(value) else 0


def plus(a: Quantities, b: Quantities) -> Quantities:
    return _reckon(row_operations.plus, np.add, a, b)


def minus(a: Quantities, b: Quantities) -> Quantities:
    return _reckon(row_operations.minus, np.subtract, a, b)


def times(a: Quantities, b: Quantities) -> Quantities:
    return _reckon(row_operations.times, np.multiply, a, b)


def over(a: Quantities, b: Quantities) -> Quantities:
    if isinstance(a, NumberColumn) and isinstance(b, int | Fraction) and b:
        return times(a, 1 / Fraction(b))
    if a is ABSENT or b is ABSENT:
        return ABSENT
    return lifted(row_operations.over, a, b)


def modulo(a: Quantities, b: Quantities) -> Quantities:
    if isinstance(a, NumberColumn) and isinstance(b, int | Fraction) and b and (pair := _aligned(a, b)):
        left, right, per, memo = pair
        return NumberColumn(np.remainder(left, right), per, a.doubts(), memo)
    if a is ABSENT or b is ABSENT:
        return ABSENT
    return lifted(row_operations.modulo, a, b)


def greater(a: Quantities, b: Quantities) -> Quantities:
    return ABSENT if a is ABSENT or b is ABSENT else lifted(row_operations.greater, a, b)


def lesser(a: Quantities, b: Quantities) -> Quantities:
    return ABSENT if a is ABSENT or b is ABSENT else lifted(row_operations.lesser, a, b)


def rounded(value: Quantities, step: Quantities, direction: str) -> Quantities:
    if isinstance(value, NumberColumn) and isinstance(step, int | Fraction) and (pair := _aligned(value, step)):
        amount, unit, per, memo = pair
        amount = amount + (unit - 1) if direction == "up" else amount
        return NumberColumn(np.asarray(amount // unit * unit, np.int64), per, value.doubts(), memo)
    return ABSENT if value is ABSENT or step is ABSENT else lifted(row_operations.rounded, value, step, direction)


def pick(truth: TruthsOrTruth, this: Quantities, other: Quantities) -> Quantities:
    if not isinstance(truth, Column):
        return None if truth is None else this if truth else other
    codes = _truth(truth)
    if isinstance(codes, int):
        return None if codes == UNKNOWN else this if codes == YES else other
    a, b = (_amounts(one, truth) for one in (this, other))
    if a is None or b is None:
        return lifted(row_operations.pick, truth, this, other)
    per = lcm(a.per, b.per)
    where = codes == YES
    doubts = _chosen(where, a.doubts(), b.doubts())
    unknown = (codes == UNKNOWN).view(np.int8)
    return NumberColumn(
        np.where(where, a.over(per), b.over(per)), per, unknown if doubts is None else doubts | unknown, truth.memo
    )


def _amounts(value: Quantities, like: Column) -> NumberColumn | None:
    """A column of quantities, unknown in every row without any; None if they are too large for columns."""
    if not isinstance(value, Column) and _is_quantity(value):
        value = _spread(value, like)
    if isinstance(value, NumberColumn):
        return value
    if isinstance(value, Words) and len(value.distinct):
        return None
    return NumberColumn(np.zeros(len(like), np.int64), 1, np.ones(len(like), np.int8), like.memo)


def highest(amounts: Iterable[tuple[TruthsOrTruth, Quantities]]) -> Quantities:
    pairs = list(amounts)
    like = next((one for pair in pairs for one in pair if isinstance(one, Column)), None)
    if like is None:
        return row_operations.highest(pairs)  # type: ignore[arg-type]
    sizes = [size for _, amount in pairs if (size := _amounts(amount, like)) is not None]
    if len(sizes) < len(pairs):
        operands = [one for pair in pairs for one in pair]
        return lifted(
            lambda *each: row_operations.highest(zip(each[::2], each[1::2], strict=True)), *operands, key=("highest",)
        )
    per = lcm(*(one.per for one in sizes))
    dues, most = (
        [np.broadcast_to(np.asarray(_truth(due)), len(like)) for due, _ in pairs],
        np.full(len(like), -LARGEST, np.int64),
    )
    for due, size in zip(dues, sizes, strict=True):
        most = np.where((due == YES) & ~size.unknown(), np.maximum(most, size.over(per)), most)
    doubt = most == -LARGEST
    for due, size in zip(dues, sizes, strict=True):
        unknown = size.unknown()
        doubt |= (due != NO) & ((due == UNKNOWN) | unknown) & (unknown | (size.over(per) > most))
    return NumberColumn(most, per, doubt.view(np.int8), like.memo)


def entry(t: Facts, field: str, name: str) -> Quantities:
    """The recorded entry of a wager; an amount that is not recorded is zero."""
    assert isinstance(t, ColumnFacts)
    if (field, name) not in t.entries:
        zeros, column = t.get("zeros"), t.get(f"{field}.{name}")
        of_field = zeros.get(field) if isinstance(zeros, dict) else None
        nothing: Quantity = of_field.get(name) if of_field is not None else None
        t.entries[field, name] = or_else(column, nothing) if isinstance(column, Column) else nothing
    return t.entries[field, name]


amount = entry


# ---- verdicts


def verdict(applies: TruthsOrTruth, holds: TruthsOrTruth) -> Verdict | Verdicts:
    if not isinstance(applies, Column) and not isinstance(holds, Column):
        return row_operations.verdict(applies, holds)
    a, h = _truth(applies), _truth(holds)
    if isinstance(a, int) and isinstance(h, int):
        return row_operations.verdict(OF_CODE[a], OF_CODE[h])
    if isinstance(a, int) and a == NO:
        return NOT_APPLICABLE
    passed, failed = np.equal(h, YES).view(np.int8), (np.subtract(a, h, dtype=np.int8) == YES).view(np.int8)
    made = 2 - passed + (failed + failed)  # 1 for a pass, 4 for a failure, else 2: it needs evidence
    return Verdicts(made if isinstance(a, int) else made * np.not_equal(a, NO))


def _codes(verdicts: Verdict | Verdicts, many: int) -> Codes:
    if isinstance(verdicts, Verdicts):
        return verdicts.codes
    return np.full(many, CODES.index(verdicts), np.int8)


def doubted(verdicts: Verdict | Verdicts, doubt: TruthsOrTruth) -> Verdict | Verdicts:
    if not isinstance(verdicts, Verdicts):
        if verdicts != FAIL or not isinstance(doubt, Column):
            return verdicts if isinstance(doubt, Column) else row_operations.doubted(verdicts, doubt)
        verdicts = Verdicts(_codes(verdicts, len(doubt)))
    if doubt is False or doubt is None or verdicts.codes.max(initial=0) != 4:  # nothing fails, or nothing is doubted
        return verdicts
    where = (verdicts.codes == 4) & np.equal(_truth(doubt), YES)
    return Verdicts(verdicts.codes - where.view(np.int8))


def where(truth: TruthsOrTruth, outcome: Verdict | Verdicts) -> Verdict | Verdicts:
    if not isinstance(truth, Column):
        return outcome if truth is not False else NOT_APPLICABLE
    codes = _truth(truth)
    if isinstance(codes, int):
        return outcome if codes != NO else NOT_APPLICABLE
    return Verdicts(_codes(outcome, len(codes)) * (codes != NO))


def of_readings(found: Iterable[Verdict | Verdicts]) -> Verdict | Verdicts:
    items = list(found)
    columns = [one for one in items if isinstance(one, Verdicts)]
    if not columns:
        return row_operations.of_readings(one for one in items if not isinstance(one, Verdicts))
    kinds = np.zeros(len(columns[0].codes), np.int8)  # the verdicts that occur in a row, as bits
    for one in items:
        kinds |= np.left_shift(np.int8(1), one.codes if isinstance(one, Verdicts) else np.int8(CODES.index(one)))
    return Verdicts(_of_kinds()[kinds])


def failed(outcome: Verdict | Verdicts) -> TruthsOrTruth:
    if not isinstance(outcome, Verdicts):
        return row_operations.failed(outcome)
    return _doubted(outcome.codes == CODES.index(FAIL), None, Memo())


def occurs(truth: TruthsOrTruth) -> bool:
    if not isinstance(truth, Truths):
        return row_operations.occurs(truth if isinstance(truth, bool) else None)
    return bool(truth.codes.max(initial=NO) == YES)


@lru_cache
def _of_kinds() -> Codes:
    """The verdict over all worlds, for each set of verdicts in single worlds."""
    sets = [[code for n, code in enumerate(CODES) if kinds >> n & 1] for kinds in range(1 << len(CODES))]
    return np.array([CODES.index(row_operations.of_readings(kinds)) for kinds in sets], np.int8)


__all__ = [
    "Column", "ColumnFacts", "Verdicts", "all_equal", "among", "amount", "at_least", "at_most", "before",
    "best", "both", "by_row", "choose", "complete", "count_over", "doubted", "either", "entry", "equal", "fact", "failed", "first",
    "given", "greater", "highest", "known", "known_in", "last", "less", "lesser", "minus", "modulo", "more", "no",
    "not_among", "occurs", "of", "of_readings", "offered", "offered_in", "or_else", "over", "payout", "pick", "plus", "present",
    "rounded", "row", "same", "strength", "sum_over", "times", "to_cent", "truthy", "unequal", "verdict", "where",
]  # fmt: skip
