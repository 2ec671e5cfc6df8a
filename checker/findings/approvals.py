"""Approvals: an instrument dispenses exactly one clause, at its tables, for one value, while it is in force."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.filing.facts import approved_value
from pitboss.checker.filing.model import Approval, FiledTable, Filing
from pitboss.checker.findings.fact_text import show
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import PASS, CompiledClause, instruments_of
from pitboss.grammar.clause_kinds import ClauseKind


def approval_of(
    filing: Filing,
    clause: CompiledClause,
    tables: list[FiledTable],
    place: tuple[str, ...],
    filed: object,
    day: str,
    approval_cites: frozenset[str],
) -> tuple[Approval | None, str]:
    """Return the approval, or the reason why an instrument that comes close does not apply.

    If the provision itself requires an approval (it is in `approval_cites`), an instrument that names the provision is that approval.
    To dispense from another clause of that provision, an instrument must name the clause.
    """
    value = _worth(clause, place, filed)
    short = ""
    for approval in filing.approvals:
        if not tables or approval.provision not in (clause.id, clause.cite):
            continue
        if approval.tables is not None and not all(t.number in approval.tables for t in tables):
            continue
        same = approval.value is not None and (approval.value == value or ("money", approval.value) == value)
        if (
            approval.provision != clause.id
            and approval.provision in approval_cites
            and clause.kind != ClauseKind.APPROVAL
        ):
            if same:
                short = f"{approval.instrument} is the approval that {approval.provision} asks for; it does not dispense from this"
        elif not same:
            short = f"{approval.instrument} approves {show(approval.value)}, not this"
        elif not valid_on(approval, day):
            short = f"{approval.instrument} is in force from {approval.since} until {approval.until or 'withdrawn'}, not on {day}"
        else:
            return approval, ""
    return None, short


def valid_on(approval: Approval, day: str) -> bool:
    """Return whether an instrument is in force on a day, on `[from, until)`."""
    return (approval.since or "") <= day and (approval.until is None or day < approval.until)


def met_by(approval: Approval, verdicts: Iterable[ClauseVerdict], day: str) -> list[str]:
    """Return the clauses that require the approval and pass because the instrument is filed."""
    if not valid_on(approval, day):
        return []
    held = approval.provision, approved_value(approval)
    return list(
        dict.fromkeys(
            v.clause.id
            for v in verdicts
            if v.clause.kind == ClauseKind.APPROVAL
            and v.verdict == PASS
            and approval.provision in (v.clause.id, v.clause.cite)
            and (approval.tables is None or any(table.number in approval.tables for table in v.tables))
            and isinstance(v.facts, dict)
            and held in instruments_of(v.facts)
        )
    )


def _worth(clause: CompiledClause, place: tuple[str, ...], filed: object) -> object:
    """The value that an instrument must name: for a bar the other offer, for an offer its name, else the filed value."""
    if clause.kind in (ClauseKind.BARS, ClauseKind.REQUIRES):
        return clause.other[-1]
    return place[-1] if clause.kind == ClauseKind.AUTHORITY else filed
