"""The columnar engine: evaluates the compiled clauses on many rows at once and reports the same findings as the row engine.

The row engine evaluates rows that columns cannot hold as written, so both engines report the same for every row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path as FilePath

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pitboss.algebra.arrays import CLOSE, numbered
from pitboss.checker.filing.scalar_values import a_day
from pitboss.checker.filing.typed_values import Misfit
from pitboss.checker.filing.vocabulary import Type
from pitboss.checker.rounds import column_operations as operations
from pitboss.checker.rounds.agreement import IRREGULARITY, agreeing, note_on, shared_by, sharing
from pitboss.checker.rounds.audit import Lot, Only, judge_alone, judge_one, readable
from pitboss.checker.rounds.cells import Cell, a_cell
from pitboss.checker.rounds.column import (
    NO,
    YES,
    Codes,
    Column,
    Mask,
    NumberColumn,
    Rows,
    Texts,
    Truths,
    column_of,
    numbers_of,
    truths_of,
)
from pitboss.checker.rounds.column_operations import CODES, ColumnFacts, Verdicts
from pitboss.checker.rounds.columnar_sequence import COLUMNS, Run, carry, fits_columns, notes_of, together
from pitboss.checker.rounds.evidence import OFFERS, Evidence
from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.ledger import unexplained_in_worlds
from pitboss.checker.rounds.permission import outside
from pitboss.checker.rounds.record_format import MONEY, NEEDED, NO_IRREGULARITY, RecordRow, cells_of, entries_of
from pitboss.checker.rounds.round_findings import PLACE, WHERE, RoundFinding, findings_of, moved
from pitboss.checker.rounds.row_evaluator import RowVerdicts, each
from pitboss.checker.rounds.row_files import Raw, files_of, frame_of, name_of, raw_of, rows_of, starts_of, whole_rounds
from pitboss.checker.rounds.sequence import Sequence, place_of
from pitboss.checker.rounds.settlement import MONEY as SETTLED
from pitboss.checker.rounds.worlds import Component, Worlds, completed, joint_breaches, judged_in_worlds
from pitboss.checker.runtime.operations import FAIL, NEEDS, OPEN, Facts, Verdict, offers_of

A_HAND = r"^(?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk)(?: (?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk))*$"
A_MOMENT = r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$"
PATTERNS = {"moment": A_MOMENT, "text": r"^[!-~]+(?: [!-~]+)*$"}
RawAt = Callable[[int], Raw]  # a row of the lot, as written


@dataclass(slots=True)
class Breaches:
    """What is amiss in a row: the verdicts of clauses, over all worlds and in each, and the wagers with money that nothing explains."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    in_worlds: dict[str, list[Verdict]] = field(default_factory=dict)
    joint: tuple[tuple[str, ...], ...] = ()
    unexplained: list[tuple[str, Verdict]] = field(default_factory=list)

    @property
    def judged(self) -> RowVerdicts:
        return RowVerdicts(self.verdicts, 0, self.in_worlds, self.joint)


ByLaw = list[tuple[ActiveTableLaw | str, Rows]]  # the rows of a lot by the law that judges them
RowAt = Callable[[int], RecordRow]  # a row of the lot, with what the rows of its round share
LARGEST = 10**10  # bound on a number in a column: results computed from it fit in 64 bits
PLACES = {"money": 100, "number": 10_000, "count": 1}


@dataclass(slots=True)
class State:
    """The places of the tables, and the tables to judge."""

    sequence: Sequence = field(default_factory=Sequence)
    only: Only = None


def lots_in_columns(law_index: LawIndex, path: str) -> Iterator[Lot]:
    """The columnar engine over every file below a path."""
    state = State()
    for part in parts_of(law_index, path):
        yield from judge_part(law_index, path, part, state)


def parts_of(law_index: LawIndex, path: str) -> Iterator[tuple[str, int, int]]:
    """The units that can be read independently: row groups of Parquet, or whole files of other formats."""
    for file in files_of(path):
        if file.suffix == ".parquet":
            yield from ((str(file), first, end) for first, end in starts_of(law_index.form, file))
        else:
            yield str(file), 0, 0


def judge_part(law_index: LawIndex, path: str, part: tuple[str, int, int], state: State) -> Iterator[Lot]:
    file, first, end = FilePath(part[0]), part[1], part[2]
    name = name_of(file, path)
    if file.suffix == ".parquet":
        yield judge_frame(law_index, frame_of(file, first, end - first), name, first + 1, state)
        return
    for chunk in whole_rounds(law_index.form, rows_of(file, name)):
        yield judge_chunk(law_index, chunk, state)


def judge_frame(law_index: LawIndex, frame: pl.DataFrame, name: str, number: int, state: State) -> Lot:
    """Rows of Parquet, without inspecting each."""
    typed, unfit = typed_columns(law_index, frame)

    def place(n: int) -> str:
        return f"{name}:{number + n}"

    def raw(n: int) -> Raw:
        return raw_of(frame.row(n, named=True), place(n))

    def row(n: int) -> RecordRow:
        return record_row(typed, n, place(n))

    return judge_columns(law_index, typed, unfit, raw, row, place, state)


def judge_chunk(law_index: LawIndex, raws: list[Raw], state: State | None = None) -> Lot:
    """Rows that were read one by one."""
    notes = Lot()
    rows = [readable(law_index, raw, notes) for raw in raws]
    typed, unfit = columns_of(law_index, rows)

    def row(n: int) -> RecordRow:
        found = rows[n]
        assert found is not None  # its columns could be read
        return found

    return judge_columns(law_index, typed, unfit, lambda n: raws[n], row, lambda n: raws[n].place, state or State())


def record_row(typed: dict[str, Column], n: int, place: str) -> RecordRow:
    """A row of the columns, as the row evaluator reads it."""
    facts: Facts = {}
    entries: dict[str, Facts] = {}  # of the fields with one entry per wager
    for name, column in typed.items():
        value = column.cell(n)
        if value is None:
            continue
        of, _, wager = name.partition(".")
        if wager:
            facts[of] = entries.setdefault(of, {})
            entries[of][wager] = value
        else:
            facts[name] = value
    return RecordRow(facts, place)


def columns_of(law_index: LawIndex, rows: list[RecordRow | None]) -> tuple[dict[str, Column], Mask]:
    names: dict[str, None] = {}
    flat = []
    for row in rows:
        values = dict(cells_of(row.facts)) if row else {}
        names |= dict.fromkeys(values)
        flat.append(values)
    made = {name: _whole_column([values.get(name) for values in flat], law_index.form.type_of(name)) for name in names}
    unfit = np.array([row is None for row in rows], np.bool_)
    for _column, left_out in made.values():
        unfit |= left_out
    return {name: column for name, (column, _) in made.items()}, unfit


def _whole_column(values: list[Cell], of: Type | None) -> tuple[Column, Mask]:
    """The column, and a mask of rows whose value does not fit into it."""
    per = PLACES.get(str(of[0])) if of else None
    fits = [value is None or _fits(value, per) for value in values]
    fitting = [value if fit else None for value, fit in zip(values, fits, strict=True)]
    return column_of(fitting), ~np.array(fits, np.bool_)


def _fits(value: Cell, per: int | None) -> bool:
    if isinstance(value, str | bool):
        return True
    if isinstance(value, tuple):
        return all(isinstance(part, tuple) or _fits(part, per) for part in value)
    return isinstance(value, int | Fraction) and -LARGEST < value < LARGEST and (per is None or (value * per) % 1 == 0)


# ---- Parquet: a whole column at once


def typed_columns(law_index: LawIndex, frame: pl.DataFrame) -> tuple[dict[str, Column], Mask]:
    """The recorded columns, and a mask of the rows that do not fit into them."""
    made: dict[str, Column] = {}
    unfit = np.zeros(len(frame), np.bool_)
    recorded = {series.name: series for series in frame if series.null_count() < len(series)}
    types = {name: of for name in recorded if (of := law_index.form.type_of(name)) is not None}
    sound = _sound(frame.select(list(types)), types)
    whole = frame.select(
        pl.col(name).fill_null(0).cast(pl.Int64, strict=False) for name in types if recorded[name].dtype.is_integer()
    )
    lacking = frame.select(pl.col(name).is_null() for name in whole.columns if recorded[name].has_nulls())
    for name, series in recorded.items():
        if name not in types:
            unfit |= series.is_not_null().to_numpy()
        elif sound.get(name) is True and name in whole.columns:
            doubts = lacking[name].to_numpy().view(np.int8) if name in lacking.columns else None
            made[name] = NumberColumn(whole[name].to_numpy(), 1, doubts, {})
        else:
            made[name] = column = _typed(series, types[name], sound.get(name))
            if sound.get(name) is not True and (unknown := column.doubts()) is not None:
                unfit |= unknown.view(np.bool_) & series.is_not_null().to_numpy()
    for name in NEEDED:
        unfit |= made[name].unknown() if name in made else True
    return made, unfit


def _sound(frame: pl.DataFrame, types: dict[str, Type]) -> dict[str, object]:
    """Whether all values of a column have its form, in one pass; for a column of words that are chosen, its distinct values.

    Hands are not in it: `_typed` reads their distinct values, which the column keeps.
    """
    checks = []
    for name, dtype in frame.schema.items():
        kind, column = str(types[name][0]), pl.col(name)
        if kind in PLACES and dtype.is_integer():
            checks.append((column.min() >= 0) & (column.max() < LARGEST))
        elif dtype == pl.String and kind in PATTERNS:
            checks.append(column.str.contains(PATTERNS[kind]).all())
        elif dtype == pl.String and kind != "cards":
            checks.append(column.drop_nulls().unique().implode())
    return {} if not checks else frame.select(checks).row(0, named=True)


def _typed(series: pl.Series, of: Type, sound: object) -> Column:
    """A column of values; `sound`: what `_sound` found in it."""
    kind, dtype = str(of[0]), series.dtype
    if kind in PLACES and dtype.is_integer():
        return numbers_of(_where((series >= 0) & (series < LARGEST), series), 1, {})
    if kind in PLACES and dtype.is_float():
        return _amounts(series, PLACES[kind])
    if dtype == pl.String and kind == "cards":
        distinct = series.drop_nulls().unique()
        if distinct.str.contains(A_HAND).all():
            return Texts(series, are_cards=True, distinct=distinct)
        return Texts(_where(series.str.contains(A_HAND), series), are_cards=True)
    if dtype == pl.String and kind in PATTERNS:
        texts = series if sound is True else _where(series.str.contains(PATTERNS[kind]), series)
        if kind == "moment":
            days = texts.str.slice(0, 10)
            none = [day for day in days.unique() if day is not None and a_day(day) is None]
            texts = _where(~days.is_in(none), texts) if none else texts
        return Texts(texts)
    if kind == "flag" and dtype == pl.Boolean:
        return truths_of(series, {})
    if isinstance(sound, list):
        found = _each_read(sound, of)
        codes = series.cast(pl.Enum(sound)).to_physical().cast(pl.Int64).fill_null(len(sound)).to_numpy()
        return column_of([*found, None]).taken(codes, {})
    if dtype.is_integer() and (whole := series.cast(pl.Int64, strict=False)).null_count() == series.null_count():
        distinct_numbers, places = numbered(whole.drop_nulls().to_numpy())
        codes = np.full(len(series), -1, np.intp)  # the last place, of unknown values
        codes[whole.is_not_null().to_numpy()] = places
        return column_of([*_each_read(distinct_numbers.tolist(), of), None]).taken(codes, {})
    distinct = series.unique(maintain_order=True)
    frame = pl.DataFrame({"value": distinct}).with_row_index("place")
    joined = pl.DataFrame({"value": series}).join(
        frame, on="value", how="left", nulls_equal=True, maintain_order="left"
    )
    return column_of(_each_read(distinct.to_list(), of)).taken(joined["place"].to_numpy().astype(np.intp), {})


def _amounts(series: pl.Series, per: int) -> NumberColumn:
    """Fractions as whole numbers, where that is exact."""
    there = np.flatnonzero(series.is_not_null().to_numpy())
    values = series.drop_nulls().to_numpy()
    with np.errstate(invalid="ignore", over="ignore"):  # what is no number does not fit
        scaled = np.rint(values * per)
        exact = (scaled / per == values) & (scaled >= 0) & (scaled < LARGEST)
    made, doubts = np.zeros(len(series), np.int64), np.ones(len(series), np.int8)
    made[there[exact]], doubts[there[exact]] = scaled[exact].astype(np.int64), 0
    return NumberColumn(made, per, doubts if doubts.any() else None, {})


def _each_read(values: list[object], of: Type) -> list[Cell]:
    """Each distinct value as it is read in a row; None for one that does not fit."""
    found = []
    for value in values:  # Python lists, because a set is one
        try:
            read = a_cell(value, of)
        except Misfit:
            read = None
        found.append(read if read is None or _fits(read, None) else None)
    return found


def _where(truth: pl.Series, series: pl.Series) -> pl.Series:
    return pl.select(pl.when(truth).then(series)).to_series()


# ---- judging


def judge_columns(
    law_index: LawIndex,
    typed: dict[str, Column],
    unfit: Mask,
    raw: RawAt,
    fitting: RowAt,
    place: Callable[[int], str],
    state: State,
) -> Lot:
    """Judge all rows of a lot: in columns if they fit, with the row evaluator otherwise."""
    lot, pieces = Lot(), defaultdict[int, Lot](Lot)
    if "part" in typed:  # whether the table has the part depends on the row
        unfit = unfit | ~typed["part"].unknown()
    rows = {n: readable(law_index, raw(n), pieces[n]) for n in np.flatnonzero(unfit).tolist()}
    lot.stakes = any(row is not None and "stake" in row.facts for row in rows.values()) or any(
        name.startswith("stake.") and not (column.unknown() | unfit).all() for name, column in typed.items()
    )
    keys = _keys(typed, unfit, rows)
    laws = _by_active_law(law_index, keys, _ours(keys, state))
    typed, row_at = _agreeing(laws, typed, keys, rows, raw, fitting, pieces)
    unfit[[*rows]] = True
    near = _far(law_index, typed, keys, rows, row_at, state, lot, pieces)
    for n, row in rows.items():
        if near[n] and row is not None:
            judge_alone(law_index, row, pieces[n])
    for active_law, judged in laws:
        if not len(numbers := judged[(near & ~unfit)[judged]]):
            continue
        if isinstance(active_law, str) or len(active_law.worlds) != 1:
            for n in numbers.tolist():
                judge_alone(law_index, replace(row_at(n), text=raw(n).text), pieces[n])
            continue
        t = ColumnFacts(active_law.facts[0], typed, len(numbers), rows=numbers)
        made = completed(active_law.worlds[0], t, COLUMNS)
        breaches = {int(numbers[n]): given for n, given in _judge(law_index, active_law, made, 0, lot).items()}
        for n, findings in _explained(law_index, active_law, typed, breaches, row_at, place):
            pieces[n].findings += findings
        t.memo.clear()  # it contains itself, by its columns, and would remain until a collection of garbage
    for n in sorted(pieces):
        if pieces[n].rows:
            lot.rows += pieces[n].rows
            lot.counts += pieces[n].counts
            lot.missing += pieces[n].missing
            lot.records += pieces[n].records
        lot.findings += pieces[n].findings
        lot.aside += pieces[n].aside if state.only is None or rows.get(n, n) is not None or state.only(None) else []
        lot.notes += pieces[n].notes
    gone = [n for n, piece in pieces.items() if piece.aside]
    _passed(keys.filter(~pl.col("n").is_in(gone)) if gone else keys, lot, state)
    for column in typed.values():
        column.memo.clear()
    return lot


def _explained(
    law_index: LawIndex, active_law: ActiveTableLaw, typed: dict[str, Column], breaches: dict[int, Breaches],
    row_at: RowAt, place: Callable[[int], str],
) -> Iterator[tuple[int, list[RoundFinding]]]:  # fmt: skip
    """The findings on each row with breaches; rows with equal facts are explained once."""
    found: dict[int, list[RoundFinding]] = {}
    placing = {name: typed[name] for name in ("round", *WHERE) if name in typed}
    for n, first in _equal_rows(law_index, active_law, typed, [*breaches]).items():
        if n == first:
            row = row_at(n)
            amiss, (made,) = breaches[n], each(active_law, row)
            found[n] = [*findings_of(law_index, active_law, row, made, amiss.judged, amiss.unexplained)]
            yield n, found[n]
        else:
            row = record_row(placing, n, place(n))
            yield n, [moved(finding, row) for finding in found[first]]


def _equal_rows(
    law_index: LawIndex, active_law: ActiveTableLaw, typed: dict[str, Column], rows: list[int]
) -> dict[int, int]:
    """For each of these rows the first one that differs from it at most in facts of its place that no clause reads."""
    read = {name for clause in active_law.clauses for name in law_index.reads.get(clause, ())}
    places, keys = np.array(rows, np.intp), []
    for name, column in typed.items():
        if name in PLACE and name not in read:
            keys.append(column.unknown()[places].astype(np.int64))
        else:
            keys.append(column.keys(places))
    first: dict[bytes, int] = {}
    each_key = np.column_stack(keys) if rows else ()
    return {row: first.setdefault(key.tobytes(), row) for row, key in zip(rows, each_key, strict=True)}


def _agreeing(
    laws: ByLaw, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], raw: RawAt, fitting: RowAt,
    pieces: defaultdict[int, Lot],
) -> tuple[dict[str, Column], RowAt]:  # fmt: skip
    """Columns and rows with what the rows of a round share; rounds with a row that does not fit are added to `rows` as a whole."""
    run, law = _runs_of(keys), np.full(len(keys), -1, np.intp)
    for number, (_, judged) in enumerate(laws):
        law[judged] = number
    run[law < 0] = -1  # unread, or judged by another process
    apart: list[tuple[int, str]] = []  # the first row of a round, and a field on which its rows disagree
    for numbers in _unfit_rounds(run, rows):
        read = [rows.get(n) or replace(fitting(n), text=raw(n).text) for n in numbers]
        agreed, fields = agreeing(read, shared_by(laws[law[n]][0] for n in numbers))
        rows.update(zip(numbers, agreed, strict=True))
        run[numbers] = -1
        apart += [(numbers[0], name) for name in fields]
    within = (run[1:] == run[:-1]) & (run[1:] >= 0)  # whether each row but the first is in the round of the row before
    several = bool(within.any())
    sharing_laws: dict[str, list[int]] = {}  # field → the laws under which rows share it
    for number, (active_law, _) in enumerate(laws if several else ()):
        for name in shared_by([active_law]):
            sharing_laws.setdefault(name, []).append(number)
    changed: dict[str, Column] = {}
    for name in [name for name in typed if name in sharing_laws]:
        if not (typed[name].changes() & within).any():
            continue
        here = run
        if len(sharing_laws[name]) < len(laws):  # a round at midnight can be under two laws
            here = np.where(np.isin(run, run[~np.isin(law, sharing_laws[name])]), -1, run)
        made = typed[name]
        if differing := _differing(here, made):
            made = made.again(_where(pl.Series(~np.isin(here, [*differing])), made.series()))
            apart += [(int(np.argmax(here == number)), name) for number in differing]
        made = _spread(here, made, differing)
        if made is not typed[name]:
            changed[name] = made
    in_order = {name: n for n, name in enumerate(sharing_laws)}
    for first, name in sorted(apart, key=lambda one: (one[0], in_order.get(one[1], 0))):
        pieces[first].notes.append((raw(first).place, note_on(name)))
    agreed_columns = {**typed, **changed}
    named = typed.get(IRREGULARITY)
    irregular = set() if named is None else {*run[~named.unknown() & (run >= 0)].tolist()}
    recorded = agreed_columns.pop(IRREGULARITY, None)
    if irregular and recorded is not None:
        regular = Truths(np.where(np.isin(run, [*irregular]), NO, YES).astype(np.int8), recorded.memo)
        unless_named = operations.or_else(operations.given(regular, NO_IRREGULARITY), recorded)
        assert isinstance(unless_named, Column)
        agreed_columns[IRREGULARITY] = unless_named

    def row_at(n: int) -> RecordRow:
        row = rows.get(n)
        if row is not None:
            return row
        return sharing(fitting(n), {name: column.cell(n) for name, column in changed.items()}, int(run[n]) in irregular)

    return agreed_columns, row_at


def _ours(keys: pl.DataFrame, state: State) -> Mask:
    """The rows of the tables to judge, but for those that cannot be read."""
    table = keys["table"]
    if state.only is None:
        return table.is_not_null().to_numpy()
    return (
        table.is_in([each for each in table.unique() if each is not None and state.only(each)])
        .fill_null(False)
        .to_numpy()
    )


def _unfit_rounds(run: NDArray[np.int64], rows: dict[int, RecordRow | None]) -> list[list[int]]:
    """The rows of each round that has one that does not fit into columns."""
    unfit = {int(run[n]) for n, row in rows.items() if row is not None and run[n] >= 0}
    found: dict[int, list[int]] = {}
    for n in np.flatnonzero(np.isin(run, [*unfit])).tolist() if unfit else ():
        found.setdefault(int(run[n]), []).append(n)
    return [*found.values()]


def _spread(run: NDArray[np.int64], column: Column, apart: set[int]) -> Column:
    """The column with the value of a round in all of its rows, if one of them has it and they do not disagree."""
    unknown = column.unknown()
    lacking = np.flatnonzero(unknown & (run >= 0) & ~np.isin(run, [*apart])) if unknown.any() else np.empty(0, np.intp)
    having = np.flatnonzero(~unknown & (run >= 0))
    if not len(lacking) or not len(having):
        return column
    at = np.minimum(np.searchsorted(run[having], run[lacking]), len(having) - 1)  # runs are numbered in order
    stated = run[having[at]] == run[lacking]
    place = np.arange(len(column))
    place[lacking[stated]] = having[at[stated]]
    return column.again(column.series().gather(pl.Series(place))) if stated.any() else column


def _runs_of(keys: pl.DataFrame) -> NDArray[np.int64]:
    """The number of the round of each row; -1 for a row that cannot be read."""
    return np.where(keys["table"].is_null().to_numpy(), -1, np.cumsum(_apart(keys)))


def _apart(keys: pl.DataFrame) -> Mask:
    """Whether each row is in another round than the row before."""
    table, round_ = (keys[name] for name in ("table", "round"))
    return (table.ne_missing(table.shift(1)) | round_.ne_missing(round_.shift(1))).to_numpy()


def _differing(run: NDArray[np.int64], column: Column) -> set[int]:
    """The rounds whose rows have different values in a column."""
    values = column.series()
    there = values.is_not_null().to_numpy() & (run >= 0)
    if not there.all():
        values, run = values.filter(pl.Series(there)), run[there]
    other = values.ne_missing(values.shift(1)).to_numpy()[1:]
    return {*run[1:][other & (run[1:] == run[:-1])].tolist()}


def _keys(typed: dict[str, Column], unfit: Mask, rows: dict[int, RecordRow | None]) -> pl.DataFrame:
    """Table, round and moment of every row; null for a row that cannot be read."""
    found: dict[str, pl.Series] = {}
    for name in NEEDED:
        column = typed.get(name)
        if isinstance(column, Texts):
            found[name] = column.texts
        else:
            found[name] = pl.Series([None] * len(unfit) if column is None else column.cells(), dtype=pl.String)
        if rows:
            values = found[name].to_list()
            for n, row in rows.items():
                values[n] = None if row is None else str(row.facts[name])
            found[name] = pl.Series(values, dtype=pl.String)
    return pl.DataFrame(found).with_row_index("n")


def _by_active_law(law_index: LawIndex, keys: pl.DataFrame, wanted: Mask) -> ByLaw:
    """The wanted rows by the law that judges them."""
    day = pl.col("moment").str.slice(0, 10).alias("day")
    kinds = keys.filter(pl.Series(wanted)).group_by("table", day, maintain_order=True).agg("n")
    found: dict[ActiveTableLaw | str, list[Rows]] = {}
    for table, on, rows in zip(*kinds, strict=True):
        found.setdefault(law_index.active_law(table, on), []).append(rows.to_numpy().astype(np.intp))
    return [(law, rows[0] if len(rows) == 1 else np.sort(np.concatenate(rows))) for law, rows in found.items()]


def _judge(
    law_index: LawIndex, active_law: ActiveTableLaw, made: tuple[ColumnFacts, ...], before: int, lot: Lot
) -> dict[int, Breaches]:
    """Count every verdict on the rows after those of the lot before; return the rows with a breach, and the breaches of each.

    `made`: the facts of the rows in each world.
    """
    many = made[0].size - before
    breaches = defaultdict[int, Breaches](Breaches)
    law, evidence = active_law.worlds[0], active_law.evidence[0]
    lot.rows += many
    in_worlds = dict(judged_in_worlds(law, made, COLUMNS))
    together = {clause: COLUMNS.of_readings(given) for clause, given in in_worlds.items()}
    for component in law.components:
        together |= _failing_jointly(law, component, in_worlds, together, active_law.doubtful, before, breaches)
    for clause, given in together.items():
        codes = given.codes[before:] if isinstance(given, Verdicts) else None  # None: the same in every row
        for code, rows in _counted(codes) if codes is not None else ((CODES.index(given), many),):
            verdict = LawIndex.qualified(active_law, clause, CODES[code])
            lot.counts[clause, verdict] += rows
            if verdict == NEEDS:
                here = np.ones(many, np.bool_) if codes is None else codes == code
                for t, needing in _needing(in_worlds[clause], made, before, here):
                    lot.missing += _missing(evidence, clause, t, before, needing, int(np.count_nonzero(needing)))
            elif verdict in (FAIL, OPEN):
                for n in range(many) if codes is None else np.flatnonzero(codes == code).tolist():
                    breaches[n].verdicts[clause] = verdict
                    breaches[n].in_worlds[clause] = [_in_row(each, before + n) for each in in_worlds[clause]]
    for staked, beyond, theirs in _staked(active_law, made[0], before):
        rows = int(np.count_nonzero(theirs))
        for clause, verdict in active_law.permission.verdicts_on(0, staked, beyond).items():
            lot.counts[clause, verdict] += rows
            if verdict == NEEDS:
                lot.missing[clause, OFFERS] += rows
            if verdict in (FAIL, OPEN):
                for n in np.flatnonzero(theirs).tolist():
                    breaches[n].verdicts[clause] = verdict
    firm = {clause: given for clause, given in in_worlds.items() if clause not in active_law.doubtful}
    moved = _moved(law_index, made[0])
    for wager, given in unexplained_in_worlds(law_index.ledger, law, made, COLUMNS, moved, firm):
        clause = law_index.ledger.authorities[wager].id
        for verdict in (FAIL, OPEN, NEEDS):
            is_given = given.codes[before:] == CODES.index(verdict) if isinstance(given, Verdicts) else given == verdict
            for n in np.flatnonzero(np.broadcast_to(is_given, many)).tolist():
                lot.records[clause, verdict] += 1
                breaches[n].unexplained.append((wager, verdict))
    return dict(sorted(breaches.items()))


def _failing_jointly(
    law: Worlds, component: Component, in_worlds: dict[str, list[Verdict | Verdicts]], together: dict[str, Verdict | Verdicts],
    doubtful: frozenset[str], before: int, breaches: dict[int, Breaches],
) -> dict[str, Verdict | Verdicts]:  # fmt: skip
    """The verdicts of the clauses of a component, in the rows in which they fail together."""
    mine = {clause: in_worlds[clause] for clause in component.clauses if clause in in_worlds and clause not in doubtful}
    some = [
        COLUMNS.either(*[COLUMNS.failed(given[n]) for given in mine.values()]) for n in range(len(component.worlds))
    ]
    joint = COLUMNS.both(*some, *[COLUMNS.no(COLUMNS.failed(together[clause])) for clause in mine])
    if not COLUMNS.occurs(joint):
        return {}
    many = max(len(one.codes) for given in mine.values() for one in given if isinstance(one, Verdicts))
    changed: dict[str, Verdict | Verdicts] = {}
    for n in np.flatnonzero(np.broadcast_to(joint.codes == YES if isinstance(joint, Truths) else True, many)).tolist():
        of_row = {clause: [_in_row(one, n) for one in given] for clause, given in mine.items()}
        for clauses in joint_breaches(law, of_row, doubtful):
            for clause in clauses:
                given = changed.setdefault(clause, Verdicts(_codes_of(together[clause], many)))
                assert isinstance(given, Verdicts)
                given.codes[n] = CODES.index(FAIL)
            if n >= before:
                breaches[n - before].joint += (clauses,)
    return changed


def _codes_of(given: Verdict | Verdicts, many: int) -> Codes:
    return given.codes.copy() if isinstance(given, Verdicts) else np.full(many, CODES.index(given), np.int8)


def _in_row(given: Verdict | Verdicts, n: int) -> Verdict:
    return CODES[given.codes[n]] if isinstance(given, Verdicts) else given


def _needing(
    given: list[Verdict | Verdicts], made: tuple[ColumnFacts, ...], before: int, rows: Mask
) -> Iterator[tuple[ColumnFacts, Mask]]:
    """The first world in which each of these rows needs evidence: its facts, and the rows."""
    for t, in_world in zip(made, given, strict=False):
        needs = in_world.codes[before:] == CODES.index(NEEDS) if isinstance(in_world, Verdicts) else in_world == NEEDS
        here = rows & needs
        if here.any():
            yield t, here
        rows = rows & ~here


def _moved(law_index: LawIndex, t: ColumnFacts) -> list[str]:
    """The wagers of which a row can state that money was paid, collected or returned, in alphabetical order."""
    parts = (name.partition(".") for name in t)
    moved = {wager for field, _, wager in parts if wager and field in SETTLED}
    return sorted(moved & law_index.ledger.authorities.keys())


def _counted(codes: Codes) -> Iterator[tuple[int, int]]:
    """The codes that occur, and in how many rows."""
    left = len(codes)
    for code in (1, 0, 2, 3, 4):
        if left and (rows := int(np.count_nonzero(codes == code))):
            yield code, rows
            left -= rows


def _missing(
    evidence: Evidence, clause: str, t: ColumnFacts, before: int, where: Mask, rows: int
) -> Counter[tuple[str, str]]:
    """The facts that the rows of a lot lack for a clause that needs evidence. `where`: which rows."""
    unknown: set[str] = set()
    varying: dict[str, Mask] = {}
    for name in evidence.fields(clause):
        field, _, wager = name.partition(".")
        value = t.get(name)
        if not isinstance(value, Column):
            filed = entries_of(t, field).get(wager) if wager else value
            unknown |= {name} if filed is None and not (wager and field in MONEY) else set()
        elif not (wager and field in MONEY) and (doubts := value.doubts()) is not None:
            nulls = doubts.view(np.bool_)[before:][where]
            lacking = np.count_nonzero(nulls)
            unknown |= {name} if lacking == len(nulls) else set()
            if 0 < lacking < len(nulls):
                varying[name] = nulls
    found: Counter[tuple[str, str]] = Counter()
    for group, lacking_rows in _groups(varying, rows):
        here = frozenset(unknown).union(name for name, null in zip(varying, group, strict=True) if null)
        number = int(np.count_nonzero(lacking_rows))
        found.update({(clause, name): number for name in evidence.missing(clause, here)})
    return found


def _groups(masks: dict[str, Mask], many: int) -> list[tuple[tuple[bool, ...], Mask]]:
    """Each combination of truths in these masks, and which rows have it."""
    group, groups = np.zeros(many, np.int64), 1
    for mask in masks.values():
        group, groups = group * 2 + mask, groups * 2
        if groups > CLOSE:
            distinct, group = numbered(group)
            groups = len(distinct)
    distinct, group = numbered(group)
    row_of = np.empty(len(distinct), np.intp)
    row_of[group] = np.arange(many)  # any row of each group
    each = [mask[row_of].tolist() for mask in masks.values()]
    return [(tuple(one[n] for one in each), group == n) for n in range(len(distinct))]


def _staked(
    active_law: ActiveTableLaw, t: ColumnFacts, before: int
) -> list[tuple[frozenset[str], frozenset[str], Mask]]:
    """The rows after those of the lot before, grouped by the wagers that they stake, and by those staked beyond the filed limits."""
    offers, shown = offers_of(active_law.facts[0]), dict[str, Mask]()
    for name in t:
        wager = name.removeprefix("stake.")
        stake = COLUMNS.amount(t, "stake", wager) if name != wager else None
        stakes = COLUMNS.more(stake, 0) if isinstance(stake, NumberColumn) else None  # otherwise nothing is staked
        staked = stakes.codes[before:] == YES if isinstance(stakes, Truths) else np.zeros(0, np.bool_)
        if not staked.any():
            continue
        shown[name] = staked
        beyond = outside(offers.get(wager, {}), stake, COLUMNS)
        if isinstance(beyond, Truths):
            shown[f"beyond.{wager}"] = staked & (beyond.codes[before:] == YES)
        elif beyond is True:
            shown[f"beyond.{wager}"] = staked
    return [
        (_having("stake.", shown, group), _having("beyond.", shown, group), rows)
        for group, rows in _groups(shown, t.size - before)
    ]


def _having(prefix: str, shown: Iterable[str], group: tuple[bool, ...]) -> frozenset[str]:
    """The wagers whose column with this prefix is true in a group."""
    there = (name for name, one in zip(shown, group, strict=False) if one)
    return frozenset(name.removeprefix(prefix) for name in there if name.startswith(prefix))


def _passed(judged: pl.DataFrame, lot: Lot, state: State) -> None:
    """The number of rounds of the judged rows, and the first and last round of each table."""
    of_table = judged.filter(pl.Series(_ours(judged, state))).group_by("table", maintain_order=True)
    round_ = pl.col("round")
    found = of_table.agg(first=round_.first(), last=round_.last(), rounds=round_.rle_id().last() + 1)
    lot.rounds = int(found["rounds"].sum())
    lot.ends = {table: (first, last) for table, first, last, _ in found.iter_rows()}


# ---- clauses that read beyond a row


def _far(
    law_index: LawIndex, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], row_at: RowAt, state: State,
    lot: Lot, pieces: defaultdict[int, Lot],
) -> Mask:  # fmt: skip
    """Judge the rounds whose law reads beyond a row; return which rows are the others."""
    tables, near = _runs(law_index, typed, keys, rows, state)
    by_active_law: dict[int, list[list[Run]]] = {}
    for table in tables:
        if fits_columns(table, state.sequence):
            by_active_law.setdefault(id(table[0].active_law), []).append(table)
        else:
            _plainly(law_index, table, row_at, state, pieces)
    for some in by_active_law.values():
        active_law, form = some[0][0].active_law, law_index.form
        made = together(active_law.worlds[0], some, typed, state.sequence, form)
        if made is None:
            for table in some:
                _plainly(law_index, table, row_at, state, pieces)
            continue
        for n, note in (found for table in some for found in notes_of(table, state.sequence)):
            pieces[n].notes.append((row_at(n).place, note))
        found = {made.number[n]: given for n, given in _judge(law_index, active_law, made.t, made.many, lot).items()}
        for run in made.runs:
            if not found.keys().isdisjoint(run.rows):
                facts = made.again(run, [row_at(n) for n in run.rows])
                for n, (row, in_worlds) in zip(run.rows, facts, strict=True):
                    if n in found:
                        own, amiss = (active_law.worlds[0], in_worlds), found[n]
                        pieces[n].findings += findings_of(
                            law_index, active_law, row, own, amiss.judged, amiss.unexplained
                        )
        carry(made, some, state.sequence)
        for t in made.t:
            t.memo.clear()
    return near


def _plainly(law_index: LawIndex, table: list[Run], row_at: RowAt, state: State, pieces: defaultdict[int, Lot]) -> None:
    for run in table:
        read = [row_at(n) for n in run.rows]
        made, note = state.sequence.next(run.active_law, read, run.broken, run.holes)
        if note:
            pieces[run.rows[0]].notes.append((read[0].place, note))
        for n, row, facts in zip(run.rows, read, made, strict=True):
            judge_one(law_index, run.active_law, row, facts, pieces[n])


def _runs(
    law_index: LawIndex, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], state: State
) -> tuple[list[list[Run]], Mask]:
    """The rounds whose law reads beyond a row, by table; and which rows are those of the others."""
    unread = keys["table"].is_null()
    ours = {table: state.only is None or state.only(table) for table in keys["table"].unique() if table is not None}
    holes, unread_before = state.sequence.holes, state.sequence.unread_before
    state.sequence.holes += int(unread.sum())
    far = {table for table in ours if table in law_index.far}
    state.sequence.unread_before = bool(unread[-1]) if len(unread) else unread_before
    if not far:
        mine = [table for table, one in ours.items() if one]
        return [], (keys["table"].is_in(mine).fill_null(False) if state.only else ~unread).to_numpy()
    starts = [0, *(np.flatnonzero(_apart(keys)[1:]) + 1).tolist()]
    ends = [*starts[1:], len(keys)]
    before, requested = unread.cum_sum(), keys.select("table", "round", "moment")
    more = {name: typed[name] for name in ("sequence", "shoe") if name in typed}
    tables: dict[str, list[Run]] = {}
    near = np.zeros(len(keys), np.bool_)
    for first, end in zip(starts, ends, strict=True):
        table, number, moment = requested.row(first)
        if table is None or not ours[table]:
            continue
        active_law = law_index.active_law(table, moment[:10]) if table in far else ""
        if isinstance(active_law, str) or not active_law.reach:
            near[first:end] = True
            state.sequence.put(None, table)
            continue
        facts = {"table": table, "round": number, "moment": moment}
        read = rows.get(first)
        facts |= {name: read.facts.get(name) if read else c.cell(first) for name, c in more.items()}
        broken = bool(unread[first - 1] if first else unread_before) or end < len(keys) and bool(unread[end])
        run = Run([*range(first, end)], place_of(facts), active_law, broken, holes + int(before[first]))
        run.unfit = any(n in rows for n in run.rows)
        tables.setdefault(table, []).append(run)
    return [*tables.values()], near
