"""Whether conditions can hold together: a sound "no", never a wrong one.

>>> six = t.Literal("number", Fraction(6), "6")
>>> book = Rulebook((), {}, {}, (), (), None, "", "", {})
>>> can_hold(book, t.Comparison("<", t.Path("decks"), six), t.Comparison(">", t.Path("decks"), six))
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil, floor

from pitboss.compiler.front.walk import expanded, simple
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t

MOST = 200  # branches of a condition that are looked at; with more, it is taken to hold
_FLIP = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
Value = Fraction | str
Atom = tuple[t.Expr, bool]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The values that a quantity may still have."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    among: frozenset[Value] | None = None
    never: frozenset[Value] = frozenset()
    whole: bool = False

    def met(self, value: Value) -> bool:
        if value in self.never or self.among is not None and value not in self.among:
            return False
        if isinstance(value, str):
            return self.low is None and self.high is None
        above = self.low is None or value > self.low or value == self.low and not self.low_open
        return above and (self.high is None or value < self.high or value == self.high and not self.high_open)

    def both(self, other: Bounds) -> Bounds:
        lows = [(b.low, b.low_open) for b in (self, other) if b.low is not None]
        highs = [(b.high, not b.high_open) for b in (self, other) if b.high is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        among = [b.among for b in (self, other) if b.among is not None]
        return Bounds(
            low[0] if low else None, high[0] if high else None, bool(low and low[1]), bool(high and not high[1]),
            frozenset.intersection(*among) if among else None, self.never | other.never, self.whole or other.whole,
        )  # fmt: skip

    def empty(self) -> bool:
        if self.among is not None:
            return not any(self.met(v) for v in self.among)
        if self.low is None or self.high is None:
            return False
        if self.low > self.high or self.low == self.high and not self.met(self.low):
            return True
        return (
            self.whole
            and self.high - self.low < MOST
            and not any(map(self.met, map(Fraction, range(ceil(self.low), floor(self.high) + 1))))
        )


def bounds(operator: str, value: Value) -> Bounds:
    """
    >>> bounds("<", Fraction(6)).both(bounds(">=", Fraction(6))).empty()
    True
    """
    if operator == "=":
        return Bounds(among=frozenset((value,)))
    if operator == "!=":
        return Bounds(never=frozenset((value,)))
    if isinstance(value, str):
        return Bounds()
    if operator in (">", ">="):
        return Bounds(low=value, low_open=operator == ">")
    return Bounds(high=value, high_open=operator == "<")


def can_hold(book: Rulebook, *conditions: t.Expr) -> bool:
    """Whether all the conditions can be true at once, as far as this can tell."""
    wanted = t.All(tuple(expanded(book, c) for c in conditions))
    branches = list(islice(_branches(wanted, True), MOST + 1))
    return len(branches) > MOST or any(_consistent(book, branch) for branch in branches)


def _branches(e: t.Expr, wanted: bool) -> Iterator[tuple[Atom, ...]]:
    """The ways in which an expression is true (or, not wanted, false), each as atoms with their signs."""
    match e:
        case t.Not(item):
            yield from _branches(item, not wanted)
        case t.All(items) | t.Any(items):
            if isinstance(e, t.All) == wanted:
                yield from _together(items, wanted)
            else:
                for item in items:
                    yield from _branches(item, wanted)
        case t.Offered(path, negated):
            yield ((t.Offered(path), wanted != negated),)
        case t.Among(path, values, True):
            yield ((t.Among(path, values), not wanted),)
        case _:
            yield ((e, wanted),)


def _together(items: tuple[t.Expr, ...], wanted: bool) -> Iterator[tuple[Atom, ...]]:
    if not items:
        yield ()
        return
    for head in _branches(items[0], wanted):
        for tail in _together(items[1:], wanted):
            yield (*head, *tail)


def _consistent(book: Rulebook, atoms: Iterable[Atom]) -> bool:
    signs: dict[t.Expr, bool] = {}
    left: dict[t.Expr, Bounds] = {}
    for atom, sign in atoms:
        if isinstance(atom, t.Path) and atom.name in book.names and atom.name not in book.fields:
            atom = t.Offered(atom)  # a bare name says that it is offered
        if signs.setdefault(atom, sign) != sign:
            return False
        for subject, found in _bounds(book, atom, sign):
            left[subject] = left.get(subject, domain(book, subject)).both(found)
    return not any(b.empty() for b in left.values())


def _bounds(book: Rulebook, atom: t.Expr, sign: bool) -> Iterator[tuple[t.Expr, Bounds]]:
    match atom:
        case t.Among(path, values) if not _many(book, path):
            listed = frozenset(value for v in values if (value := plain(v)) is not None)
            if len(listed) == len(values) and _sensible(book, path, listed):
                yield path, Bounds(among=listed) if sign else Bounds(never=listed)
        case t.Comparison(operator, left, right):
            for subject, other, word in ((left, right, operator), (right, left, _FLIP[operator])):
                value = _constant(book, subject, other)
                if (
                    value is not None
                    and not isinstance(subject, t.Literal | t.Arithmetic)
                    and not _many(book, subject)
                    and _sensible(book, subject, {value})
                ):
                    yield subject, bounds(word if sign else _NEGATED[word], value)


def _constant(book: Rulebook, subject: t.Expr, e: t.Expr) -> Value | None:
    if isinstance(e, t.Literal):
        return plain(e)
    of = simple(book, subject.name) if isinstance(subject, t.Path) else None
    if isinstance(e, t.Path) and not e.of and of and e.name in {v.value for v in of.values}:
        return e.name
    return None


def plain(v: t.Literal) -> Value | None:
    """A literal as a comparable value; odds net of the stake, so that `4 for 1` is `3 to 1`."""
    if isinstance(v.value, Fraction):
        return v.value - 1 if v.kind == "odds_for" else v.value
    return v.value if isinstance(v.value, str) else None


def _many(book: Rulebook, e: t.Expr) -> bool:
    """Sets, maps and lists are compared element by element: two of their values can differ."""
    return isinstance(e, t.Path) and e.name in book.fields and bool(book.fields[e.name].type.items)


def _sensible(book: Rulebook, subject: t.Expr, listed: Set[Value]) -> bool:
    """A name outside an enumeration is an unknown name, and a number among names has the wrong kind: told as such."""
    among = domain(book, subject).among
    if among is None:
        return True
    return all(v in among if isinstance(v, str) else not any(isinstance(a, str) for a in among) for v in listed)


def domain(book: Rulebook, e: t.Expr) -> Bounds:
    """What a quantity can be at all: a count is not negative, a choice is one of its values."""
    if isinstance(e, t.Call):
        return Bounds(low=Fraction(0), whole=True)
    of = simple(book, e.name) if isinstance(e, t.Path) else None
    if of is None:
        return Bounds()
    if of.kind == "one_of":
        listed = [plain(v) for v in of.values]
        return Bounds(among=frozenset(v for v in listed if v is not None))
    return Bounds(low=Fraction(0), whole=True) if of.kind == "count" else Bounds()
