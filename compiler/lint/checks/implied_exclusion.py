"""L204 An exclusion or a limit adds nothing to the other rules in force.

What: On every day on which the clause is in force, every table that complies with the other clauses complies with it too. A
    clause that states the same as another one is L203, and the reverse of an exclusion is no defect.
Why: A rule that decides nothing suggests a case that cannot occur.
Example: A wager bars another one, and both require equipment of which a table has only one.
Remedy: Strike the clause, or find the case that it was meant for.
Register: idle provision, overlapping exclusion, table that cannot bind.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.exclusion.active_constraints import ActiveConstraints
from pitboss.compiler.exclusion.solver import Disjunction, satisfying
from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core


def implied_exclusion(law: LawUnderLint) -> Iterator[LintFinding]:
    """Exclusions and limits of one reading whose constraints the other clauses of each period imply."""
    idle: dict[str, bool] = {}
    for _, _, _, active in law.periods:
        for id, rule in active.firm.rules.items():
            clause = law.clause(id)
            if clause and id in active.clauses and _decides(clause):
                idle[id] = idle.get(id, True) and _implied(active, rule)
    for id in (id for id, always in idle.items() if always):
        clause = law.clause(id)
        if clause:
            yield LintFinding(
                clause.provision, clause.name, clause.versions[-1].place, "the other rules in force imply it on all its days",
                "strike it, or state the case that it is meant for", clause.versions[0].since, clause.versions[-1].until,
            )  # fmt: skip


def _decides(clause: core.Clause) -> bool:
    """Whether a clause is an exclusion or a limit with one meaning. What requires another offer is about players,
    too, and a value that is excluded by name repeats a list; neither is judged."""
    duties = [version.duty for version in clause.versions]
    return not any(version.is_open for version in clause.versions) and all(
        isinstance(duty, core.Requirement)
        and duty.need in (core.Need.BARS, core.Need.BOUND)
        and not (isinstance(duty.holds, core.Member) and duty.holds.negated)
        for duty in duties
    )


def _implied(active: ActiveConstraints, rule: list[Disjunction]) -> bool:
    """Whether no assignment violates the rule and satisfies those that state something else."""
    meaning = {frozenset(disjunction) for disjunction in rule}
    same = frozenset(
        id for id, other in active.firm.rules.items() if meaning & {frozenset(disjunction) for disjunction in other}
    )
    for disjunction in rule:
        broken = {variable: active.firm.domains[variable] & ~bits for variable, bits in disjunction}
        if not all(broken.values()) or satisfying(active.firm, broken, same) is not None:
            return False
    return True
