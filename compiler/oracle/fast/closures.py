"""Expressions read once: what each comes to at a table, as a function of the facts of a round.

It says what the interpreter says, which it asks wherever the round has no part in the answer. `tests/rounds/test_reading_once.py` holds
one against the other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.compiler.front.paths import reach
from pitboss.compiler.model.cards import CARD_WORDS, SAID, SET
from pitboss.compiler.oracle import awards
from pitboss.compiler.oracle.cards import strongest, word
from pitboss.compiler.oracle.fast.footprint import Sight
from pitboss.compiler.oracle.fast.ranking import Order
from pitboss.compiler.oracle.interpreter import Here
from pitboss.compiler.oracle.kleene import COMPARE, COMPUTE, NOT, Truth, met
from pitboss.compiler.oracle.other_rows import EARLIER, earlier, over, place
from pitboss.grammar import tree as t

Facts = dict[str, Any]
RECENT = 256  # hands of the last rounds, of which several clauses ask
Ask = Callable[[Facts], Any]
MORE: dict[str, Callable[[Any, Any], Any]] = {"/": lambda x, y: Fraction(x) / y, "greater": max, "lesser": min}
PLAIN = frozenset((int, bool, str, Fraction))


class Reader:
    """`here` has what is filed of the table; what a defined term means is as on the day of its clause."""

    def __init__(self, here: Here, sight: Sight) -> None:
        self.here, self.sight = here, sight
        self.orders: dict[str, Order] = {}
        self.hands: dict[Any, tuple[Any, str] | None] = {}
        self.kept: tuple[list[Facts], dict[Any, list[Facts]]] = ([], {})

    def _moves(self, expr: t.Expr) -> bool:
        return bool(self.sight.views([expr]) or reach(expr, means=self.sight.means))

    def _asked(self, expr: t.Expr, what: str, *more: Any) -> Ask:
        """As the interpreter has it: once, where it is the same in every round."""
        if self._moves(expr):
            return lambda facts: getattr(self.here.on(facts), what)(expr, *more)
        found = getattr(self.here, what)(expr, *more)
        return lambda facts: found

    # ---- conditions

    def every(self, exprs: tuple[t.Expr, ...]) -> Ask:
        return _joined([self.truth(expr) for expr in exprs], False)

    def some(self, exprs: tuple[t.Expr, ...]) -> Ask:
        return _joined([self.truth(expr) for expr in exprs], True)

    def truth(self, expr: t.Expr) -> Ask:
        if not self._moves(expr):
            return self._asked(expr, "truth")
        match expr:
            case t.Not(item):
                inner = self.truth(item)
                return lambda facts: NOT[inner(facts)]
            case t.All(items):
                return self.every(items)
            case t.Any(items):
                return self.some(items)
            case t.Comparison(sign, left, right) if self.here.type_of(left) != "equipment":
                return self.compare(sign, left, right)
            case t.Among(path, values, negated) if all(value.kind == "name" for value in values):
                found = self.some(tuple(t.Comparison("=", path, value) for value in values))
                return (lambda facts: NOT[found(facts)]) if negated else found
            case t.Path(name, None) if name not in self.here.book.fields and (meaning := self.here.meaning(name)):
                return self.truth(meaning)
            case t.Pattern(count, what):
                return lambda facts: _pattern(facts.get("cards"), count, what == "suit")
            case t.Path() | t.Call():
                return self.flag(expr)
        return self._asked(expr, "truth")

    def flag(self, expr: t.Expr) -> Ask:
        readable, value = self.here.readable(expr), self.value(expr)
        if not readable:
            return lambda facts: readable
        return lambda facts: found if isinstance(found := value(facts), bool) else None

    def compare(self, sign: str, left: t.Expr, right: t.Expr) -> Ask:
        readable = self.here.readable(left, right)
        if not readable:
            return lambda facts: readable
        a, b, compares = self.value(left, right), self.value(right, left), COMPARE[sign]

        def compare(facts: Facts) -> Truth:
            x, y = a(facts), b(facts)
            if type(x) in PLAIN and type(y) in PLAIN:
                return compares(x, y)
            return None if x is None and type(y) in PLAIN or y is None and type(x) in PLAIN else met(sign, x, y)

        return compare

    # ---- values

    def said(self, expr: t.Expr, beside: t.Expr | None = None) -> Ask:
        defined = isinstance(expr, t.Path) and self.here.kind(expr.name) == "define"
        return self.truth(expr) if defined or isinstance(expr, SAID) else self.value(expr, beside)

    def value(self, expr: t.Expr, beside: t.Expr | None = None) -> Ask:
        here = self.here
        if not self._moves(expr):
            return self._asked(expr, "value", beside)
        match expr:
            case t.Over():
                return self.over(expr)
            case t.Path(name, of, before=True) if not here.offer_of(expr):
                return self.earlier(name, of, here.type_of(expr) == "cards")
            case t.Path(name, None) if isinstance(beside, t.Path) and here.enumerates(beside.name, name):
                return lambda facts: name
            case t.Path(name, of) if self._is_plain(expr):
                return self.field(name, of if here.is_offer(of) else None, here.type_of(expr) == "cards")
            case t.Path(name, None) if meaning := here.meaning(name):
                return self.value(meaning)
            case t.Path(name, None) if name in CARD_WORDS and name not in here.book.fields:
                return self.card_word(t.Call(name, ()))
            case t.Path("rest", None):
                return lambda facts: facts.get("rest")
            case t.Arithmetic(sign, left, right) | t.Extreme(sign, left, right):
                return self.compute(sign, left, right)
            case t.Cards(which, count, of):
                return lambda facts: _some_of(facts.get(of or "cards") or (), which, count)
            case t.Call(name) if name != "payout" and name not in awards.WORDS:
                return self.card_word(expr)
        return self._asked(expr, "value", beside)

    def _is_plain(self, path: t.Path) -> bool:
        """Whether it is read off the row as it stands there."""
        known = path.of or path.name in self.here.book.fields
        return bool(known) and not self.here.offer_of(path) and str(path) not in self.here.book.followed

    def field(self, name: str, of: str | None, cards: bool) -> Ask:
        def field(facts: Facts) -> Any:
            found = facts.get(name)
            if not found and not cards and (found == () or found == {}):
                return None  # an empty set or map says nothing
            return found.get(of) if of and isinstance(found, dict) else found

        return field

    def earlier(self, name: str, of: str | None, cards: bool) -> Ask:
        """What it was in the round before."""
        field = self.field(name, of if self.here.is_offer(of) else None, cards)
        seated = bool({"seat", "hand"} & {*self.here.book.fields[name].owners})
        return lambda facts: earlier(False, {EARLIER: self._before(facts) if seated else facts.get(EARLIER)}, field)

    def _before(self, facts: Facts) -> list[Facts]:
        """The rows of the round before that are of the same seat, found once a round."""
        rows = facts.get(EARLIER) or []
        if rows is not self.kept[0]:
            self.kept = (rows, {})
        where = place(facts)
        if where not in self.kept[1]:
            self.kept[1][where] = [row for row in rows if where is not None and place(row) == where]
        return self.kept[1][where]

    def over(self, expr: t.Over) -> Ask:
        """A count or a total over rows."""
        where = self.truth(expr.where) if expr.where else None
        value = self.value(expr.value) if expr.value else None
        return lambda facts: over(
            expr, facts, lambda _, row: where(row) if where else None, lambda _, row: value(row) if value else None
        )

    def compute(self, sign: str, left: t.Expr, right: t.Expr) -> Ask:
        a, b, computes = self.value(left), self.value(right), {**COMPUTE, **MORE}[sign]

        def compute(facts: Facts) -> Any:
            x, y = a(facts), b(facts)
            return None if x is None or y is None or sign in ("/", "mod") and y == 0 else computes(x, y)

        return compute

    def card_word(self, expr: t.Call) -> Ask:
        ranked = expr.name in ("best", "strength")
        given = [self.value(a.value) for a in expr.arguments[ranked:] if not a.name]
        beside = {a.name: self.value(a.value, expr) for a in expr.arguments if a.name}
        of_cards: Ask = given[0] if given else lambda facts: facts.get("cards")
        of_others = given[1:]

        def card_word(facts: Facts) -> Any:
            cards, by = of_cards(facts), {name: value(facts) for name, value in beside.items()}
            if not isinstance(cards, SET) or None in cards or None in by.values():
                return None
            if of_others:
                others = [one(facts) for one in of_others]
                known = all(isinstance(hand, SET) and None not in hand for hand in others)
                return word(expr.name, cards, by, others) if known else None
            if not ranked:
                return word(expr.name, cards, by)
            found = self.strongest(str(expr.arguments[0].value), tuple(cards), facts, by.get("height"))
            return None if found is None else found[expr.name == "best"]

        return card_word

    # ---- rankings

    def strongest(self, name: str, cards: Any, facts: Facts, height: Any) -> tuple[Any, str] | None:
        order = self.orders.get(name)
        if order is None:
            order = self.orders[name] = Order(self.here.book.rankings[name], self.sight, self.said)
        known = self.hands.get((name, cards, height), self)
        if known is not self:
            return known  # type: ignore[return-value]
        if len(self.hands) > RECENT:
            self.hands.clear()
        found = order.strongest(cards, height)
        if found is not NotImplemented:
            self.hands[name, cards, height] = found
            return found  # type: ignore[no-any-return]
        return strongest(order.ranking, cards, lambda e, hand, rest: self._of_hand(e, facts, hand, rest), height)

    def _of_hand(self, expr: t.Expr, facts: Facts, hand: Any, rest: Any) -> Any:
        return self.here.on({**facts, "cards": hand, "rest": rest}).said(expr)


def _joined(parts: list[Ask], decides: bool) -> Ask:
    """Conditions joined by `and`, where one that is false decides, or by `or`, where one that is true does."""
    if len(parts) == 1:
        return parts[0]

    def joined(facts: Facts) -> Truth:
        found: Truth = not decides
        for part in parts:
            one: Truth = part(facts)
            if one is decides:
                return decides
            if one is None:
                found = None
        return found

    return joined


def _pattern(cards: Any, count: int, place: int) -> Truth:
    if not cards:
        return None
    parts = [card[place] for card in cards if card]
    return any(parts.count(part) >= count for part in parts) if None not in cards else None


def _some_of(cards: Any, which: str, count: int) -> Any:
    return (cards[:count] if which == "first" else cards[-count:]) if len(cards) >= count else None
