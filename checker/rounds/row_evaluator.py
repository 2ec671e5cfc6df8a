"""The row evaluator: judges one row at a time; slow, and the oracle of the columnar engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Never

from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.record_format import RecordRow, entries_of
from pitboss.checker.rounds.steps import Operations
from pitboss.checker.rounds.worlds import Worlds, completed, joint_breaches, judged_in_worlds
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
    by_readings,
    offers_of,
)

ROWS: Operations[Never, Never] = row_operations
Made = tuple[tuple[Worlds, tuple[Facts, ...]], ...]  # of a row, for each filed choice: its facts in each world
RANK = {FAIL: 5, OPEN: 4, NEEDS: 3, APPROVED: 2, PASS: 1, NOT_APPLICABLE: 0}


@dataclass(frozen=True, slots=True)
class RowVerdicts:
    """The verdicts on a row, and the filed choice of its table to which they apply."""

    verdicts: dict[str, Verdict]
    choice: int
    in_worlds: dict[str, list[Verdict]]  # the verdicts of each clause of the settlement in its worlds
    joint: tuple[tuple[str, ...], ...]  # the clauses that fail only together

    @property
    def world(self) -> int:
        """The world in which most clauses fail."""
        number = max(map(len, self.in_worlds.values()), default=1)
        return max(range(number), key=lambda n: sum(n < len(v) and v[n] == FAIL for v in self.in_worlds.values()))

    def worlds_of(self, clause: str) -> int:
        """The first world in which the clause comes off worst."""
        ranks = [RANK[verdict] for verdict in self.in_worlds[clause]]
        return ranks.index(max(ranks))


def judge_row(active_law: ActiveTableLaw, made: Made, stakes: Mapping[str, Quantity]) -> RowVerdicts:
    """Judge a row under the choice of its table that suits it best.

    If payouts are filed by stake, only those for the stakes of the row count; of the parts that the row names, only these.
    """
    in_worlds = [dict(judged_in_worlds(law, facts, ROWS)) for law, facts in made]
    choices = [
        {**{clause: by_readings(tuple(each)) for clause, each in found.items()}, **permitted}
        for found, permitted in zip(in_worlds, active_law.permission.verdicts(stakes, ROWS), strict=True)
    ]
    ranks = [sorted((RANK[v] for v in found.values()), reverse=True) for found in choices]
    inside = [n for n, (_, facts) in enumerate(made) if parts_of(facts[0]) <= parts_of(active_law.facts[n])]
    counting = [n for n in inside if _for_its_stakes(made[n][1][0])] or inside
    best = min(counting, key=ranks.__getitem__)
    joint = tuple(joint_breaches(made[best][0], in_worlds[best], active_law.doubtful))
    failing = {clause for clauses in joint for clause in clauses}
    verdicts = {
        clause: LawIndex.qualified(active_law, clause, FAIL if clause in failing else verdict)
        for clause, verdict in choices[best].items()
    }
    return RowVerdicts(verdicts, best, in_worlds[best], joint)


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


def each(active_law: ActiveTableLaw, row: RecordRow) -> Made:
    """The facts of the row: those of its table, overridden by the record's own, and everything that follows from them."""
    return tuple(
        (law, completed(law, facts_of(facts, row), ROWS))
        for law, facts in zip(active_law.worlds, active_law.facts, strict=True)
    )


def facts_of(table: Facts, row: RecordRow) -> Facts:
    zeros = entries_of(table, "zeros")
    filled = {name: {**entries_of(zeros, name), **entries_of(row.facts, name)} for name in zeros}
    found = {**table, "irregularity": "none", **row.facts, **filled}
    return {"consequence": "none", **found} if found["irregularity"] == "none" else found
