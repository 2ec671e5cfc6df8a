"""L601 A rule ends and begins again.

What: A clause has a version that ends before the next one starts.
Why: Between the two days the matter is not regulated, or the print has lost an edition.
Example: An option is authorized until July 1981 and again from March 1989.
Remedy: Read the history notes of both days: a gap that they state is in order, and the register records it.
Register: editions differ, incomplete history note, time not stated, open text, inferred start.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def gap_in_time(law: LawUnderLint) -> Iterator[LintFinding]:
    """The days between two versions of a clause on which neither is in force."""
    for clause in law.book.clauses:
        for before, after in pairwise(clause.versions):
            if before.until and after.since and before.until < after.since:
                yield LintFinding(
                    clause.provision, clause.name, after.place,
                    f"not in force from {before.until} until {after.since}, and in force before and after",
                    "check that the history notes state the gap", before.until, after.since,
                )  # fmt: skip
