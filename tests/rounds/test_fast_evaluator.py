"""The fast evaluator on the core, compared with the interpreter on the syntax tree: a wrong lowering makes them disagree.

The interpreter neither compiles nor caches anything, and reads nothing of the core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.compiler.model.stated_limits import limits_of
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.fast.closures import ClosureCompiler
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.oracle.interpreter import Here, version_on
from pitboss.compiler.oracle.kleene import every
from pitboss.compiler.oracle.rankings import strongest
from tests.support.product import (
    Dealer,
    Mutator,
    Settlement,
    core,
    load_filing,
    load_rulebook,
    lower,
    overriding,
    resolved_law,
    with_precedence,
)
from tests.support.soak import count

HERE = Path(__file__).parent
FILINGS = ("cards.yaml", "three.yaml", "four.yaml", "wheel.yaml", "box.yaml", "chemin.yaml", "seven.yaml", "money.yaml")
DECK = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]


@cache
def lowered() -> core.Rulebook:
    return with_precedence(lower(resolved_law()))


@pytest.fixture(params=FILINGS)
def dealer(request) -> Dealer:
    return table_of(request.param)


def table_of(name: str) -> Dealer:
    """A dealer for the first table of a filing."""
    _, filing, _ = load_filing(str(HERE / name), *load_rulebook())
    table = filing.tables[0]
    return Dealer(lowered(), table.game, table.variants[0], date.fromisoformat(filing.effective), Random(5))


def interpreted(settlement: Settlement, facts: dict[str, Any]) -> Iterator[tuple[ActiveReading, Any, Here, list[Any]]]:
    """Each rule of the core with the check of the tree that it was lowered from, the interpreter's view of the facts, and whether it
    takes precedence over no other clause.
    """
    clauses = {clause.id: clause for clause in resolved_law().clauses}
    for active in settlement.clauses:
        clause = clauses[active.clause.id]
        version = version_on(resolved_law(), clause, settlement.day)[0]
        here = Here(resolved_law(), clause, facts, settlement.day)
        given_way = [*map(here.fails, overriding(resolved_law(), clause, version, settlement.day))]
        for rule, check in zip(active.rules, version.checks, strict=True):
            yield rule, check, here, given_way


def incomplete(facts: dict[str, Any], random: Random) -> dict[str, Any]:
    """The facts without some fields of the round, and with hands of which less is known."""
    fields = lowered().fields
    kept = {n: v for n, v in facts.items() if n not in fields or not fields[n].of_round or random.random() < 0.7}
    for name, value in kept.items():
        if isinstance(value, tuple) and name in fields and fields[name].type.kind == "cards" and random.random() < 0.3:
            kept[name] = random.choice([value[:1], (*value[1:], None)])
    return kept


def compared(settlement: Settlement, facts: dict[str, Any]) -> int:
    """The number of known answers that were compared."""
    known = 0
    for rule, check, here, given_way in interpreted(settlement, facts):
        found, expected = settlement.applies(rule, facts), every([*here.met(check), *given_way])
        # An outcome is not reached by a hand that was settled with fewer cards; the interpreter does not know that.
        outcome = isinstance(rule.duty, core.ReachesRow)
        assert found is expected or outcome and (found, expected) == (False, None), rule.clause.id
        follows = here.follows(check) if every(given_way) is True else None
        assert settlement.derive(rule, facts) == follows, rule.clause.id
        known += found is not None
        if isinstance(rule.duty, core.Requirement) and limits_of(rule.duty):
            found, expected = settlement.holds(rule, facts), here.holds(check)
            to_the_cent = settlement.book.fields[rule.subject.name].type.kind == "money"
            assert found is expected or to_the_cent and (found, expected) == (True, False), rule.clause.id
            known += found is not None
    return known


def test_rules_evaluate_as_in_the_interpreter(dealer):
    settlement, random, known = dealer.settlement, Random(3), 0
    for row in (row for _ in range(count(2, soak=30)) for row in dealer.deal()):
        facts = settlement.complete(row)
        known += compared(settlement, facts)
        known += compared(settlement, incomplete(facts, random))
    assert known > 200


def test_a_rule_depends_on_its_footprint_alone(dealer):
    """Memoization is sound: a rule has the same value without the facts of a row that it does not read."""
    settlement, compared_rules = dealer.settlement, 0
    rules = [rule for active in settlement.clauses for rule in active.rules]
    for row in (row for _ in range(count(4, soak=30)) for row in dealer.deal()):
        facts = settlement.complete(row)
        for rule in rules:
            read = settlement.footprints.of(*rule.duty.applies)
            fields = {name for name in facts if name in settlement.round_fields and name not in read.names}
            bare = {name: value for name, value in facts.items() if name not in fields}
            holds = settlement.evaluator.all_of(rule.duty.applies)
            if not read.beyond_row:
                assert holds(bare) is holds(facts), rule.clause.id
                compared_rules += 1
    assert compared_rules > 100


@pytest.mark.soak  # it guards the tests above alone
@pytest.mark.parametrize(
    ("construct", "wrongly"),
    [
        ("AllOf", core.AnyOf),
        ("Not", lambda item: item),
        ("Compare", lambda relation, left, right: core.Compare(relation.flipped, left, right)),
        ("Cards", lambda which, count, of: core.Cards(which, count + 1, of)),
    ],
)
def test_a_wrong_lowering_shows(construct, wrongly, monkeypatch):
    """If a construct were lowered to another one, some rule would be evaluated differently."""
    right = table_of("box.yaml").settlement
    monkeypatch.setattr(f"pitboss.compiler.front.lower.{construct}", wrongly)
    wrong = Settlement(with_precedence(lower(resolved_law())), right.game, right.table, right.day)
    with pytest.raises(AssertionError):
        for row in (row for _ in range(6) for row in table_of("box.yaml").deal()):
            compared(wrong, right.complete(row))


def test_a_changed_row_is_judged_as_if_it_were_new(dealer):
    """Only clauses that read a changed fact are evaluated again; another settlement, without a cache, agrees."""
    mutator, settlement, breached = Mutator(dealer, Counter()), dealer.settlement, 0
    fresh = Settlement(dealer.book, settlement.game, settlement.table, settlement.day)
    fresh.judge(settlement.table)
    for _ in range(count(2, soak=40)):
        lawful = settlement.complete(dealer.deal()[0])
        settlement.judge(lawful)
        for rule in list(mutator.rules.values())[::9]:
            for changed in list(mutator.changes(rule, lawful))[:2]:
                verdicts, fresh._judgment.observed = settlement.judge(changed, lawful), None
                assert verdicts == settlement.judge(changed) == fresh.judge(changed), rule.clause.id
                assert settlement.breached(changed) == [c for c, v in verdicts.items() if v in ("fail", "open")]
                breached += "fail" in verdicts.values()
    assert breached > 5


@pytest.mark.parametrize("name", sorted(lowered().rankings))
def test_the_strongest_hand_is_that_of_all_hands_one_by_one(name):
    """Rank and strength, of hands with and without a joker, of hands with many equal ranks, and of several decks."""
    here = Here(resolved_law(), resolved_law().clauses[0], {}, date(2009, 11, 1))
    evaluator = ClosureCompiler(lowered(), {}, RowFootprints(lowered()))
    ranking, random, ranks = resolved_law().rankings[name], Random(4), set()
    many = min(ranking.count + (ranking.count > 3), 7)
    for number in range(24):
        cards = random.sample(DECK, many)
        if number % 2:
            cards = [(10 + rank % 4, suit) for rank, suit in cards]
        if number % 4 == 1:
            cards = [(rank, "s") for rank, _ in cards]
        if number % 6:
            cards = list(dict.fromkeys(cards))
        if number % 5 == 0 and any(rank.joker for rank in ranking.ranks):
            cards[0] = (0, "j")
        height = 0 if number % 7 == 0 else None
        found = evaluator.strongest(core.RankingRef(name), tuple(cards), {}, height)
        assert found == strongest(ranking, tuple(cards), here.of_hand, height), cards
        ranks.add(found and found[1])
        if len(cards) < ranking.count:
            continue
        places = evaluator.ranking(core.RankingRef(name)).strongest_places(tuple(cards))
        alone = {
            chosen: evaluator.strongest(core.RankingRef(name), tuple(cards[n] for n in chosen), {})
            for chosen in combinations(range(len(cards)), ranking.count)
        }
        assert alone[tuple(sorted(places))] == max(filter(None, alone.values()), default=None), cards
    assert len(ranks) > 1 or ranking.count > 5
