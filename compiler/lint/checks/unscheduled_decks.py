"""L305 A table may use a number for which no paytable is printed.

What: The paytable of a wager depends on a number, such as that of decks. The rules permit a number, up to the highest one that has
    a paytable, for which none is printed.
Why: At such a table the wager has no lawful payout, so that an implicit prohibition hides in the table.
Example: Paytables are printed for 1, 2, 4, 6 and 8 decks, and nothing forbids 3.
Remedy: Limit the wager to the numbers that have a paytable, or print the missing paytable.
Register: table that cannot bind, missing row.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compiler.exclusion.active_constraints import ActiveConstraints
from pitboss.compiler.exclusion.solver import YES, satisfying
from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty, day
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core


def unscheduled_decks(law: LawUnderLint) -> Iterator[LintFinding]:
    """Numbers that the other clauses of a period permit to a table with the wager, and that have no schedule."""
    for stated in law.stated:
        match stated.duty:
            case core.PayoutTable(subject, _, _, by=str() as by, schedules=schedules) if schedules:
                numbers = {s.value.value for s in schedules if isinstance(s.value.value, Fraction)}
                found: dict[str, None] = {}
                for _, since, until, active in law.periods:
                    version = stated.version
                    lasts = (version.until is None or day(since) < version.until) and (  # type: ignore[operator]
                        version.since is None or until is None or version.since < day(until)  # type: ignore[operator]
                    )
                    if lasts and subject.name in active.offers and by in active.values and numbers:
                        found |= dict.fromkeys(_permitted(law, active, stated, subject.name, by, numbers))
                if found:
                    yield of_duty(
                        stated, f"no paytable is printed for {law.title(by)} {', '.join(found)}, which the rules permit",
                        f"limit {law.title(subject.name)} to the numbers that have a paytable, or print the missing one",
                    )  # fmt: skip


def _permitted(
    law: LawUnderLint, active: ActiveConstraints, stated: StatedDuty, wager: str, by: str, numbers: set[Fraction]
) -> Iterator[str]:
    """The numbers from one up to the highest of a schedule that have none, and that a lawful table can have otherwise."""
    for n, value in enumerate(active.values[by]):
        number = Fraction(value)
        given = {wager: YES, by: 1 << n}
        unprinted = 0 < number <= max(numbers) and number not in numbers
        if unprinted and satisfying(active.firm, given, frozenset({stated.clause.id})) is not None:
            yield value
