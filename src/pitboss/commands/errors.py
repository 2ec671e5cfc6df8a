"""What stands in the way of a command, told on standard error; the exit code that goes with it is 2."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.sanitize import safe


def report_error(*why: str) -> int:
    """A sentence each, and the exit code."""
    sys.stderr.write("".join(f"pitboss: {safe(each)}\n" for each in why))
    return 2


def report_diagnostics(problems: Iterable[Diagnostic]) -> int:
    """Faults of rules, each with the lines around its place, and the exit code."""
    from pitboss.reports.problems import problems as report

    found, texts = list(problems), {}
    for file in {p.place.file for p in found}:
        try:
            texts[file] = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    sys.stderr.write(report(found, texts))
    return 2


def cannot_read(path: str, fault: OSError | ValueError) -> str:
    """A name that no file can have is a ValueError.

    >>> cannot_read("a.json", FileNotFoundError(2, "No such file or directory"))
    'a.json cannot be read: No such file or directory'
    """
    return f"{path} cannot be read: {getattr(fault, 'strerror', None) or fault}"
