"""A filed figure on which no clause decides is open; limits that contradict each other are errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.findings.conftest import Check
from tests.support.product import Deciders, Group, Partition, Result, load_rulebook
from tests.support.verdicts import command

TABLE = "pits: [{{name: A, tables: [{{number: 1, game: {}, wagers: [{}], options: [{}]{}}}]}}]\n"


def undecided(found: Result) -> dict[str, tuple[str, str]]:
    """Field → the actual value and the notice, of each figure on which no clause decides."""
    unread = {v.name for v in found.verdicts if v.unread}
    return {
        share.beside: (f.actual, f.notice)
        for f in found.findings for share in f.shares if f.verdict == "open" and share.beside in unread
    }  # fmt: skip


def test_what_the_main_wager_pays_is_open_with_the_section_that_would_decide(check: Check) -> None:
    found = check(TABLE.format("blackjack", "{wager: blackjack_wager, pays: 1 to 1}", "", ""), "2007-02-01")
    assert undecided(found) == {
        "payouts of blackjack_wager": (
            "win: 1 to 1",
            "Table 1: Payouts of blackjack wager are win: 1 to 1; 19:47-2.7, whose text is not available, "
            "may decide whether this is lawful.",
        )
    }


@pytest.mark.parametrize(
    ("game", "wagers", "options", "more", "fields"),
    [
        ("blackjack", "blackjack_wager", "{option: surrender, pays: 1 to 1}", "", {"payouts of surrender": "no provision with"}),
        ("blackjack", "{wager: streak, minimum: 5}", "", "", {"minimum of streak": "19:47-8.2"}),
        ("blackjack", "blackjack_wager", "", ", denominations: [$5]", {"denominations": "no provision with an available text"}),
        ("craps", "{wager: craps_pass, pays: 1 to 1}", "", "", {"payouts of craps_pass": "19:47-1.2 and 19:47-1.4, whose texts"}),
        ("craps", "craps_pass", "", ", boxes: 7", {"boxes": "19:47-1.2"}),
        ("roulette", "{wager: roulette_five_adjacent, pays: 6 to 1}", "", "", {"payouts of roulette_five_adjacent": "19:47-5,"}),
        ("blackjack", "{wager: insurance, pays: 2 to 1}", "", ", decks: 6, boxes: 7", {}),
        ("roulette", "roulette_straight", "", ", equipment: [cutting_card]", {"cutting_card": "19:47-5,"}),
        ("blackjack", "blackjack_wager", "", ", equipment: [pgp_shaker]", {"pgp_shaker": "no provision with an available text"}),
        ("blackjack", "blackjack_wager", "", ", equipment: {cutting_card: yes, shuffler: yes, pgp_shaker: no}", {}),
    ],
)  # fmt: skip
def test_the_nearest_citation_names_the_text(
    check: Check, game: str, wagers: str, options: str, more: str, fields: dict[str, str]
) -> None:
    found = undecided(check(TABLE.format(game, wagers, options, more), "2007-02-01"))
    assert found.keys() == fields.keys()
    assert all(text in found[field][1] for field, text in fields.items())


def test_payouts_to_which_no_clause_applies_are_open_and_name_the_clauses() -> None:
    """A clause on posting does not decide on the figures; a clause with conditions does where they are met."""
    fact = ("offers", "tcp_ante_bonus", "payouts")
    clauses = [c for c in load_rulebook()[0].clauses if fact in (c.footprint or ()) and c.since == "2006-04-03"]
    facts = {"game": "three_card_poker", "offers": {"tcp_ante_bonus": {"payouts": {"straight": ("odds", 1)}}}}
    groups = tuple(Group(n, "three_card_poker", (), facts) for n in range(2))
    deciders = Deciders(clauses)
    deciders.applies(clauses[0], groups[:1])
    (one,) = deciders.unread(Partition(groups))
    assert (one.fact, one.groups, one.idle) == (fact, groups[1:], ("19:47-20.11(a)3", "19:47-20.11(a)3i"))


def test_an_offer_without_authority_is_one_breach(check: Check) -> None:
    found = check(TABLE.format("blackjack", "{wager: streak, pays: 1 to 1, minimum: 5}", "", ""), "1990-01-01")
    assert undecided(found) == {}
    assert [f.code for f in found.findings if f.verdict == "fail" and "streak" in f.code and "author" in f.code]


def test_equipment_that_nothing_reads_is_one_finding_an_item(check: Check) -> None:
    """Whatever the number of tables, and shown as equipment is."""
    row = "{{number: {}, game: roulette, wagers: [roulette_straight], equipment: [cutting_card, card_reader]}}"
    found = check(f"pits: [{{name: A, tables: [{', '.join(map(row.format, (1, 2)))}]}}]\n", "2007-02-01")
    assert {name: actual for name, (actual, _) in undecided(found).items()} == {
        "cutting_card": "present",
        "card_reader": "present",
    }
    items = [f for f in found.findings if f.verdict == "open" and f.shares[0].beside in ("cutting_card", "card_reader")]
    assert [(f.tables, f.cure) for f in items] == [(("1", "2"), "compare it with 19:47-5")] * 2


def test_equal_figures_of_several_tables_are_one_finding(check: Check) -> None:
    row = "{{number: {}, game: blackjack, wagers: [{{wager: blackjack_wager, minimum: {}}}]}}"
    rows = ", ".join(row.format(n, 5 * n) for n in range(1, 7))
    found = check(f"pits: [{{name: A, tables: [{rows}]}}]\n", "2007-02-01")
    (one,) = [f for f in found.findings if f.verdict == "open" and "minimum of blackjack_wager" in f.shares[0].beside]
    assert (one.actual, one.tables) == ("$5; $10; $15; $20; and others", ("1", "2", "3", "4", "5", "6"))


NO_CLAUSE_EVER = {  # fields of a filing that no clause of any game reads, and why
    "licensee": "whose filing it is",
    "name": "names a pit",
    "number": "names a table",
    "game": "selects the clauses",
    "equipment": "is judged by its names",
    "variation": "is an offer, and is judged as one",
    "paytable": "names payouts, which are judged",
    "denominations": "the chapter on chips is not available: reported as open",
}  # fmt: skip


def test_each_field_of_a_filing_is_read_by_a_clause() -> None:
    book, vocabulary = load_rulebook()
    read = {fact[-1] for clause in book.clauses for fact in clause.footprint or ()}
    scopes = {"licensee", "pit", "table", "wager", "option", *vocabulary.names}
    assert {f.name for f in vocabulary.fields.values() if scopes & {*f.owners}} - read == NO_CLAUSE_EVER.keys()


@pytest.mark.parametrize(
    ("limits", "column"),
    [
        ("minimum: 50, maximum: 20", 124),
        ("minimum: [50, 60], maximum: [20, 30]", 124),
        ("minimum: {left: 50, right: 10}, maximum: 20", 124),
        ("minimum: {left: 50, right: 10}, maximum: {left: 20, right: 20}", 124),
        ("minimum: 50, maximum: {$5: 20, $10: 100}", 124),
        ("minimum: [10, 50], maximum: [20, 30]", None),
        ("minimum: {left: 50, right: 10}, maximum: {left: 60, right: 20}", None),
    ],
)
def test_limits_that_cross_in_every_completion_are_an_error(tmp_path: Path, limits: str, column: int | None) -> None:
    file = tmp_path / "filing.yaml"
    filing = TABLE.format("blackjack", f"{{wager: over_under, {limits}}}", "", "")
    file.write_text("submission: {id: L, effective: 2007-02-01}\n" + filing, "utf-8")
    problems = json.loads(command("check", str(file), "--format", "json")[1])["problems"]
    assert [p["code"] for p in problems] == ["E215"] * (column is not None)


def test_alternatives_that_cannot_be_in_use_together_are_not_judged_together(check: Check) -> None:
    found = check(TABLE.format("blackjack", "{wager: over_under, minimum: [10, 50], maximum: [20, 60]}", "", ""))
    assert found.filing is not None
    limits = [facts["offers"]["over_under"] for facts in found.filing.tables[0].variants]  # type: ignore[index]
    assert [(o["minimum"], o["maximum"]) for o in limits] == [(10, 20), (10, 60), (50, 60)]
