"""How many rounds a minute of CPU deals, by game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Goal, Measurement, Sizes, fastest
from bench.rounds import GAMES, deal

GOAL = Goal(50_000, of_ratio=False, at_least=True)  # 100,000 rounds in two minutes, on one core


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Rounds of at most two seats, twice as many again until that takes a while; the rate is that of the last half.

    So neither what a command costs once counts, nor, much, that the first rounds fill the caches.
    """
    with TemporaryDirectory() as folder:
        for game in sizes.games or GAMES:
            out = Path(folder, f"{game}.parquet")
            rounds, few = sizes.rounds, _seconds(game, sizes.rounds, out)
            while True:
                many = _seconds(game, 2 * rounds, out)
                if many - few >= sizes.dealing:
                    break
                rounds, few = 2 * rounds, many
            rate = 60 * rounds / max(many - few, 1e-9)
            yield Measurement(f"deal {game.replace('_', ' ')}", rate, "rounds/min", GOAL)


def _seconds(game: str, rounds: int, out: Path) -> float:
    return fastest(partial(deal, game, rounds, out, "--seats", "2", "--processes", "1"), 1)[0]
