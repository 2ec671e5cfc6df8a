"""Measures rounds and rows per second, compared with a plain scan of the same columns of the same Parquet file.

    python bench/rounds.py [rows]

A few thousand rounds are dealt at several tables and seats, one in a hundred with a mistake, and repeated under other
names up to the requested number of rows. Wall times are those of the fastest of three runs, CPU times those of the
same run. The engines must produce identical reports.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import polars as pl  # noqa: E402

from pitboss.cli import main  # noqa: E402

FILING = str(Path(__file__).parents[1] / "tests" / "rounds" / "cards.yaml")
DEALT = 4_000


def best(work: Callable[[], object], runs: int = 3) -> tuple[float, float]:
    """(wall seconds, CPU seconds)"""
    spent = []
    for _ in range(runs):
        started, worked = time.perf_counter(), time.process_time()
        work()
        spent.append((time.perf_counter() - started, time.process_time() - worked))
    return min(spent)


def scan(path: Path) -> int:
    """Reads every value of every column."""
    columns = pl.read_parquet(path)
    return sum(int(column.hash().is_null().sum()) for column in columns)


def audit(path: Path, engine: str) -> str:
    out = StringIO()
    with redirect_stdout(out):
        main(["rounds", "audit", str(path), "--filing", FILING, "--engine", engine, "--format", "json"])
    return out.getvalue()


def run(rows: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        path, some = Path(place, "rounds.parquet"), Path(place, "some.parquet")
        ask = ["rounds", "deal", "punto_banco", "--rounds", str(DEALT), "--mistakes", "0.01", "--filing", FILING]
        main([*ask, "--out", str(some)])
        frame = pl.read_parquet(some)
        times = -(-rows // len(frame))
        lots = [frame.with_columns(round=pl.col("round") + f"-{n}") for n in range(times)]
        whole = pl.concat(lots).head(rows)
        rounds = int((whole["round"] != whole["round"].shift()).fill_null(True).sum())
        whole.write_parquet(path, row_group_size=100_000)
        print(f"{rows:,} rows of {rounds:,} rounds, in {frame.width} columns\n")
        print("| | s | s of CPU | rounds/s | rows/s | times a plain scan |\n|---|--:|--:|--:|--:|--:|")
        scanned = best(lambda: scan(path))
        _print_row("plain scan of the columns", scanned, rounds, rows, scanned)
        for engine in ("columnar", "plain"):
            spent = best(lambda engine=engine: audit(path, engine), 3 if engine == "columnar" else 1)  # type: ignore[misc]
            _print_row(f"audit, {engine}", spent, rounds, rows, scanned)


def _print_row(what: str, spent: tuple[float, float], rounds: int, rows: int, scanned: tuple[float, float]) -> None:
    clock, worked = spent
    print(
        f"| {what} | {clock:,.2f} | {worked:,.2f} | {rounds / clock:,.0f} | {rows / clock:,.0f} | {clock / scanned[0]:,.0f} |"
    )


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
