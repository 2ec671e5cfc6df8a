"""`pitboss law sets`: the maximal lawful sets of a game."""

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
    from pitboss.compiler.exclusion.sets import sets_data
    from pitboss.reports.sets_csv import sets_csv
    from pitboss.reports.sets_text import sets

    book = load_catalog()
    game, error = find_game(book, arguments.game)
    day, no_day = parse_as_of(arguments.as_of, book.begins, book.expires)
    if error or no_day:
        return report_error(error or no_day)
    if arguments.decks is not None and arguments.decks < 1:
        return report_error(f"{arguments.decks} decks are no number of decks; give 1 or more")
    data = sets_data(book, game, day, arguments.decks)
    assert data is not None
    if arguments.format == "json":
        sys.stdout.write(json.dumps(data, indent=2) + "\n")
    elif arguments.format == "csv":
        sys.stdout.write(sets_csv(data))
    else:
        sys.stdout.write(sets(data, use_color()))
    return 0
