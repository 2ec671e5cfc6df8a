"""The proof by exhaustion: small clauses are proven again, injected faults are found, and nothing that a program does is unseen.

`make prove` proves all clauses and writes report.txt.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.grammar.limit_kinds import LimitKind
from tests.differential.test_injected_faults import BUGS, injected
from tests.support.differential.compiled_evaluator import STEPS, VERSIONS
from tests.support.product import FieldLimit, Reachable, core, load_core
from tests.support.product import tree as t
from tests.support.soak import count

from .__main__ import REPORT, proof_of, report, reported
from .evaluators import generated_law, law, programs
from .facts import Exploration, Facts, Names
from .observed import Cuts, NotEnumerable
from .proof import BOUND, NOTHING, Proof, constants, days, names, prove

ROOT = Path(__file__).parents[2]
CLAUSES = {clause.id: clause for clause in law().clauses}
REPORTED = reported()
PROOFS = [proof_of(CLAUSES[id_], text) for id_, text in REPORTED.items() if id_ in CLAUSES]
PROVEN = {proof.clause.id: proof.classes for proof in PROOFS if proof.proven}
SMALL = [id_ for id_, classes in PROVEN.items() if classes <= count(400, soak=BOUND)]


# ---- the rulebook


def test_the_report_lists_every_clause_in_the_order_of_the_law() -> None:
    assert [*REPORTED] == [*CLAUSES]
    assert not [text for text in REPORTED.values() if text.startswith("DIFFERS")]


def test_the_sums_of_the_report_are_those_of_its_lines() -> None:
    assert report(PROOFS, BOUND) == REPORT.read_text("utf-8")


def test_small_clauses_are_proven_again() -> None:
    some = Random(12).sample(SMALL, count(20, soak=len(SMALL)))
    found = {id_: prove(CLAUSES[id_]) for id_ in sorted(some)}
    assert [proof.differences for proof in found.values() if not proof.proven] == []
    assert {id_: proof.classes for id_, proof in found.items()} == {id_: PROVEN[id_] for id_ in found}, "run make prove"


def test_the_documentation_states_how_many_clauses_are_proven() -> None:
    judged = {id_: text for id_, text in REPORTED.items() if text != NOTHING}
    rounds = {id_ for id_ in judged if CLAUSES[id_].scope == "round"}
    figures = (len(PROVEN.keys() - rounds), len(judged.keys() - rounds), len(PROVEN.keys() & rounds), len(rounds))
    assert "{:,} of {:,} clauses on filings and {:,} of {:,} on rounds".format(*figures) in (
        ROOT / "ARCHITECTURE.md"
    ).read_text("utf-8")


def test_what_is_beyond_the_bound_or_arithmetic_is_reported_with_its_reason() -> None:
    clause = CLAUSES["19:47-2.24(h)/twenty_point_cap.cap-at-least"]
    assert "about 10^" in prove(clause, bound=2).reason or prove(clause).reason == "multiplies two facts"
    proofs = [prove(CLAUSES["19:47-2.22(a)/streak-authorised"]), Proof(clause, reason="multiplies two facts")]
    assert "     1  multiplies two facts" in report(proofs, 5)


def verdicts(id_: str, version: core.Version) -> tuple[set[object], set[object]]:
    """The verdicts of a version on every class of facts, and on those whose counts a filing can state, which are not below one."""
    clause, found, stated, seen = CLAUSES[id_], set[object](), set[object](), list[object]()
    for day in days(law(), clause):
        pair = programs(law(), clause, day)
        if pair.force in seen or not version.in_force(day) or not law().covers(day):
            continue
        seen.append(pair.force)
        explored = Exploration(names(), Cuts(constants(law(), clause), names().of_wager), clause.check.subject, BOUND)
        for facts in explored.leaves():
            verdict = pair.reference(facts)
            if not explored.cuts.changed:
                found.add(verdict)
                counts = [value for name, value in explored.plain().items() if name in COUNTS and value is not None]
                stated |= {verdict} if clause.scope == "round" or all(value >= 1 for value in counts) else set()
    return found, stated


COUNTS = {name for name, field in names().fields.items() if field.type.kind == "count"}


def test_every_class_of_facts_confirms_what_can_breach_and_meet_a_clause() -> None:
    """Of clauses with a verdict of their own; an authority is met on each of its days, and breached on others."""
    reachable, clauses = Reachable(load_core()), {clause.id: clause for clause in load_core().clauses}
    small = [id_ for id_ in SMALL if CLAUSES[id_].kind != "authority" and PROVEN[id_] <= count(100, soak=BOUND)]
    impossible = ["19:47-2.2(a)/decks-at-least", "19:47-5.2(b)/former_zero_rule"]
    claims = set()
    for id_ in [*impossible, *Random(13).sample(small, count(20, soak=len(small)))]:
        for version in clauses[id_].versions:
            found, stated = verdicts(id_, version)
            breach, compliance = reachable.breach(version.readings), reachable.compliance(version.readings)
            if found - {None}:
                assert {"fail", "open"} & found if breach else not {"fail", "open"} & stated, (id_, version.since)
                assert "pass" in found if compliance else "pass" not in stated, (id_, version.since)
                claims.add((breach, compliance))
    assert claims == {(True, True), (False, True), (True, False)}


# ---- injected faults


@pytest.mark.parametrize("name", BUGS)
def test_a_fault_in_generated_code_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0
    for id_ in sorted(SMALL, key=lambda id_: (PROVEN[id_], id_)):
        compiled = VERSIONS.get(id_, [None])[0]
        if CLAUSES[id_].scope == "round" or compiled is None or compiled.check is None or compiled.readings:
            continue
        wrong = injected(compiled.check, BUGS[name])
        if wrong is None or len(VERSIONS[id_]) > 1:
            continue
        with monkeypatch.context() as patched:
            patched.setitem(VERSIONS, id_, [replace(compiled, check=wrong)])
            proof = prove(CLAUSES[id_])
            assert proof.differences or proof.reason.startswith("reads un"), f"{name}, in {id_}"
        tried += 1
        if tried == 2:
            return
    assert tried or name in NO_SMALL_PLACE


NO_SMALL_PLACE = {"exact becomes a floor", "a floor becomes exact"}  # figures of whole paytables have more classes


def test_a_threshold_that_only_the_generated_code_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    id_ = "19:47-2.13(a)/shared_boxes.players_per_box-between"
    (compiled,) = VERSIONS[id_]
    assert compiled.check is not None
    check = compiled.check

    def wrong(facts: Any) -> Any:
        players = facts.get("offers").get("shared_boxes", {}).get("players_per_box")
        return "pass" if players == 4711 else check(facts)

    monkeypatch.setitem(VERSIONS, id_, [replace(compiled, check=wrong)])
    (found,) = prove(CLAUSES[id_]).differences
    assert "expected fail, found pass" in found and "4711" in found


def test_a_fault_in_a_clause_on_rounds_is_found(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    id_ = "19:47-3.2(d)/punto_late_wagers-exactly"
    assert prove(CLAUSES[id_]).proven
    key = id_, VERSIONS[id_][0].since
    (step,) = STEPS[key]
    role = replace(step.role, limits=(FieldLimit(LimitKind.AT_MOST, (1,)),))
    monkeypatch.setitem(STEPS, key, [replace(step, role=role)])
    generated_law.cache_clear()
    request.addfinalizer(generated_law.cache_clear)
    assert prove(CLAUSES[id_]).differences


# ---- every class, and no other use


def outcomes(program: Callable[[Any], object], bound: int = 1000) -> list[object]:
    """What a program answers at each leaf; `decks` and `seats` are counts, `color` is a name."""
    fields = names().fields
    kinds = {"decks": "count", "seats": "count", "color": "text", "stakes": "set_of"}
    some = {
        name: replace(next(iter(fields.values())), name=name, type=t.TypeNode(kind, (), (t.TypeNode("money"),)))
        for name, kind in kinds.items()
    }
    cuts = Cuts(())
    walk = Exploration(Names(some, {}, frozenset(), frozenset()), cuts, t.Path("decks"), bound)
    found: list[object] = []
    for facts in walk.leaves():
        answer = program(facts)
        if walk.leaf == 0 or cuts.changed:
            found = []
        if not cuts.changed:
            found.append(answer)
    return found


def test_a_fact_has_a_class_for_each_side_of_each_threshold() -> None:
    assert outcomes(lambda f: None if f.get("decks") is None else f.get("decks") >= 6) == [None, False, True, True]
    assert sorted(outcomes(lambda f: f.get("decks") == 6 if f.get("decks") else False)) == [False, False, False, True]
    assert sorted(outcomes(lambda f: str(f.get("color") == "red"))) == ["False", "False", "True"]


def test_facts_that_are_compared_with_each_other_have_a_class_for_each_order() -> None:
    def order(facts: Facts) -> object:
        decks, seats = facts.get("decks"), facts.get("seats")
        return (
            None
            if None in (decks, seats)
            else (2 * decks > seats, decks > 5, seats > 5, seats - decks < Fraction(1, 2))
        )

    assert {*outcomes(order)} - {None} == {  # all that are not contradictory
        (True, True, True, True), (True, True, True, False), (True, True, False, True), (True, False, True, False),
        (True, False, True, True), (True, False, False, True), (True, False, False, False), (False, True, True, False),
        (False, False, True, False), (False, False, False, True), (False, False, False, False),
    }  # fmt: skip


def test_a_set_has_a_class_for_each_choice_of_elements() -> None:
    def program(facts: Facts) -> object:
        stakes = facts.get("stakes")
        return None if not stakes else (all(n == 1 for n in stakes), any(n == 1 for n in stakes))

    assert {*outcomes(program)} == {None, (True, True), (False, True), (False, False)}


@pytest.mark.parametrize(
    ("reason", "use"),
    {
        "computes with a number (mod)": lambda f: f["decks"] % 2,
        "multiplies two facts": lambda f: f["decks"] * f["seats"],
        "computes with a number (floor)": lambda f: f["decks"].__floor__(),
        "computes with a number (rtruediv)": lambda f: 1 / f["decks"],
        "computes with a name (startswith)": lambda f: f["color"].startswith("r"),
        "computes with a name (add)": lambda f: f["color"] + "!",
        "goes through all facts of a place": lambda f: {**f},
        "reads cards": lambda f: f.get("cards"),
        "reads other rows": lambda f: f.get("rows around"),
    }.items(),
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_any_other_use_of_a_fact_is_refused(reason: str, use: Callable[[Any], object]) -> None:
    def program(facts: Any) -> object:
        known = all(facts.get(name) is not None for name in ("decks", "seats", "color"))
        return use(facts) if known else None

    with pytest.raises(NotEnumerable, match=re.escape(reason)):
        outcomes(program)


def test_more_classes_than_the_bound_are_not_enumerated() -> None:
    with pytest.raises(NotEnumerable, match="more than 10 classes on one day"):
        outcomes(lambda f: [f.get("decks") > n for n in range(20) if f.get("decks") is not None], bound=10)
