"""The columnar engine on a cluster of this machine: the report is the same, also if a worker dies during the run."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from pitboss.checker.rounds import columnar_evaluator
from tests.support import random_rounds
from tests.support.product import load_law, main

HERE = Path(__file__).parent
FILING = str(HERE / "cards.yaml")


@pytest.fixture(scope="module")
def parts(tmp_path_factory) -> Path:
    pytest.importorskip("distributed")
    pl = pytest.importorskip("polars")
    folder = tmp_path_factory.mktemp("parts")
    ask = ["rounds", "deal", "punto_banco", "--rounds", "240", "--mistakes", "0.2", "--filing", FILING]
    assert main([*ask, "--out", str(folder / "all.parquet")]) == 0
    frame = pl.read_parquet(folder / "all.parquet")
    for n in range(6):
        frame.slice(n * 40, 40).write_parquet(folder / f"part-{n}.parquet")
    (folder / "all.parquet").unlink()
    return folder


def reported(capsys, parts: Path, filing: str, *more: str, code: int = 1) -> str:
    capsys.readouterr()
    assert main(["rounds", "audit", str(parts), "--filing", filing, "--format", "json", *more]) == code
    return str(capsys.readouterr().out)


def reported_by_a_cluster(capsys, parts: Path, filing: str, *more: str, code: int = 1) -> str:
    """One of two workers dies while it judges."""
    from dask import config, distributed

    dask: Any = distributed
    with (
        config.set({"distributed.scheduler.allowed-failures": 10}),
        dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        dask.Client(cluster) as client,
    ):
        worker, pid = next(iter(client.run(os.getpid).items()))
        client.run(_die_at_work, workers=[worker])
        by_it = ("--engine", "dask", "--cluster", cluster.scheduler_address)
        stated = reported(capsys, parts, filing, *more, *by_it, code=code)
        client.wait_for_workers(2, timeout=60)  # the dead worker is replaced
        assert pid not in client.run(os.getpid).values()
    return stated


@pytest.mark.soak
def test_a_cluster_gives_the_same_result_when_a_worker_is_killed(parts, capsys):
    assert len(list(columnar_evaluator.parts_of(load_law([FILING], [])[0], str(parts)))) == 6
    assert reported_by_a_cluster(capsys, parts, FILING) == reported(capsys, parts, FILING)


def test_rounds_that_depend_on_the_round_before_are_judged_equally(tmp_path, capsys):
    """Each table is judged after the part before it, on one worker or another, and again if a worker is gone."""
    pytest.importorskip("distributed")
    pl = pytest.importorskip("polars")
    rows = [random_rounds.flat(row) for seed in range(4) for row in random_rounds.at_random(seed, 60)]
    for n in range(4):
        pl.DataFrame(rows[n * 100 : n * 100 + 100], infer_schema_length=None).write_parquet(
            tmp_path / f"part-{n}.parquet"
        )
    rules = [part for name in ("words.rules", "rows.rules") for part in ("--rules", str(HERE / name))]
    # some rows cannot be read: 2
    plain = reported(capsys, tmp_path, str(HERE / "rows.yaml"), *rules, code=2)
    assert reported_by_a_cluster(capsys, tmp_path, str(HERE / "rows.yaml"), *rules, code=2) == plain
    assert '"fail"' in plain and "rounds are missing" in plain


def _die_at_work(dask_worker: Any) -> None:
    """The worker that runs this dies as soon as it executes a task: it never finishes one that it started."""
    import threading
    import time

    def kill() -> None:
        while not dask_worker.state.executing:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()


@pytest.mark.parametrize("error", [OSError("Timed out"), RuntimeError("Cluster failed to start: no loopback")])
def test_a_cluster_that_cannot_be_reached_is_reported(error, tmp_path, monkeypatch, capsys):
    dask = pytest.importorskip("dask.distributed")  # as the command imports it: a module of its own

    def refused(*given: object, **named: object) -> None:
        raise error

    monkeypatch.setattr(dask, "LocalCluster", refused)
    monkeypatch.setattr(dask, "Client", refused)
    records = tmp_path / "r.jsonl"
    records.write_text("")
    for more in ([], ["--cluster", "tcp://127.0.0.1:9"]):
        assert main(["rounds", "audit", str(records), "--filing", FILING, "--engine", "dask", *more]) == 2
        assert capsys.readouterr().err == f"pitboss: the cluster cannot be used: {error}\n"
