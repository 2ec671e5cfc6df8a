"""Compiling the rules into a rulebook, as a whole process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Goal, Measurement, Sizes, python

BUILD = (
    "import sys; from pathlib import Path; from pitboss.compiler.build import build; build(*map(Path, sys.argv[1:]))"
)


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Seconds of CPU; the second row compiles into the folder that holds the rulebook before the change."""
    with TemporaryDirectory() as folder:
        rules, out = Path(folder, "rules"), Path(folder, "compiled")
        shutil.copytree(sizes.rules, rules)
        bare = python(sizes.runs, "pass").seconds
        took = python(1, BUILD, str(rules), str(out)).seconds
        yield Measurement("compile all rules", took, "s", Goal(2, of_ratio=False), "python -c pass", bare)
        section = sorted(rules.rglob("*.rules"))[-1]
        section.write_text(section.read_text() + "\n# changed\n")
        took = python(1, BUILD, str(rules), str(out)).seconds
        yield Measurement("compile one changed section", took, "s", Goal(0.5, of_ratio=False), "python -c pass", bare)
