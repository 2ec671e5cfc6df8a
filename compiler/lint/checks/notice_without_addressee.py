"""L403 A notice is due to nobody.

What: A provision requires notice, names nobody to whom it is due, and cites no provision that could.
Why: A licensee cannot know whether to inform the players, the agency or both, and an inspector cannot ask for a receipt.
Example: A limit may be lowered upon notice.
Remedy: Name the addressee, or cite the provision on notices.
Register: duty without addressee, duty without deadline.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core


def notice_without_addressee(law: LawUnderLint) -> Iterator[LintFinding]:
    """Notices without addressee in clauses that cite nothing."""
    for stated in law.stated:
        duty = stated.duty
        first = stated.reading is stated.version.readings[0]
        if first and isinstance(duty, core.Notice) and not duty.to and not stated.version.citations:
            yield of_duty(
                stated, f"requires notice before {' and '.join(duty.before)} and names nobody to whom it is due",
                "name the addressee, or cite the provision on notices",
            )  # fmt: skip
