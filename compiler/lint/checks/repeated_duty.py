"""L203 Two provisions state the same duty.

What: Two provisions of a game demand the same of the same subject, under the same conditions, on the same days.
Why: One breach offends two provisions, and an amendment of one of them makes them contradict each other.
Example: One section limits a doubled hand to one more card, and the section on drawing has the same limit.
Remedy: State the duty once and cite it in the other place.
Register: overlapping exclusion.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core

_DUTIES = (core.Requirement, core.PayoutTable, core.Notice, core.SameAcross, core.Approved)


def repeated_duty(law: LawUnderLint) -> Iterator[LintFinding]:
    """Equal duties of clauses of different provisions that are in force on a common day; texts with readings are not compared."""
    groups: dict[tuple[str | None, core.Duty], list[StatedDuty]] = {}
    for stated in law.stated:
        if isinstance(stated.duty, _DUTIES) and not stated.version.is_open and core.NEVER not in stated.duty.applies:
            groups.setdefault((stated.clause.game, stated.duty), []).append(stated)
    for group in groups.values():
        for first, second in combinations(group, 2):
            if first.clause.provision != second.clause.provision and first.version.overlaps(second.version):
                yield of_duty(
                    second, f"states what {first.clause.provision} states already",
                    f"state the duty once and cite {first.clause.provision}", first,
                )  # fmt: skip
