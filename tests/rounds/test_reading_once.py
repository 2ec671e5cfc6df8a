"""What the dealer's settlement remembers and reads once, against the interpreter, which does neither."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest

from pitboss.compiler.oracle.cards import strongest
from pitboss.compiler.oracle.fast.closures import Reader
from pitboss.compiler.oracle.fast.footprint import Sight
from pitboss.compiler.oracle.interpreter import Here
from pitboss.compiler.oracle.kleene import every
from tests.support.product import RULES, Dealer, Planter, Settlement, load_filing, load_rulebook, rulebook

HERE = Path(__file__).parent
FILINGS = ("cards.yaml", "three.yaml", "four.yaml", "wheel.yaml", "box.yaml", "chemin.yaml")
DECK = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]


@cache
def rules():
    return rulebook(RULES)


@pytest.fixture(params=FILINGS)
def dealer(request) -> Dealer:
    _, filing, _ = load_filing(str(HERE / request.param), *load_rulebook())
    table = filing.tables[0]
    return Dealer(rules(), table.game, table.variants[0], date.fromisoformat(filing.effective), Random(5))


def test_what_is_read_once_is_what_the_interpreter_reads(dealer):
    settlement, compared = dealer.settlement, 0
    for row in (row for _ in range(6) for row in dealer.deal()):
        facts = settlement.complete(row)
        for clause, version, _ in settlement.clauses:
            here = settlement.here(clause, facts)
            for check in version.checks:
                said, plainly = settlement.conditions(clause, check, facts), every(map(here.truth, check.conditions))
                # Of a hand that was settled with fewer cards than an outcome looks at, a settlement knows what is not known else.
                assert said is plainly or clause.kind == "outcome" and (said, plainly) == (False, None), clause.id
                assert settlement.follows(clause, check, facts) == here.follows(check), clause.id
                compared += said is not None
    assert compared > 200


def test_a_changed_row_is_judged_as_if_it_were_new(dealer):
    """Only clauses are asked again that read what was changed, and what is remembered is the same of another settlement."""
    planter, known, breached = Planter(dealer, Counter()), dealer.settlement, 0
    fresh = Settlement(rules(), known.game, known.table, known.day)
    for _ in range(8):
        lawful, *_ = dealer.deal()
        before = known.judge(lawful)
        for clause, check in list(planter.checks.values())[::9]:
            for changed in list(planter._changes(clause, check, lawful))[:2]:
                said = known.judge(changed, (lawful, before))
                assert said == known.judge(changed) == fresh.judge(changed), clause.id
                breached += "fail" in said.values()
    assert breached > 10


@pytest.mark.parametrize("name", sorted(rules().rankings))
def test_the_strongest_hand_is_that_of_all_hands_one_by_one(name):
    """Rank and strength, of hands with and without a joker, and of hands full of the same ranks."""
    here = Here(rules(), rules().clauses[0], {}, date(2009, 11, 1))
    ranking, reader, random, ranks = rules().rankings[name], Reader(here, Sight(rules())), Random(4), set()
    many = min(ranking.count + (ranking.count > 3), 7)
    for number in range(24):
        cards = random.sample(DECK, many)
        if number % 2:
            cards = [(10 + rank % 4, suit) for rank, suit in cards]
        if number % 4 == 1:
            cards = [(rank, "s") for rank, _ in cards]
        cards = list(dict.fromkeys(cards))
        if number % 5 == 0 and any(rank.joker for rank in ranking.ranks):
            cards[0] = (0, "j")
        height = 0 if number % 7 == 0 else None
        found = reader.strongest(name, tuple(cards), {}, height)
        assert found == strongest(ranking, tuple(cards), here.of_hand, height), cards
        ranks.add(found and found[1])
    assert len(ranks) > 1 or ranking.count > 5
