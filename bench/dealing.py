"""How many rounds a minute of CPU deals, by game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Goal, Measurement, Sizes, fastest
from bench.rounds import GAMES, deal

GOAL = Goal(50_000, of_ratio=False, at_least=True)  # 100,000 rounds in two minutes


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Rounds of at most two seats. What a command costs once is in both runs, so it does not count."""
    with TemporaryDirectory() as folder:
        for game in sizes.games or GAMES:
            out = Path(folder, f"{game}.parquet")
            few, many = (
                fastest(partial(deal, game, rounds, out, "--seats", "2"), 1)[0]
                for rounds in (sizes.rounds, 3 * sizes.rounds)
            )
            rate = 60 * 2 * sizes.rounds / max(many - few, 1e-9)
            yield Measurement(f"deal {game.replace('_', ' ')}", rate, "rounds/min", GOAL)
