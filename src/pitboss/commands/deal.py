"""`pitboss rounds deal`: deal lawful rounds at the tables of a filing, inject breaches, and write the key."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TextIO

from pitboss.commands.check import load_filing
from pitboss.commands.complete_file import complete_file
from pitboss.commands.errors import report_error
from pitboss.compiler.oracle.fast.ranking import Rankings
from pitboss.compiler.simulate.dealer import Dealer, NotDealt
from pitboss.compiler.simulate.mutate import Mutator
from pitboss.compiler.simulate.record import as_record
from pitboss.odds_workers import available_cores
from pitboss.progress import show_progress
from pitboss.reports.problems import problems as report
from pitboss.rulebook import load_core, load_rulebook

if TYPE_CHECKING:
    from polars import DataFrame

LOT = 2_000  # rounds that are dealt one after the other; lots do not depend on each other
Row = dict[str, object]
Dealt = tuple[Row, dict[str, str]]


def deal(arguments: argparse.Namespace) -> int:
    if arguments.seats is not None and arguments.seats < 1:
        return report_error("--seats must be at least 1")
    folders = [*map(Path, arguments.rules)]
    book, vocabulary = load_rulebook(*folders)
    source, filing, faults = load_filing(arguments.filing[0], book, vocabulary)
    if faults or filing is None:
        sys.stderr.write(report(faults, source.texts))
        return 2
    tables = [table for table in filing.tables if table.game == arguments.game]
    if not tables or not filing.effective:
        games = ", ".join(sorted({table.game for table in filing.tables}))
        return report_error(
            f"the filing has no effective date or no table of '{arguments.game}'; its games are {games}"
        )
    if arguments.processes is not None and arguments.processes < 1:
        return report_error("--processes must be at least 1")
    dealt_at = DealtTables(
        tuple((table.number, table.game, table.variants[0]) for table in tables), filing.effective,
        arguments.rounds, arguments.seats, arguments.mistakes, arguments.seed, tuple(folders),
    )  # fmt: skip
    try:
        rows = dealt_rows(dealt_at, arguments.processes or available_cores())
        _write(Path(arguments.out), rows, Path(arguments.key) if arguments.key else None)
    except NotDealt as fault:
        show_progress()
        return report_error(str(fault))
    show_progress()
    return 0


class DealtTables(NamedTuple):
    """What the command deals: at these tables (number, game, filed facts), in lots that do not depend on each other."""

    tables: tuple[tuple[str, str, Row], ...]
    day: str
    rounds: int
    seats: int | None
    mistakes: float
    seed: int
    folders: tuple[Path, ...]
    lot: int = LOT

    def lots(self) -> Iterator[DealtLot]:
        """The rounds in lots, table by table."""
        for number, first in enumerate(range(0, self.rounds, self.lot)):
            yield DealtLot(number, first, min(self.lot, self.rounds - first))


class DealtLot(NamedTuple):
    """Consecutive rounds of the command that are dealt with a random seed of their own."""

    number: int
    first: int  # counted over all tables
    rounds: int

    def progress(self, dealt_at: DealtTables) -> str:
        """How far the command is when this lot is dealt."""
        return f"{self.first + self.rounds:,} of {dealt_at.rounds:,} rounds dealt"


def dealt_rows(dealt_at: DealtTables, processes: int) -> Iterator[Dealt]:
    """Yield the rows table by table, each with the clauses that it breaches; they do not depend on the processes."""
    lots = [*dealt_at.lots()]
    processes = min(processes, len(lots))
    made = 0
    if processes > 1:
        try:
            with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
                for rows in pool.map(partial(_lot, dealt_at), lots):
                    yield from rows
                    show_progress(lots[made].progress(dealt_at))
                    made += 1
        except (BrokenProcessPool, OSError):  # this platform allows no worker processes: deal the rest here
            pass
    if made < len(lots):
        dealer = LotDealer(dealt_at)
        for lot in lots[made:]:
            yield from dealer.lot(lot)
            show_progress(lot.progress(dealt_at))


class LotDealer:
    """Deals lots. A lot begins as if nothing was recorded before: at a table in play it leaves a gap in the sequence."""

    def __init__(self, dealt_at: DealtTables) -> None:
        self.dealt_at, self.random = dealt_at, Random()
        book, day, rankings = load_core(*dealt_at.folders), date.fromisoformat(dealt_at.day), Rankings()
        self.noon = datetime.combine(day, time(12))
        self.dealers = [
            Dealer(book, game, facts, day, self.random, dealt_at.seats, rankings) for _, game, facts in dealt_at.tables
        ]  # fmt: skip

    def lot(self, lot: DealtLot) -> list[Dealt]:
        """The rows of a lot, each with the clauses that it breaches."""
        dealt_at, dealers = self.dealt_at, self.dealers
        self.random.seed(f"{dealt_at.seed}/{lot.number}" if lot.number else dealt_at.seed)
        injected, tables = Counter[str](), Counter[str]()
        mutators = [Mutator(dealer, injected, tables) for dealer in dealers]
        found: list[Dealt] = []
        start = 0  # of the rounds of a table, among all rounds
        for place, (number, _, _) in enumerate(dealt_at.tables):
            many = dealt_at.rounds // len(dealers) + (place < dealt_at.rounds % len(dealers))
            dealer, mutator, gaps = dealers[place], mutators[place], lot.number - start // dealt_at.lot
            dealer.assembly.earlier = None
            for one in range(max(start, lot.first), min(start + many, lot.first + lot.rounds)):
                sequence = one - start + 1 + gaps
                moment = self.noon + (one - start) * timedelta(seconds=1 if many > 50_000 else 40)
                seats = dealer.deal(mutator.target(dealt_at.mistakes))
                seats, breached = mutator.mutate(seats) or (seats, [{}] * len(seats))
                dealer.assembly.keep(seats)
                where = {
                    "round": f"{number}-{sequence}", "table": number, "moment": moment.isoformat(timespec="seconds"),
                    "sequence": sequence,
                }  # fmt: skip
                for seat, (facts, breaches) in enumerate(zip(seats, breached, strict=True), 1):
                    own = {"seat": facts.get("seat", str(seat))}
                    own |= {"player": facts["player"]} if "player" in facts else {}
                    found.append(({**where, **own, **as_record(facts, dealer.book)}, breaches))
            start += many
        return found


_dealers: list[LotDealer] = []  # of this worker process; what it evaluated for one lot serves the next


def _lot(dealt_at: DealtTables, lot: DealtLot) -> list[Dealt]:
    """Deal a lot in a worker process."""
    if not _dealers:
        _dealers.append(LotDealer(dealt_at))
    return _dealers[0].lot(lot)


def _write(out: Path, dealt: Iterable[Dealt], key: Path | None) -> None:
    with complete_file(out) as draft, _keys(key) as keys:
        kind = {".csv": _csv, ".parquet": _parquet}.get(out.suffix, _json_lines)
        kind(Path(draft), _noted(dealt, keys))


@contextmanager
def _keys(key: Path | None) -> Iterator[TextIO | None]:
    """The file that lists the breached rounds, where the command asks for one."""
    if key is None:
        yield None
        return
    with complete_file(key) as draft, open(draft, "w", encoding="utf-8", newline="\n") as keys:
        yield keys


def _noted(dealt: Iterable[Dealt], keys: TextIO | None) -> Iterator[Row]:
    """The rows of the rounds; writes those that breach a clause to `keys`."""
    for row, breaches in dealt:
        if keys and breaches:
            where = {name: row[name] for name in ("round", "table", "seat")}
            keys.write(json.dumps({**where, "breaches": dict(sorted(breaches.items()))}) + "\n")
        yield row


def _json_lines(out: Path, rows: Iterator[Row]) -> None:
    with out.open("w", encoding="utf-8", newline="\n") as lines:
        for row in rows:
            nested: dict[str, object] = {}
            entries: dict[str, dict[str, object]] = {}
            for column, value in row.items():
                name, _, wager = column.partition(".")
                if wager:
                    nested[name] = entries.setdefault(name, {})
                    entries[name][wager] = value
                else:
                    nested[column] = value
            lines.write(json.dumps(nested, ensure_ascii=False) + "\n")


def _csv(out: Path, rows: Iterator[Row]) -> None:
    held = list(rows)
    columns = list(dict.fromkeys(column for row in held for column in row))
    with out.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(held)


def _parquet(out: Path, rows: Iterator[Row]) -> None:
    """Write numeric columns as numbers and mixed columns as text."""
    import polars as pl

    lots = []
    held: list[Row] = []
    for row in rows:
        held.append(row)
        if len(held) == 100_000:
            lots.append(_frame(held))
            held = []
    if held or not lots:
        lots.append(_frame(held))
    pl.concat(lots, how="diagonal_relaxed").write_parquet(out, row_group_size=100_000)


def _frame(rows: list[Row]) -> DataFrame:
    import polars as pl

    columns: dict[str, list[object]] = {}
    for column in dict.fromkeys(column for row in rows for column in row):
        values = [row.get(column) for row in rows]
        kinds = {type(value) for value in values if value is not None}
        if kinds == {int, float}:
            values = [float(value) if isinstance(value, int | float) else None for value in values]
        elif len(kinds) > 1:
            values = [None if value is None else str(value) for value in values]
        columns[column] = values
    return pl.DataFrame(columns)
