"""Auditing rounds in columns, against a plain scan of the same columns of the same Parquet file; and on a cluster, against one process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import polars as pl

from bench.measure import Goal, Measurement, Sizes, fastest, installed
from bench.rounds import GAMES, deal
from pitboss.cli import main


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Seconds of CPU. Columnar and plain engine must print the same report."""
    for game in sizes.games or ("punto_banco", "roulette"):
        with TemporaryDirectory() as folder:
            some, path = Path(folder, "some.parquet"), Path(folder, "rounds.parquet")
            deal(game, sizes.dealt, some, "--mistakes", "0.01")
            if audit(game, some, "columnar") != audit(game, some, "plain"):
                sys.exit(f"{game}: the columnar and the plain engine report different findings")
            repeated(some, path, sizes.rows)
            scanned, _ = fastest(partial(scan, path), sizes.runs)
            took, report = fastest(partial(audit, game, path, "columnar"), sizes.runs)
            on_cluster = of_a_cluster(game, path, report, sizes.runs)
        name, peer = game.replace("_", " "), "a scan of the columns"
        yield Measurement(f"audit rows of {name} in columns", took, "s", Goal(10), peer, scanned)
        # Two cores audit 500,000 rows in a second if each audits half of them.
        goal = Goal(250_000, of_ratio=False, at_least=True)
        yield Measurement(f"rows of {name} per core", sizes.rows / took, "rows/s", goal)
        yield Measurement(f"audit rows of {name} with dask", on_cluster, "s", Goal(1.15), "the columnar engine", took)


def of_a_cluster(game: str, path: Path, report: str, runs: int) -> float | None:
    """Seconds of CPU of a running cluster of two workers and of its client; all of them have read the law."""
    if not (distributed := installed("distributed")):
        return None
    found: list[float] = []
    with (
        installed("dask.config").set({"distributed.worker.profile.enabled": False}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        for _ in range(runs + 1):
            start = process_time() + sum(client.run(process_time).values())
            if audit(game, path, "dask", "--cluster", cluster.scheduler_address) != report:
                sys.exit(f"{game}: the cluster and the columnar engine report different findings")
            found.append(process_time() + sum(client.run(process_time).values()) - start)
    return min(found[1:])  # the workers read the law in the first run


def repeated(some: Path, path: Path, rows: int) -> None:
    """Write the rounds again and again, under other names, up to a number of rows."""
    frame = pl.read_parquet(some)
    lots = [frame.with_columns(round=pl.col("round") + f"-{n}") for n in range(-(-rows // len(frame)))]
    pl.concat(lots).head(rows).write_parquet(path, row_group_size=100_000)


def scan(path: Path) -> int:
    """Read every value of every column."""
    return sum(int(column.hash().is_null().sum()) for column in pl.read_parquet(path))


def audit(game: str, path: Path, engine: str, *options: str) -> str:
    out = StringIO()
    with redirect_stdout(out):
        main(["rounds", "audit", str(path), "--filing", GAMES[game], "--engine", engine, "--format", "json", *options])
    return out.getvalue()
