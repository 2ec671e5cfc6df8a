"""The space that a question is asked of, and who holds which of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, perm, prod
from typing import Any

import numpy as np

from pitboss.compiler.odds.active_law import Law, Needs, Said, renamings
from pitboss.compiler.odds.cards import Column
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.kleene import Truth, both
from pitboss.compiler.odds.sample_space import Block, hands, sequences, types
from pitboss.grammar import tree as t

MOST = 4_000_000  # rows of a space that are looked at one by one


@dataclass(frozen=True, slots=True)
class Part:
    """The cards of one field: how many are looked at, where they are cut, and how each came."""

    name: str
    cards: int
    cuts: tuple[int, ...]
    came: tuple[Said, ...]  # the deal of each card


@dataclass(frozen=True, slots=True)
class Setting:
    """What a wager's cards come from; `problem` says why its odds cannot be counted."""

    parts: tuple[Part, ...] = ()
    decks: int | str = 1
    jokers: int = 0
    problem: str = ""

    def shoe(self, chosen: int | None) -> int:
        """How many decks are dealt from, where so many are chosen or nobody chooses."""
        return chosen or (self.decks if isinstance(self.decks, int) else 1)

    @property
    def is_duel(self) -> bool:
        """Whether one hand stands against another, both dealt whole from one deck without a joker."""
        return len(self.parts) == 2 and self.decks == 1 and not self.jokers and not any(p.cuts for p in self.parts)


def setting(law: Law, found: Needs) -> Setting:
    parts = []
    for name, deals in law.dealt.items():
        views = found.views.get(name)
        if not views:
            continue
        came = [said for said, many in deals for _ in range(many)]
        firsts = {count for which, count in views if which == "first"}
        whole_hand = any(which != "first" for which, _ in views)
        size = len(came) if whole_hand else max(firsts)
        if size > len(came):
            return Setting(problem=f"only {len(came)} cards of {name} are dealt")
        cuts = firsts | {n for n in range(1, size) if came[n] is not came[n - 1]}
        cuts |= {size - count for which, count in views if which == "last"}
        parts.append(Part(name, size, tuple(sorted(c for c in cuts if 0 < c < size)), tuple(came[:size])))
    first = parts[0].came[0].checks[0].predicate if parts else None
    return Setting(tuple(parts), first.decks, first.jokers) if isinstance(first, t.Deal) else Setting()


def spaces(found: Needs, where: Setting, decks: Sequence[int], memory: dict[Any, Any]) -> dict[int, list[Block]]:
    """The blocks for each number of decks, as a list of one length; `memory` keeps them, since wagers share them."""
    sizes = tuple(
        after - before for p in where.parts for before, after in zip((0, *p.cuts), (*p.cuts, p.cards), strict=True)
    )
    if not sizes or perm((52 + where.jokers) * max(decks), sum(sizes)) >= 2**63:  # what is counted must fit its numbers
        return {}
    ways = renamings(found.expressions)
    if len(ways) == 24 and len(sizes) == 1 and where.decks == 1 and comb(52, sizes[0]) > 300_000:
        key: Any = ("hands", sizes, where.jokers)
        if key not in memory:
            memory[key] = {1: list(hands(13, sizes[0], where.jokers))}
        return memory[key]  # type: ignore[no-any-return]
    kinds = types(_groups(found), found.suits, where.jokers)
    rows = prod(comb(len(kinds) + size - 1, size) for size in sizes)
    if rows > MOST:
        return {}
    key = (sizes, kinds, tuple(decks), ways)
    if key not in memory:
        memory[key] = {d: [block] for d, block in sequences(kinds, sizes, decks, ways).items()}
    return memory[key]  # type: ignore[no-any-return]


def held(where: Setting, block: Block) -> dict[str, list[tuple[Column, Said]]]:
    """The cards of each field, with the deal that gave each."""
    columns = iter(block.columns)
    return {p.name: [(next(columns), came) for came in p.came] for p in where.parts}


def _groups(found: Needs) -> list[tuple[int, ...]]:
    """The ranks, those together that nothing tells apart."""
    if "all" in found.ranks:
        return [(rank,) for rank in range(1, 14)]
    groups: dict[tuple[int, int], list[int]] = {}
    for rank in range(1, 14):
        points = min(rank, 10) if "points" in found.ranks else 0
        groups.setdefault((points, rank if rank in found.ranks else 0), []).append(rank)
    return [tuple(group) for group in groups.values()]


def asker(law: Law, case: Case, block: Block, where: Setting) -> Asker:
    """Ready to ask of a block: each card with its field, and with the hands that have it."""
    dealt: dict[str, tuple[Column, ...]] = {p.name: () for p in where.parts}
    made, at = Asker(law, case, block, dealt), {}
    start = 0
    for part in where.parts:
        at[part.name], start = start, start + part.cards
    for said in law.deals:
        if not any(said in part.came for part in where.parts):
            continue  # nothing looks at what it deals
        frame: dict[str, object] = {}
        made.frames.append(frame)
        there = _there(made, said)
        made.frames.pop()
        for part in where.parts:
            mine = [n for n in range(part.cards) if part.came[n] is said]
            columns = [block.columns[at[part.name] + n] for n in mine]
            dealt[part.name] += tuple(Column(c.rank, c.suit, there) for c in columns)
            if mine:
                made.hangs.setdefault(part.name, {}).update(frame)
    return made


def _there(asker: Asker, said: Said) -> object:
    """Which hands get the card; None where nobody can say."""
    conditions = said.checks[0].conditions
    if not conditions:
        return True
    found: Truth = both(asker.truth(c) for c in conditions)
    asker.missing.clear()
    return None if np.any(found.unknown) else found.yes
