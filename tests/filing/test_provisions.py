"""An attestation or approval that no clause rests on is a fault (! E211 at its provision), not a silent nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.product import main

TILES = Path(__file__).parents[1] / "madeup"
STATED = """\
submission: {effective: 2006-01-01}
pits: [{name: East, tables: [{number: 1, game: tiles}]}]
attestations: [{provision: %s, tables: all, answer: yes, by: A, on: 2006-01-01}]
"""


def reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], provision: str) -> str:
    (tmp_path / "f.yaml").write_text(STATED % provision)
    main(["check", str(tmp_path / "f.yaml"), "--rules", str(TILES / "words"), "--rules", str(TILES / "rules")])
    return capsys.readouterr().out


@pytest.mark.parametrize("provision", ["1:1-9.1(g)", "9.1(g)", "1:1-9.1(g)/tiles_washed", "1:1-9.1"])
def test_a_provision_with_a_clause_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str], provision: str) -> None:
    assert "error" not in reported(tmp_path, capsys, provision)


@pytest.mark.parametrize(
    ("provision", "near"), [("1:1-9.1(k)", "1:1-9.1("), ("1:1-9.1(g)/tiles_wshed", "tiles_washed"), ("7.7(a)", "")]
)
def test_another_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str], provision: str, near: str) -> None:
    stated = reported(tmp_path, capsys, provision)
    assert "error E211" in stated and "f.yaml:3:28" in stated and near in stated
