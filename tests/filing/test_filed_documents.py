"""Documents are compared with the files in the filing's folder (! E212 at the wrong digest or path)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.product import main

TILES = Path(__file__).parents[1] / "madeup"
DIGEST = sha256(b"a sign").hexdigest()
FILING = """\
submission: {{effective: 2006-01-01}}
pits: [{{name: East, tables: [{{number: 1, game: tiles}}]}}]
documents: [{{path: {path}, kind: sign, sha256: "{digest}"}}]
"""


def reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, digest: str) -> str:
    (tmp_path / "sign.txt").write_text("a sign")
    (tmp_path / "f.yaml").write_text(FILING.format(path=path, digest=digest))
    main(["check", str(tmp_path / "f.yaml"), "--rules", str(TILES / "words"), "--rules", str(TILES / "rules")])
    return capsys.readouterr().out


@pytest.mark.parametrize("path", ["sign.txt", "./sign.txt", "not-here.txt"])
def test_the_same_file_or_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str) -> None:
    assert "error" not in reported(tmp_path, capsys, path, DIGEST)


@pytest.mark.parametrize(
    ("path", "digest", "place"),
    [
        ("sign.txt", "0" * 64, "f.yaml:3:50"),
        ("../sign.txt", DIGEST, "f.yaml:3:20"),
        ("/etc/hostname", DIGEST, "f.yaml:3:20"),
    ],
)
def test_another_file_or_one_outside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, digest: str, place: str
) -> None:
    stated = reported(tmp_path, capsys, path, digest)
    assert "error E212" in stated and place in stated
