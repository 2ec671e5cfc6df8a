"""Measures the exact odds from a cold start: each game by itself, and all of them with `pitboss law odds --all`.

    python bench/odds.py [as-of]

A game is computed in this process without any cache; the table shows seconds of CPU and of wall time. The command is started
with an empty cache, on one core and on all cores: it reads the rules, starts its processes, computes, and writes JSON.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from pitboss.compiler.model.core import SubjectKind  # noqa: E402
from pitboss.compiler.odds.engine import odds  # noqa: E402
from pitboss.rulebook import load_core  # noqa: E402

DAY = date(2011, 6, 8)


def spent(work: Callable[[], object], whose: int = resource.RUSAGE_SELF) -> tuple[float, float]:
    """Seconds of CPU, and of wall time."""
    before, started = resource.getrusage(whose), time.perf_counter()
    work()
    after = resource.getrusage(whose)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - started


def command(day: date, cores: set[int]) -> None:
    command_line = [sys.executable, "-m", "pitboss", "law", "odds", "--all", "--as-of", day.isoformat(), "--format", "json"]
    with_nothing = {**os.environ, "PITBOSS_CACHE": "", "PYTHONPATH": str(ROOT / "src")}
    there = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)  # the command inherits the environment
    try:
        subprocess.run(command_line, env=with_nothing, check=True, stdout=subprocess.DEVNULL)
    finally:
        os.sched_setaffinity(0, there)


def run(day: date) -> None:
    print(f"as of {day}, {len(os.sched_getaffinity(0))} cores\n\n| | figures | CPU s | clock s |\n|---|--:|--:|--:|")
    print("| loading the core | | {:.2f} | {:.2f} |".format(*spent(load_core)))
    book = load_core()
    for game in [n.name for n in book.names.values() if n.kind is SubjectKind.GAME]:
        rows: list[object] = []
        seconds = spent(lambda game=game, rows=rows: rows.extend(odds(book, day, (game,))["rows"]))  # type: ignore[misc]
        if seconds[0] >= 0.01:
            print("| {} | {} | {:.2f} | {:.2f} |".format(game.replace("_", " "), len(rows), *seconds))
    cores = os.sched_getaffinity(0)
    for some in ({min(cores)}, cores):
        seconds = spent(lambda some=some: command(day, some), resource.RUSAGE_CHILDREN)  # type: ignore[misc]
        print("| `law odds --all`, {} | | {:.2f} | {:.2f} |".format(f"{len(some)} core{'s' * (len(some) > 1)}", *seconds))
    print(f"\n{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most in this process")


if __name__ == "__main__":
    run(date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else DAY)
