"""One breach, one finding: of the clauses that a row breaches, those that tell the same breach of one wager once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix
from typing import Never

from pitboss.checker.rounds.settlement import Settling
from pitboss.checker.rounds.steps import (
    BoundRole,
    EndsRole,
    HighestOnlyRole,
    Mode,
    PaysRole,
    ReachesRowRole,
    Role,
    Step,
    WagerEnd,
)
from pitboss.checker.runtime.operations import FAIL, Verdict, wider


def one_breach_each(
    settling: Settling[Never, Never], breached: Sequence[Step[Role]], verdicts: Mapping[str, Verdict]
) -> dict[str, str]:
    """Clause → the provision that it is told under, for each clause that is told."""
    told = {step.id: step.id.partition("/")[0] for step in breached}
    for wager in dict.fromkeys(step.role.wager for step in breached if step.role.wager):
        mine = [step for step in breached if step.role.wager == wager]
        missed = [step for step in mine if _wins(step) and settling.condition(step) is not True]
        ends = [step for step in mine if isinstance(step.role, EndsRole) and step not in missed]
        rows = [step for step in mine if isinstance(step.role, ReachesRowRole)]
        highest = [step for step in mine if isinstance(step.role, HighestOnlyRole)]
        limits = [step for step in mine if isinstance(step.role, BoundRole) and step.role.field == "paid"]
        exact = [step for step in limits if _exact(step, "paid")]
        shares = [step for step in mine if _exact(step, "collected", "returned") and verdicts[step.id] == FAIL]
        pays = sorted((step for step in mine if isinstance(step.role, PaysRole)), key=lambda s: verdicts[s.id] != FAIL)
        if missed:
            told[missed[0].id] = _instead(settling, wager) or _enclosing(step.id for step in missed)
        # What states what is collected and returned goes before how the wager ends, and that before that it does not win; a
        # wrong ending, row or limit before the amount.
        for better, worse in (
            (shares[:1], [*shares, *ends, *missed, *limits, *pays]), (ends or missed[:1], missed),
            (ends or missed, [*rows, *highest, *limits, *pays]), (rows, [*highest, *pays]),
            (highest or exact or [step for step in limits if verdicts[step.id] == FAIL], pays), (pays[:1], pays),
        ):  # fmt: skip
            if better:
                for step in worse:
                    if step not in better:
                        told.pop(step.id, None)
    return told


def _wins(step: Step[Role]) -> bool:
    return isinstance(step.role, EndsRole) and step.role.end == WagerEnd.WINS


def _exact(step: Step[Role], *fields: str) -> bool:
    return isinstance(step.role, BoundRole) and step.role.field in fields and step.role.mode == Mode.EXACTLY


def _instead(settling: Settling[Never, Never], wager: str) -> str:
    """The provision by which the wager neither wins nor loses in this row: it states what is collected or returned of it."""
    stated = (
        step.id.partition("/")[0]
        for step in settling.deal.steps(BoundRole, wager)
        if _exact(step, "collected", "returned") and settling.condition(step) is True
    )
    return next(stated, "")


def _enclosing(clauses: Iterable[str]) -> str:
    """The smallest provision that contains all of them.

    >>> _enclosing(["19:47-2.17(b)1/a", "19:47-2.17(b)2/b"]), _enclosing(["19:47-2.3(a)1/a"])
    ('19:47-2.17(b)', '19:47-2.3(a)1')
    """
    paths = [wider(clause)[:0:-1] for clause in clauses]
    return commonprefix(paths)[-1]
