"""Notice of an event, as the interpreter judges it: what it states of the lead, the form and whom it went to.

Written from docs/semantics.md, Events.
"""

from __future__ import annotations

from typing import Any

from pitboss.compiler.model.cards import MINUTES
from pitboss.compiler.model.rulebook import Check
from pitboss.compiler.oracle.kleene import NOT_APPLICABLE, OPEN, Truth, every, verdict
from pitboss.grammar import tree as t


def given(check: Check, told: Any, people: Any) -> str:
    """The verdict on one event, by what is told of it; `people`: the facts of the table or the licensee, with its attestations."""
    law, event, applies = check.predicate, told.facts, every(map(people.truth, check.conditions))
    assert isinstance(law, t.Notice)
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
    return verdict(applies, people.attested()) if people.attestations() else OPEN
