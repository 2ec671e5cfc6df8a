"""L103 A citation names a provision whose rules have ended.

What: A clause in force to this day cites a provision, and every clause of that provision ended before the citing one began.
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
    """Citations in clauses without end of provisions whose clauses all ended before."""
    there: dict[str, list[core.Version]] = {}
    for clause in law.book.clauses:
        there.setdefault(clause.provision, []).extend(clause.versions)
    for clause in law.book.clauses:
        for version in clause.versions:
            for cite in version.citations:
                cited = "".join(resolved(cite.reading or cite.printed, clause.section))
                versions = there.get(cited, ())
                ended = versions and all(v.until and version.since and v.until <= version.since for v in versions)
                if ended and version.until is None:
                    yield LintFinding(
                        clause.provision, clause.name, cite.place,
                        f"cites {cited}, whose rules ended before this one began",
                        "check the dates of both provisions", version.since, version.until,
                    )  # fmt: skip
