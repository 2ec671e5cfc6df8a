"""What every target of the fuzzing shares: inputs as files, the bounds, and the complaint about one input.

A target is a module with `SUFFIX`, `SEEDS` (files of the repository to start from), and `attempt(path)`, which gives one file to
a reader as the commands do. It raises what it finds wrong; an input that the reader reports as faulty, with a place, is in order.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Protocol, cast

from pitboss.grammar.diagnostics import Diagnostic, Rejected

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
TARGETS = (
    "yaml_files", "json_files", "csv_files", "xlsx_files", "rules_files", "json_lines", "csv_rounds", "parquet_rounds",
)  # fmt: skip
SECONDS = 10
MEGABYTES = 512  # that one input may add to what the process had


class Target(Protocol):
    SUFFIX: str
    SEEDS: tuple[str, ...]

    def attempt(self, path: Path) -> None: ...


class Faulty(AssertionError):
    """A report about an input that is not as a report has to be."""


def target(name: str) -> Target:
    return cast(Target, import_module(f"tests.fuzz.{name}"))


def in_order(problems: Iterable[Diagnostic]) -> None:
    """Every error has a place in a file, and a message that can be read."""
    for problem in problems:
        place = problem.place
        if problem.internal or not (place.file and place.line >= 1 and place.column >= 1):
            raise Faulty(f"an error without a place: {problem}")
        if not problem.message or len(problem.message) > 1_000:
            raise Faulty(f"a message of {len(problem.message)} characters: {problem.message[:100]}")


@contextmanager
def rejections() -> Iterator[None]:
    """`Rejected` is a report too."""
    try:
        yield
    except Rejected as rejected:
        if not rejected.diagnostics:
            raise Faulty("rejected without a reason") from None
        in_order(rejected.diagnostics)


def complaint(of: Target, data: bytes, folder: Path) -> str:
    """What is wrong with how the target takes these bytes; empty if nothing is.

    The last line of a traceback through the product tells findings apart.
    """
    path = folder / f"input{of.SUFFIX}"
    path.write_bytes(data)
    start, before = process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        of.attempt(path)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of a library is no Exception
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "tests/fuzz" not in f.filename]
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "a report"
        inside = [f"{Path(f.filename).name}:{f.lineno}" for f in frames if str(ROOT) in f.filename][-2:]
        return f"{type(error).__name__} at {where} from {' '.join(inside)}: {str(error)[:200]}"
    if process_time() - start > SECONDS:
        return f"more than {SECONDS} seconds"
    if (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 > MEGABYTES:
        return f"more than {MEGABYTES} MB"
    return ""


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder in memory where there is one: a target writes thousands of files a minute."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(dir=memory if sys.platform == "linux" and os.access(memory, os.W_OK) else None)
