"""Awards that a filing states with their chances: what follows of them, and what is declared of them.

By hand: of six decks 24 x 96 x 2 of 312 x 311 pairs are an ace and a ten, 192/4043. A wager that wins so and pays m on average
keeps 1 - 192 m / 4043 of each unit staked, and 192/4043 less if the stake is returned as well.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.checker.runtime.awards import agrees, edge, stated
from tests.support import card_game
from tests.support.product import (
    a_percentage,
    assemble,
    findings,
    interpreter,
    judge,
    load_core,
    load_rulebook,
    odds,
    place_faults,
    read,
    resolved_law,
    winning,
)

RULES = Path(pitboss.__file__).parent / "rulespecs"
DAY = "2007-01-01"
FAIR = "{$5: 537/1000, $10: 0.322, $50: 10%, $100: 4%, '$1,000': 0.001}"  # 15.905 on average


def reported(
    tmp_path: Path, *bonuses: str, decks: str = "decks: 6"
) -> dict[tuple[str, str], list[tuple[str, str, str]]]:
    """(clause, verdict) → where, expected and actual of each finding of (j) and (k)."""
    tables = ", ".join(
        f"{{number: {n}, game: blackjack, {decks}, wagers: [{{wager: blackjack_bonus, {bonus}}}]}}"
        for n, bonus in enumerate(bonuses, start=1)
    )
    path = tmp_path / "floor.yaml"
    path.write_text(f"pits: [{{name: A, tables: [{tables}]}}]\n")
    source = read(str(path))
    book, vocabulary = load_rulebook()
    filing, faults = assemble(source.documents, vocabulary)
    assert not source.problems and not faults
    found: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for f in findings(filing, judge(filing, book, DAY), vocabulary, DAY):
        for clause in f.clauses:
            if clause.cite in ("19:47-2.20(j)", "19:47-2.20(k)") and "winning_stake" not in clause.id:
                where = ".".join(map(str, f.path[-2:]))
                found.setdefault((clause.id.partition("/")[2], f.verdict), []).append((where, f.expected, f.actual))
    return found


def verdicts(found: dict[tuple[str, str], Any]) -> dict[str, str]:
    return {name.removeprefix("blackjack_bonus."): verdict for name, verdict in found}


# ---- how likely it wins


def test_how_likely_it_wins_is_what_exact_odds_count() -> None:
    book = load_core()
    rows = odds(book, date(2007, 1, 1), ("blackjack",), ("blackjack_bonus",))["rows"]
    chances = winning(book, "blackjack_bonus")
    assert isinstance(chances, dict) and chances[6] == Fraction(192, 4043)
    assert {(row["decks"], Fraction(row["hit"])) for row in rows} == {(n, p) for n, p in chances.items()}


def test_and_what_dealing_every_pair_of_a_deck_gives() -> None:
    points = [11, *range(2, 11), 10, 10, 10] * 4
    won = [a + b == 21 for a, b in permutations(points, 2)]
    book = load_core()
    assert winning(book, "blackjack_bonus")[1] == Fraction(sum(won), len(won))  # type: ignore[index]


def test_the_interpreter_counts_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    book, core = resolved_law(), load_core()
    chances = winning(core, "blackjack_bonus")
    assert isinstance(chances, dict)
    counted = {decks: interpreter.win_chance(book, "blackjack_bonus", decks) for decks in range(1, 20)}
    assert {decks: chance for decks, chance in counted.items() if chance is not None} == chances
    monkeypatch.setattr("pitboss.compiler.odds.win_chance._share", lambda *given: Fraction(1, 2))
    monkeypatch.setattr("pitboss.compiler.odds.win_chance._known", [])
    assert winning(core, "blackjack_bonus")[1] == Fraction(1, 2)  # type: ignore[index]
    assert interpreter.win_chance(book, "blackjack_bonus", 1) == chances[1]


@pytest.mark.parametrize(
    "condition",
    [
        "points(first 2 cards) = 21", "points(first 2 cards, ace: 1) mod 10 >= 8", "count(first 2 cards, rank: king) = 1",
        "count(first 2 cards, suit: hearts) = 1", "pairs(first 2 cards) = 1", "rank(first 1 cards) = king", "suit(first 1 cards) = hearts",
        "suits(first 2 cards) = 2", "suited(first 2 cards)", "not same_color(first 2 cards)", "same_rank(first 2 cards)",
        "consecutive(first 2 cards) and not suited(first 2 cards)", "size(first 2 cards) + 1 = 3 and points(first 1 cards) > 9",
        "greater of points(first 1 cards), 5 = 5 or same_rank(first 2 cards)",
    ],
)  # fmt: skip
def test_every_function_counts_as_exact_odds_do(condition: str) -> None:
    book = card_game.law(f"deal cards 2 from 1 deck\npairs wins when {condition}\npairs pays exactly 1 to 1")
    (row,) = odds(book, date(2001, 1, 1))["rows"]
    assert winning(book, "pairs") == Fraction(row["hit"])


@pytest.mark.parametrize(
    "condition",
    [
        "points(last 2 cards) = 13", "points(cards) = 13", "points(first 2 cards) = 13 and stake of pairs > $1",
        "points(first 3 cards) = 1", "best(twos, first 2 cards) = pair",
        "points(first 2 cards) = 13 and strength(twos, cards) > 1", "points(first 2 cards) / 0 = 1",
    ],
)  # fmt: skip
def test_what_is_no_matter_of_first_cards_has_no_chance(condition: str) -> None:
    rules = f"deal cards 2 from 1 deck\nranking twos of 2 cards\n  pair has 2 of a rank\npairs wins when {condition}"
    assert isinstance(winning(card_game.law(rules), "pairs"), str)


# ---- what follows


@pytest.mark.parametrize(("back", "keeps"), [("kept", Fraction(24731, 101075)), ("returned", Fraction(19931, 101075))])
def test_the_advantage_is_counted_from_the_awards(tmp_path: Path, back: str, keeps: Fraction) -> None:
    """1 - 192/4043 x 15.905, and 192/4043 less."""
    assert keeps == 1 - Fraction(192, 4043) * (Fraction(15905, 1000) + (back == "returned"))
    found = reported(tmp_path, f"stakes: [1], winning_stake: {back}, awards: {{$1: {FAIR}}}, advantage: {{$1: 1.00%}}")
    ((where, expected, actual),) = found["blackjack_bonus.advantage-follows", "fail"]
    assert where == "0.advantage" and str(keeps) in expected and actual == "$1: 1.00%"
    assert set(verdicts(found)) == {"advantage-follows"}


@pytest.mark.parametrize(
    ("awards", "off"),
    [
        ("{'$1,000': 1}", "advantage-between"),  # far too much
        ("{$5: 1}", "advantage-between"),  # too little; nor is there an award of a thousand
        ("{$4.99: 0.5, '$1,000': 1/2}", "smallest_award-at-least-by"),
    ],
)
def test_awards_are_compared_with_their_bounds(tmp_path: Path, awards: str, off: str) -> None:
    found = reported(tmp_path, f"stakes: [1], winning_stake: kept, awards: {{$1: {awards}}}")
    assert verdicts(found)[off] == "fail"
    ((where, _, actual),) = found[f"blackjack_bonus.{off}", "fail"]
    assert where == "0.awards" and "which follows from distribution of awards" in actual


def test_the_entry_that_is_off_is_pointed_at(tmp_path: Path) -> None:
    five = "{$50: 65.08%, $100: 29.82%, $250: 4%, $500: 1%, '$5,000': 0.1%}"
    found = reported(tmp_path, f"winning_stake: kept, awards: {{$5: {five}, $1: {{$5: 0.999, '$1,000': 0.001}}}}")
    ((where, _, actual),) = found["blackjack_bonus.advantage-between", "fail"]
    assert where == "awards.$1" and actual.startswith("72299/101075 (71.53")


def test_a_top_award_above_the_list_is_open_and_one_below_too(tmp_path: Path) -> None:
    for top in ("$900", "'$1,100'"):
        found = reported(tmp_path, f"stakes: [1], winning_stake: kept, awards: {{$1: {{$15: 0.999, {top}: 0.001}}}}")
        assert verdicts(found) == {"largest_award-at-least-by": "open"}


# ---- what is declared, to the places to which it is declared


@pytest.mark.parametrize(
    ("figure", "agreed"),
    [("24%", True), ("24.0%", False), ("24.5%", True), ("24.46%", False), ("24.47%", True), ("24.468%", True), ("24.467%", False),
     ("24 1/2%", False), ("25%", False), ("24.467969%", True), ("24.4679690%", False)],
)  # fmt: skip
def test_a_declared_figure_agrees_with_values_that_round_to_it(tmp_path: Path, figure: str, agreed: bool) -> None:
    """24.467969... % exactly; `24.467969` is within half a millionth, and a fraction is exact."""
    bonus = f"stakes: [1], winning_stake: kept, awards: {{$1: {FAIR}}}, advantage: {{$1: {figure}}}"
    assert verdicts(reported(tmp_path, bonus)) == ({} if agreed else {"advantage-follows": "fail"})


def test_half_a_unit_is_included() -> None:
    five = a_percentage("5%")
    assert agrees(five, Fraction(55, 1000)) and agrees(five, Fraction(45, 1000))
    assert not agrees(five, Fraction(55001, 1000000))
    assert a_percentage("5.0%").half == Fraction(5, 10000)  # type: ignore[union-attr]


def test_equal_figures_to_other_places_are_judged_apart(tmp_path: Path) -> None:
    """Both tables file 24 %, and only that of the first is near enough."""
    bonus = f"stakes: [1], winning_stake: kept, awards: {{$1: {FAIR}}}, advantage: {{$1: FIGURE}}"
    found = reported(tmp_path, bonus.replace("FIGURE", "24%"), bonus.replace("FIGURE", "24.0%"))
    assert verdicts(found) == {"advantage-follows": "fail"}


def test_the_exact_figure_is_bound_and_not_what_is_declared(tmp_path: Path) -> None:
    bonus = "stakes: [1], winning_stake: kept, awards: {$1: {$5: 1/4, $17: 0.75}}, advantage: {$1: 30%}"
    found = reported(tmp_path, bonus)
    assert 1 - Fraction(192, 4043) * 14 > Fraction(3, 10)  # 33.5 %
    assert verdicts(found)["advantage-between"] == verdicts(found)["advantage-follows"] == "fail"


# ---- several tables


def test_tables_must_be_equal_and_decks_make_a_difference(tmp_path: Path) -> None:
    bonus = f"stakes: [1], winning_stake: kept, awards: {{$1: {FAIR}}}"
    assert verdicts(reported(tmp_path, bonus, bonus)) == {}
    found = reported(tmp_path, bonus, bonus, decks="decks: [6, 8]")
    assert verdicts(found) == {"advantage-same": "needs evidence"}  # which decks are in use together
    declared = f"{bonus}, advantage: {{$1: 24.5%}}"
    assert verdicts(reported(tmp_path, declared, declared, decks="decks: [6, 8]")) == {}
    other = bonus.replace("0.322", "0.321").replace("537/1000", "538/1000")
    assert verdicts(reported(tmp_path, bonus, other)) == {"advantage-same": "fail"}


# ---- missing facts are reported


@pytest.mark.parametrize(
    ("bonus", "decks", "requested"),
    [
        ("stakes: [1], advantage: {$1: 25%}", "decks: 6", {"awards", "winning_stake"}),
        (f"stakes: [1], winning_stake: kept, awards: {{$1: {FAIR}}}", "boxes: 5", {"decks", "advantage"}),
        (f"stakes: [1], awards: {{$1: {FAIR}}}", "decks: 6", {"winning_stake", "advantage"}),
        (f"stakes: [1, 5], winning_stake: kept, awards: {{$1: {FAIR}}}", "decks: 6", {"5"}),
    ],
)
def test_nothing_passes_for_want_of_words(tmp_path: Path, bonus: str, decks: str, requested: set[str]) -> None:
    path = tmp_path / "floor.yaml"
    path.write_text(
        f"pits: [{{name: A, tables: [{{number: 1, game: blackjack, {decks}, wagers: [{{wager: blackjack_bonus, {bonus}}}]}}]}}]\n"
    )
    book, vocabulary = load_rulebook()
    filing, faults = assemble(read(str(path)).documents, vocabulary)
    assert not faults
    missing = {
        read_.fact[-1]
        for f in findings(filing, judge(filing, book, DAY), vocabulary, DAY)
        for read_ in f.reads
        if f.verdict == "needs evidence"
        and any(c.id.startswith("19:47-2.20(k)/") for c in f.clauses)
        and read_.basis == "missing"
    }
    assert requested <= missing <= requested | {"advantage"}


# ---- what is no distribution


@pytest.mark.parametrize(
    ("awards", "column", "text"),
    [
        ("{$5: 0.9, $50: 0.2}", 4, "come to 11/10 together"),
        ("{$5: 1/3, $50: 0.6667}", 4, "come to 30001/30000 together"),
        ("{$5: 1, $50: 0}", 4, "more than 0"),
        ("{}", 4, "no chance is stated"),
        ("{$5: likely}", 4, "is not a chance"),
        ("[5, 50]", 4, "expected a mapping"),
    ],
)
def test_chances_that_do_not_come_to_one_are_a_fault(tmp_path: Path, awards: str, column: int, text: str) -> None:
    path = tmp_path / "floor.yaml"
    path.write_text(
        "pits: [{name: A, tables: [{number: 1, game: blackjack, wagers: [{wager: blackjack_bonus, awards: {\n"
        f"$1: {awards}}}}}]}}]}}]\n"
    )
    source = read(str(path))
    filing, faults = assemble(source.documents, load_rulebook()[1])
    (fault,) = place_faults(source, faults)
    assert fault.place.line == 2 and fault.code in ("E202", "E205") and text in fault.message


def test_thirds_come_to_one() -> None:
    third = Fraction(1, 3)
    assert edge(Fraction(1, 20), {1: dict.fromkeys((5, 10, 15), third)}, False) == {1: Fraction(1, 2)}
    assert stated(third, Fraction(0)) == third
