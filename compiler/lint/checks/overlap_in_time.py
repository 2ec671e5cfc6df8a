"""L602 Two editions of a section are in force at once.

What: Two editions of a section overlap. Two versions of one clause that overlap do not compile at all (R205).
Why: On those days two texts claim to be the law.
Example: One edition lasts until the end of 1996, and the next one starts in June 1996.
Remedy: Find the day on which the later text took effect, and end the earlier one there.
Register: editions differ, incomplete history note.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import combinations

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def overlap_in_time(law: LawUnderLint) -> Iterator[LintFinding]:
    """Overlapping editions of a section."""
    for section in law.book.sections:
        for first, second in combinations(section.editions, 2):
            start = max(first.since or date.min, second.since or date.min)
            if start < min(first.until or date.max, second.until or date.max):
                yield LintFinding(
                    section.citation, "", second.place, f"the editions '{first.name}' and '{second.name}' overlap",
                    "end the earlier edition on the day on which the later one starts", start, first.until,
                )  # fmt: skip
