"""A file that is replaced keeps its mode and owner; one that is read-only stays as it is, and the message says why."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pytest

from pitboss.commands.served_filing import Asked, ServedFiling
from tests.support.product import main

SUBMISSION = """\
submission: {id: 7, licensee: Lantern, effective: 2007-06-01, certifications: [{by: A, role: B, on: 2007-05-01}]}
paytables:
  long run: {wager: streak, payouts: {2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 35 to 1}}
"""
PITS = """\
pits:
- name: A
  tables:
  - {number: 1, game: blackjack, decks: 8, wagers: [{wager: streak, paytable: long run}, {wager: insurance, pays: 3 to 1}]}
"""
CURED = {"submission.yaml": SUBMISSION.replace("35 to 1", "37 to 1"), "pits.yaml": PITS.replace("3 to 1", "2 to 1")}
FIX = ["fix", "filing", "--write", "--choose", "1=1"]
WHEEL = str(Path(__file__).parents[1] / "rounds" / "wheel.yaml")
WRITTEN = {
    "filing/pits.yaml": FIX,
    "filing/submission.yaml": FIX,
    "old.json": ["check", "filing", "--format", "json=old.json"],
    "audit/audit.json": ["report", "filing", "--out", "audit"],
    "law.rules": ["rules", "fmt", "law.rules"],
    "new/filing.schema.json": ["init", "blackjack", "--out", "new"],
    "dealt.jsonl": ["rounds", "deal", "roulette", "--rounds", "1", "--filing", WHEEL, "--out", "dealt.jsonl"],
}
pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="NOT RUN: no modes and owners here")
as_root = pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="NOT RUN: only root can give a file away")


@pytest.fixture(autouse=True)
def filing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for folder in ("filing", "audit", "new"):
        Path(folder).mkdir()
    Path("filing/submission.yaml").write_text(SUBMISSION)
    Path("filing/pits.yaml").write_text(PITS)
    Path("law.rules").write_text('section 1:1-9.1 "Tiles" at tiles\n(a)   boxes  is at most 3\n')
    return tmp_path / "filing"


def earlier(file: Path, mode: int) -> str:
    """Write what the file has before the command, unless it has something; give it a mode, and return its text."""
    file.touch()
    file.chmod(mode)
    return file.read_text()


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_keeps_its_mode(name: str) -> None:
    file = Path(name)
    before = earlier(file, 0o640)
    assert main(WRITTEN[name]) in (0, 1)
    assert (file.read_text() != before, stat.S_IMODE(file.stat().st_mode)) == (True, 0o640)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_read_only_file_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(name)
    before = earlier(file, 0o444)
    assert main(WRITTEN[name]) == 2
    message = capsys.readouterr().err
    assert f"{name} cannot be " in message and message.endswith(": it is read-only; make it writable first\n")
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (before, 0o444)


def test_a_fix_of_several_files_changes_all_or_none(filing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for read_only in CURED:
        (filing / read_only).chmod(0o444)
        assert main(FIX) == 2
        assert f"pitboss: --write: filing/{read_only} cannot be written: " in capsys.readouterr().err
        assert [(filing / name).read_text() for name in CURED] == [SUBMISSION, PITS]
        (filing / read_only).chmod(0o600)
    assert main(FIX) == 0
    assert {name: (filing / name).read_text() for name in CURED} == CURED
    assert sorted(path.name for path in filing.iterdir()) == sorted(CURED)


@as_root
def test_a_file_keeps_its_owner(filing: Path) -> None:
    os.chown(filing / "pits.yaml", 1234, 2345)
    assert main(FIX) == 0
    after = (filing / "pits.yaml").stat()
    assert ((filing / "pits.yaml").read_text(), after.st_uid, after.st_gid) == (CURED["pits.yaml"], 1234, 2345)


@as_root
def test_a_file_of_another_owner_is_written_in_place(filing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may write it may not make a file that belongs to the other."""

    def refused(path: str, user: int, group: int) -> None:
        raise PermissionError(1, "Operation not permitted", path)

    file = filing / "pits.yaml"
    os.chown(file, 1234, 2345)
    before = file.stat()
    monkeypatch.setattr(os, "chown", refused)
    assert main(FIX) == 0
    after = file.stat()
    assert (file.read_text(), after.st_ino, after.st_uid) == (CURED["pits.yaml"], before.st_ino, 1234)
    assert sorted(path.name for path in filing.iterdir()) == sorted(CURED)


def test_the_page_of_serve_saves_likewise(filing: Path) -> None:
    served, file = ServedFiling("filing", True, None, ()), filing / "pits.yaml"
    asked = Asked({str(file): CURED["pits.yaml"].encode()}, None, ())
    digests = {"pits.yaml": hashlib.sha256(file.read_bytes()).hexdigest()}
    file.chmod(0o444)
    assert served.save(asked, digests) == "pits.yaml cannot be written: it is read-only; make it writable first"
    file.chmod(0o640)
    assert served.save(asked, digests) == {"saved": {"pits.yaml": hashlib.sha256(file.read_bytes()).hexdigest()}}
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (CURED["pits.yaml"], 0o640)
