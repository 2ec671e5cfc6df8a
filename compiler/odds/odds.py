"""Rulebook and day → `pitboss.odds/1`: every wager, counted."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitboss.compiler.model import Rulebook
from pitboss.compiler.odds.law import law_of
from pitboss.compiler.odds.rows import rows_of


def odds(book: Rulebook, day: date, games: tuple[str, ...] = (), wagers: tuple[str, ...] = ()) -> dict[str, Any]:
    """What every wager is worth on the day, of all games or of some; per unit of its stake.

    >>> odds(Rulebook((), {}, {}, (), (), None, "", "d", {}), date(2007, 1, 1))["rows"]
    []
    """
    rows: list[dict[str, Any]] = []
    for game in games or [n.name for n in book.names.values() if n.kind == "game"]:
        law, memory = law_of(book, game, day), dict[Any, Any]()
        for name in law.wagers():
            if not wagers or name.name in wagers:
                rows += rows_of(law, name, memory)
    return {"schema": "pitboss.odds/1", "as_of": day.isoformat(), "rulebook": book.digest, "rows": rows}
