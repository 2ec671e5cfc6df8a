"""For every hand of the player and every shown card of the dealer: the number of the dealer's hands that are stronger.

The dealer has one card more than the player, one of them face up, and only the strength of the hands is compared. Enumerating all
deals is infeasible. But the number of the dealer's hands that contain none of the player's cards follows by inclusion–exclusion from
the numbers of hands that contain some of them (`Held`): those with the card shown, minus those that also contain one of the player's
cards, and so on. The part of the sum that concerns only the cards that give the player's hand its strength is computed once for all
hands with that strength. If a second measure of strength ranks the same cards above a hand as a first, the counts of the first apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

import numpy as np

from pitboss.algebra.arrays import Array
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.odds.card_sets import CARDS, WAYS, columns, grown, kinds, subsets

_STEP = 4000  # hands of the player that are processed together
_CELLS = 400_000  # pairs of cards that are processed together


@dataclass(frozen=True, eq=False, slots=True)
class Measure:
    """The player's hands, in the order of `kinds`, by one measure of strength."""

    player: int
    ranked: int
    classes: Array  # the strength of each kind of set with as many cards as are ranked
    own: Array  # the strength of each hand of the player
    above: Array  # the strength that each further card gives cards of the hand; -1 if the hand has it
    every: list[Measure]  # all measures of these hands; what one has counted serves the others
    counted: dict[int, Array] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return comb(CARDS - self.player - 1, self.player)

    def stronger(self, by: int) -> Array:
        """The number of the dealer's hands that are stronger by at least so many steps: 1 for better, 0 for better or equal.

        Rows are hands of the player, columns shown cards; -1 if the player has the card.
        """
        if by not in self.counted:
            self.counted[by] = np.full(self.above.shape, -1, np.int32)
            _count(self, by, _copied(self, by, self.counted[by]), self.counted[by])
        return self.counted[by]


def measure(
    player: int, ranked: int, strength: Callable[[tuple[CardColumn, ...]], Array], every: list[Measure]
) -> Measure:
    """The player's hands by a measure of strength, which is added to `every`: `strength` gives that of `ranked` cards;
    the dealer has one card more than `player`.
    """
    classes = np.unique(strength(columns(kinds(ranked).cards)), return_inverse=True)[1].reshape(-1).astype(np.int16)
    own = classes[subsets(player, ranked)[0]].max(axis=0)
    made = Measure(player, ranked, classes, own, _with_one_more(player, ranked, classes), every)
    every.append(made)
    return made


def _with_one_more(player: int, ranked: int, classes: Array) -> Array:
    """The strength that each further card gives cards of the hand; -1 if the hand has it."""
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


def _copied(there: Measure, by: int, found: Array) -> Array:
    """Copies the counts of other measures if the same cards are above a hand in both. Returns the hands that remain."""
    left = np.ones(len(there.own), bool)
    for other in (one for one in there.every if one is not there and by in one.counted):
        many = int(other.own.max()) + 1
        both = there.own.astype(np.int64) * many + other.own
        _, first, pair = np.unique(both, return_index=True, return_inverse=True)
        levels = zip((there.own[first] + by).tolist(), (other.own[first] + by).tolist(), strict=True)
        same = np.array([np.array_equal(there.classes >= mine, other.classes >= theirs) for mine, theirs in levels])
        same = same[pair.reshape(-1)] & left
        found[same] = other.counted[by][same]
        left &= ~same
    return np.flatnonzero(left)


# ---- the dealer's hands that contain none of the player's cards


@dataclass(frozen=True, eq=False, slots=True)
class Sets:
    """Kinds of sets of one size, with the floor of each, and subsets of their cards: (size, number of the subset)."""

    size: int
    sets: Array
    floor: Array
    parts: tuple[tuple[int, int], ...]

    def included(self, known: Sequence[Held], over: Array) -> Iterator[tuple[Array, Array]]:
        """Some of the sets, and for each card the sum by inclusion–exclusion over the subsets of the hands that contain both."""
        for start in range(0, len(self.sets), _STEP):
            some, floor = self.sets[start : start + _STEP], self.floor[start : start + _STEP]
            made = np.zeros((len(some), CARDS), np.int32)
            for few, number in self.parts:
                if few < len(known):
                    kind, way = (part[number, some] for part in subsets(self.size, few))
                    counts = known[few].above(kind, way, floor)
                else:
                    counts = over[some] > floor[:, None]
                (np.subtract if few % 2 else np.add)(made, counts, out=made)
            yield some, made


def _count(there: Measure, by: int, hands: Array, found: Array) -> None:
    """Computes, for some hands, the number of the dealer's hands that are stronger by so many steps."""
    if not len(hands):
        return
    player, ranked = there.player, there.ranked
    floors = np.unique(there.own[hands])
    below = np.searchsorted(floors, np.arange(int(there.classes.max()) + 1) - by, side="right").astype(np.int16)
    over = _over(there, below)
    kind, way = subsets(player, ranked)
    place = np.argmax(there.classes[kind], axis=0)  # the cards that give the hand its strength
    cores = _sets(ranked, np.unique(kind[place[hands], hands]), there.classes, floors, _choices(ranked))
    lots = {
        n: _sets(player, hands[place[hands] == n], there.own, floors, _choices(player, some))
        for n, some in enumerate(combinations(range(player), ranked))
    }
    known = counts_by_size(over, len(floors), _needed(player, [cores, *lots.values()]))
    base = np.zeros((len(there.classes), CARDS), np.int32)
    for some, made in cores.included(known, over):
        base[some] = made
    for n, lot in lots.items():
        for some, made in lot.included(known, over):
            made += np.take(base.reshape(-1), kind[n, some, None] * CARDS + WAYS[way[n, some]])
            made[over[some] < 0] = -1
            found[some] = made


def _over(there: Measure, below: Array) -> Array:
    """The number of floors below the strength that each further card gives a hand; -1 if the hand has it."""
    over = np.empty_like(there.above)
    for start in range(0, len(over), _STEP):
        above, own = there.above[start : start + _STEP], there.own[start : start + _STEP, None]
        over[start : start + _STEP] = np.where(above < 0, -1, below[np.maximum(above, own)])
    return over


def _sets(size: int, sets: Array, strength: Array, floors: Array, parts: Iterator[tuple[int, int]]) -> Sets:
    """The sets sorted by floor, so that lookups are local."""
    order = sets[np.argsort(strength[sets], kind="stable")]
    return Sets(size, order, np.searchsorted(floors, strength[order]).astype(np.int32), tuple(parts))


def _choices(size: int, known: tuple[int, ...] | None = None) -> Iterator[tuple[int, int]]:
    """The subsets of so many cards, without those of the known cards."""
    for few in range(size + 1):
        for number, some in enumerate(combinations(range(size), few)):
            if known is None or not set(some) <= set(known):
                yield few, number


def _needed(player: int, lots: Sequence[Sets]) -> list[list[tuple[Array, Array]]]:
    made: list[list[tuple[Array, Array]]] = [[] for _ in range(player)]
    for lot in lots:
        for few, number in lot.parts:
            if few < player:
                kind, way = subsets(lot.size, few)
                made[few].append((kind[number, lot.sets], way[number, lot.sets]))
    return made


# ---- the dealer's hands that contain given cards


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """For sets of one size: the number of the dealer's hands above a floor that contain the set and one more card.

    It is known for all sets once it is known for the largest: each hand of d cards that contains k of them is found d - k times
    when one more is required. Counts are by kinds of sets of cards; the largest kinds for which every further card has the same effect
    share a column.
    """

    table: Array  # by floor and kind of the larger set, in a row
    step: int  # from floor to floor
    places: Array  # by kind of set and way: the row of `starts`
    starts: Array  # by every card: where the first floor of the larger set is

    def above(self, kind: Array, way: Array, floor: Array) -> Array:
        """The numbers for each set, with its suits permuted in a way, and each card."""
        row = np.take(self.places, kind * len(WAYS) + way)
        return np.take(self.table, np.take(self.starts, row, axis=0) + (floor * self.step)[:, None])


def counts_by_size(over: Array, floors: int, needed: Sequence[Sequence[tuple[Array, Array]]]) -> list[Held]:
    """The counts for sets of no card, of one, and so on.

    `over`: for the largest sets, of one card fewer than the dealer has, the number of floors below the hand that each card makes
    of them; -1 if they have it. `needed`: the kinds and ways that are looked up, by size.
    """
    rows, group = _distinct(over)
    size = len(needed)
    made = [_held(size - 1, _tops(rows, floors).T, group, needed[-1])]
    before = _pairs(size - 1, rows, group, floors) if size > 1 else rows
    for few in range(size - 2, -1, -1):
        if few < size - 2:
            before = _of_one_more(few + 1, before, size - few)
        made.append(_held(few, before, None, needed[few]))
    return made[::-1]


def _held(size: int, table: Array, group: Array | None, needed: Sequence[tuple[Array, Array]]) -> Held:
    """`table` has larger sets as rows and floors as columns, in either memory order; its last row is for no hands."""
    more = grown(size)
    along, step = (stride // table.itemsize for stride in table.strides)
    kind = np.where(more < 0, len(table) - 1, more if group is None else group[more])
    start = (kind * along).astype(np.int32)
    there = np.zeros((len(more), len(WAYS)), bool)
    for kind_numbers, ways in needed:
        there[kind_numbers, ways] = True
    places = (np.cumsum(there, dtype=np.int32) - 1).reshape(there.shape)
    starts = np.empty((int(there.sum()), CARDS), np.int32)
    for way, (cards, mine) in enumerate(zip(WAYS, there.T, strict=True)):
        starts[places[mine, way]] = start[:, cards][mine]
    return Held(table.reshape(-1, order="A"), step, places.reshape(-1), starts)


def _distinct(over: Array) -> tuple[Array, Array]:
    """The distinct rows, sorted, without the cards that the set has; and which of them each row is."""
    ordered = np.sort(over, axis=1)
    bytes_of = ordered.view(np.dtype((np.void, ordered.dtype.itemsize * CARDS))).reshape(-1)
    _, first, group = np.unique(bytes_of, return_index=True, return_inverse=True)
    return ordered[first, int((over[0] < 0).sum()) :], group.reshape(-1)


def _tops(rows: Array, floors: int) -> Array:
    """The number of cards that make a hand above each floor; floors are rows."""
    made = np.zeros((floors + 1, len(rows) + 1), np.int8)
    every = np.arange(len(rows))
    for column in rows.T:
        made[column, every] += 1
    for floor in range(floors - 1, 0, -1):
        made[floor] += made[floor + 1]
    return made[1:]


def _pairs(size: int, rows: Array, group: Array, floors: int) -> Array:
    """The counts for sets that lack two cards; kinds are rows: each pair is found twice."""
    more = grown(size)
    free = group[more[more >= 0]].reshape(len(more), -1)
    every = free.shape[1] * rows.shape[1]
    step = max(1, _CELLS // every)
    made = np.zeros((len(more) + 1, floors), np.int16)  # fewer than 52 * 51 / 2
    own = (np.arange(step) * (floors + 1))[:, None, None]
    for start in range(0, len(more), step):
        found_in = np.take(rows, free[start : start + step], axis=0)
        many = len(found_in)
        found = np.bincount((found_in + own[:many]).reshape(-1), minlength=many * (floors + 1)).reshape(
            many, floors + 1
        )
        made[start : start + many] = (every - np.cumsum(found[:, :-1], axis=1, dtype=np.int16)) >> 1
    return made


def _of_one_more(size: int, before: Array, times: int) -> Array:
    """The counts for sets that lack more cards, from the counts for the sets with one of these cards."""
    more, step = grown(size), 32
    made = np.zeros((len(more) + 1, before.shape[1]), np.int32)
    for start in range(0, len(more), step):
        some = more[start : start + step]
        for card in range(CARDS):
            made[start : start + len(some)] += before[some[:, card]]  # -1 is the last, of no hands
    return made // times
