"""`pitboss rounds deal`: it starts from the compiled core, without a parser."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.commands.deal import DealtTables, dealt_rows
from tests.support.product import as_record, load_core, load_filing, load_rulebook

CARDS = Path(__file__).parents[1] / "rounds" / "cards.yaml"

SCRIPT = """
import sys
from pitboss.cli import main
code = main(sys.argv[1:])
parsing = ("lark", "pitboss.grammar.tree", "pitboss.compiler.front", "pitboss.grammar.resolved_rulebook")
print(code, [name for name in sys.modules if f"{name}.".startswith(tuple(f"{part}." for part in parsing))])
"""


def dealt_at(game: str, name: str, tables: int, rounds: int, lot: int) -> DealtTables:
    """The first tables of a game in a filing of the tests."""
    book, vocabulary = load_rulebook()
    filing = load_filing(str(CARDS.with_name(name)), book, vocabulary)[1]
    found = [(table.number, game, table.variants[0]) for table in filing.tables if table.game == game]
    return DealtTables((*found[:tables],), filing.effective, rounds, None, 0.3, 5, (), lot)


@pytest.mark.parametrize(("game", "name"), [("roulette", "wheel.yaml"), ("chemin_de_fer", "chemin.yaml")])
def test_the_rounds_do_not_depend_on_the_processes(game: str, name: str) -> None:
    tables = dealt_at(game, name, 1, 11, 4)
    alone = [*dealt_rows(tables, 1)]
    assert [*dealt_rows(tables, 2)] == alone
    rounds = list(dict.fromkeys(row["sequence"] for row, _ in alone))
    assert rounds == [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13]  # the second and the third lot follow nothing
    assert [*dealt_rows(dealt_at(game, name, 1, 4, 4), 1)] == [(row, key) for row, key in alone if row["sequence"] < 5]


def test_a_share_between_cents_is_left_to_follow() -> None:
    """A record is to the cent: with 101 winning stakes a share of $250,000 would make the row unreadable."""
    facts = {"top_share": Fraction(250_000, 101), "top_paid": Fraction(81, 2), "top_stakes": 101}
    assert as_record(facts, load_core()) == {"top_paid": 40.5, "top_stakes": 101}


def test_a_lot_goes_on_at_the_next_table() -> None:
    tables = dealt_at("punto_banco", "cards.yaml", 2, 10, 3)
    rounds = dict.fromkeys((row["table"], row["sequence"]) for row, _ in dealt_rows(tables, 1))
    first, second = [[n for table, n in rounds if table == number] for number, _, _ in tables.tables]
    assert first == [1, 2, 3, 5, 6]
    assert second == [1, 3, 4, 5, 7]


def test_dealing_starts_without_a_parser(tmp_path: Path) -> None:
    """In a process of its own: other tests have imported lark."""
    out, key = tmp_path / "dealt.jsonl", tmp_path / "dealt.key"
    arguments = ["rounds", "deal", "punto_banco", "--rounds", "6", "--mistakes", "1", "--filing", str(CARDS)]
    arguments += ["--out", str(out), "--key", str(key)]
    ran = subprocess.run([sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "0 []", ran.stderr
    assert len(out.read_text().splitlines()) >= 6
    assert all(json.loads(line)["breaches"] for line in key.read_text().splitlines())
