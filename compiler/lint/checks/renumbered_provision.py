"""L102 A citation names a provision that exists, and another one is meant.

What: The rules read the citation as another provision than the one that is printed, and the printed one exists or cannot be
    looked up. Most often paragraphs were renumbered and the citation was left behind.
Why: A reader who follows the citation finds a rule about something else and may apply it.
Example: A paragraph cites (e)8 for a wager that a later amendment moved to (e)10.
Remedy: Check the history notes for a recodification; propose the correction to the agency. The rules keep both: sic.
Register: misprinted citation, stale citation.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.checks.missing_provision import missing_provision
from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def renumbered_provision(law: LawUnderLint) -> Iterator[LintFinding]:
    """Citations that the rules read as other provisions, once for each provision, unless `missing_provision` reports them."""
    missing = {finding.place for finding in missing_provision(law)}
    seen = set()
    for section in law.book.sections:
        for entry in section.entries:
            for cite in entry.citations:
                key = (section.citation, entry.label, cite.printed)
                if cite.reading and cite.place not in missing and key not in seen:
                    seen.add(key)
                    yield LintFinding(
                        section.citation + entry.label, "", cite.place, f"cites {cite.printed}, and {cite.reading} is meant",
                        cite.ground or "compare the history notes of both provisions", printed=(cite.printed,),
                    )  # fmt: skip
