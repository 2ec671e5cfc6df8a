"""The date whose law applies to a filing."""

from __future__ import annotations

from datetime import date

from pitboss.checker.filing.model import Filing
from pitboss.grammar.diagnostics import Diagnostic, Place


def effective_day(given: str | None, filing: Filing | None, path: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The date of `--as-of`, else the effective date of the filing, else an error; never today."""
    if given is not None:
        try:
            return date.fromisoformat(given).isoformat(), ()
        except ValueError:
            message, advice = f"'{given}' is not a date", "write dates as 2007-01-31"
            return None, (Diagnostic("E301", message, Place("--as-of", 1, 1), help=advice),)
    if filing is None:
        return None, ()
    if filing.effective is None:
        add_it = "add submission.effective to the filing, or give --as-of DATE"
        return None, (Diagnostic("E302", "the filing has no effective date", Place(path, 1, 1), help=add_it),)
    return filing.effective, ()
