"""Notice of an event: its lead time, its form and its addressees.

Written from docs/semantics.md, Events.
"""

from __future__ import annotations

from typing import Any

from pitboss.compiler.model.resolved_rulebook import Check
from pitboss.compiler.oracle.kleene import NOT_APPLICABLE, OPEN, Truth, every, verdict
from pitboss.compiler.oracle.values import MINUTES
from pitboss.grammar import tree as t


def given(check: Check, filed: Any, holder: Any) -> str:
    """The verdict on one event as `filed`; `holder` has the facts of its table or of the licensee, with attestations."""
    law, event, applies = check.predicate, filed.facts, every(map(holder.truth, check.conditions))
    assert isinstance(law, t.NoticeNode)
    if event.get("subject") != str(check.subject) or event.get("kind") not in law.before or applies is False:
        return NOT_APPLICABLE
    if event.get("notice") is not True:
        return verdict(applies, event.get("notice"))
    stated: list[Truth] = [None if event.get("to") is None else addressee in event["to"] for addressee in law.to]
    if law.lead:
        lead = event.get("lead_minutes")
        stated.append(None if lead is None else lead >= law.lead[0] * MINUTES[law.lead[1]])
    if law.written:
        stated.append(event.get("written"))
    if stated:
        return verdict(applies, every(stated))
    return verdict(applies, holder.attested()) if holder.attestations() else OPEN
