"""Every row of the table of `make bench` is produced, by a run so small that its figures mean nothing; the history parses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "bench").exists(), reason="an unpacked sdist has no root folders")
pytest.importorskip("polars")
pytest.importorskip("numpy")

if (ROOT / "bench").exists():
    from bench.__main__ import HISTORY, PARTS, line, record
    from bench.measure import Goal, Measurement, Sizes
    from bench.rounds import GAMES

    TINY = Sizes(
        tables=1, few_tables=1, yaml_tables=1, rows=100, dealt=20, rounds=1, dealing=0.0, games=("roulette",),
        odds=("--help",), slow_odds="--help", rules=ROOT / "tests" / "madeup", runs=1, wheel=False,
    )  # fmt: skip


def lines() -> list[dict[str, Any]]:
    return [json.loads(text) for text in HISTORY.read_text("utf-8").splitlines()]


def of_all_games(rows: Iterable[str]) -> set[str]:
    """The rows of all games, if they are those of the games that a tiny run deals."""
    return {row.replace("roulette", game.replace("_", " ")) for row in rows for game in GAMES}


@pytest.mark.soak  # it guards the bench alone
@pytest.mark.parametrize("part", list(PARTS) if (ROOT / "bench").exists() else [])
def test_a_tiny_run_produces_the_rows_of_the_last_one(part: str) -> None:
    rows = list(PARTS[part](TINY))
    assert rows and all(line(row).count("|") == 7 for row in rows)
    assert all(row.value is None or row.value > 0 for row in rows)
    last = set(lines()[-1]["figures"][part])
    assert {row.what for row in rows} <= last <= of_all_games(row.what for row in rows)


def test_the_history_has_a_line_for_every_run() -> None:
    for entry in lines():
        assert list(entry) == ["date", "commit", "python", "cores", "figures"]
        assert date.fromisoformat(entry["date"]) and entry["commit"] and entry["cores"] > 0
        assert all(len(figures) == 3 for rows in entry["figures"].values() for figures in rows.values())
    assert list(lines()[-1]["figures"]) == list(PARTS)


def test_a_goal_is_about_the_value_or_its_ratio() -> None:
    slow = Measurement("a", 12.0, "ms", Goal(6), "b", 2.0)
    assert (slow.ratio, slow.met) == (6.0, True)
    assert line(slow) == "| a | 12 ms | b: 2 | 6 × | ≤ 6 × | yes |"
    few = Measurement("a", 12.0, "rows/s", Goal(250_000, of_ratio=False, at_least=True))
    assert line(few) == "| a | 12 rows/s |  |  | ≥ 250,000 rows/s | no |"
    none = Measurement("a", None, "ms", Goal(6), "b", None)
    assert line(none) == "| a | not installed | b: not installed |  | ≤ 6 × |  |"
    assert list(record({"p": [slow]})["figures"].values()) == [{"a": [12.0, "ms", 6.0]}]
