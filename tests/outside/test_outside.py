"""Dealers written from the text of the regulation alone: the audit passes their rounds and finds each of their mistakes."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.outside import blackjack, punto_banco, roulette, three_card_poker
from tests.outside.plain_dealing import Mistake, Round
from tests.support import soak
from tests.support.product import main

HERE = Path(__file__).parent
DEALERS: list[Any] = [punto_banco, roulette, three_card_poker, blackjack]
SEED = 12
SPOILED = 3  # rounds spoiled with each kind in `make test`
SPOILED_IN_SOAK = 100

Audit = Callable[[ModuleType, Iterable[Round]], Any]


def game_of(dealer: ModuleType) -> str:
    return dealer.__name__.rpartition(".")[2]


@cache
def dealt(dealer: Any) -> list[Round]:
    return list(dealer.rounds(SEED, soak.count(500, 5_000)))


def undecided(dealer: Any, rows: Round) -> bool:
    """Whether the text leaves open what is due in the round."""
    return hasattr(dealer, "undecided") and bool(dealer.undecided(rows))


@pytest.fixture
def audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Audit:
    def run(dealer: ModuleType, rounds: Iterable[Round]) -> Any:
        records = tmp_path / "rounds.jsonl"
        records.write_text("".join(json.dumps(row) + "\n" for rows in rounds for row in rows))
        filing = str(HERE / f"{game_of(dealer)}.yaml")
        main(["rounds", "audit", str(records), "--filing", filing, "--format", "json", "--fail-on", "none"])
        report = json.loads(capsys.readouterr().out)
        assert report["reasons"] == []
        return report

    return run


@pytest.mark.parametrize("dealer", DEALERS, ids=game_of)
def test_lawful_rounds_pass(dealer: Any, audit: Audit) -> None:
    """What the text leaves undecided is open, and the record states all that the audit asks of it but what does not exist."""
    rounds = dealt(dealer)[: soak.count(250, 5_000)]  # more are dealt, so that each mistake can be made in some
    report = audit(dealer, rounds)
    assert report["rounds"] == len(rounds)
    found = {(one["round"], one["verdict"]) for one in report["findings"]}
    assert found == {(rows[0]["round"], "open") for rows in rounds if undecided(dealer, rows)}
    assert {field for clause in report["clauses"] for field in clause["missing"]} <= dealer.UNSTATED


@pytest.mark.parametrize("dealer", DEALERS, ids=game_of)
def test_every_mistake_is_found(dealer: Any, audit: Audit) -> None:
    """In each spoiled round, under the provisions that the dealer read in the text, and nothing else is found there."""
    spoiled = spoil(dealer, [each for each in dealer.MISTAKES if each.name not in getattr(dealer, "MISPLACED", {})])
    found: dict[str, set[tuple[str, str]]] = {name: set() for name in spoiled}
    for one in audit(dealer, (rows for _, rows in spoiled.values()))["findings"]:
        found[one["round"]].add((one["verdict"], one["provision"]))
    assert found == {name: due(mistake) for name, (mistake, _) in spoiled.items()}


@pytest.mark.parametrize(
    ("dealer", "name", "provision"),
    [
        pytest.param(
            dealer, name, provision, marks=pytest.mark.xfail(strict=True, reason=f"not found under {provision}")
        )
        for dealer in DEALERS
        for name, provision in getattr(dealer, "MISPLACED", {}).items()
    ],
)
def test_a_mistake_that_is_not_found_as_the_text_has_it(dealer: Any, name: str, provision: str, audit: Audit) -> None:
    spoiled = spoil(dealer, [each for each in dealer.MISTAKES if each.name == name])
    found = {
        (one["round"], one["provision"]) for one in audit(dealer, (rows for _, rows in spoiled.values()))["findings"]
    }
    assert found == {(each, provision) for each in spoiled}


def due(mistake: Mistake) -> set[tuple[str, str]]:
    return {(mistake.verdict, provision) for provision in (mistake.provision, *mistake.also)}


def spoil(dealer: Any, mistakes: Iterable[Mistake]) -> dict[str, tuple[Mistake, Round]]:
    """The name of a round → the mistake made in it, and its rows."""
    sound = [rows for rows in dealt(dealer) if not undecided(dealer, rows)]
    spoiled: dict[str, tuple[Mistake, Round]] = {}
    for mistake in mistakes:
        wrong = (rows for rows in map(copied, sound) if mistake.spoil(rows))
        made = list(islice(wrong, soak.count(SPOILED, SPOILED_IN_SOAK)))
        assert made, mistake.name
        for rows in made:
            name = f"{mistake.name}: {rows[0]['round']}"
            spoiled[name] = mistake, [row | {"round": name} for row in rows]
    return spoiled


def copied(rows: Round) -> Round:
    return [{key: dict(value) if isinstance(value, dict) else value for key, value in row.items()} for row in rows]


@pytest.mark.parametrize("file", sorted(HERE.glob("*.py")), ids=lambda file: file.name)
def test_a_dealer_imports_nothing_of_the_product(file: Path) -> None:
    """The dealers have the standard library and what they share; this file alone calls the command."""
    imported = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    others = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
    assert file == Path(__file__) or others <= {"tests.outside.plain_dealing"}
