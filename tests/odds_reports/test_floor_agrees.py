"""`check --odds` and `law odds` agree on every wager of every example that files the payouts of the law."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from pitboss.commands.odds import odds_by_wager
from tests.support.product import load_rulebook, load_with_previous, worth_of_floor

EXAMPLES = ("boardwalk", "boardwalk-troubled", "lighthouse", "lighthouse-troubled")
Json = dict[str, Any]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_floor_has_the_odds_of_the_law(example: str) -> None:
    book, vocabulary = load_rulebook()
    _, filing, _, _ = load_with_previous(f"examples/{example}", None, book, vocabulary)
    assert filing is not None
    offers = {name for table in filing.tables for facts in table.variants for name in facts["offers"]}
    wagers = [name for name in vocabulary.named("wager") if name in offers]
    odds = odds_by_wager(str(filing.effective), wagers)
    assert not isinstance(odds, str)
    law = {(w["wager"], _given(f)): f for w in odds["wagers"] for f in w["figures"]}
    filed = {t.number: facts["offers"] for t in filing.tables for facts in t.variants[:1]}
    compared, charged = set(), set()
    for row in worth_of_floor(filing, odds, vocabulary)["wagers"]:
        figure = law[row["wager"], _given(row)]
        payouts = (filed[row["tables"][0]].get(row["wager"]) or {}).get("payouts") or {}
        if all(_as_the_law_pays(figure, name, payout) for name, payout in payouts.items()):
            assert row["edge"] == figure["edge"], (row, figure)
            compared.add(row["wager"])
            charged |= {row["wager"] for o in figure["outcomes"] if "charge" in o}
    assert len(compared) > 3
    assert bool(charged) == ("lighthouse" in example)


def _given(figure: Json) -> str:
    readings = [r["name"] if isinstance(r, dict) else r for r in figure["readings"]]
    return json.dumps([readings, *((g["name"], g["value"]) for g in figure["given"])])


def _as_the_law_pays(figure: Json, name: str, payout: Any) -> bool:
    """Whether outcomes are paid so before any vigorish; the one payout `win` is that of every winning outcome."""
    named = [o for o in figure["outcomes"] if o["name"] == name]
    won = [o for o in figure["outcomes"] if o["net"] is not None and Fraction(o["net"]) + Fraction(o.get("charge", 0)) > 0]
    before = {Fraction(o["net"]) + Fraction(o.get("charge", 0)) for o in (named or won)}
    return payout[0] == "odds" and before <= {Fraction(payout[1])}
