"""The columnar engine where the law looks beyond a row: rounds in whole columns behind the last ones of the lot before.

What columns cannot hold, and what would go on from row to row for too long, is left to the plain evaluator, a table at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

import polars as pl

from pitboss.checker.rounds import column_operations
from pitboss.checker.rounds.agreement import IRREGULARITY
from pitboss.checker.rounds.column import Column, column_of
from pitboss.checker.rounds.law_index import Bench
from pitboss.checker.rounds.other_rows import RowNeighbors
from pitboss.checker.rounds.record_format import NO_IRREGULARITY, Form, RecordRow, cells_of
from pitboss.checker.rounds.row_evaluator import facts_of
from pitboss.checker.rounds.sequence import Last, RoundPlace, Sequence, settled
from pitboss.checker.rounds.settlement import TableLaw, once
from pitboss.checker.rounds.steps import Operations
from pitboss.checker.runtime.operations import Facts

COLUMNS: Operations[Column, column_operations.Verdicts] = column_operations
MOST_PASSES = 400  # of what follows from round to round, in one lot


@dataclass(slots=True)
class Run:
    """The rows of one round, where they stand in the lot, and what is known of them."""

    rows: list[int]
    first: RoundPlace
    bench: Bench
    broken: bool
    holes: int
    odd: bool = False  # whether columns do not hold one of its rows
    whole: bool = False
    prior: int | None = None  # number of the run before, below 0 one of the lot before


@dataclass(slots=True)
class Together:
    """Runs of tables under one law, in columns: first those that came before the lot."""

    t: column_operations.ColumnFacts
    bench: Bench
    runs: list[Run]
    many: int  # rows of before
    at: dict[int, range]  # rows of each run
    number: list[int]  # of each row behind those of before, in the lot

    def facts(self, run: int) -> list[Facts]:
        """The rows of a run, complete."""
        return [self._row(n) for n in self.at[run]]

    def again(self, run: Run, rows: list[RecordRow]) -> list[tuple[RecordRow, Facts]]:
        """The rows of a run, as the plain evaluator makes them."""
        before = None if run.prior is None else self.facts(run.prior)
        made = settled(self.bench.deals[0], self.bench.facts[0], rows, run.whole, before)
        return list(zip(rows, made, strict=True))

    def _row(self, n: int) -> Facts:
        found: Facts = {}
        entries: dict[str, dict[str, object]] = {}  # of what is kept by wager
        for name, value in self.t.items():
            if isinstance(value, Column):
                value = value.plain(value.values[n])
            elif name not in self.bench.deals[0].derived:
                continue  # filed of the table
            of, _, wager = name.partition(".")
            if value is not None and wager:
                found[of] = entries.setdefault(of, {})
                entries[of][wager] = value
            elif value is not None or name == IRREGULARITY:
                found[name] = value
        return facts_of(self.bench.facts[0], RecordRow(found, ""))


def alike(runs: list[Run], sequence: Sequence) -> bool:
    """Whether columns can hold the runs of a table, and what came before them."""
    bench, last = runs[0].bench, sequence.tables.get(runs[0].first.table)
    simple = len(bench.deals) == 1 and all(run.bench is bench and not run.odd for run in runs)
    return simple and (last is None or last.bench is bench)


def together(
    deal: TableLaw, tables: list[list[Run]], typed: dict[str, Column], sequence: Sequence, form: Form
) -> Together | None:
    """Runs with all that follows in them; None where it goes on from row to row for too long."""
    runs, bench = [run for table in tables for run in table], tables[0][0].bench
    carried = _placed(tables, sequence)
    before = [row for rows in carried for row in rows]
    number = [n for run in runs for n in run.rows]
    many, at = len(before), {}
    start = 0
    for id_, rows in [(-1 - k, rows) for k, rows in enumerate(carried)] + [(n, run.rows) for n, run in enumerate(runs)]:
        at[id_] = range(start, start := start + len(rows))
    taken = {name: Column(c.values.gather(number), c.per, c.read) for name, c in typed.items()}
    if before:
        regular = pl.repeat(NO_IRREGULARITY, len(number), dtype=pl.String, eager=True)
        taken.setdefault(IRREGULARITY, Column(regular))  # the rows on top must not leave it unknown below
        taken = _stacked(before, taken, len(number), form)
    size = many + len(number)
    run_of = [id_ for id_, rows in at.items() for _ in rows]
    each = [runs[id_] if id_ >= 0 else None for id_ in run_of]
    beside = RowNeighbors(
        pl.Series(run_of, dtype=pl.Int64),
        _numbered(taken, size, "seat", "player"),
        _numbered(taken, size, "seat"),
        _numbered(taken, size, "player"),
        pl.Series([run.prior if run else None for run in each], dtype=pl.Int64),
        pl.Series([run.whole if run else True for run in each], dtype=pl.Boolean),
    )
    t = column_operations.ColumnFacts(bench.facts[0], taken, size, beside)
    waiting, changed = list(deal.derived), True
    for _ in range(MOST_PASSES):
        if not waiting or not changed:
            return Together(t, bench, runs, many, at, number)
        waiting, changed = once(deal, t, COLUMNS, waiting)
    return None


def _placed(tables: list[list[Run]], sequence: Sequence) -> list[list[Facts]]:
    """Finds the run before each; gives the rows of those of the lot before."""
    carried: list[list[Facts]] = []
    number = 0
    for table in tables:
        last: Run | None = None
        for run in table:
            if last is None:
                run.whole, known, _ = sequence.standing(run.first, run.broken, run.holes)
                found = sequence.before(run.first, run.bench) if known else None
                if found is not None:
                    carried.append(found[0])
                    run.prior = -len(carried)
            else:
                here = Sequence({run.first.table: Last(last.first, [], last.holes, last.bench)} if last.whole else {})
                run.whole, known, _ = here.standing(run.first, run.broken, run.holes)
                run.prior = number - 1 if known else None
            last, number = run, number + 1
    return carried


def notes_of(table: list[Run], sequence: Sequence) -> Iterator[tuple[int, str]]:
    """Where a table is not in sequence, by the first row of the round."""
    own = Sequence(dict(sequence.tables))
    for run in table:
        whole, _, note = own.standing(run.first, run.broken, run.holes)
        own.put(Last(run.first, [], run.holes, run.bench) if whole else None, run.first.table)
        if note:
            yield run.rows[0], note


def carry(made: Together, tables: list[list[Run]], sequence: Sequence) -> None:
    """The last round of each table stays for the next lot."""
    number = 0
    for table in tables:
        number += len(table)
        run = table[-1]
        last = Last(run.first, [made.facts(number - 1)], run.holes, run.bench) if run.whole else None
        sequence.put(last, run.first.table)


def _stacked(before: list[Facts], taken: dict[str, Column], many: int, form: Form) -> dict[str, Column]:
    """Columns with the rows of the lot before on top."""
    flat = []
    for row in before:
        recorded = {name: value for name, value in row.items() if name in form.fields or name in form.by_wager}
        flat.append({name: value for name, value in cells_of(recorded) if "." not in name or value or name in taken})
    made = {}
    for name in dict.fromkeys([*taken, *(name for values in flat for name in values)]):
        top, below = column_of([values.get(name) for values in flat]), taken.get(name)
        made[name] = _on_top(top, below, many)
    return made


def _on_top(top: Column, below: Column | None, many: int) -> Column:
    if below is None:
        return Column(top.values.extend_constant(None, many), top.per, top.read)
    if top.values.null_count() == len(top.values):
        empty = pl.repeat(None, len(top.values), dtype=below.values.dtype, eager=True)
        return Column(pl.concat([empty, below.values]), below.per, below.read)
    if below.values.null_count() == len(below.values):
        return Column(top.values.extend_constant(None, many), top.per, top.read)
    per = lcm(top.per, below.per) if top.per and below.per else 0
    parts = [column.over(per) if per else column.values for column in (top, below)]
    return Column(pl.concat(parts), per, below.read)


def _numbered(taken: dict[str, Column], size: int, *names_of: str) -> pl.Series:
    """A number for each combination of values of these columns; null where none of them is recorded."""
    known = [taken[name].values.cast(pl.String).alias(name) for name in names_of if name in taken]
    if not known:
        return pl.repeat(None, size, dtype=pl.Int64, eager=True)
    frame, names = pl.DataFrame(known), [series.name for series in known]
    seats = frame.unique(maintain_order=True).filter(~pl.all_horizontal(pl.all().is_null())).with_row_index("number")
    numbered = frame.join(seats, on=names, how="left", nulls_equal=True, maintain_order="left")
    return numbered["number"].cast(pl.Int64)
