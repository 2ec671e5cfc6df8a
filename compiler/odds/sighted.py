"""How often a dealer's hand is better, for every hand of the player and every card of the dealer that is shown.

The dealer has one card more than the player, one of them face up, and only the strength of the hands is compared. Dealing them all is
out of reach; but how many hands of the dealer hold none of the player's cards follows from how many hold some of them: those
that hold the card shown, less those that hold one of the player's cards too, and so on by turns of sign. How many hands hold
given cards is known for all cards once it is known for the largest number of them: each hand of d cards that holds k of them is
found d - k times when one more is asked for. All of it is counted by kinds of sets of cards (`sets`), and sets to which every further
card does the same share a column.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.compiler.odds.cards import Array, Column
from pitboss.compiler.odds.sets import CARDS, WAYS, grown, kinds, subsets

_PAIRS = 200_000  # hands of the player and cards shown that are looked at together


@dataclass(frozen=True, slots=True)
class Sight:
    """How many hands of the dealer are better, or alike.

    Hands of the player down, in the order of `kinds`; across, the cards that can be shown beside each.
    """

    better: Array
    alike: Array
    total: int


def sight(player: int, ranked: int, strength: Callable[[tuple[Column, ...]], Array]) -> Sight:
    """`strength` tells that of `ranked` cards; the player has `player` cards, the dealer one more."""
    cards = kinds(ranked).cards
    told = strength(tuple(Column(cards[:, n] // 4 + 1, cards[:, n] % 4) for n in range(ranked)))
    classes = np.unique(told, return_inverse=True)[1].reshape(-1).astype(np.int16)
    own, above = _best(player, ranked, classes), _with_one_more(player, ranked, classes)
    many = int(classes.max()) + 1
    tables, group = _tables(player, np.maximum(above, np.where(above < 0, above, own[:, None])), many)
    return _counted(player, own, above, tables, group)


def _best(player: int, ranked: int, classes: Array) -> Array:
    """The strength of each hand of the player."""
    kind, _ = subsets(player, ranked)
    return classes[kind].max(axis=0)


def _with_one_more(player: int, ranked: int, classes: Array) -> Array:
    """The strength that every further card makes with some of the hand; -1 where the hand has it."""
    made = grown(ranked - 1)
    by_card = np.where(made < 0, -1, classes[made]).astype(np.int16)[:, WAYS].reshape(-1, CARDS)
    kind, way = subsets(player, ranked - 1)
    found = np.full((kind.shape[1], CARDS), -1, np.int16)
    for one, renamed in zip(kind, way, strict=True):
        np.maximum(found, by_card[one.astype(np.int64) * len(WAYS) + renamed], out=found)
    np.put_along_axis(found, kinds(player).cards.astype(np.int64), -1, axis=1)
    return found


# ---- how many hands of the dealer hold a set of cards, and are at least so strong


def _tables(player: int, above: Array, many: int) -> tuple[list[Array], Array]:
    """By number of cards less one: strength down, kind of set across; and the column of each kind of the largest sets.

    The last row and the last column are of no hands.
    """
    ordered = np.sort(above, axis=1)
    bytes_of = ordered.view(np.dtype((np.void, ordered.dtype.itemsize * CARDS))).reshape(-1)
    _, first, group = np.unique(bytes_of, return_index=True, return_inverse=True)
    rows = ordered[first]
    top = np.zeros((many + 1, len(rows) + 1), np.int8)
    for column in rows.T:
        met = np.flatnonzero(column >= 0)
        top[column[met], met] += 1
    for row in range(many - 1, -1, -1):
        top[row] += top[row + 1]
    tables = [top]
    before = _pairs(player - 1, rows, group, many) if player > 1 else top.T
    for size in range(player - 1, 0, -1):
        if size < player - 1:
            before = _of_one_more(size, before, player + 1 - size)
        tables.append(np.ascontiguousarray(before.T))
    return tables[::-1], group


def _pairs(size: int, rows: Array, group: Array, many: int) -> Array:
    """Of sets that two cards are missing of, kinds down: each pair is met twice."""
    more, step = grown(size), 128
    made = np.zeros((len(more) + 1, many + 1), np.int16)  # fewer than 51 * 50 / 2
    for start in range(0, len(more), step):
        some = more[start : start + step]
        told = rows[group[some]]
        keys = told + (np.arange(len(some)) * (many + 1))[:, None, None] + 1
        keys[(told < 0) | (some < 0)[:, :, None]] = 0
        found = np.bincount(keys.reshape(-1), minlength=len(some) * (many + 1) + 1)[1:].reshape(len(some), many + 1)
        made[start : start + len(some)] = np.cumsum(found[:, ::-1], axis=1)[:, ::-1] // 2
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


# ---- how many hands of the dealer hold none of the player's cards


def _counted(player: int, own: Array, above: Array, tables: list[Array], group: Array) -> Sight:
    free = above >= 0
    better = np.zeros((len(own), CARDS - player), np.int32)
    alike = np.zeros_like(better)
    columns = [_columns(size, tables[size], group if size == player - 1 else None) for size in range(player)]
    parts = [subsets(player, size) for size in range(player)]
    order = np.argsort(own, kind="stable")
    step = _PAIRS // CARDS
    for start in range(0, len(order), step):
        some = order[start : start + step]
        strength = own[some].astype(np.int64)
        open_ = free[some]
        turn = -1 if player % 2 else 1
        more = turn * (above[some] > own[some, None]).astype(np.int32)
        least = np.full(more.shape, turn, np.int32)
        for size, table in enumerate(tables):
            kind, way = parts[size]
            width = table.shape[1]
            at = columns[size][kind[:, some].astype(np.int64) * len(WAYS) + way[:, some]] + (strength * width)[:, None]
            flat = table.reshape(-1)
            turn = -1 if size % 2 else 1
            least += turn * np.take(flat, at).sum(axis=0, dtype=np.int32)
            more += turn * np.take(flat[width:], at).sum(axis=0, dtype=np.int32)
        better[some] = more[open_].reshape(len(some), -1)
        alike[some] = (least - more)[open_].reshape(len(some), -1)
    return Sight(better, alike, comb(CARDS - player - 1, player))


def _columns(size: int, table: Array, group: Array | None) -> Array:
    """By kind of set and way, for every card: the column of the set with the card."""
    made = grown(size)
    column = made if group is None else group[made]
    column = np.where(made < 0, table.shape[1] - 1, column).astype(np.int32)
    return column[:, WAYS].reshape(-1, CARDS)
