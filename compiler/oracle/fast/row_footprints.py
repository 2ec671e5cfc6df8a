"""Footprints on rows of a round, and the part of a row that a footprint observes.

`consecutive` observes ranks and no suits; `suited` observes that suits are equal but not which. An expression has one value for
all rows whose observed parts are equal, so it is evaluated once for them.

>>> observed(((13, "h"), (1, "h")), RANKS), observed(((13, "h"), (1, "h"), (2, "s")), SUIT_PATTERN)
((1, 13), (1, 2))
>>> both = RANKS | SUIT_PATTERN
>>> observed(((1, "d"), (9, "s")), both) == observed(((9, "c"), (1, "h")), both)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache

from pitboss.compiler.model import core, query
from pitboss.compiler.model.footprint import Footprint, Footprints, View
from pitboss.compiler.model.functions import Grain
from pitboss.compiler.oracle.values import Facts

Card = tuple[int, str]

# Plain numbers, since operations on members of an enumeration are slow.
RANKS, SUIT_PATTERN, SUITS, RANK_PATTERN, ORDER, ONE_SUIT = (
    grain.value
    for grain in (Grain.RANKS, Grain.SUIT_PATTERN, Grain.SUITS, Grain.RANK_PATTERN, Grain.ORDER, Grain.ONE_SUIT)
)
_WITHOUT_FIELD = ("rest", "irregularity", "consequence")  # any row can have them, whether or not a field is declared


class RowFootprints:
    """Footprints of a rulebook's expressions, reduced to what can differ between rows of one table."""

    def __init__(self, book: core.Rulebook) -> None:
        self.book = book
        self.footprints = Footprints(book)
        self.round_fields = {name for name in book.fields if query.of_round(book, name)}
        self._varying = {*self.round_fields, *_WITHOUT_FIELD}

    def of(self, *exprs: core.Expr) -> Footprint:
        """The footprint of the expressions without the filed facts of the table."""
        found = self.footprints.of(*exprs)
        facts = frozenset(path for path in found.facts if path[0] in self._varying)
        return Footprint(facts, found.views, found.other_rows, found.earlier)

    def names(self, *exprs: core.Expr) -> frozenset[str]:
        """The names of the fields of a row that the expressions read."""
        return self.of(*exprs).names

    def varies(self, *exprs: core.Expr) -> bool:
        """Whether the value of any of the expressions can differ between rows of one table."""
        found = self.of(*exprs)
        return bool(found.facts or found.views or found.beyond_row)

    def beyond_row(self, *exprs: core.Expr) -> bool:
        """Whether any of the expressions reads other rows."""
        return self.footprints.of(*exprs).beyond_row

    def is_cards(self, name: str) -> bool:
        """Whether the field of a row is a hand of cards."""
        known = self.book.fields.get(name)
        return name in ("cards", "rest") or known is not None and known.type.kind == "cards"


def plain_names(footprint: Footprint) -> list[str] | None:
    """The fields that a footprint observes as they are; None if it observes parts of fields or of hands."""
    if footprint.views or any(len(path) > 1 for path in footprint.facts):
        return None
    return sorted(path[0] for path in footprint.facts)


def observers(footprint: Footprint) -> list[Callable[[Facts], object]]:
    """Functions of a row which together return what the footprint observes of it."""
    hands = {view.hand for view in footprint.views}
    paths = sorted(path for path in footprint.facts if path[0] not in hands)
    views = sorted(footprint.views, key=str)
    return [*map(_path_observer, paths), *map(_view_observer, views)]


def _path_observer(path: tuple[str, ...]) -> Callable[[Facts], object]:
    name = path[0]
    if len(path) == 1:
        return lambda facts: facts.get(name)
    of = path[1]
    return lambda facts: found.get(of) if isinstance(found := facts.get(name), dict) else found


def _view_observer(view: View) -> Callable[[Facts], object]:
    name, grain = view.hand, view.grain.value
    if view.which is None:
        return lambda facts: observed(cards, grain) if isinstance(cards := facts.get(name), tuple) else cards
    first, count = view.which is core.Which.FIRST, view.count

    def part_of_hand(facts: Facts) -> object:
        cards = facts.get(name)
        if not isinstance(cards, tuple):
            return cards
        if len(cards) < count:
            return "fewer"
        return observed(cards[:count] if first else cards[-count:], grain)

    return part_of_hand


def observed(cards: tuple[Card, ...], grain: int) -> object:
    """A value that is equal for hands that look the same at this grain."""
    if None in cards:
        return cards
    if grain & ONE_SUIT:
        if not grain & (SUIT_PATTERN | SUITS | ORDER):
            ranks = observed(cards, grain & ~ONE_SUIT) if grain != ONE_SUIT else ()
            return ranks, len({suit for _, suit in cards}) <= 1
        grain &= ~ONE_SUIT
    if grain in (RANKS, RANKS | RANK_PATTERN):
        return tuple(sorted([rank for rank, _ in cards]))
    if grain == SUIT_PATTERN:
        return multiplicities(tuple([suit for _, suit in cards]))
    if grain == RANK_PATTERN:
        return multiplicities(tuple([rank for rank, _ in cards]))
    if grain == RANK_PATTERN | ORDER:
        return renamed(tuple([rank for rank, _ in cards]))
    if grain & ORDER:
        return cards
    if grain & SUITS:
        return tuple(sorted(cards))
    ranks, suits = zip(*sorted(cards), strict=True) if cards else ((), ())
    return ranks, renamed(suits)


@cache
def multiplicities(marks: tuple[Hashable, ...]) -> tuple[int, ...]:
    """The number of cards of each suit, or of each rank; those of a joker, which has no suit, are negative.

    >>> multiplicities(("h", "h", "s")), multiplicities(("h", "h", "j"))
    ((1, 2), (-1, 2))
    """
    return tuple(sorted(-many if mark == "j" else many for mark, many in Counter(marks).items()))


@cache
def renamed(marks: tuple[Hashable, ...]) -> tuple[int | str, ...]:
    """Suits, or ranks, numbered in the order of their first occurrence; the mark of a joker, which has no suit, stays.

    >>> renamed(("h", "s", "h")), renamed(("h", "j", "h"))
    ((0, 1, 0), (0, 'j', 0))
    """
    order = [*dict.fromkeys(marks)]
    return tuple(["j" if mark == "j" else order.index(mark) for mark in marks])
