"""What an expression can tell of a row: which facts it reads, and how finely it looks at cards.

`consecutive` sees ranks and no suits, `suited` sees that suits are the same but not which: of hands that an expression cannot tell
apart it says the same, and needs to be asked once.

>>> as_seen(((13, "h"), (1, "h")), RANKS), as_seen(((13, "h"), (1, "h"), (2, "s")), SUITS)
((1, 13), (1, 2))
>>> as_seen(((1, "d"), (9, "s")), RANKS | SUITS) == as_seen(((9, "c"), (1, "h")), RANKS | SUITS)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from pitboss.compiler.front.paths import paths
from pitboss.compiler.front.walk import of_round
from pitboss.compiler.model.cards import CARD_WORDS
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t

# Ranks; which suits are the same; which suits they are; which ranks are the same; which card is which; whether all suits are one.
RANKS, SUITS, NAMES, ALIKE, ORDER, ONE = 1, 2, 4, 8, 16, 32
WHOLE = RANKS | SUITS | NAMES | ORDER
BY_WORD = {
    "points": RANKS, "same_rank": ALIKE, "consecutive": RANKS, "peak": RANKS, "groups": RANKS, "size": RANKS,
    "pairs": RANKS, "suits": NAMES, "copies": NAMES, "strays": NAMES,
    "hard_draw": RANKS | ORDER, "soft_draw": RANKS | ORDER,
    "suited": ONE, "same_color": NAMES, "rank": RANKS | ORDER, "suit": NAMES | ORDER,
}  # fmt: skip


class View(NamedTuple):
    """A fact that is read: of cards, of which of them, and how finely."""

    name: str
    of: str | None = None
    grain: int = 0
    which: str | None = None
    many: int = 0

    def sight(self) -> Callable[[dict[str, Any]], Any]:
        """What of a row is seen of it."""
        name, of, grain = self.name, self.of, self.grain
        if self.which:
            first, many = self.which == "first", self.many

            def of_some(facts: dict[str, Any]) -> Any:
                cards = facts.get(name)
                if not isinstance(cards, tuple):
                    return cards
                if len(cards) < many:
                    return "fewer"
                return as_seen(cards[:many] if first else cards[-many:], grain)

            return of_some
        if grain:
            return lambda facts: as_seen(facts[name], grain) if isinstance(facts.get(name), tuple) else facts.get(name)
        if of:
            return lambda facts: found.get(of) if isinstance(found := facts.get(name), dict) else found
        return lambda facts: facts.get(name)


def as_seen(cards: tuple[Any, ...], grain: int) -> Any:
    """The same for all cards that look the same."""
    if None in cards:
        return cards
    if grain & ONE:
        if not grain & (SUITS | NAMES | ORDER):
            return as_seen(cards, grain & ~ONE) if grain != ONE else (), len({suit for _, suit in cards}) <= 1
        grain &= ~ONE
    if grain in (RANKS, RANKS | ALIKE):
        return tuple(sorted([rank for rank, _ in cards]))
    if grain == SUITS:
        return same(tuple([suit for _, suit in cards]))
    if grain == ALIKE:
        return same(tuple([rank for rank, _ in cards]))
    if grain == ALIKE | ORDER:
        return renamed(tuple([rank for rank, _ in cards]))
    if grain & ORDER:
        return cards
    if grain & NAMES:
        return tuple(sorted(cards))
    ranks, suits = zip(*sorted(cards), strict=True) if cards else ((), ())
    return ranks, renamed(suits)


@cache
def same(marks: tuple[Any, ...]) -> tuple[int, ...]:
    """How many cards there are of each suit, or rank, whichever it is."""
    return tuple(sorted(Counter(marks).values()))


@cache
def renamed(marks: tuple[Any, ...]) -> tuple[int, ...]:
    """Suits, or ranks, numbered in the order in which they come."""
    return tuple(map([*dict.fromkeys(marks)].index, marks))


class Sight:
    """What the expressions of a rulebook read."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.of_round = {name for name in book.fields if of_round(book, name)}
        self.meanings: dict[str, list[t.Expr]] = {}
        for clause in book.clauses:
            if clause.kind == "definition":
                means = [expr for version in clause.versions for expr in version.checks[0].conditions]
                self.meanings.setdefault(clause.name, []).extend(means)
        self.means: dict[str, t.Expr] = {name: t.All((*means,)) for name, means in self.meanings.items()}

    def views(self, exprs: Iterable[t.Expr]) -> tuple[View, ...]:
        """What expressions read of a row; what is filed of a table does not change."""
        finest: dict[View, int] = {}
        for expr in exprs:
            for view in self.views_of(expr):
                if view.grain or view.name in self.of_round or view.name in ("rest", "irregularity", "consequence"):
                    finest[view._replace(grain=0)] = finest.get(view._replace(grain=0), 0) | view.grain
        return tuple(sorted((view._replace(grain=g) for view, g in finest.items()), key=str))

    def views_of(self, expr: t.Expr) -> Iterator[View]:
        match expr:
            case t.Call("payout"):
                return
            case t.Call("best" | "strength", (t.Argument(_, ranking), *given)):
                yield from self._through(given, self.of_ranking(self.book.rankings[str(ranking)]))
            case t.Call(
                "count", (t.Argument(None, t.Path(name, None)), t.Argument("rank", t.Call("rank", (one,))))
            ) if isinstance(one.value, t.Cards) and (one.value.of or "cards") == name:
                yield View(name, None, ALIKE | ORDER)  # how many are of the same rank as one of them
            case t.Call("count", given):
                yield from self._through(given, NAMES if any(a.name == "suit" for a in given) else RANKS)
            case t.Call(word, given):
                yield from self._through(given, BY_WORD.get(word, WHOLE))
            case t.Pattern(_, what):
                yield View("cards", None, ALIKE if what == "rank" else SUITS)
            case t.Cards(which, count, of):
                yield View(of or "cards", None, WHOLE, which, count)
            case t.Path(name, of):
                if name in CARD_WORDS and not of and name not in self.book.fields and name not in self.meanings:
                    yield from self.views_of(t.Call(name, ()))
                yield View(name, of, self.is_cards(name) and WHOLE)
                for meaning in self.meanings.get(name, ()):
                    yield from self.views_of(meaning)
            case t.Not(item):
                yield from self.views_of(item)
            case t.All(items) | t.Any(items):
                for item in items:
                    yield from self.views_of(item)
            case t.Comparison(_, left, right) | t.Arithmetic(_, left, right) | t.Extreme(_, left, right):
                yield from self.views_of(left)
                yield from self.views_of(right)
            case _:
                for path in paths(expr):
                    yield from self.views_of(path)

    def is_cards(self, name: str) -> bool:
        return name in ("cards", "rest") or name in self.book.fields and self.book.fields[name].type.kind == "cards"

    def _through(self, given: Iterable[t.Argument], grain: int) -> Iterator[View]:
        """Of the cards a word sees no more than it can tell apart."""
        told = [argument.value for argument in given if not argument.name]
        for argument in given:
            if argument.name:
                yield from self.views_of(argument.value)
        for cards in told or [t.Path("cards")]:
            match cards:
                case t.Cards(which, count, of):
                    yield View(of or "cards", None, grain, which, count)
                case t.Path(name, None) if self.is_cards(name):
                    yield View(name, None, grain)
                case _:
                    yield from self.views_of(cards)

    def of_ranking(self, ranking: t.Ranking) -> int:
        """How finely a ranking looks at cards; a joker must not stand for a card that is there."""
        views = self.views(asked_by(ranking))
        if any(view.name not in ("cards", "rest") or view.which or view.grain & ORDER for view in views):
            return WHOLE
        found = RANKS | (SUITS if any(rank.joker == "any" for rank in ranking.ranks) else 0)
        for view in views:
            found |= SUITS if view.grain & ONE else 0  # of which five of seven is asked
            found |= view.grain & ~ONE
        return found


def asked_by(ranking: t.Ranking) -> list[t.Expr]:
    return [expr for rank in ranking.ranks for expr in (rank.has, rank.by) if expr is not None]
