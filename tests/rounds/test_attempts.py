"""Dealing ends an attempt as soon as no choice can make it lawful."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.compiler.oracle.values import Facts
from tests.rounds.test_fast_evaluator import table_of
from tests.support.product import Dealer

ROUNDS = 30


def breached_in(dealer: Dealer) -> list[list[str]]:
    """What each row breaches that is judged until some rounds are dealt, in order."""
    found: list[list[str]] = []
    judge: Callable[..., list[str]] = dealer.rules.breached

    def judged(*arguments: object, **named: object) -> list[str]:
        found.append(judge(*arguments, **named))
        return found[-1]

    dealer.rules.breached = judged  # type: ignore[method-assign]
    for _ in range(ROUNDS):
        dealer.assembly.keep(dealer.deal())
    return found


def test_no_hand_is_settled_that_no_choice_can_make_lawful() -> None:
    dealer = table_of("box.yaml")
    on_deal = {rule.clause.id for rule in dealer.constraints.on_deal}
    assert "19:47-2.12(a)/player_hard_draw-at-most" in on_deal  # a card to a hand that must stand
    found = breached_in(dealer)
    assert any(found)
    assert "19:47-2.12(a)/player_hard_draw-at-most" not in {clause for row in found for clause in row}


def test_nobody_takes_a_place_that_the_rows_before_leave_no_room_for() -> None:
    dealer = table_of("seven.yaml")
    [clause] = [c.clause.id for c in dealer.rules.clauses if c.clause.id.endswith("(c)/one_bank")]
    found = breached_in(dealer)
    assert any(found)
    assert clause not in {clause for row in found for clause in row}


def test_an_attempt_is_not_repaired_where_nothing_can_be_chosen_again() -> None:
    dealer = table_of("box.yaml")
    constraints, judge, repaired = dealer.constraints, dealer.rules.breached, 0
    on_stakes = {one.rule.clause.id for one in constraints.on_stakes}
    last: list[str] = []

    def judged(row: Facts, before: Facts | None = None, complete: bool = False) -> list[str]:
        nonlocal last, repaired
        if before is not None:
            assert on_stakes & {*last} or dealer._named(last) - constraints.derived, last
            repaired += 1
        last = judge(row, before, complete)
        return last

    dealer.rules.breached = judged  # type: ignore[method-assign]
    for _ in range(ROUNDS):
        dealer.assembly.keep(dealer.deal())
    assert repaired > 5
