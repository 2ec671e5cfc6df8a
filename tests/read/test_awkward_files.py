"""Folders and files that are many, linked in circles, forbidden, or change meanwhile: an error that names one, never a part in silence."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from pitboss.checker.read import file as file_reader
from pitboss.checker.read.folder import below
from tests.support.product import Limits, cached, main, read, store

ROOT = Path(__file__).parents[2]
ROUNDS = ROOT / "tests/rounds"
CARDS = str(ROUNDS / "cards.yaml")
RECORD = ROOT / "tests/fuzz/corpus/json_lines/dealt.jsonl"
ABORTS = ROOT / "tests/fuzz/corpus/parquet_rounds/aborts.parquet"
MADEUP = ROOT / "tests/madeup"
COMMAND = "pitboss.commands.rounds"


@pytest.fixture
def records(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    (folder / "sub").mkdir(parents=True)
    for name in ("a.jsonl", "sub/b.jsonl"):
        shutil.copy(RECORD, folder / name)
    return folder


def audited(records: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str, str]:
    code = main(["rounds", "audit", str(records), "--filing", CARDS, *more])
    return code, *capsys.readouterr()


def test_a_folder_of_many_files(tmp_path: Path) -> None:
    for number in range(10_001):
        os.mknod(tmp_path / f"{number}.yaml")
    (problem,) = below(tmp_path, Limits())[1]
    assert (problem.code, problem.message) == ("E004", "more than 10,000 files and folders")
    (tmp_path / "1.yaml").unlink()
    files, problems = below(tmp_path, Limits())
    assert (len(files), problems) == (10_000, [])


def test_links_in_circles(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filing, rules = records.parent / "filing", records.parent / "rules"
    filing.mkdir()
    shutil.copy(CARDS, filing)
    shutil.copytree(MADEUP / "rules", rules)
    for folder in (records, filing, rules):
        (folder / "again").symlink_to(".")
        (folder / "there").symlink_to("back")
        (folder / "back").symlink_to("there")
    assert len(read(filing).documents) == 1
    code, out, _ = audited(records, capsys)
    assert code == 0 and "4 rows" in out
    assert main(["rules", "fmt", "--check", str(rules)]) == 1, "it is read, and laid out otherwise"
    (records / "self.jsonl").symlink_to("self.jsonl")
    code, _, error = audited(records, capsys)
    assert code == 2 and "self.jsonl" in error


def test_a_link_that_leaves_the_folder(records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (records / "elsewhere").symlink_to(MADEUP)
    code, _, error = audited(records, capsys)
    assert code == 2 and "elsewhere cannot be used: this link leaves the folder" in error
    rules = tmp_path / "rules"
    shutil.copytree(MADEUP / "rules", rules)
    (rules / "elsewhere").symlink_to(records)
    assert main(["check", CARDS, "--rules", str(rules)]) == 2
    assert "elsewhere cannot be used: this link leaves the folder" in capsys.readouterr().err


def forbidden(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run as a user to whom permissions apply; for root they do not, unless it gives that up."""
    front = []
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("NOT RUN: root reads everything, and there is no setpriv here")
        without = "-dac_override,-dac_read_search"
        front = ["setpriv", f"--bounding-set={without}", f"--inh-caps={without}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [*front, sys.executable, "-m", "pitboss", *command]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


@pytest.mark.skipif(os.name == "nt", reason="NOT RUN: permissions are others here")
def test_what_must_not_be_read(records: Path, tmp_path: Path) -> None:
    filing, rules = tmp_path / "filing", tmp_path / "rules"
    shutil.copytree(ROOT / "examples/boardwalk", filing)
    shutil.copytree(MADEUP / "rules", rules / "deep")
    closed = [filing / "floor", filing / "defaults.yaml", records / "sub", rules / "deep"]
    for path in closed:
        path.chmod(0)
    try:
        checked = forbidden(["check", str(filing)])
        by_rules = forbidden(["check", CARDS, "--rules", str(MADEUP / "words"), "--rules", str(rules)])
        by_record = forbidden(["rounds", "audit", str(records), "--filing", CARDS])
    finally:
        for path in closed:
            path.chmod(0o755)
    assert (checked.returncode, by_rules.returncode, by_record.returncode) == (2, 2, 2)
    assert checked.stdout.count("error E002: permission to read this is denied") == 2
    assert f"{rules / 'deep'} cannot be used: Permission denied" in by_rules.stderr
    assert f"{records / 'sub'} cannot be used: Permission denied" in by_record.stderr


def test_a_file_that_vanishes(
    records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Between the listing and the reading."""
    filing = records.parent / "filing"
    shutil.copytree(ROOT / "examples/boardwalk", filing)
    contents = file_reader.contents

    def late(path: Path, *more: object) -> object:
        (filing / "defaults.yaml").unlink(missing_ok=True)
        return contents(path, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(file_reader, "contents", late)
    assert main(["check", str(filing)]) == 2
    assert "E001" in capsys.readouterr().out
    monkeypatch.undo()
    engine = import_module(COMMAND)._engine

    def vanishing(*given: object) -> object:
        (records / "sub/b.jsonl").unlink()
        (records / "sub/b.jsonl").symlink_to("nothing")
        return engine(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("pitboss.commands.rounds._engine", vanishing)
    code, _, error = audited(records, capsys)
    assert code == 2 and "b.jsonl cannot be used: No such file or directory" in error


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_a_record_that_grows(
    engine: str, records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    audit = import_module(COMMAND).audit

    def growing(*given: object) -> object:
        found = audit(*given)  # type: ignore[arg-type]
        with (records / "a.jsonl").open("a") as file:
            file.write("\n")
        return found

    monkeypatch.setattr("pitboss.commands.rounds.audit", growing)
    code, _, error = audited(records, capsys, "--engine", engine)
    assert code == 2 and "a.jsonl changed during the audit" in error


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_parquet_that_ends_its_reader(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = audited(ABORTS, capsys, "--engine", engine)
    assert (code, error) == (2, "pitboss: aborts.parquet is damaged Parquet, or takes too much memory\n")


@pytest.mark.parametrize("home", ["/proc", "/dev/null"])
def test_a_home_that_cannot_be_written(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the cache is kept there; without it figures are computed again."""
    for name in ("PITBOSS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", home)
    monkeypatch.chdir(tmp_path)
    store(("a figure",), [1])
    assert cached(("a figure",)) is None
    assert main(["check", CARDS]) == 1 and capsys.readouterr().err == ""
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(os.name == "nt", reason="NOT RUN: a folder in use cannot be removed here")
def test_a_working_directory_that_was_removed(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = "import os, shutil, sys; from pitboss.cli import main; os.rmdir(os.getcwd()); sys.exit(main(['check', '.']))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run([sys.executable, "-c", code], cwd=gone, capture_output=True, text=True, env=environment)
    assert (run.returncode, run.stderr) == (2, "pitboss: the working directory no longer exists\n")


def test_json_is_ascii(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal without UTF-8 shows escapes, which JSON does not have; so it needs none."""
    record = tmp_path / "r.jsonl"
    record.write_text('{"round": "1", "table": "fünf", "moment": "2007-01-01T12:00"}\n', "utf-8")
    _, out, _ = audited(record, capsys, "--format", "json")
    assert out.isascii() and "fünf" in json.loads(out)["reasons"][0]["reason"]
