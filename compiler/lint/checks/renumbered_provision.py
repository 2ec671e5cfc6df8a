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

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import query
from pitboss.compiler.model.citations import resolved


def renumbered_provision(law: LawUnderLint) -> Iterator[LintFinding]:
    """Citations that the rules read as other provisions, unless `missing_provision` reports them."""
    labels = {section.citation: query.labels(law.book, section.citation) for section in law.book.sections}
    for section in law.book.sections:
        for entry in section.entries:
            for cite in entry.citations:
                cited, label = resolved(cite.printed, section.citation)
                gone = cited in labels and label and label not in labels[cited]
                if cite.reading and not gone:
                    yield LintFinding(
                        section.citation + entry.label, "", cite.place, f"cites {cite.printed}, and {cite.reading} is meant",
                        cite.ground or "compare the history notes of both provisions",
                    )  # fmt: skip
