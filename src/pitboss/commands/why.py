"""`pitboss law why QUESTION`: whether a table may offer something, with a proof that the checker verified."""

from __future__ import annotations

import argparse
import sys

from pitboss.commands.dates import parse_as_of
from pitboss.commands.errors import report_error
from pitboss.rulebook import load_catalog, load_rulebook


def run(arguments: argparse.Namespace) -> int:
    from pitboss.advice.verify_proof import verified
    from pitboss.compiler.exclusion.proof import answers
    from pitboss.compiler.exclusion.question import read_question
    from pitboss.reports.why_text import why

    catalog = load_catalog()
    question = read_question(catalog, arguments.question)
    if isinstance(question, str):
        return report_error(question)
    _, error = parse_as_of(question.day, catalog.begins, catalog.expires)
    if error:
        return report_error(error)
    book, vocabulary = load_rulebook()
    confirmed = []
    for answer in answers(catalog, question):
        tables = verified(catalog, book, vocabulary, question, answer)
        if isinstance(tables, str):
            return report_error(
                f"from {answer.since} the checker does not confirm the proof ({answer.reply}): {tables}"
            )
        confirmed.append((answer, tables))
    sys.stdout.write(why(catalog, question, confirmed))
    return 0
