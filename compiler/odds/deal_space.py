"""The sample space of a wager: the cards that it depends on, and the hands that receive them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, perm, prod

import numpy as np

from pitboss.algebra.arrays import Array
from pitboss.algebra.card_arrays import CardColumn
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Which
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw
from pitboss.compiler.odds.dependencies import Dependencies, suit_symmetries
from pitboss.compiler.odds.evaluate import Case, ChoiceKey, Chosen, Dealt, Evaluator
from pitboss.compiler.odds.sample_space import CardType, HandBlock, hands, sequences, types

MOST = 4_000_000  # rows of a space that are evaluated
_ALL_SYMMETRIES = 24


@dataclass(frozen=True, slots=True)
class FieldCards:
    """The cards of one field: the number observed, the ends of the observed parts of the hand, and the deal of each card."""

    name: str
    cards: int
    cuts: tuple[int, ...]
    deals: tuple[ActiveClause, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """The deal behind a wager; `problem`: the reason why its odds cannot be computed."""

    parts: tuple[FieldCards, ...] = ()
    decks: int | str = 1
    jokers: int = 0
    problem: str = ""

    def shoe(self, chosen: int | None) -> int:
        """The number of decks that are dealt from."""
        return chosen or (self.decks if isinstance(self.decks, int) else 1)

    @property
    def is_duel(self) -> bool:
        """Whether two hands are compared that are both dealt entirely from one deck without a joker."""
        return len(self.parts) == 2 and self.decks == 1 and not self.jokers and not any(p.cuts for p in self.parts)


def setting(law: ActiveLaw, found: Dependencies) -> Setting:
    """The part of the deal that the dependencies observe."""
    parts = []
    for name, dealt in law.dealt.items():
        views = found.views.get(name)
        if not views:
            continue
        deals = [active for active, many in dealt for _ in range(many)]
        firsts = {count for which, count in views if which is Which.FIRST}
        whole_hand = any(which is not Which.FIRST for which, _ in views)
        size = len(deals) if whole_hand else max(firsts)
        if size > len(deals):
            return Setting(problem=f"only {len(deals)} cards of {name} are dealt")
        cuts = firsts | {n for n in range(1, size) if deals[n] is not deals[n - 1]}
        cuts |= {size - count for which, count in views if which is Which.LAST}
        parts.append(FieldCards(name, size, tuple(sorted(c for c in cuts if 0 < c < size)), tuple(deals[:size])))
    match parts[0].deals[0].duty if parts else None:
        case core.Deal(decks=decks, jokers=jokers):
            return Setting(tuple(parts), decks, jokers)
        case _:
            return Setting()


@dataclass(eq=False, slots=True)
class Spaces:
    """The sample spaces of a game, which its wagers share."""

    of_hands: dict[tuple[int, int], dict[int, list[HandBlock]]]
    of_sequences: dict[_SequenceKey, dict[int, list[HandBlock]]]


_SequenceKey = tuple[tuple[int, ...], tuple[CardType, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]


def spaces(found: Dependencies, where: Setting, decks: Sequence[int], shared: Spaces) -> dict[int, list[HandBlock]]:
    """The blocks for each number of decks; none if there are too many hands."""
    sizes = tuple(
        after - before for p in where.parts for before, after in zip((0, *p.cuts), (*p.cuts, p.cards), strict=True)
    )
    if not sizes or perm((52 + where.jokers) * max(decks), sum(sizes)) >= 2**63:  # counts are 64-bit integers
        return {}
    ways = suit_symmetries(found.expressions)
    if len(ways) == _ALL_SYMMETRIES and len(sizes) == 1 and where.decks == 1 and comb(52, sizes[0]) > 300_000:
        key = (sizes[0], where.jokers)
        if key not in shared.of_hands:
            shared.of_hands[key] = {1: list(hands(13, *key))}
        return shared.of_hands[key]
    kinds = types(_groups(found), found.suits, where.jokers)
    if prod(comb(len(kinds) + size - 1, size) for size in sizes) > MOST:
        return {}
    named = (sizes, kinds, tuple(decks), ways)
    if named not in shared.of_sequences:
        shared.of_sequences[named] = {d: [block] for d, block in sequences(kinds, sizes, decks, ways).items()}
    return shared.of_sequences[named]


def held(where: Setting, block: HandBlock) -> dict[str, list[tuple[CardColumn, ActiveClause]]]:
    """The cards of each field, with the deal of each card."""
    columns = iter(block.columns)
    return {p.name: [(next(columns), deal) for deal in p.deals] for p in where.parts}


def _groups(found: Dependencies) -> list[tuple[int, ...]]:
    """The ranks, grouped by the conditions that distinguish them."""
    if found.every_rank:
        return [(rank,) for rank in range(1, 14)]
    groups: dict[tuple[int, int], list[int]] = {}
    for rank in range(1, 14):
        points = min(rank, 10) if found.points else 0
        groups.setdefault((points, rank if rank in found.ranks else 0), []).append(rank)
    return [tuple(group) for group in groups.values()]


def evaluator(law: ActiveLaw, case: Case, block: HandBlock, where: Setting) -> Evaluator:
    """The evaluator of a case on a block: each card is assigned to its field, and to the hands that get it."""
    dealt: Dealt = {p.name: () for p in where.parts}
    made, at = Evaluator(law, case, block, dealt), dict[str, int]()
    start = 0
    for part in where.parts:
        at[part.name], start = start, start + part.cards
    for deal in law.deals:
        if not any(deal in part.deals for part in where.parts):
            continue  # nothing observes these cards
        frame: dict[ChoiceKey, Chosen] = {}
        made.frames.append(frame)
        there = _there(made, deal)
        made.frames.pop()
        for part in where.parts:
            mine = [n for n in range(part.cards) if part.deals[n] is deal]
            columns = [block.columns[at[part.name] + n] for n in mine]
            dealt[part.name] += tuple(CardColumn(c.rank, c.suit, there) for c in columns)
            if mine:
                made.deal_choices.setdefault(part.name, {}).update(frame)
    return made


def _there(evaluator: Evaluator, deal: ActiveClause) -> Array:
    """The hands that get the card; None if unknown."""
    if not deal.duty.applies:
        return True
    found = evaluator.applies(deal.duty)
    evaluator.missing.clear()
    return None if np.any(found.unknown) else found.yes
