"""L307 A rarer hand pays less than a more frequent one.

What: By exact enumeration, one row of a paytable is reached less often than another and pays less.
Why: The order of a paytable usually follows from the odds; a reversed pair suggests a ranking copied from another game or a misprint.
Example: In a game of four cards a straight is rarer than a flush, and the flush pays more.
Remedy: Compare the print of paytable and ranking; if both are right, record that the order is intended.
Register: lists differ, conflicting provisions, wrong word.
Needs: odds
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compiler.lint.law_under_lint import LawUnderLint, day
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core
from pitboss.compiler.model.query import payouts


def rarer_pays_less(law: LawUnderLint) -> Iterator[LintFinding]:
    """Pairs of rows of one printed paytable of which the less frequent one pays less, at every figure of the wager."""
    pairs: dict[str, set[tuple[str, str]]] = {}
    for row in law.odds_rows():
        paid = [(o["name"], o["count"], Fraction(o["net"])) for o in row["outcomes"] if "meter" not in o]
        reached = {
            (rare, often)
            for rare, few, low in paid
            for often, many, high in paid
            if 0 < few < many and Fraction(0) < low < high
        }
        known = pairs.setdefault(row["wager"], reached)
        known &= reached
    for wager, found in pairs.items():
        for stated in law.stated:
            duty = stated.duty
            if not isinstance(duty, core.PayoutTable) or duty.subject.name != wager or stated.version.until:
                continue
            tables = [table for table in (duty.table, *(s.table for s in duty.schedules)) if table]
            rows = {name for table in tables for n in range(1, len(table.heads)) for name in payouts(table, n)}
            for rare, often in sorted(found):
                if {rare, often} <= rows and stated.reading is stated.version.readings[0]:
                    yield LintFinding(
                        stated.clause.provision, stated.clause.name, stated.reading.place,
                        f"{_words(rare)} is rarer than {_words(often)} and pays less",
                        "compare the print of the paytable and of the ranking", day(law.odds_day),
                    )  # fmt: skip


def _words(name: str) -> str:
    return name.replace("_", " ")
