"""Exact odds from a cold start: the whole command on one core, with an empty cache."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.measure import Goal, Measurement, Sizes, fastest_command, one_core, python


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Seconds of CPU."""
    line = (sys.executable, "-m", "pitboss", "law", "odds")
    bare = python(sizes.runs, "pass").seconds
    with one_core():
        for what, asked, limit in (("everything", sizes.odds, 2.0), ("four card poker", (sizes.slow_odds,), 1.0)):
            took = fastest_command(1, *line, *asked, "--format", "json", PITBOSS_CACHE="").seconds
            yield Measurement(f"exact odds of {what}", took, "s", Goal(limit, of_ratio=False), "python -c pass", bare)
