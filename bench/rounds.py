"""Rounds a second, beside a plain scan of the same columns of the same Parquet file.

    python bench/rounds.py [rounds]

A few thousand rounds are dealt, a hundredth of them with a mistake, and repeated under other names up to the number asked for. Milliseconds
are of the clock, the fastest of three runs; the report of each engine is the same.
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


def best(work: Callable[[], object], runs: int = 3) -> float:
    spent = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        spent.append(time.perf_counter() - started)
    return min(spent)


def scan(path: Path) -> int:
    """Every value of every column is looked at."""
    columns = pl.read_parquet(path)
    return sum(int(column.hash().is_null().sum()) for column in columns)


def audit(path: Path, engine: str) -> str:
    out = StringIO()
    with redirect_stdout(out):
        main(["rounds", "audit", str(path), "--filing", FILING, "--engine", engine, "--format", "json"])
    return out.getvalue()


def run(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        path, some = Path(place, "rounds.parquet"), Path(place, "some.parquet")
        ask = ["rounds", "deal", "punto_banco", "--rounds", str(DEALT), "--mistakes", "0.01", "--filing", FILING]
        main([*ask, "--out", str(some)])
        frame = pl.read_parquet(some)
        times = -(-rounds // DEALT)
        lots = [frame.with_columns(round=pl.col("round") + f"-{n}") for n in range(times)]
        pl.concat(lots).head(rounds).write_parquet(path, row_group_size=100_000)
        plain_scan = best(lambda: scan(path))
        print(f"{rounds:,} rounds in {frame.width} columns\n")
        print("| | ms | rounds/s | times a plain scan |\n|---|--:|--:|--:|")
        print(f"| plain scan of the columns | {plain_scan * 1000:,.0f} | {rounds / plain_scan:,.0f} | 1 |")
        for engine in ("columnar", "plain"):
            spent = best(lambda engine=engine: audit(path, engine), 3 if engine == "columnar" else 1)  # type: ignore[misc]
            print(f"| audit, {engine} | {spent * 1000:,.0f} | {rounds / spent:,.0f} | {spent / plain_scan:,.0f} |")


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
