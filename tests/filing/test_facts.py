"""What is known on a day, what is equal, and where each fact is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.checker.filing.facts import facts_key, pit_facts_on
from tests.support.product import FilingPath as Path
from tests.support.product import assemble, facts_on

DIGEST = "0" * 64
APPROVED = f"""
pits:
- {{name: A, tables: [{{number: 1, game: tiles}}, {{number: 2, game: tiles}}]}}
- {{name: B, tables: [{{number: 3, game: tiles}}]}}
approvals:
- {{instrument: I, sha256: "{DIGEST}", provision: 9.1(e), tables: {{pit: A}}, from: 2024-01-01, until: 2024-02-01}}
- {{instrument: J, sha256: "{DIGEST}", provision: 9.1(f), from: 2024-01-15}}
"""
E, F = ("1:1-9.1(e)", None), ("1:1-9.1(f)", None)


@pytest.mark.parametrize(
    ("day", "at_1", "at_3", "pit_a", "licensee"),
    [
        ("2023-12-31", set(), set(), set(), set()),
        ("2024-01-01", {E}, set(), {E}, set()),
        ("2024-01-31", {E, F}, {F}, {E, F}, {F}),
        ("2024-02-01", {F}, {F}, {F}, {F}),
    ],
)
def test_approvals_count_in_their_term(
    day: str, at_1: set[Any], at_3: set[Any], pit_a: set[Any], licensee: set[Any], file_text: Callable[[str], Any]
) -> None:
    filing, faults, _ = file_text(APPROVED)
    assert faults == ()
    one, _, three = filing.tables
    assert facts_on(filing, one, one.variants[0], day)["approved"] == at_1
    assert facts_on(filing, three, three.variants[0], day)["approved"] == at_3
    assert pit_facts_on(filing, "A", day)["approved"] == pit_a
    assert facts_on(filing, None, filing.licensee, day)["approved"] == licensee


def test_equal_facts_have_equal_keys(file_text: Callable[[str], Any]) -> None:
    filing, faults, _ = file_text("""
defaults: {tiles: {options: [redraw]}}
paytables: {big: {wager: pairs, payouts: {pair: 3 to 1, trio: 30 to 1}}}
pits:
- name: A
  tables:
  - {number: 1, game: tiles, decks: 6, wagers: {pairs: {minimum: 5, payouts: {trio: 30 to 1, pair: 4 for 1}}}}
  - {number: 2, game: tiles, wagers: [{wager: pairs, payouts: {pair: 3 to 1, trio: 30 to 1}, minimum: $5.00}], decks: 6}
  - {number: 3, game: tiles, decks: 6, wagers: {pairs: {minimum: 10, payouts: {trio: 30 to 1, pair: 4 for 1}}}}
  - {number: 4, game: tiles, decks: [6], options: [], wagers: {pairs: {minimum: 5}}}
  - {number: 5, game: tiles, decks: 6, wagers: {pairs: {minimum: 5, payouts: {trio: 30 to 1, pair: 4 for 1}}}}
attestations: [{provision: 9.1(g), answer: yes, by: A. Person, on: 2024-01-01, tables: [5]}]
""")
    assert faults == ()
    one, two, three, four, five = (facts_key(table.variants[0]) for table in filing.tables)
    assert one == two and len({one, three, four, five}) == 4
    plain = dict(filing.tables[0].variants[0])
    assert facts_key(plain) == one


def test_tables_in_the_same_words_share_their_facts(file_text: Callable[[str], Any]) -> None:
    rows = ", ".join(f"{{number: {n}, game: tiles, decks: [6, 8], wagers: [pairs]}}" for n in range(1, 5))
    filing, _, _ = file_text(f"pits: [{{name: A, tables: [{rows}]}}]")
    assert len({id(variant) for table in filing.tables for variant in table.variants}) == 2


def test_an_approval_makes_another_key_and_keeps_equality(file_text: Callable[[str], Any]) -> None:
    filing, _, _ = file_text(APPROVED)
    keys = {t.number: facts_key(facts_on(filing, t, t.variants[0], "2024-01-01")) for t in filing.tables}
    assert keys["1"] == keys["2"] != keys["3"]


FAULTY = """
submission: {certifications: [{by: A. Person, role: manager, on: 2024-01-01}]}
defaults: {tiles: {wagers: [pairs], options: []}}
pits:
- {name: A, tables: [{number: 1, game: tiles}, {number: 2, game: tiles, wagers: [piars], decks: six}]}
"""


def test_a_fault_hides_nothing_and_proves_nothing(file_text: Callable[[str], Any]) -> None:
    filing, faults, _ = file_text(FAULTY)
    assert {fault.code for fault in faults} == {"E204", "E205"}
    one, two = (table.variants[0] for table in filing.tables)
    assert one["closed"] is True and two["closed"] is False
    assert "decks" not in two and two["offers"] == {}
    assert one["pit_offers"] == one["licensee_offers"] == {"pairs": True}  # no table is known not to offer the rest


def test_a_file_that_was_not_read_may_hold_what_the_others_lack(
    file_text: Callable[[str], Any], vocabulary: Any
) -> None:
    _, faults, source = file_text(FAULTY.replace("piars", "lantern").replace("six", "6"))
    assert faults == ()
    for complete, known in ((True, False), (False, "unknown")):
        filing, _ = assemble(source.documents, vocabulary, complete=complete)
        assert filing.tables[0].variants[0]["licensee_offers"].get("redraw", "unknown") == known


@pytest.mark.parametrize(
    ("paytable", "own"),
    [("{pair: 3}", ""), ("{pair: 3 to 1}", ", payouts: {pair: 4 to 1}"), ("{pair: 3 to 1}", ", payouts: {pair: 4}")],
)
def test_faulty_payouts_are_unknown_whole(paytable: str, own: str, file_text: Callable[[str], Any]) -> None:
    filing, faults, _ = file_text(f"""
paytables: {{big: {{wager: pairs, payouts: {paytable}}}}}
pits: [{{name: A, tables: [{{number: 1, game: tiles, wagers: [{{wager: pairs, paytable: big{own}}}]}}]}}]
""")
    assert len(faults) == 1
    assert filing.tables[0].variants[0]["offers"] == {"pairs": {"paytable": "big"}}


def test_what_two_documents_dispute_is_unknown(file_text: Callable[[str], Any]) -> None:
    filing, faults, _ = file_text("""
submission: {effective: 2024-01-01, certifications: [{by: A. Person, role: manager, on: 2024-01-01}]}
defaults: {tiles: {decks: 6, boxes: 7, wagers: [], options: []}}
paytables: {big: {wager: pairs, payouts: {pair: 3 to 1}}}
%%% more.yaml
submission: {effective: 2024-01-02}
defaults: {tiles: {decks: 8, wagers: [lantern]}}
paytables: {big: {wager: pairs, payouts: {pair: 4 to 1}}}
""")
    assert [fault.code for fault in faults] == ["E207"] * 4
    assert [path[0] for fault in faults for _, path in fault.related] == [0] * 4
    facts = filing.tables[0].variants[0]
    assert filing.effective is None and filing.tables[0].defaults == (0, "defaults", "tiles")
    assert (facts.get("decks"), facts["boxes"], facts["offers"], facts["closed"]) == (None, 7, {}, False)


WRITTEN = """
submission: {id: 1, count_method: by_hand}
paytables: {big: {wager: pairs, payouts: {King and queen: 3 to 1}}, one: {wager: lantern, pays: 7 to 1}}
defaults:
  tiles:
    decks: 6
    equipment: {Lamp: yes}
    wagers: [tile_wager, {wager: pairs, paytable: big, minimum: 5}]
    options: []
pits:
- name: A
  supervisors: 2
  tables:
  - {number: 1, game: tiles, boxes: 7}
  - number: 2
    game: tiles
    equipment: [washer]
    variation: night_tiles
    wagers: {Lantern: {paytable: one}, "other:Big One": {pays: 1 to 1}}
- {name: B, tables: {file: tables.csv}}
attestations: [{provision: 9.1(g), answer: yes, by: A. Person, on: 2024-01-01, tables: 2}]
%%% tables.csv
number,game,decks,wagers
3,tiles,8,lantern; pairs
4,stones,1,
"""
ONE, TWO, THREE, FOUR = (0, "pits", 0, "tables", 0), (0, "pits", 0, "tables", 1), (1, 0), (1, 1)
DEFAULTS = (0, "defaults", "tiles")


@pytest.mark.parametrize(
    ("number", "fact", "path"),
    [
        (1, "", ONE),
        (1, "boxes", (*ONE, "boxes")),
        (1, "decks", (*DEFAULTS, "decks")),
        (1, "opening", ONE),
        (1, "equipment lamp", (*DEFAULTS, "equipment", "Lamp")),
        (1, "equipment washer", (*DEFAULTS, "equipment")),
        (1, "offers", (*DEFAULTS, "wagers")),
        (1, "offers tile_wager", (*DEFAULTS, "wagers", 0)),
        (1, "offers tile_wager minimum", (*DEFAULTS, "wagers", 0)),
        (1, "offers pairs minimum", (*DEFAULTS, "wagers", 1, "minimum")),
        (1, "offers pairs payouts", (0, "paytables", "big", "payouts")),
        (1, "offers pairs payouts king_and_queen", (0, "paytables", "big", "payouts", "King and queen")),
        (1, "offers pairs payouts trio", (0, "paytables", "big", "payouts")),
        (1, "offers pairs selection", (0, "paytables", "big")),
        (1, "offers lantern", (*DEFAULTS, "wagers")),
        (1, "offers redraw", (*DEFAULTS, "options")),
        (1, "attested 1:1-9.1(g)", ONE),
        (2, "offers lantern payouts win", (0, "paytables", "one", "pays")),
        (2, "offers lantern minimum", (*TWO, "wagers", "Lantern")),
        (2, "offers other:big_one", (*TWO, "wagers", "other:Big One")),
        (2, "offers other:big_one payouts win", (*TWO, "wagers", "other:Big One", "pays")),
        (2, "offers night_tiles", (*TWO, "variation")),
        (2, "offers double_tiles", (*TWO, "variation")),
        (2, "variation", (*TWO, "variation")),
        (2, "equipment washer", (*TWO, "equipment", 0)),
        (2, "attested 1:1-9.1(g)", (0, "attestations", 0, "answer")),
        (2, "attested 1:1-9.1(g)2/tiles_washed", (0, "attestations", 0, "answer")),
        (3, "decks", (*THREE, "decks")),
        (3, "offers pairs maximum", (*THREE, "wagers")),
        (4, "decks", (*FOUR, "decks")),
        (4, "boxes", FOUR),
        (4, "offers pairs", FOUR),
        (0, "count_method", (0, "submission", "count_method")),
        (0, "floor_area", (0, "submission")),
        (0, "pits A supervisors", (0, "pits", 0, "supervisors")),
        (0, "pits B supervisors", (0, "pits", 1)),
    ],
)
def test_where_it_is_written(number: int, fact: str, path: Path, file_text: Callable[[str], Any]) -> None:
    filing, faults, _ = file_text(WRITTEN)
    assert faults == ()
    table = filing.tables[number - 1] if number else None
    assert filing.written(table, tuple(fact.split())) == path


@pytest.mark.parametrize("paytable", ["5", "[]", "{}", "{wager: pairs}"])
def test_a_fact_of_a_faulty_paytable_has_a_place(paytable: str, file_text: Callable[[str], Any]) -> None:
    filing, faults, _ = file_text(f"""
paytables: {{big: {paytable}}}
pits: [{{name: A, tables: [{{number: 1, game: tiles, wagers: [{{wager: pairs, paytable: big}}]}}]}}]
""")
    assert [fault.path for fault in faults] == [(0, "paytables", "big")]
    assert filing.written(filing.tables[0], ("offers", "pairs", "payouts", "pair")) == (0, "paytables", "big")


def test_nothing_filed(vocabulary: Any) -> None:
    filing, faults = assemble([], vocabulary)
    assert [(fault.code, fault.path) for fault in faults] == [("E203", ())]
    assert filing.tables == () and filing.written(None, ("licensee",)) == (0,)
