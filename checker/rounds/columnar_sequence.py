"""The columnar engine for law that reads beyond a row: whole columns of rounds after the last rounds of the lot before.

Tables whose rows columns cannot hold, or with derivations over too many rounds, are left to the row evaluator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from pitboss.checker.rounds import column_operations
from pitboss.checker.rounds.agreement import IRREGULARITY
from pitboss.checker.rounds.column import Column, column_of
from pitboss.checker.rounds.law_index import ActiveTableLaw
from pitboss.checker.rounds.other_rows import RowNeighbors
from pitboss.checker.rounds.record_format import NO_IRREGULARITY, Form, RecordRow, cells_of
from pitboss.checker.rounds.row_evaluator import facts_of
from pitboss.checker.rounds.sequence import Last, RoundPlace, Sequence, settled
from pitboss.checker.rounds.settlement import TableLaw, once
from pitboss.checker.rounds.steps import Operations
from pitboss.checker.rounds.worlds import Worlds
from pitboss.checker.runtime.operations import Facts

COLUMNS: Operations[Column, column_operations.Verdicts] = column_operations
MOST_PASSES = 400  # limit on derivation steps from round to round in one lot


@dataclass(slots=True)
class Run:
    """The rows of one round, their positions in the lot, and what is known about them."""

    rows: list[int]
    first: RoundPlace
    active_law: ActiveTableLaw
    broken: bool
    holes: int
    unfit: bool = False  # whether columns cannot hold one of its rows
    whole: bool = False
    prior: int | None = None  # number of the run before, negative for one of the lot before


@dataclass(slots=True)
class Together:
    """Runs of tables under one law, in columns: those of the lot before come first."""

    t: tuple[column_operations.ColumnFacts, ...]  # in each world
    active_law: ActiveTableLaw
    runs: list[Run]
    many: int  # rows of the lot before
    at: dict[int, range]  # rows of each run
    number: list[int]  # the position in the lot of each row after those of the lot before

    def facts(self, run: int) -> list[list[Facts]]:
        """The completed rows of a run in each world."""
        return [[self._row(t, n) for n in self.at[run]] for t in self.t]

    def again(self, run: Run, rows: list[RecordRow]) -> list[tuple[RecordRow, tuple[Facts, ...]]]:
        """The rows of a run in each world, in the form of the row evaluator."""
        before = None if run.prior is None else self.facts(run.prior)
        made = settled(self.active_law.worlds[0], self.active_law.facts[0], rows, run.whole, before)
        return list(zip(rows, zip(*made, strict=True), strict=True))

    def _row(self, t: column_operations.ColumnFacts, n: int) -> Facts:
        found: Facts = {}
        entries: dict[str, dict[str, object]] = {}  # of the fields with one entry per wager
        for name in t:
            value = t[name]
            if isinstance(value, Column):
                value = value.cell(n)
            elif name not in self.active_law.worlds[0].first.derived:
                continue  # filed for the table
            of, _, wager = name.partition(".")
            if value is not None and wager:
                found[of] = entries.setdefault(of, {})
                entries[of][wager] = value
            elif value is not None or name == IRREGULARITY:
                found[name] = value
        return facts_of(self.active_law.facts[0], RecordRow(found, ""))


def fits_columns(runs: list[Run], sequence: Sequence) -> bool:
    """Whether columns can hold the runs of a table and the rounds before them."""
    active_law, last = runs[0].active_law, sequence.tables.get(runs[0].first.table)
    simple = len(active_law.worlds) == 1 and all(run.active_law is active_law and not run.unfit for run in runs)
    return simple and (last is None or last.active_law is active_law)


def together(
    law: Worlds, tables: list[list[Run]], typed: dict[str, Column], sequence: Sequence, form: Form
) -> Together | None:
    """Runs with everything that follows in them; None if derivations continue over too many rounds."""
    runs, active_law = [run for table in tables for run in table], tables[0][0].active_law
    carried = _placed(tables, sequence)  # in each world
    number = [n for run in runs for n in run.rows]
    many, at = sum(len(worlds[0]) for worlds in carried), {}
    start = 0
    rows_of_runs = [(-1 - k, len(worlds[0])) for k, worlds in enumerate(carried)]
    for id_, rows in rows_of_runs + [(n, len(run.rows)) for n, run in enumerate(runs)]:
        at[id_] = range(start, start := start + rows)
    places = np.array(number, np.intp)
    taken = {name: column.taken(places, column.memo) for name, column in typed.items()}
    made: list[column_operations.ColumnFacts] = []
    for world, each_law in enumerate(law.laws):
        before = [row for worlds in carried for row in worlds[world]]
        t = _derived(each_law, runs, at, before, taken, many + len(number), active_law.facts[0], form)
        if t is None:
            return None
        made.append(t)
    return Together(tuple(made), active_law, runs, many, at, number)


def _derived(
    deal: TableLaw, runs: list[Run], at: dict[int, range], before: list[Facts], taken: dict[str, Column], size: int, table: Facts,
    form: Form,
) -> column_operations.ColumnFacts | None:  # fmt: skip
    """The rows in one world with everything that follows, those of the lot before on top."""
    if before:
        many = size - len(before)
        regular = column_of([NO_IRREGULARITY]).taken(np.zeros(many, np.intp), {})
        # the rows on top must not make it unknown below
        taken = _stacked(before, {IRREGULARITY: regular, **taken}, many, form)
    run_of = [id_ for id_, rows in at.items() for _ in rows]
    each = [runs[id_] if id_ >= 0 else None for id_ in run_of]
    neighbors = RowNeighbors(
        pl.Series(run_of, dtype=pl.Int64),
        seat := _numbered(taken, size, "seat", "player"),
        _numbered(taken, size, "seat", "player", "hand").set(
            _numbered(taken, size, "hand").is_null() | seat.is_null(), None
        ),
        _numbered(taken, size, "seat"),
        _numbered(taken, size, "player"),
        pl.Series([run.prior if run else None for run in each], dtype=pl.Int64),
        pl.Series([run.whole if run else True for run in each], dtype=pl.Boolean),
    )
    t = column_operations.ColumnFacts(table, taken, size, neighbors)
    waiting, changed = list(deal.derived), True
    for _ in range(MOST_PASSES):
        if not waiting or not changed:
            return t
        waiting, changed = once(deal, t, COLUMNS, waiting)
    return None


def _placed(tables: list[list[Run]], sequence: Sequence) -> list[list[list[Facts]]]:
    """Find the run before each; return the rows of those in the lot before, in each world."""
    carried: list[list[list[Facts]]] = []
    number = 0
    for table in tables:
        last: Run | None = None
        for run in table:
            if last is None:
                run.whole, known, _ = sequence.standing(run.first, run.broken, run.holes)
                found = sequence.before(run.first, run.active_law) if known else None
                if found is not None:
                    carried.append(found[0])
                    run.prior = -len(carried)
            else:
                here = Sequence(
                    {run.first.table: Last(last.first, [], last.holes, last.active_law)} if last.whole else {}
                )
                run.whole, known, _ = here.standing(run.first, run.broken, run.holes)
                run.prior = number - 1 if known else None
            last, number = run, number + 1
    return carried


def notes_of(table: list[Run], sequence: Sequence) -> Iterator[tuple[int, str]]:
    """Note where a table is not in sequence, by the first row of the round."""
    own = Sequence(dict(sequence.tables))
    for run in table:
        whole, _, note = own.standing(run.first, run.broken, run.holes)
        own.put(Last(run.first, [], run.holes, run.active_law) if whole else None, run.first.table)
        if note:
            yield run.rows[0], note


def carry(made: Together, tables: list[list[Run]], sequence: Sequence) -> None:
    """Keep the last round of each table for the next lot."""
    number = 0
    for table in tables:
        number += len(table)
        run = table[-1]
        last = Last(run.first, [made.facts(number - 1)], run.holes, run.active_law) if run.whole else None
        sequence.put(last, run.first.table)


def _stacked(before: list[Facts], taken: dict[str, Column], many: int, form: Form) -> dict[str, Column]:
    """The columns with the rows of the lot before on top."""
    flat = []
    for row in before:
        recorded = {name: value for name, value in row.items() if name in form.fields or name in form.by_wager}
        flat.append({name: value for name, value in cells_of(recorded) if "." not in name or value or name in taken})
    made = {}
    for name in dict.fromkeys([*taken, *(name for values in flat for name in values)]):
        made[name] = _on_top(column_of([values.get(name) for values in flat]), taken.get(name), many)
    return made


def _on_top(top: Column, below: Column | None, many: int) -> Column:
    """A column above another, or above unknown rows."""
    if below is None:
        nothing = np.full(many, -1, np.intp)
        return column_of([*top.cells(), None]).taken(np.concatenate([np.arange(len(top)), nothing]), {})
    first, second = top.coded(), below.coded()
    cells = column_of([*first.distinct.cells, *second.distinct.cells, None])
    lower = np.where(second.codes < 0, -1, second.codes + len(first.distinct.cells))
    return cells.taken(np.concatenate([first.codes, lower]), {})


def _numbered(taken: dict[str, Column], size: int, *names_of: str) -> pl.Series:
    """A number for each combination of values of these columns; null if none of them is recorded."""
    known = [taken[name].series().alias(name) for name in names_of if name in taken]
    if not known:
        return pl.repeat(None, size, dtype=pl.Int64, eager=True)
    frame, names = pl.DataFrame(known), [series.name for series in known]
    seats = frame.unique(maintain_order=True).filter(~pl.all_horizontal(pl.all().is_null())).with_row_index("number")
    numbered = frame.join(seats, on=names, how="left", nulls_equal=True, maintain_order="left")
    return numbered["number"].cast(pl.Int64)
