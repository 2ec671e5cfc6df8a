"""Computes `pitboss.odds/1` from a core rulebook and a day: the exact odds of every wager."""

from __future__ import annotations

from datetime import date

from pitboss.compiler.model import core
from pitboss.compiler.odds.active_law import ActiveLaw, active_law
from pitboss.compiler.odds.best_play import optional_raises
from pitboss.compiler.odds.combined_wagers import combined
from pitboss.compiler.odds.odds_row import OddsRow, OddsRows
from pitboss.compiler.odds.wager_odds import Shared, rows_of


def odds(book: core.Rulebook, day: date, games: tuple[str, ...] = (), wagers: tuple[str, ...] = ()) -> OddsRows:
    """The house edge of every wager on the day, of all games or of some, per unit of its stake.

    >>> odds(core.Rulebook("d", (), {}, {}, (), (), None, ""), date(2007, 1, 1))["rows"]
    []
    """
    rows: list[OddsRow] = []
    for game in games or [n.name for n in book.names.values() if n.kind is core.SubjectKind.GAME]:
        law, shared = active_law(book, game, day), Shared()
        groups = dict(combined(law)) if _requested(law, wagers) else {}
        for name in law.wagers():
            group = next((g for g in groups if name.name in g), ())
            if not wagers or name.name in wagers:
                rows += groups[group] if group else rows_of(law, name, shared)
                groups[group] = []
    return {"schema": "pitboss.odds/1", "as_of": day.isoformat(), "rulebook": book.digest, "rows": rows}


def _requested(law: ActiveLaw, wagers: tuple[str, ...]) -> bool:
    """Whether a wager is requested whose odds are computed together with those of another."""
    return any(not wagers or name in wagers for c in optional_raises(law) for name in (c.base, c.wager))
