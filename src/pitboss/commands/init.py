"""`pitboss init GAME`: a filing to fill in."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path

from pitboss.book import COMPILED, catalog, compiled
from pitboss.commands.outputs import write_all
from pitboss.commands.trouble import refuse


def run(arguments: argparse.Namespace) -> int:
    from pitboss.reports.starter import starter

    book, vocabulary = compiled()
    games = vocabulary.named("game")
    if arguments.game not in games:
        near = get_close_matches(arguments.game, list(games), 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(games)}"
        return refuse(f"no game '{arguments.game}' in the rulebook{hint}")
    text = starter(vocabulary, arguments.game, book.clauses, catalog())
    if not arguments.out:
        sys.stdout.write(text)
        return 0
    out = Path(arguments.out)
    if (out / "filing.yaml").exists():
        return refuse(f"{out / 'filing.yaml'} is there already; it is not overwritten")
    schema = (COMPILED / "filing.schema.json").read_text(encoding="utf-8")
    write_all(out, (("filing.yaml", text), ("filing.schema.json", schema)))
    sys.stdout.write(f"{out / 'filing.yaml'} and {out / 'filing.schema.json'}: fill in, then run pitboss check {out}\n")
    return 0
