"""Report errors of a command on standard error. The exit code of such an error is 2."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.sanitize import safe


def report_error(*messages: str) -> int:
    """Print each message on its own line; return exit code 2."""
    sys.stderr.write("".join(f"pitboss: {safe(message)}\n" for message in messages))
    return 2


def report_diagnostics(problems: Iterable[Diagnostic]) -> int:
    """Print errors in rule files, each with the lines around it; return exit code 2."""
    from pitboss.reports.problems import problems as report

    found, texts = list(problems), {}
    for file in {p.place.file for p in found}:
        try:
            with open(file, encoding="utf-8") as text:
                texts[file] = text.read()
        except (OSError, UnicodeDecodeError):
            continue
    sys.stderr.write(report(found, texts))
    return 2


def cannot_read(path: str, error: OSError | ValueError) -> str:
    """Return the message for a file that cannot be read. An impossible file name raises ValueError.

    >>> cannot_read("a.json", FileNotFoundError(2, "No such file or directory"))
    'a.json cannot be read: No such file or directory'
    """
    return f"{path} cannot be read: {getattr(error, 'strerror', None) or error}"
