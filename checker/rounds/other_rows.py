"""Operations on other rows, on whole columns: the same meaning as in `checker/runtime/other_rows.py`, for many rows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import polars as pl

from pitboss.checker.rounds.cells import CARD_WORDS, Cell
from pitboss.checker.rounds.column import Column, Memo, NumberColumn, Truths, column_of, numbers_of, words_of
from pitboss.checker.rounds.hands import is_hand


@dataclass(frozen=True, slots=True)
class RowNeighbors:
    """For each row: its round, its seat, the round before, and whether all rows of its round are known."""

    run: pl.Series
    seat: pl.Series  # a seat with its player; null if neither is recorded
    hand: pl.Series  # a hand of a seat; null if the row does not name it
    box: pl.Series  # null if no seat is recorded
    player: pl.Series  # null if none is recorded
    prior: pl.Series  # null if unknown
    whole: pl.Series


class ManyRows(Protocol):
    """The facts of many rows, with the position of each."""

    size: int
    memo: Memo
    neighbors: RowNeighbors | None


OfRows = Callable[[ManyRows], Column | Cell]


def count_over(t: ManyRows, rows: str, label: str, where: OfRows | None = None) -> Column | None:
    if t.neighbors is None:
        return None
    frame = _frame(t, t.neighbors, where, pl.repeat(1, t.size, dtype=pl.Int64, eager=True), rows)
    return numbers_of(_over(frame, rows), 1, t.memo)


def sum_over(
    t: ManyRows, rows: str, label: str, unit: str, value: OfRows, where: OfRows | None = None
) -> Column | None:
    if t.neighbors is None:
        return None
    amount = _column(value(t), t)
    if unit == "cards":
        return _together(t, t.neighbors, rows, amount)
    known = isinstance(amount, NumberColumn)
    amounts = amount.series() if known else pl.repeat(None, t.size, dtype=pl.Int64, eager=True)
    made = _over(_frame(t, t.neighbors, where, amounts, rows), rows)
    return numbers_of(made, amount.per if isinstance(amount, NumberColumn) else 1, t.memo)


def _together(t: ManyRows, neighbors: RowNeighbors, rows: str, hands: Column) -> Column:
    """The cards of these rows; for a seat with several hands, or a hand with several rows, the cards that all of them contain."""
    columns = {"run": neighbors.run, "own": _alone(neighbors.seat), "unit": _unit(neighbors, rows)}
    frame = pl.DataFrame({**columns, "cards": _texts(hands)})
    known = pl.col("cards").null_count() == 0
    joined = pl.when(known).then(pl.col("cards").str.join(" "))
    one = pl.when(known & (pl.col("cards").n_unique() == 1)).then(pl.col("cards").first())
    meant = frame.filter(_of_first_player(neighbors)) if rows == "boxes" else frame
    units = meant.group_by("run", "unit", maintain_order=True).agg(pl.col("own").first(), cards=one)
    keys = ["run", "own"] if rows == "own hands" else ["run"]
    totals = units.group_by(keys, maintain_order=True).agg(made=joined)
    found = frame.select(keys).join(totals, on=keys, how="left", maintain_order="left")
    made = pl.select(pl.when(_shown(neighbors, rows)).then(found["made"])).to_series()
    return words_of(made, t.memo, are_cards=True)


def _texts(hands: Column) -> pl.Series:
    """Cards as a record writes them."""
    coded = hands.coded()
    written = [
        " ".join(CARD_WORDS[card] for card in hand) if is_hand(hand) and hand else None for hand in coded.distinct.cells
    ]
    places = np.where(coded.codes < 0, len(written), coded.codes)
    return pl.Series([*written, None], dtype=pl.String).gather(pl.Series(places))


def _alone(numbers: pl.Series) -> pl.Series:
    """These numbers; a row without one is a group of its own."""
    return pl.select(
        pl.coalesce(numbers.cast(pl.Int64), pl.int_range(-1, -1 - len(numbers), -1, eager=True))
    ).to_series()


def _unit(neighbors: RowNeighbors, rows: str) -> pl.Series:
    """The seat or the hand of each row: what is counted once."""
    return _alone(neighbors.seat if rows.endswith(("seats", "own box")) else neighbors.hand)


def before(t: ManyRows, label: str, scope: str, read: OfRows) -> Column | None:
    value = read(t)
    if t.neighbors is None or value is None:
        return None
    column, keys = _column(value, t), ["run", "seat"] if scope == "seat" else ["run"]
    frame = pl.DataFrame({"run": t.neighbors.run, "seat": t.neighbors.seat, "value": column.series()})
    common = (
        frame.group_by(keys, maintain_order=True)
        .agg(pl.col("value").first(), same=(pl.col("value").n_unique() == 1) & (pl.col("value").null_count() == 0))
        .filter(pl.col("same"))
        .drop("same")
    )
    queried = pl.DataFrame({"run": t.neighbors.prior, "seat": t.neighbors.seat}).select(keys)
    return column.again(queried.join(common, on=keys, how="left", maintain_order="left")["value"])


def _column(value: Column | Cell, t: ManyRows) -> Column:
    return value if isinstance(value, Column) else column_of([value]).taken(np.zeros(t.size, np.intp), t.memo)


def _shown(neighbors: RowNeighbors, rows: str) -> pl.Series:
    """Whether the record identifies the rows: those of one player require `player`, those of one box `seat`."""
    if rows not in ("own seats", "own box", "boxes"):
        return neighbors.whole
    own = pl.coalesce(
        pl.col("seat").cast(pl.Int64), -1 - pl.int_range(pl.len())
    )  # a row without a seat is a group of its own
    frame = pl.DataFrame(
        {"run": neighbors.run, "seat": neighbors.seat, "key": _key(neighbors, rows), "whole": neighbors.whole}
    )
    alone = pl.col("own").n_unique().over("run") == 1
    named = pl.col("key").null_count().over("run") == 0
    return frame.with_columns(own=own).select(pl.col("whole") & (alone | named)).to_series()


def _key(neighbors: RowNeighbors, rows: str) -> pl.Series:
    return neighbors.player if rows == "own seats" else neighbors.box


def _of_first_player(neighbors: RowNeighbors) -> pl.Series:
    """A mask of the rows of the first player at each box."""
    frame = pl.DataFrame({"run": neighbors.run, "box": neighbors.box, "player": neighbors.player})
    return frame.select(pl.col("player").eq_missing(pl.col("player").first().over("run", "box"))).to_series()


def _first(neighbors: RowNeighbors, rows: str) -> pl.Series:
    """A mask of the rows that count, where only the first of several does."""
    if rows == "own first hand":
        frame = pl.DataFrame({"run": neighbors.run, "seat": _alone(neighbors.seat), "hand": _unit(neighbors, rows)})
        return frame.select(pl.col("hand") == pl.col("hand").first().over("run", "seat")).to_series()
    return _of_first_player(neighbors) if rows == "boxes" else neighbors.whole


def _frame(t: ManyRows, neighbors: RowNeighbors, where: OfRows | None, amount: pl.Series, rows: str) -> pl.DataFrame:
    """One line per row: its round and seat, whether it is counted, and its amount."""
    counted = True if where is None else where(t)
    same = counted if isinstance(counted, bool) else None
    met = counted.series() if isinstance(counted, Truths) else pl.repeat(same, t.size, dtype=pl.Boolean, eager=True)
    columns = {
        "run": neighbors.run,
        "seat": _alone(neighbors.seat),
        "unit": _unit(neighbors, rows),
        "met": met,
        "amount": amount,
        "key": _key(neighbors, rows),
        "first": _first(neighbors, rows),
        "whole": _shown(neighbors, rows),
    }
    return pl.DataFrame(columns)


def _over(frame: pl.DataFrame, rows: str) -> pl.Series:
    """The sum of the amounts over the counted rows, null if unknown."""
    several = frame.select("run", "unit").is_duplicated().any()
    if several:
        grouped = frame.group_by("run", "unit", maintain_order=True).agg(
            pl.col("seat", "key", "first").first(),
            met=pl.when(pl.col("met").any()).then(True).when(pl.col("met").null_count() == 0).then(False),
            amount=pl.when((pl.col("amount").n_unique() == 1) & (pl.col("amount").null_count() == 0)).then(
                pl.col("amount").first()
            ),
        )
        units = _known(grouped)
        alone = units.drop("seat", "key", "first")
        own = frame.drop("met", "amount").join(alone, on=["run", "unit"], how="left", maintain_order="left")
    else:
        own = units = _known(frame)
    units = units.filter(pl.col("first")) if rows in ("boxes", "own first hand") else units
    sums = pl.col("amount").sum(), pl.col("doubt").sum()
    if rows == "own hands" and not several:
        found = own.select(*(one.over("run", "seat") for one in sums), "whole")
    elif rows.startswith("own"):
        keys = ["run", "seat" if rows in ("own hands", "own first hand") else "key"]
        totals = units.group_by(keys, maintain_order=True).agg(*sums)
        found = own.select(*keys, "whole").join(totals, on=keys, how="left", nulls_equal=True, maintain_order="left")
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
    """Amounts of counted rows, 0 for others, and the number of unknown ones; 0 is 0 whether it is counted or not."""
    meant, nothing = pl.col("met"), pl.col("amount").eq(0).fill_null(False)
    doubt = (
        pl.when(meant.not_().fill_null(False))
        .then(False)
        .otherwise(pl.col("amount").is_null() | (meant.is_null() & ~nothing))
    )
    amount = pl.when(meant.fill_null(False)).then(pl.col("amount").fill_null(0)).otherwise(0)
    return frame.with_columns(amount=amount, doubt=doubt.cast(pl.Int64))
