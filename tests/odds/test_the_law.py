"""The rulebook's own wagers, against figures counted here in another way, and nothing that is offered is missing."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from tests.support.counted_odds import DAY, DECK, counted
from tests.support.product import core, load_core, main, odds
from tests.support.soak import count


@cache
def book() -> core.Rulebook:
    return load_core()


@cache
def rows(game: str, *wagers: str) -> list[dict[str, Any]]:
    return odds(book(), DAY, (game,), wagers)["rows"]  # type: ignore[no-any-return]


def advantage(game: str, wager: str, **picked: Any) -> Fraction:
    found = [
        r for r in rows(game, wager)
        if all(r.get(k) == v or v in r["option"].values() or v in r["readings"].values() for k, v in picked.items())
    ]  # fmt: skip
    assert len(found) == 1, found
    return Fraction(found[0]["advantage"])


@pytest.mark.parametrize("game", ["roulette", "punto_banco", "minibaccarat", "three_card_poker"])
def test_the_advantage_is_what_is_counted_without_the_rules(game: str) -> None:
    assert counted(game)
    assert [(one, one.found(book())) for one in counted(game)] == [(one, one.advantage) for one in counted(game)]


def test_side_wagers_at_six_decks() -> None:
    shoe = [(min(rank, 10), rank, suit) for rank, suit in DECK]
    ends = {"over": 0, "under": 0, "suited_kq": 0, "suited": 0}
    hands = 0
    for a, b in product(shoe, repeat=2):
        ways = 6 * (6 if a != b else 5)
        hands += ways
        ends["over"] += ways * (a[0] + b[0] > 13)
        ends["under"] += ways * (a[0] + b[0] < 13)
        pair = {a[1], b[1]} == {12, 13}
        ends["suited_kq" if pair else "suited"] += ways * (a[2] == b[2])
    share = {name: Fraction(many, hands) for name, many in ends.items()}
    for side in ("over", "under"):
        assert advantage("blackjack", "over_under", decks=6, side=side) == 1 - 2 * share[side]
    table = next(r for r in rows("blackjack", "same_suit") if r.get("decks") == 6)
    net = {o["name"]: Fraction(o["net"]) for o in table["outcomes"]}
    expected_value = share["suited_kq"] * (net["king_and_queen"] + 1) + share["suited"] * (net["any_two_cards"] + 1)
    assert Fraction(table["advantage"]) == 1 - expected_value
    tens = Fraction(16 * 6, 52 * 6 - 1)
    assert advantage("blackjack", "insurance", decks=6) == 1 - 3 * tens


def test_envy_is_of_the_hands_that_the_bonus_wager_is_paid_on() -> None:
    """By 11.16(b): what another player's hand pays, as often as one's own hand is of the kind."""
    amounts = {
        "seven_card_straight_flush_with_no_joker": 5000, "royal_flush_plus_royal_match": 1000, "seven_card_straight_flush_with_joker": 500,
        "five_aces": 250, "royal_flush": 50, "straight_flush": 20, "four_of_a_kind": 5,
    }  # fmt: skip
    (envy,) = rows("pai_gow_poker", "pgp_envy")  # either match of (f)2 comes as often
    own = rows("pai_gow_poker", "pgp_bonus")[0]
    often = {o["name"]: o["count"] for o in own["outcomes"]}
    assert {o["name"]: (o["count"], int(o["net"])) for o in envy["outcomes"] if o["name"] != "lost"} == {
        name: (often[name], pays) for name, pays in amounts.items()
    }
    mean = sum(Fraction(often[name] * pays, envy["hands"]) for name, pays in amounts.items())
    assert Fraction(envy["advantage"]) == -mean and any("other player" in a for a in envy["assumes"])


@pytest.mark.parametrize("match", ["KQ", "AK"])
def test_the_joker_completes_the_royal_flush_and_never_the_match(match: str) -> None:
    """11.3(a), (c), (f)2: five royal cards of a suit, of which the joker may replace one, and two natural cards of another suit."""
    hands = set()
    for suit, other in permutations("cdhs", 2):
        royal = [rank + suit for rank in "AKQJT"]
        for replaced in (None, *royal):
            five = [card if card != replaced else "joker" for card in royal]
            hands.add(frozenset((*five, *(rank + other for rank in match))))
    own = rows("pai_gow_poker", "pgp_bonus")  # without an option, since both matches have the same figures
    counts = {o["count"] for r in own for o in r["outcomes"] if o["name"] == "royal_flush_plus_royal_match"}
    assert counts == {len(hands)}


def test_three_of_a_kind_beside_a_straight_loses_under_no_reading() -> None:
    """201,824 of the 154,143,080 hands hold both; the reading by which three of a kind alone loses pays them, 3 to 1 or 2 to 1."""
    edges = {
        frozenset(row["readings"].values()) & {"definition", "best_rank", "best_payout"}: Fraction(row["advantage"])
        for row in rows("pai_gow_poker", "pgp_bonus")
        if "definition" in row["readings"].values()
    }
    assert edges == {
        frozenset({"definition", "best_payout"}): Fraction(1046320, 3853577),
        frozenset({"definition", "best_rank"}): Fraction(5256828, 19267885),
    }
    assert Fraction(5256828, 19267885) - Fraction(1046320, 3853577) == Fraction(201824, 154143080)


def test_what_becomes_of_a_stake_that_wins_has_a_figure_each() -> None:
    """The one is the other less the stake, as often as it wins: a share of the meter included."""
    for game, wager in (
        ("blackjack", "blackjack_bonus"),
        ("blackjack", "progressive_blackjack"),
        *([("pai_gow_poker", "pgp_progressive")] if count(0, soak=1) else []),  # seven cards with a joker take long
    ):
        reported: dict[str, dict[str, tuple[Fraction, Fraction]]] = {}
        for row in rows(game, wager):
            fate = next(v for k, v in row["option"].items() if k.startswith("winning_stake"))
            apart = repr([row.get(k) for k in ("decks", "stake", "paytable", "readings")])
            reported.setdefault(apart, {})[fate] = Fraction(row["advantage"]), Fraction(row["hit"])
        assert reported
        for both in reported.values():
            assert both["kept"][0] - both["returned"][0] == both["returned"][1]


def test_outcomes_of_two_wagers_state_how_each_ended() -> None:
    (row,) = (r for r in rows("four_card_poker", "fcp_ante") if r["paytable"] == "without bonus")
    assert {o["net"]: o["title"] for o in row["outcomes"]} == {
        "4": "ante wager and play wager (3 times) win", "2": "ante wager and play wager win", "-1": "folded, ante wager loses",
        "-2": "ante wager and play wager lose", "-4": "ante wager and play wager (3 times) lose",
    }  # fmt: skip


def test_every_wager_in_force_has_a_row() -> None:
    for game in ("blackjack", "roulette", "punto_banco", "chemin_de_fer", "texas_holdem_bonus"):
        reported = {name for r in rows(game) for name in r["wager"].split(" + ")}
        authorized = {
            c.name.removesuffix("-authorised") for c in book().clauses
            if c.kind == "authority" and c.game == game and any(v.in_force(DAY) for v in c.versions)
        }  # fmt: skip
        wagers = {name for name in authorized if book().names[name].kind is core.SubjectKind.WAGER}
        assert wagers and wagers <= reported


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    first = []
    for _ in range(2):  # counted, and kept
        assert main(["law", "odds", "roulette", "--as-of", "2010-01-01", "--format", "json"]) == 0
        first.append(capsys.readouterr().out)
    assert first[0] == first[1] and len(list(tmp_path.rglob("*.json"))) == 1
    data = json.loads(first[0])
    assert data["schema"] == "pitboss.odds/1" and data["as_of"] == "2010-01-01"
    assert main(["law", "odds", "roulette_straight", "--as-of", "2010-01-01"]) == 0
    reported = capsys.readouterr().out
    assert re.search(r"^  double zero +2\.6316%  1/38 +5\.2632%  1/19$", reported, re.M), reported
    assert main(["law", "odds", "roulette straight", "--as-of", "2010-01-01", "--format", "csv"]) == 0
    assert "5263" in capsys.readouterr().out
    assert (
        main(["law", "odds", "nonesuch"])
        == main(["law", "odds"])
        == main(["law", "odds", "roulette", "--as-of", "1/2"])
        == 2
    )
