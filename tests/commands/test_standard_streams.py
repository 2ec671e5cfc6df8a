"""A standard stream that is closed or full: exit code 2 where the result is lost, a message where it can be read, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEEL = ROOT / "tests" / "rounds" / "wheel.yaml"
CLOSED = "pitboss: standard output is closed; redirect it to a file or to the null device\n"
FULL = "pitboss: standard output cannot be written: No space left on device\n"
COMMANDS = {
    "check": ["check", str(WHEEL), "--as-of", "2009-07-01"],
    "report": ["report", str(WHEEL), "--as-of", "2009-07-01", "--out", "audit"],
    "law": ["law", "explain", "2.13(a)"],
    "help": ["law", "--help"],
    "rounds": ["rounds", "audit", "r.jsonl", "--filing", str(WHEEL)],
}
pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")


def run(arguments: list[str], streams: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a shell that redirects the streams."""
    (folder / "r.jsonl").write_text('{"round": "1", "table": "1", "moment": "2009-08-01T20:00"}\n')
    start = "import sys; from pitboss.cli import start; sys.argv[0] = 'pitboss'; start()"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-c", start, *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("streams", "message"), [(">&-", CLOSED), (">/dev/full", FULL), (">&- 2>&-", "")])
def test_a_result_that_cannot_be_written_is_exit_code_2(name: str, streams: str, message: str, tmp_path: Path) -> None:
    ended = run(COMMANDS[name], streams, tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", message)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_closed_standard_error_changes_no_result(name: str, tmp_path: Path) -> None:
    usual, without = run(COMMANDS[name], "", tmp_path), run(COMMANDS[name], "2>&-", tmp_path)
    assert usual.stdout and usual.returncode in (0, 1)
    assert (without.returncode, without.stdout) == (usual.returncode, usual.stdout)


@pytest.mark.parametrize("arguments", [["nonsense"], ["check", "--nope"], ["explain", "R999"]])
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
def test_a_message_that_cannot_be_written_is_exit_code_2(arguments: list[str], streams: str, tmp_path: Path) -> None:
    ended = run(arguments, streams, tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")


def test_a_closed_standard_input_is_an_empty_filing(tmp_path: Path) -> None:
    ended = run(["check", "-"], "<&-", tmp_path)
    assert ended.returncode == 2
    assert "the file is empty" in ended.stdout + ended.stderr


def test_a_name_of_a_file_that_is_no_text_is_written_with_escapes(tmp_path: Path) -> None:
    written = run(["report", str(WHEEL), "--as-of", "2009-07-01", "--out", "caf\udce9"], "", tmp_path)
    assert (written.returncode, written.stderr) == (run(COMMANDS["report"], "", tmp_path).returncode, "")
    assert written.stdout.startswith("wrote 7 files to caf\\udce9")
    assert (tmp_path / "caf\udce9" / "audit.json").exists()
    filing = tmp_path / "caf\udce9.yaml"
    filing.write_bytes(WHEEL.read_bytes())
    report = run(["check", filing.name, "--format", "json"], "", tmp_path).stdout
    assert json.loads(report)["filing"] == "caf\\xe9.yaml"
