"""What would cure a breach: steps that a program can take on a filing, and their words. Standard library only.

>>> words((Withdraw("lamp", "the lantern wager", ("1:1-1.2(a)",)), Withdraw("redraw", "the redraw", ())))
'withdraw the lantern wager or the redraw at this table, with the notice before withdrawal that 1:1-1.2(a) requires for the lantern wager'
>>> words((Provide(("equipment", "lamp"), "the lamp"), Withdraw("redraw", "the redraw", ())))
'add the lamp, or withdraw the redraw'
>>> words((Set(("decks",), "decks", "at least 6", (6,)),))
'set decks to at least 6'
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pitboss.grammar.quick_start import dataclass


@dataclass(frozen=True, slots=True)
class Withdraw:
    """No longer offer a wager, option or variation."""

    offer: str
    named: str
    notices: tuple[str, ...]  # provisions by which a notice is due before


@dataclass(frozen=True, slots=True)
class Provide:
    """Offer what is not offered, or install equipment."""

    fact: tuple[str, ...]
    named: str


@dataclass(frozen=True, slots=True)
class Set:
    """State another value."""

    fact: tuple[str, ...]
    named: str
    to: str  # in words
    values: tuple[object, ...]  # lawful values, where they are known; there may be others


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay other figures."""

    wager: str
    rows: tuple[tuple[str, tuple[str, int | Fraction] | None], ...]  # by outcome; None: no such outcome
    named: tuple[str, ...]  # the rows in words


@dataclass(frozen=True, slots=True)
class Act:
    """What only people can do."""

    named: str


Step = Withdraw | Provide | Set | Pay | Act
Cure = tuple[Step, ...]  # each step alone is a cure


def words(cure: Cure) -> str:
    """The cure in the imperative; empty where no cure is known."""
    offers = [step for step in cure if isinstance(step, Withdraw)]
    parts = [_words(step) for step in cure if not isinstance(step, Withdraw)]
    if offers:
        here = " at this table" if len(offers) > 1 else ""
        parts.append(f"withdraw {' or '.join(step.named for step in offers)}{here}{_notices(offers)}")
    return ", or ".join(parts)


def _words(step: Provide | Set | Pay | Act) -> str:
    match step:
        case Provide(fact, named):
            return f"{'add' if fact[0] == 'equipment' else 'offer'} {named}"
        case Set(_, named, to):
            return f"set {named} to {to}"
        case Pay(_, rows, named) if len(rows) == 1:
            return f"pay {named[0].partition(' on ')[0]}" if rows[0][1] else "withdraw this outcome"
        case Pay(_, rows, named):
            paid = ", ".join(row for row, (_, law) in zip(named, rows, strict=True) if law)
            gone = [f"withdraw {row}" for row, (_, law) in zip(named, rows, strict=True) if not law]
            return "; ".join([f"pay {paid}"] * bool(paid) + gone)
        case Act(named):
            return named


def _notices(offers: Iterable[Withdraw]) -> str:
    due = [f"{provision} requires for {step.named}" for step in offers for provision in step.notices]
    return f", with the notice before withdrawal that {' and '.join(due)}" if due else ""
