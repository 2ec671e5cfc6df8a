"""L304 Payouts cannot meet a bound on the house advantage.

What: The law bounds the house advantage of a wager. With fixed payouts every exact figure is outside of the bound; or, with payouts
    that are floors, the least payouts leave an advantage below the least that is allowed, and higher ones leave still less.
Why: Nobody can lawfully offer the wager.
Example: The advantage has to be at least 1 percent, and at the printed least of 12 to 1 the player has it.
Remedy: Compare the exact odds (pitboss law odds) with the bound and file payouts within it; one of the two figures needs correction.
Register: conflicting provisions.
Needs: odds
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core
from pitboss.compiler.model.core import AllOf, Compare, Const, Fact, Need, Relation, Requirement

_LOW = (Relation.AT_LEAST, Relation.MORE, Relation.EQUAL)
_HIGH = (Relation.AT_MOST, Relation.LESS, Relation.EQUAL)


def unmeetable_advantage(law: LawUnderLint) -> Iterator[LintFinding]:
    """Bounds on a computed advantage that no exact figure of the wager meets."""
    for stated in law.stated:
        if not isinstance(stated.duty, Requirement) or stated.duty.need is not Need.BOUND:
            continue
        wager = _wager(law, stated)
        edges = [Fraction(row["advantage"]) for row in law.odds_rows() if row["wager"] == wager]
        if not wager or not edges:
            continue
        low, high = _bounds(stated.duty.holds)
        fixed = _fixed(law, wager)
        least, most = min(edges), max(edges)
        if low is not None and most < low:
            paid = "its" if fixed else "the least"
            problem = f"at {paid} payouts the house advantage is at most {_percent(most)}, less than {_percent(low)}"
        elif high is not None and least > high and fixed:
            problem = f"at its payouts the house advantage is at least {_percent(least)}, more than {_percent(high)}"
        else:
            continue
        yield of_duty(
            stated, f"{law.title(wager)}: {problem}", "one of the two figures needs correction", *_paying(law, wager)
        )


def _wager(law: LawUnderLint, stated: StatedDuty) -> str | None:
    """The wager of a bounded fact that follows from its house edge."""
    for node in core.walk(*core.expressions(stated.duty)):
        derived = law.book.derivations.get(str(node)) if isinstance(node, Fact) else None
        for part in core.walk(derived) if derived is not None else ():
            match part:
                case core.Apply("edge", (Const(value=str(wager)), *_)):
                    return wager
    return None


def _bounds(holds: core.Expr) -> tuple[Fraction | None, Fraction | None]:
    """The least and the most of the constant comparisons of a bound."""
    low, high = None, None
    for part in holds.items if isinstance(holds, AllOf) else (holds,):
        match part:
            case Compare(relation, _, Const(value=Fraction() as value)):
                low = value if relation in _LOW else low
                high = value if relation in _HIGH else high
    return low, high


def _paying(law: LawUnderLint, wager: str) -> list[core.Clause]:
    found = [
        c for c in law.book.clauses if c.subject.name == wager and isinstance(c.versions[-1].duty, core.PayoutTable)
    ]
    return found[:1]


def _fixed(law: LawUnderLint, wager: str) -> bool:
    """Whether the law prints the payouts of a wager exactly."""
    duties = [clause.versions[-1].duty for clause in _paying(law, wager)]
    return any(isinstance(duty, core.PayoutTable) and duty.mode.exact for duty in duties)


def _percent(share: Fraction) -> str:
    return f"{float(share) * 100:.2f}".rstrip("0").rstrip(".") + "%"
