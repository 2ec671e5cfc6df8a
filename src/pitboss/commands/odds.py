"""`pitboss law odds`: exact odds of wagers, computed from the rules; also for the commands that take `--odds`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pitboss.cache import cached, code_digest, store
from pitboss.commands.errors import report_error
from pitboss.commands.extras import missing_extra
from pitboss.commands.outputs import use_color
from pitboss.odds_workers import compute_odds
from pitboss.progress import show_progress
from pitboss.rulebook import PACKAGE, load_catalog

if TYPE_CHECKING:
    from pitboss.checker.findings.odds_data import OddsData
    from pitboss.compiler.model.catalog_entries import Catalog
    from pitboss.compiler.odds.odds_row import OddsRow, OddsRows

_PAID = ("wager", "option")  # an option can pay, for example a bonus that is not a wager of its own


def run(arguments: argparse.Namespace) -> int:
    from pitboss.commands.dates import parse_as_of

    book = load_catalog()
    day, error = parse_as_of(arguments.as_of, book.begins, book.expires)
    wagers = None if arguments.all else wagers_of(book, arguments.name)
    if bool(arguments.name) == arguments.all:
        error = "give a game or a wager, or --all" + (", not both" if arguments.all else "")
    elif not error and isinstance(wagers, str):
        error = wagers
    if error or isinstance(wagers, str):
        return report_error(error)
    data = odds_by_wager(book, day, wagers)
    if isinstance(data, str):
        return report_error(data)
    if arguments.format == "json":
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=True) + "\n")
    elif arguments.format == "csv":
        from pitboss.reports.odds_csv import odds_csv

        sys.stdout.write(odds_csv(data))
    else:
        from pitboss.reports.odds_text import odds

        sys.stdout.write(odds(data, use_color()))
    return 0


def odds_by_wager(
    law: Catalog, day: str, wagers: Sequence[str] | None = None, folders: tuple[Path, ...] = ()
) -> OddsData | str:
    """Return `pitboss.odds/1` of the wagers (default: all) on a date, or an error message. Uses the cache."""
    from pitboss.compiler.odds.house_edges import by_wager

    counted = odds_rows(law, day, wagers, folders)
    return counted if isinstance(counted, str) else cast("OddsData", by_wager(counted, law))


def odds_rows(
    law: Catalog, day: str, wagers: Sequence[str] | None = None, folders: tuple[Path, ...] = ()
) -> OddsRows | str:
    """Return the rows of the odds engine for the wagers (default: all) on a date, or an error message. Uses the cache."""
    games: dict[str, list[str]] = {}
    for term in law.terms:
        if term.kind in _PAID and term.game and (wagers is None or term.name in wagers):
            games.setdefault(term.game, []).append(term.name)
    engine, changed = code_digest(Path(PACKAGE, "compiler")), _last_change(law, day)
    keys = {game: (law.digest, engine, changed, game, *names) for game, names in games.items()}
    stored = {game: cached(key) for game, key in keys.items()}
    found: dict[str, list[OddsRow]] = {game: rows for game, rows in stored.items() if isinstance(rows, list)}
    missing = {game: names for game, names in games.items() if game not in found}
    try:
        for game, rows in compute_odds(law, day, folders, missing):
            store(keys[game], rows)
            found[game] = rows
    except ModuleNotFoundError as error:
        return f"odds cannot be computed: {missing_extra(error) or error}"
    show_progress()
    return {"as_of": day, "rulebook": law.digest, "rows": [row for game in games for row in found[game]]}


def _last_change(law: Catalog, day: str) -> str:
    """The last date, up to this one, on which the law changed. Until the next change the odds stay the same."""
    versions = (version for clause in law.clauses for version in clause.versions)
    return max((d for v in versions for d in (v.since, v.until) if d and d <= day), default="")


def wagers_of(book: Catalog, given: str | None) -> list[str] | str:
    """Return the wagers of a game, or one wager, by the name that the user wrote; or an error message."""
    name = (given or "").strip().lower().replace("-", "_").replace(" ", "_")
    terms = {t.name: t for t in book.terms if t.kind in ("game", *_PAID)}
    if name not in terms:
        near = get_close_matches(name, terms, 1)
        games = ", ".join(n for n, t in terms.items() if t.kind == "game")
        hint = f"did you mean {near[0]}?" if near else f"its games are {games}"
        return f"no game or wager '{given}' in the rulebook; {hint}"
    if terms[name].kind in _PAID:
        return [name]
    return [n for n, t in terms.items() if t.kind in _PAID and t.game == name]
