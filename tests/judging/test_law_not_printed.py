"""What the law provided before a day is not printed: open before it, never silent and never firm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.verdicts import judged, result

FILING = """
submission: {{id: L-1, effective: 1997-01-01, licensee: The Lamp}}
pits:
- name: East
  tables: [{{number: 1, game: roulette, {}}}]
"""


def verdicts(folder: Path, facts: str, day: str, clause: str) -> list[str]:
    path = folder / "filing.yaml"
    path.write_text(FILING.format(facts))
    return [j.verdict for j in judged(result(str(path), day)) if j.clause == clause]


@pytest.mark.parametrize("loss", ["half", "whole"])
def test_what_a_zero_cost_on_a_double_zero_wheel_before_1998_is_open(loss: str, tmp_path: Path) -> None:
    facts, clause = f"roulette_wheel: double_zero, roulette_zero_loss: {loss}", "19:47-5.2(b)/former_zero_rule"
    assert verdicts(tmp_path, facts, "1998-08-16", clause) == ["open"]
    assert verdicts(tmp_path, facts, "1998-08-17", clause) == []


def test_a_double_zero_wheel_used_as_a_single_zero_wheel_before_1992_is_open(tmp_path: Path) -> None:
    clause = "19:47-5.2(d)/no_wheel_used_as_single"
    assert verdicts(tmp_path, "roulette_wheel: double_zero_as_single", "1992-11-15", clause) == ["open"]
    assert verdicts(tmp_path, "roulette_wheel: double_zero_as_single", "1992-11-16", clause) == []
    assert verdicts(tmp_path, "roulette_wheel: double_zero", "1992-11-15", clause) == ["pass"]
