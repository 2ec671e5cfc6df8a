"""Decodes Parquet files once in a process of its own: on some damage the decoder ends its process, and no exception tells.

The worker has a limit on memory, so that a small file that stands for very much is refused as well.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

from pitboss.checker.rounds.row_files import NoRecords, frames_of

MEMORY = 1 << 29  # bytes beyond what an idle worker has; a chunk of a usual record takes a hundredth


def require_sound(files: Iterable[Path]) -> None:
    """Raises NoRecords with the first Parquet file that cannot be decoded as a whole."""
    for path in files:
        if path.suffix != ".parquet":
            continue
        try:
            fault = _worker().submit(_fault, path).result()
        except BrokenProcessPool:
            _worker.cache_clear()
            fault = f"{path.name} is damaged Parquet, or takes too much memory"
        if fault:
            raise NoRecords(fault)


@cache
def _worker() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), _start)


def _start() -> None:
    """Be silent, since the decoder writes to standard error as it fails; end with the command; and limit what a file can take."""
    Thread(target=_end_with_the_command, daemon=True).start()
    os.environ["POLARS_MAX_THREADS"] = "1"  # each thread reserves memory, whether it uses it or not
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if sys.platform == "linux":
        import resource

        import polars

        polars.DataFrame({"a": [1]}).lazy().collect()  # starts its threads
        taken = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = taken + MEMORY if hard == resource.RLIM_INFINITY else min(taken + MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _end_with_the_command() -> None:
    """A worker whose parent is killed would wait for ever."""
    if parent := parent_process():
        parent.join()
        os._exit(0)


def _fault(path: Path) -> str:
    try:
        for _ in frames_of(path):
            pass
    except NoRecords as fault:
        return str(fault)
    except MemoryError:
        return f"{path.name} takes too much memory"
    return ""
