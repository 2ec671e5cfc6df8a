"""L302 A paytable pays a lower hand more than a higher one.

What: The ranking of the game places one hand above another, and the paytable pays the lower one more.
Why: Players expect the higher hand to be paid more; one of the two texts may be misprinted.
Example: Three of a kind pays 3 to 1 and a straight 2 to 1, while the ranking has the straight above.
Remedy: Compare the print of both tables; if both are right, record that the order is intended.
Register: lists differ, conflicting provisions, wrong word.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pitboss.compiler.lint.law_under_lint import LawUnderLint, tables
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core
from pitboss.compiler.model.query import payouts


def payout_order(law: LawUnderLint) -> Iterator[LintFinding]:
    """Neighboring ranks of a ranking of the game that a column of a paytable pays in reverse order."""
    for stated in law.stated:
        duty = stated.duty
        if not isinstance(duty, core.PayoutTable) or stated.reading is not stated.version.readings[0]:
            continue
        orders = list(law.printed_orders(stated.clause.game))
        seen: dict[tuple[str, str], str] = {}
        for table in tables(duty):
            for n in range(1, len(table.heads)):
                paid = payouts(table, n)
                for order in orders:
                    for high, low in pairwise(rank for rank in order if rank in paid):
                        if paid[high][0] == paid[low][0] and paid[high][1] < paid[low][1]:
                            seen[high, low] = f"{paid[low][1]} to 1, {paid[high][1]} to 1"
        for (high, low), figures in seen.items():
            yield of_duty(
                stated, f"pays {_words(low)} more than {_words(high)}, which ranks above it",
                "compare the print of the paytable and of the ranking", printed=(figures,),
            )  # fmt: skip


def _words(name: str) -> str:
    return name.replace("_", " ")
