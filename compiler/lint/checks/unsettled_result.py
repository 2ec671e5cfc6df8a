"""L405 One result of a wager is not stated.

What: The rules state when a wager wins and not when it loses, or the reverse.
Why: A dispute about the case that is left out has no rule that decides it.
Example: A wager wins if the next card is red; no provision states that it loses otherwise.
Remedy: State the missing result.
Register: missing row.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core
from pitboss.compiler.model.core import End, SubjectKind


def unsettled_result(law: LawUnderLint) -> Iterator[LintFinding]:
    """Wagers whose winning or losing is not stated, while the other one is."""
    ends: dict[str, dict[End, StatedDuty]] = {}
    for stated in law.stated:
        if isinstance(stated.duty, core.Ends):
            ends.setdefault(stated.duty.subject.name, {}).setdefault(stated.duty.end, stated)
    for name, found in ends.items():
        if law.book.kind(name) is not SubjectKind.WAGER:
            continue  # what is no wager of its own has no stake to lose
        for has, lacks, verb in ((End.WINS, End.LOSES, "loses"), (End.LOSES, End.WINS, "wins")):
            if has in found and lacks not in found:
                yield of_duty(
                    found[has], f"no provision states when {law.title(name)} {verb}", f"state when {law.title(name)} {verb}"
                )  # fmt: skip
