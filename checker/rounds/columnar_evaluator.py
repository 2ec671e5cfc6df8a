"""The columnar engine: evaluates the compiled clauses on many rows at once and reports findings as the plain engine does.

The plain engine evaluates rows that columns cannot hold as written, so both engines report the same for every row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path as FilePath

import polars as pl

from pitboss.checker.filing.scalar_values import a_day
from pitboss.checker.filing.typed_values import Misfit
from pitboss.checker.filing.vocabulary import Type
from pitboss.checker.rounds.agreement import IRREGULARITY, differ, note_on, without
from pitboss.checker.rounds.audit import Lot, Only, judge_alone, judge_one, readable
from pitboss.checker.rounds.cells import Cell, a_cell, cards
from pitboss.checker.rounds.column import Column, column_of
from pitboss.checker.rounds.column_operations import CODES, ColumnFacts, Verdicts
from pitboss.checker.rounds.columnar_sequence import COLUMNS, Run, alike, carry, notes_of, together
from pitboss.checker.rounds.evidence import OFFERS, Evidence
from pitboss.checker.rounds.law_index import Bench, Court
from pitboss.checker.rounds.record_format import MONEY, NEEDED, NO_IRREGULARITY, RecordRow, cells_of, entries_of
from pitboss.checker.rounds.round_findings import findings_of
from pitboss.checker.rounds.row_evaluator import each
from pitboss.checker.rounds.row_files import Raw, files_of, frame_of, name_of, raw_of, rows_of, starts_of, whole_rounds
from pitboss.checker.rounds.sequence import Sequence, place_of
from pitboss.checker.rounds.settlement import verdicts
from pitboss.checker.runtime.operations import FAIL, NEEDS, OPEN, Verdict

A_HAND = r"^(?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk)(?: (?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk))*$"
A_MOMENT = r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9])T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$"
RawAt = Callable[[int], Raw]  # a row of the lot, as written
RowAt = Callable[[int], RecordRow]  # a row of the lot, without what the rows of its round do not agree on
LARGEST = 10**10  # of a number in a column: what is reckoned of it keeps within 64 bits
PLACES = {"money": 100, "number": 10_000, "count": 1}


@dataclass(slots=True)
class State:
    """Where the tables are, and which of them are to be judged."""

    sequence: Sequence = field(default_factory=Sequence)
    only: Only = None


def lots_in_columns(court: Court, path: str) -> Iterator[Lot]:
    """The columnar engine over every file below a path."""
    state = State()
    for part in parts_of(court, path):
        yield from judge_part(court, path, part, state)


def parts_of(court: Court, path: str) -> Iterator[tuple[str, int, int]]:
    """What can be read by itself: of Parquet a number of rows, of other files the whole."""
    for file in files_of(path):
        if file.suffix == ".parquet":
            yield from ((str(file), first, end) for first, end in starts_of(court.form, file))
        else:
            yield str(file), 0, 0


def judge_part(court: Court, path: str, part: tuple[str, int, int], state: State) -> Iterator[Lot]:
    file, first, end = FilePath(part[0]), part[1], part[2]
    name = name_of(file, path)
    if file.suffix == ".parquet":
        yield judge_frame(court, frame_of(file, first, end - first), name, first + 1, state)
        return
    for chunk in whole_rounds(court.form, rows_of(file, name)):
        yield judge_chunk(court, chunk, state)


def judge_frame(court: Court, frame: pl.DataFrame, name: str, number: int, state: State) -> Lot:
    """Rows of Parquet, without a look at each."""
    typed, odd = typed_columns(court, frame)
    return judge_columns(court, typed, odd, lambda n: raw_of(frame.row(n, named=True), f"{name}:{number + n}"), state)


def judge_chunk(court: Court, raws: list[Raw], state: State | None = None) -> Lot:
    """Rows that were read one by one."""
    notes = Lot()
    rows = [readable(court, raw, notes) for raw in raws]
    typed, odd = columns_of(court, rows)
    return judge_columns(court, typed, odd, lambda n: raws[n], state or State())


def columns_of(court: Court, rows: list[RecordRow | None]) -> tuple[dict[str, Column], pl.Series]:
    names: dict[str, None] = {}
    flat = []
    for row in rows:
        values = dict(cells_of(row.facts)) if row else {}
        names |= dict.fromkeys(values)
        flat.append(values)
    made = {name: _whole_column([values.get(name) for values in flat], court.form.type_of(name)) for name in names}
    odd = pl.Series([row is None for row in rows], dtype=pl.Boolean)
    for _column, left_out in made.values():
        odd = odd | left_out
    return {name: column for name, (column, _) in made.items()}, odd


def _whole_column(values: list[Cell], of: Type | None) -> tuple[Column, pl.Series]:
    """The column, and which rows do not fit into it."""
    per = PLACES.get(str(of[0])) if of else None
    fits = [value is None or _fits(value, per) for value in values]
    kept = [value if fit else None for value, fit in zip(values, fits, strict=True)]
    return column_of(kept), ~pl.Series(fits, dtype=pl.Boolean)


def _fits(value: Cell, per: int | None) -> bool:
    if isinstance(value, str | bool):
        return True
    if isinstance(value, tuple):
        return all(isinstance(part, tuple) or _fits(part, per) for part in value)
    return isinstance(value, int | Fraction) and -LARGEST < value < LARGEST and (per is None or (value * per) % 1 == 0)


# ---- Parquet: a whole column at once


def typed_columns(court: Court, frame: pl.DataFrame) -> tuple[dict[str, Column], pl.Series]:
    made: dict[str, Column] = {}
    odd = pl.repeat(False, len(frame), dtype=pl.Boolean, eager=True)
    for series in frame:
        name, of = series.name, court.form.type_of(series.name)
        if of is None:
            odd = odd | series.is_not_null()
            continue
        column = _typed(series, of)
        odd = odd | (column.values.is_null() & series.is_not_null())
        made[name] = column
    for name in NEEDED:
        odd = odd | (made[name].values.is_null() if name in made else True)
    return made, odd


def _typed(series: pl.Series, of: Type) -> Column:
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
    for value in distinct.to_list():  # lists of Python's own, where a set stands as one
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


def judge_columns(court: Court, typed: dict[str, Column], odd: pl.Series, raw: RawAt, state: State) -> Lot:
    """Judge all rows of a lot: in columns where they fit, with the plain evaluator otherwise."""
    lot, pieces = Lot(), dict[int, Lot]()
    rows = {n: readable(court, raw(n), pieces.setdefault(n, Lot())) for n in odd.arg_true()}
    keys = _keys(typed, odd, rows)
    typed, row_at = _agreeing(court, typed, keys, rows, raw, state, pieces)
    near = _far(court, typed, keys, rows, row_at, state, lot, pieces)
    own = {*near} if rows else set()
    for n, row in rows.items():
        if n in own and row is not None:
            judge_alone(court, row, pieces[n])
    for bench, numbers in _benches(court, keys.filter(pl.col("n").is_in(near) & ~odd)):
        if isinstance(bench, str) or len(bench.deals) != 1:
            for n in numbers:
                judge_alone(court, row_at(n), pieces.setdefault(n, Lot()))
            continue
        taken = {n: Column(c.values.gather(numbers), c.per, c.read) for n, c in typed.items()}
        t = ColumnFacts(bench.facts[0], taken, len(numbers))
        for n, said in _judge(court, bench, t, 0, lot).items():
            row = row_at(numbers[n])
            pieces.setdefault(numbers[n], Lot()).findings += findings_of(
                court, bench, row, tuple(each(bench, row)), said
            )
    for n in sorted(pieces):
        lot.rows += pieces[n].rows
        lot.counts += pieces[n].counts
        lot.missing += pieces[n].missing
        lot.findings += pieces[n].findings
        lot.aside += pieces[n].aside if state.only is None or rows.get(n, n) is not None or state.only(None) else []
        lot.notes += pieces[n].notes
    gone = [n for n, piece in pieces.items() if piece.aside]
    _passed(keys.filter(~pl.col("n").is_in(gone)), lot, state)
    return lot


def _agreeing(
    court: Court, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], raw: RawAt, state: State,
    pieces: dict[int, Lot],
) -> tuple[dict[str, Column], RowAt]:  # fmt: skip
    """Columns and rows without what the rows of a round do not agree on."""
    apart = (keys["table"].ne_missing(keys["table"].shift(1))) | (keys["round"].ne_missing(keys["round"].shift(1)))
    run = pl.select(pl.when(keys["table"].is_not_null()).then(apart.cast(pl.Int64).cum_sum())).to_series()
    odd = {n: row for n, row in rows.items() if row is not None}
    gone = dict[int, tuple[str, ...]]()  # run → the fields on which its rows do not agree
    made = dict(typed)
    for name in court.whole:
        column = typed.get(name)
        far = {int(run[n]) for n, row in odd.items() if name in row.facts}
        differing = _differing(run, column) if column is not None else set[int]()
        for number in far - differing:
            told = [odd[n].facts.get(name) for n in odd if run[n] == number]
            if column is not None:
                told += [column.plain(column.values[n]) for n in (run == number).arg_true() if n not in odd]
            differing |= {number} if differ(told) else set()
        if column is not None and differing:
            none = pl.select(pl.when(~run.is_in([*differing])).then(column.values)).to_series()
            made[name] = Column(none, column.per, column.read)
        for number in sorted(differing):
            gone[number] = (*gone.get(number, ()), name)
            first = (run == number).arg_true()[0]
            if state.only is None or state.only(keys["table"][first]):
                pieces.setdefault(first, Lot()).notes.append((raw(first).place, note_on(name)))
    irregular = _irregular(run, typed.get(IRREGULARITY), odd)
    recorded_of = made.pop(IRREGULARITY, None)
    if irregular and recorded_of is not None:
        recorded = recorded_of.values.cast(pl.String)
        regular = ~run.is_in([*irregular])
        made[IRREGULARITY] = Column(
            pl.select(pl.when(regular).then(pl.lit(NO_IRREGULARITY)).otherwise(recorded)).to_series()
        )

    def whole(n: int, row: RecordRow) -> RecordRow:
        return without(row, gone.get(run[n], ()), run[n] in irregular)

    for n, row in odd.items():
        rows[n] = whole(n, row)

    def row_at(n: int) -> RecordRow:
        if (row := rows.get(n)) is None:
            row = readable(court, raw(n), Lot())
            assert row is not None  # its columns could be read
            row = whole(n, row)
        return row

    return made, row_at


def _differing(run: pl.Series, column: Column) -> set[int]:
    """The rounds whose rows have different values in a column."""
    values = pl.DataFrame({"run": run, "value": column.values}).drop_nulls()
    several = values.group_by("run").agg(many=pl.col("value").n_unique()).filter(pl.col("many") > 1)
    return {*several["run"].to_list()}


def _irregular(run: pl.Series, column: Column | None, odd: dict[int, RecordRow]) -> set[int]:
    """The rounds of which some row names an irregularity."""
    named = set() if column is None else {*run.filter(column.values.is_not_null()).drop_nulls().to_list()}
    return named | {int(run[n]) for n, row in odd.items() if row.facts.get(IRREGULARITY) is not None}


def _keys(typed: dict[str, Column], odd: pl.Series, rows: dict[int, RecordRow | None]) -> pl.DataFrame:
    """Table, round and day of every row, nothing of one that cannot be read."""
    found: dict[str, pl.Series] = {}
    for name in NEEDED:
        found[name] = typed[name].values if name in typed else pl.repeat(None, len(odd), dtype=pl.String, eager=True)
        if rows:
            values = found[name].to_list()
            for n, row in rows.items():
                values[n] = None if row is None else str(row.facts[name])
            found[name] = pl.Series(values, dtype=pl.String)
    return pl.DataFrame(found).with_row_index("n").with_columns(day=pl.col("moment").str.slice(0, 10))


def _benches(court: Court, keys: pl.DataFrame) -> list[tuple[Bench | str, list[int]]]:
    groups = keys.group_by("table", "day", maintain_order=True).agg("n")
    found: dict[str | int, tuple[Bench | str, list[int]]] = {}
    for table, day, rows in groups.select("table", "day", "n").iter_rows():
        bench = court.bench(table, day)
        key = bench if isinstance(bench, str) else id(bench)
        found.setdefault(key, (bench, []))[1].extend(rows)
    return [(bench, sorted(rows)) for bench, rows in found.values()]


def _judge(court: Court, bench: Bench, t: ColumnFacts, before: int, lot: Lot) -> dict[int, list[tuple[str, Verdict]]]:
    """Counts every verdict on rows behind those of before; gives the rows with a breach, and the breaches of each."""
    many = t.size - before
    found: dict[int, list[tuple[str, Verdict]]] = {}
    lot.rows += many
    for clause, said in verdicts(bench.deals[0], t, COLUMNS):
        codes = said.codes.slice(before) if isinstance(said, Verdicts) else None
        counted = [(CODES.index(said), many)] if codes is None else list(codes.value_counts().iter_rows())
        for code, rows in counted:
            verdict = Court.said(bench, clause, CODES[code])
            lot.counts[clause, verdict] += rows
            if verdict == NEEDS:
                where = None if codes is None else codes == code
                lot.missing += _missing(bench.evidence[0], clause, t, before, where, rows)
            if verdict in (FAIL, OPEN):
                for n in range(many) if codes is None else (codes == code).arg_true():
                    found.setdefault(n, []).append((clause, verdict))
    for staked, rows in _staked(t, before):
        for clause, verdict in bench.permission.verdicts(staked)[0].items():
            lot.counts[clause, verdict] += len(rows)
            if verdict == NEEDS:
                lot.missing[clause, OFFERS] += len(rows)
            if verdict in (FAIL, OPEN):
                for n in rows:
                    found.setdefault(n, []).append((clause, verdict))
    return dict(sorted(found.items()))


def _missing(
    evidence: Evidence, clause: str, t: ColumnFacts, before: int, where: pl.Series | None, rows: int
) -> Counter[tuple[str, str]]:
    """What the rows of a lot in which a clause needs evidence lack. `where`: which rows; None: all of them."""
    unknown: set[str] = set()
    varying: dict[str, pl.Series] = {}
    for name in evidence.fields(clause):
        field, _, wager = name.partition(".")
        value = t.get(name)
        if not isinstance(value, Column):
            filed = entries_of(t, field).get(wager) if wager else value
            unknown |= {name} if filed is None and not (wager and field in MONEY) else set()
        elif not (wager and field in MONEY):
            nulls = value.values.slice(before).is_null()
            nulls = nulls if where is None else nulls.filter(where)
            unknown |= {name} if nulls.all() else set()
            if nulls.any() and not nulls.all():
                varying[name] = nulls
    found: Counter[tuple[str, str]] = Counter()
    groups: list[tuple[bool | int, ...]] = [(rows,)]
    if varying:
        groups = [*pl.DataFrame(varying).group_by([*varying]).len(name="rows").iter_rows()]
    for group in groups:
        here = frozenset(unknown).union(name for name, null in zip(varying, group, strict=False) if null)
        found.update({(clause, name): group[-1] for name in evidence.missing(clause, here)})
    return found


def _staked(t: ColumnFacts, before: int) -> list[tuple[frozenset[str], list[int]]]:
    """The rows behind those of before, grouped by the wagers that they stake."""
    stakes = {
        name: (column.values.slice(before) > 0).fill_null(False)
        for name, column in t.items()
        if name.startswith("stake.")
        and isinstance(column, Column)
        and column.values.dtype.is_numeric()  # else it is empty
    }
    if not stakes:
        return []
    groups = pl.DataFrame(stakes).with_row_index("n").group_by([*stakes], maintain_order=True).agg("n")
    return [
        (frozenset(name.removeprefix("stake.") for name, there in zip(stakes, group, strict=False) if there), group[-1])
        for group in groups.iter_rows()
    ]


def _passed(judged: pl.DataFrame, lot: Lot, state: State) -> None:
    """How many rounds the judged rows are of, the first of each table and the last."""
    judged = judged.filter(pl.col("table").is_not_null())
    if state.only is not None:
        judged = judged.filter(
            pl.col("table").is_in([table for table in judged["table"].unique() if state.only(table)])
        )
    apart = judged.select((pl.col("round") != pl.col("round").shift(1).over("table")).fill_null(True)).to_series()
    lot.rounds = int(apart.sum())
    ends = judged.group_by("table", maintain_order=True).agg(first=pl.col("round").first(), last=pl.col("round").last())
    lot.ends = {table: (first, last) for table, first, last in ends.iter_rows()}


# ---- where the law looks beyond a row


def _far(
    court: Court, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], row_at: RowAt, state: State,
    lot: Lot, pieces: dict[int, Lot],
) -> list[int]:  # fmt: skip
    """Judges what looks beyond its row; gives the other rows."""
    tables, near = _runs(court, typed, keys, rows, state)
    alike_ones: dict[int, list[list[Run]]] = {}
    for table in tables:
        if alike(table, state.sequence):
            alike_ones.setdefault(id(table[0].bench), []).append(table)
        else:
            _plainly(court, table, row_at, state, pieces)
    for some in alike_ones.values():
        bench, form = some[0][0].bench, court.form
        made = together(bench.deals[0], some, typed, state.sequence, form)
        if made is None:
            for table in some:
                _plainly(court, table, row_at, state, pieces)
            continue
        for n, note in (found for table in some for found in notes_of(table, state.sequence)):
            pieces.setdefault(n, Lot()).notes.append((row_at(n).place, note))
        found = {made.number[n]: said for n, said in _judge(court, bench, made.t, made.many, lot).items()}
        for run in made.runs:
            if not found.keys().isdisjoint(run.rows):
                facts = made.again(run, [row_at(n) for n in run.rows])
                for n, (row, one) in zip(run.rows, facts, strict=True):
                    if n in found:
                        own = ((bench.deals[0], one),)
                        pieces.setdefault(n, Lot()).findings += findings_of(court, bench, row, own, found[n])
        carry(made, some, state.sequence)
    return near


def _plainly(
    court: Court, table: list[Run], row_at: RowAt, state: State, pieces: dict[int, Lot]
) -> None:
    for run in table:
        read = [row_at(n) for n in run.rows]
        made, note = state.sequence.next(run.bench, read, run.broken, run.holes)
        if note:
            pieces.setdefault(run.rows[0], Lot()).notes.append((read[0].place, note))
        for n, row, facts in zip(run.rows, read, made, strict=True):
            judge_one(court, run.bench, row, facts, pieces.setdefault(n, Lot()))


def _runs(
    court: Court, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], state: State
) -> tuple[list[list[Run]], list[int]]:
    """The rounds whose law looks beyond a row, by table; and the rows of the others."""
    unread = keys["table"].is_null()
    ours = {table: state.only is None or state.only(table) for table in keys["table"].unique() if table is not None}
    holes, beside = state.sequence.holes, state.sequence.beside
    state.sequence.holes += int(unread.sum())
    far = {table for table in ours if table in court.far}
    state.sequence.beside = bool(unread[-1]) if len(unread) else beside
    if not far:
        mine = [table for table, one in ours.items() if one]
        return [], keys.filter(pl.col("table").is_in(mine))["n"].to_list()
    apart = (keys["table"].ne_missing(keys["table"].shift(1))) | (keys["round"].ne_missing(keys["round"].shift(1)))
    starts = [0, *(n + 1 for n in apart.slice(1).arg_true())]
    ends = [*starts[1:], len(keys)]
    before, asked = unread.cum_sum(), keys.select("table", "round", "moment", "day")
    more = {name: typed[name] for name in ("sequence", "shoe") if name in typed}
    tables: dict[str, list[Run]] = {}
    near: list[int] = []
    for first, end in zip(starts, ends, strict=True):
        table, number, moment, day = asked.row(first)
        if table is None or not ours[table]:
            continue
        bench = court.bench(table, day) if table in far else ""
        if isinstance(bench, str) or not bench.reach:
            near += range(first, end)
            state.sequence.put(None, table)
            continue
        facts = {"table": table, "round": number, "moment": moment}
        read = rows.get(first)
        facts |= {name: read.facts.get(name) if read else c.plain(c.values[first]) for name, c in more.items()}
        broken = bool(unread[first - 1] if first else beside) or end < len(keys) and bool(unread[end])
        run = Run([*range(first, end)], place_of(facts), bench, broken, holes + int(before[first]))
        run.odd = any(n in rows for n in run.rows)
        tables.setdefault(table, []).append(run)
    return [*tables.values()], near
