"""One breach, one finding: identifies the clauses of a row that report another clause's breach of a wager again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix
from typing import Never

from pitboss.checker.rounds.settlement import Settling
from pitboss.checker.rounds.steps import (
    BoundRole,
    DerivesRole,
    EndsRole,
    HasRankRole,
    HighestOnlyRole,
    PaysRole,
    ReachesRowRole,
    Role,
    SharesRole,
    Step,
    WagerEnd,
)
from pitboss.checker.runtime.operations import FAIL, Verdict, wider
from pitboss.grammar.limit_kinds import LimitKind


def one_breach_each(
    settling: Settling[Never, Never], breached: Sequence[Step[Role]], verdicts: Mapping[str, Verdict]
) -> dict[str, str]:
    """Clause → the provision under which it is reported, for each clause that is reported."""
    reported = {step.id: _cite(step) for step in breached}
    breached = sorted(
        breached, key=lambda step: verdicts[step.id] != FAIL
    )  # a failure takes precedence over an open verdict
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
        filed = [step for step in mine if isinstance(step.role, BoundRole) and step.role.by_payouts]
        limits = [s for s in mine if isinstance(s.role, BoundRole) and s.role.field == "paid" and s not in filed]
        exact = [step for step in limits if _exact(step, "paid")]
        shares = [step for step in mine if _exact(step, "collected", "returned") and verdicts[step.id] == FAIL]
        pays = [step for step in mine if isinstance(step.role, PaysRole | SharesRole)] + filed
        # a conclusion that the record states, and the money that contradicts it, are one breach of their provision
        concluded = [s for s in breached if isinstance(s.role, DerivesRole) and shares and _cite(s) == _cite(shares[0])]
        if missed:
            reported[missed[0].id] = _instead(settling, wager) or _enclosing(step.id for step in missed)
        if missed or ends:
            ended.add(wager)
        # The clause on what is collected and returned precedes the clause on the end of a wager, which precedes the clause that it
        # does not win; a wrong end, row or limit precedes the amount, and of several limits on one amount the first counts.
        for better, worse in (
            (shares[:1], [*shares, *ends, *missed, *met, *limits, *pays, *concluded]), (ends or missed[:1], [*missed, *met]),
            (ends or missed, [*rows, *highest, *limits, *pays]), (rows or by_rank, [*highest, *pays]), (limits[:1], limits),
            (highest or exact or [step for step in limits if verdicts[step.id] == FAIL], pays), (pays[:1], pays),
        ):  # fmt: skip
            if better:
                for step in worse:
                    if step not in better:
                        reported.pop(step.id, None)
    for step in _concluded(settling, breached):
        reported.pop(step.id, None)
    for step, wagers in ranks.items():
        if wagers and ended.issuperset(wagers):
            reported.pop(step.id)
    return reported


def _concluded(settling: Settling[Never, Never], breached: Sequence[Step[Role]]) -> Iterable[Step[Role]]:
    """The breached derivations of a conclusion that was acted on as recorded, against the same provision."""
    acted = [
        (_cite(step), step.role.field, settling.t.get(step.role.field))
        for step in breached if isinstance(step.role, BoundRole) and _exact(step, step.role.field) and not step.role.wager
    ]  # fmt: skip
    for step in breached:
        if isinstance(step.role, DerivesRole):
            field, mine = step.role.field, (_cite(step), settling.t.get(step.role.field))
            if any(mine == (provision, value) for provision, other, value in acted if other != field):
                yield step


def _cite(step: Step[Role]) -> str:
    return step.id.partition("/")[0]


def _paid_by(settling: Settling[Never, Never], rank: HasRankRole) -> list[str]:
    """The wagers that were settled as a hand of this rank."""
    return [wager for wager in settling.paid_by_rank(rank.row) if settling.settled(wager, rank.row) is True]


def _exact(step: Step[Role], *fields: str) -> bool:
    return isinstance(step.role, BoundRole) and step.role.field in fields and step.role.kind is LimitKind.EXACTLY


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
