"""Questions about a row that come again and again, and what was answered."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.compiler.sight import RANKS, SUITS, View

Facts = dict[str, Any]
MOST_KNOWN, MOST_OF_HANDS = 1 << 16, 1 << 10  # answers kept of a question; fewer where hardly a hand comes twice


class Asked:
    """A question, and what was answered to it of facts that look the same."""

    def __init__(self, views: tuple[View, ...], ask: Callable[[Facts], Any]) -> None:
        self.ask = ask
        self.sees = [view.sight() for view in views]
        self.plain = all(not view.grain and not view.of for view in views)
        self.names = [view.name for view in views]
        self.known: dict[Any, Any] = {}
        self.most = MOST_OF_HANDS if sum(view.grain >= RANKS | SUITS for view in views) else MOST_KNOWN

    def __call__(self, facts: Facts) -> Any:
        key: Any = [facts.get(name) for name in self.names] if self.plain else [see(facts) for see in self.sees]
        key = tuple(key)
        found = self.known.get(key, self)
        if found is self:
            if len(self.known) >= self.most:
                self.known.clear()
            found = self.known[key] = whole(self.ask(facts))
        return found


class Anew(Asked):
    """A question about other rows."""

    def __call__(self, facts: Facts) -> Any:
        return whole(self.ask(facts))


def whole(value: Any) -> Any:
    """Whole numbers as such: they are looked up faster."""
    if isinstance(value, tuple):
        return tuple(whole(one) for one in value)
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
