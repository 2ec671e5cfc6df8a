"""Whether a table may offer the wagers that a row stakes: the verdicts of `check` on the table if it offered them.

A stake shows that the wager was offered. The clauses that decide what a table may offer (authority, bars, requirements)
are therefore evaluated on the filed facts with the staked wagers among the offers. Rows that stake the same wagers at
tables with equal facts share one evaluation. A stake outside the limits that the table files for the wager departs from the filing; no
available text decides on it (docs/semantics.md, Settled rounds).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Never

from pitboss.checker.judging.judge import in_force, run
from pitboss.checker.rounds.steps import C, Operations, W
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    CompiledClause,
    Facts,
    Quantity,
    Truth,
    Verdict,
    instruments_of,
    offers_of,
)
from pitboss.grammar.clause_kinds import ClauseKind

LIMITS = ("minimum", "maximum", "stakes")  # what a table files on the stakes that it accepts

Permitted = dict[str, Verdict]  # clause → its verdict, unless that is pass or not applicable


class Permission:
    """The clauses of one day on what one table may offer, and the table's filed facts."""

    def __init__(
        self, clauses: Iterable[CompiledClause], facts: tuple[Facts, ...], day: str, approval_cites: frozenset[str],
        settled: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.facts, self.day = facts, day
        self._approval_cites = approval_cites  # provisions that themselves require an approval
        self._settled = settled  # clauses that a settlement judges where the table files their subject
        self.clauses = {clause.id: clause for clause in clauses}
        self._observed = {id_: _observed(clause) for id_, clause in self.clauses.items()}
        authorities = [clause for clause in self.clauses.values() if clause.kind == ClauseKind.AUTHORITY]
        self._game = next((clause for clause in authorities if clause.subject == ("game",)), None)
        self._authority = {clause.subject[-1]: clause for clause in authorities if clause.subject != ("game",)}
        self._known: dict[frozenset[str], tuple[Permitted, ...]] = {}

    def verdicts(self, stakes: Mapping[str, Quantity], ops: Operations[Never, Never]) -> tuple[Permitted, ...]:
        """The verdicts on a row with these stakes, for each combination of the filed choices."""
        beyond = (
            frozenset(wager for wager, stake in stakes.items() if outside(offers_of(facts).get(wager, {}), stake, ops))
            for facts in self.facts
        )
        return tuple(self.verdicts_on(choice, frozenset(stakes), wagers) for choice, wagers in enumerate(beyond))

    def verdicts_on(self, choice: int, staked: frozenset[str], beyond: frozenset[str]) -> Permitted:
        """The verdicts on a row that stakes these wagers, some of them beyond their filed limits."""
        found = self._offering(staked)[choice]
        return {**found, **{id_: OPEN for wager in beyond if (id_ := self._limited(wager, found))}}

    def departing(
        self, clause: str, stakes: Mapping[str, Quantity], ops: Operations[Never, Never]
    ) -> tuple[str, list[Facts]]:
        """The wager by whose stake alone the clause is open, and the offers, one for each choice, outside whose limits the stake lies."""
        offers = [offers_of(facts) for facts in self.facts]
        for wager, stake in stakes.items():
            if self._authority.get(wager) is self.clauses[clause]:
                choices = zip(offers, self._offering(frozenset(stakes)), strict=True)
                of = [offer.get(wager, {}) for offer, found in choices if self._limited(wager, found)]
                return wager, [one for one in of if outside(one, stake, ops)]
        return "", []

    def _limited(self, wager: str, found: Permitted) -> str:
        """The clause that authorizes a wager, unless a breach of it covers whatever is filed of the wager."""
        clause = self._authority.get(wager)
        return clause.id if clause is not None and found.get(clause.id, APPROVED) == APPROVED else ""

    def _offering(self, staked: frozenset[str]) -> tuple[Permitted, ...]:
        """The verdicts on the offers of a row that stakes these wagers, for each combination of the filed choices."""
        if staked not in self._known:
            self._known[staked] = tuple(self._judge(facts, staked) if staked else {} for facts in self.facts)
        return self._known[staked]

    def judges(self, clause: str) -> bool:
        """Whether the clause is judged here, and not by the settlement."""
        found = self.clauses.get(clause)
        return found is not None and not (clause in self._settled and found.subject[-1] in offers_of(self.facts[0]))

    def involved(self, clause: str, staked: frozenset[str]) -> tuple[str, ...]:
        """The staked wagers that a clause concerns, in alphabetical order."""
        found = self.clauses[clause]
        if found is self._game:
            return tuple(sorted(name for name in staked if name not in self._authority)) or tuple(sorted(staked))
        return tuple(sorted(staked & self._observed[clause]))

    def _judge(self, filed: Facts, staked: frozenset[str]) -> Permitted:
        offers = offers_of(filed)
        shown = {**filed, "offers": {**offers, **{name: {} for name in sorted(staked) if name not in offers}}}
        found: Permitted = {}
        for clause in self.clauses.values():
            if clause is not self._game and staked.isdisjoint(self._observed[clause.id]):
                continue
            if not self.judges(clause.id):
                continue
            verdict = run(clause, self.day, shown)
            if clause.id in self._settled and verdict != NOT_APPLICABLE:
                verdict = run(clause, self.day, {**filed, "closed": True, "offers": dict.fromkeys(staked, {})})
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


def outside(offer: Facts, stake: Quantity | C, ops: Operations[C, W]) -> Truth | C:
    """Whether a stake is below the filed minimum, above the filed maximum, or none of the filed stakes."""
    least, most, stakes = (offer.get(name) for name in LIMITS)
    return ops.either(
        ops.less(stake, least) if isinstance(least, int | Fraction) else False,
        ops.more(stake, most) if isinstance(most, int | Fraction) else False,
        ops.no(ops.among(stake, stakes)) if isinstance(stakes, tuple) else False,
    )


def deciding(clauses: Iterable[CompiledClause], settled: Iterable[str]) -> tuple[CompiledClause, ...]:
    """The clauses on what a table may offer, without those that the settlement of a round always judges itself."""
    own = {*settled}
    return tuple(
        c
        for c in clauses
        if c.kind.offering
        and (c.id not in own or c.kind == ClauseKind.REQUIRES)
        and (c.check is not None or c.readings)
    )


def standing(clauses: Iterable[CompiledClause], day: str) -> tuple[Hashable, ...]:
    """A key that is equal on days on which these clauses give equal verdicts on equal facts."""
    return tuple(
        (c.id, c.since, in_force(c, day), bool(c.opened and c.opened <= day < (c.since or ""))) for c in clauses
    )


def _observed(clause: CompiledClause) -> set[str]:
    """The offers that the clause can observe."""
    return {path[1] for path in clause.footprint or () if path[0] == "offers" and len(path) > 1}
