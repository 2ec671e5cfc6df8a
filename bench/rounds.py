"""The games whose rounds are dealt, with a filing of each, and the dealer as a command."""

from __future__ import annotations

from pathlib import Path

from bench.measure import ROOT
from pitboss.cli import main

_FILINGS = {
    "punto_banco": "cards.yaml",
    "minibaccarat": "mini.yaml",
    "pai_gow_poker": "tables/pai_gow_poker.yaml",
    "three_card_poker": "three.yaml",
    "four_card_poker": "four.yaml",
    "roulette": "wheel.yaml",
    "chemin_de_fer": "chemin.yaml",
    "blackjack": "tables/blackjack.yaml",
}
GAMES = {game: str(ROOT / "tests" / "rounds" / name) for game, name in _FILINGS.items()}


def deal(game: str, rounds: int, out: Path, *options: str) -> None:
    """Deal rounds of a game into a file."""
    command = ["rounds", "deal", game, "--rounds", str(rounds), "--filing", GAMES[game], "--out", str(out), *options]
    if main(command):
        raise SystemExit(f"no rounds of {game}")
