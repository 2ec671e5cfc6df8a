"""`pitboss compare OLD.json NEW.json`, and reading the report of `check --baseline`."""

from __future__ import annotations

import argparse
import sys

from pitboss.checker.runs.baseline import read_report
from pitboss.checker.runs.compare import Report, compare
from pitboss.commands.errors import cannot_read, report_error
from pitboss.commands.fail_on import parse_fail_on
from pitboss.commands.outputs import use_color
from pitboss.grammar.input_files import read_regular


def run(arguments: argparse.Namespace) -> int:
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return report_error(wanted)
    old, new = read_report_file(arguments.old), read_report_file(arguments.new)
    if isinstance(old, str) or isinstance(new, str):
        return report_error(*(error for error in (old, new) if isinstance(error, str)))
    comparison = compare(old, new)
    if arguments.format == "json":
        from pitboss.reports.compare_json import compare_json

        sys.stdout.write(compare_json(comparison))
    elif arguments.format == "markdown":
        from pitboss.reports.compare_markdown import compare_markdown

        sys.stdout.write(compare_markdown(comparison))
    else:
        from pitboss.reports.compare_text import compare as text

        sys.stdout.write(text(comparison, use_color()))
    if not old.whole or not new.whole:
        return 2
    return int(any(c.counts_as_new and c.finding.counts_as in wanted for c in comparison.changes))


def read_report_file(path: str) -> Report | str:
    """Return the report in a file, or an error message."""
    try:
        raw = read_regular(path)
    except (OSError, ValueError) as error:
        return cannot_read(path, error)
    return read_report(raw, path)
