"""Reports attestations and approvals that name a provision on which no clause of the rulebook rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Approval, Attestation, Filing
from pitboss.checker.filing.typed_values import closest
from pitboss.checker.runtime.operations import CompiledClause, wider


def unmatched(filing: Filing, clauses: Iterable[CompiledClause]) -> Iterator[Fault]:
    """
    >>> list(unmatched(Filing({}, None, False, (), (), (), (), (), (), lambda t, p: ()), ()))
    []
    """
    known = {key for clause in clauses for key in wider(clause.id)}
    entries: tuple[Attestation | Approval, ...] = (*filing.attestations, *filing.approvals)
    for entry in entries:
        if entry.provision not in known:
            message = f"nothing in the rulebook rests on {entry.provision}"
            yield Fault("E211", message, (*entry.path, "provision"), False, closest(entry.provision, known))
