"""`pitboss verify STATEMENT [FILING]`: repeat a check and compare it with its statement."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from pitboss.checker.runs.in_toto_statement import statement
from pitboss.checker.runs.verify import Stated, StatementDifference, departures, read_statement
from pitboss.commands.check import check_filing, document_digests
from pitboss.commands.errors import cannot_read, report_error
from pitboss.commands.outputs import use_color
from pitboss.grammar.input_files import read_regular
from pitboss.progress import show_progress
from pitboss.rulebook import load_rulebook

NOT_VERIFIED = 4  # not 0: a job that omits the filing must not pass; not 1: no difference was found


def run(arguments: argparse.Namespace) -> int:
    try:
        raw = read_regular(arguments.statement)
    except (OSError, ValueError) as error:
        return report_error(cannot_read(arguments.statement, error))
    stated = read_statement(raw, arguments.statement)
    if isinstance(stated, str):
        return report_error(stated)
    if arguments.filing and bool(arguments.previous) != bool(stated.previous):
        how = "with a previous filing; give it with --previous" if stated.previous else "without --previous; omit it"
        return report_error(f"{arguments.statement} was made {how}")
    book, vocabulary = load_rulebook(*map(Path, arguments.rules))
    found: tuple[StatementDifference, ...] = ()
    if arguments.filing:
        arguments.path, arguments.as_of = arguments.filing, stated.as_of or None
        result, source, problems, _ = check_filing(arguments, book, vocabulary)
        show_progress()
        if not source.documents:
            return report_error(
                "; ".join(f"{p.place}: {p.message}" for p in problems) or f"{arguments.filing} contains no documents"
            )
        result = replace(result, problems=problems, previous=document_digests(arguments.previous))
        repeated = read_statement(json.dumps(statement(result)).encode(), arguments.filing)
        assert isinstance(repeated, Stated), repeated
        found = tuple(departures(stated, repeated))
    elif stated.rulebook != book.digest:
        found = (StatementDifference("rulebook", stated.rulebook, book.digest),)
    if arguments.format == "json":
        from pitboss.reports.verify_json import verify_json

        sys.stdout.write(verify_json(arguments.statement, stated, found, book.digest, arguments.filing))
    else:
        from pitboss.reports.verify_text import verify

        sys.stdout.write(verify(arguments.statement, stated, found, book.digest, arguments.filing, use_color()))
    return 1 if found else 0 if arguments.filing else NOT_VERIFIED
