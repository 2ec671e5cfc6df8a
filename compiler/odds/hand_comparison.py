"""How often a dealer's hand is better, for every hand of the player and every card of the dealer that is shown.

The dealer has one card more than the player, one of them face up, and only the strength of the hands is compared. Dealing them all is
out of reach; but how many hands of the dealer hold none of the player's cards follows from how many hold some of them (`holding`): those
that hold the card shown, less those that hold one of the player's cards too, and so on by turns of sign. Of that, what is about the
cards alone that make the player's hand so strong is counted once for all hands in which they do. Where a second measure of strength has the
same cards above a hand as a first, what was counted by the first holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

import numpy as np

from pitboss.compiler.odds.card_sets import CARDS, WAYS, grown, kinds, subsets
from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.hand_counts import Held, held

_STEP = 4000  # hands of the player that are looked at together


@dataclass(frozen=True, eq=False, slots=True)
class Sight:
    """The player's hands, in the order of `kinds`, by one measure of strength."""

    player: int
    ranked: int
    classes: Array  # the strength of each kind of as many cards as are ranked
    own: Array  # that of each hand of the player
    above: Array  # what every further card makes with some of the hand; -1 where the hand has it
    before: Sequence[Sight]  # by other measures
    counted: dict[int, Array] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return comb(CARDS - self.player - 1, self.player)

    def stronger(self, by: int) -> Array:
        """How many of the dealer's hands are stronger by so many steps at least: by one, they are better; by none, better or alike.

        Hands of the player down, the card shown across; -1 where the player has it.
        """
        if by not in self.counted:
            self.counted[by] = np.full(self.above.shape, -1, np.int32)
            _count(self, by, _known(self, by, self.counted[by]), self.counted[by])
        return self.counted[by]


def sight(
    player: int, ranked: int, strength: Callable[[tuple[Column, ...]], Array], before: Sequence[Sight] = ()
) -> Sight:
    """`strength` tells that of `ranked` cards; the player has `player` cards, the dealer one more."""
    cards = kinds(ranked).cards
    told = strength(tuple(Column(cards[:, n] // 4 + 1, cards[:, n] % 4) for n in range(ranked)))
    classes = np.unique(told, return_inverse=True)[1].reshape(-1).astype(np.int16)
    own = classes[subsets(player, ranked)[0]].max(axis=0)
    return Sight(player, ranked, classes, own, _with_one_more(player, ranked, classes), tuple(before))


def _with_one_more(player: int, ranked: int, classes: Array) -> Array:
    """The strength that every further card makes with some of the hand; -1 where the hand has it."""
    made = grown(ranked - 1)
    by_card = np.where(made < 0, -1, classes[made]).astype(np.int16)[:, WAYS].reshape(-1, CARDS)
    kind, way = subsets(player, ranked - 1)
    found = np.full((kind.shape[1], CARDS), -1, np.int16)
    for start in range(0, len(found), _STEP):
        some = slice(start, start + _STEP)
        for one, renamed in zip(kind[:, some], way[:, some], strict=True):
            np.maximum(found[some], by_card[one.astype(np.int64) * len(WAYS) + renamed], out=found[some])
    np.put_along_axis(found, kinds(player).cards.astype(np.int64), -1, axis=1)
    return found


def _known(there: Sight, by: int, found: Array) -> Array:
    """Fills in what another measure told: where the same cards are above a hand by both. Left are the hands where none are."""
    left = np.ones(len(there.own), bool)
    for other in (one for one in there.before if by in one.counted):
        many = int(other.own.max()) + 1
        both = there.own.astype(np.int64) * many + other.own
        _, first, pair = np.unique(both, return_index=True, return_inverse=True)
        levels = zip((there.own[first] + by).tolist(), (other.own[first] + by).tolist(), strict=True)
        same = np.array([np.array_equal(there.classes >= mine, other.classes >= theirs) for mine, theirs in levels])
        same = same[pair.reshape(-1)] & left
        found[same] = other.counted[by][same]
        left &= ~same
    return np.flatnonzero(left)


# ---- how many hands of the dealer hold none of the player's cards


@dataclass(frozen=True, eq=False, slots=True)
class Lot:
    """Kinds of sets of one size, with the floor of each, and choices of their cards: how many of which, and the number of the choice."""

    size: int
    sets: Array
    floor: Array
    parts: tuple[tuple[int, int], ...]

    def turned(self, known: Sequence[Held], over: Array) -> Iterator[tuple[Array, Array]]:
        """Some of the sets, and of each card by turns of sign how many hands hold it and one of the choices."""
        for start in range(0, len(self.sets), _STEP):
            some, floor = self.sets[start : start + _STEP], self.floor[start : start + _STEP]
            made = np.zeros((len(some), CARDS), np.int32)
            for few, number in self.parts:
                if few < len(known):
                    kind, way = (part[number, some] for part in subsets(self.size, few))
                    told = known[few].above(kind, way, floor)
                else:
                    told = over[some] > floor[:, None]
                (np.subtract if few % 2 else np.add)(made, told, out=made)
            yield some, made


def _count(there: Sight, by: int, hands: Array, found: Array) -> None:
    """Of some hands: how many of the dealer's are stronger by so many steps."""
    if not len(hands):
        return
    player, ranked = there.player, there.ranked
    floors = np.unique(there.own[hands])
    below = np.searchsorted(floors, np.arange(int(there.classes.max()) + 1) - by, side="right").astype(np.int16)
    over = _over(there, below)
    kind, way = subsets(player, ranked)
    place = np.argmax(there.classes[kind], axis=0)  # which of the cards make the hand so strong
    cores = _lot(ranked, np.unique(kind[place[hands], hands]), there.classes, floors, _choices(ranked))
    lots = {
        n: _lot(player, hands[place[hands] == n], there.own, floors, _choices(player, some))
        for n, some in enumerate(combinations(range(player), ranked))
    }
    known = held(over, len(floors), _asked(player, [cores, *lots.values()]))
    base = np.zeros((len(there.classes), CARDS), np.int32)
    for some, made in cores.turned(known, over):
        base[some] = made
    for n, lot in lots.items():
        for some, made in lot.turned(known, over):
            made += np.take(base.reshape(-1), kind[n, some, None] * CARDS + WAYS[way[n, some]])
            made[over[some] < 0] = -1
            found[some] = made


def _over(there: Sight, below: Array) -> Array:
    """How many floors are below what every further card makes of a hand; -1 where the hand has it."""
    over = np.empty_like(there.above)
    for start in range(0, len(over), _STEP):
        above, own = there.above[start : start + _STEP], there.own[start : start + _STEP, None]
        over[start : start + _STEP] = np.where(above < 0, -1, below[np.maximum(above, own)])
    return over


def _lot(size: int, sets: Array, strength: Array, floors: Array, parts: Iterator[tuple[int, int]]) -> Lot:
    """Floor by floor, so that what is looked up lies together."""
    order = sets[np.argsort(strength[sets], kind="stable")]
    return Lot(size, order, np.searchsorted(floors, strength[order]), tuple(parts))


def _choices(size: int, known: tuple[int, ...] | None = None) -> Iterator[tuple[int, int]]:
    """Those of some of so many cards, without those of cards that are known."""
    for few in range(size + 1):
        for number, some in enumerate(combinations(range(size), few)):
            if known is None or not set(some) <= set(known):
                yield few, number


def _asked(player: int, lots: Sequence[Lot]) -> list[list[tuple[Array, Array]]]:
    made: list[list[tuple[Array, Array]]] = [[] for _ in range(player)]
    for lot in lots:
        for few, number in lot.parts:
            if few < player:
                kind, way = subsets(lot.size, few)
                made[few].append((kind[number, lot.sets], way[number, lot.sets]))
    return made
