"""Compares another evaluator with the oracle, on the facts that `generate` draws."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.support.product import ResolvedClause, ResolvedRulebook

from .random_facts import Case, ask, cases, verdicts
from .reachable_verdicts import reachable


@dataclass
class Comparison:
    """What came of asking an evaluator about one clause: how many cases, which verdicts, and where it differs."""

    clause: ResolvedClause
    drawn: int
    counts: dict[str, int]
    differences: list[str]
    short: list[str]


def compare(book: ResolvedRulebook, clause: ResolvedClause, evaluator: Any, each: int, seed: str = "") -> Comparison:
    """The first three differences are reported, made as small as possible."""
    drawn, counts, differences = 0, dict.fromkeys(sorted(reachable(book, clause)), 0), list[str]()
    for case, expected in cases(book, clause, each, seed):
        drawn += 1
        for verdict in verdicts(expected):
            counts[verdict] = counts.get(verdict, 0) + 1
        if len(differences) < 3 and ask(book, case, evaluator) != expected:
            small = smallest(case, lambda case: ask(book, case, evaluator) != ask(book, case))
            answers = f"expected {ask(book, small)}, found {ask(book, small, evaluator)}"
            differences.append(f"{clause.id} on {small.day}: {answers}: {small.facts} {small.tables or ''}")
    found = [
        f"{clause.id}: '{v}' was met {counts[v]} times of {each}" for v in reachable(book, clause) if counts[v] < each
    ]
    return Comparison(clause, drawn, counts, differences, sorted(found))


def smallest(case: Case, still: Callable[[Case], bool]) -> Case:
    """The case without the facts on which its difference does not hang."""
    case = Case(case.clause, case.day, deepcopy(case.facts), deepcopy(case.tables))
    holders = [case.facts, *case.tables]
    for holder in holders:  # grows while it is walked
        for name in [*holder]:
            value = holder.pop(name)
            if not still(case):
                holder[name] = value
                holders += [value] if isinstance(value, dict) else []
    return case
