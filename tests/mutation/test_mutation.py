"""The mutation of the rules: what it changes, and who notices. `make mutate` runs it on the whole rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.mutation.__main__ import chosen, report
from tests.mutation.kill import CASE, COMPILER, SURVIVED, TEXT, Fate, fate, rules
from tests.mutation.mutants import Mutant, mutants

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
    assert lines[-2:] == ["noticed by nothing: 1", str(some[0])]
