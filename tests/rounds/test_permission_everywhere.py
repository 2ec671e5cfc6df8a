"""What a table may offer, by `check` and in rounds: random tables of every game, on days of every version of their clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tests.support.product import (
    FAIL,
    OPEN,
    CompiledClause,
    Filing,
    LawIndex,
    judge,
    judge_rows,
    load_filing,
    load_law,
    load_rulebook,
)
from tests.support.soak import count
from tests.support.tile_rounds import raw

BOOK, VOCABULARY = load_rulebook()
OFFERING = {"authority", "bars", "requires", "offered"}
TABLES = count(6, soak=100)  # of each game
GAMES = sorted(VOCABULARY.named("game"))
EARLIEST = "1970-01-01"  # the day of the filing, so that it applies on every day


def days(game: str, random: Random) -> str:
    """A day on which something changes for the game, or the day before."""
    found = sorted({day for c in BOOK.clauses if c.game in (None, game) for day in (c.since, c.until) if day})
    return random.choice([day for day in found if BOOK.covers(day)])


def random_table(game: str, random: Random) -> dict[str, Any]:
    """A table that offers part of what the game has."""
    of = [name for name in VOCABULARY.names.values() if name.game in (None, game)]
    offers: dict[str, list[str]] = {
        kind: [name.name for name in of if name.kind == kind] for kind in ("wager", "option", "variation", "equipment")
    }
    share = random.choice((0.15, 0.4, 0.7))
    some = {kind: [name for name in names if random.random() < share] for kind, names in offers.items()}
    table: dict[str, Any] = {"number": 1, "game": game, "wagers": some["wager"], "options": some["option"]}
    if some["variation"]:
        table["variation"] = random.choice(some["variation"])
    if random.random() < 0.7:
        table["equipment"] = {name: name in some["equipment"] for name in offers["equipment"]}
    if random.random() < 0.7:
        table["decks"] = random.choice((1, 2, 4, 6, 8))
    return table


def write(table: dict[str, Any], certified: bool, path: Path) -> Path:
    submission: dict[str, Any] = {"licensee": "Lantern", "effective": EARLIEST}
    if certified:
        submission["certifications"] = [{"by": "A", "role": "B", "on": EARLIEST}]
    path.write_text(yaml.safe_dump({"submission": submission, "pits": [{"name": "A", "tables": [table]}]}))
    return path


def read(path: Path) -> Filing:
    _, filing, problems = load_filing(str(path), BOOK, VOCABULARY)
    assert filing is not None and not problems
    return filing


def checked(path: Path, day: str) -> dict[str, str]:
    """The findings of `check` for the clauses on what a table may offer."""
    verdicts = judge(read(path), BOOK, day).verdicts
    on_offers = (
        v for v in verdicts if v.clause.kind in OFFERING and not v.unread
    )  # an unread figure shows in no round
    return {v.clause.id: v.verdict for v in on_offers if v.verdict in (FAIL, OPEN)}


def audited(law_index: LawIndex, staked: list[str], day: str) -> dict[str, str]:
    lot = judge_rows(law_index, [raw(1, moment=f"{day}T20:00", stake=dict.fromkeys(staked, 5))])
    assert lot.aside == []
    of = {clause.id for clause in BOOK.clauses if clause.kind in OFFERING}
    return {clause: verdict for clause, verdict in lot.counts if clause in of and verdict in (FAIL, OPEN)}


def shown(clause: CompiledClause, staked: list[str]) -> bool:
    """Whether the clause is about a wager that the round stakes, or about the game of any stake."""
    if clause.kind == "authority" and clause.subject == ("game",):
        return bool(staked)
    return any(path[0] == "offers" and len(path) > 1 and path[1] in staked for path in clause.footprint or ())


def settled(law_index: LawIndex, day: str) -> set[str]:
    """The clauses that a settlement judges itself, by the stakes of the row alone."""
    active_law = law_index.active_law("1", day)
    assert not isinstance(active_law, str)
    return set(active_law.clauses)


def cases(game: str) -> Iterator[tuple[dict[str, Any], str, bool, Random]]:
    random = Random(game)
    for _ in range(TABLES):
        yield random_table(game, random), days(game, random), random.random() < 0.5, random


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_held_to_what_check_says_of_its_table(game: str, tmp_path: Path) -> None:
    """Among the clauses on what is offered, a round that stakes wagers of the filing breaches those that `check` names."""
    by_id = {clause.id: clause for clause in BOOK.clauses}
    for table, day, certified, random in cases(game):
        path = write(table, certified, tmp_path / "f.yaml")
        law_index, faults = load_law([str(path)], [])
        assert faults == ""
        expected = checked(path, day)
        own = settled(law_index, day)
        for _ in range(4):
            staked = [wager for wager in table["wagers"] if random.random() < 0.4]
            target = {c: v for c, v in expected.items() if shown(by_id[c], staked) and c not in own}
            assert {c: v for c, v in audited(law_index, staked, day).items() if c not in own} == target, (
                table,
                day,
                staked,
            )


@pytest.mark.parametrize("game", GAMES)
def test_a_stake_shows_that_the_wager_was_offered(game: str, tmp_path: Path) -> None:
    """A wager that a certified table does not file breaches its authority, and the clauses that `check` would name if it were filed."""
    by_id = {clause.id: clause for clause in BOOK.clauses}
    for table, day, certified, random in cases(game):
        others = [n for n in VOCABULARY.named("wager") if VOCABULARY.names[n].game == game and n not in table["wagers"]]
        staked = random.sample(others, min(len(others), 2))
        path = write(table, certified, tmp_path / "f.yaml")
        law_index, _ = load_law([str(path)], [])
        more = write({**table, "wagers": [*table["wagers"], *staked]}, certified, tmp_path / "g.yaml")
        own = settled(law_index, day)
        target = {c: v for c, v in checked(more, day).items() if shown(by_id[c], staked) and c not in own}
        if certified:
            target |= {
                c.id: FAIL
                for c in BOOK.clauses
                if c.kind == "authority" and c.subject[-1] in staked and c.id not in target
            }
        assert {c: v for c, v in audited(law_index, staked, day).items() if c not in own} == target, (
            table,
            day,
            staked,
        )
