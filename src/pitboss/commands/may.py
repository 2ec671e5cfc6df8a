"""`pitboss law may`: what a table may still offer, from facts on the command line or from a filing."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.commands.dates import parse_as_of
from pitboss.commands.errors import report_error
from pitboss.commands.game_name import find_game
from pitboss.commands.outputs import use_color
from pitboss.rulebook import load_catalog

if TYPE_CHECKING:
    from pitboss.checker.filing.model import FiledTable
    from pitboss.compiler.model.catalog_entries import Catalog, Literal

    Asked = tuple[str, str, tuple[str, ...], tuple[Literal, ...]]  # game, the table in words, table numbers, facts


def run(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.exclusion.may import may
    from pitboss.reports.may_json import may_json
    from pitboss.reports.may_text import may_text

    book = load_catalog()
    asked, day, error, code = _asked(arguments, book)
    if error:
        return report_error(error)
    made: list[dict[str, object]] = []
    texts: list[str] = []
    for game, about, tables, facts in asked:
        answer = may(book, game, day, facts)
        assert answer is not None
        if arguments.format == "json":
            made.append(may_json(answer, about, tables))
        else:
            texts.append(may_text(answer, about, use_color()))
    sys.stdout.write(json.dumps(made, indent=2) + "\n" if arguments.format == "json" else "\n".join(texts))
    return code


def _asked(arguments: argparse.Namespace, book: Catalog) -> tuple[list[Asked], str, str, int]:
    """The questions, the date, an error message, and the exit code if the filing has errors."""
    if Path(arguments.subject).exists():
        return _of_filing(arguments, book)
    game, error = find_game(book, arguments.subject)
    day, no_day = parse_as_of(arguments.as_of, book.begins, book.expires)
    facts = _given(arguments, book, game) if game else ""
    if error and ("." in arguments.subject or "/" in arguments.subject):
        error = f"there is no file {arguments.subject}, and no such game"
    if not error and arguments.table:
        error = "--table selects a table of a filing; give a filing"
    error = error or no_day or (facts if isinstance(facts, str) else "")
    if error or isinstance(facts, str):
        return [], day, error, 0
    return [(game, ", ".join(arguments.facts), (), facts)], day, "", 0


def _given(arguments: argparse.Namespace, book: Catalog, game: str) -> tuple[Literal, ...] | str:
    from pitboss.compiler.exclusion.known_facts import parse_fact

    facts: list[Literal] = []
    for text in arguments.facts:
        fact = parse_fact(book, game, text)
        if isinstance(fact, str):
            return fact
        facts.append(fact)
    return tuple(facts)


def _of_filing(arguments: argparse.Namespace, book: Catalog) -> tuple[list[Asked], str, str, int]:
    from pitboss.commands.check import load_filing
    from pitboss.commands.effective_day import effective_day
    from pitboss.reports.problems import problems as report
    from pitboss.rulebook import load_rulebook

    rulebook, vocabulary = load_rulebook()
    source, filing, problems = load_filing(arguments.subject, rulebook, vocabulary)
    day, no_day = effective_day(arguments.as_of, filing, arguments.subject, rulebook)
    sys.stderr.write(report((*problems, *no_day), dict(source.texts)))
    if filing is None or no_day or not day:
        return [], "", f"{arguments.subject}: no table was read, or the law of its date is not known", 2
    tables = [t for t in filing.tables if arguments.table in (None, t.number)]
    if not tables:
        return [], "", f"{arguments.subject} has no table {arguments.table}", 2
    found: dict[tuple[str, tuple[Literal, ...]], list[str]] = {}
    for number, game, facts in _filed(tables):
        more = _given(arguments, book, game)
        if isinstance(more, str):
            return [], "", more, 2
        found.setdefault((game, (*facts, *more)), []).append(number)
    asked = [(game, _named(numbers), tuple(numbers), facts) for (game, facts), numbers in found.items()]
    return asked, day, "", 2 if problems else 0


def _filed(tables: list[FiledTable]) -> Iterator[tuple[str, str, tuple[Literal, ...]]]:
    """Number, game and facts of each table; a choice filed as a list gives a table more than one set of facts."""
    from pitboss.compiler.exclusion.known_facts import filed_facts

    for table in tables:
        for facts in dict.fromkeys(tuple(filed_facts(variant)) for variant in table.variants):
            yield table.number, table.game, facts


def _named(numbers: list[str]) -> str:
    return f"table{'' if len(numbers) == 1 else 's'} {', '.join(dict.fromkeys(numbers))}"
