"""Every deal that a wager can meet, with its weight.

What is dealt, and what chance decides, is read off the clauses of the resolved law. Copies of a card in a shoe are one card with a
number of copies: facts name rank and suit, so that no clause can tell two copies apart. Of one deck, a hand that clauses read only
as a whole is dealt as a set of cards; where a clause reads first or last cards, or there are more decks, in every order. Nothing
else is taken together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.compiler.oracle.settlement import Law
from tests.support.product import Check, ResolvedClause, interpreter
from tests.support.product import oracle_values as values
from tests.support.product import tree as t

Facts = values.Facts
Card = tuple[int, str]
Weighted = tuple[Facts, Fraction | int]
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in range(1, 14) for suit in "cdhs")
JOKER: Card = (0, "j")


@dataclass(frozen=True)
class Hands:
    """The hands that a wager reads: how many cards each gets, and whether their order is read; None for decks that are chosen."""

    sizes: tuple[tuple[str, int], ...]
    ordered: bool
    decks: int | None
    jokers: int
    drawn: bool  # whether some of the cards depend on cards before them

    @property
    def evaluated(self) -> int:
        """The number of different deals."""
        cards = 52 + (self.jokers > 0)
        return cards ** sum(size for _, size in self.sizes) if self.ordered else comb(cards, self.sizes[0][1])


def hands(law: Law, prefixes: dict[str, int], whole: set[str]) -> Hands | None:
    """The hands that are read: the first cards of some, others as a whole. None if no hand is read."""
    sizes: dict[str, int] = {}
    decks: int | str = 1
    jokers = 0
    conditional = False
    for _, check in _on_chance(law, "deal"):
        deal = check.predicate
        assert isinstance(deal, t.DealNode)
        for name, many in deal.dealt:
            if name in whole or name in prefixes:
                most = 99 if name in whole else prefixes[name]
                before, sizes[name] = sizes.get(name, 0), min(most, sizes.get(name, 0) + many)
                conditional |= sizes[name] > before and name in whole and bool(check.conditions)
                decks, jokers = deal.decks, deal.jokers
    if not sizes:
        return None
    ordered = bool(prefixes.keys() & sizes.keys()) or decks != 1 or len(sizes) > 1
    return Hands(tuple(sizes.items()), ordered, decks if isinstance(decks, int) else None, jokers, conditional)


def dealt(what: Hands, decks: int) -> Iterator[Weighted]:
    """The facts of each deal, and in how many ways it comes."""
    if what.ordered:
        left = dict.fromkeys(DECK, decks) | ({JOKER: what.jokers} if what.jokers else {})
        for cards, ways in _sequences(left, sum(size for _, size in what.sizes)):
            facts, start = Facts(), 0
            for name, size in what.sizes:
                facts[name], start = cards[start : start + size], start + size
            yield facts, ways
        return
    ((name, size),) = what.sizes
    for hand in combinations((*DECK, *([JOKER] * what.jokers)), size):
        yield {name: hand}, 1


def _sequences(left: dict[Card, int], size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    if not size:
        yield (), 1
        return
    for card, copies in left.items():
        if copies:
            left[card] -= 1
            for more, ways in _sequences(left, size - 1):
                yield (card, *more), copies * ways
            left[card] += 1


def drawn(law: Law, read: set[str], known: Facts) -> Iterator[Weighted]:
    """Known facts with each combination of the fields that chance decides and that are read, and its probability."""
    for clause, check in _on_chance(law, "chance"):
        name, here, lots = check.subject.name, law.here(clause, known), check.predicate
        if name in read and name not in known and all(here.truth(condition) is True for condition in check.conditions):
            assert isinstance(lots, t.ChanceNode)
            total = sum(many for _, many in lots.lots)
            for value, many in lots.lots:
                for facts, chance in drawn(law, read, {**known, name: here.value(value)}):
                    yield facts, Fraction(many, total) * chance
            return
    yield known, Fraction(1)


def _on_chance(law: Law, kind: str) -> Iterator[tuple[ResolvedClause, Check]]:
    """The clauses of the game on what is dealt, or on what chance decides, in force on the day."""
    for clause in law.book.clauses:
        if clause.kind == kind and clause.game == law.game:
            version, _ = interpreter.version_on(law.book, clause, law.day)
            if version is not None:
                yield clause, version.check
