"""Why an attested duty still needs evidence: a fact on which it depends is missing, or two attestations contradict each other."""

from __future__ import annotations

import pytest

from tests.findings.conftest import Check

ONE = "{provision: 20.4(c)/cards_washed, answer: no, by: A. Person, on: 1999-12-01}"
OTHER = "{provision: 20.4(c)/cards_washed, answer: yes, by: B. Person, on: 1999-12-02}"
CONTRADICTION = "contradict each other"


@pytest.mark.parametrize(
    ("attestations", "table", "verdict", "reason"),
    [
        (ONE, "", "needs evidence", "not filed: the cards come to the table pre-shuffled"),
        (ONE, ", tcp_pre_shuffled: no", "fail", "answered no by A. Person"),
        (f"{ONE}, {OTHER}", "", "needs evidence", f"the attestations of it {CONTRADICTION}"),
    ],
)
def test_the_reason_names_what_is_missing(
    check: Check, attestations: str, table: str, verdict: str, reason: str
) -> None:
    text = (
        f"pits: [{{name: A, tables: [{{number: 1, game: three_card_poker{table}}}]}}]\nattestations: [{attestations}]\n"
    )
    (finding,) = [
        f for f in check(text, "2000-01-01").findings if [c.id for c in f.clauses] == ["19:47-20.4(c)/cards_washed"]
    ]
    assert finding.verdict == verdict
    assert any(reason in line for line in finding.why)
    assert (CONTRADICTION in f"{finding.notice} {finding.why}") == (CONTRADICTION in reason)
