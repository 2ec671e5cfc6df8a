"""The strongest hand that cards make, as `compiler/oracle/cards.py` has it, asked once of hands that a ranking cannot tell apart.

What a rank demands is still read off its tree. It is asked part by part, of a part of each sort: `suited` of five suits,
`consecutive` of five ranks; of a joker in each place that makes a difference; and what came of a hand is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from operator import itemgetter
from typing import Any, NamedTuple

from pitboss.compiler.oracle.cards import Hand, had, odd, stands
from pitboss.compiler.oracle.fast.footprint import ALIKE, NAMES, ONE, ORDER, SUITS, Sight, as_seen, asked_by, renamed
from pitboss.compiler.oracle.kleene import NOT, some
from pitboss.grammar import tree as t

ALL_SUITS = "cdhs"
EVEN = 2 * 15**5
Pick = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Read = Callable[[dict[str, Any]], Any]
_Part = Callable[["Seen"], Any]
_Strong = tuple[Any, Any, str]  # the strength, as a number that is compared fast; the strength; the name of the rank
_Had = tuple[int, _Strong | None]


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


class _Rank(NamedTuple):
    """A rank, what asks its condition and its order of a hand, what asks of the cards beside it, and whether it sees no suits."""

    rank: t.Rank
    asks: dict[int, _Part]
    beside: _Part | None
    blind: bool

    def look(self, expr: t.Expr, hand: Seen) -> Any:
        return self.asks[id(expr)](hand)


class Order:
    """A ranking, and what was said of hands. `read` makes of an expression what asks it of cards and of those beside them."""

    def __init__(self, ranking: t.Ranking, sight: Sight, read: Callable[[t.Expr], Read]) -> None:
        self.ranking, self.sight, self.read = ranking, sight, read
        views = sight.views(asked_by(ranking))
        self.ordered = any(view.name not in ("cards", "rest") or view.which for view in views)
        self.named = any(view.grain & NAMES for view in views)
        self.suits = any(view.grain & SUITS for view in views)  # more than whether all are one
        self.ranks = [self._rank(rank) for rank in ranking.ranks]
        self.made: dict[Any, list[_Had]] = {}
        self.besides: dict[Hand, list[Any]] = {}

    def strongest(self, cards: Hand, height: Any) -> Any:
        """As `hands.strongest`; NotImplemented where more than the cards, or their order, makes a difference."""
        if len(cards) < self.ranking.count:
            return None
        try:
            return NotImplemented if self.ordered or len({*cards}) < len(cards) else self._best(cards, height)
        except _Ordered:
            self.ordered = True
            return NotImplemented

    def _best(self, cards: Hand, height: Any) -> tuple[Any, str] | None:
        ranks, suits = zip(*sorted(cards), strict=True)
        best: _Strong | None = None
        for take, leave in _taken(len(cards), self.ranking.count):
            of_ranks, of_suits = take(ranks), take(suits)
            key = (of_ranks, self._look(of_suits), height)
            had = self.made.get(key)
            if had is None:
                had = self.made[key] = [*self._had(tuple(zip(of_ranks, of_suits, strict=True)), height)]
            one = had[0][1]
            if had[0][0]:
                one = self._beside(had, tuple(zip(leave(ranks), leave(suits), strict=True)))
            if one is None:
                return None
            if best is None or one[0] > best[0]:
                best = one
        return best and best[1:]

    def _look(self, suits: tuple[str, ...]) -> Any:
        """How the suits of a hand look: of those beside a joker too, it makes no difference which one they are."""
        if self.named:
            return suits
        return renamed(suits) if self.suits else len({*suits} - {"j"}) == 1

    def _had(self, hand: Hand, height: Any) -> Iterator[_Had]:
        """The ranks that the hand has, from the top: the number of one that hangs on the cards beside it, else 0, and the strength.

        Of suits that no card has, a joker stands for the first; where a rank does not look at suits, for one card of each.
        """
        absent = [suit for suit in ALL_SUITS if suit not in {suit for _, suit in hand}]
        suits = ALL_SUITS if self.named else [suit for suit in ALL_SUITS if suit not in absent[1:]]
        stood: dict[Any, list[Seen]] = {}
        for number, one in enumerate(self.ranks):
            sort = (one.rank.joker, one.blind)
            if sort not in stood:
                standing = list(stands(hand, one.rank.joker, suits))
                if one.blind and one.rank.joker == "any":
                    standing = [*{stand[0][0]: stand for stand in standing}.values()]
                stood[sort] = [Seen(stand) for stand in standing]
            below = len(self.ranks) - number
            found = had(one.rank, below, stood[sort], one.look, height)
            if found is not False:
                yield number + 1 if one.beside else 0, None if found is None else (_whole(found), found, one.rank.name)
            if found is not False and not one.beside:
                return
        strength = odd(hand)
        yield 0, (_whole(strength), strength, "none")

    def _beside(self, had: list[_Had], rest: Hand) -> _Strong | None:
        """The first of these ranks that the cards beside the hand do not stand against."""
        truths = self.besides.get(rest)
        if truths is None:
            seen = Seen(rest)
            truths = self.besides[rest] = [one.beside(seen) if one.beside else True for one in self.ranks]
        for number, strong in had:
            truth = truths[number - 1] if number else True
            if truth is not False:
                return strong if truth else None
        return None

    def _rank(self, rank: t.Rank) -> _Rank:
        """What is asked of the hand, and apart from it what is asked of the cards beside it."""
        parts = rank.has.items if isinstance(rank.has, t.All) else (rank.has,)
        beside = [part for part in parts if self._grains(part)[1]]
        if any(self._grains(part)[0] for part in beside):
            self.ordered = True
        of_hand = t.All(tuple(part for part in parts if part not in beside)) if beside else rank.has
        asks = {id(rank.has): self._part(of_hand)}
        if rank.by is not None:
            asks[id(rank.by)] = self._part(rank.by)
        views = self.sight.views(expr for expr in (rank.has, rank.by) if expr is not None)
        blind = not any(view.grain & (ONE | SUITS | NAMES) for view in views)
        return _Rank(rank, asks, self._part(t.All((*beside,)), "rest") if beside else None, blind)

    def _part(self, expr: t.Expr, of: str = "cards", inner: bool = False) -> _Part:
        """What asks an expression of cards: of each that look different to a part of it, once."""
        match expr:
            case t.All(items):
                return _all([self._part(item, of, inner=True) for item in items])
            case t.Any(items):
                parts = [self._part(item, of, inner=True) for item in items]
                return lambda seen: some(part(seen) for part in parts)
            case t.Not(item):
                negated = self._part(item, of, inner=True)
                return lambda seen: NOT[negated(seen)]
        ask = self.read(t.All((expr,)) if inner else expr)  # a part of a condition is one
        grain = self._grains(expr)[of == "rest"]
        in_order, grain = grain & ORDER, grain & ~ORDER
        self.ordered = self.ordered or in_order > 0 and grain != ALIKE
        known: dict[Any, Any] = {}

        def part(seen: Seen) -> Any:
            key = grain and seen.seen(grain)
            if key not in known:
                said = {ask({of: cards}) for cards in (_orders(seen.cards) if in_order else (seen.cards,))}
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


def _all(parts: list[_Part]) -> _Part:
    def every_one(seen: Seen) -> Any:
        found = True
        for part in parts:
            one = part(seen)
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
