"""The probability that a wager wins that depends only on the first few cards of one hand, as a constant for validators.

Validators are built without numpy, so each way of dealing the cards is evaluated by itself. The figures agree with the exact
odds of `engine`, and with those of the oracle, which computes them independently.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise, product
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.core import SUIT_LETTERS, Const, Expr, Operator, Relation, Which
from pitboss.compiler.model.dealt_hands import read_as_dealt
from pitboss.compiler.model.functions import FUNCTIONS
from pitboss.compiler.model.query import facts_through_terms, through_terms
from pitboss.compiler.odds.active_law import ActiveLaw, active_law, highest_decks
from pitboss.compiler.odds.dependencies import dependencies

MOST = 3_000  # limit on ways of dealing that are evaluated; cards that no condition distinguishes count as one

Chances = dict[int, Fraction] | Fraction
Card = tuple[int, str]  # rank 1 to 13, suit
Cards = tuple[Card, ...]
Number = int | Fraction
Figure = Number | str  # of first cards; a truth is an int
_known: list[tuple[core.Rulebook, dict[str, Chances | str]]] = []  # of the last rulebook


class _Uncountable(Exception):
    """The probability does not depend on the first cards alone; the message gives the reason."""


def winning(book: core.Rulebook, wager: str) -> Chances | str:
    """The probability by number of decks, or one figure if that is fixed; or the reason why it cannot be computed."""
    if not _known or _known[0][0] is not book:
        _known[:] = [(book, {})]
    found = _known[0][1]
    if wager not in found:
        try:
            found[wager] = _chances(book, wager)
        except _Uncountable as reason:
            found[wager] = str(reason)
    return found[wager]


def _chances(whole: core.Rulebook, wager: str) -> Chances:
    game = whole.names[wager].game
    book = read_as_dealt(replace(whole, clauses=tuple([c for c in whole.clauses if c.game in (None, game)])))
    clauses = [c for c in book.clauses if c.subject.name == wager and _wins(c.versions[0].duty)]
    if len(clauses) != 1:
        raise _Uncountable("one clause must state when it wins")
    (first, *others) = clauses[0].versions
    days, most = {first.since or date.min, *_days(book, game)}, highest_decks(whole)
    found = [_on(book, clauses[0], first, day, most) for day in sorted(days) if first.in_force(day)]
    if others or any(one != found[0] for one in found):
        raise _Uncountable("it does not win by the same cards on all days")
    return found[0]


def _wins(duty: core.Duty) -> bool:
    return isinstance(duty, core.Ends) and duty.end is core.End.WINS


def _days(book: core.Rulebook, game: str | None) -> list[date]:
    """The dates from which the deal may be different."""
    deals = (c for c in book.clauses if isinstance(c.versions[0].duty, core.Deal) and c.game == game)
    return sorted({v.since for c in deals for v in c.versions if v.since})


def _on(book: core.Rulebook, clause: core.Clause, version: core.Version, day: date, most: int) -> Chances:
    """The chances on a day, for up to `most` decks."""
    law = active_law(book, book.names[clause.subject.name].game or "", day)
    conditions = tuple(expr for expr in version.duty.applies if not _irregularity_excluded(book, expr))
    nodes = [*through_terms(book, *conditions)]
    looks = [node for node in nodes if isinstance(node, core.Cards)]
    hands = {node.of for node in looks}
    if len(hands) != 1 or version.is_open or not all(map(_of_first_cards, nodes)):
        raise _Uncountable("it depends on more than the first cards of one hand")
    count = max(node.count for node in looks)
    deal = _deal(law, hands.pop(), count)
    suits = dependencies(law, (), conditions).suits
    kinds = list(product(range(1, 14), SUIT_LETTERS if suits else SUIT_LETTERS[0]))
    if deal.jokers or len(kinds) ** count > MOST:
        raise _Uncountable("there are too many ways of dealing its cards")
    try:
        won = [cards for cards in product(kinds, repeat=count) if all(_value(law, e, cards) for e in conditions)]
    except (TypeError, ZeroDivisionError) as error:  # of rules that the analysis rejects for other reasons
        raise _Uncountable("its condition has no value") from error
    copies = 1 if suits else len(SUIT_LETTERS)
    if isinstance(deal.decks, int):
        return _share(won, count, copies, deal.decks)
    return {decks: _share(won, count, copies, decks) for decks in range(1, most + 1)}


def _irregularity_excluded(book: core.Rulebook, condition: Expr) -> bool:
    """Whether a condition holds in every round without an irregularity; chances are those of such rounds."""
    return isinstance(condition, core.Not) and any(
        fact.name == "consequence" for fact in facts_through_terms(book, condition)
    )


def _of_first_cards(node: Expr) -> bool:
    """Whether a part of a condition reads no fact except the first cards of a hand, through functions that are implemented here."""
    match node:
        case core.Cards(which):
            return which is Which.FIRST
        case core.Apply(function, args, named):
            known = FUNCTIONS.get(function)
            by = {name for name, _ in named}
            return (
                function in IMPLEMENTATIONS
                and known is not None
                and len(args) == len(known.params)
                and by <= {*known.named}
            )
        case core.Fact() | core.Earlier() | core.Offered() | core.RankingRef() | core.Lookup() | core.Fold():
            return False
        case (
            Const()
            | core.Term()
            | core.Arith()
            | core.Compare()
            | core.Member()
            | core.Not()
            | core.AllOf()
            | core.AnyOf()
        ):
            return True
    assert_never(node)


def _deal(law: ActiveLaw, hand: str, count: int) -> core.Deal:
    """The deal of the first cards of a hand, which must be dealt in every round."""
    dealt = [active.duty for active, many in law.dealt.get(hand, ()) for _ in range(many)][:count]
    if len(dealt) < count or any(duty.applies for duty in dealt) or not isinstance(dealt[0], core.Deal):
        raise _Uncountable("its first cards are not always dealt")
    return dealt[0]


def _share(won: list[Cards], count: int, copies: int, decks: int) -> Fraction:
    """The share of winning ways among all ways of dealing so many cards in order; a deck has `copies` of each kind.

    >>> _share([((1, "c"), (1, "c"))], 2, 4, 1)
    Fraction(1, 221)
    """
    ways = sum(_ways(cards, copies * decks) for cards in won)
    whole = 1
    for n in range(count):
        whole *= 52 * decks - n
    return Fraction(ways, whole)


def _ways(cards: Cards, of_each: int) -> int:
    """The number of ways of dealing cards of these kinds, given the number of cards of each kind."""
    ways = 1
    for n, card in enumerate(cards):
        ways *= of_each - cards[:n].count(card)
    return ways


# ---- evaluation of one hand

_RELATIONS: dict[Relation, Callable[[Figure, Figure], bool]] = {
    Relation.EQUAL: operator.eq, Relation.UNEQUAL: operator.ne, Relation.LESS: operator.lt, Relation.MORE: operator.gt,
    Relation.AT_MOST: operator.le, Relation.AT_LEAST: operator.ge, Relation.EXACTLY: operator.eq,
}  # fmt: skip
_ARITHMETIC: dict[Operator, Callable[[Number, Number], Number]] = {
    Operator.PLUS: operator.add, Operator.MINUS: operator.sub, Operator.TIMES: operator.mul, Operator.MODULO: operator.mod,
    Operator.OVER: Fraction, Operator.GREATER: max, Operator.LESSER: min,
}  # fmt: skip


def _value(law: ActiveLaw, e: Expr, cards: Cards) -> Figure:
    """The value of an expression that reads the first cards of one hand."""
    match e:
        case Const(value=int() | Fraction() | str() as value):
            return value
        case core.Term(name) if name in law.terms:
            return _value(law, law.terms[name], cards)
        case core.Apply(function, (core.Cards(count=count), *more)) if function in IMPLEMENTATIONS:
            named = {name: _value(law, value, cards) for name, value in e.named}
            return IMPLEMENTATIONS[function](cards[:count], *(_value(law, value, cards) for value in more), **named)
        case core.Arith(sign, left, right):
            return _ARITHMETIC[sign](_number(law, left, cards), _number(law, right, cards))
        case core.Compare(relation, left, right):
            return _RELATIONS[relation](_value(law, left, cards), _value(law, right, cards))
        case core.Member(item, values, negated):
            return (_value(law, item, cards) in [value.value for value in values]) is not negated
        case core.Not(item):
            return not _value(law, item, cards)
        case core.AllOf(items):
            return all(_value(law, item, cards) for item in items)
        case core.AnyOf(items):
            return any(_value(law, item, cards) for item in items)
        case (
            Const()
            | core.Term()
            | core.Apply()
            | core.Fact()
            | core.Earlier()
            | core.Offered()
            | core.Cards()
            | core.RankingRef()
            | core.Lookup()
            | core.Fold()
        ):
            raise TypeError(f"no value of first cards: {e}")
    assert_never(e)


def _number(law: ActiveLaw, e: Expr, cards: Cards) -> Number:
    value = _value(law, e, cards)
    if isinstance(value, str):
        raise TypeError(f"no number of first cards: {e}")
    return value


def _points(cards: Cards, ace: int | None = None) -> int:
    total, aces = sum(min(rank, 10) for rank, _ in cards), sum(rank == 1 for rank, _ in cards)
    if ace is not None:
        return total + (ace - 1) * aces
    return total + 10 if aces and total <= 11 else total


def _count(cards: Cards, rank: int | None = None, suit: str | None = None) -> int:
    return sum(rank in (None, r) and suit in (None, s) for r, s in cards)


def _consecutive(cards: Cards) -> bool:
    ranks = sorted(rank for rank, _ in cards)
    high = sorted(14 if rank == 1 else rank for rank, _ in cards)
    return any(all(b - a == 1 for a, b in pairwise(some)) for some in (ranks, high))


IMPLEMENTATIONS: dict[str, Callable[..., Figure]] = {
    "points": _points,
    "count": _count,
    "size": len,
    "rank": lambda cards: cards[0][0],
    "suit": lambda cards: cards[0][1],
    "pairs": lambda cards: sum(many == 2 for many in Counter(rank for rank, _ in cards).values()),
    "suits": lambda cards: len({suit for _, suit in cards}),
    "suited": lambda cards: len({suit for _, suit in cards}) == 1,
    "same_rank": lambda cards: len({rank for rank, _ in cards}) == 1,
    "same_color": lambda cards: len({suit in "dh" for _, suit in cards}) == 1,
    "consecutive": _consecutive,
    "of_a_rank": lambda cards, many: max(Counter(rank for rank, _ in cards).values()) >= many,
    "of_a_suit": lambda cards, many: max(Counter(suit for _, suit in cards).values()) >= many,
}
