"""A cure removes its finding and makes no new one; what is filed is shown as it is filed."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.findings.conftest import Check
from tests.support.broken_filings import broken, cured
from tests.support.broken_filings import judged as check_table
from tests.support.product import Result, load_rulebook
from tests.support.soak import examples
from tests.support.verdicts import command

BLACKJACK = "pits: [{{name: A, tables: [{{number: 1, game: blackjack, {}}}]}}]\n"
TWENTY = (
    "{{wager: twenty_point, payouts: {{queen of hearts pair and dealer blackjack: {}, queen of hearts pair: {}, "
    "matched 20: {}, suited 20: 10 to 1, any 20: 4 to 1}}}}"
)
SUIT = "{wager: same_suit, payouts: {king and queen: 5 to 1, any two cards: 3 to 1}}"


def reported(found: Result) -> Counter[tuple[str, str]]:
    return Counter((clause.id, f.verdict) for f in found.findings for clause in f.clauses if f.verdict == "fail")


def of(found: Result, code: str) -> tuple[str, str, str, str]:
    (one,) = [f for f in found.findings if f.code == code]
    place = found.places[one.path]
    return one.expected, one.actual, one.cure, f"{place.line}:{place.column}"


@pytest.mark.parametrize(
    ("code", "broken", "finding", "cured"),
    [
        (
            "19:47-2.17(a)/over_under-bars-progressive_blackjack",
            "decks: 6, wagers: [blackjack_wager, insurance, over_under, progressive_blackjack], options: []",
            ("not together with the progressive blackjack wager", "progressive blackjack wager offered",
             "withdraw the over or under 13 wager or the progressive blackjack wager at this table, with the notice before "
             "withdrawal that 19:47-2.17(a) requires for the over or under 13 wager", "1:103"),
            "decks: 6, wagers: [blackjack_wager, insurance, progressive_blackjack], options: []",
        ),
        (
            "19:47-2.17(e)2/same_suit-pays",
            f"decks: 3, wagers: [blackjack_wager, insurance, {SUIT}], options: []",
            ("1 or 2 or 4 or 6 or 8, for which the table has rows", "3", "set decks of cards in use to 1 or 2 or 4 or 6 or 8", "1:63"),
            f"decks: 4, wagers: [blackjack_wager, insurance, {SUIT}], options: []",
        ),
        (
            "19:47-2.24(f)/twenty_point-pays",
            f"decks: 6, wagers: [blackjack_wager, insurance, {TWENTY.format('900 to 1', '100 to 1', '19 to 1')}], options: []",
            ("at least 1,000 to 1", "900 to 1",
             "pay at least 1,000 to 1 on queen of hearts pair and dealer blackjack, at least 125 to 1 on queen of hearts pair", "1:178"),
            f"decks: 6, wagers: [blackjack_wager, insurance, {TWENTY.format('1000 to 1', '125 to 1', '19 to 1')}], options: []",
        ),
        (
            "19:47-2.9(a)/insurance-required",
            "decks: 6, wagers: [blackjack_wager], options: []",
            ("offered", "not offered", "offer the insurance wager", "1:74"),
            "decks: 6, wagers: [blackjack_wager, insurance], options: []",
        ),
    ],
)  # fmt: skip
def test_the_finding_is_gone_and_none_is_new(
    check: Check, code: str, broken: str, finding: tuple[str, str, str, str], cured: str
) -> None:
    before = check(BLACKJACK.format(broken), "2007-02-01")
    assert of(before, code) == finding
    after = check(BLACKJACK.format(cured), "2007-02-01")
    assert (code, "fail") not in reported(after)
    assert reported(after) - reported(before) == Counter()


@pytest.mark.parametrize(
    ("code", "options", "cure"),
    [
        ("19:47-2.8(c)/surrender-bars-six_to_five", "[surrender, six_to_five]",
         "withdraw surrender or 6 to 5 blackjack at this table, with the notice before withdrawal that 19:47-2.8(c) requires "
         "for surrender"),
        ("19:47-2.11(e)/resplit-bars-multiple_action", "[resplit, multiple_action]",
         "withdraw splitting pairs more than once or multiple action blackjack at this table, with the notice before withdrawal "
         "that 19:47-2.18(a) requires for multiple action blackjack"),
    ],
)  # fmt: skip
def test_a_cure_that_withdraws_an_offer_names_the_notice(check: Check, code: str, options: str, cure: str) -> None:
    found = check(
        BLACKJACK.format(f"decks: 2, boxes: 7, wagers: [blackjack_wager, insurance], options: {options}"), "2007-02-01"
    )
    assert of(found, code)[2] == cure


AWARDS = "awards: {$1: {$5: 90%, $10: 10%}, $5: {$50: 90%, $100: 10%}}"


@pytest.mark.parametrize(
    ("filed", "cure"),
    [
        (AWARDS, "change the distribution of awards by stake of blackjack bonus wager, so that the house advantage by stake of the "
         "blackjack bonus wager is between 0% and 30%"),
        (f"advantage: {{$1: 10%, $5: 12%}}, {AWARDS}", "change the distribution of awards by stake of blackjack bonus wager, so that "
         "the house advantage by stake of the blackjack bonus wager is between 0% and 30%"),
        ("advantage: {$1: 10%, $5: 31%}", "set the house advantage by stake of the blackjack bonus wager to between 0% and 30%"),
    ],
)  # fmt: skip
def test_the_cure_of_a_derived_figure_names_what_it_follows_from(check: Check, filed: str, cure: str) -> None:
    wager = f"{{wager: blackjack_bonus, winning_stake: returned, stakes: [1, 5], {filed}}}"
    found = check(
        BLACKJACK.format(
            f"decks: 6, wagers: [blackjack_wager, insurance, {wager}], options: [], equipment: [bonus_system]"
        ),
        "2007-02-01",
    )
    assert of(found, "19:47-2.20(k)/blackjack_bonus.advantage-between")[2] == cure


def test_withdrawing_five_cards_needs_a_notice(check: Check) -> None:
    found = check(BLACKJACK.format("wagers: [blackjack_wager, insurance], options: [five_cards_21]"), "1985-01-01")
    cure = "withdraw five cards totalling 21, with the notice before withdrawal that 19:47-2.16(c) requires for five cards totalling 21"
    assert of(found, "19:47-2.16(c)/five_cards_21-authorised")[2] == cure


@pytest.mark.parametrize(
    ("code", "wagers"),
    [
        ("19:47-2.17(g)1/over_under.maximum-at-most", "{wager: over_under, minimum: 200}"),
        ("19:47-2.24(h)/twenty_point_cap.cap-at-least", "streak"),
    ],
)
def test_a_limit_by_a_wager_that_is_not_offered_is_no_breach_of_its_own(check: Check, code: str, wagers: str) -> None:
    found = check(
        BLACKJACK.format(f"decks: 6, wagers: [insurance, {wagers}], options: [twenty_point_cap]"), "2007-02-01"
    )
    assert [f.verdict for f in found.findings if f.code == code and f.verdict == "fail"] == []


def test_an_offer_that_is_not_known_is_not_stated(check: Check) -> None:
    found = check("pits: [{name: A, tables: [{number: 1, game: minibaccarat}]}]\n", "1995-01-01")
    actual = {
        f.actual for f in found.findings for c in f.clauses if c.kind == "offered" and f.verdict == "needs evidence"
    }
    assert actual <= {"not filed"}


def test_a_lowest_wager_above_the_highest_is_an_error(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("filing") / "filing.yaml"
    file.write_text(
        "submission: {id: L, effective: 2007-02-01}\n"
        + BLACKJACK.format("wagers: [{wager: over_under, minimum: 50, maximum: 20}]")
    )
    code, text = command("check", str(file), "--format", "json")
    problems = [(p["code"], p["line"], p["column"]) for p in json.loads(text)["problems"]]
    assert (code, problems) == (2, [("E215", 2, 94)])


def breaches(found: Result) -> dict[str, set[str]]:
    """Provision → the clauses of it that fail."""
    made: dict[str, set[str]] = {}
    for v in found.verdicts:
        if v.verdict == "fail":
            made.setdefault(v.clause.cite, set()).add(f"{v.clause.id} {v.name}")
    return made


@pytest.mark.parametrize("game", sorted(load_rulebook()[1].named("game")))
@examples(4)
@given(data=st.data())
def test_what_a_cure_states_cures_any_broken_filing_and_breaks_nothing(game: str, data: st.DataObject) -> None:
    book, vocabulary = load_rulebook()
    day, table = data.draw(broken(game))
    before = check_table(table, day, book, vocabulary)
    for finding in before.findings:
        for step in finding.steps if finding.verdict == "fail" else ():
            after_step = cured(table, step, vocabulary)
            if after_step is None:
                continue
            after = check_table(after_step, day, book, vocabulary)
            was, is_now, also = breaches(before), breaches(after), finding.cure.partition("; then also cure ")[2]
            for clause in finding.clauses:
                names = {share.beside for share in finding.shares if share.clause == clause.id}
                stays = {f"{clause.id} {name}" for name in names} & is_now.get(clause.cite, set())
                assert not stays or clause.cite in also, (step, finding.cure)
            new = {cite for cite, clauses in is_now.items() if clauses - was.get(cite, set())}
            assert all(cite in also for cite in new), (step, finding.cure, new)
