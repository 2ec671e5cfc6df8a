"""L103 A citation names a provision whose rules are not in force while the citing rule is.

What: Every clause of the cited provision ended before the citing clause began, or began after it ended.
Why: On every day on which the citation counts, it leads to no rule.
Example: A paragraph in force since 2005 cites a paragraph whose only rule was repealed in 2001.
Remedy: Check the dates of both provisions; the citation is stale, or a date in the rules is wrong.
Register: stale citation, misprinted citation.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core
from pitboss.compiler.model.citations import resolved


def ended_provision(law: LawUnderLint) -> Iterator[LintFinding]:
    """Citations of provisions with clauses of which none is in force on a day of the citing version."""
    there: dict[str, list[core.Version]] = {}
    for clause in law.book.clauses:
        there.setdefault(clause.provision, []).extend(clause.versions)
    for clause in law.book.clauses:
        for version in clause.versions:
            for cite in version.citations:
                cited = "".join(resolved(cite.reading or cite.printed, clause.section))
                versions = there.get(cited, ())
                if versions and not any(version.overlaps(other) for other in versions):
                    yield LintFinding(
                        clause.provision, clause.name, cite.place,
                        f"cites {cited}, whose rules are not in force on any day of this one",
                        "check the dates of both provisions", version.since, version.until,
                    )  # fmt: skip
