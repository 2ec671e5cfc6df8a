"""The mutation of the rules: what it changes, and who notices. `make mutate` runs it on the whole rulebook."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.mutation import judged
from tests.mutation.__main__ import chosen, in_turn, report, wrong_reasons
from tests.mutation.equal import _compare_inside
from tests.mutation.examples import question, search
from tests.mutation.kill import CASE, COMPILER, EQUAL, SAME, SURVIVED, TEXT, Fate, choices, fate, rules
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.reasons import name_of, reasons
from tests.mutation.recompile import Recompiled, compiled, reparsed
from tests.mutation.relevant import Relevant
from tests.proof.observed import NotEnumerable
from tests.support.product import Settlement, core, judge_in_sequence, lower, parse, resolve
from tests.support.round_cases import round_cases

pytestmark = pytest.mark.soak  # it guards `make mutate` alone

TILES = """section 1:1-1.1 "Tiles" at tiles
adopted 2001-01-01

(a)       decks is at least 6 when boxes > 1 and lamp is offered
          oil bars lamp, wick  from 2002-01-01
(b)       pairs pays at least
            | hand | pays   |
            | trio | 3 to 1 |
            | pair | 1 to 1 |
"""


def test_every_part_of_a_rule_is_mutated() -> None:
    found = mutants(TILES, "tiles.rules")
    changed = {(m.line, m.old, m.new) for m in found}
    assert {
        (4, "at least", "at most"), (4, "6", "5"), (4, "6", "7"), (4, ">", ">="), (4, "and", "or"),
        (4, "when boxes > 1 and lamp is offered", ""), (4, " and lamp is offered", ""), (4, "boxes > 1 and ", ""),
        (5, ", wick", ""), (5, "bars", "requires"), (5, "2002-01-01", "2002-01-02"), (6, "at least", "exactly"),
        (8, "3 to 1", "4 to 1"), (8, "3 to 1", "1 to 1"), (4, "(a)", "(b)"),
    } <= changed  # fmt: skip
    assert all(m.applied(TILES) != TILES for m in found) and len({m.applied(TILES) for m in found}) == len(found)


def mutant(file: str, old: str, new: str, within: str) -> Mutant:
    """The mutant that replaces `old` in the line that has `within`."""
    text = rules().texts[file]
    start = text.index(within) + within.index(old)
    return Mutant(file, start, start + len(old), "", 0, old, new)


@pytest.mark.parametrize(
    ("file", "old", "new", "within", "by"),
    [
        ("rulespecs/baccarat/19-47-3.2.rules", ">", ">=", "punto_banker wins when punto_banker_points > punto_player_points", CASE),
        ("rulespecs/baccarat/19-47-3.2.rules", "loses", "returns", "punto_tie loses", CASE),
        ("rulespecs/blackjack/19-47-2.8.rules", "bars", "requires", "surrender bars six_to_five", CASE),
        ("rulespecs/blackjack/19-47-2.8.rules", "2006-01-17", "2006-01-18", "surrender bars six_to_five  from 2006-01-17", COMPILER),
        # what chance deals, by a record and by an advantage; a citation
        ("rulespecs/chemin-de-fer/19-47-4.5.rules", "=", "!=", "chemin_player_cards 1 from decks when chemin_player_extra = 1", CASE),
        ("rulespecs/roulette/19-47-5.1.rules", "1 of zero", "2 of zero", "roulette_pocket among 1 of zero, 1 of double_zero", CASE),
        ("rulespecs/blackjack/19-47-2.10.rules", "(a)", "(b)", "per (a)", CASE),
    ],
)  # fmt: skip
def test_a_mutant_is_noticed(file: str, old: str, new: str, within: str, by: str) -> None:
    found = fate(mutant(file, old, new, within))
    assert (found.by, bool(found.how)) == (by, True)


def test_a_figure_that_the_text_does_not_print_is_noticed() -> None:
    if rules().ground is None:
        pytest.skip("NOT RUN: the text of the law is not beside this checkout")
    found = fate(
        mutant("rulespecs/roulette/19-47-5.2.rules", "35 to 1", "36 to 1", "roulette_straight pays at least 35 to 1")
    )
    assert found.by in (TEXT, CASE)


def test_the_report_counts_by_section_and_kind_and_lists_survivors() -> None:
    some = chosen(["19:47-2.8"], 5)
    fates = [Fate(each, SURVIVED if number == 0 else CASE) for number, each in enumerate(some)]
    lines = report(fates).splitlines()
    assert Counter(line.split()[0] for line in lines if line)["19-47-2.8"] == 1
    assert lines[-2] == "noticed by nothing, without a reason: 1"
    assert lines[-1].endswith(str(some[0])) and lines[-1].startswith("19:47-2.8")


def test_a_mutant_without_a_difference_in_the_core_has_the_same_meaning() -> None:
    assert fate(mutant("rulespecs/blackjack/19-47-2.1.rules", "21", "21.0", "points(cards) = 21")).by == SAME


@pytest.mark.parametrize(
    ("file", "old", "new", "within", "how"),
    [
        # the day of the copy; a fact of a seat or of a hand
        (
            "rulespecs/blackjack/19-47-2.8.rules",
            "2006-12-31",
            "2006-12-30",
            "printed 2006-12-31",
            "the code is the same",
        ),
        (
            "rulespecs/blackjack/19-47-2.24.rules",
            "seat",
            "hand",
            "field twenty_point_settled of seat",
            "the code is the same",
        ),
    ],
)
def test_a_mutant_that_changes_no_answer_is_proven(file: str, old: str, new: str, within: str, how: str) -> None:
    found = fate(mutant(file, old, new, within))
    assert (found.by, found.how) == (EQUAL, how)


def test_a_part_of_a_condition_is_equal_for_all_values_of_its_functions() -> None:
    """Unknown points are none of any number, so that one comparison is not the negation of the other."""
    cards = "ops.points(t.get('cards'))"
    clause = rules().original.clauses["19:47-2.3(a)1/blackjack_wager-wins"]

    def classes(was: str, now: str) -> int:
        return _compare_inside(clause, {}, {}, *(ast.parse(text, mode="eval").body for text in (was, now)))

    assert (
        classes(f"ops.no(ops.more({cards}, 21))", f"ops.no(ops.both(ops.more({cards}, 21), ops.more({cards}, 20)))") > 2
    )
    with pytest.raises(NotEnumerable):
        classes(f"ops.no(ops.more({cards}, 21))", f"ops.no(ops.more({cards}, 20))")


def test_a_value_that_a_field_no_longer_has_is_noticed() -> None:
    found = fate(
        mutant("rulespecs/craps/19-47-1.11.rules", ", other", "", "of round one of stickperson, dealer, other")
    )
    assert (found.by, "cannot be read" in found.how) == (CASE, True)


def test_fates_are_stored_until_a_case_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(judged, "KEPT", tmp_path)
    some = chosen(["19:47-2.8"], 3)
    clause = "19:47-2.8(a)/surrender-bars-six_to_five"
    fates = [Fate(some[0], CASE, f"{clause}: passes"), Fate(some[1], TEXT, "1"), Fate(some[2], SURVIVED, clause)]
    judged.keep(some[0].file, {one.mutant: one for one in fates})
    assert [*judged.kept(some[0].file).values()] == sorted(fates, key=lambda one: one.mutant)
    monkeypatch.setattr(judged, "cases_of", lambda *clauses: "other")
    assert [one.by for one in judged.kept(some[0].file).values()] == [TEXT]
    monkeypatch.setattr(judged, "sources", lambda: "other")
    assert judged.kept(some[0].file) == {}


def test_a_search_finds_a_case_that_notices_a_mutant() -> None:
    """Of a clause whose cases are left out: with them it would be noticed before."""
    one = mutant(
        "rulespecs/craps/19-47-1.11.rules", "when craps_mini is offered", "", "dealer when craps_mini is offered"
    )
    (found,), left = search([replace(one, kind="condition", line=30)])
    assert left == [] and "craps_mini" in found.text.table
    assert found.second == "fail" and "[[" in found.text.table + found.text.body and "fail" not in question(1, found)


def test_one_section_is_compiled_as_the_compiler_compiles_all() -> None:
    """A clause, a term that other sections use, and a field; with places aside, which are not compared."""
    original = rules().original
    some = chosen(["19:47-2.1", "19:47-3.5", "19:47-27.6"], None)
    for found in Random(7).sample([m for m in some if m.kind in ("operator", "condition", "scope", "list")], 2):
        text = found.applied(rules().texts[found.file])
        made = Recompiled(original, parse(text, found.file).tree)
        whole = resolve(made.corpus)
        assert bool(whole.problems) == any(made.unresolved()), found
        if not whole.problems:
            assert replace(made.core, digest="") == replace(compiled(lower(whole.rulebook)), digest=""), found


def test_a_statement_is_parsed_alone_as_in_its_file() -> None:
    for found in Random(8).sample([m for m in chosen(["19:47-2.2"], None) if "\n" not in m.old], 10):
        text, original = found.applied(rules().texts[found.file]), rules().original.trees[found.file]
        assert reparsed(text, found.file, original, found.line).tree == parse(text, found.file).tree, found


def settled(book: core.Rulebook, game: str, facts: Any, day: date, row: Any) -> Settlement:
    return Settlement(book, game, facts, day)


def test_a_verdict_depends_on_no_clause_that_is_left_out() -> None:
    """Cases come to the same with all clauses of the game as with the relevant ones."""
    original = rules().original
    for case in Random(9).sample(round_cases("19:47-3.2"), 3):
        (game, facts, rows), *_ = choices(case, 2)
        day = date.fromisoformat(rows[0]["moment"][:10])
        book = Relevant(original.core, game, {}).to(case.clause)
        assert len(book.clauses) < len(original.core.clauses) / 4
        alone, every = (judge_in_sequence(partial(settled, of, game, facts, day), rows) for of in (book, original.core))
        assert [row.get(case.clause) for row in alone] == [row.get(case.clause) for row in every], case


def test_a_reason_for_a_mutant_that_is_noticed_is_an_error() -> None:
    some = chosen(["19:47-2.8"], 2)
    for name in (name_of(one, rules().texts[one.file]) for one in some):
        assert name not in reasons()
    assert wrong_reasons([Fate(one, CASE) for one in some], dict.fromkeys((name_of(some[0], rules().texts[some[0].file]), "gone"), "")) == [
        f"{name_of(some[0], rules().texts[some[0].file])}: noticed by case", "gone: no such mutant"
    ]  # fmt: skip


def test_every_reason_is_about_a_mutant() -> None:
    assert wrong_reasons([], reasons()) == []


def test_a_run_that_is_cut_short_covers_every_game() -> None:
    some = [Mutant(file, 0, 1, "", 1, "a", new) for file in rules().texts for new in "bc"]
    units = [*in_turn(some)]
    games = {one.file.rpartition("/")[0] for one in some}
    assert {unit[0].file.rpartition("/")[0] for unit in units[: len(games)]} == games
    assert sorted(one for unit in units for one in unit) == sorted(some)
