"""Card functions for the clauses that judge a round. A card is (rank, suit): rank 1 to 13, suit one of c d h s.

>>> points(((1, "h"), (13, "s")))
21
>>> points(((1, "h"), (13, "s")), ace=1)
11
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from pitboss.grammar.quick_start import TypeVar

Cards = tuple[tuple[int, str], ...]
EVERY = "every"
RANK_UNMET = "unmet"

# A rank: its name, its condition, what a joker may stand for, how its hands are ordered, and its condition on the other cards.
# These functions read the facts, with the hand as `cards` and the other cards as `rest`; a joker is (0, "j"). They compute in
# the operations that they receive: of one row here, of arrays of hands in columns.
HandFacts = dict[str, object]
Height = int | Fraction | None  # the order of the hands of a rank; None if unknown
HasRank = Callable[[HandFacts, object], bool | None]
OrderOfRank = Callable[[HandFacts, object], Height]
Rank = tuple[str, HasRank, str, OrderOfRank] | tuple[str, HasRank, str, OrderOfRank, HasRank]
Standing = tuple[int | Fraction, str]
Outcome = Standing | str | None  # of one rank: RANK_UNMET, or None if unknown
DECK = tuple((rank, suit) for rank in range(1, 14) for suit in "cdhs")


CardValue = int | Fraction | str | None  # a result of a card function
_CardFunction = TypeVar("_CardFunction", bound=Callable[..., CardValue])
CARD_FUNCTIONS: dict[str, Callable[..., CardValue]] = {}  # by name: the functions that a condition may call on cards


def card_function(function: _CardFunction) -> _CardFunction:
    """Register a card function; the row operations are all that are registered."""
    CARD_FUNCTIONS[function.__name__] = function
    return function


class HandRanking:
    """Ranks from the top, for hands of a size. `symmetric`: they ignore the order of cards, and of suits see only whether all are one.

    `operations`: those on one row. `reads`: the facts of a row, other than the cards, that the ranks observe.
    """

    __slots__ = ("alone", "hands", "operations", "ranks", "reads", "rest_outcomes", "size", "symmetric")

    def __init__(
        self, size: int, ranks: tuple[Rank, ...], symmetric: bool, operations: object, reads: tuple[str, ...] = ()
    ) -> None:
        self.size, self.ranks, self.symmetric, self.operations, self.reads = size, ranks, symmetric, operations, reads
        self.hands: dict[object, tuple[Outcome, ...]] = {}  # outcomes of hands that look the same
        self.rest_outcomes: dict[object, tuple[bool | None, ...]] = {}  # and of the other cards
        self.alone: dict[str, HandRanking] = {}

    def only(self, name: str) -> HandRanking:
        """The ranking with no other rank."""
        if name not in self.alone:
            ranks = tuple(rank for rank in self.ranks if rank[0] == name)
            self.alone[name] = HandRanking(self.size, ranks, self.symmetric, self.operations, self.reads)
        return self.alone[name]


def first(t: HandFacts, field: str, count: int) -> Cards | None:
    cards = t.get(field)
    return tuple(cards[:count]) if isinstance(cards, tuple | list) and len(cards) >= count else None


def last(t: HandFacts, field: str, count: int) -> Cards | None:
    cards = t.get(field)
    return tuple(cards[-count:]) if isinstance(cards, tuple | list) and len(cards) >= count else None


@card_function
def points(cards: Cards | None, ace: int | None = None) -> int | None:
    if cards is None:
        return None
    total = sum(min(rank, 10) for rank, _ in cards)
    if ace is not None:
        return total + (ace - 1) * sum(rank == 1 for rank, _ in cards)
    return total + 10 if total <= 11 and any(rank == 1 for rank, _ in cards) else total


@card_function
def hard_draw(cards: Cards | None) -> int | None:
    """The highest total, without an ace counted as eleven, at which a card was drawn to two or more cards; 0 if none was.

    >>> hard_draw(((1, "h"), (6, "s"), (10, "c"), (4, "d"))), soft_draw(((1, "h"), (6, "s"), (10, "c"), (4, "d")))
    (17, 17)
    >>> hard_draw(((10, "h"), (6, "s"))), soft_draw(((10, "h"),))
    (0, None)
    """
    return _draw(cards, False)


@card_function
def soft_draw(cards: Cards | None) -> int | None:
    """The highest total, with an ace counted as eleven, at which a card was drawn."""
    return _draw(cards, True)


def _draw(cards: Cards | None, soft: bool) -> int | None:
    if cards is None or len(cards) < 2:
        return None
    found, total, aces = 0, 0, False
    for n, (rank, _) in enumerate(cards[:-1], 1):
        total, aces = total + min(rank, 10), aces or rank == 1
        is_soft = aces and total <= 11
        if n >= 2 and is_soft is soft:
            found = max(found, total + 10 * soft)
    return found


@card_function
def count(cards: Cards | None, rank: int | str | None = EVERY, suit: str | None = EVERY) -> int | None:
    """The number of cards of a rank, of a suit, or of both; an unknown rank or suit makes the count unknown."""
    if cards is None or rank is None or suit is None:
        return None
    return sum(rank in (EVERY, r) and suit in (EVERY, s) for r, s in cards)


@card_function
def size(cards: Cards | None) -> int | None:
    return None if cards is None else len(cards)


@card_function
def rank(cards: Cards | None) -> int | None:
    """Of the first of the cards."""
    return cards[0][0] if cards else None


@card_function
def suit(cards: Cards | None) -> str | None:
    return cards[0][1] if cards else None


@card_function
def pairs(cards: Cards | None) -> int | None:
    """The number of ranks with exactly two cards; a joker has no rank.

    >>> pairs(((4, "h"), (4, "s"), (1, "c"), (1, "h"), (0, "j"))), pairs(((4, "h"), (4, "s"), (4, "c")))
    (2, 0)
    """
    return None if cards is None else sum(_many(cards, rank) == 2 for rank in range(1, 14))


def _many(cards: Cards, rank: int) -> int:
    return sum(r == rank for r, _ in cards)


@card_function
def copies(*hands: Cards | None) -> int | None:
    """The number of copies of the most frequent card in all these hands together.

    >>> copies(((4, "h"), (4, "s")), ((4, "s"), (0, "j"))), copies(())
    (2, 0)
    """
    if None in hands:
        return None
    cards = [card for hand in hands for card in hand or ()]
    return min(len(cards), 1) if len({*cards}) == len(cards) else max(map(cards.count, cards))


@card_function
def strays(dealt: Cards | None, *hands: Cards | None) -> int | None:
    """The number of cards in these hands that were not dealt; a card that was dealt once may occur once.

    >>> strays(((4, "h"), (4, "s")), ((4, "h"),), ((4, "s"),)), strays(((4, "h"), (4, "s")), ((4, "h"), (4, "h"), (9, "c")))
    (0, 2)
    """
    if dealt is None or None in hands:
        return None
    left, over = [*dealt], 0
    for card in (card for hand in hands for card in hand or ()):
        if card in left:
            left.remove(card)
        else:
            over += 1
    return over


@card_function
def suits(cards: Cards | None) -> int | None:
    """The number of suits; a joker, and the ace that it stands for, have none.

    >>> suits(((4, "h"), (4, "s"), (1, "h"), (0, "j")))
    2
    """
    return None if cards is None else len({s for _, s in cards} - {"j"})


@card_function
def suited(cards: Cards | None) -> bool | None:
    return None if cards is None else len({s for _, s in cards}) <= 1


@card_function
def same_color(cards: Cards | None) -> bool | None:
    return None if cards is None else len({s if s == "j" else s in "dh" for _, s in cards}) <= 1


@card_function
def same_rank(cards: Cards | None) -> bool | None:
    return None if cards is None else len({r for r, _ in cards}) <= 1


@card_function
def consecutive(cards: Cards | None) -> bool | None:
    """Whether the ranks are in a row; the ace is high or low."""
    if cards is None:
        return None
    ranks = sorted({r for r, _ in cards})
    high = sorted({14 if r == 1 else r for r, _ in cards})
    return (
        bool(ranks)
        and 0 not in ranks
        and len(ranks) == len(cards)
        and (ranks[-1] - ranks[0] == len(cards) - 1 or high[-1] - high[0] == len(cards) - 1)
    )


@card_function
def of_a_rank(cards: Cards | None, many: int) -> bool | None:
    if cards is None:
        return None
    ranks = [r for r, _ in cards]
    return any(ranks.count(r) >= many for r in ranks)


@card_function
def of_a_suit(cards: Cards | None, many: int) -> bool | None:
    if cards is None:
        return None
    suits = [s for _, s in cards]
    return any(suits.count(s) >= many for s in suits)


# ---- rankings


@card_function
def peak(cards: Cards | None, low_ace: int | Fraction = 5) -> Height:
    """The rank on top of ranks in a row; with a two the ace is at the bottom, and `low_ace` is the top of that row.

    >>> peak(((1, "h"), (13, "s"), (12, "c"))), peak(((1, "h"), (2, "s"), (3, "c")), low_ace=3)
    (14, 3)
    """
    if cards is None:
        return None
    ranks = {r for r, _ in cards}
    return low_ace if {1, 2} <= ranks else 14 if 1 in ranks else max(ranks, default=0)


@card_function
def groups(cards: Cards | None) -> int | None:
    """The ranks as one number, the most frequent first; the ace is 14.

    >>> groups(((4, "h"), (4, "s"), (1, "c"))) < groups(((5, "h"), (5, "s"), (2, "c")))
    True
    """
    if cards is None:
        return None
    high = [14 if r < 2 else r for r, _ in cards]
    return _as_number(sorted(set(high), key=lambda r: (-high.count(r), -r)))


def best(t: HandFacts, ranking: HandRanking, cards: Cards | None, height: Height = None) -> str | None:
    """The name of the highest rank that a hand out of these cards makes, or `none`."""
    found = _strongest(t, ranking, cards, height)
    return found and found[1]


def strength(t: HandFacts, ranking: HandRanking, cards: Cards | None, height: Height = None) -> Height:
    """A number that is higher the stronger the hand: by its rank, by the order within the rank, by its kickers."""
    found = _strongest(t, ranking, cards, height)
    return found and found[0]


def _strongest(t: HandFacts, ranking: HandRanking, cards: Cards | None, height: Height) -> Standing | None:
    if cards is None or len(cards) < ranking.size:
        return None
    if ranking.symmetric and len({*cards}) == len(cards):
        return _strongest_symmetric(ranking, tuple(sorted(cards)), height)
    return _strongest_part(t, ranking, cards, height, False)


@lru_cache(4096)  # the clauses on one row ask for the same hands many times
def _strongest_symmetric(ranking: HandRanking, cards: Cards, height: Height) -> Standing | None:
    return _strongest_part({}, ranking, cards, height, True)


def _strongest_part(
    t: HandFacts, ranking: HandRanking, cards: Cards, height: Height, symmetric: bool
) -> Standing | None:
    best = None
    for places, others in _parted(len(cards), ranking.size):
        hand, rest = tuple([cards[n] for n in places]), tuple([cards[n] for n in others])
        place = _strength_of(t, ranking, hand, rest, height, symmetric)
        if place is None:
            return None
        if best is None or place[0] > best[0]:
            best = place
    return best


def _strength_of(
    t: HandFacts, ranking: HandRanking, hand: Cards, rest: Cards, height: Height, symmetric: bool
) -> Standing | None:
    """The highest rank that the hand has, given the other cards; hands that look the same share one cached result."""
    if not symmetric:
        facts = {**t, "rest": rest}
        return _with_rest(_ranks_of_hand(facts, ranking, hand, height, False), _ranks_of_rest(facts, ranking), hand)
    look = (tuple([rank for rank, _ in hand]), len({suit for _, suit in hand if suit != "j"}) == 1, height)
    outcomes = ranking.hands.get(look)
    if outcomes is None:
        outcomes = ranking.hands[look] = _ranks_of_hand({}, ranking, hand, height, True)
    rest_ranks = tuple([rank for rank, _ in rest])
    truths = ranking.rest_outcomes.get(rest_ranks)
    if truths is None:
        truths = ranking.rest_outcomes[rest_ranks] = _ranks_of_rest({"rest": rest}, ranking)
    return _with_rest(outcomes, truths, hand)


def _ranks_of_rest(t: HandFacts, ranking: HandRanking) -> tuple[bool | None, ...]:
    """For each rank, whether the other cards meet its condition on them."""
    return tuple(rank[4](t, ranking.operations) if len(rank) == 5 else True for rank in ranking.ranks)


def _with_rest(outcomes: tuple[Outcome, ...], truths: tuple[bool | None, ...], hand: Cards) -> Standing | None:
    for outcome, truth in zip(outcomes, truths, strict=False):
        if outcome is not RANK_UNMET and truth is not False:
            return outcome if truth and not isinstance(outcome, str) else None
    return _kickers(hand), "none"


def _ranks_of_hand(
    t: HandFacts, ranking: HandRanking, hand: Cards, height: Height, symmetric: bool
) -> tuple[Outcome, ...]:
    """For each rank, the place of the hand in it, RANK_UNMET, or None if unknown; it stops at a rank that holds
    whatever the other cards are.
    """
    found: list[Outcome] = []
    for rank in ranking.ranks:
        found.append(_at_rank(t, ranking, len(found), hand, height, symmetric))
        if found[-1] is not RANK_UNMET and len(rank) == 4:
            break
    return tuple(found)


def _at_rank(t: HandFacts, ranking: HandRanking, above: int, hand: Cards, height: Height, symmetric: bool) -> Outcome:
    (name, has, joker, by), below, ops = ranking.ranks[above][:4], len(ranking.ranks) - above, ranking.operations
    met = []
    for stands in _standing(hand, joker, symmetric):
        facts = {**t, "cards": stands}
        truth = has(facts, ops)
        if truth is None:
            return None
        if truth:
            over = by(facts, ops) if height is None else height
            if over is None:
                return None
            met.append((below * 15**5 + over) * 15**5 + _kickers(stands))
    return (max(met), name) if met else RANK_UNMET


@lru_cache(maxsize=64)
def _parted(many: int, size: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The positions of every hand of the size among these cards, and those of the other cards."""
    hands = combinations(range(many), size)
    return tuple((hand, tuple(n for n in range(many) if n not in hand)) for hand in hands)


def _standing(hand: Cards, joker: str, symmetric: bool) -> Iterable[Cards]:
    """The hand with the joker replaced by each card that it may stand for; if `symmetric`, by one card of each look."""
    if (0, "j") not in hand:
        return (hand,)
    rest = tuple(card for card in hand if card != (0, "j"))
    if joker != "any":
        return ((*rest, (1, "j")),) if joker == "ace" else ()
    if not symmetric:
        return ((*rest, card) for card in DECK if card not in rest)
    suits = {suit for _, suit in rest}
    return {(card[0], {card[1]} == suits): (*rest, card) for card in DECK if card not in rest}.values()


def _kickers(hand: Cards) -> int:
    """The ranks as one number that compares hands card by card from the top: the first difference decides."""
    return _as_number(sorted((14 if r < 2 else r for r, _ in hand), reverse=True))


def _as_number(ranks: list[int]) -> int:
    total = 0
    for index in range(5):
        total = total * 15 + (ranks[index] if index < len(ranks) else 0)
    return total
