"""L201 An exclusion is stated by one side only.

What: A provision keeps one offer away from another, and no provision on the other offer states the reverse.
Why: Both offers are excluded all the same, but whoever reads only the rules of the other one cannot know it.
Example: The section on a streak wager bars a progressive wager; the section on the progressive wager bars nothing.
Remedy: State the exclusion in both sections, or cite the excluding section in the other one.
Register: one-sided exclusion.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Need, Not, Offered, Requirement


def one_sided_exclusion(law: LawUnderLint) -> Iterator[LintFinding]:
    """Bars between two offers without a bar in the other direction on a common day."""
    bars = [(stated, bar) for stated in law.stated for bar in _bars(law, stated)]
    for stated, (subject, other) in bars:
        mirrored = any(
            bar == (other, subject) and back.version.overlaps(stated.version)
            for back, bar in bars
            if back is not stated
        )
        duty = stated.duty
        stated_alone = isinstance(duty, Requirement) and duty.need is Need.BARS and not duty.exclusive
        authority = law.authorities.get(other)
        together = authority is not None and authority.provision.startswith(
            stated.clause.provision
        )  # one text has both offers
        if stated_alone and not mirrored and not together and stated.reading is stated.version.readings[0]:
            yield of_duty(
                stated,
                f"{law.title(subject)} excludes {law.title(other)}, and no provision on {law.title(other)} excludes {law.title(subject)}",
                f"state it at {authority.provision if authority else law.title(other)} too, or cite {stated.clause.provision} there",
                *([authority] if authority else []),
            )  # fmt: skip


def _bars(law: LawUnderLint, stated: StatedDuty) -> Iterator[tuple[str, str]]:
    """The pairs of offers (subject, other) of which the duty states that the first excludes the second."""
    duty = stated.duty
    match duty:
        case Requirement(need=Need.BARS, holds=Not(Offered(other))) if law.is_offer(other):
            yield duty.subject.name, other
            if duty.exclusive:
                yield other, duty.subject.name
        case Requirement(need=Need.NO_OFFER | Need.OFFER):
            named = [node.name for node in core.walk(*core.expressions(duty)) if isinstance(node, Offered)]
            yield from (
                (duty.subject.name, other) for other in named if law.is_offer(other) and other != duty.subject.name
            )
