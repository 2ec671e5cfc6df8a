"""Whole processes as multiples of the start of Python, with other checkers of files."""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.floors import EXAMPLE, example, one_table, write
from bench.measure import ROOT, Goal, Measurement, Sizes, command, fastest_command, python
from pitboss.rulebook import COMPILED, ensure_compiled

START = "import sys; from pitboss.cli import start; sys.exit(start())"  # what pip installs as the command


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Milliseconds of CPU. The commands are those of a wheel, because a checkout also looks for newer rules."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        package = wheel(folder) if sizes.wheel else ROOT / "src"
        single, whole = write(one_table(), folder / "one.yaml"), write(example(), folder / "whole.json")
        bare = 1000 * python(4 * sizes.runs, "pass").seconds
        for what, arguments, limit in (
            ("check of the example", ("check", str(EXAMPLE)), 6),
            ("check of one table", ("check", str(single)), 5),
            ("--version", ("--version",), 2),
        ):
            line = (sys.executable, "-c", START, *arguments)
            ran = fastest_command(2 * sizes.runs, *line, codes=(0, 1), PYTHONPATH=str(package))
            yield Measurement(what, 1000 * ran.seconds, "ms", Goal(limit), "python -c pass", bare)
        ensure_compiled()
        schema = str(Path(COMPILED, "filing.schema.json"))
        for what, line in (
            ("cfn-lint --version", ("cfn-lint", "--version")),
            ("check-jsonschema of the example", ("check-jsonschema", "--schemafile", schema, str(whole))),
        ):
            program = shutil.which(line[0], path=str(Path(sys.executable).parent))
            took = 1000 * fastest_command(sizes.runs, program, *line[1:]).seconds if program and sizes.wheel else None
            yield Measurement(what, took, "ms", None, "python -c pass", bare)


def wheel(folder: Path) -> Path:
    """The folder of an installed wheel of this checkout: pip, too, unpacks it and compiles it to bytecode."""
    build = ("-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(ROOT))
    command(sys.executable, *build)
    (built,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "installed")
    command(sys.executable, "-m", "compileall", "-q", str(folder / "installed"))
    found = command(
        sys.executable, "-c", "import pitboss; print(pitboss.__file__)", PYTHONPATH=str(folder / "installed")
    )
    assert json.dumps(str(folder))[1:-1] in found.out, found.out
    return folder / "installed"
