"""L402 A limit is idle because another one is stricter.

What: Two clauses limit the same thing on the same days; wherever the first applies, the second applies too and allows no value that
    the first forbids.
Why: The wider limit never decides; one of them was probably overlooked when the other was adopted.
Example: A section allows up to seven players at a table, and another provision allows six.
Remedy: Strike the wider limit, or state the case in which it is to prevail.
Register: idle provision, table that cannot bind, overlapping exclusion, conflicting provisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from pitboss.compiler.analysis.conflicts import ComparedLimits, topic
from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core


def idle_limit(law: LawUnderLint) -> Iterator[LintFinding]:
    """Constant limits of clauses without readings that a stricter limit implies on all their days."""
    limits = ComparedLimits(law.book)
    topics: dict[tuple[object, ...], list[StatedDuty]] = {}
    for stated in law.stated:
        found = topic(stated.duty)
        if found and found[0] == "bound" and not stated.version.is_open:
            topics.setdefault((stated.clause.game, *found), []).append(stated)
    for group in topics.values():
        for wide, strict in permutations(group, 2):
            if wide.clause.id == strict.clause.id or _repeats(wide.duty) or not _during(wide.version, strict.version):
                continue
            if limits.idle(wide.duty, strict.duty):
                yield of_duty(
                    wide, f"{strict.clause.provision} is stricter wherever this limit applies",
                    "strike the wider limit, or state where it prevails", strict,
                )  # fmt: skip


def _during(inner: core.Version, outer: core.Version) -> bool:
    """Whether one version is in force on every day of the other."""
    starts = outer.since is None or inner.since is not None and outer.since <= inner.since
    return starts and (outer.until is None or inner.until is not None and inner.until <= outer.until)


def _repeats(duty: core.Duty) -> bool:
    """Whether the duty excludes values by name, which repeats a list or a limit on purpose."""
    return isinstance(duty, core.Requirement) and isinstance(duty.holds, core.Member) and duty.holds.negated
