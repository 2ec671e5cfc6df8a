"""Rulebook and day → `pitboss.odds/1`: every wager, counted."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitboss.compiler.model.rulebook import Rulebook
from pitboss.compiler.odds.active_law import Law, law_of
from pitboss.compiler.odds.best_play import choices
from pitboss.compiler.odds.combined_wagers import together
from pitboss.compiler.odds.wager_odds import rows_of


def odds(book: Rulebook, day: date, games: tuple[str, ...] = (), wagers: tuple[str, ...] = ()) -> dict[str, Any]:
    """What every wager is worth on the day, of all games or of some; per unit of its stake.

    >>> odds(Rulebook((), {}, {}, (), (), None, "", "d", {}), date(2007, 1, 1))["rows"]
    []
    """
    rows: list[dict[str, Any]] = []
    for game in games or [n.name for n in book.names.values() if n.kind == "game"]:
        law, memory = law_of(book, game, day), dict[Any, Any]()
        groups = dict(together(law)) if _asked(law, wagers) else {}
        for name in law.wagers():
            group = next((g for g in groups if name.name in g), ())
            if not wagers or name.name in wagers:
                rows += groups[group] if group else rows_of(law, name, memory)
                groups[group] = []
    return {"schema": "pitboss.odds/1", "as_of": day.isoformat(), "rulebook": book.digest, "rows": rows}


def _asked(law: Law, wagers: tuple[str, ...]) -> bool:
    """Whether a wager is asked for that is counted together with another."""
    return any(not wagers or name in wagers for c in choices(law) for name in (c.base, c.wager))
