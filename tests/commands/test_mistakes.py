"""What a person can mistype on the command line: a sentence, exit 2, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli import main

TILES = Path(__file__).parents[1] / "madeup"
FLOOR = str(TILES / "floor.yaml")
RULES = ["--rules", str(TILES / "words"), "--rules", str(TILES / "rules")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "nothing-here.yaml"], "E001"),
        (["check", FLOOR, *RULES, "--as-of", "2006-02-30"], "there is no day '2006-02-30'"),
        (["check", FLOOR, *RULES, "--fail-on", "fails"], "not fails"),
        (["check", FLOOR, "--rules", str(TILES / "rules")], "R201"),
        (["check", FLOOR, *RULES, "--previous", "nothing-here.yaml"], "E001"),
        (["law", "explain", "99.9(z)"], "no provision 99.9(z)"),
        (["rules", "fmt", "nothing-here.rules"], "no .rules files at nothing-here.rules"),
        (["rules", "compile", "nothing-here", "--out", "made"], "no .rules files at nothing-here"),
        (["init", "tilse"], "no game 'tilse'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_told(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert said in printed.out + printed.err
    assert not list(tmp_path.iterdir()), "nothing half-written"
