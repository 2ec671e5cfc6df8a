"""Hands that follow from a dealt hand as a whole, and the rulebook in which such a hand is read as the dealt one.

A record can show that what the player was dealt is no longer together; of what chance deals that is not asked.
"""

from __future__ import annotations

from pitboss.compiler.model import core
from pitboss.compiler.model.rewrite import rewritten
from pitboss.grammar.quick_start import replace

_last: list[tuple[core.Rulebook, core.Rulebook]] = []  # the last rulebook, and what it was read as


def whole_hands(book: core.Rulebook) -> dict[str, str]:
    """By hand that follows from a dealt hand of its game as a whole, and is not dealt itself: the dealt hand."""
    duties = [(clause.game, version.duty) for clause in book.clauses for version in clause.versions]
    dealt = {(game, name) for game, duty in duties if isinstance(duty, core.Deal) for name, _ in duty.dealt}
    names = {name for _, name in dealt}
    return {
        duty.subject.name: duty.value.name
        for game, duty in duties
        if isinstance(duty, core.Derives) and isinstance(duty.value, core.Fact)
        and (game, duty.value.name) in dealt and duty.subject.name not in names
    }  # fmt: skip


def read_as_dealt(book: core.Rulebook) -> core.Rulebook:
    """The rulebook that reads each of these hands as the dealt hand."""
    if not any(book is known for pair in _last for known in pair):
        hands = whole_hands(book)
        _last[:] = [(book, _with_renamed(book, hands) if hands else book)]
    return _last[0][1]


def _with_renamed(book: core.Rulebook, hands: dict[str, str]) -> core.Rulebook:
    """The rulebook with other hands; a clause that it shares with the last rulebook is not traversed again."""
    known = {
        id(was): now
        for one, read in _last if whole_hands(one) == hands
        for was, now in zip(one.clauses, read.clauses, strict=True)
    }  # fmt: skip

    def renamed(node: core.Expr) -> core.Expr:
        match node:
            case core.Fact(name) if name in hands:
                return replace(node, name=hands[name])
            case core.Cards(of=name) if name in hands:
                return replace(node, of=hands[name])
        return node

    clauses = tuple([known[id(c)] if id(c) in known else rewritten(c, renamed) for c in book.clauses])
    return replace(rewritten(replace(book, clauses=()), renamed), clauses=clauses)
