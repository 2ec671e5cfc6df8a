"""Replays the kept inputs: every one is read, or refused with a place, within its time and memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.harness import CORPUS, TARGETS, complaint, target

INPUTS = [(name, path) for name in TARGETS for path in sorted((CORPUS / name).iterdir())]


@pytest.mark.parametrize(("name", "path"), INPUTS, ids=[f"{name}-{path.name}" for name, path in INPUTS])
def test_an_input_that_was_kept(name: str, path: Path, tmp_path: Path) -> None:
    assert complaint(target(name), path.read_bytes(), tmp_path) == ""


def test_every_target_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {*TARGETS}
    assert {name for name, _ in INPUTS} == {*TARGETS}
