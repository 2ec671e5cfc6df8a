"""L202 No table can lawfully offer a wager or option on some days.

What: On those days the offer is authorized, and the constraints in force leave no table that has it.
Why: The authority is empty: whoever uses it breaches another provision.
Example: A wager requires an eight-deck shoe, and another provision allows six decks at most.
Remedy: Read the clauses of the conflict together: one of them needs an exception, another date or another figure.
Register: conflicting provisions, idle provision, table that cannot bind.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.exclusion.solver import YES, conflicts, satisfying
from pitboss.compiler.lint.law_under_lint import LawUnderLint, day
from pitboss.compiler.lint.lint_finding import LintFinding


def unofferable_wager(law: LawUnderLint) -> Iterator[LintFinding]:
    """Authorized offers that the constraints of a period exclude from every table, with the clauses of the shortest conflict."""
    found: dict[tuple[str, tuple[str, ...]], tuple[str, str | None]] = {}
    for _, since, until, active in law.periods:
        for name in active.offers:
            if satisfying(active.firm, {name: YES}) is None:
                ids = conflicts(active.firm, {name: YES})[0]
                start, end = found.get((name, ids), (since, since))
                found[name, ids] = (start if end == since else since, until)
    for (name, ids), (start, end) in found.items():
        authority = law.authorities[name]
        clauses = [clause for id in ids if (clause := law.clause(id))]
        yield LintFinding(
            authority.provision, authority.name, authority.versions[0].place,
            f"no table can lawfully offer {law.title(name)}: " + ", ".join(clause.id for clause in clauses) + " exclude it together",
            "give one of these clauses an exception, another date or another figure",
            day(start), day(end), tuple(dict.fromkeys(clause.provision for clause in clauses)),
        )  # fmt: skip
