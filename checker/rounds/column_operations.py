"""The operations of round clauses on columns: the same results as `row_operations.py`, for many rows at once.

A truth is a column of true, false and null, or a single one of them if it is the same in every row. A quantity is a column of whole
numbers over one denominator, so that exact arithmetic stays exact. An operation without a column form (card functions, sets,
tables) evaluates the row operation once for each distinct value.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

import polars as pl

from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.cells import Cell
from pitboss.checker.rounds.column import Column, column_of, lifted
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
    Verdict,
)

CODES = (NOT_APPLICABLE, PASS, NEEDS, OPEN, FAIL)

# A column, or one value if it is the same in every row.
Truths = Column | Truth
Quantities = Column | Quantity
Cells = Column | Cell
T = TypeVar("T")
Other = TypeVar("Other", bound=Cells)


class Verdicts:
    """A verdict for each row, as an index into CODES."""

    __slots__ = ("codes",)

    def __init__(self, codes: pl.Series) -> None:
        self.codes = codes


class ColumnFacts(dict[str, object]):
    """The facts of many rows: the filed values of their table, and a column for each recorded field."""

    def __init__(self, table: Facts, columns: dict[str, Column], size: int, neighbors: RowNeighbors | None = None) -> None:
        filled: dict[str, Cells] = {"irregularity": "none", **columns}
        for name, column in columns.items():
            under = table.get(name)
            if isinstance(under, int | Fraction | str | tuple):
                filled[name] = or_else(column, under)
        nothing = given(equal(filled["irregularity"], "none"), "none")
        filled["consequence"] = or_else(filled.get("consequence"), nothing)
        super().__init__({**table, **filled})
        self.size, self.neighbors = size, neighbors


# ---- card functions, and tables


def _over_cards(name: str) -> Callable[..., Cells]:
    """A card function on columns: evaluated once for each distinct hand."""
    word = CARD_FUNCTIONS[name]

    def ask(*given: object, **named: object) -> Cells:
        keys = tuple(named)
        if not keys:
            return lifted(word, *given)
        many = len(given)
        return lifted(
            lambda *all_: word(*all_[:many], **dict(zip(keys, all_[many:], strict=True))),
            *given,
            *named.values(),
            key=(name, keys),
        )

    return ask


globals().update({name: _over_cards(name) for name in CARD_FUNCTIONS})


def first(t: Facts, field: str, many: int) -> Cells:
    return lifted(lambda hand: row_operations.first({"h": hand}, "h", many), t.get(field), key=("first", many))


def last(t: Facts, field: str, many: int) -> Cells:
    return lifted(lambda hand: row_operations.last({"h": hand}, "h", many), t.get(field), key=("last", many))


def best(t: Facts, ranking: HandRanking, hand: Cells, height: Quantities = None) -> Cells:
    return lifted(lambda *given: row_operations.best({}, ranking, *given), hand, height, key=("best", id(ranking)))


def strength(t: Facts, ranking: HandRanking, hand: Cells, height: Quantities = None) -> Cells:
    return lifted(
        lambda *given: row_operations.strength({}, ranking, *given), hand, height, key=("strength", id(ranking))
    )


def row(t: Facts, key: str, rows: Mapping[object, Cell]) -> Cells:
    return lifted(rows.get, t.get(key), key=("row", id(rows)))


def by_row(t: Facts, value: object, key: str, rows: Mapping[object, T], test: Callable[[object, T], Truths]) -> Truths:
    plain = getattr(row_operations, test.__name__)
    return lifted(
        lambda subject, chosen: row_operations.by_row({key: chosen}, subject, key, rows, plain),
        value,
        t.get(key),
        key=("by_row", id(rows)),
    )


# ---- three values


def _truth(value: Truths, like: pl.Series) -> pl.Series:
    return value.values if isinstance(value, Column) else pl.repeat(value, len(like), dtype=pl.Boolean, eager=True)


def _fold(
    truths: tuple[Truths, ...],
    word: Callable[..., Truth],
    join: Callable[[pl.Series, pl.Series], pl.Series],
    decides: bool,
) -> Truths:
    same = [one for one in truths if not isinstance(one, Column)]
    columns = [one.values for one in truths if isinstance(one, Column)]
    if not columns or decides in same:
        return word(*same)
    if None in same:
        columns.append(pl.repeat(None, len(columns[0]), dtype=pl.Boolean, eager=True))
    made = columns[0]
    for one in columns[1:]:
        made = join(made, one)
    return Column(made)


def both(*truths: Truths) -> Truths:
    return _fold(truths, row_operations.both, operator.and_, False)


def either(*truths: Truths) -> Truths:
    return _fold(truths, row_operations.either, operator.or_, True)


def no(truth: Truths) -> Truths:
    return Column(~truth.values) if isinstance(truth, Column) else row_operations.no(truth)


def truthy(value: Cells) -> Truths:
    return value if isinstance(value, Column) and value.is_truth else lifted(row_operations.truthy, value)


def choose(truth: Truths, this: Truths, other: Truths) -> Truths:
    if not isinstance(truth, Column):
        if truth is not None:
            return this if truth else other
        if isinstance(this, Column):
            like = this
        elif isinstance(other, Column):
            like = other
        else:
            return row_operations.choose(truth, this, other)
        truth = Column(_truth(None, like.values))
    a, b = _truth(this, truth.values), _truth(other, truth.values)
    agreed_on = pl.select(pl.when(a == b).then(a)).to_series()
    made = (truth.values & a) | (~truth.values & b)
    return Column(pl.select(pl.coalesce(made, agreed_on)).to_series())


def known(value: object) -> Truths:
    return Column(value.values.is_not_null()) if isinstance(value, Column) else value is not None


def complete(value: object) -> bool:
    return not value.values.has_nulls() if isinstance(value, Column) else value is not None


def known_in(value: object) -> int:
    return (
        len(value.values) - value.values.null_count() if isinstance(value, Column) else row_operations.known_in(value)
    )


def or_else(value: T | None, other: Other) -> T | Other | Column:
    if not isinstance(value, Column):
        return other if value is None else value
    if other is None or not value.values.has_nulls():
        return value
    if value.values.null_count() == len(value.values):  # the type is not known yet
        return other
    return _either_of(value.values.is_not_null(), value, other)


def given(applies: Truths, value: Cells) -> Cells:
    if not isinstance(applies, Column):
        return value if applies is True else None
    return None if value is None else _either_of(applies.values.fill_null(False), value, None)


def agreed(*values: Cells) -> Cells:
    made = values[0]
    for other in values[1:]:
        same = equal(made, other)
        made = given(same, made)
    return made


def _either_of(where: pl.Series, this: Cells, other: Cells) -> Column:
    """Choose one of two values in each row."""
    like = this if isinstance(this, Column) else other if isinstance(other, Column) else column_of([this, other])
    if like.values.null_count() == len(like.values):  # an empty column does not show the type of its values
        like = _as_column(other)
    per = lcm(*(one.per or 1 for one in map(_as_column, (this, other)))) if like.per else 0
    a, b = (_spread(_as_column(one), len(where), like, per) for one in (this, other))
    return Column(pl.select(pl.when(where).then(a).otherwise(b)).to_series(), per, like.read)


def _as_column(value: Cells) -> Column:
    return value if isinstance(value, Column) else column_of([value])


def _spread(column: Column, many: int, like: Column, per: int) -> pl.Series:
    values = column.over(per) if per and column.per else column.values
    if len(values) != many:
        values = pl.repeat(values[0], many, dtype=like.values.dtype, eager=True)
    return values.cast(like.values.dtype) if values.dtype != like.values.dtype else values


# ---- comparing


def _compare(
    word: Callable[..., Truth],
    sign: Callable[[pl.Series | Scalar, pl.Series | Scalar], pl.Series | bool],
    a: Cells,
    b: Cells,
) -> Truths:
    column = a if isinstance(a, Column) else b
    if not isinstance(column, Column):
        return word(a, b)
    if a is ABSENT or b is ABSENT:
        return False
    if a is None or b is None:
        return None
    if _per(a) and _per(b):
        per = lcm(_per(a), _per(b))
        return Column(_series(sign(_at(a, per), _at(b, per)), column))
    if sign in (operator.eq, operator.ne):
        for left, right in ((_text(a), _text(b)), (_flag(a), _flag(b))):
            if left is not None and right is not None:
                return Column(_series(sign(left, right), column))
    return lifted(word, a, b)


def _text(value: Cells) -> pl.Series | str | None:
    """A text, or a column of texts that represent themselves."""
    if isinstance(value, Column):
        return value.values if value.values.dtype == pl.String and not value.read else None
    return value if isinstance(value, str) else None


def _flag(value: Cells) -> pl.Series | bool | None:
    """A truth, or a column of truths."""
    if isinstance(value, Column):
        return value.values if value.is_truth else None
    return value if isinstance(value, bool) else None


def _per(value: object) -> int:
    """The denominator of a quantity, or of a column of them; 0 if it is not a quantity."""
    if isinstance(value, Column):
        return value.per
    return Fraction(value).denominator if isinstance(value, int | Fraction) and not isinstance(value, bool) else 0


def _at(value: Cells, per: int) -> pl.Series | int:
    """A quantity, or a column of them, over that denominator."""
    if isinstance(value, Column):
        return value.over(per)
    if isinstance(value, int | Fraction):
        return int(value * per)
    raise TypeError(f"no quantity: {value!r}")


def _series(made: pl.Series | bool, like: Column) -> pl.Series:
    return made if isinstance(made, pl.Series) else pl.repeat(made, len(like.values), dtype=pl.Boolean, eager=True)


def at_least(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.at_least, operator.ge, a, b)


def at_most(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.at_most, operator.le, a, b)


def more(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.more, operator.gt, a, b)


def less(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.less, operator.lt, a, b)


def equal(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.equal, operator.eq, a, b)


def all_equal(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.all_equal, operator.eq, a, b)


def unequal(a: Cells, b: Cells) -> Truths:
    return _compare(row_operations.unequal, operator.ne, a, b)


def same(a: Cells, b: Cells) -> Truths:
    """Words and numbers unchanged; columns of cards by the function that reads them."""
    return _compare(row_operations.same, operator.eq, a, b)


def to_cent(stated: Quantities, comes_to: Quantities) -> Truths:
    per = _per(comes_to)
    if not (_per(stated) and per) or 100 % per == 0:  # in whole cents
        return equal(stated, comes_to)
    return both(more(plus(stated, row_operations.CENT), comes_to), less(minus(stated, row_operations.CENT), comes_to))


def among(value: Cells, values: tuple[Scalar, ...]) -> Truths:
    return lifted(lambda one: row_operations.among(one, values), value, key=("among", values))


def not_among(value: Cells, values: tuple[Scalar, ...]) -> Truths:
    return lifted(lambda one: row_operations.not_among(one, values), value, key=("not_among", values))


# ---- quantities


def _reckon(
    word: Callable[[Quantity, Quantity], Quantity],
    sign: Callable[[pl.Series | int, pl.Series | int], pl.Series],
    a: Quantities,
    b: Quantities,
) -> Quantities:
    if ABSENT in (a, b):
        return ABSENT
    if not isinstance(a, Column) and not isinstance(b, Column) or a is None or b is None:
        return word(None if isinstance(a, Column) else a, None if isinstance(b, Column) else b)
    if not (_per(a) and _per(b)):
        return lifted(word, a, b)
    if word is row_operations.times:
        return Column(sign(_at(a, _per(a)), _at(b, _per(b))), _per(a) * _per(b))
    per = lcm(_per(a), _per(b))
    return Column(sign(_at(a, per), _at(b, per)), per)


def plus(a: Quantities, b: Quantities) -> Quantities:
    return _reckon(row_operations.plus, operator.add, a, b)


def minus(a: Quantities, b: Quantities) -> Quantities:
    return _reckon(row_operations.minus, operator.sub, a, b)


def times(a: Quantities, b: Quantities) -> Quantities:
    return _reckon(row_operations.times, operator.mul, a, b)


def over(a: Quantities, b: Quantities) -> Quantities:
    if isinstance(a, Column) and a.per and isinstance(b, int | Fraction) and b:
        return times(a, 1 / Fraction(b))
    if ABSENT in (a, b):
        return ABSENT
    return lifted(row_operations.over, a, b)


def modulo(a: Quantities, b: Quantities) -> Quantities:
    if isinstance(a, Column) and a.per and isinstance(b, int | Fraction) and b:
        per = lcm(a.per, Fraction(b).denominator)
        return Column(a.over(per) % int(b * per), per)
    if ABSENT in (a, b):
        return ABSENT
    return lifted(row_operations.modulo, a, b)


def greater(a: Quantities, b: Quantities) -> Quantities:
    return ABSENT if ABSENT in (a, b) else lifted(row_operations.greater, a, b)


def lesser(a: Quantities, b: Quantities) -> Quantities:
    return ABSENT if ABSENT in (a, b) else lifted(row_operations.lesser, a, b)


def rounded(value: Quantities, step: Quantities, direction: str) -> Quantities:
    if isinstance(value, Column) and value.per and isinstance(step, int | Fraction):
        per = lcm(value.per, Fraction(step).denominator)
        unit = int(step * per)
        return Column((value.over(per) + (unit - 1 if direction == "up" else 0)) // unit * unit, per)
    return ABSENT if ABSENT in (value, step) else lifted(row_operations.rounded, value, step, direction)


def pick(truth: Truths, this: Quantities, other: Quantities) -> Quantities:
    if not isinstance(truth, Column):
        return None if truth is None else this if truth else other
    this, other = (None if isinstance(one, Column) and not one.per else one for one in (this, other))
    if this is None and other is None:
        return None
    return _either_of(truth.values.is_not_null(), _either_of(truth.values.fill_null(False), this, other), None)


def highest(amounts: Iterable[tuple[Truths, Quantities]]) -> Quantities:
    pairs = list(amounts)
    plain = [(due, size) for due, size in pairs if not isinstance(due, Column) and not isinstance(size, Column)]
    if len(plain) == len(pairs):
        return row_operations.highest(plain)
    many = next(len(one.values) for pair in pairs for one in pair if isinstance(one, Column))
    whole = [_as_column(None if amount is ABSENT else amount) for _, amount in pairs]
    per = lcm(*(one.per or 1 for one in whole))
    like = Column(pl.Series([0], dtype=pl.Int64), per)
    due = [_truth(truth, pl.repeat(None, many, eager=True)) for truth, _ in pairs]
    amount = [_spread(one, many, like, per) for one in whole]
    frame = pl.DataFrame({f"d{n}": d for n, d in enumerate(due)} | {f"a{n}": a for n, a in enumerate(amount)})
    most = pl.max_horizontal([pl.when(pl.col(f"d{n}")).then(pl.col(f"a{n}")) for n in range(len(pairs))])
    doubt = pl.any_horizontal(
        [
            pl.col(f"d{n}").fill_null(True) & (pl.col(f"d{n}").is_null() | pl.col(f"a{n}").is_null())
            & (pl.col(f"a{n}").is_null() | (pl.col(f"a{n}") > pl.col("most")))
            for n in range(len(pairs))
        ]
    )  # fmt: skip
    made = frame.with_columns(most=most).select(pl.when(doubt.not_()).then(pl.col("most")))
    return Column(made.to_series(), per)


def entry(t: Facts, field: str, name: str) -> Quantities:
    zeros, column = t.get("zeros"), t.get(f"{field}.{name}")
    of_field = zeros.get(field) if isinstance(zeros, dict) else None
    nothing: Quantity = of_field.get(name) if of_field is not None else None
    return or_else(column, nothing) if isinstance(column, Column) else nothing


amount = entry


# ---- verdicts


def verdict(applies: Truths, holds: Truths) -> Verdict | Verdicts:
    if isinstance(applies, Column):
        like = applies
    elif isinstance(holds, Column):
        like = holds
    else:
        return row_operations.verdict(applies, holds)
    a, h = _truth(applies, like.values), _truth(holds, like.values)
    made = pl.when(a.not_().fill_null(False)).then(0).when(h.fill_null(False)).then(1)
    failed = (a & ~h).fill_null(False)
    return Verdicts(pl.select(made.when(failed).then(4).otherwise(2).cast(pl.Int8)).to_series())


def _codes(verdicts: Verdict | Verdicts, many: int) -> pl.Series:
    if isinstance(verdicts, Verdicts):
        return verdicts.codes
    return pl.repeat(CODES.index(verdicts), many, dtype=pl.Int8, eager=True)


def doubted(verdicts: Verdict | Verdicts, doubt: Truths) -> Verdict | Verdicts:
    if not isinstance(verdicts, Verdicts):
        if verdicts != FAIL:
            return verdicts
        if not isinstance(doubt, Column):
            return row_operations.doubted(verdicts, doubt)
        verdicts = Verdicts(_codes(verdicts, len(doubt.values)))
    where = _truth(doubt, verdicts.codes).fill_null(False) & (verdicts.codes == 4)
    return Verdicts(pl.select(pl.when(where).then(3).otherwise(verdicts.codes).cast(pl.Int8)).to_series())


def where(truth: Truths, outcome: Verdict | Verdicts) -> Verdict | Verdicts:
    if not isinstance(truth, Column):
        return outcome if truth is not False else NOT_APPLICABLE
    apart = (~truth.values).fill_null(False)
    codes = _codes(outcome, len(apart))
    return Verdicts(pl.select(pl.when(apart).then(0).otherwise(codes).cast(pl.Int8)).to_series())


def of_readings(found: Iterable[Verdict | Verdicts]) -> Verdict | Verdicts:
    items = list(found)
    plain = [one for one in items if not isinstance(one, Verdicts)]
    if len(plain) == len(items):
        return row_operations.of_readings(plain)
    many = next(len(one.codes) for one in items if isinstance(one, Verdicts))
    frame = pl.DataFrame({f"{n}": _codes(one, many) for n, one in enumerate(items)})
    distinct = frame.unique(maintain_order=True)
    codes = [CODES.index(row_operations.of_readings(CODES[code] for code in codes)) for codes in distinct.iter_rows()]
    distinct = distinct.with_columns(pl.Series("made", codes, dtype=pl.Int8))
    return Verdicts(frame.join(distinct, on=frame.columns, how="left", maintain_order="left")["made"])


__all__ = [
    "Column", "ColumnFacts", "Verdicts", "agreed", "all_equal", "among", "amount", "at_least", "at_most", "before",
    "best", "both", "by_row", "choose", "complete", "count_over", "doubted", "either", "entry", "equal", "first",
    "given", "greater", "highest", "known", "known_in", "last", "less", "lesser", "minus", "modulo", "more", "no",
    "not_among", "of", "of_readings", "offered", "offered_in", "or_else", "over", "payout", "pick", "plus", "present",
    "rounded", "row", "same", "strength", "sum_over", "times", "to_cent", "truthy", "unequal", "verdict", "where",
]  # fmt: skip
