"""`pitboss law matrix` and `pitboss law sets`: which offers of a game go together, by pairs and in the maximal lawful sets."""

from __future__ import annotations

import argparse
import json
import sys

from pitboss.commands.dates import parse_as_of
from pitboss.commands.errors import report_error
from pitboss.commands.game_name import find_game
from pitboss.commands.outputs import use_color
from pitboss.rulebook import load_catalog


def run(arguments: argparse.Namespace) -> int:
    book = load_catalog()
    game, no_game = find_game(book, arguments.game)
    day, no_day = parse_as_of(arguments.as_of, book.begins, book.expires)
    decks = getattr(arguments, "decks", None)
    no_decks = f"{decks} decks are no number of decks; give 1 or more" if decks is not None and decks < 1 else ""
    if error := no_game or no_day or no_decks:
        return report_error(error)
    if arguments.view == "matrix":
        from pitboss.compiler.exclusion.matrix import matrix_data
        from pitboss.reports.matrix_csv import matrix_csv
        from pitboss.reports.matrix_text import matrix

        pairs = matrix_data(book, game, day)
        assert pairs is not None
        texts = {
            "json": lambda: _json(pairs),
            "csv": lambda: matrix_csv(pairs),
            "text": lambda: matrix(pairs, use_color()),
        }
    else:
        from pitboss.compiler.exclusion.sets import sets_data
        from pitboss.reports.sets_csv import sets_csv
        from pitboss.reports.sets_text import sets

        found = sets_data(book, game, day, decks)
        assert found is not None
        texts = {"json": lambda: _json(found), "csv": lambda: sets_csv(found), "text": lambda: sets(found, use_color())}
    sys.stdout.write(texts[arguments.format]())
    return 0


def _json(data: object) -> str:
    return json.dumps(data, indent=2) + "\n"
