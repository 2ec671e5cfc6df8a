"""`pitboss compare OLD.json NEW.json`, and the reading of `check --baseline`."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys

from pitboss.checker.baseline import read_report
from pitboss.checker.compare import Report, compare
from pitboss.commands.check import VERDICTS


def run(arguments: argparse.Namespace) -> int:
    wanted = {v.strip() for v in arguments.fail_on.split(",")}
    if wanted - {*VERDICTS}:
        sys.stderr.write(
            f"pitboss: --fail-on knows {', '.join(VERDICTS)}; not {', '.join(sorted(wanted - {*VERDICTS}))}\n"
        )
        return 2
    old, new = report_in(arguments.old), report_in(arguments.new)
    if isinstance(old, str) or isinstance(new, str):
        sys.stderr.write("".join(f"pitboss: {fault}\n" for fault in (old, new) if isinstance(fault, str)))
        return 2
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
    from pitboss.reports.safe import safe

    try:
        raw = pathlib.Path(path).read_bytes()
    except (OSError, ValueError) as fault:
        return f"{safe(path)} cannot be read: {getattr(fault, 'strerror', None) or fault}"
    read = read_report(raw, path)
    return safe(read) if isinstance(read, str) else read
