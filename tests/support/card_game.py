"""A made-up game with odds: a law in, rows out."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

from tests.support.product import Corpus, core, lower, odds, parse, resolve

VOCABULARY = """vocabulary "cards"

scope licensee "the licensee"
scope table of licensee "a table"
scope wager of table "a wager"
scope round of table "a round"
scope seat of round "a player's place"
scope hand of seat "a hand"

field game of table game "game"
field decks of table count "decks"
field selection of wager name "table"
field payouts of wager payouts "payouts"
field cards of hand cards "the hand"
field dealer_cards of round cards "the dealer's hand"
field stake of seat money "stake"
field paid of seat money "paid"
field collected of seat money "collected"
"""
HEAD = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01

(a)       game tiles "Tiles"
          wager pairs required "pairs"
"""

# Two cards against the best two of three, one of them shown.
SIGHTED = (
    'wager play optional "play"\ndeal cards 2, dealer_cards 3 from 1 deck\n'
    "play sees cards, last 1 cards of dealer_cards\n"
    "stake of play is between stake of pairs and 3 * stake of pairs when stake of play > $0\n"
    "ranking twos of 2 cards\n  pair has 2 of a rank by groups(cards)\n"
    "pairs, play wins when stake of play > $0 and strength(twos, cards) >= strength(twos, dealer_cards)\n"
)


@cache
def law(rules: str) -> core.Rulebook:
    lines = "".join(f"          {line}\n" for line in rules.strip("\n").split("\n"))
    trees = [parse(text, name) for text, name in ((VOCABULARY, "v"), (HEAD + lines, "s"))]
    assert not trees[0].problems and not trees[1].problems, trees[1].problems
    made = resolve(Corpus((trees[0].tree,), (trees[1].tree,), "0", ()))  # type: ignore[arg-type]
    assert made.problems == ()
    return lower(made.rulebook)


def rows(rules: str, *wagers: str) -> list[dict[str, Any]]:
    return odds(law(rules), date(2001, 1, 1), (), wagers)["rows"]  # type: ignore[no-any-return]


def row(rules: str, *wagers: str) -> dict[str, Any]:
    (found,) = rows(rules, *wagers)
    return found


def counts(found: dict[str, Any]) -> dict[str, int]:
    return {outcome["name"]: outcome["count"] for outcome in found["outcomes"]}
