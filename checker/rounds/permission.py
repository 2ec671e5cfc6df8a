"""Whether a table may offer the wagers that a row stakes: the verdicts of `check` on the table if it offered them.

A stake shows that the wager was offered. The clauses that decide what a table may offer (authority, bars, requirements)
are therefore evaluated on the filed facts with the staked wagers among the offers. Rows that stake the same wagers at
tables with equal facts share one evaluation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from pitboss.checker.judging.judge import in_force, run
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    OPEN,
    PASS,
    ClauseKind,
    CompiledClause,
    Facts,
    Verdict,
    instruments_of,
    offers_of,
)

# the kinds of clauses that decide what a table may offer
OFFERING = (ClauseKind.AUTHORITY, ClauseKind.BARS, ClauseKind.REQUIRES, ClauseKind.OFFERED)

Permitted = dict[str, Verdict]  # clause → its verdict, unless that is pass or not applicable


class Permission:
    """The clauses of one day on what one table may offer, and the table's filed facts."""

    def __init__(
        self, clauses: Iterable[CompiledClause], facts: tuple[Facts, ...], day: str, approval_cites: frozenset[str]
    ) -> None:
        self.facts, self.day = facts, day
        self._approval_cites = approval_cites  # provisions that themselves require an approval
        self.clauses = {clause.id: clause for clause in clauses}
        authorities = [clause for clause in self.clauses.values() if clause.kind == ClauseKind.AUTHORITY]
        self._game = next((clause for clause in authorities if clause.subject == ("game",)), None)
        self._authority = {clause.subject[-1]: clause for clause in authorities if clause.subject != ("game",)}
        self._known: dict[frozenset[str], tuple[Permitted, ...]] = {}

    def verdicts(self, staked: frozenset[str]) -> tuple[Permitted, ...]:
        """The verdicts on a row that stakes these wagers, for each combination of the filed choices."""
        if staked not in self._known:
            self._known[staked] = tuple(self._judge(facts, staked) if staked else {} for facts in self.facts)
        return self._known[staked]

    def involved(self, clause: str, staked: frozenset[str]) -> tuple[str, ...]:
        """The staked wagers that a clause concerns, in alphabetical order."""
        found = self.clauses[clause]
        if found is self._game:
            return tuple(sorted(name for name in staked if name not in self._authority)) or tuple(sorted(staked))
        return tuple(sorted(staked & _observed(found)))

    def _judge(self, filed: Facts, staked: frozenset[str]) -> Permitted:
        offers = offers_of(filed)
        shown = {**filed, "offers": {**offers, **{name: {} for name in sorted(staked) if name not in offers}}}
        found: Permitted = {}
        for clause in self.clauses.values():
            if clause is not self._game and staked.isdisjoint(_observed(clause)):
                continue
            verdict = run(clause, self.day, shown)
            if verdict == NEEDS:
                continue  # the filing lacks a fact of the table, which `check` requests
            if clause.kind == ClauseKind.AUTHORITY and verdict == PASS:
                verdict = self._authorized(clause, filed, staked)
            if verdict == FAIL and self._is_approved(clause, filed):
                verdict = APPROVED
            if verdict in (FAIL, OPEN, APPROVED, NEEDS):
                found[clause.id] = verdict
        return found

    def _authorized(self, clause: CompiledClause, filed: Facts, staked: frozenset[str]) -> Verdict:
        """The verdict if the law allows the offer: a complete list of offers without it excludes it."""
        if clause is self._game:
            return PASS if staked <= self._authority.keys() else OPEN if clause.elsewhere else FAIL
        if clause.subject[-1] in offers_of(filed):
            return PASS
        return FAIL if filed.get("closed") else NEEDS

    def _is_approved(self, clause: CompiledClause, filed: Facts) -> bool:
        """Whether an instrument in force dispenses from the clause, as `findings/approvals.py` decides for a filing."""
        value = (
            clause.subject[-1] if clause.kind == ClauseKind.AUTHORITY else clause.other[-1] if clause.other else None
        )
        keys = {clause.id} if clause.cite in self._approval_cites else {clause.id, clause.cite}
        return any(provision in keys and named == value for provision, named in instruments_of(filed))


def deciding(clauses: Iterable[CompiledClause], settled: Iterable[str]) -> tuple[CompiledClause, ...]:
    """The clauses on what a table may offer, without those that the settlement of a round judges itself."""
    own = {*settled}
    return tuple(c for c in clauses if c.kind in OFFERING and c.id not in own and (c.check is not None or c.readings))


def standing(clauses: Iterable[CompiledClause], day: str) -> tuple[Hashable, ...]:
    """A key that is equal on days on which these clauses give equal verdicts on equal facts."""
    return tuple(
        (c.id, c.since, in_force(c, day), bool(c.opened and c.opened <= day < (c.since or ""))) for c in clauses
    )


def _observed(clause: CompiledClause) -> set[str]:
    """The offers that the clause can observe."""
    return {path[1] for path in clause.footprint or () if path[0] == "offers" and len(path) > 1}
