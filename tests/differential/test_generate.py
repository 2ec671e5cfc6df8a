"""The generator of random facts reaches every verdict, is deterministic, and finds injected faults."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from tests.support.differential.compare import compare, smallest
from tests.support.differential.random_facts import Case, ask, cases, judged
from tests.support.differential.reachable_verdicts import reachable
from tests.support.product import Corpus, ResolvedRulebook, interpreter, parse, resolve
from tests.support.product import tree as t

VOCABULARY = """vocabulary "what a test says"
scope licensee "the licensee"
scope pit of licensee "a pit"
scope table of pit "a table"
field cages of licensee count "cages"
field decks of table count "decks"
field boxes of table count "boxes"
field lit of table flag "lit"
field shape of table one of round, oval "shape"
field chips of table set of money "chips"
field floors of table map of name to money "floors"
field payouts of wager payouts "payouts"
field selection of wager name "selected table"
field maximum of wager money "maximum"
field cards of hand cards "the hand"
field dealer of round cards "the dealer's cards"
field stake of seat money "stake"
"""

LAW = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01

(a)       game tiles "Tiles"
          wager streak required "Streak" from 2001-01-01
          wager ante "Ante" from 2002-01-01 inferred "no date is printed"
          option bluff "Bluff" until 2004-01-01
          equipment shuffler "Shuffler"
          define small means decks < 3 or lit "a small table"
(b)       decks is at least 6 when boxes > 4 and lit unless shape is oval until 2003-01-01
          decks is between 4 and 8 when boxes > 4 from 2003-01-01 inferred "x"
          boxes is at most greater of 4, decks when small
          chips is among $1, $5
          floors is at least by place
            | place | floor |
            | high  | $10   |
            | rail  | $20   |
          shape is among round
            reading narrow "round"
            reading wide "either"
              shape is among round, oval when not lit
          cages is at least 2
          elect order among 1, 2, slow
(c)       streak requires shuffler
          streak, ante, bluff bars all but one
          maximum of streak is at least $5 * payout(streak, two)
          maximum of streak needs posting
          shuffler needs approval
          attest swept "the floor is swept"
(d)       streak pays exactly
            | outcome | odds    |
            | two     | 3 to 1  |
            | 3       | 10 for 1 |
          ante pays one table at least by decks
            for decks 2
              | outcome | 1      | 2      |
              | two     | 3 to 1 | 4 to 1 |
              | three   | 9 to 1 | 8 to 1 |
            for decks 4
              | outcome | 1      |
              | two     | 5 to 1 |
          bluff pays between 1 to 1 and 2 to 1
(e)       maximum of streak is same at every tiles table of pit with equal decks
          streak needs notice 30 minutes written to board, desk before start, change
          ante needs notice before start
(f)       streak wins when points(cards) = 21 and size(cards) = 3 and suited(first 2 cards) and stake of streak > $5
          streak stays when copies(cards, dealer) > 1
          streak advances when hard_draw(dealer) > 16 or soft_draw(dealer) = 17
          streak returns when strays(cards, dealer, last 1 cards) = 1
          streak loses when dealer_small or count(cards, rank: ace) = 2
          define dealer_small means points(dealer, ace: 1) < 9 "the dealer has little"
          outcome big of ante when same_color(cards) and decks > 2 "big"
          irregularity slip "a slip" leads to replay, void
"""


@cache
def book(law: str = LAW) -> ResolvedRulebook:
    parsed = [parse(VOCABULARY, "words.rules"), parse(law, "tiles.rules")]
    assert [p.problems for p in parsed] == [(), ()]
    resolved = resolve(Corpus((parsed[0].tree,), (parsed[1].tree,), "0", ()))
    assert resolved.problems == ()
    return resolved.rulebook


CLAUSES = [clause.name for clause in book().clauses if judged(clause)]


def clause(name: str, of: ResolvedRulebook | None = None) -> Any:
    return next(c for c in (of or book()).clauses if c.name == name)


@pytest.mark.soak  # it guards the generator alone; test_differential.py fails where a verdict is not met
@pytest.mark.parametrize("name", CLAUSES)
def test_every_clause_meets_every_verdict_that_it_can_reach(name: str) -> None:
    found = compare(book(), clause(name), interpreter, 400)
    assert (found.differences, found.short) == ([], [])
    assert {*found.counts} - {"not judged"} <= reachable(book(), clause(name))


@pytest.mark.soak  # it guards the generator alone
def test_the_clause_applies_to_about_half_of_the_facts() -> None:
    for name in CLAUSES:
        if "not applicable" in reachable(book(), clause(name)):
            counts = compare(book(), clause(name), interpreter, 50).counts
            applies = sum(n for verdict, n in counts.items() if verdict not in ("not applicable", "not judged"))
            assert 0.3 < applies / sum(counts.values()) < 0.95, (name, counts)


READINGS = 'decks is exactly 6\n            reading plain "x"\n            reading again "y"'
REACHED = {
    "decks is at least 6": "fail, needs evidence, not applicable, pass",
    "cages is at least 6": "fail, needs evidence, pass",
    'wager dare "Dare"': "fail, not applicable, pass",
    'wager dare "Dare" from 2001-01-01 inferred "x"': "fail, not applicable, open, pass",
    'decks is at least 6 from 2001-01-01 inferred "x"': "fail, needs evidence, not applicable, open, pass",
    READINGS: "fail, needs evidence, not applicable, pass",
    f"{READINGS}\n              decks is exactly 5": "fail, needs evidence, not applicable, open, pass",
    "ante needs notice before start": "fail, needs evidence, not applicable, open, pass",
    "ante needs notice written before start": "fail, needs evidence, not applicable, pass",
    "decks is same at every tiles table of pit": "fail, needs evidence, not applicable, pass",
    "streak wins when lit": "does not hold, holds, not judged",
}


@pytest.mark.parametrize("rule", REACHED)
def test_what_can_be_reached_is_read_off_the_clause(rule: str) -> None:
    head = 'section 1:1-1.1 "Tiles" at tiles\nadopted 2000-01-01\n\n(a)       game tiles "Tiles"\n'
    made = book(f'{head}          wager streak "Streak"\n          wager ante "Ante"\n(b)       {rule}\n')
    (found,) = [c for c in made.clauses if c.label == "(b)"]
    assert ", ".join(sorted(reachable(made, found))) == REACHED[rule]


# ---- the same twice


def digest() -> str:
    return repr(
        [(case.day, case.facts, case.tables, answer) for n in CLAUSES for case, answer in cases(book(), clause(n), 2)]
    )


@pytest.mark.soak  # it guards the generator alone
def test_a_seed_draws_the_same_facts_in_every_process() -> None:
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    ask_again = (
        "import hashlib; from tests.differential.test_generate import digest\n"
        "print(hashlib.sha256(digest().encode()).hexdigest(), hash('a'))"
    )
    another = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    printed = subprocess.run(
        [sys.executable, "-c", ask_again],
        env={**os.environ, "PYTHONHASHSEED": another, "PYTHONPATH": f"{package}{os.pathsep}{package}/src"},
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert printed[0] == hashlib.sha256(digest().encode()).hexdigest() and printed[1] != str(hash("a"))


def test_another_seed_draws_other_facts() -> None:
    drawn = [[case.facts for case, _ in cases(book(), clause("boxes-at-most"), 3, seed)] for seed in ("a", "b")]
    assert drawn[0] != drawn[1]


# ---- injected faults


def flawed(fault: Callable[[ModuleType], None]) -> ModuleType:
    """A second copy of the interpreter, with a fault in it."""
    spec = importlib.util.spec_from_file_location("flawed", interpreter.__file__)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["flawed"] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["flawed"]
    fault(module)
    return module


def method(name: str, made: Callable[[Any], Any]) -> Callable[[ModuleType], None]:
    return lambda module: setattr(module.Here, name, made(getattr(module.Here, name)))


def versions(choose: Callable[[Any, date], bool]) -> Callable[[ModuleType], None]:
    """A wrong choice of the version that is in force."""
    return lambda module: setattr(
        module, "version_on", lambda book, c, day: (next((v for v in c.versions if choose(v, day)), None), False)
    )


FAULTS: dict[str, Callable[[ModuleType], None]] = {
    "at least is more than": lambda m: m.SIGN.update(at_least=">"),
    "unknown and true is false": lambda m: setattr(m, "every", lambda truths: set(truths) <= {True}),
    "what is not named is not offered": method("offered", lambda old: lambda s, n: n in s.facts.get("offers", {})),
    "what is not named is not there": method("present", lambda old: lambda s, n: bool(old(s, n))),
    "odds for are odds to": method("value", lambda old: lambda s, e, *b: getattr(e, "value", None) or old(s, e, *b)),
    "an attestation speaks for its neighbours": method(
        "attestations", lambda old: lambda s: list(s.facts.get("attested", {}).values())
    ),
    "the day it ends counts": versions(lambda v, day: (v.since or day) <= day <= (v.until or day)),
    "before an inferred start there is nothing": versions(lambda v, day: v.in_force(day)),
    "any reading will do": lambda m: setattr(m, "of_readings", lambda readings, doubtful=False: readings[0]),
    "a minute is two": lambda m: setattr(m, "given", lambda check, reported, people, old=m.given: old(check, halved(reported), people)),
    "an ace is always one": method(
        "card_word", lambda old: lambda s, e: old(s, with_low_ace(e)) if e.name == "points" else old(s, e)
    ),
    "payouts of other kinds are compared": method("kind_of", lambda old: lambda s, e: "money"),
    "tables of other games count": lambda m: setattr(m, "_groups", lambda check, tables, old=m._groups: old(check, [
        type(one)(one.book, one.clause, {**one.facts, "game": "tiles"}, one.day) for one in tables
    ])),
}  # fmt: skip


def halved(reported: Any) -> Any:
    """The event with half the time between its notice and itself, as if a minute of the law were two."""
    lead = reported.facts.get("lead_minutes")
    if lead is None:
        return reported
    return type(reported)(reported.book, reported.clause, {**reported.facts, "lead_minutes": lead / 2}, reported.day)


def with_low_ace(call: t.Call) -> t.Call:
    one = t.Argument("ace", t.Literal("number", Fraction(1), "1"))
    return t.Call(call.name, (*call.arguments, one))


@cache
def drawn() -> list[tuple[Case, Any]]:
    return [found for name in CLAUSES for found in cases(book(), clause(name), 60)]


@pytest.mark.soak  # it guards this comparison alone
@pytest.mark.parametrize("fault", FAULTS)
def test_an_injected_fault_is_found(fault: str) -> None:
    module = flawed(FAULTS[fault])
    assert any(ask(book(), case, module) != expected for case, expected in drawn())


def test_a_difference_is_reported_with_no_more_facts_than_it_takes() -> None:
    wrong = flawed(lambda m: m.SIGN.update(at_least=">"))
    facts = {"game": "tiles", "closed": True, "offers": {"bluff": {"payouts": {}}}, "lit": True, "cages": 2}
    case = Case(clause("cages-at-least"), date(2005, 1, 1), facts, [])
    found = smallest(case, lambda c: ask(book(), c, wrong) != ask(book(), c))
    assert (found.facts, facts["lit"]) == ({"cages": 2}, True)
