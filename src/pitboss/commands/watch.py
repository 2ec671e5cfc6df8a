"""`pitboss check --watch`: check again whenever a file of the filing changes.

The files are looked at twice a second. That needs no package and works on network drives, where notifications do not arrive.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable

_INTERVAL = 0.5  # seconds
State = dict[str, tuple[int, int]]


def watch(paths: Iterable[str], run: Callable[[], int], wait: Callable[[float], object] = time.sleep) -> int:
    """Run, and run again after each change, until Ctrl+C; return the exit code of the last run. `wait` sleeps for some seconds."""
    watched = list(paths)
    before, code = state_of(watched), run()
    try:
        while True:
            sys.stderr.write("watching for changes; Ctrl+C ends\n")
            while (now := state_of(watched)) == before:
                wait(_INTERVAL)
            if sys.stdout.isatty():
                sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            before, code = now, run()
            sys.stdout.flush()
    except KeyboardInterrupt:
        return code


def state_of(paths: Iterable[str]) -> State:
    """Return the modification time and the size of every file at or below the paths."""
    found: State = {}
    for path in paths:
        files = (
            [path]
            if not os.path.isdir(path)
            else [os.path.join(at, f) for at, _, names in os.walk(path) for f in names]
        )
        for file in files:
            try:
                known = os.stat(file)
            except OSError:  # it will be reported by the check
                continue
            found[file] = known.st_mtime_ns, known.st_size
    return found
