"""`pitboss rounds deal`: deal lawful rounds at the tables of a filing, inject breaches, and write the key."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TextIO

from pitboss.commands.check import load_filing
from pitboss.commands.complete_file import complete_file
from pitboss.commands.errors import report_error
from pitboss.compiler.oracle.fast.ranking import Rankings
from pitboss.compiler.simulate.dealer import Dealer, NotDealt
from pitboss.compiler.simulate.mutate import Mutator
from pitboss.compiler.simulate.record import as_record
from pitboss.progress import show_progress
from pitboss.reports.problems import problems as report
from pitboss.rulebook import load_core, load_rulebook

if TYPE_CHECKING:
    from polars import DataFrame

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
    rules, day, random = load_core(*folders), date.fromisoformat(filing.effective), Random(arguments.seed)
    rankings = Rankings()
    try:
        dealers = [
            (t.number, Dealer(rules, t.game, t.variants[0], day, random, arguments.seats, rankings)) for t in tables
        ]
        rows = _rows(dealers, day, arguments.rounds, arguments.mistakes, random)
        _write(Path(arguments.out), rows, Path(arguments.key) if arguments.key else None)
    except NotDealt as fault:
        show_progress()
        return report_error(str(fault))
    show_progress()
    return 0


def _rows(
    dealers: list[tuple[str, Dealer]], day: date, rounds: int, mistakes: float, random: Random
) -> Iterator[Dealt]:
    """Yield the rows table by table, each with the clauses that it breaches."""
    made, injected, tables = 0, Counter[str](), Counter[str]()
    mutators = [Mutator(dealer, injected, tables) for _, dealer in dealers]
    for place, ((number, dealer), mutator) in enumerate(zip(dealers, mutators, strict=True)):
        many = rounds // len(dealers) + (place < rounds % len(dealers))
        moment = datetime(day.year, day.month, day.day, 12)
        for sequence in range(1, many + 1):
            seats = dealer.deal(mutator.target(mistakes))
            seats, breached = mutator.mutate(seats) or (seats, [{}] * len(seats))
            dealer.assembly.keep(seats)
            where = {
                "round": f"{number}-{sequence}", "table": number, "moment": moment.isoformat(timespec="seconds"),
                "sequence": sequence,
            }  # fmt: skip
            for seat, (facts, breaches) in enumerate(zip(seats, breached, strict=True), 1):
                own = {"seat": facts.get("seat", str(seat))}
                own |= {"player": facts["player"]} if "player" in facts else {}
                yield {**where, **own, **as_record(facts, dealer.book)}, breaches
            moment += timedelta(seconds=1 if many > 50_000 else 40)
            made += 1
            if made % 1000 == 0:
                show_progress(f"{made:,} of {rounds:,} rounds dealt")


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
