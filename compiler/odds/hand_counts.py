"""How many hands of the dealer hold given cards and are above a floor, for all sets of cards.

It is known for all sets once it is known for the largest: each hand of d cards that holds k of them is found d - k times when one more
is asked for. All of it is counted by kinds of sets of cards (`sets`); the largest to which every further card does the same share a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.compiler.odds.card_sets import CARDS, WAYS, grown
from pitboss.compiler.odds.cards import Array

_CELLS = 400_000  # that are looked at together


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """Of sets of one size: how many hands hold the set and one card more, and are above a floor."""

    table: Array  # by floor and kind of the larger set, in a row
    step: int  # from floor to floor
    places: Array  # by kind of set and way: the row of `starts`
    starts: Array  # by every card: where the first floor of the larger set is

    def above(self, kind: Array, way: Array, floor: Array) -> Array:
        """Of each set, its suits renamed in a way, and each card."""
        row = self.places[kind.astype(np.int64) * len(WAYS) + way]
        return np.take(self.table, self.starts[row] + (floor * self.step)[:, None])


def held(over: Array, floors: int, asked: Sequence[Sequence[tuple[Array, Array]]]) -> list[Held]:
    """Of sets of no card, of one, and so on.

    `over` is of the largest sets, as many cards as the dealer has but one: of so many floors, how many are below the hand that each
    card makes of them, -1 where they have it. `asked` are the kinds and ways that are asked for, by size.
    """
    rows, group = _alike(over)
    size = len(asked)
    made = [_held(size - 1, _tops(rows, floors).T, group, asked[-1])]
    before = _pairs(size - 1, rows, group, floors) if size > 1 else rows
    for few in range(size - 2, -1, -1):
        if few < size - 2:
            before = _of_one_more(few + 1, before, size - few)
        made.append(_held(few, before, None, asked[few]))
    return made[::-1]


def _held(size: int, table: Array, group: Array | None, asked: Sequence[tuple[Array, Array]]) -> Held:
    """`table` has larger sets down and floors across, whatever lies together in memory; its last row is of no hands."""
    more = grown(size)
    along, step = (stride // table.itemsize for stride in table.strides)
    kind = np.where(more < 0, len(table) - 1, more if group is None else group[more])
    start = (kind * along).astype(np.int32)
    there = np.zeros((len(more), len(WAYS)), bool)
    for kinds, ways in asked:
        there[kinds, ways] = True
    places = (np.cumsum(there, dtype=np.int32) - 1).reshape(there.shape)
    starts = np.empty((int(there.sum()), CARDS), np.int32)
    for way, (cards, mine) in enumerate(zip(WAYS, there.T, strict=True)):
        starts[places[mine, way]] = start[:, cards][mine]
    return Held(table.reshape(-1, order="A"), step, places.reshape(-1), starts)


def _alike(over: Array) -> tuple[Array, Array]:
    """The rows that differ, in order, without those of cards that the set has; and which of them each is."""
    ordered = np.sort(over, axis=1)
    bytes_of = ordered.view(np.dtype((np.void, ordered.dtype.itemsize * CARDS))).reshape(-1)
    _, first, group = np.unique(bytes_of, return_index=True, return_inverse=True)
    return ordered[first, int((over[0] < 0).sum()) :], group.reshape(-1)


def _tops(rows: Array, floors: int) -> Array:
    """How many cards make a hand above each floor, floors down."""
    made = np.zeros((floors + 1, len(rows) + 1), np.int8)
    every = np.arange(len(rows))
    for column in rows.T:
        made[column, every] += 1
    for floor in range(floors - 1, 0, -1):
        made[floor] += made[floor + 1]
    return made[1:]


def _pairs(size: int, rows: Array, group: Array, floors: int) -> Array:
    """Of sets that two cards are missing of, kinds down: each pair is met twice."""
    more = grown(size)
    free = group[more[more >= 0]].reshape(len(more), -1)
    every = free.shape[1] * rows.shape[1]
    step = max(1, _CELLS // every)
    made = np.zeros((len(more) + 1, floors), np.int16)  # fewer than 52 * 51 / 2
    own = (np.arange(step) * (floors + 1))[:, None, None]
    for start in range(0, len(more), step):
        told = rows[free[start : start + step]]
        many = len(told)
        found = np.bincount((told + own[:many]).reshape(-1), minlength=many * (floors + 1)).reshape(many, floors + 1)
        made[start : start + many] = (every - np.cumsum(found[:, :-1], axis=1, dtype=np.int16)) >> 1
    return made


def _of_one_more(size: int, before: Array, times: int) -> Array:
    """Of sets that more cards are missing of, by what is known of the sets with one of these."""
    more, step = grown(size), 32
    made = np.zeros((len(more) + 1, before.shape[1]), np.int32)
    for start in range(0, len(more), step):
        some = more[start : start + step]
        for card in range(CARDS):
            made[start : start + len(some)] += before[some[:, card]]  # -1 is the last, of no hands
    return made // times
