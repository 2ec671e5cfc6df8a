"""A card function is one row of the function table and one implementation on arrays; odds start from the serialized core."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.algebra import card_arrays as cards
from pitboss.compiler.model.functions import Function, Grain
from pitboss.compiler.odds import dependencies
from pitboss.compiler.odds.dependencies import suit_symmetries
from tests.support import card_game
from tests.support.product import FUNCTIONS, core, odds

COMPILE = "from pitboss.rulebook import ensure_compiled; ensure_compiled()"  # of a checkout with a newer source
COUNT = "".join(
    line + "\n" for line in (
        "import sys",
        "from pitboss.cli import main",
        "assert main(['law', 'odds', 'roulette', '--as-of', '2010-01-01']) == 0",
        "assert main(['law', 'odds', 'three_card_poker', '--as-of', '2010-01-01']) == 0",
        "loaded = {'lark', 'pitboss.grammar.tree', 'pitboss.compiler.front.resolve', 'pitboss.compiler.emit'} & {*sys.modules}",
        "assert not loaded, loaded",
    )
)  # fmt: skip


def test_odds_are_computed_from_the_serialized_core(tmp_path: Path) -> None:
    """With an empty cache, no rule is parsed."""
    source = Path(__file__).parents[2] / "src"
    environment = {"PITBOSS_CACHE": str(tmp_path), "PYTHONPATH": str(source)}
    for script in (COMPILE, COUNT):
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert "double zero" in done.stdout and list(tmp_path.rglob("*.json"))


def winning_when(condition: core.Expr) -> core.Rulebook:
    """A book with a wager of two cards that wins on a condition."""
    book = card_game.law("deal cards 2 from 1 deck\npairs wins when suited(cards)\npairs pays exactly 1 to 1")
    (clause,) = (c for c in book.clauses if isinstance(c.versions[0].duty, core.Ends))
    (version,) = clause.versions
    duty = replace(version.duty, applies=(condition,))
    wins = replace(clause, versions=(replace(version, readings=(core.Reading(None, "", duty),)),))
    return replace(book, clauses=tuple(wins if c is clause else c for c in book.clauses))


def courts(many: int) -> core.Expr:
    """So many courts, by a function that no rule has."""
    number = core.Const(core.ValueKind.NUMBER, Fraction(many), str(many))
    return core.Compare(core.Relation.EQUAL, core.Apply("courts", (core.Fact("cards"),)), number)


@pytest.mark.parametrize(("sees", "right"), [(Grain.RANKS, True), (Grain.POINTS, False)])
def test_a_new_function_needs_no_more_than_its_row(sees: Grain, right: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands are merged by the declared grain of the function: by points alone, tens are merged with court cards."""
    made = Function("courts", ("cards",), "number", "the number of courts in {0}", sees=sees)
    monkeypatch.setitem(FUNCTIONS, "courts", made)
    monkeypatch.setitem(cards.IMPLEMENTATIONS, "courts", lambda hand: sum((c.rank > 10) * 1 for c in hand))
    found = [odds(winning_when(courts(many)), date(2001, 1, 1))["rows"][0].get("hit") for many in (1, 2)]
    assert (found == [str(Fraction(12 * 40, 1326)), str(Fraction(66, 1326))]) is right


@pytest.mark.parametrize(
    "condition",
    [
        core.Offered("wheel", core.SubjectKind.EQUIPMENT), core.Offered("pairs", core.SubjectKind.WAGER, core.Where.PIT),
        core.Term("nonesuch"),
    ],
)  # fmt: skip
def test_what_nobody_chooses_is_unknown_and_not_false(condition: core.Expr) -> None:
    for one in (condition, core.Not(condition)):
        (row,) = odds(winning_when(one), date(2001, 1, 1))["rows"]
        assert "undetermined" in row


def test_suits_that_a_function_sees_are_not_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FUNCTIONS, "spades", Function("spades", ("cards",), "number", "", sees=Grain.SUITS))
    call = core.Apply("spades", (core.Fact("cards"),))
    assert suit_symmetries([call]) == ((0, 1, 2, 3),)


def test_odds_read_the_core_and_nothing_above_it() -> None:
    above = ("grammar.tree", "compiler.front", "grammar.resolved_rulebook", "compiler.emit", "compiler.oracle")
    modules = list(Path(dependencies.__file__).parent.glob("*.py"))
    found = [(path.name, name) for path in modules for name in above if f"pitboss.{name}" in path.read_text()]
    assert len(modules) > 10 and found == []
