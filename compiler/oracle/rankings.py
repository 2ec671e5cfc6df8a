"""Rankings of the reference semantics: every hand that cards can make is evaluated by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from pitboss.compiler.oracle.cards import Hand, kickers, stands
from pitboss.compiler.oracle.values import Number, as_number
from pitboss.grammar import tree as t

Look = Callable[[t.Expr, Hand, Hand], object]  # the value of an expression of a rank for a hand and the other cards


def strongest(ranking: t.RankingNode, cards: Hand, look: Look, height: Number | None) -> tuple[Number, str] | None:
    """The strength and the rank of the best hand that the cards make; None if unknown."""
    if len(cards) < ranking.count:
        return None
    found = []
    for chosen in combinations(range(len(cards)), ranking.count):
        hand, rest = (tuple(c for n, c in enumerate(cards) if (n in chosen) == mine) for mine in (True, False))
        found.append(_made(ranking, hand, rest, look, height))
    return None if None in found else max(m for m in found if m is not None)


def _made(
    ranking: t.RankingNode, hand: Hand, rest: Hand, look: Look, height: Number | None
) -> tuple[Number, str] | None:
    """The strength and the rank of one hand."""
    below = len(ranking.ranks)
    for rank in ranking.ranks:
        found = _had(rank, below, hand, rest, look, height)
        if found is not False:
            return None if found is None else (found, rank.name)
        below -= 1
    return kickers(hand), "none"


def _had(
    rank: t.RankNode, below: int, hand: Hand, rest: Hand, look: Look, height: Number | None
) -> Number | bool | None:
    """The strength of a hand that has the rank; False if it does not have the rank, None if unknown."""
    held = [(look(rank.has, stand, rest), stand) for stand in stands(hand, rank.joker, "cdhs")]
    if any(truth is None for truth, _ in held):
        return None
    strengths = []
    for truth, stand in held:
        if truth:
            over = _height(rank, stand, rest, look, height)
            if over is None:
                return None
            strengths.append(below * 15**5 + over + kickers(stand))
    return max(strengths, default=False)


def _height(rank: t.RankNode, hand: Hand, rest: Hand, look: Look, height: Number | None) -> Number | None:
    """The order of hands of one rank, ahead of their cards: the given height, or the one that the rank states."""
    if height is not None:
        return height
    return 0 if rank.by is None else as_number(look(rank.by, hand, rest))
