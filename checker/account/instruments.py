"""The filed instruments, whether each is in force, and what depends on it."""

from __future__ import annotations

from pitboss.checker.account.audit_data import FiledApproval
from pitboss.checker.account.common import JudgedFiling, provision, where
from pitboss.checker.filing.facts import approved_value
from pitboss.checker.filing.model import Approval
from pitboss.checker.findings.fact_text import show
from pitboss.checker.runtime.operations import PASS, ClauseKind, instruments_of


def approvals(case: JudgedFiling) -> list[FiledApproval]:
    """What depends on an instrument: findings from which it dispenses, by id, and clauses that require the approval,
    by name.
    """
    made: list[FiledApproval] = []
    for a in case.filing.approvals:
        in_force = (a.since or "") <= case.day and (a.until is None or case.day < a.until)
        findings = [id_ for f, id_ in zip(case.findings, case.ids, strict=True) if f.approval == a]
        clauses = dict.fromkeys(
            v.clause.id
            for v in case.verdicts
            if v.clause.kind == ClauseKind.APPROVAL
            and v.verdict == PASS
            and in_force
            and _serves(a, v.clause.id, v.facts, v.tables)
        )
        made.append(
            {
                "instrument": a.instrument, "digest": a.digest, "provision": a.provision,
                "tables": None if a.tables is None else list(a.tables), "value": None if a.value is None else show(a.value),
                "from": a.since, "until": a.until, "conditions": list(a.conditions), "in_force": in_force,
                "relied_on": [*findings, *clauses], "place": where(case.places.get(a.path)),
            }
        )  # fmt: skip
    return made


def _serves(a: Approval, clause: str, facts: object, tables: tuple[object, ...]) -> bool:
    if a.provision not in (clause, provision(clause)):
        return False
    held = instruments_of(facts) if isinstance(facts, dict) else ()
    here = a.tables is None or any(getattr(table, "number", None) in a.tables for table in tables)
    return here and (a.provision, approved_value(a)) in held
