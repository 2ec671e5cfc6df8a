"""L307 A hand ranks higher, is more frequent and pays more.

What: By exact enumeration, one hand occurs less often than another one that the ranking of the game places above it, and the
    paytable follows the ranking.
Why: Rankings usually follow frequency; a reversed pair suggests a ranking that was copied from a game with other hands.
Example: In a game of four cards a straight is rarer than a flush, and the flush ranks higher and pays more.
Remedy: Compare the print of paytable and ranking; if both are right, record that the order is intended.
Register: lists differ, conflicting provisions, other.
Needs: odds
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core


def rarer_pays_less(law: LawUnderLint) -> Iterator[LintFinding]:
    """Pairs of ranks of which the lower one is rarer and pays less, at every figure of the wager."""
    pairs: dict[tuple[str, str | None], set[tuple[str, str]]] = {}
    for row in law.odds_rows():
        counts = {outcome["name"]: (outcome["count"], Fraction(outcome["net"])) for outcome in row["outcomes"]}
        reversed_ = {
            (high, low)
            for order in law.printed_orders(row["game"])
            for n, high in enumerate(order)
            for low in order[n + 1 :]
            if high in counts
            and low in counts
            and 0 < counts[low][0] < counts[high][0]
            and counts[low][1] < counts[high][1]
        }
        pairs.setdefault((row["wager"], row["game"]), reversed_).intersection_update(reversed_)
    for (wager, _), found in pairs.items():
        clause = next(
            (
                c
                for c in law.book.clauses
                if c.subject.name == wager and isinstance(c.versions[-1].duty, core.PayoutTable)
            ),
            None,
        )
        for high, low in sorted(found) if clause else ():
            assert clause is not None
            names = low.replace("_", " "), high.replace("_", " ")
            yield LintFinding(
                clause.provision, clause.name, clause.versions[-1].place,
                f"{names[0]} is rarer than {names[1]}, ranks below it and pays less",
                "compare the print of the paytable and of the ranking", clause.versions[-1].since, printed=names,
            )  # fmt: skip
