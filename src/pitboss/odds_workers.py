"""Compute the odds of several games in parallel, one worker process per core. The rows do not depend on the process."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.progress import show_progress
from pitboss.rulebook import load_core

if TYPE_CHECKING:
    from pitboss.compiler.model import core
    from pitboss.compiler.model.catalog_entries import Catalog
    from pitboss.compiler.odds.odds_row import OddsRow

_ENGINE = "pitboss.compiler.odds.engine"  # imported on demand: it is slow to import


def compute_odds(
    law: Catalog, day: str, folders: tuple[Path, ...], games: dict[str, list[str]]
) -> Iterator[tuple[str, list[OddsRow]]]:
    """Yield each game with its rows as they are ready. A single game is computed in this process.

    Arguments: the catalog, an ISO date, the rule folders (none: this package's rulebook), and the wagers to compute by game.
    """
    order = sorted(games, key=lambda game: _cost(law, game), reverse=True)
    cores = min(len(order), available_cores())
    if cores > 1:  # imports that one core does not need
        from concurrent.futures import ProcessPoolExecutor, as_completed
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        try:
            with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
                waiting = {pool.submit(_odds, law.digest, day, folders, game, games[game]): game for game in order}
                show_progress(_remaining(order))
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
                    order.remove(waiting[done])
                    show_progress(_remaining(order))
        except (BrokenProcessPool, OSError):  # this platform allows no worker processes: compute the rest here
            pass
    for game in order:
        show_progress(f"computing odds: {game.replace('_', ' ')}")
        yield game, _odds(law.digest, day, folders, game, games[game])


def _remaining(games: list[str]) -> str:
    return f"computing odds: {len(games)} game{'s' * (len(games) != 1)} left"


def _cost(law: Catalog, game: str) -> tuple[int, int]:
    """Sort key by run time: best play with known cards is slowest, then ranked hands."""
    kinds = [c.kind for s in law.sections if s.game == game for c in s.clauses]
    return kinds.count("sight"), kinds.count("rank")


def available_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _odds(digest: str, day: str, folders: tuple[Path, ...], game: str, wagers: list[str]) -> list[OddsRow]:
    engine = importlib.import_module(_ENGINE)
    return engine.odds(_core(digest, folders), date.fromisoformat(day), (game,), tuple(wagers))["rows"]  # type: ignore[no-any-return]


@cache
def _core(digest: str, folders: tuple[Path, ...]) -> core.Rulebook:
    """Load the rules once per process; the digest is the expected one."""
    return load_core(*folders, passed=digest)
