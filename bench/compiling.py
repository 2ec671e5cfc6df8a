"""Compiling the rules into a rulebook, as a whole process."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Goal, Measurement, Sizes, fastest_command, python

BUILD = (
    "import sys; from pathlib import Path; from pitboss import cache; from pitboss.compiler.build import build; "
    "build(*map(Path, sys.argv[1:]), cache)"
)


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Seconds of CPU, as a checkout compiles: at first with an empty cache, then with what the compilation before left, after a
    change of the longest section.
    """
    with TemporaryDirectory() as folder:
        rules, out, cache = (Path(folder, name) for name in ("rules", "compiled", "cache"))
        shutil.copytree(sizes.rules, rules)
        bare = python(sizes.runs, "pass").seconds
        line = (sys.executable, "-c", BUILD, str(rules), str(out))
        took = fastest_command(1, *line, PITBOSS_CACHE="").seconds
        yield Measurement("compile all rules", took, "s", Goal(2, of_ratio=False), "python -c pass", bare)
        fastest_command(1, *line, PITBOSS_CACHE=str(cache))
        section = max(sorted(rules.rglob("*.rules")), key=lambda path: path.stat().st_size)
        head, _, rest = section.read_text().partition("\n")
        section.write_text(f"{head}\n# changed\n{rest}")  # every place below moves
        took = fastest_command(1, *line, PITBOSS_CACHE=str(cache)).seconds
        yield Measurement("compile one changed section", took, "s", Goal(0.5, of_ratio=False), "python -c pass", bare)
