"""L408 A clause cannot be met.

What: Nothing that a licensee can file or a dealer can do is in order where the clause applies: its demand contradicts its conditions, or
    the readings of its text demand what excludes each other, so that everything is open. This is proven from the clause alone; that
    a search found no example (docs/witnesses.md) proves nothing.
Why: Whoever is subject to the clause can only avoid the case, or ask the agency.
Example: A rule that is not printed took the wager on one number; it is not known whether the whole or a half.
Remedy: State which reading is meant, or state as a prohibition what the clause excludes.
Register: open text, conflicting provisions.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.analysis.reachable import Reachable
from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model.core import Scope


def unmeetable_clause(law: LawUnderLint) -> Iterator[LintFinding]:
    """Versions that apply to some facts, none of which meets them under each of their readings."""
    reachable = Reachable(law.book)
    for clause in law.book.clauses:
        for version in clause.versions if clause.scope is not Scope.NONE else ():
            if reachable.application(version.readings) and not reachable.compliance(version.readings):
                names = ", ".join(reading.name.replace("_", " ") for reading in version.readings if reading.name)
                yield LintFinding(
                    clause.provision, clause.name, version.place,
                    f"nothing complies with each of its readings: {names}" if names else "nothing complies with it where it applies",
                    "state which reading is meant" if names else "state it as a prohibition of what it excludes",
                    version.since, version.until,
                )  # fmt: skip
