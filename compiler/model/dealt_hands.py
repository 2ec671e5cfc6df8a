"""Hands that follow from a dealt hand as a whole, and the rulebook in which such a hand is read as the dealt one.

A record can show that what the player was dealt is no longer together; of what chance deals that is not asked.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache
from operator import is_
from typing import TypeVar, cast

from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Place

T = TypeVar("T")
_LEAVES = {str, bool, int, date, Fraction, Place, core.Const}
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
    clauses = tuple([known[id(c)] if id(c) in known else _renamed(c, hands) for c in book.clauses])
    return replace(_renamed(replace(book, clauses=()), hands), clauses=clauses)


def _renamed(node: T, hands: dict[str, str]) -> T:
    """The node with other hands in its expressions; a part that names none of them is the same object as before."""
    if node is None or type(node) in _LEAVES:
        return node
    if isinstance(node, core.Fact | core.Cards):
        name = node.name if isinstance(node, core.Fact) else node.of
        if name not in hands:
            return node
        other = replace(node, name=hands[name]) if isinstance(node, core.Fact) else replace(node, of=hands[name])
        return cast("T", other)
    if isinstance(node, tuple):
        parts = tuple([_renamed(part, hands) for part in node])
        same = all(map(is_, parts, node))
        return node if same else cast("T", parts)
    if isinstance(node, dict):
        return cast("T", {key: _renamed(part, hands) for key, part in node.items()})
    changed = {}
    for name in _parts(type(node)):  # type: ignore[arg-type]  # of a class
        old = getattr(node, name)
        if (new := _renamed(old, hands)) is not old:
            changed[name] = new
    return replace(node, **changed) if changed and is_dataclass(node) and not isinstance(node, type) else node


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of the core; none where no expression can be below them."""
    if not is_dataclass(kind) or issubclass(kind, core.Field | core.Name | core.Section):
        return ()
    return tuple(f.name for f in fields(kind) if f.init)
