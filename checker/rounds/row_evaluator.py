"""The row evaluator: judges one row at a time; slow, and the oracle of the columnar engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Never

from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.record_format import RecordRow, entries_of
from pitboss.checker.rounds.settlement import TableLaw, complete, verdicts
from pitboss.checker.rounds.steps import Operations
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    Facts,
    Quantity,
    Verdict,
    offers_of,
)

ROWS: Operations[Never, Never] = row_operations
_RANK = {FAIL: 5, OPEN: 4, NEEDS: 3, APPROVED: 2, PASS: 1, NOT_APPLICABLE: 0}


def judge_row(
    active_law: ActiveTableLaw, made: Sequence[tuple[TableLaw, Facts]], stakes: Mapping[str, Quantity]
) -> tuple[list[tuple[str, Verdict]], int]:
    """(clause, verdict) of a row, and the choice of its table to which they apply: the one that suits the row best.

    If payouts are filed by stake, only those for the stakes of the row count; of the parts that the row names, only these.
    """
    choices = [
        {**dict(verdicts(deal, facts, ROWS)), **permitted}
        for (deal, facts), permitted in zip(made, active_law.permission.verdicts(stakes, ROWS), strict=True)
    ]
    ranks = [sorted((_RANK[v] for v in found.values()), reverse=True) for found in choices]
    inside = [n for n, (_, facts) in enumerate(made) if parts_of(facts) <= parts_of(active_law.facts[n])]
    counting = [n for n in inside if _for_its_stakes(made[n][1])] or inside
    best = min(counting, key=ranks.__getitem__)
    return [
        (clause, LawIndex.qualified(active_law, clause, verdict)) for clause, verdict in choices[best].items()
    ], best


def _for_its_stakes(facts: Facts) -> bool:
    """Whether the payouts of each staked wager are for the amount that the row stakes."""
    offers = offers_of(facts)
    for wager, amount in entries_of(facts, "stake").items():
        stakes = offers.get(wager, {}).get("payout_stakes")
        if amount and isinstance(stakes, tuple) and amount not in stakes:
            return False
    return True


def parts_of(facts: Facts) -> set[object]:
    """The parts of the table that a row names, or whose values are those of a combination of the filed choices."""
    parts = facts.get("part")
    return {*parts.values()} if isinstance(parts, dict) else {*parts} if isinstance(parts, tuple) else set()


def unknown_parts(active_law: ActiveTableLaw, row: RecordRow) -> str:
    """The parts of the table that the row names, if the table is not filed by them; else empty."""
    filed = [parts_of(facts) for facts in active_law.facts]
    if any(parts_of(row.facts) <= names for names in filed):
        return ""
    return ", ".join(sorted(f"'{name}'" for name in parts_of(row.facts)))


def stakes_in(row: RecordRow) -> dict[str, Quantity]:
    """The stakes in the row as recorded, by wager."""
    stakes = entries_of(row.facts, "stake").items()
    return {wager: amount for wager, amount in stakes if isinstance(amount, int | Fraction) and amount}


def each(active_law: ActiveTableLaw, row: RecordRow) -> Iterator[tuple[TableLaw, Facts]]:
    """The facts of the row: those of its table, overridden by the record's own, and everything that follows from them."""
    for deal, facts in zip(active_law.deals, active_law.facts, strict=True):
        yield deal, complete(deal, facts_of(facts, row), ROWS)


def facts_of(table: Facts, row: RecordRow) -> Facts:
    zeros = entries_of(table, "zeros")
    filled = {name: {**entries_of(zeros, name), **entries_of(row.facts, name)} for name in zeros}
    found = {**table, "irregularity": "none", **row.facts, **filled}
    return {"consequence": "none", **found} if found["irregularity"] == "none" else found
