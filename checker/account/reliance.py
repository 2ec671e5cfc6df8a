"""What verdicts rest on that the law does not plainly print: readings of ambiguous texts, and inferred starts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pitboss.checker.account.audit_data import InferredReliance, ReadingReliance, RelianceData
from pitboss.checker.account.common import JudgedFiling, facts_of, provision, readings_of
from pitboss.checker.account.finding_details import otherwise
from pitboss.checker.runtime.operations import FAIL, NOT_APPLICABLE, OPEN, PASS, ClauseBasis

_Row = TypeVar("_Row", ReadingReliance, InferredReliance)


def relied(case: JudgedFiling) -> RelianceData:
    """The rows that the result depends on come first; `matters` is true for them."""
    readings: dict[object, ReadingReliance] = {}
    inferred: dict[object, InferredReliance] = {}
    for v in case.verdicts:
        clause, tables = v.clause, [table.number for table in v.tables]
        if clause.readings:
            each = readings_of(clause, facts_of(v))
            verdicts = tuple(r["verdict"] for r in each)
            reading = readings.setdefault(
                (clause.id, v.verdict, verdicts),
                {
                    "cite": provision(clause.id), "clause": clause.id, "words": clause.words, "verdict": v.verdict, "readings": each,
                    "matters": len(set(verdicts) - {PASS, NOT_APPLICABLE}) > 0 and len(set(verdicts)) > 1, "tables": [],
                },
            )  # fmt: skip
            reading["tables"] += tables
        if clause.basis == ClauseBasis.INFERRED and not v.name:
            other = otherwise(case.book, clause, v, case.day)
            alternative = other[-1][1] if other else v.verdict
            calm = {PASS, NOT_APPLICABLE}
            start = inferred.setdefault(
                (clause.id, v.verdict, alternative),
                {
                    "cite": provision(clause.id), "clause": clause.id, "words": clause.words, "verdict": v.verdict,
                    "since": clause.since, "basis": clause.basis, "ground": clause.ground, "alternative": alternative,
                    "alternatives": [{"if": words, "verdict": verdict} for words, verdict in other],
                    "matters": alternative != v.verdict and not {alternative, v.verdict} <= calm or v.verdict == OPEN, "tables": [],
                },
            )  # fmt: skip
            start["tables"] += tables
    return {"readings": _sorted(case, readings.values()), "inferred": _sorted(case, inferred.values())}


def _sorted(case: JudgedFiling, rows: Iterable[_Row]) -> list[_Row]:
    rank = {FAIL.value: 0, OPEN.value: 1}
    made = list(rows)
    for row in made:
        row["tables"] = case.in_order(dict.fromkeys(row["tables"]))
    return sorted(made, key=lambda row: (not row["matters"], rank.get(row["verdict"], 2)))
