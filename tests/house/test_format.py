"""Every file has the layout of `ruff format`, as `make check` asks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(
    not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no configuration of ruff"
)


def _layout(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ruff", "format", "--no-cache", "--check", "--config", ROOT / "pyproject.toml"]
    return subprocess.run([*command, *paths], cwd=ROOT, capture_output=True, text=True)


def test_every_file_is_formatted() -> None:
    checked = _layout(ROOT)
    assert checked.returncode == 0, checked.stdout


def test_another_layout_is_reported(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("x = {'a':1}\n")
    checked = _layout(tmp_path)
    assert checked.returncode == 1
    assert "other.py:1:6" in checked.stdout
