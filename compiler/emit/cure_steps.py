"""Core → what would cure a breach, as calls of the constructors in `checker.runtime.cures`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from pitboss.compiler.emit import english, phrases
from pitboss.compiler.emit.expressions import constant
from pitboss.compiler.model import core
from pitboss.compiler.model.core import (
    AllOf,
    Compare,
    Const,
    Expr,
    Member,
    Need,
    Not,
    Offered,
    PayoutTable,
    Requirement,
    SubjectKind,
    Where,
)

_Notices = Mapping[str, tuple[str, ...]]


def cure(book: core.Rulebook, notices: _Notices, duty: core.Duty, place: tuple[str, ...]) -> tuple[str, ...]:
    """The steps of which each alone cures a breach of a duty whose subject stands at a place; none where no cure is known.

    `notices` are those that the withdrawal of each offer demands.
    """
    name, who = duty.subject.name, phrases.subject(book, duty.subject)
    match duty:
        case Requirement(need=Need.BARS, holds=Not(Offered(other))):
            return (_withdraw(notices, name, who), _withdraw(notices, other, phrases.the(book, other)))
        case Requirement(need=Need.REQUIRES, holds=Offered(other, kind)):
            added = _offer(other, kind, phrases.the(book, other))
            return (added, _withdraw(notices, name, who)) if _is_offer(book, name) else (added,)
        case Requirement(need=Need.OFFER, holds=Offered(other, kind, Where.TABLE)):
            return (_offer(other, kind, who),)
        case Requirement(need=Need.OFFER):
            return (_act(f"offer {who}"),)
        case Requirement(need=Need.NO_OFFER) | core.Authority():
            return (_withdraw(notices, name, who),) if _is_offer(book, name) else (_act(f"withdraw {who}"),)
        case Requirement(need=Need.ORDER):
            return (_act(f"rank them {english.expected(book, duty)}"),)
        case Requirement(need=Need.ELECTION):
            return (_act(f"state {english.expected(book, duty)}"),)
        case Requirement(need=Need.UNIFORM):
            return (_act(f"use one {who.removeprefix('the ')} throughout the table"),)
        case Requirement(need=Need.BOUND, holds=holds):
            values = constant(tuple(const.value for const in _lawful(holds)))
            return (f"Set({constant(place)}, {who!r}, {english.expected(book, duty)!r}, {values})",)
        case core.Derives():
            return (_act(f"state {who} as it follows from what is filed, or put that right"),)
        case PayoutTable():
            return (_act(f"pay {english.expected(book, duty)}"),)
        case core.SameAcross(span=span):
            return (_act(f"use the same {who.removeprefix('the ')} at every such table of the {span}"),)
        case core.Posted():
            return (_act("post it, and file the statement or an attestation"),)
        case core.Approved():
            return (_act("file the instrument of approval"),)
        case core.Notice():
            return (_act("give the notice, and record it with the event"),)
        case core.Attested():
            return (_act("see it on the floor, and file an attestation"),)
        case Requirement() | core.RoundDuty() | core.ChanceDuty() | core.DeclaredDuty():
            return ()
    assert_never(duty)


def _withdraw(notices: _Notices, offer: str, who: str) -> str:
    return f"Withdraw({offer!r}, {who!r}, {constant(notices.get(offer, ()))})"


def _offer(name: str, kind: SubjectKind, who: str) -> str:
    place = "equipment" if kind is SubjectKind.EQUIPMENT else "offers"
    return f"Provide({constant((place, name))}, {who!r})"


def _act(words: str) -> str:
    return f"Act({words!r})"


def _is_offer(book: core.Rulebook, name: str) -> bool:
    kind = book.kind(name)
    return kind is not None and kind.is_offer


def _lawful(holds: Expr) -> tuple[Const, ...]:
    """Values that meet a bound on fixed values."""
    match holds:
        case Member(_, values, False):
            return values
        case AllOf((Compare(_, _, Const() as low), Compare(_, _, Const() as high))):
            return (low, high)
        case Compare(_, _, Const() as right):
            return (right,)
    return ()
