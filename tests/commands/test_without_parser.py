"""Commands that read the law start without the parser: they read the compiled catalog."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.compiled import SECTIONS

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
from pathlib import Path
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


CHECKED = """
import sys
from pitboss import cli, rulebook
rulebook.ensure_compiled = lambda: None  # a wheel has no sources to compare with
code = cli.main(["check", sys.argv[1]])
print(code, *sys.modules)
"""
COSTLY = {
    "argparse", "contextlib", "dataclasses", "difflib", "gettext", "_hashlib", "inspect", "ipaddress", "jinja2", "json", "lark",
    "locale", "pathlib", "shlex", "textwrap", "typing", "unicodedata", "yaml", "pitboss.compiled.rounds",
}  # fmt: skip


def test_a_check_imports_what_it_uses(tmp_path: Path) -> None:
    """What is not imported is most of the time that a check takes: standard modules, the parser, the law of other games."""
    path = tmp_path / "filing.yaml"
    path.write_text("submission: {effective: 2007-01-01}\npits: [{name: A, tables: [{number: 1, game: roulette}]}]\n")
    run = subprocess.run([sys.executable, "-Ic", CHECKED, str(path)], capture_output=True, text=True, check=True)
    code, *modules = run.stdout.splitlines()[-1].split()
    assert code == "1" and not COSTLY & {*modules}
    assert {name for name in modules if name.startswith("pitboss.compiled.s")} == {
        f"pitboss.compiled.{name}" for name, game in SECTIONS if game == "roulette"
    }
    path.write_text("submission: {effective: 2007-01-01}\npits: []\n")
    run = subprocess.run([sys.executable, "-Ic", CHECKED, str(path)], capture_output=True, text=True, check=True)
    code, *modules = run.stdout.splitlines()[-1].split()
    assert code == "2" and not COSTLY & {*modules}


def test_no_openssl_is_loaded_for_a_filing_of_megabytes(tmp_path: Path) -> None:
    """It would be a tenth of the memory of the check; in a checkout, the digest of the sources needs none either."""
    path = tmp_path / "filing.yaml"
    path.write_text("submission: {effective: 2007-01-01}\npits: []\n" + "# nothing\n" * 200_000)
    for code in (CHECKED, CHECKED.replace("rulebook.ensure_compiled", "_")):
        run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
        checked, *modules = run.stdout.splitlines()[-1].split()
        assert checked == "2" and "_hashlib" not in modules
