"""The clauses that an audit reports out of those that a row breaches: one for each breach of a wager, by docs/rounds.md.

A wager is settled in steps: its end, its row, its limits, and its amount. A mistake in one step also breaches the
clauses on the later steps, and is reported only in its own step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from tests.support.product import core, load_core, query

Breaches = Mapping[str, str]  # clause → verdict


def reported(breaches: Breaches, settled_as: Iterable[tuple[str, str]] = ()) -> set[tuple[str, str]]:
    """(clause, verdict) of each reported breach. `settled_as`: the row that each wager was settled as."""
    duties = {clause: _duties()[clause] for clause in _duties() if clause in breaches}
    ends = {c: d.subject.name for c, d in duties.items() if isinstance(d, core.Ends)}
    ranks = {
        c: [w for w, row in settled_as if _reaches_by_rank(w, row, d)]
        for c, d in duties.items()
        if isinstance(d, core.HasRank)
    }
    silent = {clause for clause, wagers in ranks.items() if wagers and {*wagers} <= {*ends.values()}}
    for wager in {*ends.values(), *map(_wager, duties.values())}:
        of = [clause for clause in duties if _wager(duties[clause]) == wager]
        wins = [c for c in of if c in ends and _wins(duties[c])]
        stated = [c for c in of if c in ends and c not in wins]
        filed = [c for c in of if query.states_payment(duties[c])]
        amounts = [c for c in of if isinstance(duties[c], core.PayoutTable | core.Shares)] + filed
        highest = [c for c in of if isinstance(duties[c], core.HighestOnly)]
        rows = [c for c in of if isinstance(duties[c], core.ReachesRow)]
        limits = [c for c in of if duties[c].subject.name == "paid" and c not in filed]
        replacing = [c for c in limits if _states_the_amount(duties[c]) or breaches[c] == "fail"]
        silent |= (
            {*_but_first(wins, breaches)} if not stated else {c for c in wins if not _contradict(c, stated, breaches)}
        )
        silent |= {*_but_first(amounts, breaches), *_but_first(limits, breaches)}
        shares = [
            c for c in of
            if duties[c].subject.name in ("collected", "returned") and _states_the_amount(duties[c]) and breaches[c] == "fail"
        ]  # fmt: skip
        if shares:  # how much is taken or given back, where the wager neither wins nor loses
            silent |= {*shares[1:], *wins, *stated, *limits, *amounts}
            provision = shares[0].partition("/")[0]  # the conclusion that the money contradicts
            silent |= {c for c, d in duties.items() if isinstance(d, core.Derives) and c.partition("/")[0] == provision}
        if wins or stated:
            silent |= {*rows, *highest, *limits, *amounts}
        elif rows or any(wager in wagers for wagers in ranks.values()):
            silent |= {*highest, *amounts}
        elif highest or replacing:
            silent |= {*amounts}
    return {(clause, verdict) for clause, verdict in breaches.items() if clause not in silent}


@cache
def _duties() -> dict[str, core.Duty]:
    """The demands of the clauses on rounds and payouts, by the first reading of the latest version, in the law's order."""
    return {clause.id: clause.versions[-1].duty for clause in load_core().clauses}


def _wager(duty: core.Duty) -> str:
    return duty.subject.of or duty.subject.name


def _wins(duty: core.Duty) -> bool:
    return isinstance(duty, core.Ends) and duty.end is core.End.WINS


def _states_the_amount(duty: core.Duty) -> bool:
    return (
        isinstance(duty, core.Requirement)
        and isinstance(duty.holds, core.Compare)
        and duty.holds.relation is core.Relation.EXACTLY
    )


def _reaches_by_rank(wager: str, row: str, rank: core.Duty) -> bool:
    """Whether a wager that was settled as a row was settled by this rank: it has no outcome of that name of its own."""
    own = {(d.subject.of, d.subject.name) for d in _duties().values() if isinstance(d, core.ReachesRow)}
    return rank.subject.name == row and (wager, row) not in own


def _but_first(clauses: list[str], breaches: Breaches) -> list[str]:
    """All but the first that fails, or the first of all."""
    return sorted(clauses, key=lambda clause: breaches[clause] != "fail")[1:]


def _contradict(clause: str, others: list[str], breaches: Breaches) -> bool:
    """Whether the law states both that the wager wins and that it ends otherwise: then all of these are open."""
    return {breaches[one] for one in (clause, *others)} == {"open"}
