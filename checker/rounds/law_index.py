"""The law index: for a table the facts filed for the day, and for a day the clauses in force.

Equal facts and equal law are one object each, so that rows can be grouped by them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from pitboss.checker.filing.facts import facts_key, facts_on
from pitboss.checker.filing.model import Filing
from pitboss.checker.judging.judge import CompiledRulebook, Plan, run
from pitboss.checker.rounds.evidence import Evidence
from pitboss.checker.rounds.ledger import Ledger
from pitboss.checker.rounds.permission import Permission, deciding, standing
from pitboss.checker.rounds.record_format import Form
from pitboss.checker.rounds.steps import Role, RowReach, Step
from pitboss.checker.rounds.worlds import Worlds
from pitboss.checker.runtime.operations import FAIL, NOT_APPLICABLE, OPEN, ClauseScope, CompiledClause, Facts, Verdict
from pitboss.grammar.clause_kinds import ClauseKind


@dataclass(frozen=True, slots=True, eq=False)
class ActiveTableLaw:
    """The facts of a table and the law of a day."""

    facts: tuple[Facts, ...]  # one for each combination of the filed choices
    worlds: tuple[Worlds, ...]  # the law for each of these
    clauses: dict[str, CompiledClause]
    doubtful: frozenset[str]  # applied before an inferred start: a failure is open
    permission: Permission
    evidence: tuple[Evidence, ...]  # for each of the variants
    shared: tuple[
        str, ...
    ]  # the facts that all rows of a round share: those of the round that do not follow from others

    @property
    def reach(self) -> RowReach:
        """The farthest reach of any clause of the day."""
        return max(each.reach for law in self.worlds for each in law.laws)


class LawIndex:
    def __init__(
        self, book: CompiledRulebook, form: Form, steps: Iterable[Step[Role]], filings: Iterable[Filing],
        borrowed: Mapping[str, tuple[str, ...]], reads: Mapping[str, tuple[str, ...]],
        additions: Mapping[str, tuple[str, ...]], departure: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.departure = departure  # the provisions that decide whether a wager may be paid otherwise than filed
        self.reads = reads  # clause → the columns that it can observe
        self.book, self.form, self.borrowed = book, form, borrowed
        self.filings = sorted(filings, key=lambda filing: filing.effective or "")
        authorities = {c.subject[-1]: c for c in book.clauses if c.kind == ClauseKind.AUTHORITY}
        wagers = {wager: clause for wager, clause in authorities.items() if wager in form.wagers}
        options = frozenset(wager for wager in wagers if form.vocabulary.names[wager].kind == "option")
        self.ledger = Ledger(wagers, additions, options)
        self.steps: dict[tuple[str, str | None], list[Step[Role]]] = {}
        for step in steps:
            self.steps.setdefault((step.id, step.since), []).append(step)
        self._laws: dict[tuple[str, str], tuple[Plan, tuple[CompiledClause, ...], tuple[CompiledClause, ...]]] = {}
        self._same: dict[Hashable, ActiveTableLaw] = {}
        self._far: dict[RowReach, frozenset[str]] = {}
        self._by_active_law: dict[tuple[str, str], ActiveTableLaw | str] = {}

    @property
    def far(self) -> frozenset[str]:
        """The tables at which some clause, on some day, reads beyond its row."""
        return self.reaching(RowReach.ROUND)

    def reaching(self, reach: RowReach) -> frozenset[str]:
        """The tables at which some clause, on some day, reaches as far."""
        if reach not in self._far:
            steps = {id_ for (id_, _), readings in self.steps.items() if any(step.reach >= reach for step in readings)}
            games = {clause.game for clause in self.book.clauses if clause.id in steps}
            named = (table for filing in self.filings for table in filing.tables)
            self._far[reach] = frozenset(t.number for t in named if games & {None, t.game})
        return self._far[reach]

    def active_law(self, table: str, day: str) -> ActiveTableLaw | str:
        """The law of the rounds of a table on a day, or the reason why there is none."""
        key = (table, day)
        if key not in self._by_active_law:
            self._by_active_law[key] = self._active_law(table, day)
        return self._by_active_law[key]

    def _active_law(self, number: str, day: str) -> ActiveTableLaw | str:
        if not self.book.covers(day):
            return self.book.not_covered(day)
        filing = next((f for f in reversed(self.filings) if (f.effective or "") <= day), None)
        if filing is None:
            return f"no filing is effective on {day}"
        table = next((t for t in filing.tables if t.number == number), None)
        if table is None:
            return f"table '{number}' is not in the filing"
        zeros = self.form.zeros(table.game)
        plan, clauses, offering = self._law(day, table.game)
        facts = tuple(facts_on(filing, table, variant, day) for variant in table.variants)
        here = tuple((c.id, c.since, c.id in plan.in_force) for c in clauses)
        key = (table.game, tuple(map(facts_key, facts)), here, standing(offering, day))
        if key not in self._same:
            filled = tuple({**f, **zeros, "zeros": zeros} for f in facts)
            worlds = tuple(self._worlds(clauses, day, f) for f in facts)
            if too_many := next((law.too_many for law in worlds if law.too_many), ""):
                return too_many
            doubtful = frozenset(c.id for c in clauses if c.id not in plan.in_force)
            approval_cites = frozenset(
                c.cite for c in plan.of(ClauseScope.TABLE, table.game) if c.kind == ClauseKind.APPROVAL
            )
            evidence = tuple(Evidence(self.reads, law.first) for law in worlds)
            permission = Permission(offering, facts, day, approval_cites, frozenset(c.id for c in clauses))
            derived = {name for law in worlds for name in law.first.derived}
            shared = tuple(name for name in self.form.of_round if name not in derived)
            self._same[key] = ActiveTableLaw(
                filled, worlds, {c.id: c for c in clauses}, doubtful, permission, evidence, shared
            )
        return self._same[key]

    def _law(self, day: str, game: str) -> tuple[Plan, tuple[CompiledClause, ...], tuple[CompiledClause, ...]]:
        """The plan of a day, the clauses that settle the rounds of a game, and those on what its tables may offer."""
        if (day, game) not in self._laws:
            plan = Plan(self.book.clauses, day)
            mine = [*plan.of(ClauseScope.ROUND, game), *plan.of(ClauseScope.TABLE, game)]
            mine += [plan.chosen[name] for name in self.borrowed.get(game, ()) if name in plan.chosen]
            known = [c for c in mine if (c.id, c.since) in self.steps and _settles(c)]
            offering = deciding(plan.of(ClauseScope.TABLE, game), (c.id for c in known))
            self._laws[day, game] = plan, tuple(known), offering
        return self._laws[day, game]

    def _worlds(self, clauses: tuple[CompiledClause, ...], day: str, facts: Facts) -> Worlds:
        """The clauses on filed facts that apply to the table."""
        chosen = []
        for clause in clauses:
            if clause.scope == ClauseScope.TABLE and run(clause, day, facts) == NOT_APPLICABLE:
                continue
            chosen.append(tuple(self.steps[clause.id, clause.since]))
        return Worlds(tuple(chosen), self.reads)

    @staticmethod
    def qualified(active_law: ActiveTableLaw, clause: str, verdict: Verdict) -> Verdict:
        return OPEN if verdict == FAIL and clause in active_law.doubtful else verdict


def _settles(clause: CompiledClause) -> bool:
    """Whether a clause is part of a settlement; among clauses on filed facts a bar never is, whatever its readings require."""
    return clause.scope != ClauseScope.TABLE or clause.kind.settles
