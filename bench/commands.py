"""The whole command on large floors: time and memory as the floor grows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.floors import floor, write
from bench.measure import Goal, Measurement, Sizes, command, fastest_command

# The process reports its own peak, in kB: what the system reports of a child includes the process that started it.
PEAK = """
import sys
from pitboss.cli import main
code = main()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
sys.exit(code)
"""


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Seconds of CPU, and megabytes at most."""
    with TemporaryDirectory() as folder:
        few, many = (
            write(floor(tables, "one"), Path(folder, f"{tables}.yaml")) for tables in (sizes.few_tables, sizes.tables)
        )
        line = (sys.executable, "-m", "pitboss", "check")
        less, more = (fastest_command(sizes.runs, *line, str(path), codes=(0, 1)) for path in (few, many))
        peer = f"{sizes.few_tables:,} of {sizes.tables:,} tables"
        yield Measurement("check of thousands of tables", more.seconds, "s", Goal(11), peer, less.seconds)
        size = many.stat().st_size / 1e6
        peak = command(sys.executable, "-c", PEAK, "check", str(many), codes=(0, 1)).out.split()[-1]
        yield Measurement("memory for them", int(peak) / 1000, "MB", Goal(25), "the file", size)
