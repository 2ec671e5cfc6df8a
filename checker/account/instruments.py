"""The filed instruments, whether each is in force, and what depends on it."""

from __future__ import annotations

from pitboss.checker.account.audit_data import FiledApproval
from pitboss.checker.account.common import JudgedFiling, where
from pitboss.checker.findings.approvals import met_by, valid_on
from pitboss.checker.findings.fact_text import show


def approvals(case: JudgedFiling) -> list[FiledApproval]:
    """What depends on an instrument: findings from which it dispenses, by id, and clauses that require the approval,
    by name.
    """
    made: list[FiledApproval] = []
    for a in case.filing.approvals:
        findings = [id_ for f, id_ in zip(case.findings, case.ids, strict=True) if f.approval == a]
        clauses = met_by(a, case.verdicts, case.day)
        made.append(
            {
                "instrument": a.instrument, "digest": a.digest, "provision": a.provision,
                "tables": None if a.tables is None else list(a.tables), "value": None if a.value is None else show(a.value),
                "from": a.since, "until": a.until, "conditions": list(a.conditions), "in_force": valid_on(a, case.day),
                "relied_on": [*findings, *clauses], "place": where(case.places.get(a.path)),
            }
        )  # fmt: skip
    return made
