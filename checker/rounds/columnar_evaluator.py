"""The columnar engine: evaluates the compiled clauses on many rows at once and reports the same findings as the row engine.

The row engine evaluates rows that columns cannot hold as written, so both engines report the same for every row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
from pitboss.checker.rounds.columnar_sequence import COLUMNS, Run, carry, fits_columns, notes_of, together
from pitboss.checker.rounds.evidence import OFFERS, Evidence
from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.permission import outside
from pitboss.checker.rounds.record_format import MONEY, NEEDED, NO_IRREGULARITY, RecordRow, cells_of, entries_of
from pitboss.checker.rounds.round_findings import findings_of
from pitboss.checker.rounds.row_evaluator import each
from pitboss.checker.rounds.row_files import Raw, files_of, frame_of, name_of, raw_of, rows_of, starts_of, whole_rounds
from pitboss.checker.rounds.sequence import Sequence, place_of
from pitboss.checker.rounds.settlement import complete, verdicts
from pitboss.checker.runtime.operations import FAIL, NEEDS, OPEN, Verdict, offers_of

A_HAND = r"^(?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk)(?: (?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk))*$"
A_MOMENT = r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9])T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$"
RawAt = Callable[[int], Raw]  # a row of the lot, as written
RowAt = Callable[[int], RecordRow]  # a row of the lot, without the facts on which the rows of its round disagree
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
    return judge_columns(law_index, typed, unfit, lambda n: raw_of(frame.row(n, named=True), f"{name}:{number + n}"), state)


def judge_chunk(law_index: LawIndex, raws: list[Raw], state: State | None = None) -> Lot:
    """Rows that were read one by one."""
    notes = Lot()
    rows = [readable(law_index, raw, notes) for raw in raws]
    typed, unfit = columns_of(law_index, rows)
    return judge_columns(law_index, typed, unfit, lambda n: raws[n], state or State())


def columns_of(law_index: LawIndex, rows: list[RecordRow | None]) -> tuple[dict[str, Column], pl.Series]:
    names: dict[str, None] = {}
    flat = []
    for row in rows:
        values = dict(cells_of(row.facts)) if row else {}
        names |= dict.fromkeys(values)
        flat.append(values)
    made = {name: _whole_column([values.get(name) for values in flat], law_index.form.type_of(name)) for name in names}
    unfit = pl.Series([row is None for row in rows], dtype=pl.Boolean)
    for _column, left_out in made.values():
        unfit = unfit | left_out
    return {name: column for name, (column, _) in made.items()}, unfit


def _whole_column(values: list[Cell], of: Type | None) -> tuple[Column, pl.Series]:
    """The column, and a mask of rows whose value does not fit into it."""
    per = PLACES.get(str(of[0])) if of else None
    fits = [value is None or _fits(value, per) for value in values]
    fitting = [value if fit else None for value, fit in zip(values, fits, strict=True)]
    return column_of(fitting), ~pl.Series(fits, dtype=pl.Boolean)


def _fits(value: Cell, per: int | None) -> bool:
    if isinstance(value, str | bool):
        return True
    if isinstance(value, tuple):
        return all(isinstance(part, tuple) or _fits(part, per) for part in value)
    return isinstance(value, int | Fraction) and -LARGEST < value < LARGEST and (per is None or (value * per) % 1 == 0)


# ---- Parquet: a whole column at once


def typed_columns(law_index: LawIndex, frame: pl.DataFrame) -> tuple[dict[str, Column], pl.Series]:
    made: dict[str, Column] = {}
    unfit = pl.repeat(False, len(frame), dtype=pl.Boolean, eager=True)
    for series in frame:
        name, of = series.name, law_index.form.type_of(series.name)
        if of is None:
            unfit = unfit | series.is_not_null()
            continue
        column = _typed(series, of)
        unfit = unfit | (column.values.is_null() & series.is_not_null())
        made[name] = column
    for name in NEEDED:
        unfit = unfit | (made[name].values.is_null() if name in made else True)
    return made, unfit


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
    """Each distinct value is read once, as in a row."""
    distinct = series.unique(maintain_order=True)
    found = []
    for value in distinct.to_list():  # Python lists, because a set is one
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


def judge_columns(law_index: LawIndex, typed: dict[str, Column], unfit: pl.Series, raw: RawAt, state: State) -> Lot:
    """Judge all rows of a lot: in columns if they fit, with the row evaluator otherwise."""
    lot, pieces = Lot(), dict[int, Lot]()
    if "part" in typed:  # whether the table has the part depends on the row
        unfit = unfit | typed["part"].values.is_not_null()
    rows = {n: readable(law_index, raw(n), pieces.setdefault(n, Lot())) for n in unfit.arg_true()}
    keys = _keys(typed, unfit, rows)
    typed, row_at = _agreeing(law_index, typed, keys, rows, raw, state, pieces)
    near = _far(law_index, typed, keys, rows, row_at, state, lot, pieces)
    own = {*near} if rows else set()
    for n, row in rows.items():
        if n in own and row is not None:
            judge_alone(law_index, row, pieces[n])
    for active_law, numbers in _by_active_law(law_index, keys.filter(pl.col("n").is_in(near) & ~unfit)):
        if isinstance(active_law, str) or len(active_law.deals) != 1:
            for n in numbers:
                judge_alone(law_index, row_at(n), pieces.setdefault(n, Lot()))
            continue
        taken = {n: Column(c.values.gather(numbers), c.per, c.read) for n, c in typed.items()}
        t = ColumnFacts(active_law.facts[0], taken, len(numbers))
        for n, given in _judge(law_index, active_law, t, 0, lot).items():
            row = row_at(numbers[n])
            pieces.setdefault(numbers[n], Lot()).findings += findings_of(
                law_index, active_law, row, tuple(each(active_law, row)), given
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
    law_index: LawIndex, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], raw: RawAt, state: State,
    pieces: dict[int, Lot],
) -> tuple[dict[str, Column], RowAt]:  # fmt: skip
    """Columns and rows without the facts on which the rows of a round disagree."""
    apart = (keys["table"].ne_missing(keys["table"].shift(1))) | (keys["round"].ne_missing(keys["round"].shift(1)))
    run = pl.select(pl.when(keys["table"].is_not_null()).then(apart.cast(pl.Int64).cum_sum())).to_series()
    unfit = {n: row for n, row in rows.items() if row is not None}
    gone = dict[int, tuple[str, ...]]()  # run → the fields on which its rows disagree
    made = dict(typed)
    for name in law_index.whole:
        column = typed.get(name)
        far = {int(run[n]) for n, row in unfit.items() if name in row.facts}
        differing = _differing(run, column) if column is not None else set[int]()
        for number in far - differing:
            known = [unfit[n].facts.get(name) for n in unfit if run[n] == number]
            if column is not None:
                known += [column.plain(column.values[n]) for n in (run == number).arg_true() if n not in unfit]
            differing |= {number} if differ(known) else set()
        if column is not None and differing:
            none = pl.select(pl.when(~run.is_in([*differing])).then(column.values)).to_series()
            made[name] = Column(none, column.per, column.read)
        for number in sorted(differing):
            gone[number] = (*gone.get(number, ()), name)
            first = (run == number).arg_true()[0]
            if state.only is None or state.only(keys["table"][first]):
                pieces.setdefault(first, Lot()).notes.append((raw(first).place, note_on(name)))
    irregular = _irregular(run, typed.get(IRREGULARITY), unfit)
    recorded_of = made.pop(IRREGULARITY, None)
    if irregular and recorded_of is not None:
        recorded = recorded_of.values.cast(pl.String)
        regular = ~run.is_in([*irregular])
        made[IRREGULARITY] = Column(
            pl.select(pl.when(regular).then(pl.lit(NO_IRREGULARITY)).otherwise(recorded)).to_series()
        )

    def whole(n: int, row: RecordRow) -> RecordRow:
        return without(row, gone.get(run[n], ()), run[n] in irregular)

    for n, row in unfit.items():
        rows[n] = whole(n, row)

    def row_at(n: int) -> RecordRow:
        if (row := rows.get(n)) is None:
            row = readable(law_index, raw(n), Lot())
            assert row is not None  # its columns could be read
            row = whole(n, row)
        return row

    return made, row_at


def _differing(run: pl.Series, column: Column) -> set[int]:
    """The rounds whose rows have different values in a column."""
    values = pl.DataFrame({"run": run, "value": column.values}).drop_nulls()
    several = values.group_by("run").agg(many=pl.col("value").n_unique()).filter(pl.col("many") > 1)
    return {*several["run"].to_list()}


def _irregular(run: pl.Series, column: Column | None, unfit: dict[int, RecordRow]) -> set[int]:
    """The rounds with a row that names an irregularity."""
    named = set() if column is None else {*run.filter(column.values.is_not_null()).drop_nulls().to_list()}
    return named | {int(run[n]) for n, row in unfit.items() if row.facts.get(IRREGULARITY) is not None}


def _keys(typed: dict[str, Column], unfit: pl.Series, rows: dict[int, RecordRow | None]) -> pl.DataFrame:
    """Table, round and day of every row; null for a row that cannot be read."""
    found: dict[str, pl.Series] = {}
    for name in NEEDED:
        found[name] = typed[name].values if name in typed else pl.repeat(None, len(unfit), dtype=pl.String, eager=True)
        if rows:
            values = found[name].to_list()
            for n, row in rows.items():
                values[n] = None if row is None else str(row.facts[name])
            found[name] = pl.Series(values, dtype=pl.String)
    return pl.DataFrame(found).with_row_index("n").with_columns(day=pl.col("moment").str.slice(0, 10))


def _by_active_law(law_index: LawIndex, keys: pl.DataFrame) -> list[tuple[ActiveTableLaw | str, list[int]]]:
    groups = keys.group_by("table", "day", maintain_order=True).agg("n")
    found: dict[str | int, tuple[ActiveTableLaw | str, list[int]]] = {}
    for table, day, rows in groups.select("table", "day", "n").iter_rows():
        active_law = law_index.active_law(table, day)
        key = active_law if isinstance(active_law, str) else id(active_law)
        found.setdefault(key, (active_law, []))[1].extend(rows)
    return [(active_law, sorted(rows)) for active_law, rows in found.values()]


def _judge(law_index: LawIndex, active_law: ActiveTableLaw, t: ColumnFacts, before: int, lot: Lot) -> dict[int, list[tuple[str, Verdict]]]:
    """Count every verdict on the rows after those of the lot before; return the rows with a breach, and the breaches of each."""
    many = t.size - before
    found: dict[int, list[tuple[str, Verdict]]] = {}
    lot.rows += many
    deal = active_law.deals[0]
    for clause, given in verdicts(deal, complete(deal, t, COLUMNS), COLUMNS):
        codes = given.codes.slice(before) if isinstance(given, Verdicts) else None
        counted = [(CODES.index(given), many)] if codes is None else list(codes.value_counts().iter_rows())
        for code, rows in counted:
            verdict = LawIndex.qualified(active_law, clause, CODES[code])
            lot.counts[clause, verdict] += rows
            if verdict == NEEDS:
                where = None if codes is None else codes == code
                lot.missing += _missing(active_law.evidence[0], clause, t, before, where, rows)
            if verdict in (FAIL, OPEN):
                for n in range(many) if codes is None else (codes == code).arg_true():
                    found.setdefault(n, []).append((clause, verdict))
    for staked, beyond, rows in _staked(active_law, t, before):
        for clause, verdict in active_law.permission.verdicts_on(0, staked, beyond).items():
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
    """The facts that the rows of a lot lack for a clause that needs evidence. `where`: which rows; None: all of them."""
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


def _staked(active_law: ActiveTableLaw, t: ColumnFacts, before: int) -> list[tuple[frozenset[str], frozenset[str], list[int]]]:
    """The rows after those of the lot before, grouped by the wagers that they stake, and by those staked beyond the filed limits."""
    offers, shown = offers_of(active_law.facts[0]), dict[str, pl.Series]()
    for name, column in t.items():
        wager = name.removeprefix("stake.")
        if name == wager or not isinstance(column, Column) or not column.values.dtype.is_numeric():  # otherwise it is empty
            continue
        stakes = Column(column.values.slice(before), column.per)
        shown[name] = staked = (stakes.values > 0).fill_null(False)
        beyond = outside(offers.get(wager, {}), stakes, COLUMNS)
        if isinstance(beyond, Column):
            shown[f"beyond.{wager}"] = staked & beyond.values.cast(pl.Boolean).fill_null(False)
    if not shown:
        return []
    groups = pl.DataFrame(shown).with_row_index("n").group_by([*shown], maintain_order=True).agg("n")
    return [(_having("stake.", shown, group), _having("beyond.", shown, group), group[-1]) for group in groups.iter_rows()]


def _having(prefix: str, shown: Iterable[str], group: tuple[bool, ...]) -> frozenset[str]:
    """The wagers whose column with this prefix is true in a group."""
    there = (name for name, one in zip(shown, group, strict=False) if one)
    return frozenset(name.removeprefix(prefix) for name in there if name.startswith(prefix))


def _passed(judged: pl.DataFrame, lot: Lot, state: State) -> None:
    """The number of rounds of the judged rows, and the first and last round of each table."""
    judged = judged.filter(pl.col("table").is_not_null())
    if state.only is not None:
        judged = judged.filter(
            pl.col("table").is_in([table for table in judged["table"].unique() if state.only(table)])
        )
    apart = judged.select((pl.col("round") != pl.col("round").shift(1).over("table")).fill_null(True)).to_series()
    lot.rounds = int(apart.sum())
    ends = judged.group_by("table", maintain_order=True).agg(first=pl.col("round").first(), last=pl.col("round").last())
    lot.ends = {table: (first, last) for table, first, last in ends.iter_rows()}


# ---- clauses that read beyond a row


def _far(
    law_index: LawIndex, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], row_at: RowAt, state: State,
    lot: Lot, pieces: dict[int, Lot],
) -> list[int]:  # fmt: skip
    """Judge the rounds whose law reads beyond a row; return the other rows."""
    tables, near = _runs(law_index, typed, keys, rows, state)
    by_active_law: dict[int, list[list[Run]]] = {}
    for table in tables:
        if fits_columns(table, state.sequence):
            by_active_law.setdefault(id(table[0].active_law), []).append(table)
        else:
            _plainly(law_index, table, row_at, state, pieces)
    for some in by_active_law.values():
        active_law, form = some[0][0].active_law, law_index.form
        made = together(active_law.deals[0], some, typed, state.sequence, form)
        if made is None:
            for table in some:
                _plainly(law_index, table, row_at, state, pieces)
            continue
        for n, note in (found for table in some for found in notes_of(table, state.sequence)):
            pieces.setdefault(n, Lot()).notes.append((row_at(n).place, note))
        found = {made.number[n]: given for n, given in _judge(law_index, active_law, made.t, made.many, lot).items()}
        for run in made.runs:
            if not found.keys().isdisjoint(run.rows):
                facts = made.again(run, [row_at(n) for n in run.rows])
                for n, (row, one) in zip(run.rows, facts, strict=True):
                    if n in found:
                        own = ((active_law.deals[0], one),)
                        pieces.setdefault(n, Lot()).findings += findings_of(law_index, active_law, row, own, found[n])
        carry(made, some, state.sequence)
    return near


def _plainly(
    law_index: LawIndex, table: list[Run], row_at: RowAt, state: State, pieces: dict[int, Lot]
) -> None:
    for run in table:
        read = [row_at(n) for n in run.rows]
        made, note = state.sequence.next(run.active_law, read, run.broken, run.holes)
        if note:
            pieces.setdefault(run.rows[0], Lot()).notes.append((read[0].place, note))
        for n, row, facts in zip(run.rows, read, made, strict=True):
            judge_one(law_index, run.active_law, row, facts, pieces.setdefault(n, Lot()))


def _runs(
    law_index: LawIndex, typed: dict[str, Column], keys: pl.DataFrame, rows: dict[int, RecordRow | None], state: State
) -> tuple[list[list[Run]], list[int]]:
    """The rounds whose law reads beyond a row, by table; and the rows of the others."""
    unread = keys["table"].is_null()
    ours = {table: state.only is None or state.only(table) for table in keys["table"].unique() if table is not None}
    holes, unread_before = state.sequence.holes, state.sequence.unread_before
    state.sequence.holes += int(unread.sum())
    far = {table for table in ours if table in law_index.far}
    state.sequence.unread_before = bool(unread[-1]) if len(unread) else unread_before
    if not far:
        mine = [table for table, one in ours.items() if one]
        return [], keys.filter(pl.col("table").is_in(mine))["n"].to_list()
    apart = (keys["table"].ne_missing(keys["table"].shift(1))) | (keys["round"].ne_missing(keys["round"].shift(1)))
    starts = [0, *(n + 1 for n in apart.slice(1).arg_true())]
    ends = [*starts[1:], len(keys)]
    before, requested = unread.cum_sum(), keys.select("table", "round", "moment", "day")
    more = {name: typed[name] for name in ("sequence", "shoe") if name in typed}
    tables: dict[str, list[Run]] = {}
    near: list[int] = []
    for first, end in zip(starts, ends, strict=True):
        table, number, moment, day = requested.row(first)
        if table is None or not ours[table]:
            continue
        active_law = law_index.active_law(table, day) if table in far else ""
        if isinstance(active_law, str) or not active_law.reach:
            near += range(first, end)
            state.sequence.put(None, table)
            continue
        facts = {"table": table, "round": number, "moment": moment}
        read = rows.get(first)
        facts |= {name: read.facts.get(name) if read else c.plain(c.values[first]) for name, c in more.items()}
        broken = bool(unread[first - 1] if first else unread_before) or end < len(keys) and bool(unread[end])
        run = Run([*range(first, end)], place_of(facts), active_law, broken, holes + int(before[first]))
        run.unfit = any(n in rows for n in run.rows)
        tables.setdefault(table, []).append(run)
    return [*tables.values()], near
