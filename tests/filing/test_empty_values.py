"""An empty list or mapping is no value: its content is reported as missing, and no duty passes because of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.product import main

FILING = """\
submission: {effective: 2007-01-01, certifications: [{by: A, role: B, on: 2007-01-01}]}
pits:
- name: A
  tables: [{number: 1, game: blackjack, wagers: [{wager: blackjack_bonus, stakes: %s, smallest_award: %s}], options: []}]
"""
REQUESTED = ("19:47-2.20(a)/blackjack_bonus.stakes-among", "19:47-2.20(j)/blackjack_bonus.smallest_award-at-least-by")


def passed(tmp_path: Path, capsys: pytest.CaptureFixture[str], stakes: str, award: str) -> list[bool]:
    (tmp_path / "f.yaml").write_text(FILING % (stakes, award))
    main(["check", str(tmp_path / "f.yaml"), "--format", "json"])
    reported = {c["clause"]: c for c in json.loads(capsys.readouterr().out)["clauses"]}
    return [reported[clause].get("pass") == 1 for clause in REQUESTED]


def test_a_stated_fact_can_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert passed(tmp_path, capsys, "[1]", "{$1: $5}") == [True, True]


def test_an_omitted_fact_never_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert passed(tmp_path, capsys, "[]", "{}") == [False, False]
