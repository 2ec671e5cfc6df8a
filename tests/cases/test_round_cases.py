"""Every clause on rounds has, with its rules, a record that just passes and one that just fails, one value apart.

The cases were written from the law's text, by readers who had seen neither rules nor code.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.product import ClauseKind
from tests.support.round_cases import RoundCase, clauses_on_rounds, faults_of, round_cases, section_of
from tests.support.rule_cases import VALUES
from tests.support.soak import count

SECTIONS = tuple(dict.fromkeys(section_of(case.clause) for case in round_cases()))

NEVER_JUDGED = (
    ClauseKind.RANK,  # a rank is a definition; what is settled by it has cases
    ClauseKind.INDEPENDENT,  # says of which other wagers an end does not depend
)
NO_RECORD = {  # clauses that no record makes pass, or that none makes fail, and why
    "19:47-2.1/from_split-follows": "what follows from a number of rows needs evidence where the record differs",
    "19:47-2.19(c)/progressive_blackjack-pays-gross": "says what a payout includes; the payout has cases",
    "19:47-2.23(a)2/match_the_dealer-pays-each": "says what a payout counts; the payout has cases",
    "19:47-11.13(b)6/pgp_rng_wager-rounds": "says how a payout is rounded; the payout has cases",
    "19:47-11.14(d)/pgp_progressive-pays-gross": "says what a payout includes; the payout has cases",
}


def test_every_clause_on_rounds_has_a_case() -> None:
    judged = {clause.id for clause in clauses_on_rounds() if clause.kind not in NEVER_JUDGED}
    having = {case.clause for case in round_cases()}
    assert judged - having == NO_RECORD.keys()


def some_of(cases: list[RoundCase], most: int) -> list[RoundCase]:
    """At most so many cases, of equal distance in the file; the first is among them."""
    return cases[:: -(-len(cases) // most)]


@pytest.mark.parametrize("section", SECTIONS)
def test_cases_on_rounds(section: str) -> None:
    """Of each clause a case that passes first and one that is exempt; `make soak` judges all."""
    groups: dict[tuple[str, str], list[RoundCase]] = {}
    for case in round_cases():
        if section_of(case.clause) == section:
            groups.setdefault((case.clause, case.first), []).append(case)
    cases = [case for group in groups.values() for case in some_of(group, count(1, soak=len(group)))]
    found = [(case, faults_of(case)) for case in cases]
    assert [f"{case.clause} as of {case.day}: {fault}" for case, faults in found for fault in faults] == []


@pytest.mark.soak  # it guards the test above alone
def test_a_case_that_states_the_wrong_thing_is_found() -> None:
    """Each case with its two values exchanged is wrong, as is one that states whether the clause applies to the first."""
    sample = round_cases()[::150]
    assert len(sample) > 20
    for case in sample:
        turned = replace(case, day=_turned(case.day), table=_turned(case.table), round=_turned(case.round))
        assert faults_of(turned), case
        for first in {"pass", "not applicable", "needs evidence"} - {case.first} if case.first != "no breach" else ():
            assert faults_of(replace(case, first=first)), case


def _turned(text: str) -> str:
    return VALUES.sub(lambda m: f"[[{m[2]}|{m[1]}]]", text)


def test_what_else_a_first_record_breaches_is_stated_exactly() -> None:
    some = [case for case in round_cases("19:47-3.1", "19:47-3.9") if case.besides]
    assert some
    for case in some:
        assert faults_of(case) == []
        assert faults_of(replace(case, besides=()))
        assert faults_of(replace(case, besides=(*case.besides, "19:47-3.12(d)")))
