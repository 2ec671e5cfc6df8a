"""L601 A rule ends and begins again.

What: A clause has a version that ends before the next one starts, and the history notes of its section do not have both days.
Why: Between the two days the matter is not regulated, or the print has lost an edition.
Example: An option is authorized until July 1981 and again from March 1989, and no note prints a repeal.
Remedy: Find the instruments that ended and restored the rule.
Register: editions differ, incomplete history note.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def gap_in_time(law: LawUnderLint) -> Iterator[LintFinding]:
    """The days between two versions of a clause on which neither is in force, unless the notes of the section have both ends."""
    days: dict[str, set[date]] = {}
    for section in law.book.sections:
        for note in section.notes:
            days.setdefault(section.citation, set()).update(d for d in (note.day, note.until, note.operative) if d)
    for clause in law.book.clauses:
        noted = days.get(clause.section, set())
        for before, after in pairwise(clause.versions):
            if before.until and after.since and before.until < after.since and not {before.until, after.since} <= noted:
                yield LintFinding(
                    clause.provision, clause.name, after.place,
                    f"not in force from {before.until} until {after.since}, and in force before and after",
                    "check that the history notes state the gap", before.until, after.since,
                )  # fmt: skip
