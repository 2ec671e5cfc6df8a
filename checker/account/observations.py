"""What must be inspected on the floor, with the answers so far; tables with equal items share one list."""

from __future__ import annotations

from pitboss.checker.account.audit_data import InspectionGroup, InspectionItem, ObservedTable
from pitboss.checker.account.common import JudgedFiling, provision
from pitboss.checker.account.scope import title
from pitboss.checker.filing.inspection import clause_id
from pitboss.checker.findings.tracing import answers_on
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import FAIL, PASS, CompiledClause
from pitboss.grammar.clause_kinds import ClauseKind

_Answer = tuple[str, str, str, str]  # answer, basis, by, on
_Answers = tuple[tuple[str, _Answer], ...]  # by clause


def observations_asked(case: JudgedFiling) -> list[InspectionGroup]:
    """One entry for all tables of a game with the same items and the same answers; in the order of the filing."""
    items: dict[str, dict[str, _Answer]] = {}  # table → clause
    clauses: dict[str, CompiledClause] = {}
    for v in case.verdicts:
        if not v.clause.floor:
            continue
        clauses[v.clause.id] = v.clause
        for table in v.tables:
            here = items.setdefault(table.number, {})
            if v.clause.id not in here or v.verdict != PASS:
                here[v.clause.id] = _answer(case, v, table.number)
    groups: dict[tuple[str, _Answers], list[ObservedTable]] = {}
    for table in case.filing.tables:
        key = (table.game, tuple(items.get(table.number, {}).items()))
        groups.setdefault(key, []).append({"number": table.number, "pit": table.pit})
    return [
        {
            "tables": tables,
            "game": game,
            "title": title(case, game),
            "items": [_item(clauses[clause], answer) for clause, answer in listed],
        }
        for (game, listed), tables in groups.items()
    ]


def _answer(case: JudgedFiling, v: ClauseVerdict, number: str) -> _Answer:
    answer = {PASS: "yes", FAIL: "no"}.get(v.verdict, "")
    filed = case.attested.of(v.clause.id, number)
    if filed is None:
        posted = v.verdict == PASS and any(held for _, held in answers_on(v.clause, v.facts))
        return answer, "filed" if posted else "", "", ""
    if not answer:
        return answer, "contradicted", "", ""
    return answer, filed.basis, filed.by, filed.on


def _item(clause: CompiledClause, answer: _Answer) -> InspectionItem:
    given, basis, by, on = answer
    asks = clause.words if clause.kind == ClauseKind.ATTEST else f"Posted: {clause.words}"
    return {
        "id": clause_id(clause.id), "cite": provision(clause.id), "clause": clause.id, "words": clause.words, "asks": asks,
        "answer": given, "basis": basis, "by": by, "on": on,
    }  # fmt: skip
