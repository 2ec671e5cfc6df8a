"""`--format NAME[=FILE]`, once or several times: what goes where, and what is refused before anything is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pitboss.reports.formats as formats
from tests.support.product import main

TILES = Path(__file__).parents[1] / "madeup"
FLOOR = str(TILES / "floor.yaml")
CHECK = ["check", FLOOR, "--rules", str(TILES / "words"), "--rules", str(TILES / "rules")]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def requested(*given: str) -> list[str]:
    return [*CHECK, *(part for each in given for part in ("--format", each))]


def test_several_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CHECK) == 1
    text = capsys.readouterr().out
    assert main(requested("text", "sarif=out.sarif", "json=a=b.json")) == 1
    assert capsys.readouterr().out == text
    assert json.loads(Path("out.sarif").read_text())["version"] == "2.1.0"
    assert json.loads(Path("a=b.json").read_text())["schema"] == "pitboss.check/1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a=b.json", "out.sarif"], "no draft is left"


def test_all_to_files_leaves_standard_output_empty(capsys: pytest.CaptureFixture[str]) -> None:
    Path("old.txt").write_text("an older report, much longer" * 1000)
    assert main(requested("text=old.txt")) == 1
    assert capsys.readouterr().out == ""
    assert "Preliminary determination.\n" in Path("old.txt").read_text()
    assert "older" not in Path("old.txt").read_text()


@pytest.mark.parametrize(
    ("given", "stated"),
    [
        (["json", "text"], "only one format can go to standard output"),
        (["json=-", "text"], "only one format can go to standard output"),
        (["sarfi"], f"--format: 'sarfi' is not available; use {', '.join(formats.known())}"),
        (["../checker/judge"], "'../checker/judge' is not available"),
        (["_safe"], "'_safe' is not available"),
        (["json="], "the file name is missing"),
        (["json=no/such/out.json"], "the folder 'no/such' does not exist"),
        (["json=."], "this is a folder"),
        (["json=a.json", "sarif=./a.json"], "two formats have the same file"),
        ([f"json={FLOOR}"], "this file would become part of the filing"),
    ],
)
def test_what_is_refused(given: list[str], stated: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(FLOOR).read_bytes()
    assert main(requested(*given)) == 2
    printed = capsys.readouterr()
    assert (stated in printed.err, printed.out) == (True, "")
    assert not list(tmp_path.iterdir()) and Path(FLOOR).read_bytes() == before


def test_a_report_does_not_become_part_of_a_filing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("filing").mkdir()
    Path("filing/floor.yaml").write_text(Path(FLOOR).read_text())
    rules = CHECK[2:]
    assert main(["check", "filing", *rules, "--format", "json=filing/out.json"]) == 2
    assert main(["check", FLOOR, *rules, "--previous", "filing", "--format", "json=filing/floor.yaml"]) == 2
    assert capsys.readouterr().err.count("part of the filing") == 2
    assert main(["check", "filing", *rules, "--format", "sarif=filing/out.sarif"]) == 1, (
        "of another kind it is not read"
    )


def test_a_report_does_not_become_its_own_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    """Or what fails now would pass the next time, with nothing mended."""
    assert main(requested("json=old.json")) == 1
    before = Path("old.json").read_bytes()
    assert main([*requested("text", "json=./old.json"), "--baseline", "old.json"]) == 2
    assert "this is the baseline" in capsys.readouterr().err
    assert Path("old.json").read_bytes() == before
    assert main([*requested("text", "json=new.json"), "--baseline", "old.json"]) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NOT RUN: no /dev/full here")
def test_what_cannot_be_written_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(requested("text", "json=/dev/full")) == 2
    printed = capsys.readouterr()
    assert "/dev/full cannot be written" in printed.err
    assert "Preliminary determination." in printed.out, "what can be reported is reported"
    assert Path("/dev/full").is_char_device(), "a device is written to, not replaced"


@pytest.mark.parametrize("given", [["sarif"], ["json", "junit=out.xml"]])
def test_a_span_is_reported_as_text_or_json_only(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*requested(*given), "--from", "2006-01-01", "--to", "2006-12-31"]) == 2
    assert "is not available with --from and --to; use json, text" in capsys.readouterr().err


def test_a_span_in_both_formats(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*requested("text", "json=span.json"), "--from", "2006-01-01", "--to", "2006-12-31"])
    assert code == 1 and "from 2006-01-01 to 2006-12-31" in capsys.readouterr().out
    assert json.loads(Path("span.json").read_text())["schema"] == "pitboss.timeline/1"


def test_a_format_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shout.py").write_text("def shout(result, context):\n    return f'{len(result.findings)} FINDINGS!'\n")
    monkeypatch.setattr(formats, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(formats, "__path__", [str(tmp_path)])
    assert main(requested("shout")) == 1
    assert capsys.readouterr().out.endswith(" FINDINGS!")
