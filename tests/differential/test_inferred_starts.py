"""Before a start that is only inferred, nothing is firm on which the version of that start and the one before it differ.

For every two versions that an inferred day divides, facts are drawn on which the reference semantics judges each version by
itself. On the last day of the earlier one a case that one of them fails and the other does not is *open*, and a case that both
fail, fails.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from tests.support.differential.compiled_evaluator import GENERATED
from tests.support.differential.random_facts import ask, cases, judged, verdicts, without_beginning
from tests.support.product import ResolvedClause, ResolvedVersion, resolved_law
from tests.support.soak import count

BOOK = without_beginning(resolved_law())
EACH = count(6, soak=60)
CALM = {"pass", "not applicable"}
Pair = tuple[ResolvedClause, ResolvedVersion, ResolvedVersion]
PAIRS = [
    (clause, before, after)
    for clause in BOOK.clauses if judged(clause) and clause.scope != "round"
    for before, after in pairwise(clause.versions) if after.basis == "inferred" and after.since == before.until
]  # fmt: skip
# What is attested of a clause is attested in both versions; what 2.17(a) bars is open in each, by readings of its own.
NEVER_DIFFER = {"19:47-2.2(a)/cutting_card_color", "19:47-11.5(a)/opened_as_required", "19:47-11.6(a)/shuffled_each_round",
                "19:47-11.6(b)2/cut_by_hand_shuffle", "19:47-2.17(a)/over_under-bars-same_suit"}  # fmt: skip


def alone(clause: ResolvedClause, version: ResolvedVersion) -> ResolvedClause:
    """The clause, as if it had always had this version."""
    return replace(clause, versions=(replace(version, since=None, until=None, basis="firm"),))


def either(clause: ResolvedClause, before: ResolvedVersion, after: ResolvedVersion) -> ResolvedClause:
    """The clause, as if its text could be read as both versions: it is drawn for so that they differ."""
    return alone(clause, replace(before, checks=(*before.checks, *after.checks)))


def last_day(version: ResolvedVersion) -> date:
    assert version.until is not None
    return version.until - timedelta(1)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].id}@{pair[2].since}")
def test_where_the_versions_differ_neither_is_firm(pair: Pair) -> None:
    clause, before, after = pair
    differed, failed = 0, 0
    for drawn, _ in cases(BOOK, either(clause, before, after), EACH):
        case = replace(drawn, day=last_day(before))
        each = [set(verdicts(ask(BOOK, replace(case, clause=alone(clause, v))))) for v in (before, after)]
        found = set(verdicts(ask(BOOK, replace(case, clause=clause), GENERATED)))
        if {"fail"} in each and any(one <= CALM for one in each):
            differed += 1
            assert found == {"open"}, (case.facts, each)
        elif each == [{"fail"}, {"fail"}] and not open_later(clause, after, case.day):
            failed += 1
            assert found == {"fail"}, (case.facts, each)
    assert (differed > 0) == (clause.id not in NEVER_DIFFER)


def open_later(clause: ResolvedClause, after: ResolvedVersion, day: date) -> bool:
    """Whether a third version may be in force as well, or the first is not known to be."""
    further = clause.versions[clause.versions.index(after) + 1 :]
    first = clause.versions[0]
    return any(v.basis == "inferred" for v in further) or first.basis == "inferred" and day < (first.since or day)


def test_the_pairs_are_found() -> None:
    assert len(PAIRS) >= 20
    assert {"19:47-7.3(c)/mini_vigorish_type-among", "19:47-11.4(a)/pgp_starting_position-among"} <= {
        c.id for c, _, _ in PAIRS
    }
