"""One breach, one finding: of the clauses that a row breaches, those that tell the same breach of one wager once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix
from typing import Never

from pitboss.checker.rounds.settlement import Settling
from pitboss.checker.rounds.steps import (
    BoundRole,
    EndsRole,
    HasRankRole,
    HighestOnlyRole,
    Mode,
    PaysRole,
    ReachesRowRole,
    Role,
    SharesRole,
    Step,
    WagerEnd,
)
from pitboss.checker.runtime.operations import FAIL, Verdict, wider


def one_breach_each(
    settling: Settling[Never, Never], breached: Sequence[Step[Role]], verdicts: Mapping[str, Verdict]
) -> dict[str, str]:
    """Clause → the provision that it is told under, for each clause that is told."""
    told = {step.id: step.id.partition("/")[0] for step in breached}
    breached = sorted(breached, key=lambda step: verdicts[step.id] != FAIL)  # what fails goes before what is open
    ranks = {step: _paid_by(settling, step.role) for step in breached if isinstance(step.role, HasRankRole)}
    ended: set[str] = set()  # the wagers that ended wrongly
    for wager in dict.fromkeys(step.role.wager for step in breached if step.role.wager):
        mine = [step for step in breached if step.role.wager == wager]
        wins = [step for step in mine if isinstance(step.role, EndsRole) and step.role.end == WagerEnd.WINS]
        missed = [step for step in wins if settling.condition(step) is not True]
        met = [step for step in wins if step not in missed]
        ends = [step for step in mine if isinstance(step.role, EndsRole) and step not in wins] + met[:1]
        rows = [step for step in mine if isinstance(step.role, ReachesRowRole)]
        by_rank = [step for step, wagers in ranks.items() if wager in wagers]
        highest = [step for step in mine if isinstance(step.role, HighestOnlyRole)]
        limits = [step for step in mine if isinstance(step.role, BoundRole) and step.role.field == "paid"]
        exact = [step for step in limits if isinstance(step.role, BoundRole) and step.role.mode == Mode.EXACTLY]
        pays = [step for step in mine if isinstance(step.role, PaysRole | SharesRole)]
        if missed:
            told[missed[0].id] = _enclosing(step.id for step in missed)
        if missed or ends:
            ended.add(wager)
        # What states how the wager ends goes before that it does not win; a wrong ending, row or limit before the amount,
        # and of several limits on one amount the first.
        for better, worse in (
            (ends or missed[:1], [*missed, *met]), (ends or missed, [*rows, *highest, *limits, *pays]),
            (rows or by_rank, [*highest, *pays]),
            (limits[:1], limits),
            (highest or exact or [step for step in limits if verdicts[step.id] == FAIL], pays), (pays[:1], pays),
        ):  # fmt: skip
            if better:
                for step in worse:
                    if step not in better:
                        told.pop(step.id, None)
    for step, wagers in ranks.items():
        if wagers and ended.issuperset(wagers):
            told.pop(step.id)
    return told


def _paid_by(settling: Settling[Never, Never], rank: HasRankRole) -> list[str]:
    """The wagers that were settled as a hand of this rank."""
    return [wager for wager in settling.paid_by_rank(rank.row) if settling.settled(wager, rank.row) is True]


def _enclosing(clauses: Iterable[str]) -> str:
    """The smallest provision that contains all of them.

    >>> _enclosing(["19:47-2.17(b)1/a", "19:47-2.17(b)2/b"]), _enclosing(["19:47-2.3(a)1/a"])
    ('19:47-2.17(b)', '19:47-2.3(a)1')
    """
    paths = [wider(clause)[:0:-1] for clause in clauses]
    return commonprefix(paths)[-1]
