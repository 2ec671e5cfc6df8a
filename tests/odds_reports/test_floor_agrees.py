"""`check --odds` and `law odds` agree on every wager of every example.

Where an example files other payouts than the law's, the odds of the law are computed for a rulebook that prints what is filed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.commands.odds import odds_by_wager
from tests.support.product import (
    core,
    house_edges_by_wager,
    load_catalog,
    load_core,
    load_rulebook,
    load_with_previous,
    odds_of_floor,
    query,
)
from tests.support.product import odds as engine_odds
from tests.support.soak import count

TROUBLED = ("boardwalk-troubled", "lighthouse-troubled")
EXAMPLES = [*TROUBLED, *(pytest.param(name, marks=pytest.mark.soak) for name in ("boardwalk", "lighthouse"))]
Json = dict[str, Any]


def rows(example: str) -> tuple[str, Json, Iterator[tuple[Json, Json, Json]]]:
    """The day of an example, the odds of the law, and each row of `check --odds` with the law's figure and what is filed."""
    book, vocabulary = load_rulebook()
    _, filing, *_ = load_with_previous(f"examples/{example}", None, book, vocabulary)
    assert filing is not None
    offers = {name for table in filing.tables for facts in table.variants for name in facts["offers"]}
    wagers = [name for name in vocabulary.named("wager") if name in offers]
    odds = odds_by_wager(load_catalog(), str(filing.effective), wagers)
    assert not isinstance(odds, str)
    law = {(w["wager"], _given(f)): f for w in odds["wagers"] for f in w["figures"]}
    filed = {t.number: facts["offers"] for t in filing.tables for facts in t.variants[:1]}
    listed = odds_of_floor(filing, odds, vocabulary)["wagers"]
    each = (
        (row, law[row["wager"], _given(row)], (filed[row["tables"][0]].get(row["wager"]) or {}).get("payouts") or {})
        for row in listed
    )
    return str(filing.effective), odds, each


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_floor_has_the_odds_of_the_law(example: str) -> None:
    compared, charged = set(), set()
    for row, figure, payouts in rows(example)[2]:
        if all(_as_the_law_pays(figure, name, payout) for name, payout in payouts.items()):
            assert row["edge"] == figure["edge"], (row, figure)
            compared.add(row["wager"])
            charged |= {row["wager"] for o in figure["outcomes"] if "charge" in o}
    assert len(compared) > 3
    assert bool(charged) == ("lighthouse" in example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_other_payouts_have_the_odds_of_a_law_that_prints_them(example: str) -> None:
    day, _, each = rows(example)
    others = [
        (row, payouts) for row, figure, payouts in each
        if row["paid"] == "as filed" and not all(_as_the_law_pays(figure, name, payout) for name, payout in payouts.items())
    ]  # fmt: skip
    assert others
    each_wager = [*dict.fromkeys(row["wager"] for row, _ in others)]
    sample = Random(example).sample(each_wager, min(len(each_wager), count(2, soak=len(each_wager))))
    others = [(row, payouts) for row, payouts in others if row["wager"] in sample]
    counted: dict[str, Json] = {}
    for row, payouts in others:
        wager = repr((row["wager"], payouts))
        if wager not in counted:
            odds = engine_odds(
                paying(load_core(), row["wager"], payouts), date.fromisoformat(day), (row["game"],), (row["wager"],)
            )
            (counted[wager],) = house_edges_by_wager(odds, load_catalog())["wagers"]
        found = counted[wager]
        given = {(g["name"], g["value"]) for g in row["given"]}
        edges = {f["edge"] for f in found["figures"] if {(g["name"], g["value"]) for g in f["given"]} <= given}
        assert row["edge"] in edges, (row, edges)


def paying(book: core.Rulebook, wager: str, payouts: Json) -> core.Rulebook:
    """The rulebook, in which every table of the wager has the payouts that are filed."""

    def cell(key: core.Const | None, printed: core.Const | None) -> core.Const | None:
        name = query.key(key) if key else "win"
        kind, value = payouts.get(name) or payouts.get("win") or ("odds", None)
        return (
            printed
            if printed is None or value is None
            else core.Const(core.ValueKind.ODDS, Fraction(value), f"{value} to 1")
        )

    def table(printed: core.Table | None) -> core.Table | None:
        rows = tuple(replace(r, cells=tuple(cell(r.key, c) for c in r.cells)) for r in printed.rows) if printed else ()
        return printed and replace(printed, rows=rows)

    def duty(of: core.Duty) -> core.Duty:
        if not isinstance(of, core.PayoutTable) or wager not in (of.subject.name, of.subject.of):
            return of
        limits = tuple(cell(None, limit) if isinstance(limit, core.Const) else limit for limit in of.limits)
        schedules = tuple(replace(s, table=table(s.table)) for s in of.schedules)
        return replace(of, table=table(of.table), schedules=schedules, limits=limits)

    def version(of: core.Version) -> core.Version:
        return replace(of, readings=tuple(replace(r, duty=duty(r.duty)) for r in of.readings))

    return replace(book, clauses=tuple(replace(c, versions=tuple(map(version, c.versions))) for c in book.clauses))


def _given(figure: Json) -> str:
    readings = [r["name"] if isinstance(r, dict) else r for r in figure["readings"]]
    return json.dumps([readings, *((g["name"], g["value"]) for g in figure["given"])])


def _as_the_law_pays(figure: Json, name: str, payout: Any) -> bool:
    """Whether outcomes are paid so before any vigorish; the one payout `win` is that of every winning outcome."""
    named = [o for o in figure["outcomes"] if o["name"] == name]
    won = [
        o for o in figure["outcomes"] if o["net"] is not None and Fraction(o["net"]) + Fraction(o.get("charge", 0)) > 0
    ]
    before = {Fraction(o["net"]) + Fraction(o.get("charge", 0)) for o in (named or won)}
    return payout[0] == "odds" and before <= {Fraction(payout[1])}
