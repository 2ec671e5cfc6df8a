"""Conditions and quantities of the rules, asked of all hands of a block at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.compiler.front.walk import of_round
from pitboss.compiler.model.cards import SUITS
from pitboss.compiler.odds import cards as words
from pitboss.compiler.odds.active_law import WORDS, Law, Said, of_another, rank_of
from pitboss.compiler.odds.cards import JOKER, Column, Hand
from pitboss.compiler.odds.kleene import (
    NOTHING,
    UNKNOWN,
    Array,
    Truth,
    Value,
    both,
    code,
    compare,
    either,
    opposite,
    truth,
    whole,
)
from pitboss.compiler.odds.ranking import ranked
from pitboss.compiler.odds.sample_space import Block
from pitboss.grammar import tree as t

_LETTERS = {**{name: n for n, name in enumerate(SUITS)}, **{name[0]: n for n, name in enumerate(SUITS)}}
# Whether cards were dealt by the law, as odds always deal them.
_OF_DEALING = ("copies", "strays", "hard_draw", "soft_draw")
_PLAIN = t.Path | t.Literal | t.Not | t.All | t.Any | t.Offered  # what is never answered beforehand
_TESTS = t.Comparison | t.Among | t.Offered | t.Not | t.All | t.Any | t.Pattern


@dataclass(eq=False, slots=True)
class Case:
    """One choice of everything that is chosen: what the licensee files, what the player picks, how the text is read."""

    options: dict[str, Any] = field(default_factory=dict)  # path → value
    readings: dict[frozenset[str], str] = field(default_factory=dict)
    stakes: dict[str, Fraction] = field(default_factory=dict)
    offers: frozenset[str] = frozenset()
    pays: dict[tuple[str, str], Fraction] = field(default_factory=dict)  # (wager, row) → odds


@dataclass(eq=False, slots=True)
class Asker:
    law: Law
    case: Case
    block: Block
    dealt: dict[str, tuple[Column, ...]]
    drawn: dict[str, Value] = field(default_factory=dict)  # fields that chance gives
    hand: Hand | None = None  # within a ranking: the hand that is ranked
    rest: Hand = ()  # and the cards beside it
    missing: dict[str, None] = field(default_factory=dict)  # what would have to be known
    assumed: dict[str, None] = field(default_factory=dict)
    frames: list[dict[str, Any]] = field(default_factory=list)  # what was read of the case, for the memo
    against: tuple[str, str, Array] | None = None  # of whom only the strength is known: beside whose, by how much
    compared: dict[str, None] = field(default_factory=dict)  # the questions that were answered so
    hangs: dict[str, dict[str, Any]] = field(default_factory=dict)  # what of the case the cards of a field hang on

    # ---- truths

    def truth(self, e: t.Expr) -> Truth:
        if (answer := self._answered(e)) is not None:
            return truth(answer.of, answer.known)
        match e:
            case t.Not(item):
                return opposite(self.truth(item))
            case t.All(items):
                return both(self.truth(i) for i in items)
            case t.Any(items):
                return either(self.truth(i) for i in items)
            case t.Offered(path, negated):
                found = truth(self._chosen(f"offered {path.name}", path.name in self.case.offers))
                return opposite(found) if negated else found
            case t.Comparison(sign, left, right):
                return compare(sign, self.value(left, right), self.value(right, left))
            case t.Among(path, values, negated):
                mine = self.value(path)
                found = either(compare("=", mine, self.value(v)) for v in values)
                return opposite(found) if negated else found
            case t.Pattern(count, what):
                self.foreseen(e)
                hand = self._hand("cards", "whole", 0)
                return UNKNOWN if hand is None else truth(words.of_a(what, count, hand))
        said = self.value(e)
        return truth(np.asarray(said.of, bool), said.known)

    def _answered(self, e: t.Expr) -> Value | None:
        known = self.block.answers
        return known.get(e) if known and self.hand is None and not isinstance(e, _PLAIN) else None

    # ---- quantities

    def value(self, e: t.Expr, beside: t.Expr | None = None) -> Value:
        if (answer := self._answered(e)) is not None:
            return answer
        match e:
            case t.Literal("name", name):
                return Value(code(str(name)))
            case t.Literal("odds_for", Fraction() as number):
                return Value(whole(number - 1))
            case t.Literal(_, Fraction() as number):
                return Value(whole(number))
            case t.Over(where=where) if of_another(e) and where is not None:
                return self._another(where)
            case t.Path(before=True) | t.Over():  # of other hands, and of those before
                return NOTHING
            case t.Path(name, None) if isinstance(beside, t.Path) and self._enumerates(beside.name, name):
                return Value(code(name))
            case t.Path(name, None) if isinstance(beside, t.Call) and beside.name in ("rank", "suit"):
                found = rank_of(e) if beside.name == "rank" else _LETTERS.get(name)
                return NOTHING if found is None else Value(found)
            case t.Path(name, _) if name in self.law.book.fields:
                return self.field(e)
            case t.Path(name) if name in self.law.meanings:
                return self._meaning(name)
            case t.Path(name) if name in self.law.book.names:
                return Value(self._chosen(f"offered {name}", name in self.case.offers))
            case t.Path(name) if name in WORDS:
                return self._word(t.Call(name, ()))
            case t.Path(name):
                return Value(code(name))
            case t.Arithmetic(sign, left, right):
                return _reckon(sign, self.value(left), self.value(right))
            case t.Extreme(which, left, right):
                a, b = self.value(left), self.value(right)
                return Value((max if which == "greater" else min)(a.of, b.of), np.logical_and(a.known, b.known))
            case t.Call("payout", (wager, outcome)):
                paid = self.case.pays.get((str(wager.value), _row(outcome.value)))
                return NOTHING if paid is None else Value(whole(paid))
            case t.Call("strength", (ranking, t.Argument(None, t.Path(hand)), *more)) if (
                self.against and hand == self.against[0]
            ):
                self.compared[repr(e)] = None
                own = ranked(self, t.Call("strength", (ranking, t.Argument(None, t.Path(self.against[1])), *more)))
                return Value(own.of + self.against[2], own.known)
            case t.Call("best" | "strength"):
                return ranked(self, e)
            case t.Call():
                return self._word(e)
        asked = self.truth(e) if isinstance(e, _TESTS) else UNKNOWN
        return Value(asked.yes, np.logical_not(asked.unknown))

    def _enumerates(self, name: str, value: str) -> bool:
        known = self.law.book.fields.get(name)
        return known is not None and any(
            v.value == value for kind in (known.type, *known.type.items) for v in kind.values
        )

    def _meaning(self, name: str) -> Value:
        return self._memo(f"means {name}", lambda: self.value(self.law.meanings[name]))

    def _another(self, where: t.Expr) -> Value:
        """Of one other hand, which is dealt like this one; what it is asked hangs on nothing else."""
        self.assumed["one other player; each further one adds as much, on average"] = None
        asked = self.truth(where)
        return Value(np.asarray(asked.yes, np.int64), np.logical_not(asked.unknown))

    # ---- fields

    def field(self, path: t.Path) -> Value:
        key, name = str(path), path.name
        if name in self.drawn:
            return self.drawn[name]
        if key in self.case.options:
            chosen = self._chosen(key, self.case.options[key])
            return Value(code(chosen) if isinstance(chosen, str) else whole(Fraction(chosen)))
        if name == "stake" and path.of:
            return Value(whole(self._chosen(key, self.case.stakes.get(path.of, Fraction(0)))))
        if name in self.law.derived:
            return self._memo(key, lambda: self._follows(name))
        known = self.law.book.fields[name]
        if known.type.kind == "flag" and of_round(self.law.book, name):
            self.assumed[name] = None  # an event that the odds are not of
            return Value(False)
        if name == "consequence":
            self.assumed[name] = None
            return Value(code("none"))
        self.missing[key] = None
        return NOTHING

    def _follows(self, name: str) -> Value:
        found: Array = 0
        known: Array = False
        for said in self.law.derived[name]:
            check = self.read(said)
            if not isinstance(check.predicate, t.Limit) or not check.predicate.mode.startswith("follows"):
                continue
            where = both(self.truth(c) for c in check.conditions)
            value = (
                self._row(check.predicate.by, check.table)
                if check.predicate.by
                else self.value(check.predicate.values[0])
            )
            here = np.logical_and(np.logical_and(where.yes, value.known), np.logical_not(known))
            found, known = np.where(here, value.of, found), np.logical_or(known, here)
        if not np.all(known):
            self.missing.setdefault(name, None)
        return Value(found, known)

    def _row(self, by: str, table: t.Table | None) -> Value:
        key = self.field(t.Path(by))
        found: Array = 0
        known: Array = False
        for row in table.body if table else ():
            if row[0].value and row[1].value:
                here = compare("=", key, self.value(row[0].value)).yes
                found, known = np.where(here, self.value(row[1].value).of, found), np.logical_or(known, here)
        return Value(found, known)

    def read(self, said: Said) -> Any:
        if said.readings:
            self._chosen(f"reading {sorted(said.readings)}", self.case.readings.get(said.readings))
        return said.read(self.case.readings)

    # ---- memo: a value is kept with what it read of the case

    def _chosen(self, key: str, value: Any) -> Any:
        for frame in self.frames:
            frame[key] = value
        return value

    def _memo(self, key: str, make: Any) -> Value:
        if self.hand is not None:
            return make()  # type: ignore[no-any-return]
        for read, value, missing, assumed in self.block.memo.get(key, ()):
            if all(self._now(k) == v for k, v in read.items()):
                for frame in self.frames:
                    frame.update(read)
                self.missing.update(missing)
                self.assumed.update(assumed)
                return value  # type: ignore[no-any-return]
        self.frames.append({})
        outer, self.missing, self.assumed = (self.missing, self.assumed), {}, {}
        value = make()
        missing, assumed = self.missing, self.assumed
        self.missing, self.assumed = outer
        self.missing.update(missing)
        self.assumed.update(assumed)
        self.block.memo.setdefault(key, []).append((self.frames.pop(), value, missing, assumed))
        return value  # type: ignore[no-any-return]

    def _now(self, key: str) -> Any:
        if key.startswith("offered "):
            return key.removeprefix("offered ") in self.case.offers
        if key.startswith("reading "):
            return next((v for k, v in self.case.readings.items() if f"reading {sorted(k)}" == key), None)
        if key.startswith("stake of "):
            return self.case.stakes.get(key.removeprefix("stake of "), Fraction(0))
        return self.case.options.get(key)

    # ---- cards

    def _hand(self, name: str, which: str, count: int) -> Hand | None:
        if self.hand is not None and name in ("cards", "rest"):
            columns = self.hand if name == "cards" else self.rest
        elif name in self.dealt:
            columns = self.dealt[name]
            for frame in self.frames:
                frame.update(self.hangs.get(name, {}))
        else:
            said = self.law.derived.get(name, ())
            quantity = self.read(said[0]).predicate.values[0] if said else None
            found = self.cards_of(quantity) if quantity is not None else None
            if found is None:
                self.missing[name] = None
                return None
            columns = found
        if which == "first":
            for column in columns[:count]:
                if column.there is None:
                    self.assumed[f"card {count} of {name} is drawn"] = None
            return tuple(Column(c.rank, c.suit) for c in columns[:count]) if len(columns) >= count else None
        if any(c.there is None for c in columns):
            self.missing[f"how many cards {name} are drawn"] = None
            return None
        if which == "last" and len(columns) >= count:
            return columns[-count:] if all(c.there is True for c in columns) else _last(columns, count)
        return columns if which == "whole" else None

    def cards_of(self, e: t.Expr) -> Hand | None:
        match e:
            case t.Cards(which, count, of):
                return self._hand(of or "cards", which, count)
            case t.Path(name):
                return self._hand(name, "whole", 0)
        return None

    def foreseen(self, e: t.Expr) -> None:
        """Hands that are put together are alike for what was foreseen, and for nothing else."""
        if self.hand is None and self.block.asked is not None and e not in self.block.asked:
            raise AssertionError(f"not foreseen where hands were put together: {e}")

    def _word(self, e: t.Call) -> Value:
        self.foreseen(e)
        plain = [a.value for a in e.arguments if not a.name]
        if e.name in _OF_DEALING:
            self.missing[f"{e.name} of cards"] = None
            return NOTHING
        hand = self.cards_of(plain[0]) if plain else self._hand("cards", "whole", 0)
        if hand is None:
            return NOTHING
        by: dict[str, Any] = {}
        for argument in e.arguments:
            if argument.name == "rank":
                constant = rank_of(argument.value)
                by["rank"] = self.value(argument.value).of if constant is None else constant
            elif argument.name == "suit":
                name = getattr(argument.value, "name", "")
                by["suit"] = _LETTERS[name] if name in _LETTERS else self.value(argument.value).of
            elif argument.name:
                by[argument.name] = self.value(argument.value).of
        match e.name:
            case "suited" | "same_rank" | "same_color":
                return Value(words.same({"suited": "suit"}.get(e.name, e.name.removeprefix("same_")), hand))
            case "rank" | "suit":
                return Value(getattr(hand[0], e.name))
        return Value(getattr(words, e.name)(hand, **by))

    # ---- within a ranking

    def within(self, hand: Hand, rest: Hand = ()) -> Asker:
        return replace(self, hand=hand, rest=rest or self.rest)


def _last(columns: tuple[Column, ...], count: int) -> Hand:
    """The last cards of hands that are not equally long; the cards that may lack stand at the end."""
    made, size = [], words.size(columns)
    for back in range(count, 0, -1):
        rank, suit = columns[-back].rank, columns[-back].suit
        for length in range(len(columns) - 1, count - 1, -1):
            here = size == length
            rank, suit = (
                np.where(here, columns[length - back].rank, rank),
                np.where(here, columns[length - back].suit, suit),
            )
        made.append(Column(rank, suit))
    return tuple(made)


def _reckon(sign: str, a: Value, b: Value) -> Value:
    left, right = a.of, b.of
    known = np.logical_and(a.known, b.known)
    if isinstance(left, Fraction) and isinstance(right, np.ndarray):
        right = right.astype(object)
    elif isinstance(right, Fraction) and isinstance(left, np.ndarray):
        left = left.astype(object)
    match sign:
        case "+":
            return Value(left + right, known)
        case "-":
            return Value(left - right, known)
        case "*":
            return Value(left * right, known)
        case "mod":
            return Value(left % right, known)
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return NOTHING  # no rule divides by what is dealt
    return Value(whole(Fraction(left) / right), known) if right else NOTHING


def _row(e: t.Expr) -> str:
    return e.name if isinstance(e, t.Path) else getattr(e, "text", "")


def told(block: Block, dealt: dict[str, tuple[Column, ...]], mask: Array) -> str:
    """The first hand that the mask tells, in letters."""
    full = np.broadcast_to(np.asarray(mask), block.shape) & (np.broadcast_to(block.weight, block.shape) > 0)
    at = np.unravel_index(int(np.argmax(full)), block.shape)

    def card(c: Column) -> str:
        rank, suit = (int(np.broadcast_to(np.asarray(x), block.shape)[at]) for x in (c.rank, c.suit))
        if rank == JOKER:
            return "joker"
        letter = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
        return letter + (SUITS[suit][0] if suit < len(SUITS) else "")

    return "; ".join(f"{name} {' '.join(map(card, columns))}" for name, columns in dealt.items() if columns)
