"""Evaluates an expression for all hands of a block at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import assert_never

import numpy as np

from pitboss.algebra.arrays import (
    UNKNOWN,
    UNKNOWN_VALUE,
    Array,
    Truth,
    Value,
    all_of,
    any_of,
    arithmetic,
    compare,
    opposite,
    truth,
    whole,
)
from pitboss.algebra.card_arrays import JOKER, CardColumn, Hand, call, size
from pitboss.compiler.model import core
from pitboss.compiler.model.core import SUIT_LETTERS, Expr, Fact, Relation, Which
from pitboss.compiler.model.functions import FUNCTIONS, Domain
from pitboss.compiler.model.query import key, of_round
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw, Readings
from pitboss.compiler.odds.constants import code, constant
from pitboss.compiler.odds.dependencies import WHOLE, View, counts_other_hands
from pitboss.compiler.odds.ranking import ranked
from pitboss.compiler.odds.sample_space import HandBlock

Option = Fraction | str | date | bool  # the chosen value of a fact
_NEVER_ANSWERED = (Fact, core.Const, core.Term, core.Not, core.AllOf, core.AnyOf, core.Offered)


@dataclass(eq=False, slots=True)
class Case:
    """One combination of all choices: by the licensee in a filing, by the player, and between readings."""

    options: dict[str, Option] = field(default_factory=dict)  # by `str(Fact)`
    readings: Readings = field(default_factory=dict)
    stakes: dict[str, Fraction] = field(default_factory=dict)
    offers: frozenset[str] = frozenset()
    payouts: dict[tuple[str, str], Fraction] = field(default_factory=dict)  # (wager, row) → odds


class ChoiceKind(Enum):
    OFFER = "offer"
    READING = "reading"
    STAKE = "stake"
    OPTION = "option"


ChoiceKey = tuple[ChoiceKind, str | frozenset[str]]
Chosen = Option | None
Dealt = dict[str, tuple[CardColumn, ...]]  # the cards of each field


@dataclass(frozen=True, slots=True)
class CachedValue:
    """A value with the choices that it depends on, and the facts that were missing or assumed."""

    choices: dict[ChoiceKey, Chosen]
    value: Value
    missing: dict[str, None]
    assumed: dict[str, None]


@dataclass(frozen=True, slots=True)
class HandComparison:
    """A hand of which only its strength relative to another hand is known."""

    hand: str
    other: str
    by: Array


@dataclass(eq=False, slots=True)
class Evaluator:
    """Evaluates expressions for one case on one block. `missing` and `assumed` collect facts that results lack or assume."""

    law: ActiveLaw
    case: Case
    block: HandBlock
    dealt: Dealt
    drawn: dict[str, Value] = field(default_factory=dict)  # fields that are decided by a wheel or dice
    hand: Hand | None = None  # within a ranking: the hand that is ranked
    rest: Hand = ()  # and the cards outside it
    missing: dict[str, None] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)
    frames: list[dict[ChoiceKey, Chosen]] = field(default_factory=list)  # choices read, for each value being memoized
    against: HandComparison | None = None
    compared: dict[Expr, None] = field(default_factory=dict)  # the strengths that were read from `against`
    deal_choices: dict[str, dict[ChoiceKey, Chosen]] = field(
        default_factory=dict
    )  # the dependencies of the cards of a field

    def truth(self, e: Expr) -> Truth:
        """The truth of an expression that is a condition."""
        found = self.evaluate(e)
        return found if isinstance(found, Truth) else truth(np.asarray(found.of, bool), found.known)

    def value(self, e: Expr) -> Value:
        """The value of an expression that is a quantity."""
        found = self.evaluate(e)
        return found if isinstance(found, Value) else Value(found.yes, np.logical_not(found.unknown))

    def evaluate(self, e: Expr) -> Value | Truth:
        """The value or the truth of an expression on every hand."""
        known = self.block.answers if self.hand is None else None
        if known and not isinstance(e, _NEVER_ANSWERED) and e in known:
            return known[e]
        match e:
            case core.Const():
                return constant(e)
            case Fact():
                return self.fact(e)
            case core.Term(name) if name in self.law.terms:
                return self._memoized(f"term {name}", lambda: self.value(self.law.terms[name]))
            case core.Offered(name, kind, where) if kind is core.SubjectKind.EQUIPMENT or where is not core.Where.TABLE:
                self.missing[name] = None  # odds are of a table whose equipment, and whose pit, are not chosen
                return UNKNOWN
            case core.Offered(name):
                self._note((ChoiceKind.OFFER, name), name in self.case.offers)
                return truth(name in self.case.offers)
            case core.Apply():
                return self._apply(e)
            case core.Arith(sign, left, right):
                return arithmetic(sign, self.value(left), self.value(right))
            case core.Compare(relation, left, right):
                return compare(relation, self.value(left), self.value(right))
            case core.Member(item, values, negated):
                mine = self.value(item)
                found = any_of(compare(Relation.EQUAL, mine, constant(v)) for v in values)
                return opposite(found) if negated else found
            case core.Lookup(by, rows):
                return UNKNOWN_VALUE if by is None else self._row(by, rows)
            case core.Not(item):
                return opposite(self.truth(item))
            case core.AllOf(items):
                return all_of(self.truth(i) for i in items)
            case core.AnyOf(items):
                return any_of(self.truth(i) for i in items)
            case core.Fold(core.Rows.OWN_SEATS, None, None):
                self.assumed["the player has one betting position"] = None
                return Value(whole(Fraction(1)))
            case core.Fold(where=where):
                return self._other_hand(where) if counts_other_hands(e) and where is not None else UNKNOWN_VALUE
            case core.Earlier() | core.Cards() | core.RankingRef() | core.Term():
                return UNKNOWN  # rounds before are not dealt; hands and rankings are arguments of functions alone
            case _:
                assert_never(e)

    def _other_hand(self, where: Expr) -> Value:
        """The number of other hands: computed from one of them, which is dealt like this one."""
        self.assumed["one other player; each further player adds the same on average"] = None
        met = self.truth(where)
        return Value(np.asarray(met.yes, np.int64), np.logical_not(met.unknown))

    # ---- facts

    def fact(self, fact: Fact) -> Value:
        """The value of a fact: drawn, chosen, derived from others, or missing."""
        name, path = fact.name, str(fact)
        if name in self.drawn:
            return self.drawn[name]
        if path in self.case.options:
            chosen = self.case.options[path]
            self._note((ChoiceKind.OPTION, path), chosen)
            if isinstance(chosen, date):
                return Value(chosen.toordinal())
            return Value(code(chosen) if isinstance(chosen, str) else whole(Fraction(chosen)))
        if name == "stake" and fact.of:
            stake = self.case.stakes.get(fact.of, Fraction(0))
            self._note((ChoiceKind.STAKE, fact.of), stake)
            return Value(whole(stake))
        if name in self.law.derived:
            return self._memoized(path, lambda: self._derived(name))
        if self._is_event(name):
            self.assumed[name] = None
            return Value(False)
        if name == "consequence":
            self.assumed[name] = None
            return Value(code("none"))
        self.missing[path] = None
        return UNKNOWN_VALUE

    def _derived(self, name: str) -> Value:
        """The derived value of a field: from the first clause that applies."""
        found: Array = 0
        known: Array = False
        for active in self.law.derived[name]:
            duty = self.read(active)
            if isinstance(duty, core.Derives):
                where, value = self.applies(duty), self.value(duty.value)
                here = np.logical_and(np.logical_and(where.yes, value.known), np.logical_not(known))
                found, known = np.where(here, value.of, found), np.logical_or(known, here)
        if not np.all(known):
            if self._is_event(name):
                self.assumed[name] = None
                return Value(np.where(known, found, False))
            self.missing.setdefault(name, None)
        return Value(found, known)

    def _is_event(self, name: str) -> bool:
        """Whether it is a flag of a round: an event that the odds are not of, unless what they know shows it."""
        known = self.law.book.fields.get(name)
        return known is not None and known.type.kind == "flag" and of_round(self.law.book, name)

    def _row(self, by: Fact, rows: tuple[tuple[core.Const, core.Const], ...]) -> Value:
        chosen = self.fact(by)
        found: Array = 0
        known: Array = False
        for head, value in rows:
            here = compare(Relation.EQUAL, chosen, constant(head)).yes
            found, known = np.where(here, constant(value).of, found), np.logical_or(known, here)
        return Value(found, known)

    def read(self, active: ActiveClause) -> core.Duty:
        """The duty of a clause in the chosen reading."""
        if active.readings:
            self._note((ChoiceKind.READING, active.readings), self.case.readings.get(active.readings))
        return active.read(self.case.readings)

    def applies(self, duty: core.Duty) -> Truth:
        """Whether the conditions of a duty hold."""
        return all_of(self.truth(condition) for condition in duty.applies)

    # ---- memoization: a value is cached with the choices that it was read from

    def _note(self, name: ChoiceKey, chosen: Chosen) -> None:
        """Record that the values being computed depend on a choice."""
        for frame in self.frames:
            frame[name] = chosen

    def _memoized(self, name: str, make: Callable[[], Value]) -> Value:
        if self.hand is not None:
            return make()
        memos = self.block.cache.get(("value", name), list[CachedValue])
        for memo in memos:
            if all(self._now(k) == v for k, v in memo.choices.items()):
                for frame in self.frames:
                    frame.update(memo.choices)
                self.missing.update(memo.missing)
                self.assumed.update(memo.assumed)
                return memo.value
        self.frames.append({})
        outer, self.missing, self.assumed = (self.missing, self.assumed), {}, {}
        value = make()
        memo = CachedValue(self.frames.pop(), value, self.missing, self.assumed)
        self.missing, self.assumed = outer
        self.missing.update(memo.missing)
        self.assumed.update(memo.assumed)
        memos.append(memo)
        return value

    def _now(self, name: ChoiceKey) -> Chosen:
        """The chosen value in this case."""
        match name:
            case (ChoiceKind.OFFER, offer):
                return offer in self.case.offers
            case (ChoiceKind.READING, frozenset() as names):
                return self.case.readings.get(names)
            case (ChoiceKind.STAKE, str() as wager):
                return self.case.stakes.get(wager, Fraction(0))
            case (_, path):
                return self.case.options.get(str(path))

    # ---- cards

    def cards_of(self, e: Expr) -> Hand | None:
        """The cards that an expression names; None if unknown."""
        match e:
            case core.Cards(which, count, of):
                return self._hand(of, (which, count))
            case Fact(name=name):
                return self._hand(name, WHOLE)
            case _:
                return None

    def _hand(self, name: str, view: View) -> Hand | None:
        columns = self._held(name)
        if columns is None:
            self.missing[name] = None
            return None
        which, count = view
        if which is Which.FIRST:
            for column in columns[:count]:
                if column.there is None:
                    self.assumed[f"card {count} of {name} is drawn"] = None
            return tuple(CardColumn(c.rank, c.suit) for c in columns[:count]) if len(columns) >= count else None
        if any(c.there is None for c in columns):
            self.missing[f"the number of cards drawn to {name}"] = None
            return None
        if which is None:
            return columns
        if len(columns) < count:
            return None
        return columns[-count:] if all(c.there is True for c in columns) else _last(columns, count)

    def _held(self, name: str) -> Hand | None:
        """All cards of a field."""
        if self.hand is not None and name in ("cards", "rest"):
            return self.hand if name == "cards" else self.rest
        if name in self.dealt:
            for frame in self.frames:
                frame.update(self.deal_choices.get(name, {}))
            return self.dealt[name]
        if name not in self.law.derived:
            return None
        duty = self.read(self.law.derived[name][0])
        return self.cards_of(duty.value) if isinstance(duty, core.Derives) else None

    def check_declared(self, e: Expr) -> None:
        """Report an evaluation of merged hands outside the declared predicates: they are equal only for those."""
        if self.hand is None and self.block.declared is not None and e not in self.block.declared:
            raise AssertionError(f"undeclared predicate on merged hands: {e}")

    def _apply(self, e: core.Apply) -> Value:
        function = FUNCTIONS[e.function]
        if function.domain is Domain.FILING:
            return self._of_filing(e)
        if "ranking" in function.params:
            return self._ranked(e)
        self.check_declared(e)
        if function.of_dealing:
            self.missing[f"{e.function} of cards"] = None
            return UNKNOWN_VALUE
        hand = self.cards_of(e.args[0])
        if hand is None:
            return UNKNOWN_VALUE
        more = [self.value(argument).of for argument in e.args[1:]]
        named = {name: self.value(argument).of for name, argument in e.named}
        return call(e.function, hand, *more, **named)

    def _of_filing(self, e: core.Apply) -> Value:
        match e:
            case core.Apply("payout", (core.Const(value=str(wager)), core.Const() as row)):
                paid = self.case.payouts.get((wager, key(row)))
                return UNKNOWN_VALUE if paid is None else Value(whole(paid))
            case _:
                self.missing[f"{e.function} of a filing"] = None
                return UNKNOWN_VALUE

    def _ranked(self, e: core.Apply) -> Value:
        match self.against, e:
            case HandComparison(compared, other, by), core.Apply("strength", (ranking, Fact(name=hand)), named) if (
                hand == compared
            ):
                self.compared[e] = None
                own = ranked(self, core.Apply("strength", (ranking, Fact(other)), named))
                return Value(own.of + by, own.known)
            case _:
                return ranked(self, e)

    def within(self, hand: Hand, rest: Hand = ()) -> Evaluator:
        """The evaluator of the conditions of a rank."""
        return replace(self, hand=hand, rest=rest or self.rest)


def _last(columns: tuple[CardColumn, ...], count: int) -> Hand:
    """The last cards of hands of different lengths; the cards that some hands lack are at the end."""
    made, sizes = [], size(columns)
    for back in range(count, 0, -1):
        rank, suit = columns[-back].rank, columns[-back].suit
        for length in range(len(columns) - 1, count - 1, -1):
            here = sizes == length
            rank, suit = (
                np.where(here, columns[length - back].rank, rank),
                np.where(here, columns[length - back].suit, suit),
            )
        made.append(CardColumn(rank, suit))
    return tuple(made)


def example(block: HandBlock, dealt: Dealt, mask: Array) -> str:
    """The first hand in the mask, as letters: `cards AS KH`."""
    full = np.broadcast_to(np.asarray(mask), block.shape) & (np.broadcast_to(block.weight, block.shape) > 0)
    at = np.unravel_index(int(np.argmax(full)), block.shape)

    def card(c: CardColumn) -> str:
        rank, suit = (int(np.broadcast_to(np.asarray(x), block.shape)[at]) for x in (c.rank, c.suit))
        if rank == JOKER:
            return "joker"
        letter = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
        return letter + (SUIT_LETTERS[suit] if suit < len(SUIT_LETTERS) else "")

    return "; ".join(f"{name} {' '.join(map(card, columns))}" for name, columns in dealt.items() if columns)
