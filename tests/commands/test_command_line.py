"""The command line itself: help, suggestions, color, quiet, watching, completion, explanations."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss.commands.completion import completion, words_by_command
from pitboss.commands.explain import error_codes
from pitboss.commands.watch import watch
from tests.support.product import main, parser_of

FLOOR = (
    "submission: {licensee: Lantern, effective: 2007-01-01}\npits: [{name: A, tables: [{number: 1, game: roulette}]}]\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "floor.yaml").write_text(FLOOR)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.setenv(name, "")  # restored afterward, although --color sets them
    return tmp_path


def test_bare_it_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("usage: pitboss") and "completion" in printed.out and not printed.err


@pytest.mark.parametrize(("given", "stated"), [("chek", "did you mean check?"), ("xyzzy", "use check, report, law, ")])
def test_a_mistyped_command_is_suggested(given: str, stated: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([given, "filing.yaml"]) == 2
    assert f"no command '{given}'; {stated}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "stated"),
    [
        ("check floor.yaml --formt json", "pitboss check: no option '--formt'; did you mean --format?"),
        ("check floor.yaml --basline=old.json", "pitboss check: no option '--basline'; did you mean --baseline?"),
        ("law explan 2.13(a)", "pitboss law: no command 'explan'; did you mean explain?"),
        ("rounds audit x --filling y", "pitboss rounds audit: no option '--filling'; did you mean --filing?"),
    ],
)
def test_a_mistyped_option_or_subcommand_is_suggested(
    given: str, stated: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given.split()) == 2
    assert capsys.readouterr().err == f"{stated}\n"


def test_what_is_not_mistyped_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--form", "json", "--as-of=2007-01-01", "floor.yaml"]) == 1, (
        "argparse accepts the beginning of an option"
    )
    assert capsys.readouterr().out.startswith("{")


def test_color_is_as_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def colored(*option: str, **variables: str) -> bool:
        for name in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.setenv(name, variables.get(name, ""))
        main(["check", "floor.yaml", *option])
        return "\x1b[" in capsys.readouterr().out

    assert not colored() and not colored("--color", "auto") and colored("--color", "always")
    assert colored(FORCE_COLOR="1") and not colored(FORCE_COLOR="1", NO_COLOR="1")
    assert not colored("--color", "never", FORCE_COLOR="1") and colored("--color", "always", NO_COLOR="1")


def test_quiet_prints_the_summary_and_the_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, whole = main(["check", "floor.yaml"]), capsys.readouterr().out
    (summary,) = [line for line in whole.splitlines(keepends=True) if line.endswith("Preliminary determination.\n")]
    assert (main(["check", "floor.yaml", "-q"]), capsys.readouterr().out) == (code, summary)
    (folder / "floor.yaml").write_text(FLOOR.replace("roulette", "roulete"))
    assert main(["check", "floor.yaml", "-q"]) == 2
    assert "E204" in capsys.readouterr().out


def test_several_paths_are_one_filing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(FLOOR.splitlines()[0])
    (folder / "b.yaml").write_text(FLOOR.splitlines()[1])
    main(["check", "floor.yaml", "-q"])
    whole = capsys.readouterr().out
    main(["check", "a.yaml", "b.yaml", "-q"])
    assert capsys.readouterr().out == whole
    main(["check", "a.yaml", "b.yaml", "--format", "intoto"])
    assert '"name": "a.yaml"' in capsys.readouterr().out


def test_watching_checks_again_after_each_change(folder: Path) -> None:
    codes, waits = iter((1, 0)), 0

    def wait(seconds: float) -> None:
        nonlocal waits
        waits += 1
        if waits == 3:
            (folder / "floor.yaml").write_text("changed")
        if waits == 6:
            raise KeyboardInterrupt

    assert watch(["."], lambda: next(codes), wait) == 0, "the code of the last run"
    assert (waits, next(codes, None)) == (6, None)


def test_watching_needs_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-", "--watch"]) == 2
    assert "--watch needs a path" in capsys.readouterr().err


@pytest.mark.parametrize("code", sorted(error_codes()))
def test_every_code_is_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code.lower()]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{code}: ") and (Path(__file__).parents[2] / out.split()[-1]).exists()


def test_a_clause_and_a_provision_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for name in (
        "19:47-2.13(a)",
        "shared_boxes.players_per_box-between",
        "19:47-2.13(a)/shared_boxes.players_per_box-between",
    ):
        assert main(["explain", name]) == 0
        assert capsys.readouterr().out.startswith("19:47-2.13(a)  More than one player")
    for name, stated in (
        ("E206x", "nothing is known"),
        ("E210000", "no error code"),
        ("players_per_box-betwen", "did you mean "),
    ):
        assert main(["explain", name]) == 2
        assert stated in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, folder: Path) -> None:
    """The script, run by the shell itself; zsh and fish where they are installed."""
    script = completion(parser_of(), shell)
    assert script.startswith("#compdef pitboss\n") == (shell == "zsh")
    if shutil.which(shell) is None:
        pytest.skip(f"NOT RUN: {shell} is not installed")
    (folder / "script").write_text(script)
    if shell == "zsh":
        subprocess.run(["zsh", "-n", "script"], check=True)
        return
    for words, expected in {
        ("pitboss", "che"): {"check"}, ("pitboss", "law", "od"): {"odds"}, ("pitboss", "check", "flo"): {"floor.yaml"},
        ("pitboss", "check", "floor.yaml", "--bas"): {"--baseline"}, ("pitboss", "rounds", "audit", "--engine", "col"): {"columnar"},
        ("pitboss", "check", "--color", "''"): {"auto", "always", "never"}, ("pitboss", "check", "--format", "ju"): {"junit"},
        ("pitboss", "rules", "''"): {"fmt", "compile"},
    }.items():  # fmt: skip
        if shell == "fish":
            line = f'source ./script; complete -C "{" ".join(words)}"'
            line = line.replace("''", "")
        else:
            line = f"source ./script; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _pitboss; printf '%s\\n' "
            line += "${COMPREPLY[*]}"
        done = subprocess.run([shell, "-c", line], capture_output=True, text=True, check=True)
        assert ({each.partition("\t")[0] for each in done.stdout.splitlines()}, done.stderr) == (expected, ""), words


def test_completion_knows_every_command() -> None:
    known = dict(words_by_command(parser_of()))
    assert {"check", "law odds", "law matrix", "rules fmt", "rounds deal", "explain", "completion"} <= known.keys()
    assert {"--ignore", "--watch", "--color", "never"} <= set(known["check"])
