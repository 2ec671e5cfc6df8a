"""What the verdicts rest on that is not plain print: readings of open texts, and starts that are inferred."""

from __future__ import annotations

from typing import Any

from pitboss.checker.account.common import Json, JudgedFiling, facts_of, provision, readings_of
from pitboss.checker.account.finding_details import otherwise
from pitboss.checker.runtime.operations import FAIL, NOT_APPLICABLE, OPEN, PASS, ClauseBasis


def relied(case: JudgedFiling) -> Json:
    """Those on which something turns come first; `matters` says which."""
    readings: dict[Any, Json] = {}
    inferred: dict[Any, Json] = {}
    for v in case.verdicts:
        clause = v.clause
        head = {"cite": provision(clause.id), "clause": clause.id, "words": clause.words, "verdict": v.verdict}
        if clause.readings:
            each = readings_of(clause, facts_of(v))
            said = tuple(r["verdict"] for r in each)
            row = readings.setdefault(
                (clause.id, v.verdict, said),
                {
                    **head,
                    "readings": each,
                    "matters": len(set(said) - {PASS, NOT_APPLICABLE}) > 0 and len(set(said)) > 1,
                },
            )
            _at(row, v.tables)
        if clause.basis == ClauseBasis.INFERRED and not v.name:
            other = otherwise(case.book, clause, v, case.day)
            alternative = other[-1][1] if other else v.verdict
            calm = {PASS, NOT_APPLICABLE}
            row = inferred.setdefault(
                (clause.id, v.verdict, alternative),
                {
                    **head, "since": clause.since, "basis": clause.basis, "ground": clause.ground, "alternative": alternative,
                    "alternatives": [{"if": words, "verdict": verdict} for words, verdict in other],
                    "matters": alternative != v.verdict and not {alternative, v.verdict} <= calm or v.verdict == OPEN,
                },
            )  # fmt: skip
            _at(row, v.tables)
    return {"readings": _sorted(case, readings), "inferred": _sorted(case, inferred)}


def _at(row: Json, tables: tuple[Any, ...]) -> None:
    row.setdefault("tables", {}).update(dict.fromkeys(table.number for table in tables))


def _sorted(case: JudgedFiling, rows: dict[Any, Json]) -> list[Json]:
    rank = {FAIL: 0, OPEN: 1}
    made = [{**row, "tables": case.in_order(row["tables"])} for row in rows.values()]
    return sorted(made, key=lambda row: (not row["matters"], rank.get(row["verdict"], 2)))
