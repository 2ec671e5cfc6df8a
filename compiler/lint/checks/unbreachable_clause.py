"""L407 A clause cannot be breached.

What: No facts that a filing or a record can state breach the clause: every value that is possible where it applies complies, or its
    conditions exclude each other. This is proven from the clause alone, and only then reported; that a search found no breach
    (docs/witnesses.md) proves nothing. An authority that was in force on every day of the chapter is no finding: it makes lawful what
    would be unlawful without it, which no day shows. Nor is a definition, which other clauses demand.
Why: The clause never decides; a word of it is missing, or it repeats what cannot be otherwise.
Example: A game of cards is to be played with one deck or more.
Remedy: Strike the clause, or state what it was to exclude.
Register: idle provision, table that cannot bind.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.analysis.reachable import Reachable
from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model.core import Scope


def unbreachable_clause(law: LawUnderLint) -> Iterator[LintFinding]:
    """Versions that no facts breach under any of their readings."""
    reachable = Reachable(law.book)
    for clause in law.book.clauses:
        for version in clause.versions if clause.scope is not Scope.NONE else ():
            if not reachable.breach(version.readings):
                applies = reachable.application(version.readings)
                yield LintFinding(
                    clause.provision, clause.name, version.place,
                    "every value that is possible where it applies complies" if applies else "its conditions exclude each other",
                    "strike it, or state what it is to exclude", version.since, version.until,
                )  # fmt: skip
