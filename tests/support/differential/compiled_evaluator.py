"""The generated code behind the interpreter's four functions, reached the way the checker reaches it."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

from tests.support.product import (
    FAIL,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    CompiledRulebook,
    FiledTable,
    Filing,
    Judgment,
    Plan,
    judge,
    load_round_clauses,
    load_rulebook,
    row_operations,
    run,
)
from tests.support.rule_cases import without_beginning

BOOK: CompiledRulebook = without_beginning(load_rulebook()[0])
VERSIONS: dict[str, list[Any]] = {}
for _clause in BOOK.clauses:
    VERSIONS.setdefault(_clause.id, []).append(_clause)
STEPS: dict[tuple[str, str | None], list[Any]] = {}
READS: dict[str, tuple[str, ...]] = load_round_clauses().READS
for _step in load_round_clauses().STEPS:
    STEPS.setdefault((_step.id, _step.since), []).append(_step)
AUTHORITIES = [c for c in BOOK.clauses if c.kind == "authority"]


def compiled_on(clause: Any, day: date | None) -> Any:
    on = day.isoformat() if day else "9999-12-31"
    if day and not BOOK.covers(on):
        return None
    return Plan(VERSIONS[clause.id], on).chosen.get(clause.id)


def _table(number: int, facts: dict[str, Any]) -> FiledTable:
    return FiledTable(str(number), "P", str(facts.get("game")), (facts,), (), None)


def judged(clauses: list[Any], tables: list[dict[str, Any]], day: date) -> Judgment:
    """These clauses at these tables, judged as the checker judges a filing."""
    floor = tuple(_table(number, facts) for number, facts in enumerate(tables))
    filing = Filing({}, None, True, floor, ("P",), (), (), (), (), lambda table, path: ())
    return judge(filing, CompiledRulebook(tuple(clauses), None, None, ""), day.isoformat())


def judge_table(book: Any, clause: Any, facts: dict[str, Any], day: date) -> str | None:
    chosen = compiled_on(clause, day)
    if chosen is None or chosen.scope not in ("table", "pit", "licensee"):
        return None
    if chosen.scope == "table" and chosen.game not in (None, facts.get("game")):
        return NOT_APPLICABLE
    if chosen.kind == "authority" and chosen.subject == (
        "game",
    ):  # judged together with the offers that nothing authorises
        found = {v.verdict for v in judged(AUTHORITIES, [facts], day).verdicts if v.clause.id == clause.id}
        return next((v for v in (FAIL, OPEN, PASS) if v in found), NOT_APPLICABLE)
    return run(chosen, day.isoformat(), facts)


def judge_same(book: Any, clause: Any, tables: list[dict[str, Any]], day: date) -> list[tuple[list[int], str]]:
    chosen = compiled_on(clause, day)
    if chosen is None:
        return []
    found = judged([chosen], tables, day).verdicts
    return [(sorted(int(t.number) for t in v.tables), v.verdict) for v in found]


def judge_event(book: Any, clause: Any, event: dict[str, Any], facts: dict[str, Any], day: date) -> str | None:
    chosen = compiled_on(clause, day)
    if chosen is None:
        return None
    return run(chosen, day.isoformat(), as_filed(event), facts)


def as_filed(event: dict[str, Any]) -> dict[str, Any]:
    """The facts of an event with its notice as a filing states it."""
    notice = event.get("notice")
    if notice is True:
        notice = {key: event[key] for key in ("lead_minutes", "written", "to") if key in event}
    return {**event, "notice": notice}


def judge_round(book: Any, clause: Any, facts: dict[str, Any], day: date | None = None) -> bool | None:
    chosen = compiled_on(clause, day)
    if chosen is None:
        return None
    step = STEPS[chosen.id, chosen.since][0]
    if clause.kind == "irregularity":
        occurred = {**facts, "irregularity": clause.versions[0].checks[0].subject.name}
        found = row_operations.verdict(step.condition(occurred, row_operations), step.holds(occurred, row_operations))
        return {PASS: True, FAIL: False}.get(found)
    return step.condition(facts, row_operations)  # type: ignore[no-any-return]


GENERATED = SimpleNamespace(
    judge_table=judge_table, judge_same=judge_same, judge_event=judge_event, judge_round=judge_round
)
