"""`pitboss law odds`: what wagers are worth, counted from the rules; and the same for other commands that show it beside theirs."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from pitboss.book import HERE, RULES, catalog
from pitboss.commands.trouble import refuse
from pitboss.kept import code, kept
from pitboss.progress import say

_Json = dict[str, Any]
_ENGINE = "pitboss.compiler.odds.odds"  # slow to import, and for this only


def run(arguments: argparse.Namespace) -> int:
    from pitboss.commands.days import day_of_text

    book = catalog()
    day, wrong = day_of_text(arguments.as_of, book["expires"])
    wanted = None if arguments.all else _wanted(book, arguments.name)
    if bool(arguments.name) == arguments.all:
        wrong = "name a game or a wager, or say --all" + (", not both" if arguments.all else "")
    elif not wrong and isinstance(wanted, str):
        wrong = wanted
    if wrong or isinstance(wanted, str):
        return refuse(wrong)
    data = counted(day, wanted)
    if isinstance(data, str):
        return refuse(data)
    if arguments.format == "json":
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=True) + "\n")
    elif arguments.format == "csv":
        from pitboss.reports.odds_csv import odds_csv

        sys.stdout.write(odds_csv(data))
    else:
        from pitboss.reports.odds import odds

        sys.stdout.write(odds(data, sys.stdout.isatty() and "NO_COLOR" not in os.environ))
    return 0


def counted(day: str, wanted: Sequence[str] | None = None, folders: tuple[Path, ...] = ()) -> _Json | str:
    """`pitboss.odds/1` of these wagers (of all that there are) on a day; or why there is none."""
    from pitboss.compiler.worth import by_wager

    law = catalog(*folders)
    games: dict[str, list[str]] = {}
    for term in law["terms"]:
        if term["kind"] == "wager" and (wanted is None or term["name"] in wanted):
            games.setdefault(term["game"], []).append(term["name"])
    count = _counter(date.fromisoformat(day), folders or (RULES,))
    engine = code(HERE / "compiler")
    rows: list[_Json] = []
    for game, wagers in games.items():
        try:
            rows += kept((law["digest"], engine, _changed(law, day), game, *wagers), partial(count, game, wagers))
        except ImportError as error:
            return f"odds cannot be counted here: {error}"
    say()
    return by_wager({"as_of": day, "rulebook": law["digest"], "rows": rows}, law)


def _changed(law: _Json, day: str) -> str:
    """The last day of a change up to this one: between two such days the odds are the same."""
    versions = (v for s in law["sections"] for p in s["provisions"] for c in p["clauses"] for v in c["versions"])
    return max((d for v in versions for d in (v["since"], v["until"]) if d and d <= day), default="")


def _counter(day: date, folders: tuple[Path, ...]) -> Callable[[str, list[str]], list[_Json]]:
    """What counts the wagers of a game; the rules are read when it is first asked."""
    book: list[Any] = []

    def count(game: str, wagers: list[str]) -> list[_Json]:
        engine = importlib.import_module(_ENGINE)
        from pitboss.compiler.build import rulebook

        if not book:
            book.append(rulebook(*folders))
        say(f"counting what the wagers are worth: {game.replace('_', ' ')}")
        return engine.odds(book[0], day, (game,), tuple(wagers))["rows"]  # type: ignore[no-any-return]

    return count


def _wanted(book: _Json, given: str | None) -> list[str] | str:
    """The wagers of a game, or one wager, as people write them; or what is wrong with the name."""
    name = (given or "").strip().lower().replace("-", "_").replace(" ", "_")
    terms = {t["name"]: t for t in book["terms"] if t["kind"] in ("game", "wager")}
    if name not in terms:
        near = get_close_matches(name, terms, 1)
        games = ", ".join(n for n, t in terms.items() if t["kind"] == "game")
        hint = f"did you mean {near[0]}?" if near else f"there are the games {games}, and their wagers"
        return f"no game or wager '{given}' in the rulebook; {hint}"
    if terms[name]["kind"] == "wager":
        return [name]
    return [n for n, t in terms.items() if t["kind"] == "wager" and t["game"] == name]
