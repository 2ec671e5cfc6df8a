"""How likely a wager wins, where that hangs on the first few cards alone: every way of dealing them is asked of the rules.

For what is compiled into validators, where no array is: exact odds (`odds/`) count everything, and must agree with it.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.compiler.front.walk import expanded, within
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.compiler.oracle.interpreter import judge_round
from pitboss.grammar import tree as t

MOST = 3_000  # ways of dealing, cards that nothing tells apart as one
_SUITS = "cdhs"

Chances = dict[int, Fraction] | Fraction
_known: list[tuple[Rulebook, dict[str, Chances | str]]] = []  # of the rulebook that was asked last


def winning(book: Rulebook, wager: str) -> Chances | str:
    """By number of decks, or the one figure where that is fixed; or why it cannot be counted."""
    if not _known or _known[0][0] is not book:
        _known[:] = [(book, {})]
    told = _known[0][1]
    if wager not in told:
        told[wager] = _counted(book, wager)
    return told[wager]


def _counted(book: Rulebook, wager: str) -> Chances | str:
    clauses = [
        c for c in book.clauses for s in (c.versions[0].checks[0],) if s.subject.name == wager and _wins(s.predicate)
    ]
    if len(clauses) != 1:
        return "one clause must say when it wins"
    (first, *others) = clauses[0].versions
    days = {first.since or date.min, *_days(book, book.names[wager].game)}
    told = [_on(book, clauses[0].id, wager, day) for day in sorted(days) if first.in_force(day)]
    if others or any(one != told[0] for one in told):
        return "it does not win alike on all days"
    return told[0]


def _wins(predicate: Any) -> bool:
    return isinstance(predicate, t.Result) and predicate.verb == "wins"


def _days(book: Rulebook, game: str | None) -> list[date]:
    """Those on which what is dealt may change."""
    deals = (c for c in book.clauses if c.kind == "deal" and c.game == game)
    return sorted({v.since for c in deals for v in c.versions if v.since})


def _on(book: Rulebook, clause: str, wager: str, day: date) -> Chances | str:
    from pitboss.compiler.odds.active_law import law_of, needs
    from pitboss.compiler.odds.choices import highest_count

    law = law_of(book, book.names[wager].game or "", day)
    said = next(s for s in law.results(wager, "wins") if s.clause.id == clause)
    parts = [part for c in said.checks[0].conditions for part in within(expanded(book, c))]
    looked = [part for part in parts if isinstance(part, t.Cards)]
    hands = {part.of or "cards" for part in looked}
    if (
        len(hands) != 1
        or said.readings
        or any(p.which != "first" for p in looked)
        or any(_other(book, p) for p in parts)
    ):
        return "it hangs on more than the first cards of one hand"
    (hand,), cards = hands, max(part.count for part in looked)
    dealt = [said.checks[0] for said, many in law.dealt.get(hand, ()) for _ in range(many)][:cards]
    if len(dealt) < cards or any(check.conditions for check in dealt):
        return "its first cards are not always dealt"
    deal = dealt[0].predicate
    assert isinstance(deal, t.Deal)
    suits = needs(law, (), said.checks[0].conditions).suits
    kinds = list(product(range(1, 14), _SUITS if suits else "c"))
    if deal.jokers or len(kinds) ** cards > MOST:
        return "there are too many ways of dealing its cards"
    won = [hand_of for hand_of in product(kinds, repeat=cards) if judge_round(book, said.clause, {hand: hand_of}, day)]
    alike = 1 if suits else len(_SUITS)
    if isinstance(deal.decks, int):
        return _share(won, cards, alike, deal.decks)
    return {decks: _share(won, cards, alike, decks) for decks in range(1, highest_count(law) + 1)}


def _other(book: Rulebook, part: t.Expr) -> bool:
    """Whether it is a fact, and no card."""
    if isinstance(part, t.Path) and part.name in book.fields:
        return book.fields[part.name].type.kind != "cards"
    return isinstance(part, t.Pattern | t.Offered)


def _share(won: list[tuple[Any, ...]], cards: int, alike: int, decks: int) -> Fraction:
    """Of all ways of dealing so many cards, in order, those that win.

    >>> _share([((1, "c"), (1, "c"))], 2, 4, 1)
    Fraction(1, 221)
    """
    ways = sum(_ways(hand, alike * decks) for hand in won)
    whole = 1
    for n in range(cards):
        whole *= 52 * decks - n
    return Fraction(ways, whole)


def _ways(hand: tuple[Any, ...], of_each: int) -> int:
    """In how many ways a hand of kinds is dealt, where there are so many cards of each kind."""
    ways = 1
    for n, card in enumerate(hand):
        ways *= of_each - hand[:n].count(card)
    return ways
