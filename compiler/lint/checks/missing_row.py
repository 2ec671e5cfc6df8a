"""L303 A wager wins on hands for which its paytable has no row.

What: By exact enumeration, some hands meet the condition for winning and reach no row of the paytable.
Why: The wager is won and nobody can tell what it pays.
Example: A wager wins if any of the first three cards is a seven; the paytable has rows for the first card, the first two and all three.
Remedy: Read the definition of the wager together with its paytable; the narrower one is usually meant.
Register: definition contradicts payout.
Needs: odds
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core
from pitboss.compiler.odds.odds_row import OddsRow


def missing_row(law: LawUnderLint) -> Iterator[LintFinding]:
    """Wagers of which the odds engine found a winning hand without a row, with that hand."""
    found: dict[tuple[str, str], OddsRow] = {}
    for row in law.odds_rows():
        for gap in row.get("gaps", ()):
            found.setdefault((row["wager"], ", ".join(row["readings"].values())), row | {"gaps": [gap]})
    for (wager, reading), row in found.items():
        authority = law.authorities.get(wager)
        clauses = [clause for id in row["clauses"] if (clause := law.clause(id))]
        ends = next((c for c in clauses if _ends(c, core.End.WINS)), authority or clauses[0])
        under = f", under the reading {reading.replace('_', ' ')}" if reading else ""
        yield LintFinding(
            ends.provision, "", ends.versions[-1].place, f"{row['title']} {row['gaps'][0]}{under}",
            "read the definition of the wager together with its paytable", ends.versions[-1].since, None,
            tuple(dict.fromkeys(clause.provision for clause in clauses)),
        )  # fmt: skip


def _ends(clause: core.Clause, end: core.End) -> bool:
    duty = clause.versions[-1].duty
    return isinstance(duty, core.Ends) and duty.end is end
