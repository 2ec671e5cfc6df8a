"""`pitboss compare OLD.json NEW.json`, and the reading of `check --baseline`."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys

from pitboss.checker.baseline import read_report
from pitboss.checker.compare import Report, compare
from pitboss.commands.fail_on import fail_on
from pitboss.commands.trouble import refuse, unreadable


def run(arguments: argparse.Namespace) -> int:
    wanted = fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return refuse(wanted)
    old, new = report_in(arguments.old), report_in(arguments.new)
    if isinstance(old, str) or isinstance(new, str):
        return refuse(*(fault for fault in (old, new) if isinstance(fault, str)))
    found = compare(old, new)
    if arguments.format == "json":
        from pitboss.reports.compare_json import compare_json

        sys.stdout.write(compare_json(found))
    elif arguments.format == "markdown":
        from pitboss.reports.compare_markdown import compare_markdown

        sys.stdout.write(compare_markdown(found))
    else:
        from pitboss.reports.compare import compare as text

        sys.stdout.write(text(found, sys.stdout.isatty() and "NO_COLOR" not in os.environ))
    if not old.whole or not new.whole:
        return 2
    return int(any(c.counts_as_new and c.told.counts_as in wanted for c in found.changes))


def report_in(path: str) -> Report | str:
    """The report in a file, or what is wrong with it."""
    try:
        raw = pathlib.Path(path).read_bytes()
    except (OSError, ValueError) as fault:
        return unreadable(path, fault)
    return read_report(raw, path)
