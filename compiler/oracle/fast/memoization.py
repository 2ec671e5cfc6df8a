"""Questions about a row that come again and again, and what was answered."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

from pitboss.compiler.model.rulebook import Check, Said, Version
from pitboss.compiler.oracle.fast.footprint import View
from pitboss.grammar import tree as t

Facts = dict[str, Any]
MOST_KNOWN, SELDOM = 1 << 13, 4  # answers kept of a question; how often one must have come again, or all are asked anew


class Asked:
    """A question, and what was answered to it of facts that look the same."""

    def __init__(self, views: tuple[View, ...], ask: Callable[[Facts], Any]) -> None:
        self.ask = ask
        self.sees = [view.sight() for view in views]
        self.plain = all(not view.grain and not view.of for view in views)
        self.names = [view.name for view in views]
        self.known: dict[Any, Any] = {}
        self.again = 0

    def __call__(self, facts: Facts) -> Any:
        key: Any = [facts.get(name) for name in self.names] if self.plain else [see(facts) for see in self.sees]
        key = tuple(key)
        found = self.known.get(key, self)
        if found is not self:
            self.again += 1
            return found
        if len(self.known) >= MOST_KNOWN:
            if self.again < SELDOM * MOST_KNOWN:
                self.__class__ = Anew
            self.known, self.again = {}, 0
        found = self.known[key] = whole(self.ask(facts))
        return found


class Anew(Asked):
    """A question about other rows, or one that is hardly asked twice."""

    def __call__(self, facts: Facts) -> Any:
        return whole(self.ask(facts))


def whole(value: Any) -> Any:
    """Whole numbers as such: they are looked up faster."""
    if isinstance(value, tuple):
        return tuple(whole(one) for one in value)
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def to_step(law: t.Rounds, amount: Any, step: Any) -> Any:
    return whole((ceil if law.direction == "up" else floor)(Fraction(amount) / Fraction(step)) * Fraction(step))


def hangs_on(version: Version) -> str | None:
    """The wager without which, and without money for it, each reading of the clause says the same of every row."""
    found = {_hangs_on(check) for check in version.checks}
    return found.pop() if len(found) == 1 else None


def _hangs_on(check: Check) -> str | None:
    match check.predicate:
        case t.Result() | t.Requires() | t.PaysOnly() | t.Shares():
            return check.subject.name
        case t.Pays():
            return check.subject.of or check.subject.name
        case Said("outcome"):
            return check.subject.of
    return None
