"""The runner of planted faults plants each text, reports what it cannot plant, and tells which faults are seen."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.faults import __main__ as runner
from tests.faults.planted import FAULTS, LAYERS, Planted

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.soak,  # it guards other tests only
    pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders"),
]
LIMIT = Planted("a limit excludes its figure", "limit.py", "a <= b", "a < b", "of limits")
TEST = "from limit import within\n\n\ndef test_of_the_limit():\n    assert {claim}\n"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_can_be_planted(fault: Planted) -> None:
    text = (ROOT / fault.file).read_text("utf-8")
    assert runner.planted_text(fault, text) != text
    assert all((ROOT / path).exists() for path in LAYERS[fault.layer])


@pytest.mark.parametrize(("text", "times"), [("a < b", 0), ("a <= b and a <= b", 2)])
def test_a_text_that_does_not_occur_once_is_reported(text: str, times: int) -> None:
    with pytest.raises(runner.CannotPlant, match=f"limit.py: .* occurs {times} times, not once"):
        runner.planted_text(LIMIT, text)


@pytest.mark.parametrize(
    ("claim", "code", "report"),
    [
        ("within(2, 2)", 0, "seen by of limits: a limit excludes its figure (limit.py)"),
        ("within(1, 2)", 1, "NOT SEEN: a limit excludes its figure (limit.py)"),
        ("within(3, 2)", 2, "the layer “of limits” fails without a fault"),
    ],
)
def test_what_is_reported(
    claim: str,
    code: int,
    report: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A checkout of one module and its test, which sees the fault, does not, or fails without it."""
    (tmp_path / "limit.py").write_text("def within(a, b):\n    return a <= b\n", "utf-8")
    (tmp_path / "test_limit.py").write_text(TEST.format(claim=claim), "utf-8")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    monkeypatch.setattr(runner, "FAULTS", (LIMIT,))
    monkeypatch.setitem(LAYERS, "of limits", ("test_limit.py",))
    assert runner.main() == code
    assert report in capsys.readouterr().out
    assert "a <= b" in (tmp_path / "limit.py").read_text("utf-8")
