"""Commands that read the law start without the parser: they read the compiled catalog."""

from __future__ import annotations

import subprocess
import sys

import pytest

COMMANDS = (
    ["law", "matrix", "roulette"],
    ["law", "explain", "19:47-2.13(a)"],
    ["law", "coverage"],
    ["law", "history", "2.18"],
    ["law", "register"],
    ["law", "diff", "2004-01-01", "2007-01-01"],
)
RUN = """
import sys
from pitboss.cli import main
code = main(sys.argv[1:])
loaded = {"lark", "pitboss.grammar.parse", "pitboss.compiler.build"} & {*sys.modules}
sys.exit(f"exit {code}, loads {loaded}" if code or loaded else 0)
"""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_on_the_law_imports_no_parser(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-c", RUN, *command], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_version_imports_next_to_nothing() -> None:
    """Arguments, dataclasses and regular expressions cost more than the start of Python itself."""
    code = "import sys; from pitboss.cli import main; main(['--version']); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-Ic", code], capture_output=True, text=True, check=True)
    version, modules = run.stdout.splitlines()
    assert version.startswith("pitboss ")
    assert not {"argparse", "dataclasses", "typing", "pitboss.reports"} & {*modules.split()}
