"""L401 Two limits contradict each other under a reading.

What: Two clauses limit the same thing on the same days, and under some readings of their texts no value complies with both. Rules
    that contradict each other under every reading do not compile at all (R210).
Why: Whether a filing can be lawful depends on which reading the agency adopts.
Example: One clause reads as at least six decks, and another allows four at most.
Remedy: The reading under which both can be met is probably meant; record why, or ask the agency.
Register: conflicting provisions, precedence not stated, open text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.compiler.analysis.conflicts import ComparedLimits, topic
from pitboss.compiler.lint.law_under_lint import LawUnderLint, StatedDuty
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty


def contradictory_limits(law: LawUnderLint) -> Iterator[LintFinding]:
    """Pairs of readings of different clauses on one topic that no value satisfies, where another pair of readings can be met."""
    limits = ComparedLimits(law.book)
    topics: dict[tuple[object, ...], list[StatedDuty]] = {}
    for stated in law.stated:
        if found := topic(stated.duty):
            topics.setdefault(found, []).append(stated)
    for group in topics.values():
        for first, second in combinations(group, 2):
            games = {first.clause.game, second.clause.game}
            apart = first.clause.id == second.clause.id or len(games - {None}) > 1
            if apart or not first.version.overlaps(second.version) or not limits.collide(first.duty, second.duty):
                continue
            pairs = [(x.duty, y.duty) for x in first.version.readings for y in second.version.readings]
            if not all(limits.collide(x, y) for x, y in pairs):
                names = [s.reading.name for s in (first, second) if s.reading.name]
                read = f", read as {' and '.join(name.replace('_', ' ') for name in names)}" if names else ""
                yield of_duty(
                    second, f"no value complies with this and with {first.clause.provision}{read}",
                    "record why the other reading is meant, or state which provision prevails", first,
                )  # fmt: skip
