"""What a record of cards, stakes, seats and money decides: conclusions are derived, or listed with the reason why not."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from tests.support.product import RULES, core, load_core, undecided_clauses, underived_conclusions

ROUNDS = Path(__file__).parents[2] / "docs" / "rounds.md"


@cache
def undecided() -> dict[str, dict[str, tuple[str, ...]]]:
    """By game: its clauses on rounds, each with the fields that a record lacks to decide it."""
    book = load_core()
    games = [name.name for name in book.names.values() if name.kind is core.SubjectKind.GAME]
    return {game: undecided_clauses(book, game) for game in games}


def test_every_conclusion_is_derived_or_listed_with_a_reason() -> None:
    listed = tomllib.loads((RULES / "observed.toml").read_text("utf-8"))["observed"]
    names = [name for group in listed for name in group["fields"]]
    assert len(names) == len({*names}) and all(group["because"] for group in listed)
    assert {*names} ^ {*underived_conclusions(load_core())} == set()


def test_the_guide_has_the_number_of_clauses_that_are_decided() -> None:
    book = load_core()
    found = {book.names[game].title: clauses.values() for game, clauses in undecided().items()}
    counted = {title: (len(lacking), sum(not names for names in lacking)) for title, lacking in found.items()}
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \| \d+ of \d+ \|$", ROUNDS.read_text("utf-8"), re.M)
    assert {title: (int(all_of), int(decided)) for title, all_of, decided in rows} == counted


def test_conclusions_that_silenced_clauses_follow() -> None:
    lacking = {clause: names for clauses in undecided().values() for clause, names in clauses.items()}
    for clause in (
        "19:47-2.9(b)/insurance.stake-at-most", "19:47-2.13(a)/players_on_box-between", "19:47-2.14/boxes_played-at-most",
        "19:47-2.17(a)/additional_wagers-at-most", "19:47-3.12(a)/punto_banker_obliged-follows",
        "19:47-11.9(a)/pgp_high_beside_low-among", "19:47-11.9(g)3/pgp_wager-loses", "19:47-11.9(g)4/pgp_wager-loses",
        "19:47-11.9(h)1/pgp_wager-returns", "19:47-11.9(i)/pgp_wager-wins", "19:47-20.6(e)/tcp_positions-at-most",
    ):  # fmt: skip
        assert lacking[clause] == (), clause
