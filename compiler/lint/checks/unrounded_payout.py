"""L306 A payout can end in a fraction, and no provision rounds it.

What: The odds of a wager are no whole number, or a charge is a percentage, and no clause states how what is paid is rounded.
Why: On an odd stake the amount cannot be paid in chips, and player and house may each claim the difference.
Example: A wager pays 2.5 to 1 and may be made in single dollars.
Remedy: State the direction and the unit of rounding, or limit the stake to multiples that divide.
Register: rounding not stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compiler.lint.law_under_lint import LawUnderLint, tables
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Const, ValueKind


def unrounded_payout(law: LawUnderLint) -> Iterator[LintFinding]:
    """Payout tables with fractional odds, of wagers that no rounding clause is about."""
    rounded = {stated.duty.subject.name for stated in law.stated if isinstance(stated.duty, core.Rounding)}
    rounded |= {stated.duty.subject.of or "" for stated in law.stated if isinstance(stated.duty, core.Rounding)}
    for stated in law.stated:
        duty = stated.duty
        if not isinstance(duty, core.PayoutTable) or duty.subject.name in rounded:
            continue
        values = [part for limit in duty.limits for part in core.walk(limit) if isinstance(part, Const)]
        values += [cell for table in tables(duty) for row in table.rows for cell in row.cells if cell]
        odd = [
            v for v in values if v.kind is ValueKind.ODDS and isinstance(v.value, Fraction) and v.value.denominator > 1
        ]
        if odd and stated.reading is stated.version.readings[0]:
            yield of_duty(
                stated, f"pays {', '.join(dict.fromkeys(v.text for v in odd))}, and nothing states how a fraction is rounded",
                "state direction and unit of rounding, or the multiples in which the wager is made",
            )  # fmt: skip
