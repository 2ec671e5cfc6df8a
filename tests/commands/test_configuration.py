"""`pitboss.toml` and `[tool.pitboss]`: found upward, overridden by the command line, and every mistake in it an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.product import main

FLOOR = """\
submission: {licensee: Lantern, effective: 2007-01-01}
pits: [{name: A, tables: [{number: 1, game: roulette, roulette_wheel: double_zero, wagers: [], options: []}]}]
"""
WHOLE = """\
paths = ["floor.yaml"]
as-of = 2006-05-05
fail-on = ["none"]
formats = ["json=out.json", "text"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "floor.yaml").write_text(FLOOR)
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """The JSON report of a check, with its exit code."""
    code = main(["check", *arguments, "--format", "json"])
    return {**json.loads(capsys.readouterr().out), "code": code}


def test_the_nearest_file_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pyproject.toml without a table for pitboss is passed over; paths are relative to the file that states them."""
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "x"\n[tool.pitboss]\nas-of = "2005-05-05"\npaths = ["floor.yaml"]\n'
    )
    (folder / "deep" / "pyproject.toml").write_text('[project]\nname = "y"\ndependencies = ["pitboss"]\n')
    monkeypatch.chdir(folder / "deep" / "deeper")
    found = reported(capsys)
    assert (found["as_of"], found["filing"]) == ("2005-05-05", "../../floor.yaml")
    (folder / "deep" / "pitboss.toml").write_text('paths = ["../floor.yaml"]\nas-of = "2004-04-04"\n')
    assert reported(capsys)["as_of"] == "2004-04-04"


def test_every_key_has_its_effect(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pitboss.toml").write_text(WHOLE)
    assert main(["check"]) == 0, "fail-on"
    assert "as of 2006-05-05" in capsys.readouterr().out
    out = json.loads((folder / "out.json").read_text())
    assert out["findings"]
    (folder / "old.json").write_bytes((folder / "out.json").read_bytes())
    (folder / "pitboss.toml").write_text(
        'paths = ["floor.yaml"]\nas-of = 2006-05-05\nbaseline = "old.json"\nformats = "json"\n'
    )
    assert main(["check"]) == 0
    assert {f["baseline"] for f in json.loads(capsys.readouterr().out)["findings"]} == {"persisting"}
    (folder / "pitboss.toml").write_text('paths = ["floor.yaml"]\nrulebook = ["nothing-here"]\n')
    assert main(["check"]) == 2
    assert "nothing-here cannot be used" in capsys.readouterr().err


def test_the_command_line_wins(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pitboss.toml").write_text(WHOLE)
    (folder / "other.yaml").write_text(FLOOR)
    found = reported(capsys, "other.yaml", "--as-of", "2007-02-02", "--fail-on", "fail,needs evidence")
    assert (found["filing"], found["as_of"], found["code"]) == ("other.yaml", "2007-02-02", 1)
    assert not (folder / "out.json").exists()
    assert reported(capsys, "floor.yaml", "--no-config")["as_of"] == "2007-01-01"
    assert main(["check", "floor.yaml", "--from", "2006-01-01", "--to", "2006-02-01", "--fail-on", "none"]) == 0


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("path = 'x'", "pitboss.toml: unknown key 'path'; did you mean 'paths'?"),
        ("as_of = 2007-01-01", "unknown key 'as_of'; did you mean 'as-of'?"),
        ("zebra = 1", "unknown key 'zebra'; known are paths, as-of, rulebook, fail-on, formats, baseline, ignore, select"),
        ("paths = 3", "paths must be a text or a list of texts"),
        ("paths = []", "paths must be a text or a list of texts"),
        ("baseline = ['x']", "baseline must be a text"),
        ("as-of = 2007-01-01T00:00:00", "as-of must be a text"),
        ("as-of = 'May'", "pitboss.toml: as-of: 'May' is not a date; write dates as 2007-01-31"),
        ("fail-on = 'fails'", "pitboss.toml: fail-on: 'fails' is not a verdict"),
        ("formats = ['pfd']", "'pfd' is not available"),
        ("paths = [", "pitboss.toml: "),
        ("ignore = ['2.13(a)']", "ignore must be a list of tables"),
        ("ignore = [{provision = '2.13(a)', until = 2027-01-01}]", "ignore: reason is missing; a rule without a reason"),
        ("ignore = [{provision = '2.13(a)', reason = 'x'}]", "ignore: until is missing"),
        ("ignore = [{provisions = 'x', until = 2027-01-01, reason = 'x'}]", "unknown key 'ignore.provisions'; did you mean 'provision'?"),
        ("ignore = [{provision = '19:47-5.2(z)', until = 2027-01-01, reason = 'x'}]", "no provision or clause '19:47-5.2(z)'; did"),
        ("select = [{provision = '19:47-5', until = '2027-02-30', reason = 'x'}]", "select.until: '2027-02-30' is not a date"),
    ],
)  # fmt: skip
def test_a_mistake_is_an_error(text: str, stated: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the command line overrides the key: a file that cannot be trusted is not used in part."""
    (folder / "pitboss.toml").write_text(text)
    assert main(["check", "floor.yaml"]) == 2
    printed = capsys.readouterr()
    assert stated in printed.out + printed.err and "internal error" not in printed.err


def test_without_a_path_the_message_names_both_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check"], ["report", "--out", "made"]):
        assert main(command) == 2
        assert "PATH is missing: give the filing, or set paths in pitboss.toml" in capsys.readouterr().err
    assert main(["check", "-", "-"]) == 2
