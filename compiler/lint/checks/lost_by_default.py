"""L406 A wager ends without a rule on some hands.

What: By exact enumeration, no provision wins, loses or returns the wager on some hands; the odds count them as lost.
Why: What a player does not win is usually lost, but the text does not state it.
Example: A wager wins on 14 or more and loses on 12 or less; nothing is stated about 13.
Remedy: State the result for the remaining hands, for example: otherwise the wager loses.
Register: missing row.
Needs: odds
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core


def lost_by_default(law: LawUnderLint) -> Iterator[LintFinding]:
    """Wagers with hands that the odds engine counts as lost because no rule ends them."""
    seen: dict[str, list[str]] = {}
    for row in law.odds_rows():
        if row.get("lost_by_default"):
            seen.setdefault(row["wager"], row["clauses"])
    for wager, ids in seen.items():
        clauses = [clause for id in ids if (clause := law.clause(id)) and clause.subject.name == wager]
        ends = next((c for c in clauses if _ends(c, core.End.WINS)), law.authorities.get(wager) or clauses[0])
        yield LintFinding(
            ends.provision, "", ends.versions[-1].place,
            f"on some hands no provision states how {law.title(wager)} ends", "state the result for the remaining hands",
            ends.versions[-1].since, None, tuple(dict.fromkeys(clause.provision for clause in clauses if _ends(clause, core.End.LOSES))),
        )  # fmt: skip


def _ends(clause: core.Clause, end: core.End) -> bool:
    duty = clause.versions[-1].duty
    return isinstance(duty, core.Ends) and duty.end is end
