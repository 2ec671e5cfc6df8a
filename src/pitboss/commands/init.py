"""`pitboss init GAME`: a filing to fill in."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path

from pitboss.book import COMPILED, compiled


def run(arguments: argparse.Namespace) -> int:
    from pitboss.reports.starter import starter

    book, vocabulary = compiled()
    games = vocabulary.named("game")
    if arguments.game not in games:
        near = get_close_matches(arguments.game, list(games), 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(games)}"
        sys.stderr.write(f"pitboss: no game '{arguments.game}' in the rulebook{hint}\n")
        return 2
    text = starter(vocabulary, arguments.game, book.clauses)
    if not arguments.out:
        sys.stdout.write(text)
        return 0
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    if (out / "filing.yaml").exists():
        sys.stderr.write(f"pitboss: {out / 'filing.yaml'} is there already; it is not overwritten\n")
        return 2
    (out / "filing.yaml").write_text(text, encoding="utf-8")
    (out / "filing.schema.json").write_bytes((COMPILED / "filing.schema.json").read_bytes())
    sys.stdout.write(f"{out / 'filing.yaml'} and {out / 'filing.schema.json'}: fill in, then run pitboss check {out}\n")
    return 0
