"""`pitboss law odds`: what wagers are worth, counted from the rules; and the same for other commands that show it beside theirs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pitboss.cache import cached, code_digest, store
from pitboss.commands.errors import report_error
from pitboss.odds_workers import compute_odds
from pitboss.progress import show_progress
from pitboss.rulebook import PACKAGE, RULES, load_catalog

_Json = dict[str, Any]
_PAID = ("wager", "option")  # an option can pay, as a bonus does that is no wager of its own


def run(arguments: argparse.Namespace) -> int:
    from pitboss.commands.dates import parse_as_of

    book = load_catalog()
    day, wrong = parse_as_of(arguments.as_of, book["expires"])
    wanted = None if arguments.all else _wanted(book, arguments.name)
    if bool(arguments.name) == arguments.all:
        wrong = "name a game or a wager, or say --all" + (", not both" if arguments.all else "")
    elif not wrong and isinstance(wanted, str):
        wrong = wanted
    if wrong or isinstance(wanted, str):
        return report_error(wrong)
    data = counted(day, wanted)
    if isinstance(data, str):
        return report_error(data)
    if arguments.format == "json":
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=True) + "\n")
    elif arguments.format == "csv":
        from pitboss.reports.odds_csv import odds_csv

        sys.stdout.write(odds_csv(data))
    else:
        from pitboss.reports.odds_text import odds

        sys.stdout.write(odds(data, sys.stdout.isatty() and "NO_COLOR" not in os.environ))
    return 0


def counted(day: str, wanted: Sequence[str] | None = None, folders: tuple[Path, ...] = ()) -> _Json | str:
    """`pitboss.odds/1` of these wagers (of all that there are) on a day; or why there is none."""
    from pitboss.compiler.odds.house_edges import by_wager

    law = load_catalog(*folders)
    games: dict[str, list[str]] = {}
    for term in law["terms"]:
        if term["kind"] in _PAID and (wanted is None or term["name"] in wanted):
            games.setdefault(term["game"], []).append(term["name"])
    engine, changed = code_digest(PACKAGE / "compiler"), _changed(law, day)
    parts = {game: (law["digest"], engine, changed, game, *wagers) for game, wagers in games.items()}
    found = {game: cached(some) for game, some in parts.items()}
    waiting = {game: games[game] for game, rows in found.items() if rows is None}
    try:
        for game, rows in compute_odds(law, day, folders or (RULES,), waiting):
            store(parts[game], rows)
            found[game] = rows
    except ImportError as error:
        return f"odds cannot be counted here: {error}"
    show_progress()
    return by_wager(
        {"as_of": day, "rulebook": law["digest"], "rows": [row for rows in found.values() for row in rows]}, law
    )


def _changed(law: _Json, day: str) -> str:
    """The last day of a change up to this one: between two such days the odds are the same."""
    versions = (v for s in law["sections"] for p in s["provisions"] for c in p["clauses"] for v in c["versions"])
    return max((d for v in versions for d in (v["since"], v["until"]) if d and d <= day), default="")


def _wanted(book: _Json, given: str | None) -> list[str] | str:
    """The wagers of a game, or one wager, as people write them; or what is wrong with the name."""
    name = (given or "").strip().lower().replace("-", "_").replace(" ", "_")
    terms = {t["name"]: t for t in book["terms"] if t["kind"] in ("game", *_PAID)}
    if name not in terms:
        near = get_close_matches(name, terms, 1)
        games = ", ".join(n for n, t in terms.items() if t["kind"] == "game")
        hint = f"did you mean {near[0]}?" if near else f"there are the games {games}, and their wagers"
        return f"no game or wager '{given}' in the rulebook; {hint}"
    if terms[name]["kind"] in _PAID:
        return [name]
    return [n for n, t in terms.items() if t["kind"] in _PAID and t["game"] == name]
