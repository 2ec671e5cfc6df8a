"""The strongest hand that cards make, as `hands.py` has it, asked once of hands that a ranking cannot tell apart.

What a rank demands is still read off its tree. It is asked part by part, of a part of each sort: `suited` of five suits,
`consecutive` of five ranks; of a joker in each place that makes a difference; and what came of a hand is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, permutations
from operator import itemgetter
from typing import Any

from pitboss.compiler.hands import Hand, made, stands
from pitboss.compiler.kleene import NOT, some
from pitboss.compiler.sight import ALIKE, NAMES, ORDER, RANKS, SUITS, Sight, as_seen, asked_by, renamed, same
from pitboss.grammar import tree as t

ALL_SUITS = "cdhs"
EVEN = 2 * 15**5
Pick = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Read = Callable[[dict[str, Any]], Any]
_Part = Callable[["Seen", "Seen"], Any]
_Strong = tuple[Any, Any, str]  # the strength, as a number that is compared fast; the strength; the name of the rank


class _Ordered(Exception):
    """It makes a difference in which order the cards lie."""


class Seen:
    """Cards, and how they look to what asks."""

    __slots__ = ("cards", "looks")

    def __init__(self, cards: Hand) -> None:
        self.cards = cards
        self.looks: dict[int, Any] = {}

    def seen(self, grain: int) -> Any:
        if grain not in self.looks:
            self.looks[grain] = as_seen(self.cards, grain)
        return self.looks[grain]


class Order:
    """A ranking, and what was said of hands. `read` makes of an expression what asks it of cards and of those beside them."""

    def __init__(self, ranking: t.Ranking, sight: Sight, read: Callable[[t.Expr], Read]) -> None:
        self.ranking, self.sight, self.read = ranking, sight, read
        exprs = asked_by(ranking)
        views = sight.views(exprs)
        self.named, self.beside = False, 0
        self.ordered = any(view.name not in ("cards", "rest") or view.which for view in views)
        for view in views:
            self.named = self.named or view.grain & NAMES > 0
            self.beside |= view.grain if view.name == "rest" else 0
        self.apart = True  # no part looks at ranks and suits together
        self.parts = {id(expr): self._part(expr) for expr in exprs}
        self.blind = {rank.name: self._blind(rank) for rank in ranking.ranks}
        self.made: dict[Any, _Strong | None] = {}

    def strongest(self, cards: Hand, height: Any) -> Any:
        """As `hands.strongest`; NotImplemented where more than the cards, or their order, makes a difference."""
        if len(cards) < self.ranking.count:
            return None
        try:
            return NotImplemented if self.ordered else self._best(cards, height)
        except _Ordered:
            self.ordered = True
            return NotImplemented

    def _best(self, cards: Hand, height: Any) -> tuple[Any, str] | None:
        ranks, suits = zip(*sorted(cards), strict=True)
        names, apart, made, beside = self.named, self.apart, self.made, self.beside
        best: _Strong | None = None
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
                one = made[key] = self._made(tuple(hand), tuple(rest), height)
            if one is None:
                return None
            if best is None or one[0] > best[0]:
                best = one
        return best and best[1:]

    def _made(self, hand: Hand, rest: Hand, height: Any) -> _Strong | None:
        """Where suits make no difference to a rank, a joker stands for one card of each; of suits that no card has, for the first."""
        there = {suit for _, suit in hand}
        absent = [suit for suit in ALL_SUITS if suit not in there]
        suits = ALL_SUITS if self.named else [suit for suit in ALL_SUITS if suit not in absent[1:]]
        seen = Seen(rest)
        stands: dict[tuple[str | None, bool], list[Seen]] = {}

        def look(expr: t.Expr, stand: Seen) -> Any:
            return self.parts[id(expr)](stand, seen)

        found = made(self.ranking, hand, lambda rank: self._stands(hand, rank, suits, stands), look, height)
        return None if found is None else (_whole(found[0]), *found)

    def _stands(self, hand: Hand, rank: t.Rank, suits: Iterable[str], known: dict[Any, list[Seen]]) -> list[Seen]:
        by_rank = rank.joker == "any" and self.blind[rank.name]
        found = known.get((rank.joker, by_rank))
        if found is None:
            every_one: Iterable[Hand] = stands(hand, rank.joker, suits)
            if by_rank:
                every_one = {stand[0][0]: stand for stand in every_one}.values()
            found = known[rank.joker, by_rank] = [Seen(stand) for stand in every_one]
        return found

    def _part(self, expr: t.Expr, inner: bool = False) -> _Part:
        """What asks an expression of a hand: of each hand that looks different to a part of it, once."""
        match expr:
            case t.All(items):
                return _all([self._part(item, inner=True) for item in items])
            case t.Any(items):
                parts = [self._part(item, inner=True) for item in items]
                return lambda hand, rest: some(part(hand, rest) for part in parts)
            case t.Not(item):
                negated = self._part(item, inner=True)
                return lambda hand, rest: NOT[negated(hand, rest)]
        ask = self.read(t.All((expr,)) if inner else expr)  # a part of a condition is one
        of_hand, of_rest = self._grains(expr)
        in_order, of_hand = of_hand & ORDER, of_hand & ~ORDER
        self.ordered = self.ordered or of_rest & ORDER > 0 or in_order > 0 and of_hand != ALIKE
        self.apart = self.apart and not (of_hand & RANKS and of_hand & SUITS)
        known: dict[Any, Any] = {}

        def part(hand: Seen, rest: Seen) -> Any:
            key = (of_hand and hand.seen(of_hand), of_rest and rest.seen(of_rest))
            if key not in known:
                orders = _orders(hand.cards) if in_order else (hand.cards,)
                said = {ask({"cards": one, "rest": rest.cards}) for one in orders}
                if len(said) > 1:
                    raise _Ordered
                known[key] = said.pop()
            return known[key]

        return part

    def _blind(self, rank: t.Rank) -> bool:
        """Whether a rank does not look at suits."""
        views = self.sight.views(expr for expr in (rank.has, rank.by) if expr is not None)
        return not any(view.grain & (SUITS | NAMES) for view in views)

    def _grains(self, expr: t.Expr) -> tuple[int, int]:
        """How finely it looks at the hand, and at what is beside it."""
        views = self.sight.views([expr])
        grains = dict.fromkeys(("cards", "rest"), 0)
        for view in views:
            grains[view.name] = grains.get(view.name, 0) | view.grain
        return grains["cards"], grains["rest"]


def _all(parts: list[_Part]) -> _Part:
    def every_one(hand: Seen, rest: Seen) -> Any:
        found = True
        for part in parts:
            one = part(hand, rest)
            if one is False:
                return False
            found = found and one
        return found

    return every_one


def _whole(strength: Any) -> Any:
    """The same order in whole numbers, which compare faster; a number as it is where that does not come out even."""
    whole = strength * EVEN
    return whole.numerator if whole.denominator == 1 else whole


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
