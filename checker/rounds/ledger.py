"""The ledger: money on a wager that neither what was wagered nor a clause explains.

It is kept above the clauses, once for one row and for many rows in columns. docs/semantics.md, The ledger, defines it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import cast

from pitboss.checker.rounds.settlement import MONEY, Settling, TableLaw, excusing
from pitboss.checker.rounds.steps import BoundRole, C, EndsRole, Operations, Step, W, WagerEnd
from pitboss.checker.rounds.worlds import Worlds
from pitboss.checker.runtime.operations import CompiledClause, Facts, Quantity, Truth, Verdict
from pitboss.grammar.limit_kinds import LimitKind

TAKEN = ("collected", "returned")


@dataclass(frozen=True, slots=True)
class Ledger:
    authorities: Mapping[str, CompiledClause]  # wager → the clause that authorizes it
    additions: Mapping[str, tuple[str, ...]]  # wager → the fields whose amounts were wagered in addition to its stake
    options: frozenset[str]  # the names among the wagers that are options

    def unexplained(
        self, law: TableLaw, t: Facts, ops: Operations[C, W], wagers: Iterable[str], verdicts: Mapping[str, Verdict | W]
    ) -> Iterator[tuple[str, Verdict | W]]:
        """Yield each wager with such money in any row, and the verdict of each row; a fact may be missing that explains it.

        `verdicts` are those of the clauses; a breach that one of them reports is not reported again.
        """
        for wager in wagers:
            paid, collected, returned = (_amount(t, ops, field, wager) for field in MONEY)
            taken, wagered = ops.plus(collected, returned), self.wagered(wager, t, ops)
            staked, won = ops.more(wagered, 0), ops.more(paid, 0)
            above = ops.more(taken, wagered if self.can_lose(law, wager) else 0)
            if not ops.occurs(above) and not ops.occurs(ops.both(won, ops.no(staked))):
                continue
            unstaked, above = ops.both(ops.no(staked), ops.either(won, above)), ops.both(staked, above)
            stated: Truth | C = False
            if ops.occurs(unstaked):
                stated = ops.both(unstaked, self._stated(law, t, ops, wager))
                unstaked = ops.both(unstaked, ops.no(_reported(law, ops, wager, verdicts, unstaked=True)))
            if ops.occurs(above):
                above = ops.both(above, ops.no(_reported(law, ops, wager, verdicts)))
            if ops.occurs(amiss := ops.either(unstaked, above)):
                yield wager, ops.verdict(amiss, stated)

    def wagered(self, wager: str, t: Facts, ops: Operations[C, W]) -> Quantity | C:
        """The stake and what was added to it; an amount that is not recorded is zero."""
        total = _amount(t, ops, "stake", wager)
        for field in self.additions.get(wager, ()):
            total = ops.plus(total, cast("Quantity | C", ops.or_else(ops.fact(t, field), 0)))
        return total

    def can_lose(self, law: TableLaw, wager: str) -> bool:
        """Whether its stake can be lost or given back. That of a bonus, an option that can only win, repeats another stake."""
        ends = {step.role.end for step in law.steps(EndsRole, wager)}
        return wager not in self.options or not ends.isdisjoint((WagerEnd.LOSES, WagerEnd.RETURNS))

    def _stated(self, law: TableLaw, t: Facts, ops: Operations[C, W], wager: str) -> Truth | C:
        """Whether clauses that apply state exactly each amount on a wager that was not staked."""
        settling = self._settling(law, t, ops, wager)
        return ops.both(
            *[
                ops.either(ops.equal(_amount(t, ops, field, wager), 0), *[_states(settling, s) for s in steps])
                for field, steps in _stating(law, wager).items()
            ]
        )

    def may_be_stated(self, law: TableLaw, t: Facts, ops: Operations[C, W], wager: str) -> list[str]:
        """The provisions of the clauses of which it is unknown, in one row, whether they state an amount on the wager."""
        settling = self._settling(law, t, ops, wager)
        steps = [
            step
            for field, steps in _stating(law, wager).items()
            if _amount(t, ops, field, wager) != 0
            for step in steps
        ]
        return [*dict.fromkeys(step.id.partition("/")[0] for step in steps if _states(settling, step) is None)]

    def _settling(self, law: TableLaw, t: Facts, ops: Operations[C, W], wager: str) -> Settling[C, W]:
        """The settlement of a wager to which nothing was added that is not recorded."""
        facts = copy(excusing(law, t, ops))
        for field in self.additions.get(wager, ()):
            facts[field] = ops.or_else(ops.fact(t, field), 0)
        return Settling(law, facts, ops)


def unexplained_in_worlds(
    ledger: Ledger, law: Worlds, made: Sequence[Facts], ops: Operations[C, W], wagers: Iterable[str],
    verdicts: Mapping[str, Sequence[Verdict | W]],
) -> Iterator[tuple[str, Verdict | W]]:  # fmt: skip
    """Yield each wager with such money in any row of any world, and the verdict over all of its worlds."""
    wagers = [*wagers]
    found: dict[str, list[Verdict | W]] = {}
    nothing = ops.verdict(False, None)
    for number, (each, t) in enumerate(zip(law.laws, made, strict=True)):
        asked = [wager for wager in wagers if number < law.number_by_wager.get(wager, 1)]
        here = {clause: given[number if number < len(given) else 0] for clause, given in verdicts.items()}
        in_world = dict(ledger.unexplained(each, t, ops, asked, here))
        for wager in asked:
            found.setdefault(wager, []).append(in_world.get(wager, nothing))
    for wager, given in found.items():
        if any(verdict is not nothing for verdict in given):
            yield wager, ops.of_readings(given)


def _amount(t: Facts, ops: Operations[C, W], field: str, wager: str) -> Quantity | C:
    return cast("Quantity | C", ops.or_else(ops.amount(t, field, wager), 0))


def _stating(law: TableLaw, wager: str) -> dict[str, list[Step[BoundRole]]]:
    """The clauses that state exactly what is paid, collected or returned of a wager."""
    exact = [step for step in law.steps(BoundRole, wager) if step.role.kind is LimitKind.EXACTLY]
    return {field: [step for step in exact if step.role.field == field] for field in MONEY}


def _states(settling: Settling[C, W], step: Step[BoundRole]) -> Truth | C:
    return settling.ops.both(settling.condition(step), step.role.is_met(settling.t, settling.ops))


def _reported(
    law: TableLaw, ops: Operations[C, W], wager: str, verdicts: Mapping[str, Verdict | W], unstaked: bool = False
) -> Truth | C:
    """Whether a clause fails on how the wager ended, on such an amount of it, or, if it is unstaked, on its lack of a stake."""
    ids = [step.id for step in law.steps(EndsRole, wager)]
    ids += [step.id for step in law.steps(BoundRole, wager) if step.role.field in (MONEY if unstaked else TAKEN)]
    ids += [
        step.id
        for step in law.steps(BoundRole, wager)
        if unstaked and (step.role.field, step.role.kind) == ("stake", LimitKind.NOT_AMONG)
    ]
    return ops.either(*[ops.failed(verdicts[id_]) for id_ in dict.fromkeys(ids) if id_ in verdicts])
