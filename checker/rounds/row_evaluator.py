"""The plain evaluator: one row at a time, slow, and the oracle of the columnar one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Never

from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.law_index import Bench, Court
from pitboss.checker.rounds.record_format import RecordRow, entries_of
from pitboss.checker.rounds.settlement import TableLaw, verdicts
from pitboss.checker.rounds.steps import Operations
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    Facts,
    Verdict,
    offers_of,
)

ROWS: Operations[Never, Never] = row_operations
_RANK = {FAIL: 5, OPEN: 4, NEEDS: 3, APPROVED: 2, PASS: 1, NOT_APPLICABLE: 0}


def judge_row(
    bench: Bench, made: Sequence[tuple[TableLaw, Facts]], staked: frozenset[str]
) -> tuple[list[tuple[str, Verdict]], int]:
    """(clause, verdict) of a row, and under which of the choices of its table: the one that suits the row best.

    Where payouts are filed by stake, only those count that are for the stakes of the row.
    """
    choices = [
        {**dict(verdicts(deal, facts, ROWS)), **permitted}
        for (deal, facts), permitted in zip(made, bench.permission.verdicts(staked), strict=True)
    ]
    ranks = [sorted((_RANK[v] for v in found.values()), reverse=True) for found in choices]
    counting = [n for n, (_, facts) in enumerate(made) if _for_its_stakes(facts)] or range(len(made))
    best = min(counting, key=ranks.__getitem__)
    return [(clause, Court.said(bench, clause, verdict)) for clause, verdict in choices[best].items()], best


def _for_its_stakes(facts: Facts) -> bool:
    """Whether the payouts of each wager that the row stakes are for the amount that it stakes."""
    offers = offers_of(facts)
    for wager, amount in entries_of(facts, "stake").items():
        stakes = offers.get(wager, {}).get("payout_stakes")
        if amount and isinstance(stakes, tuple) and amount not in stakes:
            return False
    return True


def staked_in(row: RecordRow) -> frozenset[str]:
    """The wagers with a stake in the row as it is recorded."""
    return frozenset(wager for wager, amount in entries_of(row.facts, "stake").items() if amount)


def each(bench: Bench, row: RecordRow) -> Iterator[tuple[TableLaw, Facts]]:
    """The facts of the row: those of its table, with the record's own on top."""
    for deal, facts in zip(bench.deals, bench.facts, strict=True):
        yield deal, facts_of(facts, row)


def facts_of(table: Facts, row: RecordRow) -> Facts:
    zeros = entries_of(table, "zeros")
    filled = {name: {**entries_of(zeros, name), **entries_of(row.facts, name)} for name in zeros}
    found = {**table, "irregularity": "none", **row.facts, **filled}
    return {"consequence": "none", **found} if found["irregularity"] == "none" else found
