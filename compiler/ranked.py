"""The strongest hand that cards make, as `hands.py` has it, asked once of hands that a ranking cannot tell apart.

What a rank demands is still read off its tree. It is asked part by part, of a part of each sort: `suited` of five suits,
`consecutive` of five ranks; of a joker in each place that makes a difference; and what came of a hand is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import combinations, permutations
from operator import itemgetter
from typing import Any

from pitboss.compiler.hands import Hand, Look, _beside, _made, strongest
from pitboss.compiler.kleene import NOT, every, some
from pitboss.compiler.sight import ALIKE, NAMES, ORDER, RANKS, SUITS, Sight, as_seen, asked_by, renamed, same
from pitboss.grammar import tree as t

ALL_SUITS = "cdhs"
Pick = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Ask = Callable[[t.Expr, Hand], Any]
_Part = Callable[[Hand, Hand, Ask], Any]


class Known:
    """What was said of hands, ranking by ranking. One for a table, a day, and a clause's reading of defined terms."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.definitions = sight.definitions
        self.orders: dict[str, _Order] = {}

    def strongest(self, ranking: t.Ranking, cards: Any, look: Look, height: Any) -> tuple[Any, str] | None:
        order = self.orders.get(ranking.name)
        if order is None:
            order = self.orders[ranking.name] = _Order(ranking, self.sight)
        if not order.ordered:
            try:
                return order.strongest(cards, look, height)
            except _Ordered:
                order.ordered = True
        return strongest(ranking, cards, look, height)


class _Ordered(Exception):
    """It makes a difference in which order the cards lie."""


class _Order:
    def __init__(self, ranking: t.Ranking, sight: Sight) -> None:
        self.ranking, self.sight = ranking, sight
        exprs = asked_by(ranking)
        views = sight.views(exprs)
        self.named, self.beside = False, 0
        self.ordered = any(view.name not in ("cards", "rest") or view.which for view in views)
        for view in views:
            self.named = self.named or view.grain & NAMES > 0
            self.beside |= view.grain if view.name == "rest" else 0
        self.apart = True  # no part looks at ranks and suits together
        self.parts = {id(expr): self._part(expr) for expr in exprs}
        self.made: dict[Any, tuple[Any, str] | None] = {}

    def strongest(self, cards: Hand, look: Look, height: Any) -> tuple[Any, str] | None:
        ranks, suits = zip(*sorted(cards), strict=True)
        names, apart, made, beside = self.named, self.apart, self.made, self.beside
        best = None
        for take, leave in _taken(len(cards), self.ranking.count):
            of_ranks, of_suits = take(ranks), take(suits)
            if names:
                key: Any = (of_ranks, of_suits)
            else:
                key = (of_ranks, same(of_suits) if apart and of_ranks[0] else renamed(of_suits))
            if beside or height is not None:
                key = (key, beside and as_seen(tuple(zip(leave(ranks), leave(suits), strict=True)), beside), height)
            if key in made:
                one = made[key]
            else:
                hand, rest = zip(of_ranks, of_suits, strict=True), zip(leave(ranks), leave(suits), strict=True)
                one = made[key] = self._asked(tuple(hand), tuple(rest), look, height)
            if one is None:
                return None
            if best is None or one > best:
                best = one
        return best

    def _asked(self, hand: Hand, rest: Hand, look: Look, height: Any) -> tuple[Any, str] | None:
        """Of suits that no card has, a joker stands for the first: the others look the same."""
        there = {suit for _, suit in hand}
        absent = "" if self.named else "".join([suit for suit in ALL_SUITS if suit not in there][1:])
        suits = "".join(suit for suit in ALL_SUITS if suit not in absent)

        def told(expr: t.Expr, stand: Hand) -> Any:
            return self.parts[id(expr)](stand, rest, partial(_beside, look, rest))

        return _made(self.ranking, hand, told, height, suits)

    def _part(self, expr: t.Expr, inner: bool = False) -> _Part:
        """What asks an expression of a hand: of each hand that looks different to a part of it, once."""
        match expr:
            case t.All(items):
                parts = [self._part(item, inner=True) for item in items]
                return lambda hand, rest, ask: every(part(hand, rest, ask) for part in parts)
            case t.Any(items):
                parts = [self._part(item, inner=True) for item in items]
                return lambda hand, rest, ask: some(part(hand, rest, ask) for part in parts)
            case t.Not(item):
                negated = self._part(item, inner=True)
                return lambda hand, rest, ask: NOT[negated(hand, rest, ask)]
        asked = t.All((expr,)) if inner else expr  # a part of a condition is one
        of_hand, of_rest = self._grains(expr)
        in_order, of_hand = of_hand & ORDER, of_hand & ~ORDER
        self.ordered = self.ordered or of_rest & ORDER > 0 or in_order > 0 and of_hand != ALIKE
        self.apart = self.apart and not (of_hand & RANKS and of_hand & SUITS)
        known: dict[Any, Any] = {}

        def part(hand: Hand, rest: Hand, ask: Ask) -> Any:
            key = (of_hand and as_seen(hand, of_hand), of_rest and as_seen(rest, of_rest))
            if key not in known:
                said = {ask(asked, other) for other in (_orders(hand) if in_order else (hand,))}
                if len(said) > 1:
                    raise _Ordered
                known[key] = said.pop()
            return known[key]

        return part

    def _grains(self, expr: t.Expr) -> tuple[int, int]:
        """How finely it looks at the hand, and at what is beside it."""
        views = self.sight.views([expr])
        grains = dict.fromkeys(("cards", "rest"), 0)
        for view in views:
            grains[view.name] = grains.get(view.name, 0) | view.grain
        return grains["cards"], grains["rest"]


def _orders(hand: Hand) -> Iterable[Hand]:
    """The hand with its ranks in every order that looks different: `a a b`, `a b a`, `b a a`."""
    return {renamed(tuple(rank for rank, _ in other)): other for other in permutations(hand)}.values()


@lru_cache(maxsize=64)
def _taken(many: int, count: int) -> list[tuple[Pick, Pick]]:
    """How to take so many cards of a row of them, and how what is left."""
    found = []
    for chosen in combinations(range(many), count):
        found.append((_picks([*chosen]), _picks([n for n in range(many) if n not in chosen])))
    return found


def _picks(places: list[int]) -> Pick:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: tuple(row[place] for place in places)
