"""What must be seen on the floor, with the answers there are, for tables that ask the same in one list."""

from __future__ import annotations

from typing import Any

from pitboss.checker.account.common import Json, JudgedFiling, provision
from pitboss.checker.account.scope import title
from pitboss.checker.filing.inspection import clause_id
from pitboss.checker.findings.tracing import said_of
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import FAIL, PASS, ClauseKind, CompiledClause


def asked(case: JudgedFiling) -> list[Json]:
    """One entry for all tables of a game with the same items and the same answers; in the order of the filing."""
    items: dict[str, dict[str, tuple[Any, ...]]] = {}  # table → clause → (answer, basis, by, on)
    clauses: dict[str, CompiledClause] = {}
    for v in case.verdicts:
        if not v.clause.floor:
            continue
        clauses[v.clause.id] = v.clause
        for table in v.tables:
            here = items.setdefault(table.number, {})
            if v.clause.id not in here or v.verdict != PASS:
                here[v.clause.id] = _answer(case, v, table.number)
    groups: dict[tuple[Any, ...], list[Json]] = {}
    told: dict[tuple[Any, ...], tuple[str, tuple[Any, ...]]] = {}
    for table in case.filing.tables:
        of_table = tuple(items.get(table.number, {}).items())
        key = (table.game, of_table)
        groups.setdefault(key, []).append({"number": table.number, "pit": table.pit})
        told[key] = (table.game, of_table)
    return [
        {
            "tables": groups[key],
            "game": game,
            "title": title(case, game),
            "items": [_item(clauses[clause], answer) for clause, answer in listed],
        }
        for key, (game, listed) in told.items()
    ]


def _answer(case: JudgedFiling, v: ClauseVerdict, number: str) -> tuple[str, str, str, str]:
    answer = {PASS: "yes", FAIL: "no"}.get(v.verdict, "")
    said = case.attested.of(v.clause.id, number)
    if said is None:
        posted = v.verdict == PASS and any(held for _, held in said_of(v.clause, v.facts))
        return answer, "filed" if posted else "", "", ""
    if not answer:
        return answer, "contradicted", "", ""
    return answer, said.basis, said.by, said.on


def _item(clause: CompiledClause, answer: tuple[str, str, str, str]) -> Json:
    said, basis, by, on = answer
    asks = clause.words if clause.kind == ClauseKind.ATTEST else f"Posted: {clause.words}"
    return {
        "id": clause_id(clause.id), "cite": provision(clause.id), "clause": clause.id, "words": clause.words, "asks": asks,
        "answer": said, "basis": basis, "by": by, "on": on,
    }  # fmt: skip
