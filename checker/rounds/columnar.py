"""The columnar engine: the kernel that is compiled from the rules over lots of rows, and the plain evaluator over what it flags.

Rows that columns cannot hold as they are written go the plain way one by one, so that both engines say the same of every row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path as FilePath
from typing import Any

import polars as pl

from pitboss.checker.rounds import columns
from pitboss.checker.rounds.audit import Lot, judge_one, readable
from pitboss.checker.rounds.cells import a_cell, cards
from pitboss.checker.rounds.column import Column, column_of
from pitboss.checker.rounds.columns import CODES, Verdicts
from pitboss.checker.rounds.court import Bench, Court
from pitboss.checker.rounds.form import NEEDED, Row
from pitboss.checker.rounds.rows import CHUNK, Raw, files_of, frame_of, name_of, raw_of, rows_in, rows_of
from pitboss.checker.rounds.settle import Deal, verdicts
from pitboss.checker.runtime import FAIL, OPEN
from pitboss.checker.typed import Misfit
from pitboss.checker.values import a_day
from pitboss.checker.vocabulary import Type

A_HAND = r"^(?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk)(?: (?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk))*$"
A_MOMENT = r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9])T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$"
LARGEST = 10**10  # of a number in a column: what is reckoned of it keeps within 64 bits
PLACES = {"money": 100, "number": 10_000, "count": 1}


class Kernel:
    """The compiled clauses in both forms, by clause, day and reading."""

    def __init__(self, court: Court, kernel: Any, plain: Any) -> None:
        self.court, self.plain = court, plain
        self.twin = {(s.id, s.since, s.reading): s for s in kernel.STEPS}
        self._deals: dict[int, tuple[Deal, Deal]] = {}

    def deal(self, deal: Deal) -> Deal:
        """The clauses in force, as columns judge them."""
        if id(deal) not in self._deals:
            made = tuple(tuple(self.twin[s.id, s.since, s.reading] for s in readings) for readings in deal.clauses)
            self._deals[id(deal)] = (deal, Deal(made))
        return self._deals[id(deal)][1]


def lots_in_columns(kernel: Kernel, path: str) -> Iterator[Lot]:
    """The columnar engine over every file below a path."""
    for part in parts_of(path):
        yield from judge_part(kernel, path, part)


def parts_of(path: str) -> Iterator[tuple[str, int]]:
    """What can be judged by itself: of Parquet a number of rows, of other files the whole."""
    for file in files_of(path):
        starts = range(0, rows_in(file), CHUNK) if file.suffix == ".parquet" else (0,)
        yield from ((str(file), first) for first in starts)


def judge_part(kernel: Kernel, path: str, part: tuple[str, int]) -> Iterator[Lot]:
    file, first = FilePath(part[0]), part[1]
    name = name_of(file, path)
    if file.suffix == ".parquet":
        yield judge_frame(kernel, frame_of(file, first), name, first + 1)
        return
    rows = rows_of(file, name)
    while chunk := list(islice(rows, CHUNK)):
        yield judge_chunk(kernel, chunk)


def judge_frame(kernel: Kernel, frame: pl.DataFrame, name: str, number: int) -> Lot:
    """Rows of Parquet, without a look at each."""
    typed, odd = typed_columns(kernel.court, frame)
    return judge_columns(kernel, typed, odd, lambda n: raw_of(frame.row(n, named=True), f"{name}:{number + n}"))


def judge_chunk(kernel: Kernel, raws: list[Raw]) -> Lot:
    """Rows that were read one by one."""
    notes = Lot()
    rows = [readable(kernel.court, raw, notes) for raw in raws]
    typed, odd = columns_of(kernel.court, rows)
    return judge_columns(kernel, typed, odd, lambda n: raws[n])


def columns_of(court: Court, rows: list[Row | None]) -> tuple[dict[str, Column], pl.Series]:
    names: dict[str, None] = {}
    flat = []
    for row in rows:
        values: dict[str, Any] = {}
        for name, value in (row.facts if row else {}).items():
            if isinstance(value, dict):
                values |= {f"{name}.{wager}": part for wager, part in value.items()}
            else:
                values[name] = value
        names |= dict.fromkeys(values)
        flat.append(values)
    made = {name: _whole_column([values.get(name) for values in flat], court.form.type_of(name)) for name in names}
    odd = pl.Series([row is None for row in rows], dtype=pl.Boolean)
    for _column, left_out in made.values():
        odd = odd | left_out
    return {name: column for name, (column, _) in made.items()}, odd


def _whole_column(values: list[Any], of: Type | None) -> tuple[Column, pl.Series]:
    """The column, and which rows do not fit into it."""
    per = PLACES.get(str(of[0])) if of else None
    fits = [value is None or _fits(value, per) for value in values]
    kept = [value if fit else None for value, fit in zip(values, fits, strict=True)]
    return column_of(kept), ~pl.Series(fits, dtype=pl.Boolean)


def _fits(value: Any, per: int | None) -> bool:
    if isinstance(value, str | bool):
        return True
    if isinstance(value, tuple):
        return all(isinstance(card, tuple) for card in value)
    return abs(value) < LARGEST and (per is None or (value * per) % 1 == 0)


# ---- Parquet: a whole column at once


def typed_columns(court: Court, frame: pl.DataFrame) -> tuple[dict[str, Column], pl.Series]:
    made: dict[str, Column] = {}
    odd = pl.repeat(False, len(frame), dtype=pl.Boolean, eager=True)
    for series in frame:
        name, of = series.name, court.form.type_of(series.name)
        if of is None:
            odd = odd | series.is_not_null()
            continue
        column = _typed(series, of, name)
        odd = odd | (column.values.is_null() & series.is_not_null())
        made[name] = column
    for name in NEEDED:
        odd = odd | (made[name].values.is_null() if name in made else True)
    return made, odd


def _typed(series: pl.Series, of: Type, name: str) -> Column:
    kind, dtype = str(of[0]), series.dtype
    if kind in PLACES and dtype.is_integer():
        whole = series.cast(pl.Int64)
        return Column(_within(whole, LARGEST), 1)
    if kind in PLACES and dtype.is_float():
        per = PLACES[kind]
        scaled = (series * per).round()
        exact = ((scaled / per) == series) & (scaled.abs() < LARGEST)
        return Column(_where(exact & (scaled >= 0), scaled.cast(pl.Int64, strict=False)), per)
    if kind == "cards" and dtype == pl.String:
        return Column(_where(series.str.contains(A_HAND), series), 0, cards)
    if kind == "flag" and dtype == pl.Boolean:
        return Column(series)
    if kind == "moment" and dtype == pl.String:
        days = series.str.slice(0, 10)
        none = [day for day in days.unique() if day is not None and a_day(day) is None]
        return Column(_where(series.str.contains(A_MOMENT) & ~days.is_in(none), series))
    if kind == "text" and dtype == pl.String:
        return Column(_where(series.str.contains(r"^[!-~]+(?: [!-~]+)*$"), series))
    return _by_value(series, of)


def _by_value(series: pl.Series, of: Type) -> Column:
    """Each distinct value is read as a row's would be."""
    distinct = series.unique(maintain_order=True)
    found = []
    for value in distinct:
        try:
            read = a_cell(value, of)
        except Misfit:
            read = None
        found.append(read if read is None or _fits(read, None) else None)
    made = column_of(found)
    frame = pl.DataFrame({"value": distinct, "made": made.values})
    joined = pl.DataFrame({"value": series}).join(
        frame, on="value", how="left", nulls_equal=True, maintain_order="left"
    )
    return Column(joined["made"], made.per, made.read)


def _within(series: pl.Series, bound: int) -> pl.Series:
    return _where((series >= 0) & (series < bound), series)


def _where(truth: pl.Series, series: pl.Series) -> pl.Series:
    return pl.select(pl.when(truth).then(series)).to_series()


# ---- judging


def judge_columns(kernel: Kernel, typed: dict[str, Column], odd: pl.Series, raw: Any) -> Lot:
    """All rows of a lot: the kernel over those that fit, the plain evaluator over the rest and over what is flagged."""
    lot, court = Lot(), kernel.court
    one_by_one: dict[int, bool] = dict.fromkeys(odd.arg_true(), True)  # row → whether it is still to be counted
    if not odd.all():
        for bench, rows in _benches(court, typed, odd):
            if isinstance(bench, str) or len(bench.deals) != 1:
                one_by_one |= dict.fromkeys(rows, True)
            else:
                taken = {n: Column(c.values.gather(rows), c.per, c.read) for n, c in typed.items()}
                flagged = _judge(kernel, bench, taken, len(rows), lot)
                one_by_one |= {rows[n]: False for n in flagged}
    for n in sorted(one_by_one):
        count = one_by_one[n]
        alone = Lot()
        judge_one(court, raw(n), alone, count)
        lot.rows += alone.rows
        lot.counts += alone.counts
        lot.findings += alone.findings
        lot.aside += alone.aside
    lot.rounds, lot.ends = _passed(typed, lot, raw, one_by_one, odd)
    return lot


def _benches(court: Court, typed: dict[str, Column], odd: pl.Series) -> Iterable[tuple[Bench | str, list[int]]]:
    where = pl.DataFrame({"table": typed["table"].values, "day": typed["moment"].values.str.slice(0, 10), "odd": odd})
    groups = where.with_row_index("n").filter(~pl.col("odd")).group_by("table", "day", maintain_order=True).agg("n")
    found: dict[Any, tuple[Bench | str, list[int]]] = {}
    for table, day, rows in groups.iter_rows():
        bench = court.bench(table, day)
        key = bench if isinstance(bench, str) else id(bench)
        found.setdefault(key, (bench, []))[1].extend(rows)
    return [(bench, sorted(rows)) for bench, rows in found.values()]


def _judge(kernel: Kernel, bench: Bench, typed: dict[str, Column], many: int, lot: Lot) -> list[int]:
    """Counts every verdict; gives the rows with a breach."""
    t = columns.Lot(bench.facts[0], typed, many, kernel.plain)
    flagged = pl.repeat(False, many, dtype=pl.Boolean, eager=True)
    lot.rows += many
    for clause, said in verdicts(kernel.deal(bench.deals[0]), t, columns):
        if not isinstance(said, Verdicts):
            lot.counts[clause, Court.said(bench, clause, said)] += many
            flagged = flagged | (said in (FAIL, OPEN))
            continue
        for code, rows in said.codes.value_counts().iter_rows():
            lot.counts[clause, Court.said(bench, clause, CODES[code])] += rows
        flagged = flagged | (said.codes >= 3)
    return flagged.arg_true().to_list()


def _passed(
    typed: dict[str, Column], lot: Lot, raw: Any, one_by_one: dict[int, bool], odd: pl.Series
) -> tuple[int, tuple[tuple[str, str], tuple[str, str]] | None]:
    """How many rounds the judged rows are of, the first of them and the last."""
    aside = {one.place for one in lot.aside}
    gone = [n for n, count in one_by_one.items() if count and raw(n).place in aside]
    keys = pl.DataFrame(
        {name: typed[name].values if name in typed else odd.cast(pl.String) for name in ("table", "round")}
    )
    odd_rows = {n for n, count in one_by_one.items() if count and n not in {*gone} and odd[n]}
    if odd_rows:  # written in a way that columns do not hold
        texts = {n: raw(n).data for n in odd_rows}
        for name in ("table", "round"):
            values = keys[name].to_list()
            for n, data in texts.items():
                values[n] = str(data[name]).strip()
            keys = keys.with_columns(pl.Series(name, values, dtype=pl.String))
    if gone:
        keys = keys.with_row_index("n").filter(~pl.col("n").is_in(gone)).drop("n")
    if not len(keys):
        return 0, None
    apart = (keys["table"] != keys["table"].shift(1)) | (keys["round"] != keys["round"].shift(1))
    first, last = keys.row(0), keys.row(-1)
    return int(apart.fill_null(True).sum()), ((first[0], first[1]), (last[0], last[1]))
