"""L602 Two editions or two instruments are in force at once.

What: Two editions of a section overlap, or a clause has a start in force that one history note gives and an earlier one that may
    have been meant, so that two versions compete on the same days.
Why: On those days two texts claim to be the law.
Example: One edition lasts until the end of 1996, and the next one starts in June 1996.
Remedy: Find the day on which the later text took effect, and end the earlier one there.
Register: editions differ, incomplete history note, inferred start, open text, time not stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import combinations

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def overlap_in_time(law: LawUnderLint) -> Iterator[LintFinding]:
    """Overlapping editions of a section, and versions that compete with a later one that may be in force already."""
    for section in law.book.sections:
        for first, second in combinations(section.editions, 2):
            start = max(first.since or date.min, second.since or date.min)
            if start < min(first.until or date.max, second.until or date.max):
                yield LintFinding(
                    section.citation, "", second.place, f"the editions '{first.name}' and '{second.name}' overlap",
                    "end the earlier edition on the day on which the later one starts", start, first.until,
                )  # fmt: skip
    for clause in law.book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                if reading.since is not None:
                    yield LintFinding(
                        clause.provision, clause.name, reading.place,
                        f"from {reading.since} a later version may be in force already, which is certain from {version.until} on",
                        "find the day on which the later text took effect", reading.since, version.until,
                    )  # fmt: skip
