"""`pitboss verify STATEMENT [FILING]`: is what a statement says of a filing what a check says of it now?"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

from pitboss.checker.runs.in_toto_statement import statement
from pitboss.checker.runs.verify import Difference, Stated, departures, read_statement
from pitboss.commands.check import check_filing, document_digests
from pitboss.commands.errors import cannot_read, report_error
from pitboss.progress import show_progress
from pitboss.rulebook import load_rulebook

NOT_VERIFIED = 4  # neither 0, since a job that forgot the filing must not pass, nor 1, since nothing differs


def run(arguments: argparse.Namespace) -> int:
    try:
        raw = Path(arguments.statement).read_bytes()
    except (OSError, ValueError) as fault:
        return report_error(cannot_read(arguments.statement, fault))
    stated = read_statement(raw, arguments.statement)
    if isinstance(stated, str):
        return report_error(stated)
    if arguments.filing and bool(arguments.previous) != bool(stated.previous):
        wanted = (
            "against a previous filing: give it with --previous" if stated.previous else "without a previous filing"
        )
        return report_error(f"{arguments.statement} was made {wanted}")
    book, vocabulary = load_rulebook(*map(Path, arguments.rules))
    found: tuple[Difference, ...] = ()
    if arguments.filing:
        arguments.path, arguments.as_of = arguments.filing, stated.as_of or None
        result, source, problems, _ = check_filing(arguments, book, vocabulary)
        show_progress()
        if not source.documents:
            return report_error(
                "; ".join(f"{p.place}: {p.message}" for p in problems) or f"{arguments.filing} holds no documents"
            )
        result = replace(result, problems=problems, previous=document_digests(arguments.previous))
        made = read_statement(json.dumps(statement(result)).encode(), arguments.filing)
        assert isinstance(made, Stated), made
        found = tuple(departures(stated, made))
    elif stated.rulebook != book.digest:
        found = (Difference("rulebook", stated.rulebook, book.digest),)
    if arguments.format == "json":
        from pitboss.reports.verify_json import verify_json

        sys.stdout.write(verify_json(arguments.statement, stated, found, book.digest, arguments.filing))
    else:
        from pitboss.reports.verify_text import verify

        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        sys.stdout.write(verify(arguments.statement, stated, found, book.digest, arguments.filing, colour))
    return 1 if found else 0 if arguments.filing else NOT_VERIFIED
