"""How often rules are evaluated for a dealt round: counts, which do not depend on the machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from pitboss.compiler.oracle.fast.closures import ClosureCompiler
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from tests.rounds.test_fast_evaluator import lowered, table_of
from tests.support.product import Dealer, core

ROUNDS = 20
# By filing: the most verdicts and derivations that are evaluated for a round, on average.
MOST = {"cards.yaml": (65, 80), "box.yaml": (600, 450), "seven.yaml": (500, 560), "wheel.yaml": (65, 2)}


def counting(counts: Counter[str], name: str, function: Callable[..., object]) -> Callable[..., object]:
    def counted(*arguments: object) -> object:
        counts[name] += 1
        return function(*arguments)

    return counted


def evaluations(dealer: Dealer) -> Counter[str]:
    """The verdicts and derivations that are evaluated until some rounds are dealt."""
    settlement, counts = dealer.rules, Counter[str]()
    settlement.judge({**dealer.start, "irregularity": "none"})  # prepares what judges the clauses
    for number, (clause, wager, judge) in settlement._judges_of_clauses.items():
        settlement._judges_of_clauses[number] = clause, wager, counting(counts, "verdicts", judge)
    settlement._following = [(name, out, counting(counts, "derivations", f)) for name, out, f in settlement._following]
    for _ in range(ROUNDS):
        dealer.assembly.keep(dealer.deal())
    return counts


@pytest.mark.parametrize("name", MOST)
def test_a_round_is_dealt_with_few_evaluations(name: str) -> None:
    counts = evaluations(table_of(name))
    verdicts, derivations = MOST[name]
    assert 0 < counts["verdicts"] <= verdicts * ROUNDS
    assert 0 < counts["derivations"] <= derivations * ROUNDS


def test_a_clause_that_cannot_apply_at_the_table_is_not_evaluated() -> None:
    settlement = table_of("seven.yaml").settlement
    verdicts = settlement.judge(settlement.table)
    evaluated = {clause for clause, _, _ in settlement._judges_of_clauses.values()}
    never = verdicts.keys() - evaluated
    assert len(never) > 50
    assert {verdicts[clause] for clause in never} == {"not applicable"}


def test_nothing_is_dealt_for_wagers_that_the_table_does_not_offer() -> None:
    dealer = table_of("box.yaml")
    assert "streak" not in dealer.offers
    left_out = {clause.clause.id for clause in dealer.settlement.clauses} - {c.clause.id for c in dealer.rules.clauses}
    assert {"19:47-2.22(e)/streak-loses", "19:47-2.22(e)/result_lost"} <= left_out
    for _ in range(ROUNDS):
        rows = dealer.deal()
        assert not any("hand_result" in row for row in rows)  # only the clauses on streaks read it
        for verdicts in dealer.assembly.judged(rows, dealer.settlement):
            assert {"fail", "open"}.isdisjoint(verdicts.values())
        dealer.assembly.keep(rows)


def test_the_cheapest_condition_is_evaluated_first() -> None:
    """The rows of the round are not counted where a field of the row already decides."""
    of_rows = core.Compare(core.Relation.MORE, core.Fold(core.Rows.HANDS), core.Const(core.ValueKind.NUMBER, 0))
    of_row = core.Fact("from_split")
    evaluator = ClosureCompiler(lowered(), {}, RowFootprints(lowered()))
    reads: list[str] = []

    class Row(dict[str, object]):
        def get(self, name: str, default: object = None) -> object:
            reads.append(name)
            return super().get(name, default)

    assert evaluator.all_of([of_rows, of_row])(Row(from_split=False)) is False
    assert reads == ["from_split"]
