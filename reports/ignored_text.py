"""The rules that ignore findings, as lines after the summary of a check."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.findings.ignore import IgnoredData
from pitboss.reports.ignored_lines import ignored_lines
from pitboss.reports.sanitize import safe


def ignored_text(uses: Iterable[IgnoredData], complete: bool = True) -> str:
    """Return the lines, with those of rules indented; empty if there is no rule. `complete`: the whole filing was judged."""
    headline, *rules = ignored_lines(uses, complete) or [""]
    return "".join(f"{safe(line)}\n" for line in (headline, *(f"  {rule}" for rule in rules)) if line)
