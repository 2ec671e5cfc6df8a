"""The wagers of several games counted at once, a process for each core; the rows of a game are the same wherever they are counted."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from datetime import date
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pitboss.progress import show_progress

_Json = dict[str, Any]
_ENGINE = "pitboss.compiler.odds.engine"  # slow to import, and for this only


def compute_odds(
    law: _Json, day: str, folders: tuple[Path, ...], games: dict[str, list[str]]
) -> Iterator[tuple[str, list[_Json]]]:
    """The rows of each game, as they come; one game is counted where it is asked for."""
    order = sorted(games, key=lambda game: _length(law, game), reverse=True)
    cores = min(len(order), _cores())
    if cores > 1:
        try:
            with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
                waiting = {pool.submit(_count, law["digest"], day, folders, game, games[game]): game for game in order}
                show_progress(_left(order))
                for one in as_completed(waiting):
                    yield waiting[one], one.result()
                    order.remove(waiting[one])
                    show_progress(_left(order))
        except (BrokenProcessPool, OSError):  # no further processes here
            pass
    for game in order:
        show_progress(f"counting what the wagers are worth: {game.replace('_', ' ')}")
        yield game, _count(law["digest"], day, folders, game, games[game])


def _left(games: list[str]) -> str:
    return f"counting what the wagers are worth: {len(games)} game{'s' * (len(games) != 1)} left"


def _length(law: _Json, game: str) -> tuple[int, int]:
    """What takes longest is counted first: choices in sight of cards, then hands that are ranked."""
    kinds = [c["kind"] for s in law["sections"] if s["game"] == game for p in s["provisions"] for c in p["clauses"]]
    return kinds.count("sight"), kinds.count("rank")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _count(digest: str, day: str, folders: tuple[Path, ...], game: str, wagers: list[str]) -> list[_Json]:
    engine = importlib.import_module(_ENGINE)
    return engine.odds(_book(digest, folders), date.fromisoformat(day), (game,), tuple(wagers))["rows"]  # type: ignore[no-any-return]


@cache
def _book(digest: str, folders: tuple[Path, ...]) -> Any:
    """Read once; the digest is of the rules that are meant."""
    from pitboss.compiler.build import rulebook

    return rulebook(*folders, passed=digest)
