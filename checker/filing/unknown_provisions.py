"""Attestations and approvals speak for provisions of the rulebook; one that none of them has speaks for nothing."""

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
    spoken: tuple[Attestation | Approval, ...] = (*filing.attestations, *filing.approvals)
    for said in spoken:
        if said.provision not in known:
            message = f"nothing in the rulebook rests on {said.provision}"
            yield Fault("E211", message, (*said.path, "provision"), False, closest(said.provision, known))
