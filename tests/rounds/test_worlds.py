"""Worlds (docs/semantics.md): readings that compete are chosen consistently, and a row that no choice allows is in breach."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from pitboss.checker.rounds.audit import Audit
from pitboss.checker.rounds.worlds import MOST, Component, joint_breaches
from pitboss.compiler.oracle.reading_choices import components
from tests.support.product import FAIL, NOT_APPLICABLE, PASS, Law, Raw, Worlds, audit_rounds, judge_rows, resolved_law
from tests.support.round_verdicts import Floor

JOKER = {
    "table": "4", "moment": "2009-12-05T20:00", "seat": "1", "cards": "Jk Ah Kd 2c 5s 7h 9d",
    "stake": {"pgp_wager": 10, "pgp_three_card": 10},
}  # fmt: skip
SEVENS = {
    "table": "3", "moment": "2007-05-01T12:00", "seat": "1", "from_split": "no", "stake": {"blackjack_wager": 10, "sevens": 1},
}  # fmt: skip


def audited(floor: Floor, row: dict[str, Any], columns: bool = False) -> Audit:
    raws = [Raw("r.jsonl:1", {"round": "1", **row}, "", json.dumps(row))]
    if columns:
        pytest.importorskip("polars")
        from pitboss.checker.rounds.columnar_evaluator import judge_chunk

        return audit_rounds("r", floor.law_index, [judge_chunk(floor.law_index, raws)], lambda aside: None)
    return audit_rounds("r", floor.law_index, [judge_rows(floor.law_index, raws)], lambda aside: None)


def breaches(result: Audit, wager: str) -> dict[str, str]:
    """Provision → verdict, of the findings on a wager."""
    return {f.cite: f.verdict for f in result.findings if f.clause.partition("/")[2].startswith(wager)}


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize(
    ("money", "expected"),
    [
        ({"paid": {"pgp_three_card": 40}}, {"19:47-11.18(b)": "open"}),  # a straight, or a pair of aces paid too much
        ({"paid": {"pgp_three_card": 10}}, {"19:47-11.18(b)": "open"}),
        ({"paid": {"pgp_three_card": 5}}, {"19:47-11.18(b)": "fail"}),  # less than either
        ({"collected": {"pgp_three_card": 10}}, {"19:47-11.17(f)": "fail"}),  # it wins under every reading
    ],
)
def test_a_derived_fact_has_a_value_in_each_world(
    money: dict[str, Any], expected: dict[str, str], columns: bool
) -> None:
    result = audited(Floor("seven.yaml"), {**JOKER, **money}, columns)
    assert breaches(result, "pgp_three_card") == expected


def test_a_finding_names_the_readings_and_what_each_calls_lawful() -> None:
    result = audited(Floor("seven.yaml"), {**JOKER, "paid": {"pgp_three_card": 10}})
    (finding,) = [f for f in result.findings if f.cite == "19:47-11.18(b)"]
    assert [(r.name, r.verdict, r.expected) for r in finding.readings] == [
        ("completes", "fail", "$40 for the three-card bonus wager"),
        ("ace", "pass", "$10 for the three-card bonus wager"),
    ]
    assert [line for line in finding.lawful if "three-card" in line] == [
        "the three-card bonus wager of $10 wins, $40 due (read as completes)",
        "the three-card bonus wager of $10 wins, $10 due (read as ace)",
    ]


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize(
    ("cards", "money", "expected"),
    [
        ("9h 2d 7c", {"paid": {"sevens": 3}}, {"19:47-2.17(d)": "open"}),
        ("9h 2d 7c", {"collected": {"sevens": 1}}, {"19:47-2.17(b)4": "open"}),
        # neither lost nor paid, and a payment that no reading knows: two clauses, one breach
        ("9h 2d 7c", {}, {"19:47-2.17(b)4 and 19:47-2.17(d)": "fail"}),
        ("9h 2d 7c", {"paid": {"sevens": 1}}, {"19:47-2.17(d) and 19:47-2.17(e)3": "fail"}),
        ("9h 2d 6c", {"collected": {"sevens": 1}}, {}),
        ("7h 2d 6c", {"collected": {"sevens": 1}}, {"19:47-2.17(b)4": "fail"}),
        ("7h 7d", {"paid": {"sevens": 50}, "settled_as": {"sevens": "two_sevens_of_any_suit"}}, {}),
    ],
)  # fmt: skip
def test_clauses_of_which_one_fails_in_every_world_fail_together(
    cards: str, money: dict[str, Any], expected: dict[str, str], columns: bool
) -> None:
    result = audited(Floor("box.yaml"), {**SEVENS, "cards": cards, **money}, columns)
    assert breaches(result, "sevens") == expected


def test_the_fewest_clauses_fail_together() -> None:
    choice = ("1:1-1.2", ("one", "two", "three"))
    law = Worlds.__new__(Worlds)
    law.components = (Component((choice,), ("a", "b", "c", "d")),)
    verdicts = {
        "a": [FAIL, PASS, PASS], "b": [PASS, FAIL, NOT_APPLICABLE], "c": [PASS, PASS, FAIL], "d": [PASS, FAIL, FAIL],
    }  # fmt: skip
    assert [*joint_breaches(law, verdicts, ())] == [("a", "d")]
    assert [*joint_breaches(law, verdicts, {"d"})] == [("a", "b", "c")]
    assert [*joint_breaches(law, verdicts, {"a"})] == []  # a clause that may not be in force yet breaches nothing
    assert [*joint_breaches(law, {**verdicts, "d": [FAIL, FAIL, FAIL]}, ())] == []  # it fails by itself


FLOORS = (
    "box.yaml", "cards.yaml", "chemin.yaml", "four.yaml", "mini.yaml", "money.yaml", "pair.yaml", "seven.yaml", "three.yaml", "wheel.yaml",
)  # fmt: skip


@pytest.mark.parametrize("name", FLOORS)
def test_components_stay_small_and_are_those_of_the_reference(name: str) -> None:
    """The reference finds on its own which clauses hang together."""
    law_index = Floor(name).law_index
    filing = law_index.filings[0]
    day = filing.effective
    for table in filing.tables:
        for variant, law in zip(table.variants, law_index.active_law(table.number, day).worlds, strict=True):
            ours = {(frozenset(component.choices), frozenset(component.clauses)) for component in law.components}
            assert all(len(component.worlds) <= MOST / 2 for component in law.components)
            reference = Law(
                resolved_law(), table.game, law_index.active_law(table.number, day).facts[0], date.fromisoformat(day)
            )
            judged = {readings[0].id for readings in law.clauses}
            theirs = {(frozenset(choices), frozenset(clauses) & judged) for choices, clauses in components([reference])}
            assert ours == theirs, variant
