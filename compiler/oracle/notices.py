"""Notice of an event: its lead time, its form and its addressees.

Written from docs/semantics.md, Events.
"""

from __future__ import annotations

from typing import Protocol

from pitboss.compiler.oracle.kleene import NOT_APPLICABLE, OPEN, Truth, every, flag, verdict
from pitboss.compiler.oracle.values import MINUTES, Facts, as_number, elements
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import Check


class Holder(Protocol):
    """Facts, with the truths and attestations that a notice is judged by."""

    @property
    def facts(self) -> Facts: ...
    def truth(self, expr: t.Expr, /) -> Truth: ...
    def attested(self) -> Truth: ...
    def attestations(self) -> list[Truth]: ...


def given(check: Check, filed: Holder, holder: Holder) -> str:
    """The verdict on one event as `filed`; `holder` has the facts of its table or of the licensee, with attestations."""
    law, event, applies = check.predicate, filed.facts, every(map(holder.truth, check.conditions))
    assert isinstance(law, t.NoticeNode)
    if event.get("subject") != str(check.subject) or event.get("kind") not in law.before or applies is False:
        return NOT_APPLICABLE
    if event.get("notice") is not True:
        return verdict(applies, flag(event.get("notice")))
    stated: list[Truth] = [
        None if event.get("to") is None else addressee in elements(event["to"]) for addressee in law.to
    ]
    if law.lead:
        lead = as_number(event.get("lead_minutes"))
        stated.append(None if lead is None else lead >= law.lead[0] * MINUTES[law.lead[1]])
    if law.written:
        stated.append(flag(event.get("written")))
    if stated:
        return verdict(applies, every(stated))
    return verdict(applies, holder.attested()) if holder.attestations() else OPEN
