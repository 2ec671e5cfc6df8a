"""The strongest hand that cards make, evaluated once for hands that a ranking cannot distinguish.

The condition of a rank is evaluated part by part, each part once for all hands that look the same to it: `suited` for five suits,
`consecutive` for five ranks. A joker is tried as each card that makes a difference. Results for a hand are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, compress, permutations
from operator import itemgetter
from typing import NamedTuple, Protocol, TypeVar

from pitboss.compiler.model import core
from pitboss.compiler.model.footprint import ranking_footprint
from pitboss.compiler.oracle.cards import Hand, kicker_number, kickers, stands
from pitboss.compiler.oracle.fast.memoization import Closure, whole_number
from pitboss.compiler.oracle.fast.row_footprints import (
    ONE_SUIT,
    ORDER,
    RANK_PATTERN,
    SUIT_PATTERN,
    SUITS,
    RowFootprints,
    observed,
    renamed,
)
from pitboss.compiler.oracle.kleene import NOT, Truth, flag, some
from pitboss.compiler.oracle.values import Facts, Number, as_number

ALL_SUITS = "cdhs"
BASE = 15**5  # of strengths: five ranks are a number in base 15
EVEN = 2 * BASE  # by which every strength is whole
HANDS = ("cards", "rest")  # the names of the hand and of the other cards in the condition of a rank
MOST_HANDS = 1 << 12  # hands of the latest rounds whose strength is cached: several clauses need it
R = TypeVar("R")
Strength = tuple[Number, str]  # of a hand: a number, and the name of its rank


class Pick(Protocol):
    """Some of a row, by their places."""

    def __call__(self, row: tuple[R, ...], /) -> tuple[R, ...]: ...


class _OrderMatters(Exception):
    """The value differs with the order of the cards."""


class ObservedHand:
    """Cards, and their cached appearance at each grain."""

    __slots__ = ("cards", "looks")

    def __init__(self, cards: Hand) -> None:
        self.cards = cards
        self.looks: dict[int, object] = {}

    def at(self, grain: int) -> object:
        if grain not in self.looks:
            self.looks[grain] = observed(self.cards, grain)
        return self.looks[grain]


PartTruth = Callable[[ObservedHand], Truth]


class _Rank(NamedTuple):
    """A rank with its parts: its demand on the hand, the order of its hands, its demand on the other cards."""

    name: str
    joker: str | None
    has: PartTruth
    by: Callable[[ObservedHand], Number | None] | None
    rest: PartTruth | None
    ignores_suits: bool


class _Strength(NamedTuple):
    order: Number  # the strength times EVEN, which is whole and so fast to compare
    rank: str

    @property
    def found(self) -> Strength:
        return whole_number(Fraction(self.order) / EVEN), self.rank


class _Candidate(NamedTuple):
    """A rank that a hand has if the other cards allow it. `strength` is None if unknown."""

    depends_on_rest: int  # the number of the rank from 1 if it has a demand on the other cards, else 0
    strength: _Strength | None


class RankingEvaluator:
    """A ranking, with cached strengths of hands.

    `quantity` compiles an expression to a function of a row, which has the hand as `cards` or the other cards as `rest`.
    """

    def __init__(
        self, ranking: core.Ranking, footprints: RowFootprints, quantity: Callable[[core.Expr], Closure]
    ) -> None:
        self.ranking, self.footprints, self.quantity = ranking, footprints, quantity
        found = ranking_footprint(footprints.book, ranking)
        self.reads_row = bool(found.names - {*HANDS})  # other facts of the row affect the result
        grains = [view.grain.value for view in found.views]
        self.positional = self.reads_row or any(view.which for view in found.views)
        self.names_suits = any(grain & SUITS for grain in grains)
        patterns_suits = any(grain & SUIT_PATTERN for grain in grains)
        self.suits_seen = SUITS if self.names_suits else SUIT_PATTERN if patterns_suits else ONE_SUIT
        self.ranks = [self._rank(rank) for rank in ranking.ranks]
        self.candidates: dict[
            Number | None, dict[object, list[_Candidate]]
        ] = {}  # by height, and by the look of the hand
        self.strengths: dict[tuple[Hand, Number | None], Strength | None] = {}
        self.rests: dict[Hand, list[Truth]] = {}

    def strongest(self, cards: Hand, height: Number | None) -> Strength | None:
        """The strength and the name of the best hand that the cards make; None if unknown."""
        key = cards, height
        if key in self.strengths:
            return self.strengths[key]
        if len(self.strengths) > MOST_HANDS:
            self.strengths.clear()
        found = self.strengths[key] = self._strongest(cards, height)
        return found

    def strongest_places(self, cards: Hand) -> tuple[int, ...]:
        """The places of the cards that make the strongest hand of them, whatever the other cards are."""
        subsets = [*combinations(range(len(cards)), self.ranking.count)]
        if self.positional or len({*cards}) < len(cards):
            found = [self.strongest(tuple([cards[n] for n in places]), None) for places in subsets]
            return subsets[max(range(len(subsets)), key=lambda n: one[0] if (one := found[n]) else 0)]
        known, place = self.candidates.setdefault(None, {}), sorted(range(len(cards)), key=cards.__getitem__)
        held, looks = _looks(cards, self.ranking.count, self.suits_seen)
        best = subsets[0]
        most: Number = -1
        for places, (look, take, _) in zip(subsets, looks, strict=True):
            candidates = known.get(look)
            if candidates is None:
                candidates = known[look] = [*self._candidates(take(held), None)]
            one = self._allowed_by_rest(candidates, ()) if candidates[0].depends_on_rest else candidates[0].strength
            if one is not None and one.order > most:
                best, most = places, one.order
        return tuple([place[n] for n in best])

    def _strongest(self, cards: Hand, height: Number | None) -> Strength | None:
        if len(cards) < self.ranking.count:
            return None
        if not self.positional and len({*cards}) == len(cards):
            try:
                return self._best(cards, height)
            except _OrderMatters:
                self.positional = True
        return self.one_by_one(cards, height, {})

    def one_by_one(self, cards: Hand, height: Number | None, facts: Facts) -> Strength | None:
        """As `strongest`, with every hand evaluated by itself."""
        if len(cards) < self.ranking.count:
            return None
        best: Strength | None = None
        for take, leave in _subsets(len(cards), self.ranking.count):
            found = self._of_hand(take(cards), height, {**facts, "rest": leave(cards)})
            if found is None:
                return None
            if best is None or found > best:
                best = found
        return best

    def _of_hand(self, hand: Hand, height: Number | None, facts: Facts) -> Strength | None:
        below = len(self.ranking.ranks)
        for rank in self.ranking.ranks:
            by = None if rank.by is None else self.quantity(rank.by)
            has, strengths = self.quantity(rank.has), []
            for stand in stands(hand, rank.joker, ALL_SUITS):
                row = {**facts, "cards": stand}
                truth = has(row)
                if truth is None:
                    return None
                if truth:
                    above = height if height is not None else 0 if by is None else as_number(by(row))
                    if above is None:
                        return None
                    strengths.append(below * BASE + above + kickers(stand))
            if strengths:
                return max(strengths), rank.name
            below -= 1
        return kickers(hand), "none"

    # ---- once for all hands that look the same

    def _best(self, cards: Hand, height: Number | None) -> Strength | None:
        best: _Strength | None = None
        known = self.candidates.setdefault(height, {})
        held, looks = _looks(cards, self.ranking.count, self.suits_seen)
        for look, take, leave in looks:
            found = known.get(look)
            if found is None:
                found = known[look] = [*self._candidates(take(held), height)]
            depends_on_rest, one = found[0]
            if depends_on_rest:
                one = self._allowed_by_rest(found, leave(held))
            if one is None:
                return None
            if best is None or one[0] > best[0]:
                best = one
        return best and best.found

    def _candidates(self, hand: Hand, height: Number | None) -> Iterator[_Candidate]:
        """The ranks that the hand has from the top, to the first that does not depend on the other cards.

        A joker stands for the first suit that no card has; if a rank ignores suits, for one card of each rank.
        """
        absent = [suit for suit in ALL_SUITS if suit not in {suit for _, suit in hand}]
        suits = ALL_SUITS if self.names_suits else "".join(suit for suit in ALL_SUITS if suit not in absent[1:])
        never_suited = self.suits_seen == ONE_SUIT and len(absent) < len(ALL_SUITS) - 1  # whatever a joker stands for
        for number, rank in enumerate(self.ranks):
            standing = _standing(hand, rank.joker, suits, rank.ignores_suits or never_suited)
            strength = self._order(rank, len(self.ranks) - number, standing, height)
            if strength is False:
                continue
            found = None if strength is None else _Strength(strength, rank.name)
            yield _Candidate(number + 1 if rank.rest else 0, found)
            if not rank.rest:
                return
        yield _Candidate(0, _Strength(2 * kicker_number(hand), "none"))

    def _order(self, rank: _Rank, below: int, hands: list[ObservedHand], height: Number | None) -> Number | bool | None:
        """The order of a hand that has the rank; False if it does not have the rank, None if unknown."""
        truths = [rank.has(hand) for hand in hands]
        if None in truths:
            return None
        orders: list[Number] = []
        for hand in compress(hands, truths):
            above = height if height is not None else 0 if rank.by is None else rank.by(hand)
            if above is None:
                return None
            orders.append(whole_number((below * BASE + above) * EVEN) + 2 * kicker_number(hand.cards))
        return max(orders, default=False)

    def _allowed_by_rest(self, candidates: list[_Candidate], rest: Hand) -> _Strength | None:
        """The first of the ranks that the other cards do not exclude; None if unknown."""
        truths = self.rests.get(rest)
        if truths is None:
            hand = ObservedHand(rest)
            truths = self.rests[rest] = [rank.rest(hand) if rank.rest else True for rank in self.ranks]
        for number, strength in candidates:
            truth = truths[number - 1] if number else True
            if truth is not False:
                return strength if truth else None
        return None

    # ---- the parts of a rank

    def _rank(self, rank: core.Rank) -> _Rank:
        """The rank, with its demand on the hand separated from its demand on the other cards."""
        parts = rank.has.items if isinstance(rank.has, core.AllOf) else (rank.has,)
        of_rest = [part for part in parts if self._grain(part, "rest")]
        if any(self._grain(part, "cards") for part in of_rest):
            self.positional = True
        of_hand = core.AllOf(tuple(part for part in parts if part not in of_rest)) if of_rest else rank.has
        views = self.footprints.of(*(expr for expr in (rank.has, rank.by) if expr is not None)).views
        ignores_suits = not any(view.grain.value & (ONE_SUIT | SUIT_PATTERN | SUITS) for view in views)
        return _Rank(
            rank.name,
            rank.joker,
            self._condition(of_hand, "cards"),
            None if rank.by is None else self._height(rank.by),
            self._condition(core.AllOf((*of_rest,)), "rest") if of_rest else None,
            ignores_suits,
        )

    def _condition(self, expr: core.Expr, hand: str) -> PartTruth:
        """A function of a hand that evaluates each part of the condition once for hands which look the same to it."""
        match expr:
            case core.AllOf(items):
                return _all([self._condition(item, hand) for item in items])
            case core.AnyOf(items):
                parts = [self._condition(item, hand) for item in items]
                return lambda cards: some(part(cards) for part in parts)
            case core.Not(item):
                negated = self._condition(item, hand)
                return lambda cards: NOT[negated(cards)]
        holds = self.quantity(core.AllOf((expr,)))
        return self._once_a_look(expr, hand, lambda facts: flag(holds(facts)))

    def _height(self, expr: core.Expr) -> Callable[[ObservedHand], Number | None]:
        """The order of the hands of a rank, evaluated once for hands that look the same to it."""
        value = self.quantity(expr)
        return self._once_a_look(expr, "cards", lambda facts: as_number(value(facts)))

    def _once_a_look(self, expr: core.Expr, hand: str, evaluate: Callable[[Facts], R]) -> Callable[[ObservedHand], R]:
        """`evaluate`, a function of the expression, evaluated once for hands that look the same to it."""
        found = self._grain(expr, hand)
        in_order, grain = bool(found & ORDER), found & ~ORDER
        self.positional = self.positional or in_order and grain != RANK_PATTERN
        known: dict[object, R] = {}

        def part(cards: ObservedHand) -> R:
            key = grain and cards.at(grain)
            if key not in known:
                orders = _orders(cards.cards) if in_order else (cards.cards,)
                values = {evaluate({hand: one}) for one in orders}
                if len(values) > 1:
                    raise _OrderMatters
                known[key] = values.pop()
            return known[key]

        return part

    def _grain(self, expr: core.Expr, hand: str) -> int:
        """The grain at which the expression observes the hand, or the other cards."""
        found = 0
        for view in self.footprints.of(expr).views:
            if view.hand == hand:
                found |= view.grain.value
        return found


class Rankings:
    """The rankings of a rulebook that read neither a row nor a table, so that tables share what was found about a hand."""

    def __init__(self) -> None:
        self.evaluators: dict[core.RankingRef, RankingEvaluator] = {}


def _all(parts: list[PartTruth]) -> PartTruth:
    def all_of(cards: ObservedHand) -> Truth:
        found: Truth = True
        for part in parts:
            one = part(cards)
            if one is False:
                return False
            found = found and one
        return found

    return all_of


def _orders(hand: Hand) -> Iterable[Hand]:
    """The hand with its ranks in every order that looks different: `a a b`, `a b a`, `b a a`."""
    return {renamed(tuple(rank for rank, _ in other)): other for other in permutations(hand)}.values()


@lru_cache(maxsize=64)
def _subsets(size: int, count: int) -> list[tuple[Pick, Pick]]:
    """Every way to take `count` of a row of cards: the indices taken, and the others."""
    found = []
    for chosen in combinations(range(size), count):
        found.append((_picks([*chosen]), _picks([n for n in range(size) if n not in chosen])))
    return found


@lru_cache(maxsize=64)
def _looks(cards: Hand, count: int, suits_seen: int) -> tuple[Hand, list[tuple[object, Pick, Pick]]]:
    """The cards sorted, and every way to take `count` of them: the look of those taken, and the cards taken and left.

    Several rankings rank the same cards. Their ranks look as they are, their suits as finely as `suits_seen`.
    """
    held = tuple(sorted(cards))
    ranks, suits = zip(*held, strict=True)
    most = max(map(suits.count, ALL_SUITS), default=0) + suits.count("j")
    found: list[tuple[object, Pick, Pick]] = []
    for take, leave in _subsets(len(cards), count):
        look: object
        if suits_seen == ONE_SUIT:
            look = most >= count and len({*take(suits)} - {"j"}) == 1
        else:
            look = take(suits) if suits_seen == SUITS else renamed(take(suits))
        found.append(((take(ranks), look), take, leave))
    return held, found


@lru_cache(maxsize=1 << 8)
def _standing(hand: Hand, joker: str | None, suits: str, ignores_suits: bool) -> list[ObservedHand]:
    """The hands that a hand stands for. Several rankings rank the same cards one after the other."""
    hands = list(stands(hand, joker, suits))
    if ignores_suits and joker == "any":
        hands = [*{stand[0][0]: stand for stand in hands}.values()]
    return [ObservedHand(stand) for stand in hands]


def _picks(places: list[int]) -> Pick:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: tuple(row[place] for place in places)
