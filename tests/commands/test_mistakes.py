"""What a person can mistype on the command line: a sentence, exit 2, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.product import main

TILES = Path(__file__).parents[1] / "madeup"
FLOOR = str(TILES / "floor.yaml")
RULES = ["--rules", str(TILES / "words"), "--rules", str(TILES / "rules")]


@pytest.mark.parametrize(
    ("arguments", "stated"),
    [
        (["check", "nothing-here.yaml"], "E001"),
        (["check", FLOOR, *RULES, "--as-of", "2006-02-30"], "'2006-02-30' is not a date"),
        (["check", FLOOR, *RULES, "--fail-on", "fails"], "'fails' is not a verdict"),
        (["check", FLOOR, "--rules", str(TILES / "rules")], "R201"),
        (["check", FLOOR, *RULES, "--previous", "nothing-here.yaml"], "E001"),
        (["law", "explain", "99.9(z)"], "no provision 99.9(z)"),
        (["rules", "fmt", "nothing-here.rules"], "no .rules files at nothing-here.rules"),
        (["rules", "compile", "nothing-here", "--out", "made"], "no .rules files at nothing-here"),
        (["init", "tilse"], "no game 'tilse'"),
        (["check", FLOOR, "--rules", "nothing-here"], "nothing-here cannot be used: No such file or directory"),
        (["check", FLOOR, *RULES, "--fail-on", ""], "'' is not a verdict"),
        (["check", FLOOR, *RULES, "--fail-on", "none,open"], "--fail-on: none cannot be combined with other verdicts"),
        (["compare", FLOOR, FLOOR, "--fail-on", "fails"], "'fails' is not a verdict"),
        (
            ["rounds", "audit", "--filing", FLOOR, *RULES, "nothing-here", "--fail-on", "fails"],
            "'fails' is not a verdict",
        ),
        (
            ["check", FLOOR, *RULES, "--from", "2006-01-01", "--to", "2006-02-01", "--fail-on", "fails"],
            "'fails' is not a verdict",
        ),
        (["verify", FLOOR, FLOOR], "not a statement of a check"),
        (["law", "ground", "--text", "nothing-here"], "nothing-here"),
        (["law", "coverage", "--format", "yaml"], "invalid choice: 'yaml'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_reported(
    arguments: list[str],
    stated: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert code_of(arguments) == 2
    printed = capsys.readouterr()
    assert stated in printed.out + printed.err and "internal error" not in printed.err
    assert not list(tmp_path.iterdir()), "nothing half-written"


def code_of(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:  # argparse's own
        return int(str(stop.code))


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", FLOOR, *RULES, "--out"],
        ["init", "roulette", "--out"],
        ["rules", "compile", str(TILES / "words"), str(TILES / "rules"), "--out"],
        pytest.param(["law", "site", "--no-odds", "--out"], marks=pytest.mark.soak),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_folder_that_cannot_be_made_is_reported(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    out = str(tmp_path / "file" / "out")
    assert main([*arguments, out]) == 2
    assert capsys.readouterr().err == f"pitboss: {out} cannot be used: Not a directory\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NOT RUN: no /dev/full here")
def test_standard_output_that_is_full_is_reported() -> None:
    surroundings = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pitboss", "schema", "--of", "check"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=surroundings)
    assert (done.returncode, done.stderr) == (
        2,
        "pitboss: standard output cannot be written: No space left on device\n",
    )


@pytest.mark.parametrize(("fail_on", "code"), [("fail", 1), ("needs-evidence,fail", 1), ("none", 0)])
def test_what_fails_a_check(fail_on: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", FLOOR, *RULES, "--fail-on", fail_on]) == code


def test_a_fault_of_a_list_that_is_read_twice_is_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder is scanned, and the filing refers to a file of it."""
    (tmp_path / "filing.yaml").write_text("pits:\n- {name: A, tables: {file: east.csv}}\n")
    (tmp_path / "east.csv").write_text("number,game\n1,blackjack,\n2,blackjack,\n")
    assert main(["check", str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert [line.split("east.csv:")[1] for line in out.splitlines() if " --> " in line and ".csv" in line] == ["2:13"]
    assert "also  1 more line: 3\n" in out


def test_standard_input_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["--previous", "-"], ["--inspection", "-"], ["-"]):
        assert main(["check", "-", *more]) == 2
        assert capsys.readouterr().err == "pitboss: give - only once\n"
    assert main(["fix", "-", "--write"]) == 2
    assert "standard input has no file to change; give the filing as a path" in capsys.readouterr().err


@pytest.mark.parametrize("options", [(), ("--alternatives",)])
@pytest.mark.parametrize(
    ("arguments", "stated"),
    [
        (("nothing.yaml",), "error E001: this does not exist"),
        ((FLOOR, "--as-of", "2012-01-01"), "error E303: the text expired on 2011-06-09"),
    ],
)
def test_cures_of_what_was_not_judged(
    options: tuple[str, ...], arguments: tuple[str, ...], stated: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither that no table breaches a clause, nor that the form of the filing is at fault."""
    assert main(["fix", *arguments, *options]) == 2
    out, err = capsys.readouterr()
    assert out == "" and stated in err and "a clause that an edit cures" not in err and "errors of form" not in err


def test_a_lint_code_is_explained_as_an_error_code_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "l201"]) == 0
    explained = capsys.readouterr().out
    assert explained.startswith("L201  ") and main(["law", "lint", "--explain", "L201"]) == 0
    assert capsys.readouterr().out == explained
    assert main(["explain", "L299"]) == 2
    assert capsys.readouterr().err == "pitboss: no error code 'L299'; docs/codes.md and docs/lint.md list them\n"
