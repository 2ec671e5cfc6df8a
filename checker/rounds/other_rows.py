"""What a clause asks of other rows, on whole columns: the same meaning as in `checker/runtime/other_rows.py`, for many rows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import polars as pl

from pitboss.checker.rounds.cells import cards
from pitboss.checker.rounds.column import Column, column_of

Asked = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class RowNeighbors:
    """Of each row: its round, its seat, the round before, and whether all rows of its round are known."""

    run: pl.Series
    seat: pl.Series  # null where neither seat nor player is recorded
    prior: pl.Series  # null where it is not known
    whole: pl.Series


def count_over(t: Any, rows: str, label: str, where: Asked | None = None) -> Any:
    if t.beside is None:
        return None
    frame = _frame(t, where, Column(pl.repeat(1, t.size, eager=True), 1))
    return Column(_over(frame, rows), 1)


def sum_over(t: Any, rows: str, label: str, unit: str, value: Asked, where: Asked | None = None) -> Any:
    if t.beside is None:
        return None
    amount = _column(value(t), t.size)
    if unit == "cards":
        return _together(t.beside, rows, amount)
    return Column(_over(_frame(t, where, amount), rows), amount.per or 1)


def _together(beside: RowNeighbors, rows: str, hands: Column) -> Column:
    """The cards of these rows; of a seat that has several hands, those that are in all of them."""
    frame = pl.DataFrame(
        {"run": beside.run, "seat": beside.seat, "cards": hands.values.cast(pl.String), "whole": beside.whole}
    )
    known = pl.col("cards").null_count() == 0
    joined = pl.when(known).then(pl.col("cards").str.join(" "))
    own = pl.coalesce(pl.col("seat").cast(pl.Int64), -1 - pl.int_range(pl.len()))  # a row without a seat is by itself
    frame = frame.with_columns(own=own)
    if rows == "seats":
        one = pl.when(known & (pl.col("cards").n_unique() == 1)).then(pl.col("cards").first())
        units = frame.group_by("run", "own", maintain_order=True).agg(cards=one)
        found = frame.select("run").join(
            units.group_by("run", maintain_order=True).agg(made=joined), on="run", how="left", maintain_order="left"
        )
    else:
        found = frame.select(made=joined.over("run", *(["own"] if rows == "own hands" else [])))
    made = pl.select(pl.when(beside.whole).then(found["made"])).to_series()
    return Column(made, 0, hands.read or cards)


def before(t: Any, label: str, scope: str, read: Asked) -> Any:
    value = read(t)
    if t.beside is None or value is None:
        return None
    column, keys = _column(value, t.size), ["run", "seat"] if scope == "seat" else ["run"]
    frame = pl.DataFrame({"run": t.beside.run, "seat": t.beside.seat, "value": column.values})
    alike = (
        frame.group_by(keys, maintain_order=True)
        .agg(pl.col("value").first(), same=(pl.col("value").n_unique() == 1) & (pl.col("value").null_count() == 0))
        .filter(pl.col("same"))
        .drop("same")
    )
    asked = pl.DataFrame({"run": t.beside.prior, "seat": t.beside.seat}).select(keys)
    return Column(asked.join(alike, on=keys, how="left", maintain_order="left")["value"], column.per, column.read)


def _column(value: Any, many: int) -> Column:
    if isinstance(value, Column):
        return value
    made = column_of([value])
    return Column(pl.repeat(made.values[0], many, dtype=made.values.dtype, eager=True), made.per, made.read)


def _frame(t: Any, where: Asked | None, amount: Column) -> pl.DataFrame:
    """A row for each row: its round and seat, whether it is meant, and its amount."""
    beside: RowNeighbors = t.beside
    met = _column(True if where is None else where(t), t.size).values.cast(pl.Boolean)
    own = pl.int_range(-1, -1 - t.size, -1, eager=True)  # a row without a seat is by itself
    seat = pl.select(pl.coalesce(beside.seat.cast(pl.Int64), own)).to_series()
    columns = {
        "run": beside.run,
        "seat": seat,
        "met": met,
        "amount": amount.values.cast(pl.Int64),
        "whole": beside.whole,
    }
    return pl.DataFrame(columns)


def _over(frame: pl.DataFrame, rows: str) -> pl.Series:
    """The sum of the amounts over the rows that are meant, null where it is not known."""
    if rows.endswith("seats"):
        seats = frame.group_by("run", "seat", maintain_order=True).agg(
            met=pl.when(pl.col("met").any()).then(True).when(pl.col("met").null_count() == 0).then(False),
            amount=pl.when((pl.col("amount").n_unique() == 1) & (pl.col("amount").null_count() == 0)).then(
                pl.col("amount").first()
            ),
        )
        units = _known(seats)
        own = frame.select("run", "seat", "whole").join(units, on=["run", "seat"], how="left", maintain_order="left")
    else:
        own = units = _known(frame)
    sums = pl.col("amount").sum(), pl.col("doubt").sum()
    if rows == "own hands":
        found = own.select(*(one.over("run", "seat") for one in sums), "whole")
    else:
        totals = units.group_by("run", maintain_order=True).agg(*sums)
        both = own.join(totals, on="run", how="left", maintain_order="left", suffix="_all")
        less = rows.startswith("other")
        found = both.select(
            "whole",
            *((pl.col(f"{name}_all") - (pl.col(name) if less else 0)).alias(name) for name in ("amount", "doubt")),
        )
    return found.select(pl.when(pl.col("whole") & (pl.col("doubt") == 0)).then(pl.col("amount"))).to_series()


def _known(frame: pl.DataFrame) -> pl.DataFrame:
    """Amounts of what is meant, 0 for what is not, and how often it is not known; 0 is 0 whether it is meant or not."""
    meant, nothing = pl.col("met"), pl.col("amount").eq(0).fill_null(False)
    doubt = (
        pl.when(meant.not_().fill_null(False))
        .then(False)
        .otherwise(pl.col("amount").is_null() | (meant.is_null() & ~nothing))
    )
    amount = pl.when(meant.fill_null(False)).then(pl.col("amount").fill_null(0)).otherwise(0)
    return frame.with_columns(amount=amount, doubt=doubt.cast(pl.Int64))
