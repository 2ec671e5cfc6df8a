"""The smallest cures against an exhaustive search by the checker, and verified by it on random broken filings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.broken_filings import FilingFile, broken, judged
from tests.support.broken_filings import cured as step_taken
from tests.support.product import (
    FAIL,
    NEEDS,
    LawOfTable,
    Result,
    Step,
    assemble,
    check,
    cures,
    edited,
    edits,
    fact_of,
    least_change,
    load_rulebook,
    main,
    smallest_cures,
    step_cost,
)
from tests.support.soak import count

BOOK, VOCABULARY = load_rulebook()
CERTIFIED = {"by": "A. Person", "role": "counsel", "on": "1980-01-01"}
PEOPLE = ("attest", "posting", "approval", "notice")
GAMES = sorted({clause.game for clause in BOOK.clauses if clause.game})
KINDS = {clause.id: clause.kind for clause in BOOK.clauses}
Captured = pytest.CaptureFixture[str]


class Source:
    """Documents that were read, as the cures need them."""

    def __init__(self, *data: dict[str, Any]) -> None:
        self.documents = tuple(FilingFile("filing.yaml", each) for each in data)


def filed(*tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "submission": {"id": "1", "certifications": [CERTIFIED]},
        "pits": [{"name": "A", "tables": [*tables]}],
        **more,
    }


def checked(data: dict[str, Any], day: str) -> Result:
    filing, faults = assemble([FilingFile("filing.yaml", deepcopy(data))], VOCABULARY)
    assert not faults, faults
    return check("filing.yaml", filing, BOOK, VOCABULARY, day, (), lambda paths: {})


def reported(found: Result) -> dict[tuple[str, str], str]:
    return {(c.id, number): f.verdict for f in found.findings for c in f.clauses for number in f.tables or ("",)}


def curable(found: Result) -> set[str]:
    return {
        c.id
        for f in found.findings
        for c in f.clauses
        if f.verdict == FAIL and c.kind not in PEOPLE and c.scope == "table"
    }


def tables_of(data: dict[str, Any], day: str = "2010-01-01") -> Any:
    found = checked(data, day)
    return smallest_cures(Source(data), found.filing, found, BOOK, VOCABULARY)


# ---- they are the smallest


def universe(table: LawOfTable, targets: set[str]) -> list[Step]:
    """Every step that some set of steps leads to."""
    known: dict[str, Step] = {}
    todo: list[tuple[Step, ...]] = [()]
    while todo:
        taken = todo.pop()
        for name, facts in table.unmet(taken, targets):
            for step in table.steps(name, facts):
                if repr(step) not in known:
                    known[repr(step)] = step
                    todo += [(step,), *((*taken, step) for _ in range(len(taken) < 2 and apart((*taken, step))))]
    return list(known.values())


def apart(steps: tuple[Step, ...]) -> bool:
    """Whether no step changes what another one changes, but what is filed of an offer that is added."""
    pairs = [
        pair
        for pair in combinations(steps, 2)
        if {isinstance(s, cures.Provide) for s in pair} != {True, False} or withdrawn(pair)
    ]
    facts = [(fact_of(one), fact_of(other)) for one, other in pairs]
    return not any(a[: len(b)] == b or b[: len(a)] == a for a, b in facts)


def withdrawn(steps: tuple[Step, ...]) -> bool:
    return any(isinstance(step, cures.Withdraw) for step in steps)


def placed(steps: tuple[Step, ...], here: set[str]) -> bool:
    """Whether what is filed of an offer is filed of one that is there."""
    added = {fact_of(step)[1] for step in steps if isinstance(step, cures.Provide)}
    return all(fact[1] in here | added for fact in map(fact_of, steps) if fact[0] == "offers")


def exhaustive(data: dict[str, Any], day: str, steps: list[Step], most: int) -> Iterator[tuple[Step, ...]]:
    """The cheapest sets of at most `most` steps after which the checker, on the filing, reports no target and nothing new."""
    before, targets = reported(judged(data, day, BOOK, VOCABULARY)), curable(judged(data, day, BOOK, VOCABULARY))
    least: int | None = None
    here = {name for key in ("wagers", "options") for name in data[key]}
    sets = [some for n in range(most + 1) for some in combinations(steps, n) if apart(some) and placed(some, here)]
    for some in sorted(sets, key=lambda some: sum(map(step_cost, some))):
        if least is not None and sum(map(step_cost, some)) > least:
            return
        made: dict[str, Any] | None = data
        for step in sorted(some, key=lambda step: isinstance(step, cures.Withdraw) - isinstance(step, cures.Provide)):
            made = made and step_taken(made, step, VOCABULARY)
        assert made is not None
        after = reported(judged(made, day, BOOK, VOCABULARY))
        if not targets & {code for code, _ in after} and all(before.get(k) == v for k, v in after.items()):
            least = sum(map(step_cost, some))
            yield some


def on(wagers: str, options: str = "", **more: Any) -> dict[str, Any]:
    return {
        "number": 1, "game": "blackjack", "equipment": {}, "variation": [],
        "wagers": {name: {} for name in wagers.split()}, "options": {name: {} for name in options.split()}, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    "table",
    [
        on("blackjack_wager insurance streak blackjack_bonus twenty_point", "multiple_action"),
        on("blackjack_wager insurance over_under same_suit progressive_blackjack match_the_dealer", "multiple_action resplit", decks=6),
        on("blackjack_wager insurance streak progressive_blackjack", "surrender shared_boxes multiple_action", decks=6),
        on("blackjack_wager insurance streak", "resplit multiple_action", splits=9, boxes=6, decks=8),
        on("blackjack_wager insurance streak match_the_dealer twenty_point", "surrender resplit", decks=2),
        on("blackjack_wager insurance blackjack_bonus", "aces_split_once multiple_action", cutting_cards=5),
        on("blackjack_wager streak", "multiple_action", decks=6),
    ],
)  # fmt: skip
def test_it_is_the_exhaustive_minimum(table: dict[str, Any]) -> None:
    day = "2010-01-01"
    found = judged(table, day, BOOK, VOCABULARY)
    assert found.filing is not None
    law, targets = LawOfTable(found.filing.tables[0].variants, "blackjack", BOOK, VOCABULARY, day), curable(found)
    least = least_change(law, targets).sets
    every = list(exhaustive(table, day, universe(law, targets), max(map(len, least), default=2)))
    assert targets
    assert {frozenset(map(repr, steps)) for steps in least} <= {frozenset(map(repr, steps)) for steps in every}
    # another lawful value of the same fact is the same cure
    assert {frozenset(map(fact_of, steps)) for steps in least} == {frozenset(map(fact_of, steps)) for steps in every}


# ---- the checker verifies them


@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=count(3, 600)
)  # of all games 36, and 7,200 in a soak; about two thirds of them break a clause that an edit cures
@given(data=st.data())
def test_every_cure_of_a_broken_filing_cures_and_breaks_nothing(game: str, data: st.DataObject) -> None:
    day, table = data.draw(broken(game))
    document = filed(table)
    found = checked(document, day)
    before, promised = reported(found), curable(found)
    for each in smallest_cures(Source(document), found.filing, found, BOOK, VOCABULARY):
        for cure in each.cures:
            (made,) = edited([document], cure.edits)
            assert {**made, "pits": 0} == {**document, "pits": 0}
            after = reported(checked(made, day))
            assert not promised & {code for code, _ in after}
            new = {k: v for k, v in after.items() if before.get(k) != v}
            assert new == {(code, "1"): NEEDS for code in cure.then}
            assert {KINDS[code] for code in cure.then} <= {*PEOPLE}
        assert each.cures or each.missing


def test_a_payout_below_the_floor_is_raised_and_that_is_safe() -> None:
    table = {"number": 1, "game": "roulette", "wagers": {"roulette_straight": {"pays": "34 to 1"}}}
    (each,) = tables_of(filed(table))
    (cure,) = each.cures
    assert [(e.place[-2:], e.old, e.new) for e in cure.edits] == [(("roulette_straight", "pays"), "34 to 1", "35 to 1")]
    assert cure.kind == "safe"


def test_alternatives_of_equal_cost_are_choices() -> None:
    (each,) = tables_of(filed(on("blackjack_wager insurance streak", "multiple_action")))
    dropped = {tuple(e.place[-1] for e in cure.edits if e.new is None) for cure in each.cures}
    assert dropped == {("streak",), ("multiple_action",)}
    assert {cure.kind for cure in each.cures} == {"choice"}


SHARED = {"five cards": {"wager": "five_cards_21", "pays": "5 to 2"}}


def test_a_paytable_that_every_table_has_wrong_is_corrected_once() -> None:
    table = on("blackjack_wager insurance") | {"options": {"five_cards_21": {"paytable": "five cards"}}}
    data = filed(table, {**table, "number": 2, "decks": 6}, paytables=SHARED)
    for each in tables_of(data):
        assert [[e.place for e in cure.edits] for cure in each.cures] == [[(0, "paytables", "five cards", "pays")]]


def test_a_default_that_suits_the_other_tables_is_overridden() -> None:
    defaults = {"blackjack": {"wagers": ["blackjack_wager", "insurance"], "options": ["surrender", "resplit"]}}
    data = filed(
        {"number": 1, "game": "blackjack", "variation": "six_to_five"},
        {"number": 2, "game": "blackjack"},
        defaults=defaults,
    )
    (each,) = tables_of(data)
    (cure,) = [c for c in each.cures if c.edits[0].place[-1] == "options"]
    (edit,) = cure.edits
    assert (each.tables, edit.place, edit.old, edit.new) == (
        ("1",),
        (0, "pits", 0, "tables", 0, "options"),
        None,
        ["resplit"],
    )


def test_two_withdrawals_from_a_default_are_one_entry_of_the_table() -> None:
    options = ["surrender", "resplit", "shared_boxes"]
    defaults = {"blackjack": {"wagers": ["blackjack_wager", "insurance"], "options": options}}
    data = filed({"number": 1, "game": "blackjack"}, {"number": 2, "game": "blackjack"}, defaults=defaults)
    filing = checked(data, "2010-01-01").filing
    assert filing is not None
    steps = [cures.Withdraw(name, name, ()) for name in ("surrender", "resplit")]
    (edit,) = edits(filing, filing.tables[:1], steps, ["filing.yaml"], VOCABULARY)
    assert (edit.place, edit.new) == ((0, "pits", 0, "tables", 0, "options"), ["shared_boxes"])


# ---- what must be offered is added, with the figures that the law fixes


@pytest.mark.parametrize("wagers", [{"mini_banker": {}, "mini_player": {}}, ["mini_banker", "mini_player"]])
def test_a_wager_that_must_be_offered_is_added_where_all_tables_lack_it(wagers: Any) -> None:
    tables = [{"number": n, "game": "minibaccarat", "equipment": {"mini_shoe": True}} for n in (1, 2)]
    data = filed(*tables, defaults={"minibaccarat": {"wagers": wagers}})
    for each in tables_of(data):
        (cure,) = each.cures
        ((place, kind, new),) = [(edit.place, edit.kind, edit.new) for edit in cure.edits]
        entry = {"mini_tie": {"pays": "8 to 1"}}
        assert new == (
            {**wagers, **entry} if isinstance(wagers, dict) else [*wagers, {"wager": "mini_tie", "pays": "8 to 1"}]
        )
        assert (place, kind, cure.then) == ((0, "defaults", "minibaccarat", "wagers"), "choice", ())


def test_each_value_that_the_law_allows_is_a_choice() -> None:
    (each,) = tables_of(filed({"number": 1, "game": "pai_gow_poker", "wagers": {}, "options": {"pgp_surrender": {}}}))
    entries = [edit.new["pgp_wager"] for cure in each.cures for edit in cure.edits]
    fixed = {"pays": "1 to 1", "pgp_vigorish": "5%"}
    assert entries == [{**fixed, "pgp_vigorish_rounding": rounding} for rounding in ("none", "up_to_25_cents")]


THREE = {
    "number": 1,
    "game": "three_card_poker",
    "wagers": {"tcp_play": {"pays": "1 to 1"}},
    "options": {"tcp_ante_bonus": {}},
}


def test_what_people_have_to_show_for_an_addition_is_named() -> None:
    pays = {
        "pair": "1 to 1",
        "flush": "4 to 1",
        "straight": "6 to 1",
        "three_of_a_kind": "30 to 1",
        "straight_flush": "40 to 1",
    }
    table = THREE | {"wagers": {**THREE["wagers"], "tcp_pair_plus": {"payouts": pays}}}
    (each,) = tables_of(filed(table), "2007-02-01")
    (cure,) = each.cures
    assert {"wagers", "tcp_cover_card"} <= {edit.place[-1] for edit in cure.edits}
    assert {"19:47-20.6(a)1/tcp_ante.minimum-posted", "19:47-20.6(a)1/tcp_ante.maximum-posted"} <= {*cure.then}


def test_a_paytable_that_only_the_licensee_can_choose_is_missing() -> None:
    (each,) = tables_of(filed(THREE), "2007-02-01")
    assert each.cures == ()
    assert ("19:47-20.11(a)2/tcp_pair_plus-pays", {"selection", "payouts"}) in [
        (m.clause, {f[-1] for f in m.facts}) for m in each.missing
    ]


def test_a_printed_table_that_is_selected_wrongly_is_a_choice_with_its_figures() -> None:
    table = THREE | {"wagers": {"tcp_ante": {"pays": "1 to 1"}, **THREE["wagers"], "tcp_pair_plus": {"selection": "e"}}}
    (each,) = tables_of(filed(table | {"equipment": {"tcp_cover_card": True}}), "2007-02-01")
    offer = (0, "pits", 0, "tables", 0, "wagers", "tcp_pair_plus")
    made = [
        {edit.place[len(offer) :]: edit.new for edit in cure.edits if edit.place[: len(offer)] == offer}
        for cure in each.cures
    ]
    highest = {some["selection",]: some["payouts", "straight_flush"] for some in made}
    assert highest == {"a": "40 to 1", "b": "35 to 1", "c": "40 to 1", "d": "35 to 1"}


def test_a_game_without_authority_has_no_cure() -> None:
    (each,) = tables_of(filed({"number": 1, "game": "four_card_poker"}), "1999-01-01")
    assert (each.cures, [(m.clause, m.facts) for m in each.missing]) == (
        (),
        [("19:47-27.1/four_card_poker-authorised", ())],
    )


def test_numbers_are_written_as_a_filing_writes_them() -> None:
    table = on("blackjack_wager insurance", "", decks=6, splits=9, boxes=6) | {"options": {"resplit": {}}}
    (each,) = tables_of(filed(table))
    ((edit,),) = [cure.edits for cure in each.cures if cure.edits[0].place[-1] == "splits"]
    assert (edit.old, edit.new, Fraction(edit.new)) == (9, 3, 3)


# ---- the command


def test_the_command_names_place_old_and_new(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "filing.yaml"
    path.write_text(
        "submission: {id: 1, effective: 2007-01-01, certifications: [{by: A. Person, role: counsel, on: 2006-01-01}]}\n"
        "pits: [{name: A, tables: [{number: 1, game: roulette, wagers: {roulette_straight: {pays: 34 to 1}}}]}]\n"
    )
    assert main(["fix", "--alternatives", str(path)]) == 1
    shown = f"  safe: pay at least 35 to 1\n    {path}:2:90: roulette_straight.pays: 34 to 1 → 35 to 1\n"
    assert capsys.readouterr().out == f"Table 1 breaches 19:47-5.2(a)\n{shown}"
    assert main(["fix", str(path), "--format", "json"]) == 1
    made = json.loads(capsys.readouterr().out)
    assert made["schema"] == "pitboss.cures/1"
    assert made["tables"][0]["cures"][0]["edits"][0]["place"] == [
        "pits", 0, "tables", 0, "wagers", "roulette_straight", "pays",
    ]  # fmt: skip


def test_a_lawful_filing_needs_no_cure(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "filing.yaml"
    path.write_text("pits: [{name: A, tables: [{number: 1, game: roulette}]}]\n")
    assert main(["fix", "--alternatives", str(path), "--as-of", "2007-01-01"]) == 0
    assert capsys.readouterr().out == "no table breaches a clause that an edit cures\n"
