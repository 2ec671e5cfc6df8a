"""What follows from the record of a round, where the record leaves it out."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.runtime.operations import Clause, Facts


def derived(clauses: Iterable[Clause], facts: Facts, day: str) -> Facts:
    """The facts, with every field that follows from them on that day; a field that is recorded stays as it is.

    >>> from pitboss.checker.runtime.operations import plus
    >>> law = [Clause("1:1-1.1(a)/total-follows", "derived", "round", None, None, None, "firm", "", None, ("total",),
    ...     "", "", "", "", quantity=lambda t: plus(t.get("low"), t.get("high")))]
    >>> derived(law, {"low": 2, "high": 3}, "2007-01-01")
    {'low': 2, 'high': 3, 'total': 5}
    """
    ours = [
        c for c in clauses
        if c.kind == "derived" and c.scope == "round" and c.quantity and c.game in (None, facts.get("game"))
        and (c.since or "") <= day and (c.until is None or day < c.until)
    ]  # fmt: skip
    found, waiting = dict(facts), -1
    while waiting != (waiting := sum(found.get(c.subject[-1]) is None for c in ours)):
        for clause in ours:
            if found.get(clause.subject[-1]) is None and clause.quantity:
                value = clause.quantity(found)
                if value is not None:
                    found[clause.subject[-1]] = value
    return found
