"""Whether the records of cases can be dealt: by `deal`, as many cards as a hand has, and by `chance`, a value that it lists.

A mutant by which what a reader of the law recorded cannot happen is noticed. Odds are counted from the same statements, but only
some of them are counted in another way too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from tests.mutation.relevant import Relevant
from tests.support.product import ActiveReading, Settlement, core, query

Found = dict[str, bool | None]  # by field, whether it can be dealt; None if the record does not show that


class Dealing:
    """What chance deals by a rulebook in a game."""

    def __init__(self, book: core.Rulebook, game: str) -> None:
        self.game = game
        self.clauses = [c for c in book.clauses if c.game in (None, game) and deals(c)]
        relevant = Relevant(book, game, {})
        ids = {other.id for clause in self.clauses for other in relevant.to(clause.id).clauses}
        self.book = replace(book, clauses=tuple(c for c in book.clauses if c.id in ids))
        self.settlements: dict[tuple[int, str], Settlement] = {}

    def of(self, table: Any, row: Any) -> Found:
        """The hands and the values of a row."""
        day = row["moment"][:10]
        key = id(table), day
        if key not in self.settlements:
            self.settlements[key] = Settlement(self.book, self.game, table, date.fromisoformat(day))
        return dict(self._of(self.settlements[key], row, date.fromisoformat(day)))

    def _of(self, settlement: Settlement, row: Any, day: date) -> Iterator[tuple[str, bool | None]]:
        active = [
            ActiveReading(c, version.duty) for c in self.clauses if (version := query.version_on(self.book, c, day)[0])
        ]
        hands = dict.fromkeys(
            field for rule in active if isinstance(rule.duty, core.Deal) for field, _ in rule.duty.dealt
        )
        for field in hands:
            if isinstance(row.get(field), tuple):
                yield field, _dealt(field, active, settlement, row)
        for rule in active:
            if isinstance(rule.duty, core.Chance) and row.get(rule.subject.name) is not None:
                holds = settlement.applies(rule, settlement.complete(row))
                listed = any(row[rule.subject.name] == value.value and ways > 0 for value, ways in rule.duty.lots)
                if holds is not False:
                    yield rule.subject.name, listed if holds else None


def _dealt(field: str, active: list[ActiveReading], settlement: Settlement, row: Any) -> bool | None:
    """Whether the statements deal the hand, each after what those before it dealt."""
    hand, many = row[field], 0
    for rule in active:
        if not isinstance(rule.duty, core.Deal) or field not in dict(rule.duty.dealt):
            continue
        holds = settlement.applies(rule, settlement.complete({**row, field: hand[:many]}))
        if holds is None:
            return None
        if holds:
            many += dict(rule.duty.dealt)[field]
            decks = row.get(rule.duty.decks) if isinstance(rule.duty.decks, str) else rule.duty.decks
            copies = Counter(hand)
            jokers = sum(copies.pop(card) for card in [*copies] if card[0] == 0)
            if decks is not None and (max(copies.values(), default=0) > decks or jokers > rule.duty.jokers * decks):
                return False
    return many == len(hand)


def deals(clause: core.Clause) -> bool:
    """Whether the clause states what chance deals."""
    return isinstance(clause.versions[0].duty, core.Deal | core.Chance)
