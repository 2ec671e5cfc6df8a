"""Load the law and the filings that settled rounds are audited by."""

from __future__ import annotations

from pathlib import Path

from pitboss.checker.filing.model import Filing
from pitboss.checker.rounds.compiled_law import law_index
from pitboss.checker.rounds.law_index import LawIndex
from pitboss.commands.check import load_filing
from pitboss.reports.problems import problems as report
from pitboss.rulebook import load_round_clauses, load_rulebook


def load_law(filings: list[str], rules: list[str]) -> tuple[LawIndex, str]:
    """Return the law index for the filings and the rules, and the errors in the filings as text."""
    folders = [*map(Path, rules)]
    book, vocabulary = load_rulebook(*folders)
    clauses = load_round_clauses(*folders)
    read: list[Filing] = []
    errors = []
    for path in filings:
        source, filing, problems = load_filing(path, book, vocabulary)
        if problems:
            errors.append(report(problems, source.texts))
        if filing is not None:
            read.append(filing)
    return law_index(book, vocabulary, clauses, read), "".join(errors)
