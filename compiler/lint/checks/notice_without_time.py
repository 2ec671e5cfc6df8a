"""L404 A notice has no time.

What: A provision requires notice before something happens, states no time, and cites no provision that could.
Why: Notice a minute before is notice; nobody can tell whether that is enough.
Example: A licensee may withdraw an option after notice.
Remedy: State how long before, or cite the provision on notices.
Register: duty without deadline, time not stated.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core


def notice_without_time(law: LawUnderLint) -> Iterator[LintFinding]:
    """Notices without lead time in clauses that cite nothing."""
    for stated in law.stated:
        duty = stated.duty
        first = stated.reading is stated.version.readings[0]
        if first and isinstance(duty, core.Notice) and duty.lead is None and not stated.version.citations:
            yield of_duty(
                stated, f"requires notice before {' and '.join(duty.before)} and states no time",
                "state how long before, or cite the provision on notices",
            )  # fmt: skip
