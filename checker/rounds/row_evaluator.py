"""The plain evaluator: one row at a time, slow, and the oracle of the columnar one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.law_index import Bench, Court
from pitboss.checker.rounds.record_format import RecordRow
from pitboss.checker.rounds.settlement import TableLaw, verdicts
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS

_RANK = {FAIL: 5, OPEN: 4, NEEDS: 3, APPROVED: 2, PASS: 1, NOT_APPLICABLE: 0}


def judge_row(
    bench: Bench, made: Sequence[tuple[TableLaw, dict[str, Any]]], staked: frozenset[str]
) -> tuple[list[tuple[str, str]], int]:
    """(clause, verdict) of a row, and under which of the choices of its table: the one that suits the row best."""
    choices = [
        {**dict(verdicts(deal, facts, row_operations)), **permitted}
        for (deal, facts), permitted in zip(made, bench.permission.verdicts(staked), strict=True)
    ]
    ranks = [sorted((_RANK[v] for v in found.values()), reverse=True) for found in choices]
    best = ranks.index(min(ranks))
    return [(clause, Court.said(bench, clause, verdict)) for clause, verdict in choices[best].items()], best


def staked_in(row: RecordRow) -> frozenset[str]:
    """The wagers with a stake in the row as it is recorded."""
    return frozenset(wager for wager, amount in row.facts.get("stake", {}).items() if amount)


def each(bench: Bench, row: RecordRow) -> Iterator[tuple[TableLaw, dict[str, Any]]]:
    """The facts of the row: those of its table, with the record's own on top."""
    for deal, facts in zip(bench.deals, bench.facts, strict=True):
        yield deal, facts_of(facts, row)


def facts_of(table: dict[str, Any], row: RecordRow) -> dict[str, Any]:
    zeros = table.get("zeros", {})
    filled = {name: {**zeros[name], **row.facts.get(name, {})} for name in zeros}
    found = {**table, "irregularity": "none", **row.facts, **filled}
    return {"consequence": "none", **found} if found["irregularity"] == "none" else found
