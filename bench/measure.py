"""What a row of the table is, and the clocks: seconds of CPU, because other work on the machine lengthens every wall time."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

ROOT = Path(__file__).parents[1]
ENOUGH = 2.0  # seconds of CPU after which a measurement is not repeated
T = TypeVar("T")


@dataclass(frozen=True)
class Sizes:
    """How much is measured. A test uses a tiny run, which is good for nothing else."""

    tables: int = 4000
    few_tables: int = 400
    yaml_tables: int = 4000
    rows: int = 200_000
    dealt: int = 1000  # rounds that are repeated up to so many rows
    rounds: int = 50  # of each game at first, and twice as many until they take so many seconds:
    dealing: float = 2.0
    games: tuple[str, ...] = ()  # none: every game
    odds: tuple[str, ...] = ("--all",)
    slow_odds: str = "four_card_poker"
    rules: Path = ROOT / "rulespecs"
    runs: int = 5
    wheel: bool = True  # else the checkout is measured as a command


@dataclass(frozen=True)
class Goal:
    """A limit of the value itself or of its ratio to the peer."""

    limit: float
    of_ratio: bool = True
    at_least: bool = False

    def met(self, found: float) -> bool:
        return found >= self.limit if self.at_least else found <= self.limit


@dataclass(frozen=True)
class Measurement:
    """A row of the table. A value is None where it could not be measured because a package is not installed."""

    what: str
    value: float | None
    unit: str
    goal: Goal | None = None
    peer: str = ""
    peer_value: float | None = None  # in the same unit

    @property
    def ratio(self) -> float | None:
        return self.value / self.peer_value if self.value is not None and self.peer_value else None

    @property
    def met(self) -> bool | None:
        """None: no goal, or not measured."""
        found = self.ratio if self.goal and self.goal.of_ratio else self.value
        return None if self.goal is None or found is None else self.goal.met(found)


@dataclass(frozen=True)
class Ran:
    """What a command cost, with the processes that it started and waited for."""

    seconds: float
    megabytes: float  # at most at one time, in one process
    code: int
    out: str


def clock() -> float:
    """Seconds of CPU of this process and of the commands that it ran."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def fastest(work: Callable[[], T], runs: int) -> tuple[float, T]:
    """Seconds of the fastest of several runs, and the last result; work that takes long is not repeated."""
    seconds: list[float] = []
    while True:
        gc.collect()
        start = clock()
        found = work()
        seconds.append(clock() - start)
        if len(seconds) == runs or sum(seconds) > ENOUGH:
            return min(seconds), found


# As they were at first: dask sets how memory is given back, by which a command takes half as long again.
SURROUNDINGS = dict(os.environ)


def command(*line: str, codes: tuple[int, ...] = (0,), **surroundings: str) -> Ran:
    """Run a command; any other exit code than the expected ones fails the run."""
    with subprocess.Popen(
        line, env=SURROUNDINGS | surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        out = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        sys.exit(f"exit {process.returncode}: {' '.join(line)}\n{out[-2000:]}")
    return Ran(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode, out)


def fastest_command(runs: int, *line: str, codes: tuple[int, ...] = (0,), **surroundings: str) -> Ran:
    """The fastest of several runs of a command."""
    ran: list[Ran] = []
    while len(ran) < runs and sum(one.seconds for one in ran) <= ENOUGH:
        ran.append(command(*line, codes=codes, **surroundings))
    return min(ran, key=lambda one: one.seconds)


def python(runs: int, code: str, *arguments: str) -> Ran:
    """The fastest of several processes that run Python code."""
    return fastest_command(runs, sys.executable, "-c", code, *arguments)


@contextmanager
def one_core() -> Iterator[None]:
    """Commands inherit the core, and start no workers."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def installed(module: str) -> Any:
    """A module of the extra `bench`; None if it is not installed."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        return None
